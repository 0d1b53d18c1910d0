"""What stands in the cells of a table and measures nothing: numberings, codes, marks."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from reading.lexicon import A_YEAR, CURRENCY_CODE, SIGNS
from reading.model import Cell, Column, Table, TableLine
from reading.tables.units.numbers import currency_of

LEAST_NUMBERED = 4  # rows of a column that counts them
MOSTLY_NEXT = 0.75  # of its steps, that lead to the next whole number: some rows may be left out
LEAST_CODES = 2  # numbers with a nought before them
LEAST_MARKS = 6  # cells of a table that hold nothing but one and the same number
LEAST_NUMBER_LABELS = 3  # rows that are called by numbers alone, such as doses
MOST_LABEL_WORDS = 12  # of a label with the end of a sentence in it
MOST_RUN_ON = 0.3  # of the rows, that hold cells in their labels; the others then do too, or lost them
LEAST_POINTED = 3  # numbers of a column with three digits behind a point
_WHOLE = re.compile(r"\d+")
_CODE = re.compile(r"0\d{2,}")
_REFERENCE = re.compile(r"\d{3,}")  # written without a sign between its thousands
_NUMBERS = re.compile(
    r"\b(?:serial|s|sl|sr|reg(?:istration)?|ref(?:erence)?|invoice|order|account|customer|contract|phone|"
    r"telephone|fax|batch|lot|policy|case)\W{0,2}\s?(?:no|nr|number|num)s?\W*$|"
    r"\b(?:p?id|ids|zip(?:\s?code)?|post(?:al)?\s?code|\w*code|codigo|código|plz|postleitzahl|partida)\W*$|"
    r"(?:^|\W)(?:n[°º]|lfd\W{0,2}nr)\W*$|\w+nummer\W*$",
    re.IGNORECASE,
)
_REFERS = re.compile(
    r"\b(?:tele(?:phone|fon|fono|foon|fone)?|phone|fax|mobile?|iban|bic|swift|auth(?:ori[sz]ation)?(?:\scode)?|"
    r"\w*referen[zc]e?|référence|\w*nummer|numéro|número|numero|p?id|zip|code|siret|siren|account|konto)\W*$",
    re.IGNORECASE,
)
# Headings of amounts in other languages, over numbers whose currency was not found.
_OF_MONEY = re.compile(
    r"\w*(?:preis|betrag|summe|kosten)\b|\b(?:montant|prix|importe|precio|prezzo|importo|bedrag|prijs|valor)s?\b",
    re.IGNORECASE,
)
_PRICE_IN_HEADING = re.compile(r"(?<![\w.,/])\d+\.\d{2}\b(?!\s*(?:%|per))")
_PRICES = re.compile(
    rf"(?<![\d{SIGNS}.])\d+\.\d{{2}}(?![\d%]).*(?<![\d{SIGNS}.])\d+\.\d{{2}}(?![\d%])"
)  # of other columns
_SENTENCE = re.compile(r"(?:[a-z]{2}|\d)\.\s+[A-Z][a-z]*\s+\w|\b(?:is|are|should|must|shall|will)\b")
_GROUPED = re.compile(r"\d{1,3}(?:,\d{3})+")
_POINTED = re.compile(r"\d{1,3}(?:\.\d{3})+")
_NUMBER_LABEL = re.compile(rf"(?:(?:{CURRENCY_CODE})\s)?[\d.,\s]+")  # “CHF 3” too, cut off from “949.75”


@dataclass(frozen=True)
class Doubts:
    """Columns and rows of a table, by their place in it, that hold no figures."""

    columns: frozenset[int]
    rows: frozenset[int]

    def has(self, table: Table, at: int, cell: Cell) -> bool:
        """Whether a cell of the row `at` measures nothing, or what it counts was not understood."""
        if at in self.rows or cell.column in self.columns or cell.quantity is None:
            return True
        label, column = table.rows[at].label, table.columns[cell.column]
        if cell.quantity.unit == "%" and "%" not in cell.text:  # lent by the cells beside
            return bool(currency_of([column.header])) and "%" not in f"{label} {column.header}"
        if cell.quantity.unit:
            return False
        return _refers(label, cell.text) or _wants_currency(column)


def doubts_of(table: Table) -> Doubts:
    """What of the table holds no figures; all of it where its cells are marks."""
    run_on = sum(bool(_PRICES.search(row.label)) for row in table.rows)
    if _holds_marks(table) or run_on > MOST_RUN_ON * len(table.rows):
        return Doubts(frozenset(range(len(table.columns))), frozenset())
    cells: dict[int, list[Cell]] = defaultdict(list)
    for row in table.rows:
        for cell in row.cells:
            cells[cell.column].append(cell)
    columns = (
        at
        for at, column in enumerate(table.columns)
        if _numbers_rows(column, cells[at]) or _is_of_codes(cells[at]) or _is_of_either(cells[at])
    )
    return Doubts(frozenset(columns), frozenset(_rows_without(table)))


def _holds_marks(table: Table) -> bool:
    """Whether one and the same small number stands in all cells that hold one, as a tick would."""
    numbers = [cell.text for row in table.rows for cell in row.cells if cell.quantity]
    is_small = bool(numbers) and len(numbers[0]) == 1
    return is_small and len(numbers) >= LEAST_MARKS and len(set(numbers)) == 1


def _numbers_rows(column: Column, cells: Sequence[Cell]) -> bool:
    """Whether the column's whole numbers count its rows, or its heading says that they number something."""
    if _NUMBERS.search(column.header):
        return True
    whole = [cell.text for cell in cells if cell.quantity]
    if len(whole) < LEAST_NUMBERED or not all(map(_WHOLE.fullmatch, whole)):
        return False
    if all(map(A_YEAR.fullmatch, whole)):
        return False
    steps = [int(after) - int(before) for before, after in pairwise(whole)]
    return min(steps) > 0 and sum(step == 1 for step in steps) >= MOSTLY_NEXT * len(steps)


def _is_of_codes(cells: Sequence[Cell]) -> bool:
    return sum(_CODE.fullmatch(cell.text) is not None for cell in cells) >= LEAST_CODES


def _is_of_either(cells: Sequence[Cell]) -> bool:
    """Whether “176.427” may be thousands or not: all points stand before three digits, and commas do too."""
    pointed = [cell.text for cell in cells if "." in cell.text]
    has_commas = any(_GROUPED.fullmatch(cell.text) for cell in cells)
    return has_commas and len(pointed) >= LEAST_POINTED and all(map(_POINTED.fullmatch, pointed))


def _wants_currency(column: Column) -> bool:
    """Whether the heading speaks of money, of which the cell's currency or scale was not understood."""
    return bool(_PRICE_IN_HEADING.search(column.header) or _OF_MONEY.search(column.header)) or bool(
        currency_of([column.header])
    )


def _refers(label: str, text: str) -> bool:
    """Whether a plain number is what something is found by: “Telephone: 5551234”."""
    return bool(_REFERENCE.fullmatch(text)) and (label.rstrip().endswith(":") or bool(_REFERS.search(label)))


def _rows_without(table: Table) -> Iterator[int]:
    """The rows that were not read as rows of one table."""
    is_dated = any(column.period for column in table.columns)
    numbered = sum(bool(_NUMBER_LABEL.fullmatch(row.label)) for row in table.rows)
    for at, row in enumerate(table.rows):
        columns = [cell.column for cell in row.cells]
        has_year = any(A_YEAR.fullmatch(cell.text) for cell in row.cells)
        is_bare = not (row.label or row.path or is_dated or has_year) and len(table.rows) > 1
        is_run_on = bool(_PRICES.search(row.label)) or _has_sentence(row)
        is_number = bool(_NUMBER_LABEL.fullmatch(row.label)) and not A_YEAR.fullmatch(row.label)
        is_lone_number = is_number and numbered < LEAST_NUMBER_LABELS
        if len(set(columns)) < len(columns) or is_bare or is_run_on or is_lone_number:
            yield at


def _has_sentence(row: TableLine) -> bool:
    """Whether a sentence ends within the label, as where text stands beside a table."""
    return len(row.label.split()) > MOST_LABEL_WORDS and bool(_SENTENCE.search(row.label))
