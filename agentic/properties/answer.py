"""Questions about documents by their properties: how many end before July, which ask least notice.

Each condition is bound to the property that it is said of; what a document does not give is said.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any

from django.utils import timezone

from agentic.evidence import Draft, Evidence, ResultTable
from agentic.facts import wording
from agentic.facts.case import Case
from agentic.facts.workings import shown
from agentic.outcome import Outcome, coverage
from agentic.properties import telling
from agentic.properties.groups import by_groups
from agentic.properties.making import LISTED, Making, order_of
from agentic.properties.sorting import counted_against, sort_documents
from agentic.properties.terms import Value
from agentic.properties.values import known_of, values_of, whole
from documents.models import Document
from retrieval.annotations.qualifiers import CREDIT_NOTE, is_credit_note
from retrieval.annotations.roles import Role
from retrieval.properties.question import read_request
from retrieval.properties.request import Request
from retrieval.question.naming.mentions import Mention
from retrieval.scope.conditions import documents_called

OF_ONE = re.compile(r"\W*(?:when|who|whom|where|why|how (?:much|long))\b", re.IGNORECASE)
# Of bills, without a word for them: “How much did we spend at Acme?”
SPENT = re.compile(r"\bhow much\b.*\b(?:we|i|us)\b.*\b(?:spen[dt]|pa(?:y|id)|owed?|cost)\b", re.IGNORECASE)
BILLS = ("invoice", "receipt", "bill")
HOW_MUCH = re.compile(r"\W*how much\b", re.IGNORECASE)  # which no day is
MOST_DOCUMENTS = 2000
LONGEST_TITLE = 60  # characters


def answer_by_properties(case: Case) -> Outcome | None:
    """Counts, lists, sums and extremes of documents by their properties; None where not every word of the
    question has a place, or where it sets no condition on properties."""
    is_of_bills = not case.analysis.document_nouns and SPENT.search(case.question) is not None
    if is_of_bills:
        end = len(case.question)
        case = case.asking(document_nouns=tuple(Mention(name=noun, start=end, end=end) for noun in BILLS))
    if not case.analysis.document_nouns or case.analysis.kind in ("conflict", "version"):
        return None
    nouns = [mention.name for mention in case.analysis.document_nouns]
    if not case.scope.is_chosen:
        case = case.looking_everywhere()  # what chose documents by their periods knows of no other dates
    documents, superseded = _documents(case, nouns)
    if not documents:
        return None
    request = read_request(case.analysis, known_of(documents, nouns), today=timezone.localdate())
    if request is None or (is_of_bills and not any(each.name for each in request.conditions)):
        return None
    documents = [document for document in documents if _is_among(document, request)]
    values = values_of(case, request.roles, documents, nouns)
    if values is None or (request.roles and not any(values.values()) and not _is_by_names(request)):
        return None  # too much to look through, or a property that none of them gives
    documents, values = counted_against(documents, values, request)
    found = sort_documents(request.conditions, documents, values)
    if not found.meeting and OF_ONE.match(case.question):
        return None  # “when does the contract with X end”: none is with X, and no count answers that
    if request.among.count and len(found.meeting) != request.among.count:
        return None  # others are meant than those found
    return _Answer(case, request, documents, values, found, superseded).outcome()


def _is_among(document: Document, request: Request) -> bool:
    """Whether the question is of this one too; credit notes are no invoices unless it speaks of them."""
    told = f"{document.filename} {document.title}".casefold()
    among = request.among
    if among.language and document.language != among.language:
        return False
    notes = among.deducts or CREDIT_NOTE in request.nouns
    if "invoice" in request.nouns and not notes and is_credit_note(document.title, document.filename):
        return False
    return all(word in told for word in request.words)


def _is_by_names(request: Request) -> bool:
    return all(condition.name for condition in request.conditions) and bool(request.conditions)


def _documents(case: Case, nouns: Sequence[str]) -> tuple[list[Document], int]:
    """The documents of these kinds that no newer edition supersedes, and how many are superseded."""
    called = [noun for noun in nouns if noun not in ("document", "file")]
    documents = case.scope.documents()
    if called:
        documents = documents.filter(documents_called(called))
    keys = documents.order_by().values_list("pk", flat=True)[: MOST_DOCUMENTS + 1]
    if len(keys) > MOST_DOCUMENTS:
        return [], 0
    found = list(documents.order_by("filename", "pk"))
    old = set(
        Document.objects.filter(supersedes__isnull=False, pk__in=case.scope.documents()).values_list(
            "supersedes", flat=True
        )
    )
    return [document for document in found if document.pk not in old], sum(each.pk in old for each in found)


class _Answer(Making):
    """The text of an answer by what is asked: a count, a list, a sum, an extreme, or groups."""

    def outcome(self) -> Outcome | None:
        text = self._text()
        if not text:
            return None
        text = (
            " ".join(filter(None, [text, self._left_out()]))
            if "\n" not in text
            else "\n\n".join(filter(None, [text, self._left_out()]))
        )
        tables = self.case.workings.tables
        table = shown(
            self.columns,
            [
                (cells, value.span if value else whole(document) if document else None)
                for cells, value, document in self.rows
            ],
            tables[-1].sql if tables else "",
        )
        shown_tables: tuple[ResultTable, ...] = (table,) if self.rows else ()
        evidence = Evidence(
            spans=tuple(self.case.workings.spans),
            figures=tuple(self.figures),
            tables=shown_tables,
            coverage=coverage(self.case.scope),
            tried=(*self._taken_as(), *(f"{table.explanation}: {len(table.rows)}" for table in tables)),
        )
        return Draft(text=text, plan=self._plan()), evidence

    def _plan(self) -> dict[str, Any]:
        """What is answered, and which of the question's words it was read from, as JSON and as a sentence."""
        request = self.request
        parts = [f"{request.ask} of {self.nouns(2)}"]
        parts += [f"that {self.conditions(many=True)}"] if request.conditions else []
        parts += [f"with their {request.of.noun}"] if request.of else []
        parts += [f"by {request.by.noun}"] if request.by else []
        read = ", ".join(request.read)
        return {
            "ask": request.ask,
            "documents": list(request.nouns),
            "conditions": [telling.condition(each, many=True) for each in request.conditions],
            "property": request.of.noun if request.of else "",
            "by": request.by.noun if request.by else "",
            **({"group_by": request.by.noun} if request.by else {}),
            "read": list(request.read),
            "text": f"{' '.join(parts)}; read from: {read}" if read else " ".join(parts),
        }

    def _text(self) -> str:
        if self.request.by:
            return by_groups(self, self.request.by)
        return {
            "count": self._counted,
            "list": self._counted,
            "sum": self._summed,
            "average": self._summed,
            "highest": self._extreme,
            "lowest": self._extreme,
        }[self.request.ask]()

    def _taken_as(self) -> tuple[str, ...]:
        """The conditions with their days, as today's date and those of the documents make them."""
        if not self.request.conditions:
            return ()
        return (f"Asked of {self.nouns(2)} that {self.conditions(many=True)}",)

    def _counted(self) -> str:
        """“7 of 9 contracts end before 1 July 2024: …; 1 gives no end date: …”"""
        meeting, of = self.found.meeting, self.request.of
        if self.request.is_numbered:
            return self._of_one(meeting, of) if of else ""
        if of is not None and not self.request.conditions:
            pairs, self.found.lacking[of.key] = self.of_meeting(of)
            meeting = [document for document, _ in pairs]
            head = (
                f"{self.share(len(meeting))} {'gives' if len(meeting) == 1 else 'give'} {telling.a(of.noun)}"
            )
        elif self.request.conditions:
            head = f"{self.share(len(meeting))} {self.conditions(many=len(meeting) != 1)}"
        else:
            verb = "is" if len(meeting) == 1 else "are"
            count = self.number(len(meeting))
            head = f"{count} {self.nouns(len(meeting))} {verb} {self.request.among.said}"
        return f"{head}{self._listing(meeting)}."

    def _of_one(self, meeting: Sequence[Document], role: Role) -> str:
        """“€300.00: the total of the invoice 4711, file.pdf”; "" where not one document gives one value."""
        pairs, _ = self.of_meeting(role)
        if (
            len(meeting) != 1
            or len(pairs) != 1
            or (role.kind == "date" and HOW_MUCH.match(self.case.question))
        ):
            return ""
        document, value = pairs[0]
        if figure := value.figure:  # by its label it is what the question asks for
            self.figures.append(replace(figure, label=f"{role.noun}: {figure.label}"))
        number = next(each.name for each in self.request.conditions if each.role.key == "number")
        mark = self.case.cite(value.span)
        return f"{value.text}: the {role.noun} of {self.nouns(1)} {number}, {document.filename} {mark}."

    def _shown_roles(self) -> list[Role]:
        of = [self.request.of] if self.request.of else []
        asked = [role for each in self.request.conditions if each.bounds for role in each.roles[:1]]
        return list({role.key: role for role in (*asked, *of)}.values())

    def _listing(self, documents: Sequence[Document]) -> str:
        """The documents with their values, each with its place."""
        roles = self._shown_roles()
        self.columns = ("Document", *(wording.capital(role.noun) for role in roles))
        parts: list[str] = []
        for document in documents:
            own = [value for role in roles for value in self.own(role, document)]
            cells = tuple(", ".join(value.text for value in self.own(role, document)) for role in roles)
            self.rows.append(((document.filename, *cells), own[0] if own else None, document))
            self.figures += [figure for value in own if (figure := value.figure)]
            if len(parts) < LISTED:
                texts = "; ".join(value.text for value in own) or _own_title(document)
                marks = "".join(self.case.cite(value.span) for value in own) or self.case.cite(
                    whole(document)
                )
                parts.append(f"{document.filename}{f' ({texts})' if texts else ''} {marks}")
        more = f" and {len(documents) - LISTED} more" if len(documents) > LISTED else ""
        return f": {'; '.join(parts)}{more}" if parts else ""

    def _left_out(self) -> str:
        """What is not in the answer, and why."""
        parts: list[str] = []
        asked = [condition.role for condition in self.request.conditions]
        asked += [self.request.of] if self.request.of and not asked and self.request.ask == "list" else []
        for role in {role.key: role for role in asked}.values():
            lacking, unsure = (each.get(role.key, []) for each in (self.found.lacking, self.found.unsure))
            parts += self.those(lacking, f"no {role.noun}")
            parts += self.those(unsure, f"several, of which only some do so: {role.noun}")
        parts += self.those(self.found.elsewhere, "it in another unit or currency")
        if self.superseded:
            parts.append(
                f"{self.number(self.superseded, ' superseded')} superseded "
                f"{'edition is' if self.superseded == 1 else 'editions are'} left out"
            )
        return f"{wording.capital('; '.join(parts))}." if parts else ""

    def _extreme(self) -> str:
        role = self.request.of
        assert role is not None
        pairs, without = self.of_meeting(role)
        if not pairs:
            return self._counted() if self.request.conditions and not self.found.meeting else ""
        by_unit: dict[str, list[tuple[Document, Value]]] = defaultdict(list)
        for pair in pairs:
            by_unit[pair[1].unit].append(pair)
        kinds = {type(value.content) for _, value in pairs}
        if len(kinds) > 1 or kinds == {str}:
            return ""
        lines = [
            self._best(role, own, unit if len(by_unit) > 1 else "") for unit, own in sorted(by_unit.items())
        ]
        lines += [f"{wording.capital(part)}." for part in self.those(without, f"no single {role.noun}")]
        return " ".join(lines)

    def _best(self, role: Role, pairs: list[tuple[Document, Value]], unit: str) -> str:
        lowest = self.request.ask == "lowest"
        ordered = sorted(pairs, key=lambda pair: order_of(pair[1].content), reverse=not lowest)
        last = ordered[min(self.request.most, len(ordered)) - 1][1].content
        best = [pair for at, pair in enumerate(ordered) if at < self.request.most or pair[1].content == last]
        self.columns = ("Document", wording.capital(role.noun))
        for document, value in ordered:
            self.rows.append(((document.filename, value.text), value, document))
            self.figures += [figure] if (figure := value.figure) else []
        word = _superlative(role, lowest=lowest)
        number = f"{self.number(len(best))} " if len(best) > 1 else ""
        noun = telling.plural(role.noun) if len(best) > 1 else role.noun
        of = f"{self.number(len(pairs))} {self.nouns(len(pairs))}"
        which = f" that {self.conditions(many=True)}" if self.request.conditions else ""
        listing = "; ".join(
            f"{value.text}, {document.filename} {self.case.cite(value.span)}"
            for document, value in best[:LISTED]
        )
        in_unit = f" in {unit}" if unit else ""
        verb = "are" if len(best) > 1 else "is"
        return f"The {number}{word} {noun}{in_unit} of {of}{which} {verb} {listing}."

    def _summed(self) -> str:
        role = self.request.of
        assert role is not None
        pairs, without = self.of_meeting(role)
        pairs = [pair for pair in pairs if isinstance(pair[1].content, Decimal)]
        if not pairs:
            return self._counted() if self.request.conditions and not self.found.meeting else ""
        by_unit: dict[str, list[tuple[Document, Value]]] = defaultdict(list)
        for pair in pairs:
            by_unit[pair[1].unit].append(pair)
        self.columns = ("Document", wording.capital(role.noun))
        lines = [self._one_sum(role, own) for _, own in sorted(by_unit.items())]
        lines += [f"{wording.capital(part)}." for part in self.those(without, f"no single {role.noun}")]
        return " ".join(lines)

    def _one_sum(self, role: Role, pairs: Sequence[tuple[Document, Value]]) -> str:
        said_sum = self.total(role, [value for _, value in pairs])
        parts = []
        for document, value in pairs:
            self.rows.append(((document.filename, value.text), value, document))
            parts.append(f"{document.filename} {value.text} {self.case.cite(value.span)}")
        more = f" and {len(parts) - LISTED} more" if len(parts) > LISTED else ""
        which = f" that {self.conditions(many=len(pairs) != 1)}" if self.request.conditions else ""
        what = "sum" if self.request.ask == "sum" else "average"
        head = (
            f"The {what} of the {telling.plural(role.noun)} of {self.share(len(pairs))}{which} is {said_sum}"
        )
        return f"{head}: {'; '.join(parts[:LISTED])}{more}."


def _own_title(document: Document) -> str:
    """What the document calls itself, where that is short and says more than its file's name."""
    title = document.title.strip()
    is_name = title.casefold() in document.filename.casefold()
    return title if title and not is_name and len(title) <= LONGEST_TITLE else ""


def _superlative(role: Role, *, lowest: bool) -> str:
    words = {
        "date": ("earliest", "latest"),
        "duration": ("shortest", "longest"),
        "money": ("lowest", "highest"),
    }
    low, high = words.get(role.kind, ("lowest", "highest"))
    return low if lowest else high
