"""The cells that a question names, and what is computed of them, kept for the check."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

from agentic.evidence import Figure
from agentic.facts import wording
from agentic.facts.case import Case
from agentic.tables.cells.matching import TOTAL, Matcher, Words, words_apart
from agentic.tables.cells.model import Asked, Cell, Series
from agentic.tables.cells.question import years_of
from agentic.tables.cells.wording import (
    PER_CENT,
    written,
)
from documents.models import Page
from retrieval.sheets.stems import stems_of

OF_FLOWS = frozenset({"expens"})  # which a label may leave out
LEAST_NAMED = 2  # stems that name a row without these

Placed = tuple[Series, Cell]


class Chosen:
    """`cells`: those that the answer takes. `results`: what it computes. `expression`: the plan, as JSON."""

    def __init__(self, case: Case, asked: Asked, series: Sequence[Series]) -> None:
        self.case, self.asked, self.series = case, asked, series
        self.cells: list[tuple[Series, Cell]] = []
        self.results: list[Figure] = []
        self.expression: dict[str, Any] = {}
        self.labels = frozenset(stem for each in series for stem in each.words)
        self.words = _words(case, asked.parts, self.labels)
        self.matcher = Matcher(series, _page_words(case, series), _names(case, series))

    def _take(self, series: Series, cells: Sequence[Cell]) -> None:
        self.cells += [(series, cell) for cell in cells]

    def _leaf(self, series: Series, cell: Cell) -> dict[str, Any]:
        leaf = {"cell": series.name, "table": series.title, "period": cell.time or str(cell.year or "")}
        return {name: value for name, value in leaf.items() if value}

    def _cited(self, cell: Cell) -> str:
        return f"{wording.amount(cell.row)} {self.case.cite(cell.row.span)}"

    def _one(self, part: int = 0, *, years: Sequence[int] = ()) -> Series | None:
        return self.matcher.best(self.words[part], years=years or self.asked.years)

    def _cell(self, series: Series, year: int, part: int = 0) -> Cell | None:
        """The one cell of the year; of several the one whose time the question's words tell."""
        own = [cell for cell in series.cells if cell.year == year or not year]
        if len(own) > 1:
            said = self.words[part].stems
            most = max(len(cell.time_words & said) for cell in own)
            own = [cell for cell in own if len(cell.time_words & said) == most]
        values = {cell.row.numeric_value for cell in own}
        return own[0] if len(values) == 1 else None

    def _years(self, series: Series) -> list[int]:
        """The years asked for; all of a range, and all of the series where none are."""
        asked = self.asked.years
        if not asked:
            return [year for year in dict.fromkeys(cell.year for cell in series.cells) if year]
        if self.asked.is_range and len(asked) == 2:
            low, high = sorted(asked)
            return [year for year in dict.fromkeys(cell.year for cell in series.cells) if low <= year <= high]
        return list(asked)

    def _cells_of(self, series: Series, years: Sequence[int]) -> list[Cell] | None:
        cells = [self._cell(series, year) for year in years]
        return [cell for cell in cells if cell] if all(cells) else None

    def _over(self, years: Sequence[int]) -> list[Placed]:
        """The cells of one series in the years; of one row that each year has a table of its own for."""
        series = self._one(years=years)
        if series is not None and (cells := self._cells_of(series, years)):
            return [(series, cell) for cell in cells]
        found: list[Placed] = []
        for year in years:
            own = self._one(years=(year,))
            cell = self._cell(own, year) if own else None
            if own is None or cell is None:
                return []
            found.append((own, cell))
        names = {(series.own, series.beside) for series, _ in found}
        return found if len(names) == 1 else []

    def _with_shared(self, part: int) -> Words:
        """An operand's words; what stands with the other ones only is no word too many of it."""
        own = self.words[part]
        others = frozenset(stem for words in self.words if words is not own for stem in words.stems)
        return replace(own, soft=own.soft | (others - own.stems))

    def _each(self, year: int = 0) -> list[Placed]:
        """Each operand in the year, in the one that is asked for, or in the only one that it has.

        Of an operand that is only another time it is the row of the one before.
        """
        found: list[Placed] = []
        for part, text in enumerate(self.asked.parts):
            own = years_of(text)
            years = (year,) if year else own if len(own) == 1 else self.asked.years
            if len(years) > 1:
                return []
            is_time = bool(found) and len(own) == 1 and not self.words[part].stems
            series = found[-1][0] if is_time else self.matcher.best(self._with_shared(part), years=years)
            if series is None:
                return []
            known = [year for year in series.years if year]
            cell = self._cell(series, years[0] if years else known[0] if len(known) == 1 else 0, part)
            if cell is None or (series, cell) in found or cell in [other for _, other in found]:
                return []
            found.append((series, cell))
        return found

    def _pair(self, year: int = 0) -> list[Placed]:
        return self._each(year)[:2]

    def _operands(self) -> list[Placed]:
        if len(self.asked.parts) > 1:
            if found := self._each():
                return found
            whole = _words(self.case, (" and ".join(self.asked.parts),), self.labels)[0]
            series = self.matcher.best(whole, years=self.asked.years)
        else:
            series = self._one()
        if series is None:
            return self._over(self.asked.years) if len(self.asked.parts) == 1 else []
        years = self._years(series)
        if self.asked.count and len(years) != self.asked.count:
            return []
        cells = self._cells_of(series, years)
        return [(series, cell) for cell in cells] if cells else []

    def _bound(self, like: Cell) -> Figure:
        test = self.asked.test
        assert test is not None
        return replace(
            like.row.figure,
            value=test.value,
            text=test.written,
            unit=test.unit,
            span=None,
            formula="as the question sets it",
        )

    def _result(
        self, value: Decimal, like: Cell | None, label: str, formula: str, *, unit: str = "", further: int = 0
    ) -> str:
        """The computed value as it is said, and known to the check."""
        row = like.row if like else None
        if unit == "%" or like is None or row is None:
            number = value * PER_CENT if unit == "%" else value
            rounded = number.quantize(Decimal("0.01"), ROUND_HALF_UP)
            text = f"{rounded:,f}{'%' if unit == '%' else ''}"
            scale = Decimal("0.01") if unit == "%" else Decimal(1)
        else:
            unit, scale = row.unit, row.scale
            text, rounded = written(value, like, further)
        self.results.append(
            Figure(
                value=rounded * scale,
                text=text,
                unit=unit,
                scale=scale,
                label=label,
                entity=row.entity_name if row else "",
                fiscal_year=row.fiscal_year if row else None,
                period_end=row.period_end if row else None,
                formula=formula,
            )
        )
        return text


def is_of_one_document(case: Case) -> bool:
    """Whether the user chose one document, in which all that is asked must stand."""
    return case.scope.is_chosen and len(case.scope.document_ids or ()) == 1


def _words(case: Case, parts: Sequence[str], labels: frozenset[str]) -> list[Words]:
    """The stems of each operand's words that name something. `labels`: all that rows and columns go by."""
    apart = [words_apart(part) for part in parts]
    stems = stems_of({word for pair in apart for words in pair for word in words})
    found = []
    for part, (named, general) in zip(parts, apart, strict=True):
        own = {stem for word in named for stem in stems[word] or {word.casefold()} & labels}
        own |= {word.casefold() for word in general if word[:1].isupper() and not stems[word]} & labels
        soft = {stem for word in general for stem in stems[word] or {word.casefold()}}
        if len(own) > LEAST_NAMED:
            soft |= own & OF_FLOWS
            own -= OF_FLOWS
        found.append(Words(frozenset(own - {TOTAL}), "total" in part.casefold(), frozenset(soft)))
    return found


def _names(case: Case, series: Sequence[Series]) -> frozenset[str]:
    """Whom the question names, and what the documents are called."""
    analysis = case.analysis
    named = {case.question[each.start : each.end] for each in analysis.organizations}
    every = stems_of(named | {cell.row.entity_name for each in series for cell in each.cells})
    return frozenset(stem for words in every.values() for stem in words)


def _page_words(case: Case, series: Sequence[Series]) -> frozenset[str]:
    """What the text says round the tables, of the document that the user chose."""
    if not is_of_one_document(case):
        return frozenset()
    places = {(cell.row.document_id, cell.row.page) for each in series for cell in each.cells}
    texts = Page.objects.filter(
        document__in={document for document, _ in places}, number__in={page for _, page in places}
    ).values_list("text", flat=True)
    whole = " ".join(texts)
    return stems_of({whole})[whole]
