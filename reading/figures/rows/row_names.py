"""The canonical name of a row, by its label and by the rows round it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from reading.lexicon import TOTAL_ALONE
from reading.measures.canonical import canonical_name, is_share_of_above
from reading.model import Table, TableLine
from reading.values.legal_forms import without_legal_form

LEAST_COMPANY = 3  # letters of a company's name that may be taken out of a label
_DEDUCTED = re.compile(r"\baccumulated (?:depreciation|amortization)\b", re.IGNORECASE)
_PLAIN = re.compile(  # of shares, without a word of dilution
    r"(?:net )?(?:earnings|income|loss|profit)(?: \(loss\))? per (?:common )?share|"
    r"(?:weighted[- ])?average (?:number of )?(?:common )?shares(?: of common stock)?(?: issued and)?"
    r"(?: outstanding)?",
    re.IGNORECASE,
)
_EARNINGS = re.compile(r"earnings|income", re.IGNORECASE)
_OF_SHARE = re.compile(r"\bper (?:common )?share\b", re.IGNORECASE)
_AT_COST = re.compile(r",? \(?at cost\)?$", re.IGNORECASE)
_DEBT = re.compile(r"(?:debt|borrowings|notes payable)(?:, net)?", re.IGNORECASE)
_UNIT = re.compile(r"\s*\((?:in )?(?:dollars|millions|millions of shares|\w)\)", re.IGNORECASE)
_SUM = re.compile(rf"(?:{TOTAL_ALONE.pattern})?\W*", re.IGNORECASE)
_LEGAL_FORM = r"(?:,? (?:Inc|Corp|Co|Ltd|plc|Corporation|Company|Incorporated)\b\.?)?(?:['’]s)?"


def name_of_row(table: Table, row: TableLine, statement: str, entity: str) -> str:
    """The name of what a row measures. `statement`: the table's kind; `entity`: the company it is about."""
    if not row.label:
        return _name_without_words(table, row, statement)
    return (
        _name_beside_diluted(table, row)
        or _name_below_current(table, row, statement)
        or canonical_name(row.label, row.path)
        or _name_of_total(row, statement)
        or _name_of_owners(table, row)
        or canonical_name(_without_company(row.label, entity), row.path)
        or _name_after_deductions(table, row, statement)
        or (_name_of_side(table, row, statement) if _SUM.fullmatch(row.label) else "")
    )


def _name_without_words(table: Table, row: TableLine, statement: str) -> str:
    """A sum without a label is that of its heading, or what is left of it below what is taken off."""
    of_side = _name_of_side(table, row, statement)
    if of_side or not row.path:
        return of_side or _first_sum(table, row)
    above = table.rows[_place(table, row) - 1]
    if statement == "day" and above is not row and _DEDUCTED.search(above.label):
        return canonical_name(f"{_AT_COST.sub('', row.path[-1])}, net", row.path[:-1])
    return _name_of_sum(row.path)


def _place(table: Table, row: TableLine) -> int:
    return next(at for at, each in enumerate(table.rows) if each is row)


def _name_of_sum(path: tuple[str, ...]) -> str:
    """What a row without label is by the headings that it sums up: “Diluted” under “Earnings per share”."""
    name = canonical_name("Total", path)
    of_heading = "" if name else canonical_name(path[-1], path[:-1])
    return name or (of_heading if of_heading.startswith("eps_") else "")


def _first_sum(table: Table, row: TableLine) -> str:
    """Revenue, where a sum without words is the first one and stands over the next heading.

    The sum of a part, such as “Net fee revenues”, has ended what stands under “Revenues” before.
    """
    at = _place(table, row)
    above, below, whole = table.rows[:at], table.rows[at + 1 : at + 2], table.rows[0].path
    is_first = all(each.label and each.path in ((), whole) for each in above)
    is_over_heading = any(each.path not in ((), whole) for each in below)
    name = canonical_name("Total", whole) if is_first and is_over_heading else ""
    return name if name == "revenue" else ""


def _name_of_owners(table: Table, row: TableLine) -> str:
    """“attributable to shareholders of Example AG” below the profit of which it is the greater part."""
    if not is_share_of_above(row.label):
        return ""
    rows = table.rows[: _place(table, row)]
    above = rows[-1] if rows else row
    is_profit = canonical_name(above.label, above.path) == "net_income"
    return "net_income" if is_profit else ""


def _name_of_total(row: TableLine, statement: str) -> str:
    """A total of a balance sheet is one of the whole, even where it stands under its last part's heading."""
    is_total = statement == "day" and row.label.lower().startswith("total ")
    return canonical_name(row.label) if is_total else ""


@lru_cache(maxsize=4096)  # asked for each cell of a row
def _without_company(label: str, entity: str) -> str:
    """“Total Skerrow Kilns, Inc. revenues” is “Total revenues”; "" where the company is not named."""
    company = without_legal_form(entity)
    if len(company) < LEAST_COMPANY or company.casefold() not in label.casefold():
        return ""
    form = re.compile(rf"\b{re.escape(company)}\b{_LEGAL_FORM} ", re.IGNORECASE)
    return form.sub("", label)


def _name_of_side(table: Table, row: TableLine, statement: str) -> str:
    """Some balance sheets call both sums “Total”, or nothing: the last row is as much as one further up."""
    last = table.rows[-1]
    if statement != "day" or not _SUM.fullmatch(last.label) or not _says_the_same(row, last):
        return ""
    if row is last:
        is_twice = any(_says_the_same(each, last) for each in table.rows[:-1] if _SUM.fullmatch(each.label))
        return "liabilities_and_equity" if is_twice else ""
    return "total_assets"


def _says_the_same(row: TableLine, other: TableLine) -> bool:
    values, others = ([cell.quantity and cell.quantity.value for cell in each.cells] for each in (row, other))
    return bool(values) and values == others


def _name_after_deductions(table: Table, row: TableLine, statement: str) -> str:
    """On a balance sheet “Property, plant and equipment” is what is left of it, where no other row is."""
    if statement != "day":
        return ""
    name = canonical_name(f"{row.label}, net", row.path)
    labels = [each.label for each in table.rows] if name else []
    is_gross = any(_DEDUCTED.search(label) or canonical_name(label) == name for label in labels)
    return "" if is_gross else name


def _name_below_current(table: Table, row: TableLine, statement: str) -> str:
    """On a balance sheet “Debt” below all current liabilities is what is due later."""
    if statement != "day" or not _DEBT.fullmatch(row.label):
        return ""
    above = table.rows[: _place(table, row)]
    is_below = any(canonical_name(each.label, each.path) == "current_liabilities" for each in above)
    return "long_term_debt" if is_below else ""


def _name_beside_diluted(table: Table, row: TableLine) -> str:
    """“Earnings per share” is the basic one where another row says “assuming dilution”, and none “basic”."""
    label = _UNIT.sub("", row.label)
    is_of_heading = bool(row.path) and bool(_OF_SHARE.search(row.path[-1])) and _EARNINGS.fullmatch(label)
    if not _PLAIN.fullmatch(label) and not is_of_heading:
        return ""
    basic = canonical_name(f"{label}, basic", row.path)
    names = {canonical_name(each.label, each.path) for each in table.rows}
    return basic if basic not in names and basic.replace("basic", "diluted") in names else ""


_INVESTEES = re.compile(
    r"\binvestees?\b|\bjoint ventures?\b|\bassociated compan|\bmaterial associates?\b|"
    r"\bunconsolidated (?:\w+ )?(?:affiliat|entit|subsidiar|joint|partnership|compan)|"
    r"\bequity[- ]method (?:affiliat|entit|compan|associat)",
    re.IGNORECASE,
)
_SUMMARISED = re.compile(
    r"\b[Ss]ummari[sz]ed (?:[\w-]+ ){0,3}(?:information|data|statements?|sheets?|results)"
    r"(?: [\w-]+){0,4}? (?:of|for) (?:the )?"
    r"(?!(?:Company|Corporation|Group|Registrant|Fiscal|Years?|Quarters?)\b)[A-Z]"
)
_ANOTHER = re.compile(
    r"\bpro[\s-]forma\b|\bparent(?:[\s-]only| company)\b|\bguarantors?\b|\bcross guarantee\b|"
    r"\bdiscontinued operations\b|\bheld for sale\b|\bpurchase price\b|\bacquired business(?:es)?\b|"
    r"\b(?:assets|business(?:es)?) acquired\b|\bconstant[\s-]currency\b",
    re.IGNORECASE,
)


def is_of_another(title: str) -> bool:
    """Whether a table's title says that its totals are not those of the subject's own accounts."""
    return is_of_investee(title) or bool(_ANOTHER.search(title))


def is_of_investee(title: str) -> bool:
    """Whether a table's title says that it sums up the statements of a company owned in part."""
    return bool(_INVESTEES.search(title) or _SUMMARISED.search(title))


def with_titles_of_investees(tables: Sequence[Table]) -> list[Table]:
    """The tables; one without title that goes on where an investee's ends has that one's title.

    Its balance sheet has the sentence that leads up to both, the income statement below it only columns.
    """
    titled: list[Table] = []
    for table in tables:
        before = titled[-1] if titled else None
        if before and not table.title and _is_next(table, before) and is_of_investee(before.title):
            table = replace(table, title=before.title)
        titled.append(table)
    return titled


def _is_next(table: Table, before: Table) -> bool:
    return table.page - before.page <= 1
