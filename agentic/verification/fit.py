"""Whether an answer answers what was asked: each part of the question has its place in it, or is named."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import cached_property
from typing import Any, NamedTuple

from agentic.evidence import CheckedNumber, Draft, Evidence, Figure, Span
from agentic.facts.figures.target import ASKING
from agentic.plans.bounds import find_bound
from agentic.plans.definitions import find_definitions, without_definitions
from agentic.plans.figures.statements import statements_in
from agentic.plans.planner import AVERAGE, MOVES, YEARS_OF, called_by_names
from agentic.plans.ratios.named import find_ratios
from agentic.verification.sentences.statements import MARK, periods_in, same_time
from reading.measures.catalogue import MEASURES
from reading.values.legal_forms import without_legal_form
from reading.values.periods import Period
from reading.values.quantities import find_quantities
from retrieval.question.grouping import find_grouping
from retrieval.question.measures import measures_in
from retrieval.question.model import QueryAnalysis
from retrieval.question.naming.subjects import abbreviates
from retrieval.question.periods.times import YEARS_BACK
from retrieval.question.wording.manner import manner_of, without_manner, without_statement
from retrieval.question.wording.words import EVERY
from retrieval.stems import stems

YES_OR_NO = re.compile(
    r"^\W*(?:is|are|was|were|does|do|did|has|have|had|can|could|will|would)\b", re.IGNORECASE
)
SAYS_SO = re.compile(r"^\W*(?:yes|no)\b", re.IGNORECASE)
MOVED = re.compile(
    r"\b(?:rose|rise[ns]?|fell|fall[ens]*|increas\w+|decreas\w+|grew|grow\w*|declin\w+|drop\w*|chang\w+|improv\w+|"
    r"worsen\w*|shr[aiu]nk\w*|unchanged|same|higher|lower|up|down|gain\w*)\b",
    re.IGNORECASE,
)
EXTREME = re.compile(
    r"\b(?:highest|largest|biggest|greatest|most|best|strongest|lowest|smallest|least|fewest|worst|weakest|longest|"
    r"shortest|earliest|latest|top)\b",
    re.IGNORECASE,
)
RECENT = re.compile(
    r"\b(?:most\s+recent(?:ly)?|latest|newest|at\s+(?:most|least|best|worst))\b", re.IGNORECASE
)
COMPARING = re.compile(r"compar|differ", re.IGNORECASE)
MEAN = re.compile(r"\b(?:average[ds]?|averaging|mean)\b", re.IGNORECASE)
EXCEPT = re.compile(
    r"\b(?:exclud\w+|except\w*|without|other than|apart from|net of|before (?!20\d\d|the end)\w+)\b",
    re.IGNORECASE,
)
PER_CENT = re.compile(
    r"\bper\s?cent(?:age)?\b|%|\bas a (?:share|proportion|fraction) of\b|"
    r"\b(?:what|which) (?:share|proportion|portion|fraction) of\b",
    re.IGNORECASE,
)
QUARTER_DAYS, YEAR_DAYS = (80, 100), (350, 380)
HEAD = re.compile(
    r"\b(?:what|who) (?:is|was|are|were) the (?:\w+ ){0,2}?(?P<noun>\w+) (?:of|for)\b", re.IGNORECASE
)
NAMED = re.compile(r"(?<=[\w,;:’'] )[A-Z][\w&.-]+")  # not the first word of a sentence
NAME = re.compile(r"\b[A-Z][\w&.-]+")
# What companies do, and the measure that tells how much of it.
VERBS = {
    "revenue": re.compile(r"\b(?:sells?|sold|bring in|brought in)\b", re.IGNORECASE),
    "net_income": re.compile(r"\bearn(?:s|ed)?\b", re.IGNORECASE),
    "operating_income": re.compile(r"\bearn(?:s|ed)?\b", re.IGNORECASE),
}
QUANTITY = re.compile(
    r"\bhow (?:much|many)\b|\b(?:number|value|amount|quantity|level|percentage) of\b|"
    r"^\W*what (?:is|was|are|were)\b.*\b(?:expenses?|rates?|margins?|revenues?|income|sales|costs?|prices?|"
    r"ratios?|profits?|loss(?:es)?|assets|liabilities|deposits|earnings|capital|count)\b",
    re.IGNORECASE,
)
ROW = re.compile(r"\d\)?\s*%?\s+[$€£(]*\s*\(?\d[\d,.]*\)?\s*%?\s*[”\"]?$")  # “… activities 98,024 83,838”
SPANS = {1: (27, 32), 3: QUARTER_DAYS, 6: (170, 190), 12: YEAR_DAYS}
WORD = re.compile(r"[\w&%’'-]+")
CONDITION_FROM = re.compile(r"\s+(?:that|where)\s+")  # what stands behind it in a plan's words are conditions
SEVERAL = 2
MOST_LEFT = 0.34
MOST_WORDS = 4  # of a question that are named as not taken up
DAYS_OFF = timedelta(days=10)


class Part(NamedTuple):
    """`part`: measure | entity | period | grouping | condition. `asked`: the question's words for it."""

    part: str
    text: str
    asked: str = ""


@dataclass(frozen=True)
class Fit:
    """`missing`: a sentence for each part of the question that the answer leaves out.

    `answered`: what the answer is of: measure, whose, when, how grouped, on which conditions.
    `lacks_a_part`: it is of another measure, company or time, or of less of them. `not_considered`: words of
    the question that the answer does not speak of, as they stand there; `left` tells which share of all, 0–1,
    these are.
    """

    missing: tuple[str, ...] = ()
    answered: tuple[Part, ...] = ()
    lacks_a_part: bool = False
    not_considered: tuple[str, ...] = ()
    left: Callable[[], float] = lambda: 0.0

    @property
    def covers(self) -> bool:
        return not self.missing

    @property
    def is_near(self) -> bool:
        """Whether words that are quoted give what is asked, though not all of it in its words."""
        return not self.lacks_a_part and self.left() <= MOST_LEFT

    def as_json(self) -> dict[str, Any]:
        return {
            "covers": self.covers,
            "missing": list(self.missing),
            "not_considered": list(self.not_considered),
            "answered": [each._asdict() for each in self.answered],
        }


def fit_of(
    draft: Draft,
    numbers: Sequence[CheckedNumber],
    evidence: Evidence,
    *,
    question: str,
    analysis: QueryAnalysis | None = None,
) -> Fit:
    """How far the answer is one to the question. `analysis`: as it was understood, where that is known."""
    told = _Told(draft, numbers, evidence)
    asked = _Asked(question.replace(draft.left_open, " ") if draft.left_open else question, analysis)
    left = _unplaced(asked, told)
    lacks = tuple(dict.fromkeys(_of_parts(asked, told)))
    words = _words_of(left, asked.bare)

    def share_left() -> float:
        givers = None if told.numbers else number_givers(question, analysis, evidence.spans)
        return _share(asked, told, left) if givers is None or givers else 1.0

    skipped = [word for lack in lacks for word in WORD.findall(lack.words)]
    return Fit(
        missing=(*(lack.sentence for lack in lacks), *_not_taken(words)),
        answered=tuple(_answered(asked, told)),
        lacks_a_part=bool(lacks),
        not_considered=tuple(dict.fromkeys((*skipped, *words))),
        left=share_left,
    )


@dataclass(frozen=True)
class _Lack:
    """A part of the question that the answer leaves out: a sentence on it, and the question's words."""

    sentence: str
    words: str


@dataclass(frozen=True)
class _Asked:
    """The question without how it is to be answered, and its parts."""

    question: str
    analysis: QueryAnalysis | None

    @cached_property
    def bare(self) -> str:
        plain = without_manner(self.question)
        return called_by_names(without_statement(without_definitions(plain, find_definitions(plain))))

    @cached_property
    def measures(self) -> list[tuple[str, int, int]]:
        return measures_in(self.bare)

    @cached_property
    def ratios(self) -> list[tuple[str, str, int, int]]:
        """Name, words, characters of the ratios that are no measures of their own."""
        taken = [(start, end) for _, start, end in self.measures]
        return [
            (ratio.name, ratio.words, start, end)
            for ratio, start, end in find_ratios(self.bare)
            if not any(low <= start and end <= high for low, high in taken)
        ]

    @cached_property
    def periods(self) -> tuple[Period, ...]:
        named = periods_in(self.bare)
        if self.analysis is None:
            return named
        # By the fiscal calendar of the company; what a definition names is not asked for.
        own = {(each.fiscal_year, each.fiscal_quarter) for each in named}
        known = [
            each
            for each in self.analysis.periods
            if not named or (each.fiscal_year, each.fiscal_quarter) in own or each.fiscal_year is None
        ]
        return tuple(known) or named

    @cached_property
    def whose(self) -> list[tuple[str, tuple[str, ...]]]:
        """Each organization that is named: its words, and all its names."""
        if self.analysis is None:
            return []
        text = self.analysis.question
        return [(text[m.start : m.end], m.names) for m in self.analysis.organizations if m.end]


@dataclass(frozen=True)
class _Told:
    """The answer's text, and the figures that its numbers were found in."""

    draft: Draft
    numbers: Sequence[CheckedNumber]
    evidence: Evidence

    @cached_property
    def text(self) -> str:
        return MARK.sub(" ", self.draft.text)

    @cached_property
    def figures(self) -> list[Figure]:
        """Those that numbers of the text were taken from, once each."""
        places = {(n.document_id, n.page, n.quote, abs(n.value)) for n in self.numbers}
        results = {abs(n.value) for n in self.numbers}
        used = [
            f for f in self.evidence.figures if _place(f) in places or (f.formula and abs(f.value) in results)
        ]
        return list(dict.fromkeys(used)) or list(self.evidence.figures if not self.numbers else ())

    @cached_property
    def said(self) -> str:
        """All words that the answer rests on: its own, its figures' and its sources'."""
        figures = (f"{f.label} {f.measure.replace('_', ' ')} {f.entity} {f.period}" for f in self.figures)
        cited = (f"{s.filename} {s.section} {s.quote}" for s in self.evidence.spans)
        return " ".join((self.text, self.draft.about, *figures, *cited, str(self.plan.get("text", ""))))

    @cached_property
    def stems(self) -> set[str]:
        return stems(f"{self.said} {self.said.replace('.', ' ')}")

    @property
    def plan(self) -> Mapping[str, Any]:
        return self.draft.plan or {}

    @cached_property
    def measures(self) -> set[str]:
        named = {name for name, _, _ in measures_in(self.text)} | {f.measure for f in self.figures}
        labels = " ; ".join(f.label for f in self.figures)
        planned = re.findall(r'"figure": "(\w+)"', str(self.plan).replace("'", '"'))
        return named | {name for name, _, _ in measures_in(labels)} | set(planned)

    @cached_property
    def ends(self) -> set[object]:
        return {(f.period_end or f.fiscal_year, f.fiscal_quarter) for f in self.figures}


def _place(figure: Figure) -> tuple[object, ...] | None:
    span = figure.span
    return (span.document_id, span.page, span.quote, abs(figure.value)) if span else None


def _of_parts(asked: _Asked, told: _Told) -> Iterator[_Lack]:
    if told.draft.left_open:
        rest = told.draft.left_open.rstrip("?. ")
        telling = _words_of(stems(rest), rest)
        yield _Lack(f"Not answered: “{rest}”.", " ".join(telling))
    for name in told.draft.absent:
        yield _Lack(f"You asked about {name}; these documents give nothing of it to compare.", name)
    yield from _of_measures(asked, told)
    yield from _of_whom(asked, told)
    yield from _of_when(asked, told)
    yield from _of_statement(asked, told)
    yield from _of_kind(asked, told)


def _words_of(left: set[str], text: str) -> tuple[str, ...]:
    """The words of these stems, as they stand in the text; a stem that is of none of its words as it is."""
    if not left:
        return ()
    every = (re.sub(r"[’']s$", "", word) for word in WORD.findall(text))
    return tuple(dict.fromkeys(word for word in every if stems(word) & left)) or tuple(sorted(left))


def _not_taken(words: Sequence[str]) -> Iterator[str]:
    if words:
        yield f"The answer does not take “{' '.join(words[:MOST_WORDS])}” into account."


def _share(asked: _Asked, told: _Told, left: set[str]) -> float:
    """Of a name that is left all, and of what is asked for: nothing answers for these.

    Words that stand near what is quoted count half.
    """
    every = stems(asked.bare) - stems(ASKING) - stems(EVERY)
    named = {stem for name in NAMED.findall(asked.bare) for stem in stems(name)}
    near = {stem for span in told.evidence.spans for stem in stems(span.around)}
    head = HEAD.search(asked.bare)
    if named & (left - near) or (head and stems(head["noun"]) & left):
        return 1.0
    return (len(left - near) + len(left & near) / 2) / max(1, len(every))


def _of_measures(asked: _Asked, told: _Told) -> Iterator[_Lack]:
    families = {_family(name, said=asked.bare) for name in told.measures}
    for name, start, end in asked.measures:
        if _family(name, said=asked.bare) not in families and not stems(asked.bare[start:end]) <= told.stems:
            yield _Lack(
                f"You asked for {asked.bare[start:end]}; the answer gives none.", asked.bare[start:end]
            )
    named = {ratio.name for ratio, _, _ in find_ratios(f"{told.text} ; {told.plan.get('text', '')}")}
    labels = {figure.label for figure in told.figures}
    for name, words, start, end in asked.ratios:
        if name not in named and words not in labels and not stems(words) <= stems(told.text):
            yield _Lack(
                f"You asked for {asked.bare[start:end]}; the answer gives none.", asked.bare[start:end]
            )


def _not_given(words: str) -> _Lack:
    return _Lack(f"You asked for {words}; the answer gives none.", words)


def _family(name: str, *, said: str = "") -> str:
    """Measures that questions do not tell apart, where they do not say which."""
    if name.startswith("net_income"):
        return "net_income"
    if name.startswith("eps") and not re.search(r"\b(?:dilut\w+|basic)\b", said, re.IGNORECASE):
        return "eps"
    return name


def _of_whom(asked: _Asked, told: _Told) -> Iterator[_Lack]:
    entities = {f.entity for f in told.figures if f.entity}
    for words, names in asked.whose:
        every = [words, *names]
        if any(_is_named(name, told.said) for name in every):
            continue
        if any(_is_same(name, entity) for name in every for entity in entities):
            continue
        yield _Lack(f"You asked about {words}; the answer is not about it.", words)


def _is_named(name: str, text: str) -> bool:
    short = without_legal_form(name).removeprefix("The ").strip()
    return bool(short) and re.search(rf"(?<!\w){re.escape(short)}", text, re.IGNORECASE) is not None


def _is_same(name: str, entity: str) -> bool:
    one, other = without_legal_form(name).casefold(), without_legal_form(entity).casefold()
    return one == other or abbreviates(name, entity)


def _of_statement(asked: _Asked, told: _Told) -> Iterator[_Lack]:
    wanted = statements_in(asked.question)
    given = {name for figure in told.figures for name in statements_in(figure.heading)}
    if wanted and given and not wanted & given:
        of, other = " and ".join(sorted(wanted)), " and ".join(sorted(given))
        yield _Lack(f"You asked for the {of} statement; the answer is from the {other} statement.", "")


def _of_when(asked: _Asked, told: _Told) -> Iterator[_Lack]:
    if not told.figures and not periods_in(told.text):
        return
    for period in asked.periods:
        if not _is_told_of(period, told):
            other = f"; the answer is of {times}" if (times := _times(told)) else ""
            yield _Lack(f"You asked for {period.text}{other}.", period.text)


def _is_told_of(period: Period, told: _Told) -> bool:
    for f in told.figures:
        if f.period_end is None and f.fiscal_year is None:
            return True
        if same_time(period, f.period_start, f.period_end, f.fiscal_year, f.fiscal_quarter):
            return True
        if _ends_with(period, f) or _is_named_otherwise(period, f):
            return True
    said = periods_in(told.text)
    if any((p.fiscal_year, p.fiscal_quarter) == (period.fiscal_year, period.fiscal_quarter) for p in said):
        return True
    # A year ends with its fourth quarter, and is not of it.
    of_quarter = period.fiscal_quarter is not None and any(_days(f) > QUARTER_DAYS[1] for f in told.figures)
    return not of_quarter and any(abs(p.end_date - period.end_date) <= DAYS_OFF for p in said)


def _ends_with(period: Period, figure: Figure) -> bool:
    """A balance at the period's end, or a year that others call by the year in which it ends."""
    if figure.period_end is None:
        return False
    if abs(figure.period_end - period.end_date) <= DAYS_OFF:
        return figure.period_start is None or period.start_date is None or _days(figure) in _like(period)
    is_year = period.fiscal_year is not None and period.fiscal_quarter is None and not _names_a_day(period)
    length = _days(figure)
    return is_year and period.fiscal_year == figure.period_end.year and (not length or length > YEAR_DAYS[0])


def _is_named_otherwise(period: Period, figure: Figure) -> bool:
    """A fourth quarter of a year that the question calls by the year in which it ends, as others do."""
    if period.fiscal_quarter != 4 or figure.fiscal_quarter != 4 or figure.period_end is None:
        return False
    return period.fiscal_year == figure.period_end.year


def _names_a_day(period: Period) -> bool:
    return bool(re.search(r"\b\d{1,2},? ?(?:19|20)\d\d\b", period.text)) and "Q" not in period.text


def _days(figure: Figure) -> int:
    if figure.period_start is None or figure.period_end is None:
        return 0
    return (figure.period_end - figure.period_start).days + 1


def _like(period: Period) -> range:
    assert period.start_date is not None
    days = (period.end_date - period.start_date).days + 1
    return range(days - DAYS_OFF.days, days + DAYS_OFF.days + 1)


def _times(told: _Told) -> str:
    """When the answer's figures are of, in a few words."""
    years = sorted({f"fiscal {f.fiscal_year}" if f.fiscal_year else f.period for f in told.figures} - {""})
    return ", ".join(years[:3])


def _of_kind(asked: _Asked, told: _Told) -> Iterator[_Lack]:
    bare = RECENT.sub(lambda found: " " * len(found[0]), asked.bare)
    several = len(told.figures) >= SEVERAL
    yes_or_no = bool(SAYS_SO.search(told.text))
    grouping = find_grouping(asked.bare) if asked.measures and not told.plan.get("group_by") else None
    if grouping and not _is_grouped(told, grouping.by, grouping.months):
        of = f" of {_times(told)}" if _times(told) else ""
        yield _Lack(
            f"You asked by {grouping.noun or 'period'}; the answer is one figure{of}.",
            asked.bare[grouping.start : grouping.end],
        )
    moves = _asks_for_change(asked, bare)
    if moves and not (len(told.ends) >= SEVERAL or (MOVED.search(told.text) and told.numbers)):
        yield _Lack(f"You asked for a change (“{moves[0]}”); the answer gives one figure.", moves[0])
    if (mean := AVERAGE.search(bare)) and not MEAN.search(told.said):
        yield _Lack("You asked for an average; the answer gives none.", mean[0])
    if (most := EXTREME.search(bare)) and told.figures and not (several or EXTREME.search(told.text)):
        yield _Lack(f"You asked for the {most[0]}; the answer gives one figure.", most[0])
    but = EXCEPT.search(bare) if asked.measures or asked.ratios else None
    if but and not EXCEPT.search(told.said):
        yield _Lack(f"The condition “{but[0]}” is not taken into account.", but[0])
    bound = find_bound(asked.bare)
    unbound = bare if bound is None else bare.replace(asked.bare[bound.start : bound.end], " ")
    if (
        (PER_CENT.search(unbound) or manner_of(asked.question).percent)
        and told.numbers
        and not any("%" in n.text for n in told.numbers)
    ):
        share = PER_CENT.search(bare)
        yield _Lack(
            "You asked for a share in per cent; the answer gives an amount.", share[0] if share else ""
        )
    if (
        YES_OR_NO.search(bare)
        and told.numbers
        and not yes_or_no
        and not several
        and not MOVED.search(told.text)
    ):
        yield _Lack("You asked whether it is so; the answer gives a figure.", "")
    yield from _of_bounds(YEARS_OF.sub(" ", bare), told, yes_or_no=yes_or_no)


def _asks_for_change(asked: _Asked, bare: str) -> re.Match[str] | None:
    """The word that asks for a change of what is measured; a comparison of several is none."""
    if not asked.measures and not asked.ratios:
        return None
    named = [(s, e) for _, s, e in asked.measures] + [(s, e) for _, _, s, e in asked.ratios]
    found = (m for m in MOVES.finditer(bare) if not any(s < m.end() and m.start() < e for s, e in named))
    return next((m for m in found if not COMPARING.match(m[0])), None)


def _is_grouped(told: _Told, by: str, months: int) -> bool:
    if len(told.figures) < SEVERAL:
        return False
    if by == "part":
        return len({f.label for f in told.figures}) >= SEVERAL
    low, high = SPANS.get(months, (0, 10_000))
    spans = {f.period_end for f in told.figures if not _days(f) or low <= _days(f) <= high}
    return len(spans) >= SEVERAL


def _of_bounds(bare: str, told: _Told, *, yes_or_no: bool) -> Iterator[_Lack]:
    """Amounts and numbers with a unit that the question names as a bound."""
    if yes_or_no:
        return
    said = {(abs(q.value), q.unit) for q in find_quantities(told.said)}
    for quantity in find_quantities(bare):
        if quantity.unit and (abs(quantity.value), quantity.unit) not in said:
            words = bare[quantity.start : quantity.end]
            yield _Lack(f"The condition “{words}” is not taken into account.", words)


def number_givers(question: str, analysis: QueryAnalysis | None, spans: Sequence[Span]) -> list[Span] | None:
    """The spans that have the number that is asked for among its words; None if no number is asked for.

    A sentence with a number and a word of the question is near it, and answers it only by chance.
    """
    asked = _Asked(question, analysis)
    if not (asked.measures or QUANTITY.search(asked.bare)):
        return None
    text, measures = asked.bare, {name for name, _, _ in asked.measures}
    for _, start, end in reversed(asked.measures):
        text = f"{text[:start]} {text[end:]}"
    wanted = stems(_without_names(text, asked)) - stems(ASKING) - stems(EVERY)
    return [span for span in spans if _gives_number(span, wanted, measures)]


def _gives_number(span: Span, wanted: set[str], measures: set[str]) -> bool:
    if ROW.search(span.quote):
        return False  # which of a row's numbers it is, nothing says
    words = f"{span.section} {span.quote}"
    lacks = wanted - stems(words)
    if len(lacks) > max(0, len(wanted) - 1) // 4 or not measures <= {n for n, _, _ in measures_in(words)}:
        return False
    given = [q for q in find_quantities(span.quote) if q.unit or not 1900 <= q.value <= 2100]
    if measures and all(MEASURES[name].kind == "money" for name in measures):
        given = [q for q in given if q.unit.partition("/")[0].isupper() and q.unit != "%"]
    return bool(given)


def _without_names(text: str, asked: _Asked) -> str:
    """The text without whom and when it is about."""
    for words, _ in asked.whose:
        text = text.replace(words, " ")
    for period in (*asked.periods, *periods_in(text)):
        text = text.replace(period.text, " ")
    return re.sub(r"\b(?:FY|Q[1-4]|H[12])\s?'?\d*\b|\b(?:19|20)\d\d\b|[’']s\b", " ", text)


def _unplaced(asked: _Asked, told: _Told) -> set[str]:
    """The stems of words that neither ask, nor name a part that is checked of its own, nor are told."""
    text = asked.bare
    times = [match.span() for match in YEARS_OF.finditer(text)] if MEAN.search(told.said) else []
    spans = times + [(start, end) for _, start, end in asked.measures]
    spans += [(start, end) for _, _, start, end in asked.ratios]
    if grouping := find_grouping(text):
        spans.append((grouping.start, grouping.end))
    if len(told.ends) >= SEVERAL:
        spans += [match.span() for match in YEARS_BACK.finditer(text)]
    if told.plan.get("test") and (bound := find_bound(text)):
        spans.append((bound.start, bound.end))
    for start, end in sorted(spans, reverse=True):
        text = f"{text[:start]}{' ' * (end - start)}{text[end:]}"
    text = _without_names(text, asked)
    for name in NAME.findall(text):
        if any(abbreviates(name, figure.entity) for figure in told.figures if figure.entity):
            text = text.replace(name, " ")
    for measure, verbs in VERBS.items():
        if measure in told.measures:
            text = f"{verbs.sub(' ', text)}"
    return stems(text) - stems(ASKING) - stems(EVERY) - told.stems


def _said(asked: _Asked) -> Iterator[tuple[str, str]]:
    """The words of the question for each part, as they stand there."""
    spans = [(start, end) for _, start, end in asked.measures]
    spans += [(start, end) for _, _, start, end in asked.ratios]
    texts = {"measure": [asked.bare[start:end] for start, end in sorted(spans)]}
    texts["entity"] = [words for words, _ in asked.whose]
    texts["period"] = [period.text for period in asked.periods]
    if grouping := find_grouping(asked.bare):
        texts["grouping"] = [asked.bare[grouping.start : grouping.end]]
    for part, words in texts.items():
        if found := [each for each in words if each and each in asked.question]:
            yield part, found[0]


def _answered(asked: _Asked, told: _Told) -> Iterator[Part]:
    said = dict(_said(asked))
    for part, text in _of_what(told):
        words = _words_like(text, asked.question) if part == "condition" else said.get(part, "")
        yield Part(part, text, words)


def _of_what(told: _Told) -> Iterator[tuple[str, str]]:
    """Each part that the answer has, and what of it the answer is."""
    plan = told.plan
    labels = dict.fromkeys(f.label for f in told.figures if f.label)
    what = str(plan.get("text", "")).partition(" = ")[0].partition(";")[0] or ", ".join(list(labels)[:3])
    conditions = [str(each) for each in plan.get("conditions", ())]
    if conditions:
        what = CONDITION_FROM.split(what)[0]
    if what:
        yield "measure", what
    if whose := ", ".join(
        list(dict.fromkeys(without_legal_form(f.entity) for f in told.figures if f.entity))[:3]
    ):
        yield "entity", whose
    periods = list(plan.get("periods") or dict.fromkeys(_period(f) for f in told.figures if _period(f)))
    if periods:
        yield "period", ", ".join(periods[:3]) + (f" and {len(periods) - 3} more" if len(periods) > 3 else "")
    if by := plan.get("group_by"):
        yield "grouping", f"by {by}"
    for condition in conditions:
        yield "condition", condition


def _words_like(condition: str, question: str) -> str:
    """The words of the question from the first to the last that the condition has too."""
    own = stems(condition)
    found = [word for word in WORD.finditer(question) if stems(word[0]) & own]
    return question[found[0].start() : found[-1].end()] if found else ""


def _period(figure: Figure) -> str:
    if figure.period_start is None and figure.period_end:
        return f"{figure.period_end:%B} {figure.period_end.day}, {figure.period_end.year}"
    if figure.fiscal_year and figure.fiscal_quarter:
        return f"Q{figure.fiscal_quarter} of fiscal {figure.fiscal_year}"
    if figure.fiscal_year:
        return f"fiscal {figure.fiscal_year}"
    return figure.period
