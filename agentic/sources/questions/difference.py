"""How far a source's value and the documents' figure are apart, with the sum that shows it."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from decimal import Decimal

from agentic.evidence import Answer, CheckedNumber
from agentic.sources.answers.wording import cell
from agentic.verification.sentences.statements import periods_in, split_statements
from reading.lexicon import YEAR
from reading.values.quantities import find_quantities

PROVEN = ("exact", "rounded", "computed")
SCALES = (Decimal(1_000), Decimal(1_000_000), Decimal(1_000_000_000))
UNDATED = "Nothing is subtracted: the documents' figure is of one time, and the question names none."
_A_YEAR = re.compile(YEAR)


@dataclass
class _Told:
    """A text that grows, and the checked numbers in it."""

    text: str = ""
    numbers: tuple[CheckedNumber, ...] = ()

    def say(self, words: str) -> None:
        self.text += words

    def give(self, number: CheckedNumber) -> None:
        start = len(self.text)
        self.text += number.text
        self.numbers += (replace(number, start=start, end=len(self.text)),)


def difference(name: str, measure: str, of_source: Answer, of_documents: Answer) -> Answer | None:
    """One sentence on both; None where one of them is not a single proven number of a known size.

    What is subtracted is of one time: where the question names none and the documents' figure has one,
    that is said in its place.
    """
    own, other = _own(of_source), _first_figure(of_documents)
    if own is None or other is None or other.unit in ("%", "pp"):
        return None
    told = _Told()
    if other.is_dated and not _A_YEAR.search(measure):
        told.say(UNDATED)
    else:
        _compare(told, name, own, other)
    return Answer(text=told.text, answered=True, numbers=told.numbers)


@dataclass(frozen=True)
class _Figure:
    """`step`: the worth of its last written digit, within half of which it is rounded."""

    number: CheckedNumber
    unit: str
    step: Decimal
    is_dated: bool

    @property
    def value(self) -> Decimal:
        return self.number.value


def _own(answer: Answer) -> CheckedNumber | None:
    """The value of a result of one cell."""
    table = answer.tables[0] if answer.tables else None
    if table is None or len(table.rows) != 1 or len(table.rows[0]) != 1 or len(answer.numbers) != 1:
        return None
    return answer.numbers[0] if answer.numbers[0].status in PROVEN else None


def _first_figure(answer: Answer) -> _Figure | None:
    """The only number of the first sentence; what follows it qualifies it."""
    first = next(iter(split_statements(answer.text)), None)
    if first is None or not answer.answered:
        return None
    within = [each for each in answer.numbers if each.start < first.start + len(first.text)]
    written = next(iter(find_quantities(within[0].text)), None) if len(within) == 1 else None
    if written is None or within[0].status not in PROVEN:
        return None
    return _Figure(within[0], written.unit, written.step, bool(periods_in(first.text)))


def _compare(told: _Told, name: str, own: CheckedNumber, other: _Figure) -> None:
    apart = own.value - other.value
    small, large = sorted((abs(own.value), abs(other.value)))
    if abs(apart) * 2 <= other.step:
        told.say("Both give the same: ")
        told.give(own)
        told.say(" is ")
        told.give(other.number)
        told.say(", as exactly as that is written." if apart else ".")
    elif small and (times := next((each for each in SCALES if large == small * each), None)):
        told.say("Their digits are the same, but one is ")
        told.give(_computed(times, f"{_plain(large)} ÷ {_plain(small)}"))
        told.say(" times the other: one of them may be told in thousands or millions.")
    else:
        _apart(told, name, own, other)


def _apart(told: _Told, name: str, own: CheckedNumber, other: _Figure) -> None:
    apart = own.value - other.value
    formula = f"{_plain(own.value)} − {_plain(other.value)}"
    told.say(f"“{name}” gives ")
    told.give(_computed(abs(apart), formula))
    told.say(f" {'more' if apart > 0 else 'less'} than the documents: ")
    told.give(replace(own, text=_plain(own.value)))
    told.say(" − ")
    told.give(replace(other.number, text=_plain(other.value)))
    told.say(" = ")
    told.give(_computed(apart, formula))
    if other.value > 0:
        told.say(" (")
        share = apart / other.value
        text = f"{share * 100:+.1f}%".replace("-", "−")
        told.give(replace(_computed(share, f"{_plain(apart)} ÷ {_plain(other.value)}"), text=text))
        told.say(" of theirs)")
    told.say(".")


def _computed(value: Decimal, formula: str) -> CheckedNumber:
    return CheckedNumber(text=_plain(value), value=value, start=0, end=0, status="computed", formula=formula)


def _plain(value: Decimal) -> str:
    return cell(int(value) if value == int(value) else float(value)).replace("-", "−")
