"""The rate of a tax that a bill states: beside the tax's name, or in the one column of rates."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import NamedTuple

from agentic.bills.known import Bill
from agentic.bills.wording import TAX, VALUE_ADDED
from agentic.evidence import Span

_PER_CENT = r"(?P<rate>\d{1,2}(?:[.,]\d{1,2})?)\s?%"
_RATE = re.compile(rf"(?<![\d.,]){_PER_CENT}")
_HEAD = re.compile(rf"(?:{TAX.pattern})\s*\(?%\)?|%\s*(?:{TAX.pattern})", re.IGNORECASE)  # of a column
QUOTE_LENGTH = 200


class Rate(NamedTuple):
    value: Decimal
    text: str
    span: Span


def rate_of(bill: Bill, tax: str) -> Rate | None:
    """The one rate of the tax on the bill; None where it states none, or several."""
    name = VALUE_ADDED.pattern if VALUE_ADDED.fullmatch(tax) else rf"(?<!\w){re.escape(tax)}(?!\w)"
    beside = re.compile(
        rf"(?:{name})\W{{0,4}}{_PER_CENT}|(?<![\d.,])(?P<before>\d{{1,2}}(?:[.,]\d{{1,2}})?)\s?%\W{{0,3}}(?:{name})",
        re.I,
    )
    found = _stated(bill, beside)
    if not found and re.search(name, bill.text, re.IGNORECASE) and _HEAD.search(bill.text):
        found = _stated(bill, _RATE)
    return found[0] if len({each.value for each in found}) == 1 else None


def _stated(bill: Bill, pattern: re.Pattern[str]) -> list[Rate]:
    found = []
    for number, text in bill.pages:
        for line in text.split("\n"):
            for match in pattern.finditer(line):
                said = match.groupdict()
                rate = said["rate"] or said.get("before") or ""
                value = Decimal(rate.replace(",", "."))
                span = Span(
                    document_id=bill.document.pk, filename=bill.document.filename, page=number,
                    quote=line.strip()[:QUOTE_LENGTH], kind="page",
                )  # fmt: skip
                found.append(Rate(value, f"{value.normalize():f}%", span))
    return found
