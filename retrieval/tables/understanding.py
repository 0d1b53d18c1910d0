"""What a question asks of a source, by rules: tables, columns, values, what is folded and how."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any, Literal

from retrieval.tables.schema import Column, Schema, Table, words_of

Complexity = Literal["simple", "medium", "complex"]
_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
_QUOTED = re.compile(r"[\"“'‘]([^\"”'’]{2,60})[\"”'’]")
_FOLDS = {
    "count": r"\bhow many\b|\bnumber of\b|\bcounts?\b",
    "sum": r"\btotal\b|\bsum\b|\boverall\b",
    "avg": r"\baverages?\b|\bmean\b",
    "max": r"\bhighest\b|\bmost\b|\bmaximum\b|\blargest\b|\blongest\b|\bbiggest\b|\btop\b",
    "min": r"\blowest\b|\bleast\b|\bminimum\b|\bsmallest\b|\bshortest\b|\bfewest\b",
    "ratio": r"\bratios?\b|\bpercent(?:age)?s?\b|\bshares?\b|\bproportion\b|\bfraction\b|\brates? of\b",
}
_GROUP = re.compile(r"\b(?:per|by|for each|for every|each|every|in each|grouped by|split by|across)\b", re.I)
_DATES = re.compile(
    r"\b(?:last|past|previous|next|this|current)\s+(?:\d+\s+)?(?:days?|weeks?|months?|quarters?|years?)\b|"
    r"\b(?:day|week|month|quarter|year|date|ago|since|between|before|after|daily|weekly|monthly|yearly)\b",
    re.I,
)
_LIMIT = re.compile(
    r"\b(?:top|first|last|best|worst|highest|lowest)\s+(\d{1,4})\b|\b(\d{1,4})\s+(?:most|least)\b", re.I
)
HINTS = {
    "ratio": "A ratio or share: divide as decimals and guard the divisor with NULLIF(…, 0).",
    "date": "Dates: compare date columns with dates; a text column that holds dates must be cast first.",
    "top": "The first few of each group: rank() OVER (PARTITION BY … ORDER BY …) in a sub-query.",
    "running": "A running sum: SUM(…) OVER (ORDER BY …).",
    "top one": "The one with the most: ORDER BY … DESC LIMIT 1, and give what names it.",
}  # fmt: skip
_IN_IE = frozenset(
    "movies cookies brownies smoothies calories ties pies rookies zombies hoodies selfies".split()
)
_TOP_PER = re.compile(
    r"\b(?:top|best|highest|most|lowest|latest)\b.*\b(?:per|for each|in each|of each|by each)\b", re.I
)
_RUNNING = re.compile(r"\b(?:running|cumulative|cumulated|to date)\b", re.I)


@dataclass(frozen=True)
class Understood:
    """`values`: [(words, table.column)] of the source's own values that the question names."""

    intent: str
    tables: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    filters: tuple[dict[str, Any], ...] = ()
    aggregations: tuple[str, ...] = ()
    group_by: bool = False
    order_by: bool = False
    limit: int | None = None
    hints: tuple[str, ...] = ()
    values: tuple[tuple[str, str], ...] = ()
    ambiguities: tuple[str, ...] = ()
    needs_clarification: bool = False

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    def told(self, strange: Sequence[str]) -> Understood:
        """With what a writer is told of words that stand nowhere in the tables."""
        hint = f"No table, column or value is called: {', '.join(strange)}."
        return replace(self, hints=(*self.hints, hint)) if strange else self

    @property
    def complexity(self) -> Complexity:
        """By how many tables are named and whether something is folded."""
        folds = bool(self.aggregations)
        if len(self.tables) >= 3 or (folds and self.group_by and len(self.tables) >= 2):
            return "complex"
        return "medium" if len(self.tables) >= 2 or folds else "simple"


@dataclass
class _Named:
    tables: list[str] = field(default_factory=list)
    columns: list[str] = field(default_factory=list)
    values: list[tuple[str, str]] = field(default_factory=list)


def understand(question: str, schema: Schema) -> Understood:
    """By the words alone: no model is asked."""
    named = _named(question, schema)
    folds = tuple(name for name, pattern in _FOLDS.items() if re.search(pattern, question, re.I))
    limit = next((int(m[1] or m[2]) for m in _LIMIT.finditer(question)), None)
    grouped = _GROUP.search(question) is not None
    hints = [HINTS["ratio"]] if "ratio" in folds else []
    hints += [HINTS["date"]] if _DATES.search(question) else []
    hints += [HINTS["running"]] if _RUNNING.search(question) else []
    if _TOP_PER.search(question):
        hints.append(HINTS["top"])
    return Understood(
        intent=folds[0] if folds else "list",
        tables=tuple(named.tables),
        columns=tuple(named.columns),
        filters=tuple({"column": place, "operator": "=", "value": words} for words, place in named.values),
        aggregations=folds,
        group_by=grouped,
        order_by=bool(limit or {"max", "min"} & set(folds)),
        limit=limit,
        hints=tuple(hints),
        values=tuple(named.values),
    )


def _named(question: str, schema: Schema) -> _Named:
    said = {stem(word) for word in words_in(question)}
    named = _Named()
    for table in schema.tables:
        is_named = set(map(stem, words_of(table.name))) <= said
        columns = [column for column in table.columns if names(column, said)]
        values = [(value, column) for value, column in _values(question, table)]
        if is_named or values or (columns and _is_only(columns, schema)):
            named.tables.append(table.path)
        named.columns += [f"{table.path}.{column.name}" for column in columns]
        named.values += [(value, f"{table.path}.{column.name}") for value, column in values]
    return named


def _is_only(columns: Sequence[Column], schema: Schema) -> bool:
    """Whether some of these names stand in one table only."""
    return any(sum(t.column(column.name) is not None for t in schema.tables) == 1 for column in columns)


def names(column: Column, said: set[str]) -> bool:
    """Whether the question has all words of the column's name but marks of its table."""
    words = [stem(word) for word in words_of(column.name) if word not in ("id", "code", "no", "nr")]
    return bool(words) and set(words) <= said


def _values(question: str, table: Table) -> Iterator[tuple[str, Column]]:
    text = f" {' '.join(words_in(question))} "
    for column in table.columns:
        for value in column.samples if column.kind == "text" else ():
            plain = " ".join(words_in(value))
            if len(plain) > 2 and f" {plain} " in text:
                yield value, column


def words_in(text: str) -> list[str]:
    return [word.lower() for word in _WORD.findall(text)]


def phrases(question: str, most: int = 40) -> list[str]:
    """What may be a value: quoted words, and words with capitals behind the first."""
    found = [m[1] for m in _QUOTED.finditer(question)]
    found += re.findall(r"(?<=[^.?!] )(?:[A-Z][\w'’.-]*)(?:\s+(?:of|the|and|&)?\s*[A-Z][\w'’.-]*)*", question)
    found += [word for phrase in found for word in phrase.split() if len(word) > 3]
    return list(dict.fromkeys(found))[:most]


def stem(word: str) -> str:
    """Without the marks of number and time, so that “payments” and “payment” are one."""
    word = word.lower()
    if word in _IN_IE:
        return word[:-1]
    for ending, put in (("ies", "y"), ("sses", "ss"), ("ches", "ch"), ("shes", "sh"), ("xes", "x")):
        if word.endswith(ending) and len(word) > len(ending) + 1:
            return word.removesuffix(ending) + put
    is_plural = len(word) > 3 and word.endswith("s") and not word.endswith(("ss", "us", "is"))
    return word[:-1] if is_plural else word
