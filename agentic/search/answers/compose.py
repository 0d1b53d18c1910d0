"""The answer by what was asked for: a table for a list, figures with their derivation, prose for the rest."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from agentic.evidence import Figure, ResultTable, Span
from agentic.outcome import Outcome
from agentic.properties.values import money
from agentic.search.answers.telling import Telling, small
from agentic.search.decisions.words import ASKED_BESIDE, ASKS_WHO, WHO_DOES
from agentic.search.joins.asked import akin_to
from agentic.search.lists.verbs import regular
from agentic.search.toolbox import Called
from documents.models import Document, TableRow
from reading.values.dates import find_dates
from reading.values.quantities import find_quantities
from reading.values.units import MONEY_UNITS
from retrieval.annotations.conditions import COLUMNS, of_role
from retrieval.annotations.fields import UNIT_MARK, FieldInfo, Fields
from retrieval.scope.document_kinds import singular
from retrieval.stems import stems

LISTED = 30  # documents or rows said one by one
MARKED = 8  # rows of a sum that are cited; the table has the others
MOST_COLUMNS = 6
FUNCTIONS = {"sum": "sum", "avg": "average", "min": "least", "max": "greatest", "count": "number"}
GIVES = re.compile(
    r"(?:vendor|supplier|seller|provider|manufacturer|maker|brand|producer|from|company|"
    r"(?:issued|sold|made|manufactured|supplied|provided|offered|warranted|guaranteed) by)"
    r"(?: name)?",
    re.IGNORECASE,
)


DOER = re.compile(r"\bby$", re.IGNORECASE)  # of labels
GIVING = re.compile(
    r"(?:make|give|sell|supplie|supply|offer|provide|manufacture|produce|issue)s?", re.IGNORECASE
)


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
    shown = _shown_of(rows[:LISTED], telling)
    for row, span in list(zip(rows, spans, strict=True))[:LISTED]:
        told = ", ".join(filter(None, [_told(row, telling), *shown.get(row["document_id"], ())]))
        parts.append(f"{row['filename']}{f' ({told})' if told else ''} {telling.cite(span)}")
    more = f" and {telling.count(total - len(parts), 'others')} more" if total > len(parts) else ""
    text += f": {'; '.join(parts)}{more}."
    return telling.outcome(text, [table_of(rows, spans, found, telling)], matches=matches_of(found))


def _shown_of(rows: Sequence[Mapping[str, Any]], telling: Telling) -> dict[int, list[str]]:
    """Of each document what is asked for beside what its row gives: the site of a sample's nitrate."""
    asked, known = telling.asked, telling.known
    infos = [info for name in asked.shown if (info := field_of(name, known)) and info.in_properties]
    missing = [i for i in infos if rows and value_in(rows[0], i.name, known) is None and not i.is_number]
    labels = [spelling for info in missing for spelling in info.spellings]
    if not labels:
        return {}
    documents = {row["document_id"] for row in rows}
    lines = TableRow.objects.answering().filter(
        document__in=documents, anchored=True, table="properties", label__in=labels
    )
    given: dict[int, list[str]] = {}
    for line in lines.order_by("pk"):
        given.setdefault(line.document_id, []).append(str(line.properties.get(line.label)))
    return given


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


def field_of(name: str, known: Fields) -> FieldInfo | None:
    """What documents give under the name, or under any label of the property that it is."""
    return known.get(name) or of_role(name, known)


def value_in(row: Mapping[str, Any], name: str, known: Fields) -> tuple[Any, str] | None:
    """The value of the field that the row itself has, with its unit."""
    properties = _properties(row)
    info = field_of(name, known)
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


def tell_figures(telling: Telling, folded: Called | None, found: Called) -> Outcome | None:
    """The value that was asked for, what it is made of, and the rows behind it."""
    asked = telling.asked
    if asked.function in ("min", "max"):
        return _extreme(telling, found)
    assert folded is not None
    rows = found.rows
    spans = [span or _whole(row) for span, row in zip(found.result.spans, rows, strict=True)]
    groups = folded.rows
    title = small(info.title) if (info := field_of(asked.measure, telling.known)) else asked.measure
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
        said = singular(noun) if number == 1 else noun
        return f"{telling.count(number, noun)} {said}{of} {'is' if number == 1 else 'are'} found."
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


def _extreme(telling: Telling, found: Called) -> Outcome | None:
    asked, rows = telling.asked, found.rows
    spans = [span or _whole(row) for span, row in zip(found.result.spans, rows, strict=True)]
    valued = [
        (row, span, value)
        for row, span in zip(rows, spans, strict=True)
        if (value := value_in(row, asked.measure, telling.known)) and not isinstance(value[0], str)
    ]
    if not valued:
        return _first_day(telling, found) or tell_list(telling, found)
    most, unit = valued[0][2]
    best = [each for each in valued if each[2] == (most, unit)]
    title = small(info.title) if (info := field_of(asked.measure, telling.known)) else asked.measure
    which = telling.which()
    documents = {row["document_id"] for row, _, _ in best}
    names = names_of(documents) if ASKS_WHO.search(telling.question) else {}
    if does := WHO_DOES.search(telling.question):
        said = does["verb"] or does["what"]
        names = doers_of(documents, said) or (names if GIVING.fullmatch(said) else {})
        if names.keys() != documents:
            return None  # who does it, no line of theirs says
    given = _shown_of([row for row, _, _ in best], telling) if not names else {}
    names = names or {pk: ", ".join(values) for pk, values in given.items()}
    told = []
    for row, span, _ in best[:LISTED]:
        whose = names.get(row["document_id"], "") or _line_of(row, asked.measure)
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
    beside = ASKED_BESIDE.search(telling.question)
    left = beside["rest"] if beside and names.keys() != documents else ""
    table = table_of(rows, spans, found, telling)
    return telling.outcome(text, [table], matches=matches_of(found), left_open=left)


def _line_of(row: Mapping[str, Any], measure: str) -> str:
    """What the row of a table is called, but for one that is called as what is measured."""
    label = str(row["label"] or "")
    return label if row["table_name"] != "properties" and label.casefold() != measure.casefold() else ""


def _first_day(telling: Telling, found: Called) -> Outcome | None:
    """The first or last day that documents give; None where not each gives one, or there are too many."""
    asked, days = telling.asked, []
    for row, span in zip(found.rows, found.result.spans, strict=True):
        value = value_in(row, asked.measure, telling.known)
        read = [day for day, *_ in find_dates(str(value[0]))] if value else []
        if value is None or len(read) != 1:
            return None
        days.append((read[0], str(value[0]), row, span or _whole(row)))
    if not days or found.total > len(days):
        return None
    best = (max if asked.function == "max" else min)(day for day, *_ in days)
    told = [(value, row, span) for day, value, row, span in days if day == best]
    files = "; ".join(f"{row['filename']} {telling.cite(span)}" for _, row, span in told[:LISTED])
    info = field_of(asked.measure, telling.known)
    which, end = telling.which(), "latest" if asked.function == "max" else "earliest"
    text = (
        f"The {end} {small(info.title) if info else asked.measure}{f' {which}' if which else ''} is "
        f"{told[0][0]}: {files}. It is of {telling.count(len(days), 'rows')} "
        f"row{'' if len(days) == 1 else 's'} that give it."
    )
    spans = [span for *_, span in days]
    return telling.outcome(text, [table_of(found.rows, spans, found, telling)], matches=matches_of(found))


def doers_of(documents: set[int], verb: str) -> dict[int, str]:
    """Who does it: by the label that has the verb, else by the one that names a doer, as “Recipe by”."""
    wanted = stems(regular(verb))
    rows = TableRow.objects.answering().filter(document__in=documents, anchored=True, table="properties")
    found: dict[int, list[tuple[bool, str]]] = {}
    for row in rows.order_by("pk"):
        value = row.properties.get(row.label)
        is_said = any(akin_to(stem, wanted) for stem in stems(regular(row.label)))
        if isinstance(value, str) and (is_said or DOER.search(row.label)):
            found.setdefault(row.document_id, []).append((is_said, value))
    surest = {pk: [v for is_said, v in own if is_said] or [v for _, v in own] for pk, own in found.items()}
    return {pk: own[0] for pk, own in surest.items() if len(set(own)) == 1}


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


def matches_of(found: Called) -> dict[str, Any]:
    """By what all matches can be had again, as a file."""
    names = ("filters", "bucket", "document_ids", "carrier", "by_document")
    kept = {name: found.call.arguments[name] for name in names if found.call.arguments.get(name)}
    return {**kept, "total": found.total}
