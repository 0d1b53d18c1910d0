"""Which values of a source the words of a question name: as written, in another form, or in part."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from agentic.sources.drivers.types import Driver, SourceFailed, quoted
from retrieval.tables.coverage import everyday
from retrieval.tables.rules.vocabulary.lexicon import place_of, spoken
from retrieval.tables.rules.vocabulary.words import CALENDAR, FILLERS, TOKEN
from retrieval.tables.schema import Column, Schema, Table, words_of
from retrieval.tables.understanding import stem

MOST_COLUMNS, MOST_PHRASES, LONGEST = 60, 60, 5
MOST_PARTS = 24  # phrases that are looked for within values, and values of a column that have one
SHORTEST = 4  # letters of a name that stands for a longer one
SECONDS = 2.0
Held = tuple[str, Table, Column]  # a value, and where it stands
_CALLED = ("name", "title")  # ends of the names of columns by which rows are called
PLACES = frozenset("country nation nationality region continent area place location origin birth".split())
_QUESTIONS = frozenset("which what who whose whom when where how why name list show give count".split())


@dataclass(frozen=True)
class Named:
    """`values`: in small letters → the columns in which they stand. `words`: of the question → such a value.

    `parts`: of these the words that are but a part of what they name, as said → as spelled there.
    """

    values: Mapping[str, set[str]] = field(default_factory=dict)
    words: Mapping[str, str] = field(default_factory=dict)
    parts: Mapping[str, str] = field(default_factory=dict)

    def told(self) -> list[tuple[str, str]]:
        """(value as spelled, table.column) of the parts."""
        return [
            (value, place) for value in self.parts.values() for place in sorted(self.values[value.lower()])
        ]

    def note(self, sql: str) -> str:
        """Says which part of a name was taken for the whole, of those that the statement rests on."""
        used = [
            f"“{said}” is taken for “{value}”."
            for said, value in self.parts.items()
            if value.lower().replace("'", "''") in sql.lower()
        ]
        return " ".join(used)


def named_in(question: str, left: Sequence[str], schema: Schema, driver: Driver) -> Named:
    """The values that `left` and the names in the question stand for."""
    said = phrases(question, [*left, *capitals(question, schema)])
    forms = {each: [form for form in _forms(each) if form != each] for each in said}
    said = [each for each in said if not _is_plain(each, question)]
    values = values_in([*said, *(form for each in forms.values() for form in each)], schema, driver)
    values = {
        each: places for each, places in values.items() if not _is_tongue(each, places, values, question)
    }
    words = {
        each: found
        for each, others in forms.items()
        if each not in values and (found := next((f for f in others if _is_meant(f, each, values)), ""))
    }
    parts = parts_in(question, [*values, *words], schema, driver)
    for each, (value, places) in parts.items():
        values.setdefault(value.lower(), set()).update(places)
        words[each.lower()] = value.lower()
    return Named(values, words, {each: value for each, (value, _) in parts.items()})


def _is_meant(form: str, word: str, values: Mapping[str, Collection[str]]) -> bool:
    """Whether another form of a word is a value; of an adjective only where places stand."""
    if form not in values:
        return False
    told = [part for place in values[form] for name in place.split(".")[-2:] for part in spoken(name)]
    return form not in place_of(word) or bool(PLACES & {*told})


def _is_plain(word: str, question: str) -> bool:
    """Whether a short everyday word, written small, is none of the codes that are spelled so: OFF, HIT."""
    return (
        len(word) < SHORTEST and everyday(word) and re.search(rf"\b{re.escape(word)}\b", question) is not None
    )


def _is_tongue(word: str, places: Collection[str], values: Collection[str], question: str) -> bool:
    """Whether a word is a language, but an adjective of a place that is known too: German towns."""
    is_asked = re.search(r"\b(?:speak\w*|spoke\w*|languages?|tongues?)\b", question, re.I) is not None
    is_language = all("language" in words_of(part) for each in places for part in [each.split(".")[-2]])
    return is_language and not is_asked and any(each in values for each in place_of(word))


def capitals(question: str, schema: Schema) -> list[str]:
    """Words that are written as names are and name no table or column."""
    known = {
        stem(word) for t in schema.tables for name in (t.name, *(c.name for c in t.columns))
        for word in (*words_of(name), *spoken(name))
    }  # fmt: skip
    words = [match[0] for match in TOKEN.finditer(question)]
    return [
        word
        for place, word in enumerate(words)
        if word[0].isupper()
        and stem(re.sub(r"['’]s?$", "", word)) not in known
        and word.lower() not in CALENDAR
        and (place or word.lower() not in FILLERS | _QUESTIONS)
    ]


def _forms(words: str) -> Iterator[str]:
    """The singular, without the mark of an owner, and the country or continent that an adjective tells."""
    bare = re.sub(r"['’]s?$", "", words)
    if bare != words:
        yield bare
    yield f"the {bare}"
    *before, last = bare.split()
    if stem(last) != last:
        yield " ".join([*before, stem(last)])
    yield from place_of(bare)


def parts_in(
    question: str, known: Iterable[str], schema: Schema, driver: Driver
) -> dict[str, tuple[str, set[str]]]:
    """Names that are a part of one value alone → it, as spelled, and its columns: “JetBlue” of an airline."""
    taken = {word for each in known for word in each.split()}
    said = [
        each for each in _names_said(question, schema)
        if not {word.lower() for word in each.split()} <= taken
    ][:MOST_PARTS]  # fmt: skip
    columns = [
        (t, c) for t in schema.tables for c in t.columns if c.kind == "text" and spoken(c.name)[-1] in _CALLED
    ][:MOST_COLUMNS]
    found = _values_with([_squeezed(each) for each in said], columns, driver) if said and columns else []
    told: dict[str, tuple[str, set[str]]] = {}
    for each in sorted(said, key=len, reverse=True):
        if any(each in other for other in told):
            continue
        held = _referred([one for one in found if any(_runs(each, one[0]))], schema, driver)
        if len({value for value, _, _ in held}) == 1 and _is_part(each, held[0][0], held[0][2]):
            told[each] = held[0][0], {f"{table.path}.{column.name}" for _, table, column in held}
    return told


def _names_said(question: str, schema: Schema) -> Iterator[str]:
    """Runs of words with capitals, the longest first, and each of them that is long enough.

    What a table is called may be a part of one: American Airlines.
    """
    names = {*capitals(question, schema)}
    runs: list[list[str]] = [[]]
    for place, match in enumerate(TOKEN.finditer(question)):
        if match[0] in names or (place and match[0][0].isupper()):
            runs[-1].append(re.sub(r"['’]s?$", "", match[0]))
        else:
            runs.append([])
    own = {re.sub(r"['’]s?$", "", name) for name in names}
    for run in runs:
        if len(run) > 1 and own & {*run}:
            yield " ".join(run)
        yield from (word for word in run if word in own and len(word) >= SHORTEST)


def _is_part(said: str, value: str, column: Column) -> bool:
    """Whether words stand for the value that has them: one at its beginning or end, several anywhere.

    One word is no part of a title: what is called after a place is not there.
    """
    if len(said.split()) > 1:
        return True
    is_title = spoken(column.name)[-1] == "title"
    return any(is_first or is_last for is_first, is_last in _runs(said, value)) and not is_title


def _runs(said: str, value: str) -> Iterator[tuple[bool, bool]]:
    """Where the value has the words, together or parted: whether at its beginning, and at its end."""
    own, words = _squeezed(said), [_squeezed(word) for word in re.findall(r"[^\W_]+", value)]
    for start in range(len(words)):
        for end in range(start + 1, len(words) + 1):
            if "".join(words[start:end]) == own:
                yield start == 0, end == len(words)


def _values_with(
    wanted: Sequence[str], columns: Sequence[tuple[Table, Column]], driver: Driver
) -> list[Held]:
    """Values that have one of the texts; none where many have it."""
    wanted = [each for each in dict.fromkeys(wanted) if each.isalnum()]
    if not wanted:
        return []
    parts = []
    for number, (table, column) in enumerate(columns):
        path, name = _written(table, column, driver.dialect)
        like = " OR ".join(f"REPLACE(lower({name}), ' ', '') LIKE '%{each}%'" for each in wanted)
        parts.append(
            f"SELECT {number} AS place, value FROM (SELECT DISTINCT {name} AS value FROM {path} "
            f"WHERE {like} LIMIT {MOST_PARTS}) AS found{number}"
        )
    try:
        rows = driver.run(" UNION ALL ".join(parts), rows=1000, seconds=SECONDS).rows
    except SourceFailed:
        return []
    counts: dict[int, int] = {}
    for place, _ in rows:
        counts[int(place)] = counts.get(int(place), 0) + 1
    if any(count >= MOST_PARTS for count in counts.values()):
        return []
    return [(str(value), *columns[int(place)]) for place, value in rows]


def _referred(held: Sequence[Held], schema: Schema, driver: Driver) -> list[Held]:
    """Those that something else refers to, where rows of their tables are there for that."""
    parts, kept = [], []
    for number, (value, table, column) in enumerate(held):
        keys = [
            (other, key)
            for other, key in schema.relations
            if key.table == table.path and len(key.columns) == 1 and other.path != table.path
        ]
        if not keys:
            kept.append(number)
            continue
        path, name = _written(table, column, driver.dialect)
        text = (
            value.replace("\\", "\\\\").replace("'", "''")
            if driver.dialect == "mysql"
            else value.replace("'", "''")
        )
        used = " OR ".join(
            f"EXISTS (SELECT 1 FROM {_written(other, column, driver.dialect)[0]} AS child "
            f"WHERE child.{_quoted(key.columns[0], driver)} = own.{_quoted(key.refers[0], driver)})"
            for other, key in keys
            if table.column(key.refers[0])
        )
        parts.append(
            f"SELECT {number} AS place FROM {path} AS own WHERE own.{name} = '{text}' AND ({used or 'TRUE'})"
        )
    if parts:
        try:
            rows = driver.run(" UNION ".join(parts), rows=200, seconds=SECONDS).rows
        except SourceFailed:
            return list(held)
        kept += [int(place) for (place,) in rows]
    return [held[number] for number in sorted({*kept})]


def _quoted(name: str, driver: Driver) -> str:
    return quoted(name, "`" if driver.dialect == "mysql" else '"')


def _squeezed(text: str) -> str:
    return re.sub(r"[\W_]+", "", text.lower())


def phrases(question: str, left: Iterable[str]) -> list[str]:
    """Runs of words that have one of `left` in them, in small letters."""
    tokens = list(TOKEN.finditer(question))
    missing = {word.lower() for words in left for word in (words, *words.split())}
    found = []
    for start in range(len(tokens)):
        for length in range(1, LONGEST + 1):
            run = tokens[start : start + length]
            words = [token[0].lower() for token in run]
            if len(run) < length or not missing & {*words}:
                continue
            if any(end.lower() in FILLERS and not end.isupper() for end in (run[0][0], run[-1][0])):
                continue
            written = question[run[0].start() : run[-1].end()]  # with its points: “Dr. Cohen”
            ways = [" ".join(words), written]
            if question[run[-1].end() :].startswith("."):  # “Atlas Shipping Inc.”
                ways.append(f"{written}.")
            texts = (each.strip("'\"“”`").lower() for each in ways)
            found += [text for text in texts if len(text) > 1 and not text.isdigit()]
    return list(dict.fromkeys(found))[:MOST_PHRASES]


def values_in(words: Sequence[str], schema: Schema, driver: Driver) -> dict[str, set[str]]:
    """Those of `words` that stand in text columns, as a whole value each → where."""
    columns = [(t, c) for t in schema.tables for c in t.columns if c.kind == "text"][:MOST_COLUMNS]
    if not words or not columns:
        return {}
    listed = ", ".join("'" + word.replace("'", "''") + "'" for word in words)
    parts = [
        _looking(number, table, column, listed, driver.dialect)
        for number, (table, column) in enumerate(columns)
    ]
    try:
        rows = driver.run(" UNION ALL ".join(parts), rows=200, seconds=SECONDS).rows
    except SourceFailed:
        return {}
    found: dict[str, set[str]] = {}
    for place, value in rows:
        table, column = columns[int(place)]
        found.setdefault(str(value), set()).add(f"{table.path}.{column.name}")
    return found


def _looking(number: int, table: Table, column: Column, listed: str, dialect: str) -> str:
    path, name = _written(table, column, dialect)
    return (
        f"SELECT {number} AS place, value FROM (SELECT DISTINCT lower({name}) AS value FROM {path} "
        f"WHERE lower({name}) IN ({listed}) LIMIT 5) AS found{number}"
    )


def _written(table: Table, column: Column, dialect: str) -> tuple[str, str]:
    quote = "`" if dialect == "mysql" else '"'
    path = ".".join(quoted(part, quote) for part in (table.schema, table.name) if part)
    return path, quoted(column.name, quote)
