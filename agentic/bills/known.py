"""The bills and receipts of a workspace, what they say of themselves, and which a question means."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from agentic.bills.wording import Named, words_of
from agentic.facts.case import Case
from agentic.properties.terms import Value, name_key
from agentic.properties.values import Values, values_of
from documents.models import Document
from reading.text.letters import folded
from reading.text.month_names import months_in
from reading.values.dates import find_dates
from retrieval.annotations.qualifiers import is_credit_note
from retrieval.annotations.roles import roles

BUCKETS = ("invoices", "receipts")
NOUNS = ("invoice", "receipt", "bill")
ROLES = ("vendor", "customer", "number")
MOST_BILLS = 300
MOST_PAGES = 6  # of a bill whose whole text is looked at
BEGINNING = 5  # letters, by which a longer word may go


@dataclass(frozen=True)
class Bill:
    """`money`: the role of its amount that is asked for."""

    document: Document
    values: Values
    money: str = "amount"

    def own(self, role: str) -> Sequence[Value]:
        return self.values.get(role, {}).get(self.document.pk, ())

    @property
    def total(self) -> Value | None:
        """The one amount of it that is asked for."""
        own = self.own(self.money)
        return own[0] if len(own) == 1 else None

    def said(self, role: str) -> str:
        own = self.own(role)
        return own[0].text if len(own) == 1 else ""

    @cached_property
    def pages(self) -> list[tuple[int, str]]:
        pages = self.document.pages.order_by("number")[:MOST_PAGES]
        return list(pages.values_list("number", "text"))

    @cached_property
    def text(self) -> str:
        return "\n".join(text for _, text in self.pages)

    @cached_property
    def identity(self) -> frozenset[str]:
        """The words of its file's name, its title, its number, and whom it is from and to."""
        names = [value.text for role in ("vendor", "customer", "number") for value in self.own(role)]
        own = self.document.organizations or []
        return words_of([self.document.filename, self.document.title, *names, *own])

    @cached_property
    def months(self) -> frozenset[tuple[int, int]]:
        """(year, month) of all days and months that it names."""
        days = {(day.year, day.month) for day, _, _ in find_dates(self.text)}
        named = {(each.year, each.month) for each in months_in(self.text) if each.year}
        return frozenset(days | named | self._own_months)

    @cached_property
    def _own_months(self) -> set[tuple[int, int]]:
        day = self.document.document_date
        return {(day.year, day.month)} if day else set()

    def is_of_time(self, named: Named, *, own: bool) -> bool:
        """Whether it is of the months and years that it is called by. `own`: by its own date."""
        months = self._own_months if own and self._own_months else self.months
        years = {year for year, _ in months}
        return all(
            (month.year, month.month) in months if month.year else month.month in {m for _, m in months}
            for month in named.months
        ) and (named.years <= years or {str(year) for year in named.years} <= self.identity)


def bills_of(case: Case, money: str = "amount") -> list[Bill]:
    """The bills and receipts in force, none where there are too many to look at each."""
    scope = case.scope if case.scope.is_chosen else case.looking_everywhere().scope
    documents = list(
        scope.documents().filter(bucket__in=BUCKETS).order_by("filename", "pk")[: MOST_BILLS + 1]
    )
    if len(documents) > MOST_BILLS:
        return []
    old = {document.supersedes_id for document in documents}
    documents = [
        each for each in documents if each.pk not in old and not is_credit_note(each.title, each.filename)
    ]
    if not documents:
        return []
    values = values_of(case, [roles()[key] for key in (money, *ROLES)], documents, NOUNS)
    return [Bill(document, values, money) for document in documents] if values else []


def meant(named: Named, bills: Sequence[Bill]) -> list[Bill]:
    """The bills that go by all the words of the name: of its months by their own date, else by any."""
    called = [bill for bill in bills if all(_held(word, bill.identity) for word in named.words)]
    for own in (True, False):
        if found := [bill for bill in called if bill.is_of_time(named, own=own)]:
            return found
    return []


def _held(word: str, words: frozenset[str]) -> bool:
    if word in words:
        return True
    return len(word) >= BEGINNING and any(other.startswith(word) for other in words)


def sent_to(name: str, bills: Sequence[Bill]) -> tuple[list[Bill], list[Bill]]:
    """The bills to somebody of the name; and those that only name him, without saying to whom they go."""
    wanted = words_of([name_key(name)])
    sent, other = [], []
    for bill in bills:
        if any(wanted <= words_of([name_key(value.text)]) for value in bill.own("customer")):
            sent.append(bill)
        elif not bill.own("customer") and folded(name) in folded(bill.text) and not wanted <= bill.identity:
            other.append(bill)
    return sent, other
