"""Whether a sentence says of a number what its source says: measure, whose, which part, which way.

Only what both sides tell is compared: a sentence that leaves something open contradicts nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property

from agentic.evidence import Evidence, Figure
from agentic.verification.numbers import Known
from agentic.verification.sentences.clauses import CHANGE_WORDS, Said, direction_of
from agentic.verification.sentences.measures import measures_in, stems
from agentic.verification.sentences.statements import Statement, quantities_in
from reading.lexicon import MONTHS, PER_SHARE
from reading.measures.catalogue import MEASURES, find_measures
from reading.values.legal_forms import without_legal_form

# Names of one thing to readers of a report, or told apart by the words that `_OPPOSITES` compares.
_FAMILIES = (
    {"net_income", "net_income_to_common", "net_income_including_noncontrolling"},
    {"equity", "equity_including_noncontrolling"},
    {"eps_basic", "eps_diluted"},
    {"shares_basic", "shares_diluted"},
    {"cash_and_equivalents", "cash_and_restricted_cash"},
    {"capital_expenditures", "property_plant_equipment"},
)
# Words that cannot be said of one number: sides apart by “|”, each with what else says the same.
_OPPOSITES = tuple(
    tuple(re.compile(rf"(?<![\w-])(?:{side.strip()})(?![\w-])", re.IGNORECASE) for side in line.split(" / "))
    for line in (
        r"gross (?:profit )?margin / operating margin / net (?:profit )?margin / ebitda margin",
        r"gross(?! (?:profit |margin)|ing) / net(?! of)",
        r"basic / diluted|dilut\w+",
        r"(?<!non)(?<!non-)current / non-?current|long-?term",
        r"short-?term / long-?term",
        r"before (?:income )?tax\w*|pre-?tax / after tax\w*",
        r"domestic|(?-i:U\.?S\.?) / international|foreign|overseas",
        r"restated / originally|previously reported|as reported",
        r"non-gaap|adjusted / (?<!non-)gaap",
        r"provided|generated|inflows? / used|outflows?",
        r"received / paid|payments?",
        r"open(?:s|ed|ings?)|new / clos(?:ed?|ures?|ings?)|shut / operat(?:e[sd]?|ing)",
        r"issu(?:ed|ance) / repa(?:id|yments?) / repurchas\w+|bought back",
        r"acqui\w+|purchas\w+|bought / sold|dispos\w+|divest\w+",
        r"assets / liabilities",
        r"minimum|lowest / maximum|highest",
    )
)
_LOSS = re.compile(r"\b(?:net\s+|operating\s+)?(?:loss(?:es)?|deficit|outflows?)\b|\bused\b", re.IGNORECASE)
_PROFIT = re.compile(r"\b(?:profits?|earned|provided|generated|inflows?)\b", re.IGNORECASE)
_EITHER = re.compile(r"\((?:loss(?:es)?|used (?:in|for)|deficit|income|provided by)\)", re.IGNORECASE)
_ARTICLE = re.compile(r"^the\s+", re.IGNORECASE)
_OWNER = re.compile(r"\b([A-Z][\w&.-]*(?:\s(?:&\s)?[A-Z][\w&.-]*){0,3})['’]s?(?=\s)")
_PLACE = re.compile(r"\b(?:in|for|from|of|at)\s+(?:the\s+)?([A-Z][a-z]{3,})\b")
_NO_NAME = frozenset(
    """the its company group management shareholder shareholders stockholder stockholders it this that last
    year quarter firm corporation today month total fiscal
    first second third fourth period week""".split()
) | set(MONTHS)  # fmt: skip
_EVERY = {"year": ("annual", "annum"), "month": ("monthly",), "quarter": ("quarterly",), "day": ("daily",)}
_NEAR = 3  # words before a measure that say which part of it is meant
_OF_PART = re.compile(r"^\s+(?:from|of|in)\s+(?:the\s+)?([\w-]+)", re.IGNORECASE)


@dataclass(frozen=True)
class Grounds:
    """What all of an answer's evidence names, beside the question."""

    evidence: Evidence
    question: str = ""

    @cached_property
    def entities(self) -> dict[str, re.Pattern[str]]:
        """The companies that figures are of, and how a sentence names each."""
        names = dict.fromkeys(figure.entity for figure in self.evidence.figures if figure.entity)
        return {name: _naming(name, names) for name in names}

    @cached_property
    def words(self) -> frozenset[str]:
        """Stems of all that the evidence and the question say."""
        told: list[str] = [self.question]
        for span in (*self.evidence.spans, *self.evidence.nearest):
            told += [span.quote, span.around, span.section, span.filename]
        for figure in self.evidence.figures:
            told += [figure.label, figure.entity, figure.period, figure.span.quote if figure.span else ""]
        for table in self.evidence.tables:
            told += [cell for row in table.rows for cell in row if isinstance(cell, str)]
        return stems(" ".join(told))

    @cached_property
    def parts(self) -> frozenset[str]:
        """Stems that tell the rows of the evidence's tables apart."""
        return frozenset().union(
            *(part_of(figure.label) for figure in self.evidence.figures if is_row(figure))
        )

    @cached_property
    def _named(self) -> dict[str, list[tuple[int, str]]]:
        return {}

    def named_in(self, text: str) -> list[tuple[int, str]]:
        """Where `text` names which companies, in its order. Each text is compared with many numbers."""
        if text not in self._named:
            patterns = self.entities.items()
            found = ((match.start(), name) for name, pattern in patterns for match in pattern.finditer(text))
            self._named[text] = sorted(found)
        return self._named[text]

    def place_of(self, entity: str, text: str) -> int | None:
        """Where `text` first names the company."""
        match = self.entities[entity].search(text) if entity in self.entities else None
        return match.start() if match else None


def is_row(figure: Figure) -> bool:
    """Whether the figure has a label of its own, and is no number of a sentence."""
    return figure.span is None or figure.label != figure.span.quote


def _naming(name: str, names: Iterable[str]) -> re.Pattern[str]:
    """The name without its legal form; its first word alone where no other name begins with it."""
    bare = _ARTICLE.sub("", without_legal_form(name) or name) or name
    first = bare.split()[0]
    alone = len(first) > 3 and sum(_ARTICLE.sub("", other).split()[:1] == [first] for other in names) == 1
    return re.compile(rf"(?<!\w){re.escape(first if alone else bare)}(?!\w)", re.IGNORECASE)


def part_of(label: str) -> frozenset[str]:
    """The stems of a label beside those of the measure it names: of “Service revenue” only “servi”."""
    bare = label = re.sub(r"\([^)]*\)", "", label)
    for _, start, end in reversed(find_measures(label)):
        bare = f"{bare[:start]} {bare[end:]}"
    return stems(bare)


def agrees(
    said: Said,
    statement: Statement,
    value: Decimal,
    known: Known,
    grounds: Grounds,
    *,
    in_formula: bool = False,
) -> bool:
    """Whether nothing that the sentence says of the number `value` is against what is known of it.

    `in_formula`: of the operands of a formula the words round it say nothing.
    """
    return in_formula or (
        measure_fits(said, known)
        and _whose_fits(said, statement, known, grounds)
        and _part_fits(said, statement, known, grounds)
        and _words_fit(said, statement, known)
        and _side_fits(said, value, known)
        and _manner_fits(said, value, known)
        and _quarter_fits(said, known)
    )


def _quarter_fits(said: Said, known: Known) -> bool:
    """Whether the quarter that is named beside the number, maybe without a year, may be the source's."""
    if not said.quarters:
        return True
    if known.said is not None:
        return not known.said.quarters or not said.quarters.isdisjoint(known.said.quarters)
    if known.quarter is None or known.end is None:
        return True
    return not said.quarters.isdisjoint({known.quarter, (known.end.month - 1) // 3 + 1})


def _family(name: str) -> frozenset[str]:
    return frozenset(next((family for family in _FAMILIES if name in family), {name}))


def measure_fits(said: Said, known: Known) -> bool:
    """Whether one of the measures that the sentence names is the known number's, where both name some."""
    if not said.measures:
        return True
    told = known.said.measures if known.said else frozenset({known.measure} - {""})
    if not told and not known.said:
        told = frozenset(name for name, _, _ in measures_in(known.label) if not part_of(known.label))
    if not told or (known.measure and said.measures <= _named_in(known.label)):
        return True
    return not frozenset().union(*map(_family, said.measures)).isdisjoint(told)


def _named_in(label: str) -> frozenset[str]:
    """What a label's own words name, whatever its row is taken for: “Net income per share – diluted”."""
    return frozenset(name for name, _, _ in find_measures(label))


def _whose_fits(said: Said, statement: Statement, known: Known, grounds: Grounds) -> bool:
    named = _named(said, statement, grounds)
    if known.entity and named and known.entity not in named:
        return False
    if known.entity and not named:
        return all(_is_known_name(name, known, grounds) for name in _OWNER.findall(said.beside))
    places = _PLACE.findall(said.beside) if known.said else []
    return all(_is_empty(name) or stems(name) <= grounds.words for name in places)


def _is_empty(name: str) -> bool:
    return name.lower() in _NO_NAME or not stems(name)


def _is_known_name(name: str, known: Known, grounds: Grounds) -> bool:
    words = [word for word in re.split(r"[\s&.]+", name) if word and word.lower() not in _NO_NAME]
    if not words or name.isupper():
        return True
    told = stems(f"{known.entity} {known.label} {known.quote} {grounds.question}")
    return any(stems(word) <= told for word in words)


def _named(said: Said, statement: Statement, grounds: Grounds) -> list[str]:
    """The companies named beside the number; else those named last before it, with no number between them."""
    numbers = [quantity.start for quantity, _ in quantities_in(statement.text)]
    names = grounds.named_in(statement.text)
    if len(names) == len(numbers) > 1 and names[-1][0] < numbers[0] and said.start in numbers:
        return [names[numbers.index(said.start)][1]]  # “Norvane and Brightholm had 5 and 7”
    beside = {name for _, name in grounds.named_in(said.beside)}
    if own := [name for name in grounds.entities if name in beside]:
        return own
    before = [(at, name) for at, name in names if at < said.start]
    last = max((at for at in numbers if before and at < before[-1][0]), default=-1)
    return [name for at, name in before if at > last]


def _part_fits(said: Said, statement: Statement, known: Known, grounds: Grounds) -> bool:
    """Of a row that is a part, such as services, the sentence names the part; of another no other part."""
    if known.said:
        return _in_place(said, known.said)
    own = part_of(known.label)
    if not known.label or known.is_result:
        return True
    if said.measures and own and not known.measure:
        around = stems(f"{statement.text} {grounds.question}")
        if own.isdisjoint(around):
            return False
    foreign = (_before_measure(said.beside) & grounds.parts) - stems(f"{known.label} {known.entity}")
    return not foreign or not own.isdisjoint(stems(said.beside))


def _before_measure(text: str) -> frozenset[str]:
    """Stems of the words right before a measure, or behind it after “of”."""
    near: list[str] = []
    for _, start, end in find_measures(text):
        head = re.split(r"[,;:(]|['’]s?\s", text[:start])[-1]
        near += head.split()[-_NEAR:]
        if of := _OF_PART.match(text[end:]):
            near.append(of[1])
    return stems(" ".join(near))


def _in_place(said: Said, source: Said) -> bool:
    """Whether the words beside the number stand beside it in the source too, not beside another number."""
    if not source.is_prose:
        return True
    if said.is_alone and said.own & source.later:
        return False
    astray = said.own & source.others
    return not astray or not source.own - said.own or len(said.own & source.own) > len(astray)


def _words_fit(said: Said, statement: Statement, known: Known) -> bool:
    """No word beside the number whose opposite stands beside it in the source."""
    source = known.said.beside if known.said else known.label
    if not source:
        return True
    if (
        PER_SHARE.search(said.beside)
        and known.unit
        and "/" not in known.unit
        and "share" not in source.lower()
        and not PER_SHARE.search(source)
        and not (known.said and any(measure.startswith("eps_") for measure in known.said.measures))
    ):
        return False
    for sides in _OPPOSITES:
        ours = [side.search(said.beside) is not None for side in sides]
        theirs = [side.search(source) is not None for side in sides]
        if any(ours) and any(theirs) and not any(a and b for a, b in zip(ours, theirs, strict=True)):
            return False
    return True


def _side_fits(said: Said, value: Decimal, known: Known) -> bool:
    """A loss is no profit: what the words say of the sign, and the sign that the source gives."""
    if value < 0 or not value:
        return True
    source = known.said.beside if known.said else known.label
    decides = _EITHER.search(source) is not None or not known.said
    beside = _EITHER.sub("", said.beside)  # “net income (loss)” leaves it open
    is_loss, is_profit = _LOSS.search(beside), _PROFIT.search(beside)
    says_loss = _LOSS.search(_EITHER.sub("", source)) is not None
    if (
        is_loss
        and not is_profit
        and not says_loss
        and known.value > 0
        and (known.measure or known.said)
        and decides
    ):
        return False
    if is_loss and not is_profit and known.said and _PROFIT.search(source) and not says_loss:
        return False
    return not (is_profit and not is_loss and (known.value < 0 or (known.said and says_loss)))


def _manner_fits(said: Said, value: Decimal, known: Known) -> bool:
    source = known.said
    if not said.is_prose:
        return True
    if source is None or not source.is_prose:
        return (
            not said.is_negated and _bound_fits(said, value, known.value, 0) and _row_fits(said, value, known)
        )
    if said.is_negated != source.is_negated or not _rate_fits(said, known):
        return False
    if not said.periods and source.has_prior and said.is_prior and not source.is_prior:
        return False
    if not said.periods and source.is_prior and not (said.is_prior or said.is_compared):
        return False
    if not _bound_fits(said, value, known.value, source.bound):
        return False
    if said.role and source.role and said.role != source.role and not _is_change_by_name(said, source):
        return False
    return not said.direction or not source.direction or said.direction == source.direction


def _rate_fits(said: Said, known: Known) -> bool:
    """Whether “per year” stands in the source too."""
    assert known.said is not None
    if not said.rate or said.rate == known.said.rate:
        return True
    return not known.said.rate and any(
        word in known.quote.lower() for word in (said.rate, *_EVERY.get(said.rate, ()))
    )


def _is_change_by_name(*sides: Said) -> bool:
    return any("comparable_sales" in side.measures for side in sides)


def _bound_fits(said: Said, value: Decimal, truth: Decimal, bound: int) -> bool:
    """Whether the number may be called the least or the most."""
    if not said.bound or bound:
        return said.bound in (0, bound)
    over = abs(truth) - abs(value)
    return over * said.bound > 0 or (over == 0 and said.may_equal)


def _row_fits(said: Said, value: Decimal, known: Known) -> bool:
    """A figure of a table is a level, unless its label, its unit or the time of a balance says a change."""
    if known.is_result or not known.label or known.said is not None:
        return True
    is_change = bool(CHANGE_WORDS.search(known.label)) or known.unit in ("%", "pp") or _is_movement(known)
    if said.role == "change" and not is_change:
        return False
    if (
        said.role == "level"
        and CHANGE_WORDS.search(known.label)
        and known.unit not in ("%", "pp")
        and said.measures
    ):
        return bool(find_measures(known.label)) or not known.measure
    if said.role != "change" or not said.direction or value < 0:
        return True
    direction = direction_of(known.label) or 1
    return direction * (1 if known.value > 0 else -1) == said.direction


def _is_movement(known: Known) -> bool:
    """Whether what is a balance by its name has a span: statements of cash flows tell what it changed by."""
    measure = MEASURES.get(known.measure)
    return measure is not None and measure.is_instant and known.start is not None
