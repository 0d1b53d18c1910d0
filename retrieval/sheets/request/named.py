"""Cells of text, and tables of a file, that a question names."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence, Set

from retrieval.properties.parts import FILLERS
from retrieval.question.wording.rows import LACKING, Token, norm, normed
from retrieval.sheets.asked import Lacking, Named
from retrieval.sheets.model import DOCUMENTS, HYPHEN, MOST_WORDS, Column, Sheet
from retrieval.sheets.request.words import ASKING, Words
from retrieval.tables.rules.vocabulary.lexicon import verbs

ARTICLES = frozenset({"a", "an", "the"})
LEAST_BEGUN = 4  # letters of a cell that is cut short
BEHIND_NOUNS = frozenset("of did does do was were is are has have had".split())
LEAST_OF_LABEL = 3  # letters of a word by which rows are named
OF_LABELS = 0.3  # of the labels, that a word names some by
MOST_TOLD = 3  # labels that are told as what is asked for
HEAD = re.compile(r"[,;:(/\d]")
MOST_OF_HEAD = 2  # words of a label before what tells more of it
OF_PLACES = ("n", "an", "ian")  # ends of words for what is of a place
MOST_BETWEEN = 2  # words between those of a heading that says yes or no
DENIED_AHEAD = re.compile(r"(?:\b(?:not|no|never|without)|n['’]t)(?:\s+[^\W\d_]+)?\s+$", re.IGNORECASE)
OF_DOERS = ("ist", "er", "ian")
WORD = re.compile(r"\w+")
BEFORE_CELLS = frozenset("to for by with as".split())
FEW = 3  # characters of a word that may be a cell's whole content
_GIVEN = r"(?:given|listed|known|told|recorded|noted|stated|entered|shown|available|on\s+(?:file|record))"
_THING = r"[\w-]+(?:\s+[\w-]+){0,2}?"
_IS = r"(?:is|are|was|were|has\s+been|have\s+been)"
_END = r"(?=\s*(?:[?.,;)]|$|in\b|at\b|on\b|for\b))"
NONE_GIVEN = (
    re.compile(rf"\b(?:{_IS}\s+)?no\s+(?P<thing>{_THING})\s+(?:{_IS}\s+)?{_GIVEN}\b", re.IGNORECASE),
    re.compile(rf"\b(?:have|has|had|with|gives?|lists?)\s+no\s+(?P<thing>{_THING}){_END}", re.IGNORECASE),
    re.compile(
        rf"\b(?:without|lacks?|lacking|missing)\s+(?:(?:an?|any|their|its|the)\s+)?(?P<thing>{_THING}){_END}",
        re.IGNORECASE,
    ),
)


def lacking_cells(asked: Words) -> Iterator[Lacking]:
    """Rows that have nothing in a column: “for how many schools is no website given”, “without a date”.

    Only of a column that is empty in some of the rows: of others nobody can say that it misses something.
    """
    for said in (match for pattern in NONE_GIVEN for match in pattern.finditer(asked.question)):
        places = asked.free(*said.span("thing"))
        words = {stem for at in places for stem in asked.tokens[at].stems}
        found = [column for column in asked.sheet.columns if words and _is_called(column, words)]
        empty = [column for column in found if _is_empty_in_some(asked, column)]
        if len(found) == 1 and len(empty) == 1:
            asked.take(asked.free(*said.span()))
            yield Lacking(found[0].name)


def _is_called(column: Column, words: set[str]) -> bool:
    return bool(column.words) and words <= column.words


def _is_empty_in_some(asked: Words, column: Column) -> bool:
    rows = asked.sheet.rows
    return 0 < sum(row.cells.get(column.name) in (None, "") for row in rows) < len(rows)


def named_cells(asked: Words) -> Iterator[Named]:
    """Cells of text that the question names, the longest first; those of one column are alternatives."""
    found: dict[str, tuple[set[str], list[str]]] = {}
    by_name: set[str] = set()  # columns of which a cell is named as it stands, to which near words add none
    values, at = asked.sheet.values, 0
    while at < len(asked.tokens):
        length, cells = _longest(asked, values, at)
        if cells and any(of(asked, cells, at, length) for of in (_is_heading, _calls_rows)):
            cells = {}
        if cells:
            places = range(at, at + length)
            text = asked.question[asked.tokens[at].start : asked.tokens[at + length - 1].end]
            column = _heading_beside(asked, cells, places) or next(iter(cells))
            is_near = any(asked.tokens[place].meant for place in places)
            if is_near and column in by_name:
                asked.take(places, counts=False)
                at += max(1, length)
                continue
            if not is_near and column not in by_name:
                by_name.add(column)
                found.pop(column, None)
            if is_near and len(cells[column]) == 1:
                text = next(iter(cells[column]))  # “trips” are “Travel” there
            known, texts = found.setdefault(column, (set(), []))
            both = known & cells[column]  # “Athens County” in “Ohio”; else either of the two
            found[column] = (both or known | cells[column], [*texts, text])
            asked.take(places)
            if column:
                _take_verb(asked, at)
                _take_heading(asked, column, at, at + length)
        at += max(1, length)
    for column, held, at in _in_cells(asked, found):
        known, texts = found.get(column, (held, []))
        if known & held:
            found[column] = (known & held, [*texts, asked.tokens[at].text])
            asked.take([at])
    if asked.sheet.label.name not in found:
        found |= _in_labels(asked)
    for column, (known, texts) in found.items():
        _take_deed(asked, column)
        yield Named(column, frozenset(known), ", ".join(dict.fromkeys(texts)))


def _take_deed(asked: Words, column: str) -> None:
    """The verb that the column of a named cell is headed by: “are invested in Gilts” of “Invested in”."""
    words = asked.column(column).words if column else frozenset()
    places = asked.free(0, len(asked.question))
    asked.take(
        [at for at in places if asked.tokens[at].text.endswith("ed") and asked.tokens[at].stems & words]
    )


def _heading_beside(asked: Words, cells: Mapping[str, Set[str]], places: range) -> str:
    """Which of several columns that have the cell is named right beside it: “for home team York”."""
    before = WORD.findall(asked.question[: asked.tokens[places[0]].start].casefold())
    behind = WORD.findall(asked.question[asked.tokens[places[-1]].end :].casefold())
    for column in cells if len(cells) > 1 else ():
        words = WORD.findall(column.casefold())
        if words and words in (before[-len(words) :], behind[: len(words)]):
            return column
    return ""


def named_flags(asked: Words) -> Iterator[Named]:
    """Rows of which a column says yes by its heading, “open on Sundays”; or no, where that is denied."""
    for name, (yes, no) in asked.sheet.flags.items():
        heading = asked.column(name).words
        free = asked.free(0, len(asked.question))
        places = [at for at in free if asked.tokens[at].stems & heading]
        said = frozenset(stem for at in places for stem in asked.tokens[at].stems)
        if not heading or not heading <= said or places[-1] - places[0] > len(heading) + MOST_BETWEEN:
            continue
        asked.take(places)
        before = asked.question[: asked.tokens[places[0]].start]
        denied = DENIED_AHEAD.search(before)
        if denied:
            asked.take(asked.free(*denied.span()), counts=False)
        cells = no if denied else yes
        yield Named(name, frozenset(cells), " or ".join(sorted(cells)))


def _is_heading(asked: Words, cells: Mapping[str, Set[str]], at: int, length: int) -> bool:
    """Whether what the sheet is called is a heading in it as well, which is meant: “base price”."""
    said = {stem for token in asked.tokens[at : at + length] for stem in token.stems}
    return set(cells) == {""} and any(said and said <= column.words for column in asked.sheet.numbers)


def _calls_rows(asked: Words, cells: Mapping[str, Set[str]], at: int, length: int) -> bool:
    """Whether many are meant that the file is called by, as “economics journals” of a list of journals, not
    the one row “Economic Journal”."""
    *_, last = asked.tokens[at : at + length]
    are_many = last.text.islower() and last.text.casefold() != last.norm
    return are_many and "" not in cells and last.stems <= asked.sheet.of_file


def _in_labels(asked: Words) -> dict[str, tuple[set[str], list[str]]]:
    """The rows that a word of the question begins the labels of, or in whose labels several of its words
    stand: “bells” of “Bell, brass”. Few labels have them."""
    labels = {row.label: normed(HYPHEN.sub("", row.label)) for row in asked.sheet.rows}
    known = asked.sheet.names.union(asked.of_labels, asked.sheet.words_of_headings)
    held = set(labels)
    taken: list[int] = []
    for at in asked.free(0, len(asked.question)):
        token = asked.tokens[at]
        if token.text.casefold() in ASKING | verbs() or len(token.text) < LEAST_OF_LABEL:
            continue
        if token.stems & known or not any(map(str.isalpha, token.norm)):
            continue
        own = {label for label in held if token.norm in labels[label]}
        if own and len(own) <= OF_LABELS * len(labels):
            held, taken = own, [*taken, at]
    begin = len(taken) == 1 and all(
        asked.tokens[taken[0]].norm == labels[label][0] and _is_short(label) for label in held
    )
    if not (begin or len(taken) > 1) or asked.sheet.rows_are == DOCUMENTS:
        return {}  # a word amid others may be said of anything
    asked.take(taken)
    return {asked.sheet.label.name: (held, sorted(held)[:MOST_TOLD])}


def _is_short(label: str) -> bool:
    """Whether what its first word names is not told by others behind it: “Bell, brass”, no “New burr set”."""
    return len(HEAD.split(label, maxsplit=1)[0].split()) <= MOST_OF_HEAD


def named_parts(asked: Words) -> Iterator[Named]:
    """The tables of several alike whose titles alone have a word of the question: “Quay” of two wards."""
    words = {part: set(normed(part)) for part in dict.fromkeys(row.part for row in asked.sheet.rows)}
    known = frozenset[str]().union(*(column.words for column in asked.sheet.columns))
    kept, texts = set(words), list[str]()
    for at in asked.free(0, len(asked.question)):
        token = asked.tokens[at]
        if token.text.casefold() in ASKING or token.text.isdigit() or token.stems & known:
            continue
        held = {part for part, own in words.items() if token.norm in own or _works_at(token.norm, own)}
        if held and held != set(words) and not names_cell(asked.sheet, token.text):
            kept &= held
            texts.append(token.text)
            asked.take([at])
    if texts:
        yield Named("", frozenset(kept), " ".join(texts))


def _works_at(word: str, part: Collection[str]) -> bool:
    """Whether it is who does what the sheet alone is called: “artists” of “arts”, “farmers” of “farms”."""
    (first, *more) = part or ("",)
    return not more and len(first) >= LEAST_OF_LABEL and word in {f"{first}{end}" for end in OF_DOERS}


def _in_cells(asked: Words, found: Collection[str]) -> Iterator[tuple[str, set[str], int]]:
    """Words of cells of one column of few contents: “ongoing” of “Project ongoing”. None in `found`."""
    few: dict[str, dict[str, tuple[str, ...]]] = {}
    for name in (column.name for column in asked.sheet.texts if column.name not in found):
        cells = [str(row.cells[name]) for row in asked.sheet.rows if name in row.cells]
        if 2 * len(set(cells)) <= len(cells):
            few[name] = {cell: normed(HYPHEN.sub("", cell)) for cell in cells}
    known = asked.sheet.names.union(asked.of_labels, *(column.words for column in asked.sheet.columns))
    for at in asked.free(0, len(asked.question)):
        token = asked.tokens[at]
        if token.text.casefold() in ASKING or token.stems & known or token.text.isdigit():
            continue
        if not token.text.islower() and not _begins_cells(token.norm, few):
            continue
        named = [(name, {c for c in cells if token.norm in cells[c]}) for name, cells in few.items()]
        if not any(cells for _, cells in named):
            named = [(name, {c for c in cells if _is_cut(c, token.text)}) for name, cells in few.items()]
        held = [(name, cells) for name, cells in named if 0 < len(cells) < len(few[name])]
        if len(held) == 1:
            yield (*held[0], at)


def _begins_cells(word: str, few: Mapping[str, Mapping[str, tuple[str, ...]]]) -> bool:
    """Whether it is the first word of each cell that has it, as a name is: “Brandt” of “Brandt Ltd”."""
    held = [words for cells in few.values() for words in cells.values() if word in words]
    return bool(held) and all(words[0] == word for words in held)


def _is_cut(cell: str, word: str) -> bool:
    """Whether the cell is the beginning of the word: “herbi” of “herbivores”."""
    return (
        LEAST_BEGUN <= len(cell) < len(word)
        and cell.isalpha()
        and word.casefold().startswith(cell.casefold())
    )


def _take_heading(asked: Words, column: str, first: int, last: int) -> None:
    """The words of its heading beside a cell: “Tier 2 city” of “City type”, “the supply group Tools”,
    “sentenced to death”."""
    words = asked.column(column).words
    before, behind = first - 1, last
    between = asked.tokens[before].text if before > 0 else ""
    if between in BEFORE_CELLS and asked.tokens[before - 1].stems & words:
        asked.take([before, before - 1])
        before -= 2
    while before >= 0 and asked.tokens[before].stems & words:
        asked.take([before])
        before -= 1
    if before > 0 and asked.tokens[before].text == "of" and asked.tokens[before - 1].stems & words:
        asked.take([before - 1])  # “the town of Barre”
    if before >= 0 and asked.tokens[before].text == "before" and column not in asked.sheet.days:
        asked.take([before], counts=False)  # “cases before judge Pratte”
    while behind < len(asked.tokens) and asked.tokens[behind].stems & words:
        asked.take([behind])
        behind += 1


def _take_verb(asked: Words, at: int) -> None:
    """What rows do with a cell: “cross the Wend”, “grow Bramley”; not what they do without, nor what is of
    it: “inventory of Elm”."""
    before = at - 1
    while before >= 0 and asked.tokens[before].text.casefold() in FILLERS:
        if asked.tokens[before].text.casefold() in BEHIND_NOUNS:
            return
        before -= 1
    word = asked.tokens[before].text if before >= 0 else ""
    known = asked.sheet.names | asked.of_labels
    known = known.union(*(column.words for column in asked.sheet.columns))
    is_known = bool(asked.tokens[before].stems & known)
    # “an electric car”, “the value of oil at Elm”
    is_quality = before > 0 and asked.tokens[before - 1].text.casefold() in {*ARTICLES, "of"}
    if word.isalpha() and word.islower() and not is_known and not is_quality and not LACKING.search(word):
        asked.take([before], counts=False)


def _longest(
    asked: Words, values: Mapping[tuple[str, ...], dict[str, set[str]]], at: int
) -> tuple[int, dict[str, set[str]]]:
    for length in range(min(MOST_WORDS, len(asked.tokens) - at), 0, -1):
        tokens = asked.tokens[at : at + length]
        if any(asked.taken[at : at + length]):
            continue
        words = tuple(token.norm for token in tokens)
        cells = values.get(words) or next(
            (held for last in _places(tokens[-1]) if (held := values.get((*words[:-1], last)))), None
        )
        if cells and _is_name(asked, tokens):
            return length, cells
    return 1, {}


def _places(token: Token) -> list[str]:
    """What a word may be of that is said of people and things of a place: “African” of “Africa”."""
    if not token.text.istitle():
        return []
    return [token.norm.removesuffix(end) for end in OF_PLACES if token.norm.endswith(end)]


def _is_name(asked: Words, tokens: Sequence[Token]) -> bool:
    """Whether the words name a cell rather than ask: one that is long enough and no column's own."""
    if all(token.text.casefold() in ASKING for token in tokens):
        return False
    if len(tokens) > 1:
        return True
    token = tokens[0]
    is_heading = any(token.stems & column.words for column in asked.sheet.numbers)
    return not is_heading and (len(token.text) >= FEW or token.text.isupper()) and not token.text.isdigit()


def names_cell(sheet: Sheet, word: str) -> bool:
    """Whether the word stands in a cell of text: one that the question may mean by it."""
    return norm(word) in sheet.words_in_texts
