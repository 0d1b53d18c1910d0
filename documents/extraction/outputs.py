"""What the model reader asks for. llama.cpp enforces the limits as it writes; from others the rest is cut."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, Field

SENTENCE_CHARACTERS = 220

DocumentType = Literal[
    "financial_report",
    "legal_contract",
    "technical_doc",
    "correspondence",
    "presentation",
    "policy",
    "research",
    "meeting_notes",
    "other",
]


def at_most(limit: int, *, keyword: str) -> tuple[Any, Any]:
    """Annotations of a text or list: the limit is in the schema, and what is over it is cut, not refused."""

    def cut(value: Any) -> Any:
        return value[:limit] if isinstance(value, str | list) else value

    return BeforeValidator(cut), Field(json_schema_extra={keyword: limit})


Paragraph = Annotated[str, *at_most(450, keyword="maxLength")]
Sentence = Annotated[str, *at_most(SENTENCE_CHARACTERS, keyword="maxLength")]
Phrase = Annotated[str, *at_most(120, keyword="maxLength")]
Name = Annotated[str, *at_most(60, keyword="maxLength")]
Day = Annotated[str, *at_most(10, keyword="maxLength")]


class Gist(BaseModel):
    """What the document is and what it is good for. Its order is that of the prompt's list."""

    summary: Paragraph
    purpose: Sentence
    key_conclusion: Sentence
    document_type: DocumentType
    document_date: Day
    primary_topics: Annotated[list[Name], *at_most(5, keyword="maxItems")]
    secondary_topics: Annotated[list[Name], *at_most(10, keyword="maxItems")]
    answers_questions_about: Annotated[list[Sentence], *at_most(10, keyword="maxItems")]
    use_when: Annotated[list[Sentence], *at_most(5, keyword="maxItems")]
    do_not_use_for: Annotated[list[Sentence], *at_most(5, keyword="maxItems")]


class BriefGist(Gist):
    """As much as a small model writes in 15 seconds."""

    primary_topics: Annotated[list[Name], *at_most(4, keyword="maxItems")]
    secondary_topics: Annotated[list[Name], *at_most(3, keyword="maxItems")]
    answers_questions_about: Annotated[list[Phrase], *at_most(5, keyword="maxItems")]
    use_when: Annotated[list[Phrase], *at_most(2, keyword="maxItems")]
    do_not_use_for: Annotated[list[Phrase], *at_most(2, keyword="maxItems")]


class ClaimOutput(BaseModel):
    sentence: int
    claim: Sentence
    type: Literal["fact", "opinion", "prediction", "recommendation"]
    topic: Name


class EntityOutput(BaseModel):
    name: Name
    type: Literal["organization", "person", "product", "location", "event"]
    role: Literal["subject", "author", "mentioned", "partner", "competitor"]
    title: Name


class Findings(BaseModel):
    claims: Annotated[list[ClaimOutput], *at_most(40, keyword="maxItems")]
    entities: Annotated[list[EntityOutput], *at_most(60, keyword="maxItems")]


class BriefFindings(Findings):
    # Left to itself a small model stops after the first.
    claims: Annotated[
        list[ClaimOutput],
        at_most(5, keyword="maxItems")[0],
        Field(json_schema_extra={"minItems": 3, "maxItems": 5}),
    ]
    entities: Annotated[list[EntityOutput], *at_most(6, keyword="maxItems")]


class ContextOutput(BaseModel):
    sentence: int
    topic: Name
    key_information: Sentence
    retrieval_hint: Sentence


class Contexts(BaseModel):
    passages: Annotated[list[ContextOutput], *at_most(24, keyword="maxItems")]


class BriefContexts(Contexts):
    passages: Annotated[list[ContextOutput], *at_most(8, keyword="maxItems")]
