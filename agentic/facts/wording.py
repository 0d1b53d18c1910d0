"""How figures and periods are said in an answer: as written, so that each can be found on its page."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date
from decimal import ROUND_HALF_UP, Decimal

from agentic.facts.parts.places import begins_with_place
from agentic.facts.queries import YEAR_DAYS, FigureRow
from reading.values.legal_forms import without_legal_form
from reading.values.periods import Period

SYMBOLS = {"USD": "$", "EUR": "€", "GBP": "£", "JPY": "¥"}
SCALES = {
    Decimal(10) ** 3: "thousand",
    Decimal(10) ** 6: "million",
    Decimal(10) ** 9: "billion",
    Decimal(10) ** 12: "trillion",
}
NET_OF = re.compile(
    r",?\s*\(?\bnet of\b.*\d.*$", re.IGNORECASE
)  # with amounts, which no document gives as figures
ASIDE = re.compile(r"\s*\([^()]*\d[^()]*\)")  # “($4.45 per share)”: another figure's words
PER_SHARE_KINDS = {
    ("diluted", "eps_diluted"): "diluted earnings per share",
    ("basic", "eps_basic"): "basic earnings per share",
    ("diluted", "shares_diluted"): "diluted shares",
    ("basic", "shares_basic"): "basic shares",
}
BEHIND = re.compile(r":\s.*\d.*$")  # “: 2021—$1,636; 2020—$2,002”
SPENT = (
    "capital_expenditures", "dividends_paid", "share_repurchases", "debt_repaid", "interest_paid",
    "income_taxes_paid", "interest_expense", "cost_of_revenue", "operating_expenses", "sga_expense",
    "research_and_development", "current_portion_of_long_term_debt",
)  # fmt: skip
DIGITS = re.compile(r"\d[\d,]*(?:\.\d+)?")


def counted(count: int, noun: str) -> str:
    """“1 document”, “8 passages”."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def searched(documents: int, passages: int) -> str:
    """What a search tried."""
    found = counted(passages, "passage")
    return f"Searched {counted(documents, 'document')} by words and by meaning: {found}"


def amount(row: FigureRow) -> str:
    """The figure with its unit and scale in words: “$3,226,773 thousand”, “15.6%”, “90 days”."""
    written = DIGITS.search(row.value)
    digits = written[0] if written else f"{abs(row.numeric_value / row.scale):,f}"
    sign = "-" if row.numeric_value < 0 else ""
    if row.unit == "%":
        return f"{sign}{digits}%"
    scale = SCALES.get(row.scale, "")
    currency, _, per = row.unit.partition("/")
    if currency in SYMBOLS:
        said = f"{sign}{SYMBOLS[currency]}{digits}"
    elif currency.isupper() and len(currency) == 3:
        said = f"{sign}{currency} {digits}"
    else:
        said, per = f"{sign}{digits}", ""
        scale = f"{scale} {row.unit}".strip()
    return " ".join(part for part in (said, scale, f"per {per}" if per else "") if part)


def as_paid(row: FigureRow) -> FigureRow:
    """What was spent or is taken off a total by its size, which pages print in parentheses; others as is."""
    if row.canonical_name not in SPENT or row.numeric_value >= 0:
        return row
    return replace(row, numeric_value=-row.numeric_value)


def plain_amount(value: Decimal, like: FigureRow, *, signed: bool = False) -> str:
    """A computed value in the unit and scale of `like`, to the precision that is common there."""
    sign = "-" if value < 0 else ("+" if signed else "")
    if like.unit == "%":
        return f"{sign}{abs(value) * 100:.1f}%"
    number = abs(value / like.scale)
    decimals = _decimals(like.value)
    scale = SCALES.get(like.scale, "")
    currency, _, per = like.unit.partition("/")
    if symbol := SYMBOLS.get(currency):
        said = f"{sign}{symbol}{number:,.{decimals}f}"
        return " ".join(part for part in (said, scale, f"per {per}" if per else "") if part)
    return " ".join(part for part in (f"{sign}{number:,.{decimals}f}", scale, like.unit) if part)


def in_scale(row: FigureRow, scale: Decimal | None, decimals: int | None = None) -> FigureRow:
    """The figure as it would be written in another scale, “3,226.773” million for “3,226,773” thousand.

    `decimals`: to so many digits behind the point, where it is moved.
    """
    currency = row.unit.partition("/")[0]
    if scale is None or scale == row.scale or not (currency.isupper() and len(currency) == 3):
        return row
    written = f"{abs(row.numeric_value / scale):,f}"
    if decimals is not None:
        rounded = abs(row.numeric_value / scale).quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP)
        return replace(row, scale=scale, value=f"{rounded:,f}")
    whole, _, rest = written.partition(".")
    return replace(row, scale=scale, value=f"{whole}.{rest.rstrip('0')}" if rest.strip("0") else whole)


def difference(value: Decimal, like: FigureRow) -> str:
    """The size of a difference: of per cents in percentage points."""
    if like.unit == "%":
        return f"{abs(value) * 100:.1f} percentage points"
    return plain_amount(abs(value), like)


def _decimals(written: str) -> int:
    match = re.search(r"\.(\d+)", written)
    return len(match[1]) if match else 0


def ended(row: FigureRow) -> str:
    assert row.period_end is not None
    return f"({'ending' if row.is_forecast else 'ended'} {day(row.period_end)})"


def day(value: date) -> str:
    return f"{value:%B} {value.day}, {value.year}"


def when(row: FigureRow) -> str:
    """The figure's period: “in Q4 of fiscal 2022 (ended January 28, 2023)”, “at January 28, 2023”."""
    if row.period_end is None:
        return f"in {row.period}" if row.period else ""
    if row.period_start is None:
        return f"at {day(row.period_end)}"
    if row.fiscal_year and row.fiscal_quarter:
        return f"in Q{row.fiscal_quarter} of fiscal {row.fiscal_year} {ended(row)}"
    if row.fiscal_year and row.days > YEAR_DAYS:
        return f"in fiscal {row.fiscal_year} {ended(row)}"
    return f"from {day(row.period_start)} to {day(row.period_end)}"


def at(row: FigureRow) -> str:
    """The figure's period without the dates of one that has a name: “in fiscal 2022”."""
    return when(row).partition(" (")[0]


def asked_for(period: Period) -> str:
    """The period as the question names it; what only today tells, as “last quarter”, with its end."""
    if any(char.isdigit() for char in period.text):
        return period.text
    quarter = f"Q{period.fiscal_quarter} of " if period.fiscal_quarter else ""
    name = f"{quarter}fiscal {period.fiscal_year}, " if period.fiscal_year else ""
    return f"{period.text} ({name}to {day(period.end_date)})"


def label(row: FigureRow) -> str:
    """The label as written, in lower case where it is no name: “net sales”, “EBITDA”, “Frito-Lay snacks”.

    “Diluted” under a heading is told with what it is: “diluted earnings per share”.
    """
    if whole := PER_SHARE_KINDS.get((row.metric_name.strip(" :").lower(), row.canonical_name)):
        return whole
    words = (
        BEHIND.sub("", ASIDE.sub("", NET_OF.sub("", row.metric_name))).strip(" :").split()
        or row.metric_name.split()
    )
    if words and begins_with_place(" ".join(words)):
        return " ".join(words)
    return " ".join(
        w if (i and w[:1].isupper()) or _is_name(w) else w[:1].lower() + w[1:] for i, w in enumerate(words)
    )


def _is_name(word: str) -> bool:
    """Whether capitals go on behind the first letter."""
    return any(letter.isupper() for letter in word[1:])


def subject(row: FigureRow) -> str:
    """“Acme's ” or nothing."""
    name = without_legal_form(row.entity_name).removeprefix("The ")
    if not name:
        return ""
    return f"{name}' " if name.endswith("s") else f"{name}'s "


def verb(row: FigureRow) -> str:
    """“were” for a plural label, and for a forecast that it is one."""
    if row.is_forecast:
        return "is expected to be"
    head = re.split(r",| of | from | in | for | to | per ", row.metric_name.lower())[0].strip(" :")
    return "were" if head.endswith("s") and not head.endswith("ss") else "was"


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def joined(parts: list[str]) -> str:
    """“a, b and c”."""
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"
