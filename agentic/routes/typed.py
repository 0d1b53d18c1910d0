"""An answer without a model: the value that is expected first, then the words round it; else none."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from textwrap import shorten

from agentic.citations.sentences import figures_in, placed, span_of
from agentic.evidence import COMES_NEAREST, Draft, Evidence, Span
from agentic.facts.figures.target import ASKING
from agentic.facts.wording import joined as joined_words
from agentic.outcome import Outcome
from agentic.trace import Trace
from agentic.verification.sentences.statements import own_mark
from documents.models import Document
from llm.types import Embedder
from reading.text.languages import language_of
from reading.values.dates import find_dates
from retrieval.alike.things import things_in
from retrieval.annotations.lands import land_of
from retrieval.passages.expected import OPEN, Expected, asking_words, expected_of, kind_words
from retrieval.passages.focus import focus_of
from retrieval.passages.forms.abbreviations import names_by_initials
from retrieval.passages.forms.columns import tables_of
from retrieval.passages.forms.covenants import owner_over
from retrieval.passages.forms.denials import denial
from retrieval.passages.forms.headed import stands_under
from retrieval.passages.forms.listed import gives_list, with_row, with_whole_list
from retrieval.passages.forms.situation import situation_of
from retrieval.passages.forms.times import is_of_its_time
from retrieval.passages.guards.no_text import without_contents
from retrieval.passages.guards.values_asked import (
    is_of_other_deed,
    is_of_other_sentence,
    is_of_rows,
    is_other_size,
    is_other_value,
)
from retrieval.passages.guards.words_asked import is_no_extreme, is_of_other_words
from retrieval.passages.identity.others import is_of_another
from retrieval.passages.labels import is_line_of_labels
from retrieval.passages.near.first import first_of_all
from retrieval.passages.near.meaning import compared, single
from retrieval.passages.pages import MARKED_NAME, READ, holding, passages_of
from retrieval.passages.scoring import Asked, Passage, Scored
from retrieval.passages.subject import (
    Subject,
    abbreviated_in,
    joined,
    named_kinds,
    names_in,
    subject_of,
)
from retrieval.passages.telling import (
    LEAST_TOLD,
    bonus,
    compares,
    counts,
    defines,
    doer_of,
    is_picked,
    leads_up,
    measures,
    tells,
    told_without_name,
)
from retrieval.passages.values import values_in
from retrieval.passages.weighing.windows import weigh_windows
from retrieval.passages.windows import (
    listings_of,
    lists_of,
    running_lines,
    under_named,
    units_of,
    windows_of,
    without_lines,
)
from retrieval.properties.spoken import spoken_in
from retrieval.question.model import QueryAnalysis, blanked
from retrieval.question.naming.honorifics import HONORIFICS
from retrieval.question.offered import chosen_of, offered_in
from retrieval.question.wording.words import EVERY
from retrieval.search.search import Hit
from retrieval.stems import stems, stems_in

LEAST_WORDS, LEAST_MEANING = 0.5, 0.3
NEAR_MEANING, LEAST_NEAR = 0.6, 0.4  # fewer words will do where the meaning is near
LEAST_OF_CELL = 0.3  # of a cell whose row and column the question names
LONGEST_VALUE = 450  # characters of the words round a value: more hide it among others
SURE_WORDS = 0.8  # with so much of the question's words, meaning need not be near
LEAST_FOREIGN = 0.6  # the same of words in another language than the question's
# Of which nothing but words tells that something answers: in another language they must have all of them.
QUOTED_WHOLE = frozenset({OPEN, "list", "yesno"})
PROVEN_WORDS = 0.85  # of the question's words round a value, with which it is sure to be of them
SURE = 1.0  # a score with which no model need be asked
NAMES = re.compile(r"(?<!^)\b(?:[A-ZÀ-ÖØ-Þ][\w&’-]*|\w*\d[\w-]*)")
NUMBERED_NAME = re.compile(r"^\D+ [\d.]+$")  # “Debian 1.2”
OF_ASKING = (
    "often long soon quickly within must shall should would could may might case mean means define "
    "defined definition called according describe described under originally before after require "
    "requires cause caused causes led drove driven factor factors reason reasons rationale contributed "
    "resulted explain explains represent want wants wanted get gets got being done someone somebody "
    "anyone anybody event events circumstance circumstances situation situations actually "
    "represents represented company companies happen happens happened am doesn don didn isn aren wasn weren "
    "hasn haven hadn won wouldn couldn shouldn put puts take takes taken taking there somewhere anything "
    "something thing things supposed allowed else away along much many time times one ones kind sort part "
    "stay stays stayed remain remains remained "
    "parts become becomes became draw draws use uses used using need needs activity activities item items"
)
MOST_SO_FAR, LONGEST_SO_FAR = 2, 300  # pages whose words are shown while a model reads on; characters of each
MOST_DOCUMENTS = 6  # told of, where a question names none
CALLED = "contract agreement lease document paper law policy"
NAMED = frozenset({"person", "organization", "place"})
OTHERS_OF, MOST_OTHERS = frozenset({"amount", "number"}), 3  # values of a window that are tried in turn
# Of two things: the values of both are told.
BETWEEN_TWO = re.compile(
    r"\b(?:difference|differ) between\b|\bunterschied zwischen\b|\bdifférence entre\b|\bdiferencia entre\b"
    r"|\bdifferenza tra\b|\bverschil tussen\b",
    re.IGNORECASE,
)
BY_DAY = re.compile(r"\b(?:on|by) (?:which|what) day\b", re.IGNORECASE)
NO_ANSWER = "These documents do not answer the question."


Fits = Callable[[str, Hit], bool]


def _always(text: str, hit: Hit) -> bool:
    return True


@dataclass(frozen=True)
class Found:
    """`best`: windows that answer, best first. `missing`: what of the question no passage is about.

    `units`: single sentences, rows and items that may be of whom and when is asked. `is_first_only`: of the
    best nothing tells that it answers but that it comes first by words and in meaning.
    """

    question: str
    expected: Expected
    best: tuple[Scored, ...] = ()
    missing: tuple[str, ...] = ()
    units: tuple[Scored, ...] = ()
    is_first_only: bool = False

    @property
    def is_sure(self) -> bool:
        return bool(self.best) and self.best[0].value is not None and self.best[0].score >= SURE


def look(
    analysis: QueryAnalysis, hits: Sequence[Hit], *, fits: Fits = _always, embedder: Embedder, trace: Trace
) -> Found:
    """What the passages have of what the question expects, with a step of the trace.

    `fits`: whether words of a passage can be of whom and when the question is about.
    """
    with trace.step("read", "Look for what the question expects") as step:
        found = find_in_passages(analysis, hits, embedder, fits=fits)
        step.rows = len(found.best)
        step.output = {
            "expects": found.expected.kind,
            "language": found.expected.language,
            "missing": list(found.missing),
            "best": [round(each.score, 3) for each in found.best],
            "so_far": _so_far(found),
        }
    return found


def _so_far(found: Found) -> list[str]:
    """The best words of each page and their place, for whoever waits."""
    pages: dict[tuple[str, int], Scored] = {}
    for each in found.best:
        pages.setdefault((each.passage.hit.filename, each.passage.page), each)
    told = list(pages.items())[:MOST_SO_FAR]
    return [
        f"“{shorten(each.window.text, LONGEST_SO_FAR, placeholder=' …')}” ({filename}, page {page})"
        for (filename, page), each in told
    ]


def find_in_passages(
    analysis: QueryAnalysis, hits: Sequence[Hit], embedder: Embedder, *, fits: Fits = _always
) -> Found:
    """The windows that give what is expected, of passages that are about what the question is about."""
    question = analysis.transformed_query
    expected = expected_of(question)
    subject = subject_in(analysis)
    if offer := offered_in(question):
        question, expected, subject = offer.rest, Expected(OPEN, expected.language), offer.without(subject)
    is_definition = expected.kind == "definition"
    in_force = sorted(hits[:READ], key=lambda hit: hit.superseded)
    held = holding(subject, in_force, defined=is_definition)
    passages = passages_of([*held, *in_force])
    fitting, missing = about(subject, passages)
    if not fitting:
        return Found(question, expected, missing=missing)
    cut = [
        (passage, window)
        for _, pages in groupby(sorted(fitting, key=_document), key=_document)
        for passage, text in whole_texts(list(pages))
        for units in [under_named(units_of(text), question)]
        for window in (*windows_of(units), *listings_of(units), *lists_of(units), *tables_of(units))
    ]
    known = [analysis.question[m.start : m.end] for m in analysis.organizations if m.end]
    known += names_by_initials(question, {passage.text for passage in fitting})
    filler = _filler(question, expected.language, known)
    asks = asking_words(question, expected.language)
    asks += " day" if BY_DAY.search(question) else ""
    asking = stems_in([f"{asks} {HONORIFICS}"], expected.language)[0] | things_in(asks)
    numbered = [name for name in subject.names if NUMBERED_NAME.search(name)]
    marks = [] if is_definition else [*subject.exact, *subject.quoted, *numbered]
    names = [*known, *(name for name in names_in(question) if not MARKED_NAME.search(name))]
    names += [*abbreviated_in(question), *(kinds := named_kinds(question))]
    lands = [name for name in subject.names if " " not in name and land_of(name)]
    weighed, asked = weigh_windows(
        question,
        expected,
        filler,
        cut,
        bonus=bonus,
        marks=marks,
        names=names,
        asking=asking,
        kinds=kinds,
        lands=lands,
    )
    defining = [each for each in weighed if is_definition and defines(each, asked)]
    scored = compared(weighed, question, embedder, always=defining)
    fitted = [each for each in scored if fits(each.window.text, each.passage.hit)]
    answering = chosen_of(offer, fitted) if offer else [each for each in fitted if answers(each, asked)]
    answering = answering or [other for each in fitted for other in with_other_values(each, asked)]
    answering = answering or [
        each for each in told_without_name(fitted, asked) if _is_of_whom(analysis, each.passage)
    ]
    whole = [window for _, window in cut if window.is_list] if answering else []
    best = tuple(with_row(with_whole_list(each, whole, expected), expected) for each in answering)
    units = [each for each in single(weighed) if fits(each.window.text, each.passage.hit)]
    first = first_of_all(units, asked, embedder) if not best and offer is None else None
    best = (first,) if first else best
    return Found(question, expected, best, units=tuple(units), is_first_only=first is not None)


def _is_of_whom(analysis: QueryAnalysis, passage: Passage) -> bool:
    """Whether whom the question names stands there, by any name, or begins the document."""
    text = joined(f"{passage.identity} {passage.text}")
    return all(any(joined(name) in text for name in m.names) for m in analysis.organizations if m.names)


def _filler(question: str, language: str, known: Sequence[str]) -> frozenset[str]:
    """Stems that tell little of which words answer: of asking, and of days and names, which are checked.

    So do those of a sentence that only tells what has happened, before the one that asks.
    """
    days = " ".join(question[start:end] for _, start, end in find_dates(question))
    of_kind = kind_words(question, language)  # and how many are to be listed
    words = [asking_words(question, language), of_kind, days, *known, situation_of(question)]
    own = stems_in([" ".join(words)], language)[0] | things_in(of_kind)
    return own | (frozenset(stems(ASKING) | stems(EVERY) | stems(OF_ASKING)) if language == "en" else own)


def _document(passage: Passage) -> int:
    return passage.hit.document_id


def whole_texts(pages: Sequence[Passage]) -> Iterator[tuple[Passage, str]]:
    """The pages of one document with their texts, without its contents and the lines that run through it."""
    lines = running_lines([page.text for page in pages])
    for page in pages:
        yield page, without_contents(without_lines(page.text, lines))


def subject_in(analysis: QueryAnalysis) -> Subject:
    """Whom and what the question is about. Organizations that it calls are known by other names too."""
    question = analysis.transformed_query
    if analysis.organizations and analysis.measures:  # figures have times of their own, which are checked
        question = blanked(question, analysis.time_spans) if question == analysis.question else question
    called = [analysis.question[m.start : m.end] for m in analysis.organizations if m.end]
    return subject_of(question, known=[word for words in called for word in (words, *words.split())])


def about(subject: Subject, passages: Sequence[Passage]) -> tuple[list[Passage], tuple[str, ...]]:
    """The passages that are of the subject, and what the nearest of the others lack."""
    lacking = [(subject.missing_in(each.text, each.identity), each) for each in passages]
    fitting = [each for missing, each in lacking if not missing]
    least = min((missing for missing, _ in lacking), key=len, default=[])
    return fitting, () if fitting else tuple(least)


def answers(each: Scored, asked: Asked) -> bool:
    """Whether the window gives what is expected, of what the question is about."""
    expected = asked.expected
    if not is_of_its_time(each.window.text, asked.question) or is_of_another(each, asked):
        return False
    if each.is_asked_over and not expected.is_value:
        return len(each.window.text.split()) >= LEAST_TOLD and not leads_up(each.window)
    if (defines(each, asked) or gives_list(each, asked)) and each.meaning >= LEAST_MEANING:
        return True  # of the word in quotes or what is to be listed, whatever else the question says
    if expected.kind == "expansion":
        return each.value is not None  # its words begin with the letters asked for
    least = LEAST_OF_CELL if each.window.columns else LEAST_NEAR
    is_near = each.is_asked_over or (each.meaning >= NEAR_MEANING and each.words >= least)
    is_near = is_near or (each.is_labelled and each.words >= LEAST_NEAR)
    is_foreign = language_of(each.window.text) != expected.language  # of which meaning tells little
    least = LEAST_FOREIGN if is_foreign else SURE_WORDS
    if (each.words < LEAST_WORDS and not is_near) or (each.meaning < LEAST_MEANING and each.words < least):
        return False
    if expected.kind in QUOTED_WHOLE and each.lacking and language_of(each.passage.text) != expected.language:
        return False
    if is_other_value(each, asked) or is_of_rows(each, asked):
        return False
    if expected.kind in NAMED and is_no_extreme(each.window.whole, asked.question):
        return False
    if expected.is_value:
        is_short = len(each.window.text) <= LONGEST_VALUE
        is_told = each.value is not None and is_short and compares(each, asked)
        is_told = is_told and is_picked(each, asked)
        return is_told and counts(each, asked) and measures(each, asked)
    return tells(each, asked) and not is_of_other_words(each, asked)


def with_other_values(each: Scored, asked: Asked) -> list[Scored]:
    """The window with the first of its other numbers that answers, where the nearest to the words does not.

    That may stand in another sentence, or be of another size than is asked for.
    """
    is_foreign = language_of(each.window.text) != asked.expected.language
    if asked.expected.kind not in OTHERS_OF or len(each.others) > MOST_OTHERS or is_foreign:
        return []
    if not any(is_other(each, asked) for is_other in (is_of_other_sentence, is_other_size, is_of_other_deed)):
        return []
    others = (replace(each, value=value) for value in each.others)
    return [other for other in others if answers(other, asked)][:1]


def told(found: Found, evidence: Evidence) -> Outcome:
    """The value, or the part of a sentence that answers, then the words round it; of several values all."""
    if names_no_document(found.question) and len(firsts := _first_of_each(found.best)) > 1:
        return _told_of_each(firsts, found.expected, evidence)
    best = found.best[0]
    span = _span_of(best)
    quote = f"“{best.window.text}” {own_mark(1)}"
    value = _values(best, found.expected, found.question) or _part_told(best, found)
    if found.is_first_only and len(values_in(best.window.text, found.expected.kind)) > 1:
        value = ""  # nothing tells which of them is meant
    if found.expected.kind == "person":
        value = (
            value or doer_of(best.window, found.question) or owner_over(best.passage.text, best.window.text)
        )
    text = f"{value}: {quote}" if value else f"The documents say:\n\n{quote}"
    about = f"{best.passage.called} {_named_at_head(found.question, best.passage)} {best.window.around}"
    quoted = replace(evidence, spans=(span,), figures=tuple(figures_in(span)))
    claims = value if best.words >= PROVEN_WORDS and not found.is_first_only else ""
    is_unpicked = not value and all(map(is_line_of_labels, best.window.units))
    draft = Draft(text=text, about=about, claims=claims, is_unpicked=is_unpicked)
    if found.is_first_only:
        draft = replace(draft, is_nearest=True, warnings=(COMES_NEAREST,))
    return draft, quoted


def _part_told(best: Scored, found: Found) -> str:
    """What of a window answers: “No”, what stands right under its heading, or the part that goes on."""
    if found.expected.kind == "yesno":
        return denial(best.window, found.question, found.expected.language)
    if found.expected.kind == OPEN and stands_under(best.window, found.question):
        return best.window.units[0].text.rstrip(" .")
    return focus_of([unit.text for unit in best.window.units], found.question, found.expected)


def _named_at_head(question: str, passage: Passage) -> str:
    """The names and numbers of the question with which the document begins: other words there tell nothing of
    what is quoted."""
    return " ".join(name for name in NAMES.findall(question) if name in passage.identity)


def names_no_document(question: str) -> bool:
    """Whether it asks for a property alone, “What is the notice period?”, of which each has its own."""
    spoken = spoken_in(question, {})
    if len(spoken) != 1:
        return False
    rest = f"{question[: spoken[0].start]} {question[spoken[0].end :]}"
    return not stems(rest) - stems(f"{ASKING} {CALLED}")


def _first_of_each(best: Sequence[Scored]) -> list[Scored]:
    """The best window of each contract, best first: other documents have such properties of other things."""
    firsts = {each.passage.hit.document_id: each for each in reversed(best)}
    contracts = Document.objects.filter(pk__in=firsts, document_type=Document.Type.LEGAL_CONTRACT)
    own = [firsts[pk] for pk in contracts.values_list("pk", flat=True)]
    return sorted(own, key=lambda each: -each.score)[:MOST_DOCUMENTS]


def _told_of_each(firsts: Sequence[Scored], expected: Expected, evidence: Evidence) -> Outcome:
    """What each document says, none picked."""
    spans = tuple(map(_span_of, firsts))
    lines = []
    for number, each in enumerate(firsts, start=1):
        value = _values(each, expected, "")
        told_value = f"{value}: " if value else ""
        quote = f"“{each.window.text}” {own_mark(number)}"
        lines.append(f"- {each.passage.hit.filename}: {told_value}{quote}")
    figures = tuple(figure for span in spans for figure in figures_in(span))
    draft = Draft(text="By document:\n\n" + "\n".join(lines), claims="")
    return draft, replace(evidence, spans=spans, figures=figures)


def _span_of(each: Scored) -> Span:
    return placed(replace(span_of(each.passage.hit, each.window.whole), page=each.passage.page))


def _values(best: Scored, expected: Expected, question: str) -> str:
    if best.window.members:
        return "; ".join(best.window.members)
    if best.value is None:
        return ""
    every = values_in(best.window.text, expected.kind)
    is_of_both = BETWEEN_TWO.search(question) is not None and len(every) == 2
    if not is_of_both and (not expected.noun.endswith("s") or expected.kind != "amount"):
        return best.value.text
    return ", ".join(dict.fromkeys(value.text for value in every)) or best.value.text


def lacks(missing: Sequence[str]) -> str:
    """That nothing found is of the names, days or places that the question has."""
    return f"{NO_ANSWER} Nothing that was found is about {joined_words([f'“{each}”' for each in missing])}."
