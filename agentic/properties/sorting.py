"""Which documents meet the conditions of a question, which do not, and of which nobody can tell."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal

from agentic.properties.terms import Value, name_key
from agentic.properties.values import Values
from documents.models import Document
from retrieval.annotations.lands import land_of
from retrieval.annotations.qualifiers import is_credit_note
from retrieval.properties.amounts import holds
from retrieval.properties.request import Condition, Request

NEAR = Decimal("0.02")  # the share by which 90 days are three months, and 365 days a year


@dataclass(frozen=True)
class Sorted:
    """The documents by whether they meet all conditions. `lacking`, `unsure`: a role's key → documents that
    give none, or several of which only some meet it. `elsewhere`: amounts in another currency."""

    meeting: list[Document]
    lacking: dict[str, list[Document]]
    unsure: dict[str, list[Document]]
    elsewhere: list[Document]


def sort_documents(conditions: Sequence[Condition], documents: Sequence[Document], values: Values) -> Sorted:
    found = Sorted([], defaultdict(list), defaultdict(list), [])
    for document in documents:
        verdicts = [_meets(condition, document, values) for condition in conditions]
        if all(verdict is True for verdict in verdicts):
            found.meeting.append(document)
        elif not any(verdict is False for verdict in verdicts):
            for condition, verdict in zip(conditions, verdicts, strict=True):
                if verdict == "unit":
                    found.elsewhere.append(document)
                elif verdict is not True:
                    (found.lacking if verdict == "none" else found.unsure)[condition.role.key].append(
                        document
                    )
    return found


def _meets(condition: Condition, document: Document, values: Values) -> bool | str:
    """True or False; “none” where the document does not say, “several” where it says both, “unit” where it
    counts in another."""
    own = [value for role in condition.roles for value in values.get(role.key, {}).get(document.pk, ())]
    if condition.given is not None:
        return bool(own) == condition.given
    if condition.name:
        return _is_named(condition, document, own)
    if not own:
        return "none"
    assert condition.bounds is not None
    unit = condition.bounds.unit
    fitting = [value for value in own if not unit or not value.unit or value.unit == unit]
    if not fitting:
        return "unit"
    verdicts = {_is_within(condition, value) for value in fitting}
    return verdicts.pop() if len(verdicts) == 1 else "several"


def _is_named(condition: Condition, document: Document, own: Sequence[Value]) -> bool | str:
    names = {name_key(name) for name in condition.name.split("|")}
    if any(isinstance(value.content, str) and _same_name(name_key(value.content), names) for value in own):
        return True
    if condition.role.key == "law" and (land := land_of(condition.name)):
        return any(land_of(str(value.content)) == land for value in own) if own else "none"
    if len(condition.roles) > 1:
        return any(name_key(name) in names for name in document.organizations)
    return False if own else "none"


def _same_name(name: str, names: Iterable[str]) -> bool:
    return any(name == other or f" {other} " in f" {name} " for other in names)


def _is_within(condition: Condition, value: Value) -> bool:
    bounds = condition.bounds
    assert bounds is not None
    if isinstance(value.content, date):
        low, high = bounds.low, bounds.high
        return (not isinstance(low, date) or low <= value.content) and (
            not isinstance(high, date) or value.content <= high
        )
    if isinstance(value.content, Decimal) and not isinstance(bounds.low or bounds.high, date):
        return holds(bounds, value.content, near=NEAR if value.unit == "days" else Decimal(0))
    return False


def counted_against(
    documents: Sequence[Document], values: Values, request: Request
) -> tuple[list[Document], Values]:
    """The documents in the currency that is asked for, and their values, those of credit notes deducted."""
    among, money = request.among, [role.key for role in request.roles if role.kind == "money"]
    notes = {each.pk for each in documents if is_credit_note(each.title, each.filename)}
    found = dict(values)
    for key in money:
        own = {document: _in_currency(held, among.currency) for document, held in values[key].items()}
        found[key] = {
            document: [_deducted(value) for value in held] if among.deducts and document in notes else held
            for document, held in own.items()
            if held
        }
    if not (among.currency and money):
        return list(documents), found
    return [each for each in documents if any(each.pk in found[key] for key in money)], found


def _in_currency(values: Sequence[Value], currency: str) -> Sequence[Value]:
    return [value for value in values if not currency or value.unit == currency]


def _deducted(value: Value) -> Value:
    """An amount that is taken off, however its document writes it."""
    if not isinstance(value.content, Decimal) or value.content <= 0:
        return value
    return replace(value, content=-value.content, text=f"-{value.text}")
