"""Lines that give one thing a value: “Payment terms: 30 days”, “Supply voltage   3.3 V”."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from reading.figures.rows.from_tables import period_fields
from reading.figures.sentences.from_sentences import Setting
from reading.measures.canonical import canonical_name
from reading.measures.catalogue import fits
from reading.model import MetricDraft, ParsedPage, Place, RowDraft, Table, unit_key
from reading.tables.marked.read import PROPERTIES
from reading.tables.titles import BETWEEN
from reading.text.passages_of_page import Sentence
from reading.times.headings import is_only_time
from reading.values.periods import find_periods
from reading.values.quantities import Quantity, find_quantities, in_short_unit, plain_number
from reading.values.units import MONEY_UNITS

KEY_WORDS = 8
VALUE_LENGTH = 120
_PAIR = re.compile(r"(?P<key>[^\W\d_][^:\n(]{1,70}?(?:\([^)\n]*\))?)\s?:\s+(?P<value>\S[^\n]*)")
_QUESTION_OR_CLAUSE = re.compile(
    r"[.?!;]|\b(?:is|are|was|were|has|have|following|follows|includes?)\b", re.IGNORECASE
)
_GAP = re.compile(r"\s{3,}|\t|\s{2}(?=[A-Z][\w. ]{1,24}:\s)")
_BLANK = re.compile(r"[^:]{2,40}:\W*")  # of a form: “Date of birth:  /  /”
_SECOND = re.compile(r"(?<![.;,])\s(?:[A-Z][\w-]*)(?: (?:of|de|der|no\.?|number|[A-Z]?[a-z]+)){0,2}:(?:\s|$)")
_ABBREVIATED = re.compile(r"\.(?=$|\s+[a-z(])")  # “Claim no.”, “Max. temp.”: what goes on in small letters
_LAST_WORD = re.compile(r"\b([^\W\d_]{2,4})\.$")  # letters of an abbreviation
_NUMBER_NEXT = re.compile(r"\s*\d")
_VOWELS = re.compile(r"[aeiouyäöü]", re.IGNORECASE)
_MEASURED = re.compile(r"\d\s*\w+\.$")  # “5 kg.” ends a sentence
_MARKS = re.compile(r"^\s*[-*•]\s+|\*\*|__")  # of lists and of bold words in plain text
_GOES_ON = re.compile(r"[a-z]")  # the next line of running text, which may bring the rest of a number

_PER = re.compile(r"(?:per|a|an|each|every|/)\s*(?P<each>[a-z]{3,12})", re.IGNORECASE)
_OF_WHAT = re.compile(
    r"(?:\([^()\d]*\)\s*)?"
    r"(?:from|after|before|since|following|to the end|net|upon|on (?:receipt|delivery))\b[^\d;]*",
    re.IGNORECASE,
)  # behind a figure
_NUMBERS_THINGS = re.compile(
    r"\b(?:numbers?|nos?|version|revision|rev|edition|volume|code|file|phone|tel|telephone|fax|zip|id|offices?|address|dose|step|item|section|"
    r"auth|iban|account|konto|siret|\w*nummer|\w*referenz|r[ée]f[ée]rence|n[úu]m[ée]ro)\b",
    re.IGNORECASE,
)
_CLAUSE = re.compile(r"\b(?:is|are|was|were|has|have|shall|will|may|that|which|and/or)\b|:", re.IGNORECASE)
MOST_VALUES = 2  # the two ends of a range
VALUE_WORDS = 12
LEAD = 12  # characters before the figure: “up to”, “approx.”


def read_key_values(
    sentences: Iterable[Sentence], table_index: int, first_row: int, setting: Setting
) -> tuple[list[RowDraft], list[MetricDraft]]:
    """Rows of the table "properties", and a figure for each value that is a number."""
    rows: list[RowDraft] = []
    metrics: list[MetricDraft] = []
    for sentence in sentences:
        lines = _whole(sentence).split("\n")
        for line, following in zip(lines, [*lines[1:], ""], strict=True):
            for pair in _pairs(line) if ":" in line else ():
                if _is_cut_off(pair[1], following):
                    continue
                key, value = pair
                at = (table_index, first_row + len(rows))
                rows.append(_row(sentence.page, line, key, value, at))
                metrics.extend(_metrics(sentence.page, line, key, value, at, setting))
    return rows, metrics


def pairs_over(page: ParsedPage, tables: Sequence[Table]) -> Iterator[Sentence]:
    """The lines of tables' titles that give values: the head of a slip above its amounts.

    One alone is a title: “Note 7: Debt”.
    """
    for table in tables:
        title = set(table.title.split(BETWEEN))
        lines = page.text[table.char_start : table.char_end].split("\n")
        found = [line for line in lines if line.strip() in title and _pair(line)]
        if len(found) > 1:
            yield from (Sentence(page.number, line, "") for line in found)


def _whole(sentence: Sentence) -> str:
    """Its text; with the rest of its line where no more than an abbreviation ends it: “(inv. 1932.14)”."""
    line = sentence.text.rpartition("\n")[2]
    word = _LAST_WORD.search(line)
    if not sentence.behind.strip() or ":" in sentence.behind or ":" not in line or word is None:
        return sentence.text
    is_open = line.count("(") > line.count(")")
    is_before_number = word[1].islower() and _NUMBER_NEXT.match(sentence.behind) is not None
    is_short = not _VOWELS.search(word[1]) and not _MEASURED.search(line)
    return sentence.text + sentence.behind if is_open or is_before_number or is_short else sentence.text


def _pairs(line: str) -> Iterator[tuple[str, str]]:
    """The pair that the line is, or those that stand wide apart in it: “Size: 3 m      Date: 22 May 2020”."""
    cells = _GAP.split(_MARKS.sub("", line).strip())
    are_pairs = len(cells) > 1 and all(_PAIR.fullmatch(cell) for cell in cells)
    yield from filter(None, map(_pair, cells if are_pairs else [line]))


def _pair(line: str) -> tuple[str, str] | None:
    match = _PAIR.fullmatch(_MARKS.sub("", line).strip())
    if match is None or len(match["key"].split()) > KEY_WORDS or len(match["value"]) > VALUE_LENGTH:
        return None
    is_blank = _BLANK.fullmatch(match["value"])
    if is_blank or _SECOND.search(match["value"]) or not any(map(str.isalnum, match["value"])):
        return None  # another label of the same line, or the blank of a form
    if (
        _QUESTION_OR_CLAUSE.search(_ABBREVIATED.sub("", match["key"]))
        or len(find_quantities(match["key"])) > 1
    ):
        return None
    if is_only_time(match["key"]):
        return None  # “31 December 2023: 17.1 per cent” does not say of what
    return match["key"].strip(), match["value"].strip()


def _is_cut_off(value: str, following: str) -> bool:
    """Whether a line of running text ends with its number, of which the next may bring “billion”."""
    found = find_quantities(value) if _GOES_ON.match(following.strip()) and ":" not in following else []
    return bool(found) and found[-1].end == len(value.rstrip())


def _row(page: int, line: str, key: str, value: str, at: tuple[int, int]) -> RowDraft:
    found = find_quantities(value)
    rate = in_short_unit(value) or (_rate(found[0], value) if len(found) == 1 else None)
    found = [rate] if rate else found
    is_number = rate is not None or (
        len(found) == 1 and (_is_whole(found[0], value) or _goes_on(found[0], value))
    )
    plain = plain_number(found[0].value) if is_number else None
    return RowDraft(
        place=Place(page=page, quote=line.strip()),
        table=PROPERTIES,
        table_index=at[0],
        row=at[1],
        label=key,
        properties={key: value if plain is None else plain, **_unit(key, found if is_number else ())},
    )


def _unit(key: str, quantities: Sequence[Quantity]) -> dict[str, str]:
    """The unit of the value, beside it."""
    return {unit_key(key): each.unit for each in quantities if each.unit}


def _is_whole(quantity: Quantity, value: str) -> bool:
    return len(quantity.text.strip()) >= 0.6 * len(value.strip(" .()"))


def _rate(quantity: Quantity, value: str) -> Quantity | None:
    """An amount of money with what it is for in its unit, “EUR 46,000 per year”; None where it is no such."""
    said = _PER.fullmatch(value[quantity.end :].strip(" ."))
    is_money = quantity.unit in MONEY_UNITS and value[: quantity.start].strip() == ""
    return replace(quantity, unit=f"{quantity.unit}/{said['each'].lower()}") if said and is_money else None


def _goes_on(quantity: Quantity, value: str) -> bool:
    """Whether the value is its figure, and then says of when or on what it is: “24 months from purchase”."""
    is_measure = bool(quantity.unit) and value[: quantity.start].strip() == ""
    return is_measure and _OF_WHAT.fullmatch(value[quantity.end :].strip(" .")) is not None


def _metrics(
    page: int, line: str, key: str, value: str, at: tuple[int, int], setting: Setting
) -> Iterator[MetricDraft]:
    periods = find_periods(value, setting.calendar)
    quantities = find_quantities(value)
    if len(periods) > 1 or not _is_value(key, value, quantities):
        return
    for quantity in quantities:
        canonical = canonical_name(key)
        period = periods[0][0] if periods else None
        yield MetricDraft(
            place=Place(page=page, quote=line.strip()),
            metric_name=key,
            canonical_name=canonical if canonical and fits(canonical, quantity.unit) else "",
            value=quantity.text,
            numeric_value=quantity.value,
            unit=quantity.unit,
            scale=quantity.scale,
            context=line.strip(),
            entity_name=setting.entity,
            category="financial" if len(quantity.unit) == 3 else "operational",
            row=at,
            **period_fields(period),
        )


def _is_value(key: str, value: str, quantities: Sequence[Quantity]) -> bool:
    """Whether the value begins with its figure and says no more than a few words about it.

    A number without a unit must be the whole value: else it is part of an address or of a reference.
    """
    if not quantities or len(quantities) > MOST_VALUES or _NUMBERS_THINGS.search(key):
        return False
    first = quantities[0]
    if any(each.unit != first.unit for each in quantities) or _CLAUSE.search(value):
        return False
    if not first.unit:
        return _is_whole(first, value)
    return first.start <= LEAD and len(value.split()) <= VALUE_WORDS
