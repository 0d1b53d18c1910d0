"""What the lines of one bill tell: which of them is the largest, and what tax its total holds."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from decimal import Decimal
from typing import NamedTuple

from agentic.evidence import Draft, Evidence, Figure, Span
from agentic.facts.case import Case
from agentic.facts.sayings.bills import words_of_bill
from agentic.outcome import Outcome, coverage
from agentic.tables.loading import documents_for
from documents.models import TableRow
from reading.lexicon import ANY_TOTAL
from reading.model import unit_key
from retrieval.question.wording.rows import WORD
from retrieval.sheets.assembly import Stored, stored_rows
from retrieval.stems import stems

BILL = r"(?:bill|invoice|receipt|rechnung|quittung|facture|reçu|fattura|factura|factuur)"
LINE = (
    r"(?:services?|items?|lines?|positions?|charges?|products?|articles?|parts?|posten|position|artikel|poste|"
    r"ligne|article)"
)
MOST = (
    r"(?:largest|biggest|highest|most expensive|dearest|costliest|teuerste[nrs]?|größte[nrs]?|höchste[nrs]?|"
    r"plus (?:cher|chère|élevée?))"
)
LARGEST = re.compile(rf"(?=.*\b{BILL}\b)(?=.*\b{LINE}\b).*\b{MOST}\b", re.IGNORECASE)
TAX = r"(?:vat|t\.?v\.?a|mwst|mehrwertsteuer|umsatzsteuer|i\.?v\.?a|btw|sales tax)\b"
TAXED = re.compile(
    rf"\b(?:how much|combien de|combien d['’]|wie ?viel|quanta|cuánto)\s+(?:the\s+)?{TAX}", re.IGNORECASE
)
OF_TAX = re.compile(
    rf"(?:(?:montant|amount|betrag|total|importe)\s+)?{TAX}\.?(?:[\s-]?(?:betrag|amount))?", re.IGNORECASE
)
AMOUNT = re.compile(r"betrag|amount|total|montant|summe|importe|importo|bedrag", re.IGNORECASE)
WITH_TAX = re.compile(r"\bttc\b|brutto|gross|incl|inkl", re.IGNORECASE)
NO_LINE = re.compile(
    rf"\s*(?:{TAX}|tax|taxes|credits?|discount|rabatt|remise|subtotal|charges)\W*", re.IGNORECASE
)
ASKING = """
which what service services item items line lines charge charges product products article articles part
parts makes make up is are the largest biggest highest most expensive dearest costliest bill invoice
receipt and how much it does on of in has have contain contains amount vat tax total welcher welche
welches posten position artikel rechnung quittung teuerste teuersten teuerster größte höchste auf der die
das des dem den ist wie viel wieviel enthält mwst mehrwertsteuer umsatzsteuer combien de tva contient la
facture du est plus cher chère élevé élevée quel quelle ligne poste une un d l le les a à
"""


class _Line(NamedTuple):
    label: str
    amount: Decimal
    unit: str
    span: Span


def answer_bill_lines(case: Case) -> Outcome | None:
    """The largest line of the one bill that is meant, or the tax of its total; None where it is open."""
    is_largest, is_tax = LARGEST.match(case.question) is not None, TAXED.search(case.question) is not None
    if is_largest == is_tax or (bill := _bill_meant(case)) is None:
        return None
    rows = stored_rows([bill])
    return _largest(case, rows) if is_largest else _tax(case, rows)


def _bill_meant(case: Case) -> int | None:
    """The one bill that has every word of the question besides those that ask."""
    asking = frozenset(ASKING.split())
    said = [word for word in WORD.findall(case.question) if word.casefold() not in asking]
    wanted = [stems(word) | {word.casefold()} for word in said]
    kinds = TableRow.objects.answering().filter(
        table="properties", document__in=documents_for(case), label__iregex=r"^invoice (number|date|no\.?)$"
    )
    bills = sorted(set(kinds.values_list("document", flat=True)))
    held = [bill for bill in bills if all(each & words_of_bill(bill) for each in wanted)]
    return held[0] if wanted and len(held) == 1 else None


def _largest(case: Case, rows: Sequence[Stored]) -> Outcome | None:
    lines = [line for row in rows if (line := _line(row))]
    often = Counter(line.label for line in lines)
    wholes = {line.amount for line in lines if ANY_TOTAL.match(line.label.strip())}
    parts = [
        line
        for line in lines
        if often[line.label] == 1 and line.amount not in wholes and not NO_LINE.fullmatch(line.label)
        if not ANY_TOTAL.match(line.label.strip())
    ]
    parts.sort(key=lambda line: -line.amount)
    if len(parts) < 2 or parts[0].amount == parts[1].amount or len({line.unit for line in parts}) > 1:
        return None
    first, second = parts[:2]
    told = [f"{_said(line)} {case.cite(line.span)}" for line in (first, second)]
    head = f"{first.label} is the largest of the lines of “{first.span.filename}”: {told[0]}"
    text = f"{head}; next: {second.label}, {told[1]}."
    return _outcome(case, text, [first, second])


def _tax(case: Case, rows: Sequence[Stored]) -> Outcome | None:
    """What stands under the tax in the one row of the total."""
    found = [
        _Line(f"{row[7]}, {name}", Decimal(str(value)), "", _span(row))
        for row in rows
        for name, value in row[8].items()
        if OF_TAX.fullmatch(name.strip())
        and isinstance(value, int | float)
        and ANY_TOTAL.match(row[7].strip())
    ]
    if len({line.amount for line in found}) != 1:
        return None
    text = f"{found[0].label} (“{found[0].span.filename}”): {_said(found[0])} {case.cite(found[0].span)}."
    return _outcome(case, text, found[:1])


def _line(row: Stored) -> _Line | None:
    """What a row of a bill comes to, by the one column of amounts; with its tax where it has several."""
    label, properties = row[7], row[8]
    numbers = {name: value for name, value in properties.items() if isinstance(value, int | float)}
    names = [name for name in numbers if name == label or AMOUNT.search(name)]
    names = [name for name in names if not OF_TAX.fullmatch(name)]
    if len(names) > 1:
        names = [name for name in names if WITH_TAX.search(name)]
    if len(names) != 1 or not label:
        return None
    unit = str(properties.get(unit_key(names[0]), ""))
    return _Line(label, Decimal(str(numbers[names[0]])), unit, _span(row))


def _span(row: Stored) -> Span:
    key, document, filename, *_, page, quote = row
    return Span(document_id=document, filename=filename, page=page, quote=quote, kind="row", fact_id=key)


def _said(line: _Line) -> str:
    """The amount with two decimals, as bills have it."""
    return f"{line.amount:,.2f}{f' {line.unit}' if line.unit else ''}"


def _outcome(case: Case, text: str, lines: Sequence[_Line]) -> Outcome:
    figures = tuple(
        Figure(value=line.amount, text=_said(line), unit=line.unit, label=line.label) for line in lines
    )
    evidence = Evidence(
        spans=tuple(case.workings.spans),
        figures=figures,
        coverage=coverage(case.scope),
        tried=("Lines of one bill",),
    )
    return Draft(text=text, about=f"{case.question} {text}"), evidence
