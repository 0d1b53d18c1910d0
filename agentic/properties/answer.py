"""Questions about documents by their properties: how many end before July, which ask least notice.

Each condition is bound to the property that it is said of; what a document does not give is said.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

from django.utils import timezone

from agentic.evidence import Draft, Evidence, Figure, ResultTable
from agentic.facts import wording
from agentic.facts.case import Case
from agentic.facts.workings import shown
from agentic.outcome import Outcome, coverage
from agentic.properties import telling
from agentic.properties.sorting import Sorted, counted_against, sort_documents
from agentic.properties.values import Value, Values, known_of, money, values_of, whole
from documents.models import Document
from retrieval.annotations.qualifiers import CREDIT_NOTE, is_credit_note
from retrieval.annotations.roles import Role
from retrieval.properties.question import read_request
from retrieval.properties.request import Grouping, Request
from retrieval.scope.conditions import documents_called

LISTED = 30  # documents said one by one
MOST_DOCUMENTS = 2000
LONGEST_TITLE = 60  # characters
CENT = Decimal("0.01")


def answer_by_properties(case: Case) -> Outcome | None:
    """Counts, lists, sums and extremes of documents by their properties; None where not every word of the
    question has a place, or where it sets no condition on properties."""
    if not case.analysis.document_nouns or case.analysis.kind in ("conflict", "version"):
        return None
    nouns = [mention.name for mention in case.analysis.document_nouns]
    if not case.scope.is_chosen:
        case = case.looking_everywhere()  # what chose documents by their periods knows of no other dates
    documents, superseded = _documents(case, nouns)
    if not documents:
        return None
    request = read_request(case.analysis, known_of(documents, nouns), today=timezone.localdate())
    if request is None:
        return None
    documents = [document for document in documents if _is_among(document, request)]
    values = values_of(case, request.roles, documents, nouns)
    if values is None or (request.roles and not any(values.values()) and not _is_by_names(request)):
        return None  # too much to look through, or a property that none of them gives
    documents, values = counted_against(documents, values, request)
    found = sort_documents(request.conditions, documents, values)
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


class _Answer:
    """An answer in the making: its text, the figures that it names and the rows that it shows."""

    def __init__(
        self,
        case: Case,
        request: Request,
        documents: Sequence[Document],
        values: Values,
        found: Sorted,
        superseded: int,
    ) -> None:
        self.case, self.request, self.documents, self.values = case, request, documents, values
        self.found, self.superseded = found, superseded
        self.figures: list[Figure] = []
        self.rows: list[tuple[tuple[object, ...], Value | None, Document | None]] = []
        self.columns: tuple[str, ...] = ()

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
        parts = [f"{request.ask} of {self._nouns(2)}"]
        parts += [f"that {self._conditions(many=True)}"] if request.conditions else []
        parts += [f"with their {request.of.noun}"] if request.of else []
        parts += [f"by {request.by.noun}"] if request.by else []
        read = ", ".join(request.read)
        return {
            "ask": request.ask,
            "documents": list(request.nouns),
            "conditions": [telling.condition(each, many=True) for each in request.conditions],
            "property": request.of.noun if request.of else "",
            "by": request.by.noun if request.by else "",
            "read": list(request.read),
            "text": f"{' '.join(parts)}; read from: {read}" if read else " ".join(parts),
        }

    def _text(self) -> str:
        if self.request.by:
            return self._by_groups(self.request.by)
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
        return (f"Asked of {self._nouns(2)} that {self._conditions(many=True)}",)

    def _nouns(self, count: int) -> str:
        nouns = self.request.nouns
        named = " and ".join(telling.plural(noun) if count != 1 else noun for noun in nouns)
        return " ".join([*self.request.words, named])

    def _number(self, count: int, of: str = "") -> str:
        """A count, which the check then knows."""
        label = f"number of {self._nouns(2)}{of}"
        self.figures.append(
            Figure(value=Decimal(count), text=str(count), label=label, formula=f"counted: {label}")
        )
        return f"{count:,}"

    def _conditions(self, *, many: bool) -> str:
        return wording.joined([telling.condition(each, many=many) for each in self.request.conditions])

    def _counted(self) -> str:
        """“7 of 9 contracts end before 1 July 2024: …; 1 gives no end date: …”"""
        meeting, of = self.found.meeting, self.request.of
        if self.request.is_numbered:
            return self._of_one(meeting, of) if of else ""
        if of is not None and not self.request.conditions:
            pairs, self.found.lacking[of.key] = self._of_meeting(of)
            meeting = [document for document, _ in pairs]
            head = (
                f"{self._share(len(meeting))} {'gives' if len(meeting) == 1 else 'give'} {telling.a(of.noun)}"
            )
        elif self.request.conditions:
            head = f"{self._share(len(meeting))} {self._conditions(many=len(meeting) != 1)}"
        else:
            verb = "is" if len(meeting) == 1 else "are"
            count = self._number(len(meeting))
            head = f"{count} {self._nouns(len(meeting))} {verb} {self.request.among.said}"
        return f"{head}{self._listing(meeting)}."

    def _of_one(self, meeting: Sequence[Document], role: Role) -> str:
        """“€300.00: the total of the invoice 4711, file.pdf”; "" where not one document gives one value."""
        pairs, _ = self._of_meeting(role)
        if len(meeting) != 1 or len(pairs) != 1:
            return ""
        document, value = pairs[0]
        if figure := value.figure:  # by its label it is what the question asks for
            self.figures.append(replace(figure, label=f"{role.noun}: {figure.label}"))
        number = next(each.name for each in self.request.conditions if each.role.key == "number")
        mark = self.case.cite(value.span)
        return f"{value.text}: the {role.noun} of {self._nouns(1)} {number}, {document.filename} {mark}."

    def _share(self, count: int) -> str:
        """“7 of 9 contracts”."""
        every = len(self.documents)
        return f"{self._number(count)} of {self._number(every)} {self._nouns(every)}"

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
            own = [value for role in roles for value in self._own(role, document)]
            cells = tuple(", ".join(value.text for value in self._own(role, document)) for role in roles)
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

    def _own(self, role: Role, document: Document) -> Sequence[Value]:
        return self.values.get(role.key, {}).get(document.pk, ())

    def _left_out(self) -> str:
        """What is not in the answer, and why."""
        parts: list[str] = []
        asked = [condition.role for condition in self.request.conditions]
        asked += [self.request.of] if self.request.of and not asked and self.request.ask == "list" else []
        for role in {role.key: role for role in asked}.values():
            lacking, unsure = (each.get(role.key, []) for each in (self.found.lacking, self.found.unsure))
            parts += self._those(lacking, f"no {role.noun}")
            parts += self._those(unsure, f"several, of which only some do so: {role.noun}")
        parts += self._those(self.found.elsewhere, "it in another unit or currency")
        if self.superseded:
            parts.append(
                f"{self._number(self.superseded, ' superseded')} superseded "
                f"{'edition is' if self.superseded == 1 else 'editions are'} left out"
            )
        return f"{wording.capital('; '.join(parts))}." if parts else ""

    def _those(self, documents: Sequence[Document], what: str) -> list[str]:
        if not documents:
            return []
        count = len(documents)
        named = ", ".join(f"{each.filename} {self.case.cite(whole(each))}" for each in documents[:LISTED])
        return [
            f"{self._number(count, f' that give {what}')} {'gives' if count == 1 else 'give'} {what}: {named}"
        ]

    def _of_meeting(self, role: Role) -> tuple[list[tuple[Document, Value]], list[Document]]:
        """The documents with their one value; those that give none, or several."""
        with_value, without = [], []
        for document in self.found.meeting:
            own = self._own(role, document)
            if len(own) == 1:
                with_value.append((document, own[0]))
            else:
                without.append(document)
        return with_value, without

    def _extreme(self) -> str:
        role = self.request.of
        assert role is not None
        pairs, without = self._of_meeting(role)
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
        lines += [f"{wording.capital(part)}." for part in self._those(without, f"no single {role.noun}")]
        return " ".join(lines)

    def _best(self, role: Role, pairs: list[tuple[Document, Value]], unit: str) -> str:
        lowest = self.request.ask == "lowest"
        ordered = sorted(pairs, key=lambda pair: _order(pair[1].content), reverse=not lowest)
        last = ordered[min(self.request.most, len(ordered)) - 1][1].content
        best = [pair for at, pair in enumerate(ordered) if at < self.request.most or pair[1].content == last]
        self.columns = ("Document", wording.capital(role.noun))
        for document, value in ordered:
            self.rows.append(((document.filename, value.text), value, document))
            self.figures += [figure] if (figure := value.figure) else []
        word = _superlative(role, lowest=lowest)
        number = f"{self._number(len(best))} " if len(best) > 1 else ""
        noun = telling.plural(role.noun) if len(best) > 1 else role.noun
        of = f"{self._number(len(pairs))} {self._nouns(len(pairs))}"
        which = f" that {self._conditions(many=True)}" if self.request.conditions else ""
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
        pairs, without = self._of_meeting(role)
        pairs = [pair for pair in pairs if isinstance(pair[1].content, Decimal)]
        if not pairs:
            return self._counted() if self.request.conditions and not self.found.meeting else ""
        by_unit: dict[str, list[tuple[Document, Value]]] = defaultdict(list)
        for pair in pairs:
            by_unit[pair[1].unit].append(pair)
        self.columns = ("Document", wording.capital(role.noun))
        lines = [self._one_sum(role, own) for _, own in sorted(by_unit.items())]
        lines += [f"{wording.capital(part)}." for part in self._those(without, f"no single {role.noun}")]
        return " ".join(lines)

    def _one_sum(self, role: Role, pairs: Sequence[tuple[Document, Value]]) -> str:
        said_sum = self._total(role, [value for _, value in pairs])
        parts = []
        for document, value in pairs:
            self.rows.append(((document.filename, value.text), value, document))
            parts.append(f"{document.filename} {value.text} {self.case.cite(value.span)}")
        more = f" and {len(parts) - LISTED} more" if len(parts) > LISTED else ""
        which = f" that {self._conditions(many=len(pairs) != 1)}" if self.request.conditions else ""
        what = "sum" if self.request.ask == "sum" else "average"
        head = (
            f"The {what} of the {telling.plural(role.noun)} of {self._share(len(pairs))}{which} is {said_sum}"
        )
        return f"{head}: {'; '.join(parts[:LISTED])}{more}."

    def _total(self, role: Role, values: Sequence[Value]) -> str:
        """Their sum or average, said, and known to the check by its formula."""
        numbers = [value.content for value in values if isinstance(value.content, Decimal)]
        total, unit = sum(numbers, Decimal(0)), values[0].unit
        self.figures += [figure for value in values if (figure := value.figure)]
        formula = " + ".join(value.text for value in values[:LISTED])
        if self.request.ask == "average":
            total, formula = (
                (total / len(numbers)).quantize(CENT, ROUND_HALF_UP),
                f"({formula}) ÷ {len(numbers)}",
            )
        decimals = max(len(value.text.partition(".")[2]) for value in values)
        text = f"{money(total, '')} days" if unit == "days" else money(total, unit, decimals)
        known_unit = unit or ""
        self.figures.append(
            Figure(
                value=total,
                text=text,
                unit=known_unit,
                label=f"{self.request.ask} of {role.noun}",
                formula=formula,
            )
        )
        return text

    def _by_groups(self, by: Grouping) -> str:
        groups: dict[object, list[tuple[Document, Value]]] = defaultdict(list)
        without = []
        for document in self.found.meeting:
            own = self._own(by.role, document)
            if len(own) == 1 and (key := _group(by, own[0])) is not None:
                groups[key].append((document, own[0]))
            else:
                without.append(document)
        if not groups:
            return ""
        self.columns = (wording.capital(by.noun), "Documents", *(("Total",) if self.request.of else ()))
        lines = [self._group_line(by, own) for _, own in self._ordered(groups, by)]
        which = f" that {self._conditions(many=True)}" if self.request.conditions else ""
        head = f"{self._share(len(self.found.meeting))}{which}, by {by.noun}:"
        if not self.request.conditions:
            count = len(self.found.meeting)
            head = f"{self._number(count)} {self._nouns(count)} by {by.noun}:"
        if self.request.among_groups:
            return self._best_group(by, groups, lines)
        text = "\n".join([head, "", *(f"- {line}" for line in lines)])
        rest = self._those(without, f"no single {by.role.noun}")
        return f"{text}\n\n{wording.capital(rest[0])}." if rest else text

    def _ordered(
        self, groups: Mapping[object, list[tuple[Document, Value]]], by: Grouping
    ) -> list[tuple[object, list[tuple[Document, Value]]]]:
        if by.span:
            return sorted(groups.items(), key=lambda item: _order(_day(item[1][0][1])))
        return sorted(groups.items(), key=lambda item: (-len(item[1]), str(item[0])))

    def _group_line(self, by: Grouping, own: Sequence[tuple[Document, Value]]) -> str:
        name = _group_name(by, own[0][1])
        line = f"{name}: {self._number(len(own), f' of {name}')} {self._nouns(len(own))}"
        cells: list[object] = [name, len(own)]
        if role := self.request.of:
            sums, missing = self._sums_of(role, [document for document, _ in own])
            line += f", {wording.joined(sums)}" if sums else ""
            line += f" ({self._number(missing, ' without it')} without {a_or_no(role)})" if missing else ""
            cells.append(", ".join(sums))
        marks = "".join(self.case.cite(value.span) for _, value in own[:LISTED])
        self.rows.append((tuple(cells), own[0][1], None))
        return f"{line} {marks}"

    def _sums_of(self, role: Role, documents: Sequence[Document]) -> tuple[list[str], int]:
        by_unit: dict[str, list[Value]] = defaultdict(list)
        missing = 0
        for document in documents:
            own = self._own(role, document)
            if len(own) == 1 and isinstance(own[0].content, Decimal):
                by_unit[own[0].unit].append(own[0])
                self.case.cite(own[0].span)
            else:
                missing += 1
        return [self._total(role, values) for _, values in sorted(by_unit.items())], missing

    def _best_group(
        self, by: Grouping, groups: Mapping[object, list[tuple[Document, Value]]], lines: Sequence[str]
    ) -> str:
        """“Acme has the most invoices, 3; …”"""
        if self.request.of is not None:
            totals = {key: self._worth(own) for key, own in groups.items()}
            if (
                any(value is None for value in totals.values())
                or len({unit for _, unit in filter(None, totals.values())}) > 1
            ):
                return "\n".join(
                    ["The totals are in several currencies:", "", *(f"- {line}" for line in lines)]
                )
            worths = {key: value[0] for key, value in totals.items() if value}
        else:
            worths = {key: Decimal(len(own)) for key, own in groups.items()}
        best = max(worths.values())
        names = [_group_name(by, groups[key][0][1]) for key, value in worths.items() if value == best]
        what = f"the highest {self.request.of.noun}" if self.request.of else f"the most {self._nouns(2)}"
        verb = "has" if len(names) == 1 else "have"
        return "\n".join([f"{wording.joined(names)} {verb} {what}:", "", *(f"- {line}" for line in lines)])

    def _worth(self, own: Sequence[tuple[Document, Value]]) -> tuple[Decimal, str] | None:
        assert self.request.of is not None
        values = [value for document, _ in own for value in self._own(self.request.of, document)]
        units = {value.unit for value in values}
        numbers = [value.content for value in values if isinstance(value.content, Decimal)]
        return (sum(numbers, Decimal(0)), units.pop()) if len(units) == 1 and numbers else None


def _own_title(document: Document) -> str:
    """What the document calls itself, where that is short and says more than its file's name."""
    title = document.title.strip()
    is_name = title.casefold() in document.filename.casefold()
    return title if title and not is_name and len(title) <= LONGEST_TITLE else ""


def a_or_no(role: Role) -> str:
    return telling.a(role.noun)


def _order(content: date | Decimal | str) -> tuple[Decimal, str]:
    """By which values of one kind stand in their order."""
    if isinstance(content, date):
        return Decimal(content.toordinal()), ""
    return (content, "") if isinstance(content, Decimal) else (Decimal(0), content)


def _day(value: Value) -> date:
    assert isinstance(value.content, date)
    return value.content


def _superlative(role: Role, *, lowest: bool) -> str:
    words = {
        "date": ("earliest", "latest"),
        "duration": ("shortest", "longest"),
        "money": ("lowest", "highest"),
    }
    low, high = words.get(role.kind, ("lowest", "highest"))
    return low if lowest else high


def _group(by: Grouping, value: Value) -> object | None:
    """What a value is grouped by; None where it is of no such kind."""
    if by.span:
        if not isinstance(value.content, date):
            return None
        day = value.content
        return {
            "year": (day.year,),
            "quarter": (day.year, (day.month + 2) // 3),
            "month": (day.year, day.month),
        }[by.span]
    return value.key


def _group_name(by: Grouping, value: Value) -> str:
    if not by.span:
        return value.text
    day = _day(value)
    return {"year": f"{day.year}", "quarter": f"Q{(day.month + 2) // 3} {day.year}", "month": f"{day:%B %Y}"}[
        by.span
    ]
