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


class BriefGist(BaseModel):
    """What the document is, as much of it as a small model is sure enough of."""

    summary: Paragraph
    purpose: Sentence
    key_conclusion: Sentence
    document_type: DocumentType
    document_date: Day
    primary_topics: Annotated[list[Name], *at_most(5, keyword="maxItems")]


class Gist(BriefGist):
    """And what it is good for."""

    secondary_topics: Annotated[list[Name], *at_most(10, keyword="maxItems")]
    answers_questions_about: Annotated[list[Sentence], *at_most(10, keyword="maxItems")]
    use_when: Annotated[list[Sentence], *at_most(5, keyword="maxItems")]
    do_not_use_for: Annotated[list[Sentence], *at_most(5, keyword="maxItems")]


class BriefClaim(BaseModel):
    """A sentence that states something: its own words are the claim, since a small model distorts them."""

    sentence: int
    type: Literal["fact", "opinion", "prediction", "recommendation"]
    topic: Name


class ClaimOutput(BriefClaim):
    claim: Sentence


class EntityOutput(BaseModel):
    name: Name
    type: Literal["organization", "person", "product", "location", "event"]
    role: Literal["subject", "author", "mentioned", "partner", "competitor"]
    title: Name


class Findings(BaseModel):
    claims: Annotated[list[ClaimOutput], *at_most(40, keyword="maxItems")]
    entities: Annotated[list[EntityOutput], *at_most(60, keyword="maxItems")]


class BriefFindings(BaseModel):
    # Left to itself a small model stops after the first.
    claims: Annotated[
        list[BriefClaim],
        at_most(6, keyword="maxItems")[0],
        Field(json_schema_extra={"minItems": 3, "maxItems": 6}),
    ]
    entities: Annotated[list[EntityOutput], *at_most(6, keyword="maxItems")]


class BriefContext(BaseModel):
    passage: int
    topic: Name
    retrieval_hint: Phrase


class ContextOutput(BriefContext):
    key_information: Sentence


class Contexts(BaseModel):
    passages: Annotated[list[ContextOutput], *at_most(24, keyword="maxItems")]


class BriefContexts(BaseModel):
    passages: Annotated[list[BriefContext], *at_most(8, keyword="maxItems")]
