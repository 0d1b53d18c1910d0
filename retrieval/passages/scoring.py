"""How well windows answer: rare words that they share with the question, and a value near these."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field

from reading.text.languages import language_of
from reading.text.sentences import sentence_spans
from retrieval.alike.compounds import taken_apart
from retrieval.alike.marks import alike_in, marks_in, read, words_of
from retrieval.alike.things import FIELDS
from retrieval.passages.expected import OF_FIRMS, Expected
from retrieval.passages.forms.columns import OF_A_COLUMN, OF_CELLS, cell_of
from retrieval.passages.forms.doers import verb_of, who_did, without_office
from retrieval.passages.guards.asked_words import any_of, unit_asked
from retrieval.passages.identity.document_names import (
    marks_naming,
    stems_called_alike,
    stems_naming,
)
from retrieval.passages.labels import (
    in_its_line,
    is_label,
    is_named_behind,
    is_run_of_labels,
    label_of,
    leading,
    numbers_an_item,
    share_said,
    told_for,
    without_bases,
)
from retrieval.passages.subject import has_mark
from retrieval.passages.values import (
    PART_OF_MONTH,
    RANGED,
    Value,
    as_range,
    firms_in,
    of_year_in_brackets,
    respective,
    values_for,
    with_low_end,
    with_other_end,
)
from retrieval.passages.windows import Window
from retrieval.search.results import Hit

IN_HEADING = 0.85  # what a word is worth that stands over a window, or for which another of its meaning does
OF_DOCUMENT = 0.25  # what the words that name its document are worth, against those for what is asked of it
IN_DOCUMENT = 0.5  # of these at least: its document goes by them whether or not a window says them again
MEANING, WORDS, TYPE = 0.45, 0.55, 0.3  # what each part of a score is worth
FOR_PERIOD = re.compile(
    r"\b(?:for|für|pour|para|per|voor|over)(?:\s(?:das\s)?(?:the\s)?(?:year|Jahr))?\s$", re.IGNORECASE
)
LATER = 0.02  # less for each rank of the passage's page, and for each further sentence
SUPERSEDED = 0.3  # less for an edition that another has taken the place of
LIKE_ASKED = 0.8  # least cosine of two questions that ask the same; others of one list reach .73
ASKED_OVER = 0.4  # more for a window that answers the same question
MARKED = 0.5  # of the words that are missing, what those are worth that the question marks or quotes
ELSEWHERE = 0.3  # what a word in another sentence than the value is worth
NEAR = 12  # words: a value this far from what is asked is half as near
FROM_LOW = frozenset({"duration", "number"})
OF_LABELS = frozenset({"amount", "percent"})
OF_ENUMERATIONS = frozenset({"amount", "percent", "number"})
OF_LINES = frozenset({"amount", "percent", "number", "date"})  # whose label says which it is
PRICED = re.compile(r"^[^\d.:!?]{2,60}\s-?\d[\d.,]*[.,]\d\d$")  # a line of a receipt: “CHANGE 1.54”
# What it is worth that the label of a value has all of what is asked, and that there are several.
LABELLED, SEVERAL = 0.3, 0.03
NAMES = frozenset({"person", "organization"})
SMALL = re.compile(r"(?<![\w’'@./-])[a-zà-öø-ÿ]{3,}(?![\w’'@/]|\.\w)")  # and of no address
TOKEN = re.compile(r"\w[\w’'-]*")
OF_MONTHS = re.compile(r"\b(?:month|season|monat|mois|mes|mese|maand|mês)\b", re.IGNORECASE)
BY_DAY = any_of("day")  # no year is one
WHITHER = re.compile(
    r"\bwohin\b|\bwhere (?:to|is|was|were|are|will|has|did)\b.*\b(?:mov\w+|go|went|sent|transferred)\b",
    re.IGNORECASE,
)
OUTSIDE = re.compile(  # what is of the place itself is not asked for
    r"\b(?:outside(?: of)?|other than(?: in)?|elsewhere than(?: in)?|not in)\s(?:the\s)?(?P<place>[\w’'-]+)",
    re.IGNORECASE,
)
STAYS = re.compile(
    r"\b(?:in(?: de[rmn]| the)?|im|am|at(?: the)?|aus(?: de[rm])?|vom|von|from(?: the)?|bei)\s$",
    re.IGNORECASE,
)
LEAST_TELLING = 2  # words besides names, where nothing else tells which sentence answers
FILLER_WEIGHT = 0.25  # of words that questions ask with


@dataclass(frozen=True)
class Passage:
    """The text of a page, or of a part of a long one, that was found.

    `identity`: what its document is, with how it begins; `called`: what it goes by, without that.
    """

    hit: Hit
    page: int
    text: str
    identity: str
    rank: int
    called: str = ""


@dataclass
class Scored:
    """`words`: share of what the question's words are worth that stands there; `meaning`: a cosine.

    `value`: of the kind that is expected, the one nearest to the words; `near`: 0–1; `others`: those further
    off, the nearest first. `lacking`: of what is asked, beside what names the document. `asked_over`: the
    cosine of a question that stands over the window, which it answers.
    """

    passage: Passage
    window: Window
    words: float
    own: frozenset[str]
    missing: frozenset[str]
    meaning: float = 0.0
    value: Value | None = None
    near: float = 0.0
    extra: float = field(default=0.0)
    lacking: frozenset[str] = frozenset()
    others: tuple[Value, ...] = ()
    asked_over: float = 0.0

    @property
    def score(self) -> float:
        further = len(self.window.units) - 1
        return (
            WORDS * self.words
            + MEANING * self.meaning
            + TYPE * self.near
            + self.extra
            + (ASKED_OVER if self.is_asked_over else 0.0)
            - LATER * (self.passage.rank + further)
            - (SUPERSEDED if self.passage.hit.superseded else 0.0)
        )

    @property
    def is_asked_over(self) -> bool:
        return self.asked_over >= LIKE_ASKED


@dataclass(frozen=True)
class Asked:
    """The question's stems with what each is worth. `marks`: its numbers, marks and words in quotes.

    `alike`: of a stem the marks of the things that its word names, for which other words may stand.
    """

    question: str
    expected: Expected
    worth: Mapping[str, float]
    marks: tuple[str, ...] = ()
    alike: Mapping[str, frozenset[str]] = field(default_factory=dict)

    @property
    def total(self) -> float:
        return sum(self.worth.values()) or 1.0


def worths(stems: frozenset[str], filler: frozenset[str], held: Sequence[frozenset[str]]) -> dict[str, float]:
    """What each stem is worth: the rarer among the windows, the more; little where all questions have it."""
    count = Counter(stem for each in held for stem in each & stems)
    return {
        stem: math.log(1 + (len(held) + 1) / (count[stem] + 0.5)) * (FILLER_WEIGHT if stem in filler else 1)
        for stem in stems
    }


def weigh_windows(
    question: str,
    expected: Expected,
    filler: frozenset[str],
    cut: Sequence[tuple[Passage, Window]],
    *,
    bonus: Callable[[Window, Asked], float],
    marks: Sequence[str] = (),
    names: Sequence[str] = (),
    asking: frozenset[str] = frozenset(),
    kinds: Sequence[str] = (),
) -> tuple[list[Scored], Asked]:
    """The windows with what their words and values are worth. `bonus`: what the form of a window is.

    `names`: of whom and what the question speaks, which choose a document where it begins with them.
    `asking`: stems of words that only ask, which no answer has. `kinds`: what the names are said to be, which
    a document in another language cannot be held against.
    """
    texts = [window.text for _, window in cut]
    around = [window.around for _, window in cut]
    spoken = [expected.language, *(language_of(passage.text) for passage, _ in cut)]
    spoken += spoken[1:]
    asked, *stems_read = read([question, *texts, *around], expected.language, spoken)
    asked = taken_apart(asked - asking or asked, frozenset().union(*stems_read), expected.language)
    asked = frozenset(stem for stem in asked if not stem.startswith("§") or stem in FIELDS)
    own, over = stems_read[: len(texts)], stems_read[len(texts) :]
    telling = frozenset(stem for stem in asked - filler if not stem.startswith("§"))
    most = len(telling) - (0 if expected.is_value or expected.is_in_words else LEAST_TELLING)
    documents = {p.hit.document_id: (p.called or p.identity, p.identity) for p, _ in cut}
    choosing = stems_naming(documents, names, tuple(marks), lambda texts: read(texts, expected.language))
    named = {
        pk: called | spoken if len(telling & (called | spoken)) <= most else called
        for pk, (called, spoken) in choosing.items()
    }
    alike = alike_in(question, expected.language)
    languages = {p.hit.document_id: language_of(p.text) for p, _ in cut}
    abroad = stems_called_alike(documents, alike, languages, expected.language)
    named = {pk: own | abroad[pk] if telling - own - abroad[pk] else own for pk, own in named.items()}
    (said_to_be,) = read([" ".join(kinds)], expected.language)
    named = {pk: own | said_to_be if languages[pk] != expected.language else own for pk, own in named.items()}
    one_unit = [stems for stems, (_, window) in zip(own, cut, strict=True) if len(window.units) == 1]
    weighed = Asked(question, expected, worths(asked, filler, one_unit), tuple(marks), alike)
    verb = verb_of(question) if expected.kind == "person" else None
    doing = frozenset(stem for stem in asked if verb and verb.match(stem))
    own = [
        stems | doing if doing and verb and verb.search(text) else stems
        for stems, text in zip(own, texts, strict=True)
    ]
    scored = [
        _by_words(passage, window, stems, heading, named[passage.hit.document_id], weighed)
        for (passage, window), stems, heading in zip(cut, own, over, strict=True)
    ]
    ordinary = {word for text in texts for word in SMALL.findall(text)}
    is_told = verb is not None and any(verb.search(text) for text in texts)
    for each in scored:
        each.extra = bonus(each.window, weighed)
        of_document = named[each.passage.hit.document_id]
        wanted = frozenset(
            stem for stem in asked - filler - of_document if stem.isalpha() or stem.startswith("§")
        )
        each.lacking = wanted & each.missing
        _with_value(each, weighed, ordinary, verb if is_told else None, wanted)
    return scored, weighed


def _by_words(
    passage: Passage,
    window: Window,
    own: frozenset[str],
    over: frozenset[str],
    named: frozenset[str],
    asked: Asked,
) -> Scored:
    """What names the document chose it: the other words tell which of its windows answers."""
    shares = {stem: _share_of(stem, own, over, asked) for stem in asked.worth}
    rest = {stem: worth for stem, worth in asked.worth.items() if stem not in named}
    of_document = {stem: worth for stem, worth in asked.worth.items() if stem in named}
    told = _share(rest, shares) if rest else _share(of_document, shares)
    also = max(_share(of_document, shares), IN_DOCUMENT) if of_document else told
    words = (1 - OF_DOCUMENT) * told + OF_DOCUMENT * also
    choosing = marks_naming(asked.marks, passage.called, passage.identity)
    marks = [mark for mark in asked.marks if mark not in choosing]
    if marks and all(has_mark(mark, window.text) for mark in marks):
        words += MARKED * (1 - words)
    missing = frozenset(stem for stem in rest if not shares[stem])
    return Scored(passage, window, words, frozenset(stem for stem in shares if shares[stem]), missing)


def _share_of(stem: str, own: frozenset[str], over: frozenset[str], asked: Asked) -> float:
    """How much of a word stands there: itself or another of its meaning, in the window or over it."""
    alike = asked.alike.get(stem, frozenset())
    if stem in own:
        return 1.0
    if stem in over or alike & own:
        return IN_HEADING
    return IN_HEADING**2 if alike & over else 0.0


def _share(worth: Mapping[str, float], shares: Mapping[str, float]) -> float:
    return sum(shares[stem] * value for stem, value in worth.items()) / (sum(worth.values()) or 1.0)


def _with_value(
    each: Scored,
    asked: Asked,
    ordinary: Collection[str],
    verb: re.Pattern[str] | None,
    wanted: Collection[str],
) -> None:
    """Choose the value nearest to the words of the question. `ordinary`: words that passages write small.

    `verb`: what somebody is asked for who did it, where a passage says that somebody did. `wanted`: stems
    of what is asked, of which the label of a value has one.
    """
    if not asked.expected.is_value:
        return
    if each.window.columns:
        _with_cell(each, asked)
        return
    text, every = each.window.text, _values_of(each, asked, ordinary, verb)
    values = [value for value in every if not _is_aside(value, text)] or every
    ends = [value.end for value in values]
    values = told_for(without_bases(values, text), text, asked.question)
    labels = _labels_of(each, asked, values, wanted)
    values = list(labels)
    if not values:
        return
    places = _places_of(text, asked, language_of(each.passage.text))
    is_run = asked.expected.kind in OF_LABELS and is_run_of_labels(text, values)
    lead = leading(values, text) if asked.expected.kind in OF_ENUMERATIONS else []
    near = {
        value: _nearness(
            value, text, _own_places(value, text, places, ends, lead) if is_run or lead else places, asked
        )
        for value in values
    }
    nearest, *others = sorted(values, key=lambda value: near[value], reverse=True)
    each.near, each.others = near[nearest][0], tuple(others)
    is_one = len(values) == 1 or asked.expected.kind != "amount" or not asked.expected.noun.endswith("s")
    each.extra += LABELLED * labels[nearest] + (0.0 if is_one else SEVERAL)
    if asked.expected.kind in RANGED:
        if (ranged := as_range(nearest, every, text, asked.question)) is None:
            return
        nearest = ranged
    own = respective(nearest, values, text, asked.question)
    own = of_year_in_brackets(own, every, text, asked.question) if own == nearest else own
    own = with_low_end(own, text, values) if asked.expected.kind in FROM_LOW else own
    each.value = with_other_end(own, text, asked.question) if asked.expected.kind in RANGED else own


def _with_cell(each: Scored, asked: Asked) -> None:
    """The cell of the column that is asked for, of a row of numbers."""
    span = cell_of(each.window, asked.question) if asked.expected.kind in OF_CELLS else None
    if span is not None:
        each.value, each.near = Value(each.window.text[slice(*span)], *span), OF_A_COLUMN


def _values_of(
    each: Scored, asked: Asked, ordinary: Collection[str], verb: re.Pattern[str] | None
) -> list[Value]:
    """The values of the kind that is asked for, without those that only the question or a list gives."""
    text = each.window.text
    labelled = any(
        unit.kind == "row" or is_label(unit) or PRICED.match(unit.text) for unit in each.window.units
    )
    values = values_for(
        asked.question, asked.expected.kind, text, is_named=bool(asked.expected.noun), labelled=labelled
    )
    values = [value for value in values if not numbers_an_item(value, each.window)]
    if asked.expected.kind == "date" and not OF_MONTHS.search(asked.question):
        values = [value for value in values if _says_when(value.text)]
    if asked.expected.kind == "date":
        values = _without_periods(values, text)
    if asked.expected.kind == "number" and (units := unit_asked(asked.question)):
        fitting = [value for value in values if units.search(value.text) or units.match(text, value.end)]
        values = fitting or values
    if BY_DAY.search(asked.question):
        values = [value for value in values if not value.text.isdigit()]
    said = {token.lower() for token in TOKEN.findall(asked.question)}
    if asked.expected.kind == "person":
        values = [without_office(value, asked.expected.noun.casefold()) for value in values]
    refused = _is_partly_said if asked.expected.kind in NAMES else _is_said
    values = [value for value in values if not refused(value, said)]
    if outside := OUTSIDE.search(asked.question):
        place = re.compile(
            rf"\s(?:in|at|within|for)\s(?:the\s)?{re.escape(outside['place'])}\b", re.IGNORECASE
        )
        values = [value for value in values if not place.match(text, value.end)]
    if WHITHER.search(asked.question):
        values = [value for value in values if not STAYS.search(text[: value.start])]
    if asked.expected.kind in NAMES:
        whole = {value: in_its_line(value, each.window) for value in values}
        values = [own for value, own in whole.items() if own == value or " " in own.text]
    if asked.expected.kind == "person":
        values = [value for value in values if not _is_ordinary(value, ordinary)]
        values = who_did(values, text, verb) if verb else values
        if OF_FIRMS.search(asked.question):
            values += [value for value in firms_in(text) if not refused(value, said)]
    return values


def _says_when(text: str) -> bool:
    """Whether a date has more than the name of a month."""
    return any(sign.isdigit() for sign in text) or re.match(PART_OF_MONTH, text, re.IGNORECASE) is not None


def _without_periods(values: Sequence[Value], text: str) -> list[Value]:
    """Dates without years that only say for what period something is, beside a day: “for 2024, on 14 May”."""
    if not any(len(re.findall(r"\d+", value.text)) > 1 for value in values):
        return list(values)
    return [
        value for value in values if not (value.text.isdigit() and FOR_PERIOD.search(text[: value.start]))
    ]


def _labels_of(
    each: Scored, asked: Asked, values: Sequence[Value], wanted: Collection[str]
) -> dict[Value, float]:
    """The values that may be what is asked, with how much of it the label of each says.

    Of those in lines of labels it must say something; those in sentences are left to the words round them.
    """
    is_marked = bool(asked.marks) and all(has_mark(mark, each.window.text) for mark in asked.marks)
    if asked.expected.kind not in OF_LINES or not wanted or is_marked:
        return dict.fromkeys(values, 0.0)
    found: dict[Value, float] = {}
    text, over = each.window.text, f"{each.window.around} {each.passage.called}"
    for value in values:
        label = label_of(value, values, each.window)
        if label is None:
            found[value] = 0.0
            continue
        said = share_said(label, wanted, asked.worth, _asked_in(label, each, asked))
        if said and not is_named_behind(value, asked.question, text, over):
            found[value] = said
    return found


def _asked_in(label: str, each: Scored, asked: Asked) -> set[str]:
    """The marks of what a label names, and the question's stems that it has by other words, not a field's."""
    marks = marks_in(label, language_of(each.passage.text), asked.expected.language)
    return {*marks, *(stem for stem, alike in asked.alike.items() if alike & (marks - FIELDS))}


def _is_said(value: Value, said: set[str]) -> bool:
    """Whether the question has the value itself: it asks for another."""
    return all(token.lower() in said for token in TOKEN.findall(value.text))


def _is_partly_said(value: Value, said: set[str]) -> bool:
    return any(token.lower() in said for token in TOKEN.findall(value.text) if not token.islower())


def _is_aside(value: Value, text: str) -> bool:
    """Whether it stands in brackets, as last year’s beside this year’s does: “49% (53%)”."""
    before = text[: value.start]
    return before.count("(") > before.count(")")


def _is_ordinary(value: Value, ordinary: Collection[str]) -> bool:
    """Whether half of a name is written small elsewhere: “Roll Call” is nobody."""
    words = [word for word in TOKEN.findall(value.text) if len(word) > 2]
    return 2 * sum(word.lower() in ordinary for word in words) >= len(words)


def _places_of(text: str, asked: Asked, language: str) -> list[tuple[int, str, float]]:
    """(token number, stem, worth) of the words of the question in the text, and of others for the same."""
    begun = {stem[:5]: worth for stem, worth in asked.worth.items() if len(stem) > 2}
    found = []
    for at, token in enumerate(TOKEN.finditer(text)):
        word = re.sub("y$", "i", token[0].lower())  # as stems end
        stem = next((word[:length] for length in (5, 4, 3) if word[:length] in begun), "")
        found += [(at, stem, begun[stem])] if stem else []
    taken = {at for at, _, _ in found}
    for stem, marks in asked.alike.items():
        places = words_of(marks, text, language, asked.expected.language)
        also = {len(TOKEN.findall(text[:start])) for start in places} - taken
        found += [(at, stem[:5], IN_HEADING * asked.worth.get(stem, 0.0)) for at in also]
    return found


def _own_places(
    value: Value,
    text: str,
    places: Sequence[tuple[int, str, float]],
    ends: Sequence[int],
    leading: Sequence[Value],
) -> list[tuple[int, str, float]]:
    """Those words between the value before and this one: a label stands before its value.

    Of those `leading` the words up to the next one.
    """
    if leading:
        return _places_behind(value, text, places, leading)
    first = len(TOKEN.findall(text[: max((end for end in ends if end <= value.start), default=0)]))
    last, head = len(TOKEN.findall(text[: value.start])), len(TOKEN.findall(text[: min(ends)]))
    if first == 0 and any(at >= head for at, _, _ in places):
        return []  # what stands at the head may be the name of a column: a row below has other words
    return [place for place in places if first <= place[0] < last]


def _places_behind(
    value: Value, text: str, places: Sequence[tuple[int, str, float]], leading: Sequence[Value]
) -> list[tuple[int, str, float]]:
    """The words from a value that stands before what it is of to the next such; none of other values."""
    if value not in leading:
        return []
    until = next((other.start for other in leading if other.start > value.start), len(text))
    low, high = len(TOKEN.findall(text[: value.end])), len(TOKEN.findall(text[:until]))
    return [place for place in places if low <= place[0] < high]


def _nearness(
    value: Value, text: str, places: Sequence[tuple[int, str, float]], asked: Asked
) -> tuple[float, float]:
    """How much of the question stands near the value, to 1; more with the noun that is counted beside it.

    Behind it, for values that all have much of it, each word once, and more in the same sentence.
    """
    at = len(TOKEN.findall(text[: value.start]))
    width = len(TOKEN.findall(value.text))
    near, beside = 0.0, dict[str, float]()
    first, last = _sentence_of(value, text)
    for place, stem, worth in places:
        part = worth / (1 + max(0, (at - place) if place < at else place - at - width + 1) / NEAR)
        near += part
        beside[stem] = max(beside.get(stem, 0.0), part if first <= place < last else part * ELSEWHERE)
    share = min(1.0, 0.3 + near / asked.total)
    if asked.expected.noun:
        around = text[max(0, value.start - 40) : value.end + 40].lower()
        nouns = [word.lower()[:5] for word in asked.expected.noun.split()]
        share += 0.3 * sum(noun in around for noun in nouns) / len(nouns)
    return min(1.3, share), sum(beside.values())


def _sentence_of(value: Value, text: str) -> tuple[int, int]:
    """The number of the first word of the value's sentence, and of the first behind it; of one in parts that
    semicolons divide, of its part."""
    spans = [span for span in sentence_spans(text) if span[0] <= value.start < span[1]]
    start, end = spans[0] if spans else (0, len(text))
    start = max(start, text.rfind("; ", start, value.start))
    end = next((at for at in [text.find("; ", value.end, end)] if at >= 0), end)
    return len(TOKEN.findall(text[:start])), len(TOKEN.findall(text[:end]))
