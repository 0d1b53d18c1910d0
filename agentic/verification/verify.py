"""Checking an answer: each number is matched to its source or flagged, each citation to a place."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from typing import Any

from agentic.evidence import Answer, CheckedNumber, Citation, Coverage, Draft, Evidence, Span
from agentic.verification.fit import fit_of
from agentic.verification.formulas import find_formula
from agentic.verification.match import Match, best_match, known_numbers
from agentic.verification.numbers import Known, Stated
from agentic.verification.sentences.agreement import Grounds
from agentic.verification.sentences.statements import (
    MARK,
    Statement,
    escaped,
    marked,
    periods_in,
    quantities_in,
    split_statements,
    with_plain_marks,
)
from agentic.verification.sentences.times import times_nobody_names
from reading.values.periods import Period
from reading.values.quantities import Quantity, find_quantities
from retrieval.question.model import QueryAnalysis

_OPERATOR_BEFORE = re.compile(r"(?:[÷×/=−+]|(?<!\*)\*)\s*$")  # two asterisks are bold print
_OPERATOR_AFTER = re.compile(r"\s*(?:[÷×/=]|\*(?!\*)|[−+-]\s?\d)")
_CONSTANTS = (Decimal(1), Decimal(2), Decimal(100), Decimal(365))
_ITEM = re.compile(r"\s*(?:[-*•]|\d+\.)\s")
_FILES = re.compile(r"\b(?:document|file|filing|report|source)s?\b", re.IGNORECASE)
_BOUND = re.compile(
    r"\b(?:over|above|more than|exceed\w*|at least|under|below|less than|at most|up to|between|than|not|no|"
    r"of)\s+\W*$",
    re.IGNORECASE,
)


def verify(
    draft: Draft, evidence: Evidence, *, question: str = "", analysis: QueryAnalysis | None = None
) -> Answer:
    """The answer with each of its numbers checked against `evidence`.

    Numbers that only repeat the question are left out. Marks [n] without a span are removed and warned of. A
    text without any, which small models write, gets those of the spans that its numbers were found in.
    `analysis`: how the question was understood, for whether the answer is one to it. Of numbers that a draft
    only quotes none is told.
    """
    bare, lost = _without_lost_marks(with_plain_marks(draft.text), len(evidence.spans))
    text = bare if MARK.search(bare) else _with_marks(bare, _check(bare, evidence, question), evidence.spans)
    citations = _citations(text, evidence.spans)
    every = _check(text, evidence, question, claims_times=draft.answered)
    numbers = _claimed(every, draft, text)
    return Answer(
        text=text,
        answered=draft.answered,
        citations=citations,
        numbers=numbers,
        tables=evidence.tables,
        coverage=evidence.coverage.of(evidence) if evidence.coverage else None,
        tried=evidence.tried,
        nearest=tuple(_citation(n, span) for n, span in enumerate(evidence.nearest, start=1)),
        clarification=draft.clarification,
        clarify=draft.clarify,
        matches=draft.matches,
        plan=draft.plan or draft.looked_up,
        carried=draft.carried,
        fit=_fit(draft, text, every, evidence, question, analysis),
        warnings=(
            *draft.warnings,
            *_waiting_warning(evidence.coverage),
            *_lost_warning(lost),
            *_unsupported_warning(numbers),
            *_curated_warnings(numbers, citations, evidence),
        ),
    )


def _claimed(numbers: Sequence[CheckedNumber], draft: Draft, text: str) -> tuple[CheckedNumber, ...]:
    """Those that the answer gives as its own."""
    if draft.claims is None:
        return tuple(numbers)
    end = len(draft.claims) if text.startswith(draft.claims) else 0
    return tuple(number for number in numbers if number.start < end)


def _fit(
    draft: Draft,
    text: str,
    numbers: Sequence[CheckedNumber],
    evidence: Evidence,
    question: str,
    analysis: QueryAnalysis | None,
) -> dict[str, Any] | None:
    if not draft.answered or not question:
        return None
    if draft.read_as is not None:
        question, analysis = draft.read_as.question, draft.read_as
    whole = replace(draft, text=text)
    return fit_of(whole, numbers, evidence, question=question, analysis=analysis).as_json()


def _without_lost_marks(text: str, spans: int) -> tuple[str, list[int]]:
    """The text with only marks that point at a span, and the numbers of the others."""
    lost: list[int] = []

    def kept(match: re.Match[str]) -> str:
        numbers = marked(match)
        good = [number for number in numbers if 1 <= number <= spans]
        if good == numbers:
            return match[0]
        lost.extend(number for number in numbers if number not in good)
        return "".join(f"[{number}]" for number in good) or "\0"

    return re.sub(r" ?\0", "", MARK.sub(kept, text)), lost


def _check(
    text: str, evidence: Evidence, question: str, *, claims_times: bool = False
) -> tuple[CheckedNumber, ...]:
    return _Checker(_without_names(text, evidence), evidence, question, claims_times).check()


def _with_marks(text: str, numbers: Sequence[CheckedNumber], spans: Sequence[Span]) -> str:
    """A text that marks no source, with those of its numbers at the end of each sentence."""
    places: dict[tuple[int | None, int | None, str], int] = {
        (span.document_id, span.page, span.quote): number for number, span in reversed([*enumerate(spans, 1)])
    }
    sources = [(places.get((each.document_id, each.page, each.quote)), each.start) for each in numbers]
    for statement in reversed(split_statements(text)):
        own = {place for place, at in sources if place and statement.start <= at < statement.end}
        if own and not statement.text.startswith("|"):
            end = statement.start + len(statement.text.rstrip(" .!?:;"))
            text = f"{text[:end]} {''.join(f'[{place}]' for place in sorted(own))}{text[end:]}"
    return text


def _without_names(text: str, evidence: Evidence) -> str:
    """The text with file names blanked out, in place: a date in a name says nothing of the sentence."""
    names = {span.filename for span in (*evidence.spans, *evidence.nearest) if span.filename}
    for name in sorted({*names, *map(escaped, names)}, key=len, reverse=True):
        text = text.replace(name, " " * len(name))
    return text


def _citations(text: str, spans: Sequence[Span]) -> tuple[Citation, ...]:
    numbers = dict.fromkeys(number for match in MARK.finditer(text) for number in marked(match))
    return tuple(_citation(number, spans[number - 1]) for number in sorted(numbers))


def _citation(number: int, span: Span) -> Citation:
    return Citation(
        number=number,
        document=span.filename,
        document_id=span.document_id,
        page=span.page,
        quote=span.quote,
        kind=span.kind,
        fact_id=span.fact_id,
    )


@dataclass
class _Checker:
    """Checks one text in two rounds: what stands in the evidence, then what follows from it."""

    text: str
    evidence: Evidence
    question: str
    claims_times: bool = False  # a refusal may say of which times nothing is known
    known: list[Known] = field(init=False)
    grounds: Grounds = field(init=False)
    named: list[tuple[Statement, Known]] = field(init=False, default_factory=list)

    def __post_init__(self) -> None:
        self.known = known_numbers(self.evidence)
        self.grounds = Grounds(self.evidence, self.question)

    def check(self) -> tuple[CheckedNumber, ...]:
        found = [self._stated(*pair) for pair in quantities_in(self.text) if not self._is_constant(pair[0])]
        direct = [self._direct(stated) for stated in found]
        self.named = [
            (stated.statement, match[0]) for stated, match in zip(found, direct, strict=True) if match
        ]
        numbers = [
            number
            for stated, match in zip(found, direct, strict=True)
            if (number := self._checked(stated, match)).status != "unsupported" or not self._repeats(stated)
        ]
        return tuple(sorted([*numbers, *self._times(numbers)], key=lambda number: number.start))

    def _times(self, numbers: Sequence[CheckedNumber]) -> Iterator[CheckedNumber]:
        """The years and quarters that nothing names, in sentences of which no number is flagged already."""
        if not self.claims_times:
            return
        flagged = [number.start for number in numbers if number.status == "unsupported"]
        said = [(each.start, each.end) for each in split_statements(self.text)]
        told = [(start, end) for start, end in said if any(start <= at < end for at in flagged)]
        for time in times_nobody_names(self.text, self.evidence, self.question):
            if any(start <= time.start < end for start, end in told):
                continue
            yield CheckedNumber(
                text=time.text,
                value=Decimal(time.number),
                start=time.start,
                end=time.end,
                status="unsupported",
            )

    def _stated(self, quantity: Quantity, statement: Statement) -> Stated:
        """The number with the times it is said of: its sentence's, those over its list, those asked for."""
        stated = Stated(quantity, statement)
        if periods := stated.said.periods or self._over_list(statement):
            return replace(stated, periods=periods)
        if periods_in(self.text) or len(asked := periods_in(self.question)) != 1:
            return stated
        return replace(stated, periods=asked, is_asked=True)

    def _over_list(self, statement: Statement) -> tuple[Period, ...]:
        """The periods of the line that ends in a colon over the list in which the statement is an item."""
        if not _ITEM.match(self.text[self.text.rfind("\n", 0, statement.start + 1) + 1 :]):
            return ()
        earlier = [other for other in split_statements(self.text) if other.start < statement.start]
        heads = [other for other in earlier if other.text.rstrip().endswith(":")]
        return heads[-1].periods if heads else ()

    def _repeats(self, stated: Stated) -> bool:
        """Whether a number only takes up the question's, as a bound or to count, and claims nothing."""
        quantity = stated.quantity
        units = [q.unit for q in find_quantities(self.question) if q.value == quantity.value]
        if quantity.unit == "" and "" in units:
            return True
        # A heading may have the unit: “longer than 300 m” where length_m is above 300.
        is_known = quantity.unit in units or (quantity.unit == "" and bool(units))
        return is_known and _BOUND.search(self.text[: quantity.start]) is not None

    def _direct(self, stated: Stated) -> tuple[Known, Match] | None:
        cited = frozenset(id(span) for span in self._cited(stated.statement))
        in_formula = self._in_formula(stated.quantity)
        return best_match(stated, self.known, cited, self.grounds, in_formula=in_formula)

    def _cited(self, statement: Statement) -> list[Span]:
        return [self.evidence.spans[n - 1] for n in statement.marks if 1 <= n <= len(self.evidence.spans)]

    def _checked(self, stated: Stated, match: tuple[Known, Match] | None) -> CheckedNumber:
        quantity = stated.quantity
        if self.text.startswith(" rows", quantity.end) and (count := self._count(stated)):
            return _number(quantity, "computed", formula=count)
        if match is not None:
            known, kind = match
            if note := self._curated(known):
                return _number(quantity, "curated", span=known.span, note=note)
            if known.is_result:
                return _number(quantity, "computed", formula=_query_formula(known), span=known.span)
            return _number(quantity, kind, span=known.span, as_written=known.text)
        formula = self._count(stated) or self._formula(stated)
        return _number(quantity, "computed" if formula else "unsupported", formula=formula)

    def _curated(self, known: Known) -> str:
        """Who set the figure; "" for one that stands in the words."""
        fact = known.span.fact if known.span else None
        return self.evidence.curated.get(fact, "") if fact and not known.words else ""

    def _formula(self, stated: Stated) -> str:
        """From the figures of the sentence itself, of which a sum is made; else from all that are near."""
        beside = [known for other, known in self.named if other == stated.statement]
        written_out = self._in_formula(stated.quantity)
        return next(
            filter(
                None,
                (
                    find_formula(stated, operands, self.grounds, written_out=written_out)
                    for operands in (beside, self._operands(stated.statement))
                ),
            ),
            "",
        )

    def _operands(self, statement: Statement) -> list[Known]:
        """Figures that the answer names, that the sentence cites, and all where they are few."""
        cited = {(span.document_id, span.page, span.quote) for span in self._cited(statement)}
        measured = [number for number in self.known if not number.words]
        near = [n for n in measured if n.span and (n.span.document_id, n.span.page, n.span.quote) in cited]
        return [*(known for _, known in self.named), *near, *(measured if len(measured) <= 12 else ())]

    def _count(self, stated: Stated) -> str:
        """A number of things listed: rows of a result, documents cited, items of the list that follows."""
        quantity = stated.quantity
        is_count = quantity.unit == "" or (quantity.unit.islower() and quantity.unit != "pp")
        if not is_count or quantity.step != 1:
            return ""
        are_first = self.text[: quantity.start].lower().endswith("first ")
        counts = [
            (len(table.rows), "rows of the result")
            for table in self.evidence.tables
            if are_first or not table.truncated
        ]
        if _FILES.search(stated.said.beside + quantity.text):
            counts.append(
                (len({span.document_id for span in self.evidence.spans}), "documents in the evidence")
            )
        listed = re.findall(r"^\s*(?:[-*•]|\d+\.)\s", self.text[stated.statement.end :], re.MULTILINE)
        counts.append((len(listed), "items listed"))
        return next((f"count of {what}" for count, what in counts if count and count == quantity.value), "")

    def _in_formula(self, quantity: Quantity) -> bool:
        before, after = self.text[: quantity.start], self.text[quantity.end :]
        return bool(_OPERATOR_BEFORE.search(before[-4:]) or _OPERATOR_AFTER.match(after[:4]))

    def _is_constant(self, quantity: Quantity) -> bool:
        """The 1 of “÷ … − 1” and the 100 of “× 100” are no figures."""
        return not quantity.unit and abs(quantity.value) in _CONSTANTS and self._in_formula(quantity)


def _query_formula(known: Known) -> str:
    return known.formula or f"{known.label.replace('_', ' ') or 'value'}, computed by the query"


def _number(
    quantity: Quantity,
    status: str,
    *,
    formula: str = "",
    note: str = "",
    span: Span | None = None,
    as_written: str = "",
) -> CheckedNumber:
    return CheckedNumber(
        text=quantity.text,
        value=quantity.value,
        start=quantity.start,
        end=quantity.end,
        status=status,  # type: ignore[arg-type]
        document=span.filename if span else "",
        document_id=span.document_id if span else None,
        page=span.page if span else None,
        quote=span.quote if span else "",
        as_written=as_written if span else "",
        formula=formula,
        note=note,
    )


def _lost_warning(lost: Sequence[int]) -> tuple[str, ...]:
    if not lost:
        return ()
    marks = ", ".join(f"[{number}]" for number in dict.fromkeys(lost))
    return (f"{marks} pointed at no source and {'was' if len(lost) == 1 else 'were'} removed.",)


def _unsupported_warning(numbers: Sequence[CheckedNumber]) -> tuple[str, ...]:
    unsupported = [number.text for number in numbers if number.status == "unsupported"]
    if not unsupported:
        return ()
    return (f"No source was found for {', '.join(dict.fromkeys(unsupported))}: check before use.",)


def _waiting_warning(coverage: Coverage | None) -> tuple[str, ...]:
    if coverage is None or not coverage.waiting:
        return ()
    count = coverage.waiting
    if count == 1:
        return ("1 document is still being read: this answer knows nothing of what it says.",)
    return (f"{count:,} documents are still being read: this answer knows nothing of what they say.",)


def _curated_warnings(
    numbers: Sequence[CheckedNumber], citations: Sequence[Citation], evidence: Evidence
) -> tuple[str, ...]:
    """Of the figures that the answer gives or is computed from."""
    cited = [evidence.curated.get((each.kind, each.fact_id or 0), "") for each in citations]
    notes = [*(number.note for number in numbers), *cited]
    return tuple(dict.fromkeys(filter(None, notes)))
