"""From what a model wrote to drafts, without what the document does not bear out and what says nothing."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property

from documents.model_reading.excerpt import ChunkText, Excerpt, NumberedSentence, sentences_of
from documents.model_reading.ground import Ground, figures_of, grounded, is_generic, stems_of
from documents.model_reading.schemas import (
    SENTENCE_CHARACTERS,
    BriefClaim,
    BriefContext,
    BriefGist,
    ClaimOutput,
    ContextOutput,
    EntityOutput,
    Gist,
)
from reading.model import (
    ClaimDraft,
    ContextDraft,
    EntityDraft,
    Essence,
    Place,
    Reading,
    TopicDraft,
)
from reading.profile.claims import claim_type, is_quantitative, without_numbering
from reading.values.dates import find_dates
from reading.values.formatting import folded

LEAST_SHARED = 0.35  # of a claim's words that its sentence must have; below it the claim is not its own
LEAST_WORDS = 5  # of a sentence that states something
LEAST_LOWER = 0.4  # of its words, those in small letters; names and headings have fewer
CHOSEN_CONFIDENCE = 0.7  # of a sentence that a model took for a claim: the words are the document's own
NEGATION = re.compile(r"\b(?:not|no|never|none|neither|nor|without|cannot)\b|n['’]t\b", re.IGNORECASE)
_NAME_WORD = re.compile(r"[^\W\d_]{2,}")
_MAIL_HEAD = re.compile(r"\s*(?:from|to|cc|sent|date|subject)\s*:", re.IGNORECASE)
_NOBODY = frozenset(
    """the this that our its company corporation group board committee management directors shareholders
    customers employees parties party buyer seller landlord tenant supplier licensor licensee employer
    employee borrower lender contractor client registrant issuer agreement contract document report""".split()
)


@dataclass(frozen=True)
class Teller:
    """What a model read and what the rules know of the document. `brief`: it is a small model."""

    excerpt: Excerpt
    rules: Reading
    brief: bool

    @property
    def subject(self) -> str:
        return subject_of(self.rules)

    @cached_property
    def ground(self) -> Ground:
        return Ground([sentence.text for sentence in self.excerpt.sentences], known=known(self.rules))

    def ground_of(self, chunk: ChunkText) -> Ground:
        return Ground(sentences_of(chunk.text), known=f"{chunk.section} {known(self.rules)}")


def known(rules: Reading) -> str:
    """What the rules know of the document: it keeps a small model from speaking of “the company”."""
    essence = rules.essence
    period = " to ".join(str(day) for day in (essence.period_start, essence.period_end) if day)
    parts = (("Title", essence.title), ("Subject", subject_of(rules)), ("Period", period))
    return "\n".join(f"{name}: {text}" for name, text in parts if text)


def subject_of(rules: Reading) -> str:
    return next((entity.entity_name for entity in rules.entities if entity.role == "subject"), "")


def essence_of(gist: BriefGist, teller: Teller) -> Essence:
    """Texts that the passages do not bear out are empty: the rules' stay in their place."""
    ground, excerpt, rules = teller.ground, teller.excerpt, teller.rules.essence
    essence = Essence(
        summary=telling(gist.summary, teller, instead_of=rules.summary),
        purpose=next(iter(grounded([gist.purpose.strip()], ground)), ""),
        key_conclusion=telling(gist.key_conclusion, teller, instead_of=rules.key_conclusion),
        document_type=gist.document_type,
        document_date=written_date(gist.document_date, excerpt),
        confidence_level="high" if excerpt.whole else "medium",
    )
    if isinstance(gist, Gist):
        asked = grounded(gist.answers_questions_about, ground, subject=teller.subject)
        essence.answers_questions_about = distinct([specific(text, teller.subject) for text in asked])
        essence.use_when = distinct(grounded(gist.use_when, ground, subject=teller.subject))
        essence.do_not_use_for = distinct([text for text in gist.do_not_use_for if not is_generic(text)])
    essence.keywords = [topic.topic_name for topic in topics_of(gist, teller)]
    return essence


def telling(text: str, teller: Teller, *, instead_of: str) -> str:
    """What of the text is borne out. A small model's replaces the rules' only whole, figures by figures."""
    told = borne_out(text, teller.ground, brief=teller.brief)
    if not teller.brief or not instead_of:
        return told
    *first, last = sentences_of(text.strip()) or [""]
    whole = " ".join([*first, last] if last[-1:] in ".!?" or not first else first)  # cut at its longest
    says_less = figures_of(instead_of) and not figures_of(told)
    return "" if says_less or told != whole else told


def borne_out(text: str, ground: Ground, *, brief: bool) -> str:
    """Its sentences whose figures and names stand in the document; of a small model, whose words do."""
    told = sentences_of(text.strip())
    if brief:
        return " ".join(each for each in told if ground.bears_out(each) and not is_generic(each))
    return " ".join(each for each in told if ground.has_marks_of(each))


def specific(question: str, subject: str) -> str:
    """The question with the subject behind it, where it names nobody and nothing."""
    names_something = any(letter.isupper() or letter.isdigit() for letter in question[1:])
    if names_something or not subject:
        return question
    return f"{question.strip().rstrip('?')} ({subject})?"


def written_date(text: str, excerpt: Excerpt) -> date | None:
    """The date, if it stands in the document: small models make dates up."""
    written = (day for sentence in excerpt.sentences for day, _, _ in find_dates(sentence.text))
    return next((day for day in written if day.isoformat() == text), None)


def topics_of(gist: BriefGist, teller: Teller) -> list[TopicDraft]:
    """The topics that the passages are about and that the rules do not have yet."""
    ground = teller.ground
    primary = distinct(gist.primary_topics)
    secondary = gist.secondary_topics if isinstance(gist, Gist) else []
    have = {topic.topic_name.casefold() for topic in teller.rules.topics}
    return [
        TopicDraft(
            place=place_of(sentence_about(name, teller.excerpt)), topic_name=name, is_primary=name in primary
        )
        for name in distinct([*primary, *secondary])
        if says_something(name) and name.casefold() not in have and ground.touches(name)
    ]


def says_something(topic: str) -> bool:
    """Whether it is a phrase or a name. Single common words, such as “results”, fit every document."""
    return (" " in topic or any(letter.isupper() for letter in topic[1:])) and not is_generic(topic)


def claims_of(claims: Sequence[BriefClaim], teller: Teller) -> Iterator[ClaimDraft]:
    """The claims that a sentence makes and the rules do not have yet, each sentence once.

    One that is not faithful takes its sentence's words, and so do all of a small model.
    """
    taken = [folded(claim.place.quote) for claim in teller.rules.claims]
    for claim in claims:
        sentence, shared = source_of(claim, teller.excerpt)
        words = folded(sentence.text) if sentence else ""
        if sentence is None or any(words in other or other in words for other in taken):
            continue
        taken.append(words)
        yield claim_draft(claim, sentence, shared, teller)


def claim_draft(claim: BriefClaim, sentence: NumberedSentence, shared: float, teller: Teller) -> ClaimDraft:
    words = without_numbering(" ".join(sentence.text.split()))
    own = claim.claim.strip() if isinstance(claim, ClaimOutput) else ""
    kind = claim_type(words)
    if kind == "fact" and not teller.brief:  # a small model takes facts for recommendations
        kind = claim.type
    quantitative = is_quantitative(words)
    topic = claim.topic if teller.ground.touches(claim.topic) and not is_generic(claim.topic) else ""
    return ClaimDraft(
        place=place_of(sentence),
        claim_text=own if own and is_faithful(own, words, teller) else words,
        claim_type=kind,
        topic=topic or sentence.chunk.section[:200],
        confidence=round(shared, 2),
        source_section=sentence.chunk.section,
        is_quantitative=quantitative,
        can_be_verified=quantitative or kind == "fact",
    )


def is_faithful(claim: str, words: str, teller: Teller) -> bool:
    """Whether it is whole, as positive as its sentence, with its figures and the document's names."""
    return (
        len(claim) < SENTENCE_CHARACTERS
        and bool(NEGATION.search(claim)) == bool(NEGATION.search(words))
        and figures_of(claim) <= figures_of(words)
        and teller.ground.has_marks_of(claim)
    )


def source_of(claim: BriefClaim, excerpt: Excerpt) -> tuple[NumberedSentence | None, float]:
    """The sentence that makes the claim, and how sure that is: 0.4–0.9.

    A claim in words of its own belongs to the sentence that has most of them; the one cited wins a tie.
    """
    cited = [sentence for sentence in excerpt.sentences if sentence.number == claim.sentence]
    if not isinstance(claim, ClaimOutput):
        stated = next((sentence for sentence in cited if states(sentence.text)), None)
        return stated, CHOSEN_CONFIDENCE
    claimed = stems_of(claim.claim)
    if len(claimed) < 3:  # a name with its title
        return None, 0.0

    def shared(sentence: NumberedSentence) -> float:
        return len(claimed & stems_of(sentence.text)) / len(claimed)

    best = max([*cited, *excerpt.sentences], key=shared)
    return (best, 0.4 + 0.5 * shared(best)) if shared(best) >= LEAST_SHARED else (None, 0.0)


def states(sentence: str) -> bool:
    """Whether it is long enough for a statement, asks nothing and is more than names and headings.

    A message's head runs on into its first sentence.
    """
    words = _NAME_WORD.findall(sentence)
    is_prose = sum(word[0].islower() for word in words) >= LEAST_LOWER * len(words)
    is_head = sentence.rstrip().endswith("?") or _MAIL_HEAD.match(sentence)
    return len(words) >= LEAST_WORDS and is_prose and not is_head


def entities_of(entities: Sequence[EntityOutput], teller: Teller) -> Iterator[EntityDraft]:
    """Each name that the passages have, once, unless the rules have it and know as much of it."""
    have = {each.entity_name.casefold(): bool(each.title) for each in teller.rules.entities}
    for entity in entities:
        name = " ".join(entity.name.split())
        sentence = sentence_about(name, teller.excerpt) if is_name(name) else None
        if sentence is None:
            continue
        near = Ground([each.text for each in sentences_about(name, teller.excerpt)])
        title = entity.title.strip() if near.touches(entity.title, share=1.0) else ""
        if name.casefold() in have and (have[name.casefold()] or not title):
            continue
        have[name.casefold()] = True
        yield EntityDraft(
            place=place_of(sentence),
            entity_name=name,
            entity_type=entity.type,
            role=role_of(entity, teller),
            title=title,
            context=" ".join(sentence.text.split()),
        )


def role_of(entity: EntityOutput, teller: Teller) -> str:
    """The subject is the rules' to say; a small model takes anybody for an author or a competitor."""
    is_unsure = teller.brief or (entity.role == "subject" and teller.subject)
    return "mentioned" if is_unsure else entity.role


def is_name(text: str) -> bool:
    """Whether it names somebody or something: not “the Company”, no day and no amount."""
    words = [word.lower() for word in _NAME_WORD.findall(text)]
    is_proper = any(letter.isupper() or letter.isdigit() for letter in text)
    return is_proper and any(word not in _NOBODY for word in words) and not any(find_dates(text))


def contexts_of(outputs: Sequence[BriefContext], teller: Teller) -> dict[int, ContextDraft]:
    """Chunk's index → its context, without texts that say nothing of it or that it does not bear out.

    A question that was given to several passages finds none of them: small models repeat themselves.
    """
    contexts: dict[int, ContextDraft] = {}
    given = {(output.passage, output.retrieval_hint) for output in outputs}
    asked = Counter(hint for _, hint in given)
    for output in outputs:
        if not 1 <= output.passage <= len(teller.excerpt.chunks):
            continue
        chunk = teller.excerpt.chunks[output.passage - 1]
        context = context_of(output, chunk, teller)
        if asked[output.retrieval_hint] > 1:
            context = replace(context, retrieval_hint="")
        if chunk.index not in contexts and context != ContextDraft():
            contexts[chunk.index] = context
    return contexts


def context_of(output: BriefContext, chunk: ChunkText, teller: Teller) -> ContextDraft:
    ground = teller.ground_of(chunk)
    told = output.key_information.strip() if isinstance(output, ContextOutput) else ""
    hint = grounded([output.retrieval_hint.strip()], ground, subject=teller.subject)
    return ContextDraft(
        topic=next(iter(grounded([output.topic.strip()], ground)), ""),
        key_information=told if ground.has_marks_of(told) else "",
        retrieval_hint=next((specific(text, teller.subject) for text in hint if text.endswith("?")), ""),
    )


def sentence_about(name: str, excerpt: Excerpt) -> NumberedSentence | None:
    """The first sentence with the name in it."""
    return next(sentences_about(name, excerpt), None)


def sentences_about(name: str, excerpt: Excerpt) -> Iterator[NumberedSentence]:
    """The sentences with the name in them, whatever its case and line breaks."""
    parts = r"\s+".join(re.escape(part) for part in name.split())
    pattern = re.compile(rf"(?<!\w){parts}(?!\w)", re.IGNORECASE)
    return (sentence for sentence in excerpt.sentences if pattern.search(sentence.text))


def place_of(sentence: NumberedSentence | None) -> Place:
    if sentence is None:
        return Place(page=None, quote="")
    return Place(page=sentence.chunk.page_start, quote=sentence.text)


def distinct(texts: Iterable[str]) -> list[str]:
    """The texts that are not empty, each once whatever its case."""
    kept: dict[str, str] = {}
    for text in texts:
        kept.setdefault(text.strip().casefold(), text.strip())
    return [text for text in kept.values() if text]
