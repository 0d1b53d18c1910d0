"""Lines of labels and values, as forms, bills and tables have them: which label a value stands behind."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence

from retrieval.passages.values import Value
from retrieval.passages.windows import LABEL, STOPS, Unit, Window

BINDING = re.compile(
    r"\b(?:is|are|was|were|be|been|has|have|had|will|shall|may|must|which|that|if|when|ist|sind|war|wird|werden|est|sont|"
    r"es|son|fue|è|sono|worden|é|são)\b",
    re.IGNORECASE,
)  # words that sentences have, and rows of labels have not
TOKEN = re.compile(r"\w[\w’'-]*")
LETTERS = re.compile(r"[^\W\d_]{2}")
LIKE = 5  # letters by which two forms of a word are one
# “VAT at 20% on £725.00 £145.00”: the first amount is what the rate is of.
FOR_WHAT = re.compile(
    r"\s(?:for|für|pour|por|para|per|voor)\s(?:(?:the|an?|die|das|den|eine?n?|les?|la|las?|los|une?|un|una|een|de|het|uma?)\s)?(?P<what>\w{4,})",
    re.IGNORECASE,
)
BASIS = re.compile(r"%\s?(?:on|of|von|auf|aus|sur|de|sobre|su|di|op|over|van|sobre)\s$", re.IGNORECASE)
LEAST_OF_SENTENCE = 10  # words
DIRECTLY = 3  # characters from one amount to the next of a row
LEAST_LEADING = 3  # values of an enumeration
LEADS = re.compile(r"(?:^|[:;,]|\b(?:and|or))\s+(?:[$£€]\s?)?$")
LED = re.compile(r"\s(?:for|to|if|when|means?|as|indicates?|per|=|-|–)\s")
CAPITAL = re.compile(r"(?<=\w\s)[A-ZÀ-ÖØ-Þ][\w’'-]{2,}")  # of a name within a question


def is_line_of_labels(unit: Unit) -> bool:
    """Whether it is no sentence: it neither stops like one nor has the words that bind one."""
    return unit.kind == "row" or is_label(unit) or is_of_labels(unit.text)


def is_label(unit: Unit) -> bool:
    """Whether it is a label and its value, “Deposit: £50”."""
    label = LABEL.match(unit.text)
    return label is not None and not _is_sentence(label["value"])


def _is_sentence(text: str) -> bool:
    """Whether what stands behind a colon is a whole sentence: “For Wales: Members must agree …”."""
    count = len(text.split())
    return count >= 2 * LEAST_OF_SENTENCE or (count >= LEAST_OF_SENTENCE and BINDING.search(text) is not None)


def is_of_labels(text: str) -> bool:
    """Whether words that are quoted are no sentence but the cells of a table or the labels of a form."""
    return not (BINDING.search(text) or STOPS.search(text))


def without_bases(values: Sequence[Value], text: str) -> list[Value]:
    """Without the amounts that only say what a rate is of, where what it comes to follows."""
    starts = {value.start for value in values}
    return [
        value
        for value in values
        if not (
            BASIS.search(text[: value.start])
            and any(value.end < start <= value.end + DIRECTLY for start in starts)
        )
    ]


def label_of(value: Value, values: Sequence[Value], window: Window) -> str | None:
    """The words that say what a value of a line is; None of a value in a sentence.

    They stand between the value before and this one; behind a value that a line begins with.
    """
    unit, start = _unit_of(value, window)
    if not is_line_of_labels(unit):
        return None
    text, end = window.text, start + len(unit.text)
    first = max((each.end for each in values if start <= each.end <= value.start), default=start)
    before = text[first : value.start]
    if LETTERS.search(before) or first > start:
        return before
    until = min((each.start for each in values if value.end <= each.start < end), default=end)
    return text[value.end : until]


def _unit_of(value: Value, window: Window) -> tuple[Unit, int]:
    at = 0
    for unit in window.units:
        if value.start < at + len(unit.text) + 1:
            return unit, at
        at += len(unit.text) + 1
    return window.units[-1], at - len(window.units[-1].text) - 1


def share_said(
    label: str, wanted: Collection[str], worth: Mapping[str, float], fields: Collection[str]
) -> float:
    """How much of what is wanted the label has, by what each is worth. `fields`: marks of those it names."""
    begun = {word.casefold()[:LIKE] for word in TOKEN.findall(label)}
    held = [stem for stem in wanted if stem in fields or any(_is_like(stem, word) for word in begun)]
    return sum(worth[stem] for stem in held) / (sum(worth[stem] for stem in wanted) or 1.0)


def _is_like(stem: str, word: str) -> bool:
    short = min(len(stem), LIKE)
    return (short > 2 and word[:short] == stem[:short]) or stem == word


def told_for(values: Sequence[Value], text: str, question: str) -> list[Value]:
    """Of values behind each of which stands what it is for, those for what the question asks about.

    “£9,730 for lost profit and £2,450 for repairs”. All of them where that tells nothing.
    """
    asked = {word.casefold()[:LIKE] for word in TOKEN.findall(question)}
    behind = {value: match for value in values if (match := FOR_WHAT.match(text, value.end))}
    held = [value for value, match in behind.items() if match["what"].casefold()[:LIKE] in asked]
    return held if held and len(behind) > len(held) else list(values)


def is_named_behind(value: Value, question: str, text: str, over: str) -> bool:
    """Whether a name of the question stands behind the value alone: a value is of what stands over it."""
    names = set(CAPITAL.findall(question))
    before, behind = f"{over} {text[: value.start]}".casefold(), text[value.end :].casefold()
    return any(name.casefold() in behind and name.casefold() not in before for name in names)


def in_its_line(value: Value, window: Window) -> Value:
    """A name without what stands behind it in the next line of a form.

    One that begins right behind a label with one word goes on there: “Contact: Ada”, “Weaver, clerk”.
    """
    at = 0
    for unit in window.units:
        at += len(unit.text) + 1
        if value.start < at <= value.end:
            words = value.text[: at - 1 - value.start].rstrip(" ,;")
            if " " not in words and window.text[: value.start].endswith(": "):
                return value
            return Value(words, value.start, value.start + len(words)) if is_line_of_labels(unit) else value
    return value


def numbers_an_item(value: Value, window: Window) -> bool:
    """Whether it only numbers a line of the window: “2. Motions”."""
    start = 0
    for unit in window.units:
        if value.start == start and re.match(r"\d{1,2}[.)]\s", window.text[start:]):
            return value.text.isdigit()
        start += len(unit.text) + 1
    return False


def leading(values: Sequence[Value], text: str) -> list[Value]:
    """The values of an enumeration that stand before what they are of: “0 for a normal exit, 1 for …”."""
    found = [value for value in values if LEADS.search(text[: value.start]) and LED.match(text, value.end)]
    return found if len(found) >= LEAST_LEADING else []


def is_run_of_labels(text: str, values: Sequence[Value]) -> bool:
    """Whether labels and their values follow one another without a sentence: “Tax 4.10 Total 23.60”."""
    return len(values) > 1 and not BINDING.search(text)
