"""The answer by what was asked for: a table for a list, figures with their derivation, prose for the rest."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from agentic.evidence import Coverage, Draft, Evidence, Figure, ResultTable, Span
from agentic.facts.wording import joined
from agentic.outcome import Outcome
from agentic.properties.telling import plural
from agentic.properties.values import money
from agentic.search.decisions.steps import Decomposition
from agentic.search.toolbox import Called
from agentic.verification.sentences.statements import own_mark
from documents.models import Document, TableRow, Workspace
from reading.values.quantities import find_quantities
from reading.values.units import MONEY_UNITS
from retrieval.annotations.conditions import COLUMNS, OF_TABLES
from retrieval.annotations.fields import UNIT_MARK, Fields
from retrieval.scope.filters import SAID

LISTED = 30  # documents or rows said one by one
MARKED = 8  # rows of a sum that are cited; the table has the others
MOST_COLUMNS = 6
SAYS = {
    "=": "is", "<>": "is not", "≠": "is not", "<": "under", "<=": "at most", "≤": "at most", ">": "over",
    ">=": "at least", "≥": "at least", "~": "has", "in": "is", "between": "between",
}  # fmt: skip
FUNCTIONS = {"sum": "sum", "avg": "average", "min": "least", "max": "greatest", "count": "number"}
GIVES = re.compile(
    r"(?:vendor|supplier|seller|provider|manufacturer|maker|brand|producer|issued by|sold by|from|company)"
    r"(?: name)?",
    re.IGNORECASE,
)
ASKS_WHO = re.compile(
    r"\b(?:who|whose|which (?:company|vendor|supplier|manufacturer|maker|brand))\b", re.IGNORECASE
)

assert set("=≠<≤>≥~") < set(SAID.replace(", ", "")), "every operator has its words"


@dataclass
class Telling:
    """An answer in the making."""

    asked: Decomposition
    known: Fields
    question: str
    workspace: Workspace
    coverage: Coverage
    tried: tuple[str, ...]
    missing: tuple[str, ...] = ()
    spans: list[Span] = field(default_factory=list)
    figures: list[Figure] = field(default_factory=list)

    def cite(self, span: Span) -> str:
        key = (span.document_id, span.page, span.quote)
        for number, known in enumerate(self.spans, start=1):
            if (known.document_id, known.page, known.quote) == key:
                return own_mark(number)
        self.spans.append(span)
        return own_mark(len(self.spans))

    def count(self, number: int, what: str) -> str:
        """A count, which the check of numbers then knows."""
        self.figures.append(
            Figure(
                value=Decimal(number),
                text=f"{number:,}",
                label=f"number of {what}",
                formula=f"counted: {what}",
            )
        )
        return f"{number:,}"

    def name(self, name: str, span: Span) -> None:
        """The numbers in a name are no figures that an answer would have to prove otherwise: “AlphaSolar
        320”.
        """
        for quantity in find_quantities(name):
            self.figures.append(
                Figure(
                    value=quantity.value,
                    text=quantity.text,
                    unit=quantity.unit,
                    label=name,
                    formula=f"counted: a part of the name {name}",
                )
            )

    def outcome(self, text: str, tables: Sequence[ResultTable], **more: Any) -> Outcome:
        evidence = Evidence(
            spans=tuple(self.spans),
            figures=tuple(self.figures),
            tables=tuple(tables),
            coverage=self.coverage,
            tried=self.tried,
            found_in=frozenset(span.document_id for table in tables for span in table.spans if span),
        )
        return Draft(text=text, plan=self.plan, **more), evidence

    @property
    def plan(self) -> dict[str, Any] | None:
        """What is answered and which of the question's words it was read from, as JSON and as a sentence."""
        asked = self.asked
        if asked.intent not in ("list", "compute"):
            return None
        missing = {word.casefold() for word in self.missing}
        read = [word for word in re.findall(r"[\w&’'/-]+", self.question) if word.casefold() not in missing]
        what = (
            f"{asked.function} of {asked.measure or self.nouns}"
            if asked.function
            else f"list of {self.nouns}"
        )
        which = self.which()
        return {
            "ask": asked.function or asked.intent,
            "conditions": [which] if which else [],
            "group_by": asked.group_by,
            "text": f"{what}{f' {which}' if which else ''}; read from: {' '.join(read)}",
        }

    # --- words ---

    @property
    def nouns(self) -> str:
        """What is listed or counted, in the plural: “receipts”, “documents”, “rows”."""
        kinds = self.asked.kinds
        return joined([plural(kind) for kind in kinds]) if kinds else "documents"

    def which(self) -> str:
        """“with tire in a row, with notice period under 60 days”."""
        parts = []
        for name, condition in self.asked.constraints.items():
            if name == "kind" or (name, dict(condition)) == ("table", OF_TABLES):
                continue
            parts.append(_said(name, condition, self.known))
        parts += [f"in {bucket}" for bucket in self.asked.buckets]
        return ", ".join(parts)


def _said(name: str, condition: Mapping[str, Any], known: Fields) -> str:
    op, value, unit = str(condition.get("op", "=")), condition.get("value"), condition.get("unit") or ""
    if name == "text":
        return f"with “{value}” in a row"
    if name == "about":
        return f"about “{value}”"
    if name == "month" and op == "~":
        return f"of month {str(value).strip('-')}"
    if name == "dates":
        told = f"from {value[0]} to {value[1]}" if isinstance(value, list) else f"{SAYS.get(op, op)} {value}"
        return f"dated {told}"
    info = known.get(name)
    title = _small(info.title) if info else name.replace("_", " ")
    values = value if isinstance(value, list) else [value]
    if op == "between" and len(values) == 2:
        return f"with {title} from {values[0]} to {values[1]} {unit}".rstrip()
    told = " or ".join(str(each) for each in values)
    if op in ("in", "="):
        return f"with {told} as {title}" if not unit else f"with {title} {told} {unit}"
    return f"with {title} {SAYS.get(op, op)} {told} {unit}".rstrip()


def _small(title: str) -> str:
    return title if any(char.isupper() for char in title[1:]) else title.lower()


# --- lists ---


def tell_list(telling: Telling, found: Called) -> Outcome:
    """The documents or rows that meet the conditions, each with its place."""
    rows, total = found.rows, found.total
    by_document = bool(found.call.arguments.get("by_document"))
    noun = telling.nouns if by_document else "rows"
    if total == 1:
        noun = noun.removesuffix("s") if not noun.endswith("ies") else f"{noun[:-3]}y"
    head = f"{telling.count(total, noun)} {noun}"
    which = telling.which()
    verb = "is" if total == 1 else "are"
    text = f"{head} {verb} found{f' {which}' if which else ''}"
    spans = [span or _whole(row) for span, row in zip(found.result.spans, rows, strict=True)]
    parts = []
    for row, span in list(zip(rows, spans, strict=True))[:LISTED]:
        told = _told(row, telling)
        parts.append(f"{row['filename']}{f' ({told})' if told else ''} {telling.cite(span)}")
    more = f" and {telling.count(total - len(parts), 'others')} more" if total > len(parts) else ""
    text += f": {'; '.join(parts)}{more}."
    return telling.outcome(text, [table_of(rows, spans, found, telling)], matches=matches_of(found))


def _told(row: Mapping[str, Any], telling: Telling) -> str:
    """The values that the question speaks of, as the row has them."""
    wanted = [name for name in (*telling.asked.constraints, *telling.asked.shown) if name not in COLUMNS]
    if telling.asked.measure:
        wanted = [telling.asked.measure, *wanted]
    told = []
    for name in dict.fromkeys(wanted):
        value = value_in(row, name, telling.known)
        if value is not None:
            told.append(_with_unit(*value, telling, span_of(row)))
    is_line = not telling.asked.by_document and row["table_name"] != "properties"
    if row["label"] and (is_line or (not told and telling.asked.constraints.get("text"))):
        told.insert(0, str(row["label"]))
    return ", ".join(dict.fromkeys(told))


def value_in(row: Mapping[str, Any], name: str, known: Fields) -> tuple[Any, str] | None:
    """The value of the field that the row itself has, with its unit."""
    properties = _properties(row)
    info = known.get(name)
    spellings = info.spellings if info else (name,)
    for spelling in spellings:
        if spelling in properties:
            return properties[spelling], str(properties.get(f"{spelling}{UNIT_MARK}") or "")
    if (
        info
        and info.in_attributes
        and (row["label"] in spellings or set(spellings) & set(map(str, properties.values())))
    ):
        for head in known.value_columns:
            if head in properties:
                unit = properties.get("Unit") or properties.get(f"{head}{UNIT_MARK}") or ""
                return properties[head], str(unit)
    return None


def _properties(row: Mapping[str, Any]) -> dict[str, Any]:
    import json

    kept = row["properties"]
    return json.loads(kept) if isinstance(kept, str) else dict(kept or {})


def _with_unit(value: Any, unit: str, telling: Telling, span: Span) -> str:
    """The value as it is said; a number is noted with its place."""
    if isinstance(value, bool) or not isinstance(value, int | float | Decimal):
        return str(value)
    text = said_number(Decimal(str(value)), unit)
    telling.figures.append(_figure(Decimal(str(value)), text, unit, span=span, label=span.quote[:80]))
    return text


def said_number(value: Decimal, unit: str) -> str:
    if unit in MONEY_UNITS:
        return money(value, unit, 2 if value != value.to_integral_value() else 0)
    if unit == "%":
        return f"{(value * 100).normalize():f}%"
    plain = f"{value.normalize():,f}"
    return f"{plain} {unit}".strip()


def _figure(value: Decimal, text: str, unit: str, **more: Any) -> Figure:
    """A figure as the check reads its text, so that both mean the same by it."""
    found = find_quantities(text)
    if found:
        return Figure(value=found[0].value, text=text, unit=found[0].unit, scale=found[0].scale, **more)
    return Figure(value=value, text=text, unit=unit, **more)


def span_of(row: Mapping[str, Any]) -> Span:
    return Span(
        document_id=row["document_id"],
        filename=row["filename"],
        page=row["page"],
        quote=row["quote"] or "",
        kind="row",
        fact_id=row["id"],
    )


def _whole(row: Mapping[str, Any]) -> Span:
    return span_of(row)


def table_of(
    rows: Sequence[Mapping[str, Any]], spans: Sequence[Span], found: Called, telling: Telling
) -> ResultTable:
    """Document, label and the columns that most of the rows have."""
    properties = [_properties(row) for row in rows]
    counts = Counter(key for each in properties for key in each if not key.endswith(UNIT_MARK))
    labels = {str(row["label"]) for row in rows}
    heads = [key for key, count in counts.most_common(MOST_COLUMNS) if 2 * count >= len(rows)]
    heads = heads or [key for key, _ in counts.most_common(2)]
    has_labels = len(labels) > 1 and not set(heads) >= labels
    first_values = {str(each.get(head)) for each in properties for head in heads}
    has_labels = has_labels and not labels <= first_values
    columns = ["Document", *(["Row"] if has_labels else []), *heads]
    cells = []
    for row, each in zip(rows, properties, strict=True):
        own = [_cell(each.get(head), str(each.get(f"{head}{UNIT_MARK}") or "")) for head in heads]
        cells.append((row["filename"], *([row["label"]] if has_labels else []), *own))
    return ResultTable(
        columns=tuple(columns),
        rows=tuple(cells),
        spans=tuple(spans),
        sql=found.result.statements[0] if found.result.statements else "",
        explanation=found.call.why,
        truncated=found.total > len(rows),
    )


def _cell(value: Any, unit: str) -> Any:
    if value is None or isinstance(value, bool | str) or not unit:
        return value
    return said_number(Decimal(str(value)), unit)


# --- figures ---


def tell_figures(telling: Telling, folded: Called | None, found: Called) -> Outcome:
    """The value that was asked for, what it is made of, and the rows behind it."""
    asked = telling.asked
    if asked.function in ("min", "max"):
        return _extreme(telling, found)
    assert folded is not None
    rows = found.rows
    spans = [span or _whole(row) for span, row in zip(found.result.spans, rows, strict=True)]
    groups = folded.rows
    title = _small(info.title) if (info := telling.known.get(asked.measure)) else asked.measure
    which = telling.which()
    of = f" {which}" if which else ""
    tables = [table_of(rows, spans, found, telling)] if rows else []
    if asked.group_by:
        marks = "".join(telling.cite(span) for span in spans[:MARKED])
        text, table = _by_group(telling, groups, title, of, folded, marks)
        tables = [table, *tables]
    else:
        text = " ".join(_one(telling, group, title, of) for group in groups)
    cited = "".join(telling.cite(span) for span in spans[:MARKED])
    text = f"{text.rstrip('.')} {cited}." if cited and not asked.group_by else text
    return telling.outcome(text, tables, matches=matches_of(found))


def _one(telling: Telling, group: Mapping[str, Any], title: str, of: str) -> str:
    asked = telling.asked
    rows, documents = int(group["row_count"]), int(group["documents"])
    made = f"{telling.count(rows, 'rows')} row{'' if rows == 1 else 's'} of "
    made += f"{telling.count(documents, 'documents')} "
    made += "document" if documents == 1 else "documents"
    if asked.function == "count":
        noun = telling.nouns if asked.by_document else "rows"
        number = int(group["value"])
        return f"{telling.count(number, noun)} {noun}{of} {'is' if number == 1 else 'are'} found."
    said = computed(
        telling, group, title, f"worked out: {FUNCTIONS[asked.function]} of {title} over {rows} rows"
    )
    verb = "adds up to" if asked.function == "sum" else "is on average"
    return f"The {title}{of} {verb} {said}, over {made}."


def computed(telling: Telling, group: Mapping[str, Any], title: str, formula: str) -> str:
    value = Decimal(str(group["value"]))
    if telling.asked.function == "avg":
        value = round(value, 4)
    unit = str(group.get("unit") or "")
    text = said_number(value, unit)
    telling.figures.append(_figure(value, text, unit, label=title, formula=formula))
    return text


def _by_group(
    telling: Telling, groups: Sequence[Mapping[str, Any]], title: str, of: str, folded: Called, marks: str
) -> tuple[str, ResultTable]:
    asked = telling.asked
    by = asked.group_by.replace("_", " ")
    what = telling.nouns if asked.function == "count" and asked.by_document else title or "rows"
    ordered = (
        sorted(groups, key=lambda g: str(g["group_name"])) if by in ("month", "quarter", "year") else groups
    )
    lines, cells = [], []
    for group in ordered:
        name = str(group["group_name"]) if group["group_name"] not in (None, "") else f"no {by}"
        rows = int(group["row_count"])
        if asked.function == "count":
            number = int(group["value"])
            said = f"{telling.count(number, f'{what} of {name}')}"
            lines.append(f"- {name}: {said} {what}")
        else:
            said = computed(
                telling,
                group,
                title,
                f"worked out: {FUNCTIONS[asked.function]} of {title} over {rows} rows of {name}",
            )
            lines.append(f"- {name}: {said} ({telling.count(rows, 'rows')} row{'' if rows == 1 else 's'})")
        cells.append((name, said, rows))
    heading = {"sum": f"The {title}", "avg": f"The average {title}", "count": what[:1].upper() + what[1:]}
    text = f"{heading.get(asked.function, title)}{of} by {by} {marks}".rstrip() + ":\n\n" + "\n".join(lines)
    table = ResultTable(
        columns=(by, title or what, "rows"),
        rows=tuple(cells),
        sql=folded.result.statements[0] if folded.result.statements else "",
        explanation=folded.call.why,
        truncated=bool(folded.result.output.get("truncated")),
    )
    return text, table


def _extreme(telling: Telling, found: Called) -> Outcome:
    asked, rows = telling.asked, found.rows
    spans = [span or _whole(row) for span, row in zip(found.result.spans, rows, strict=True)]
    valued = [
        (row, span, value)
        for row, span in zip(rows, spans, strict=True)
        if (value := value_in(row, asked.measure, telling.known)) and not isinstance(value[0], str)
    ]
    if not valued:
        return tell_list(telling, found)
    most, unit = valued[0][2]
    best = [each for each in valued if each[2] == (most, unit)]
    title = _small(info.title) if (info := telling.known.get(asked.measure)) else asked.measure
    which = telling.which()
    documents = {row["document_id"] for row, _, _ in best}
    names = names_of(documents) if ASKS_WHO.search(telling.question) else {}
    told = []
    for row, span, _ in best[:LISTED]:
        whose = names.get(row["document_id"], "")
        telling.name(whose, span)
        label = row["filename"] + (f", {whose}" if whose else "")
        told.append(f"{label} {telling.cite(span)}")
    told_value = _with_unit(most, unit, telling, best[0][1])
    figure = _figure(Decimal(str(most)), told_value, unit, label=title, span=best[0][1])
    telling.figures.append(figure)
    text = (
        f"The {FUNCTIONS[asked.function]} {title}{f' {which}' if which else ''} is {told_value}: "
        f"{'; '.join(dict.fromkeys(told))}. It is of {telling.count(found.total, 'rows')} "
        f"row{'' if found.total == 1 else 's'} that give it."
    )
    if asked.function == "max" and re.search(r"\blongest\b", telling.question, re.IGNORECASE):
        text = text.replace("The greatest", "The longest", 1)
    return telling.outcome(text, [table_of(rows, spans, found, telling)], matches=matches_of(found))


def names_of(documents: set[int]) -> dict[int, str]:
    """Who gives what a document says: the maker or vendor that it names, else whom or what it is about."""
    found: dict[int, str] = {}
    properties = TableRow.objects.answering().filter(
        document__in=documents, anchored=True, table="properties"
    )
    for row in properties.order_by("pk"):
        value = row.properties.get(row.label)
        if GIVES.fullmatch(row.label) and isinstance(value, str):
            found.setdefault(row.document_id, value)
    for pk, names, title in Document.objects.filter(pk__in=documents).values_list(
        "pk", "organizations", "title"
    ):
        found.setdefault(pk, names[0] if names else title)
    return found


# --- things in several kinds of documents ---


def tell_shared(telling: Telling, found: Sequence[Called]) -> Outcome | None:
    """The names that every kind of document has."""
    by_title = found[0].call.arguments.get("group_by") == "title"
    names = []
    for kind, each in zip(telling.asked.in_all, found, strict=True):
        own = [str(row["group_name"]) for row in each.rows if row["group_name"]]
        own = [_without_kind(name, kind) for name in own] if by_title else own
        names.append({name.casefold(): name for name in own if name})
    shared = sorted(name for key, name in names[0].items() if all(key in other for other in names[1:]))
    if not shared:
        return None
    kinds = joined([plural(kind) for kind in telling.asked.in_all])
    what = telling.asked.terms[0] if telling.asked.terms else "names"
    spans = _of_names(telling, shared)
    for name in shared:
        telling.name(name, spans[name][0]) if spans[name] else None
    listed = "; ".join(f"{name} {''.join(map(telling.cite, spans[name]))}".rstrip() for name in shared)
    text = f"{telling.count(len(shared), what)} {what} are in both {kinds}: {listed}."
    table = ResultTable(
        columns=("Name",),
        rows=tuple((name,) for name in shared),
        spans=tuple(spans[name][0] if spans[name] else None for name in shared),
        sql=";\n\n".join(sql for each in found for sql in each.result.statements),
        explanation=f"What {kinds} share",
    )
    return telling.outcome(text, [table])


def _without_kind(title: str, kind: str) -> str:
    """What a document is about, by its title: “Acetone” of “Acetone certificate of analysis”."""
    before, _, after = (
        re.split(rf"\b({re.escape(kind)})", title, maxsplit=1, flags=re.IGNORECASE)
        if (re.search(rf"\b{re.escape(kind)}", title, re.IGNORECASE))
        else (title, "", "")
    )
    about = before.strip(" -–—:,") or re.sub(r"^s?\W*(?:of|for)?\W*", "", after).strip()
    return " ".join(about.split())


def _of_names(telling: Telling, names: Sequence[str]) -> dict[str, list[Span]]:
    """Of each name the documents of these kinds whose title begins with it."""
    documents = Document.objects.filter(workspace=telling.workspace, status="ready").order_by("filename")
    found: dict[str, list[Span]] = {}
    for name in names:
        own = documents.filter(title__icontains=name)[: 2 * len(telling.asked.in_all)]
        found[name] = [
            Span(
                document_id=each.pk,
                filename=each.filename,
                page=1,
                quote=each.title,
                kind="document",
                fact_id=each.pk,
            )
            for each in own
            if any(kind in f"{each.title} {each.filename}".casefold() for kind in telling.asked.in_all)
        ]
    return found


def matches_of(found: Called) -> dict[str, Any]:
    """By what all matches can be had again, as a file."""
    names = ("filters", "bucket", "document_ids", "carrier", "by_document")
    kept = {name: found.call.arguments[name] for name in names if found.call.arguments.get(name)}
    return {**kept, "total": found.total}
