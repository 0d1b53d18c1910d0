"""An answer of ours as a prediction in TAT-QA's form: texts or numbers, and the scale they count in."""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from decimal import Decimal, DivisionByZero, InvalidOperation

from agentic.verification.sentences.clauses import Said, said_of
from agentic.verification.sentences.statements import Statement, quantities_in
from evals.answer_sets.answers import Given
from evals.answering.judging import answer_figures
from reading.values.quantities import Quantity, find_quantities

_ASKS_YEARS = re.compile(
    r"\b(?:which|what)\s+(?:fiscal\s+|financial\s+)?(?:years?|periods?|FYs?)\b", re.IGNORECASE
)
_ASKS_WHEN = re.compile(r"^\W*when\b", re.IGNORECASE)
_ASKS_WORDS = re.compile(
    r"^\W*(?:why|who|whom|where|how (?:is|are|was|were|do|does|did|can)\b(?! much| many)|which\b|"
    r"what (?:are|were) (?:the )?(?:main |primary |key )?(?:reasons?|factors?|components?|items?|types?)\b)",
    re.IGNORECASE,
)
_ASKS_PER_CENT = re.compile(r"%|\bper\s?cent(?:age)?\b", re.IGNORECASE)
_ASKS_CHANGE = re.compile(
    r"\bchang\w*|\bincreas\w*|\bdecreas\w*|\bdifference\b|\bgrowth\b|\bdeclin\w*", re.IGNORECASE
)
_YEAR = re.compile(r"\b(?:19|20)\d\d\b")
_MARK = re.compile(r"\s?\[\d[\d,\s–-]*\]")
_LEAD = re.compile(r"^(?:the documents? says?|nearest passages?)[^:]*:\s*", re.IGNORECASE)
_LED = re.compile(r"^(?P<value>[^“”\n]+): “")  # the value before the words round it
_BEST = re.compile(r"^(?P<value>[^“”\n:]+?) has the (?:highest|lowest) ")
_OTHERS = re.compile(r" The others? (?:is|are) .*")  # beside the highest or lowest
_OVER_ROWS = re.compile(r" (?:over|of) \d+ rows of “[^”]*”")
_WORDY = re.compile(r"[A-Za-z]{2,}(?<!million)(?<!billion)(?<!thousand)$|^[A-Za-z]")
_ITEM = re.compile(r"\s*[-•]\s")
_FOLDED = re.compile(
    r"^The (?P<how>average|sum) of (?P<count>\d+) figures[^:]*: (?P<figures>[^\n]*)", re.IGNORECASE
)
_SCALES = {Decimal(10**3): "thousand", Decimal(10**6): "million", Decimal(10**9): "billion"}
_SIGNS: dict[type[ast.operator], Callable[[Decimal, Decimal], Decimal]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
}

Stated = tuple[Quantity, Statement]
Prediction = tuple[list[str], str]


def predicted(given: Given, question: str) -> Prediction:
    """What was answered, and its scale; nothing of a refusal."""
    if given.is_refused:
        return [], ""
    led = _LED.match(_MARK.sub("", given.text).strip())
    if best := _BEST.match(_MARK.sub("", given.text).strip()):
        return [best["value"]], ""
    if _ASKS_YEARS.search(question):
        told = led["value"] if led else _OTHERS.sub("", _first_line(given.text))
        return list(dict.fromkeys(_YEAR.findall(told))), ""
    if led and (_WORDY.search(led["value"]) or _ASKS_WHEN.match(question)):
        return [led["value"]], ""
    figures = [] if _ASKS_WORDS.match(question) else _stated(given.text)
    if not figures:
        return [led["value"]] if led else list(_words(given.text)), ""
    if folded := _folded(given.text, figures[0]):
        return _numbers([folded])
    return _numbers([_signed(_exact(each, given), of) for each, of in _asked(figures, question)])


def _stated(text: str) -> list[Stated]:
    """The figures of the sentence that answers; of a list those of each item."""
    text = _OVER_ROWS.sub("", text)
    items = [line for line in text.strip().split("\n") if line.strip()]
    if len(items) > 1 and all(_ITEM.match(item) for item in items):
        return [figures[0] for item in items if (figures := answer_figures(item))]
    return answer_figures(text)


def _folded(text: str, first: Stated) -> Quantity | None:
    """The average or sum of the figures listed behind it, to more digits than it is written with."""
    match = _FOLDED.search(text)
    if match is None:
        return None
    listed = [quantity.value for quantity, _ in quantities_in(_MARK.sub("", match["figures"]))]
    if len(listed) != int(match["count"]):
        return None
    value = sum(listed, Decimal(0)) / (len(listed) if match["how"].lower() == "average" else 1)
    quantity = first[0]
    return replace(quantity, value=value) if abs(value - quantity.value) <= quantity.step / 2 else None


def _asked(figures: list[Stated], question: str) -> list[Stated]:
    """Of a sentence that gives a level, its change and that in per cent, what the question asks for."""
    is_share = _ASKS_PER_CENT.search(question) is not None
    kept = [pair for pair in figures if (pair[0].unit in ("%", "pp")) == is_share] or figures
    if _ASKS_CHANGE.search(question):
        return [pair for pair in kept if _said(*pair).role == "change"][:1] or kept
    return kept


def _signed(quantity: Quantity, statement: Statement) -> Quantity:
    """A change in words is negative where it goes down; exact where both levels are told."""
    said = _said(quantity, statement)
    if said.role != "change":
        return quantity
    levels = _levels(statement)
    if len(levels) == 2 and (quantity.unit == "%" or quantity.unit == levels[0].unit):
        before, after = levels[0].value, levels[1].value
        exact = (after - before) / before if quantity.unit == "%" and before else after - before
        if abs(abs(exact) - abs(quantity.value)) <= quantity.step:
            return replace(quantity, value=exact)
    return replace(quantity, value=-quantity.value) if said.direction < 0 < quantity.value else quantity


def _levels(statement: Statement) -> list[Quantity]:
    """What it was “from” and what it is “to”."""
    found = {
        word: quantity
        for quantity in find_quantities(statement.text)
        for word in ("from", "to")
        if re.search(rf"\b{word}\s$", statement.text[: quantity.start])
    }
    return [found[word] for word in ("from", "to") if word in found]


def _said(quantity: Quantity, statement: Statement) -> Said:
    return said_of(statement.text, quantity.start - statement.start)


def _numbers(found: list[Quantity]) -> Prediction:
    """All in the scale of the first; what is per cent is so by its scale."""
    if found[0].unit in ("%", "pp"):
        return [_plain(each.value * 100) for each in found], "percent"
    scale = found[0].scale if found[0].scale in _SCALES else Decimal(1)
    return [_plain(each.value / scale) for each in found], _SCALES.get(scale, "")


def _plain(value: Decimal) -> str:
    return f"{round(value, 2):f}"


def _exact(quantity: Quantity, given: Given) -> Quantity:
    """The number as its formula gives it, to more digits than it is written with."""
    numbers = given.result.get("numbers") or ()
    formula = next((each["formula"] for each in numbers if each.get("start") == quantity.start), "")
    value = evaluated(formula) if formula else None
    if value is None:
        return quantity
    for factor in (Decimal(1), quantity.scale):
        if abs(abs(value * factor) - abs(quantity.value)) <= quantity.step / 2:
            exact = abs(value * factor) * (-1 if quantity.value < 0 else 1)
            return replace(quantity, value=exact)
    return quantity


def evaluated(formula: str) -> Decimal | None:
    """The value of a formula as answers print it, of numbers, + − × ÷ and brackets; None of other words."""
    text = formula.split("=")[0]
    for quantity in reversed(find_quantities(text)):
        text = f"{text[: quantity.start]}{quantity.value:f}{text[quantity.end :]}"
    plain = text.translate(str.maketrans("−–×÷", "--*/"))
    if not re.fullmatch(r"[\d\s.()+*/-]+", plain):
        return None
    try:
        return _value(ast.parse(plain.strip(), mode="eval").body)
    except (SyntaxError, ValueError, DivisionByZero, InvalidOperation):
        return None


def _value(node: ast.expr) -> Decimal:
    if isinstance(node, ast.Constant) and isinstance(node.value, int | float):
        return Decimal(str(node.value))
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return -_value(node.operand)
    if isinstance(node, ast.BinOp) and type(node.op) in _SIGNS:
        return _SIGNS[type(node.op)](_value(node.left), _value(node.right))
    raise ValueError("no formula")


def _first_line(text: str) -> str:
    return _MARK.sub("", text).strip().split("\n")[0]


def _words(text: str) -> Iterator[str]:
    """The words of the answer, without marks, quotes and what leads up to them."""
    bare = _LEAD.sub("", _MARK.sub("", text).strip())
    items = [
        re.sub(r"^[-*•]\s*|\d+\.\s", "", line).strip(' “”"') for line in bare.split("\n") if line.strip()
    ]
    listed = [
        item
        for line, item in zip((each for each in bare.split("\n") if each.strip()), items, strict=True)
        if _ITEM.match(line)
    ]
    yield from listed if len(listed) > 1 and "“" not in bare else items[:1]
