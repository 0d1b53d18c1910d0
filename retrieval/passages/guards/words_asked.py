"""Whether words that are quoted are of something else than is asked for, though they share words with it."""

from __future__ import annotations

import re

from reading.text.languages import language_of
from retrieval.passages.expected import OPEN, head_of
from retrieval.passages.guards.values_asked import (
    FEW_WORDS,
    LEAST_LETTERS,
    is_other_version,
    said_in,
    words_asked,
)
from retrieval.passages.scoring import Asked, Scored
from retrieval.passages.subject import STEM, names_in
from retrieval.passages.telling import CLOSE_MEANING, MATTERS, tells_reason
from retrieval.passages.windows import Unit

IN_SENTENCES = frozenset({"steps", "said", "list", OPEN})
EXTREME = re.compile(
    r"\b(?:most|least|fewest|best|worst|(?:high|low|larg|small|great|bigg|long|short|old|young|earli|lat|strong|"
    r"weak|fast|slow|cheap|near|deep|wid|tall|heavi|light)est)\b",
    re.IGNORECASE,
)
# Words for the one end and the other: the text may say “largest” of what is asked for as the highest.
SIDES = tuple(
    re.compile(rf"\b(?:{words})\b", re.IGNORECASE)
    for words in (
        "most|highest|largest|greatest|biggest|maximum|top|peak(?:ed)?|record",
        "least|fewest|lowest|smallest|minimum",
    )
)
ASKS_VALUES = re.compile(
    r"\bwh(?:at|ich) (?:were|are|was|is) (?:the|their|its) (?:\w+ )?(?:values?|figures?|numbers?)\b"
    r"|\w\s.*\bhow (?:much|many)\b|\bdo(?:es)?\b.*\bestimate\b",
    re.IGNORECASE,
)
NO_EXTREME = re.compile(
    r"\b(?:at (?:the )?(?:most|least|latest|earliest|best)|most of|most recent)\b", re.IGNORECASE
)
# “Q” of “the number Q”: a capital by itself goes for something that nothing else is called.
SYMBOL = re.compile(r"(?<=[a-z] )[B-HJ-Z](?![\w.’'-])")
DOCUMENTS = re.compile(r"\b(?:documents?|files?)\b", re.IGNORECASE)
OF_DOCUMENTS = re.compile(r"^\W*(?:which|what)\s(?:documents?|files?)\b", re.IGNORECASE)
WHICH = re.compile(r"\b(?:which|what)\s(?P<noun>[a-z]{4,})\s", re.IGNORECASE)
DEFINED = re.compile(
    r"^\W*[“„\"«]\s?(?P<term>[^”“\"»]{2,60}?)\s?[”“\"»]\s(?:shall\s)?(?:means?|is|are|refers?|bedeutet|bezeichnet|ist|désigne|"
    r"signifie|significa|betekent)\b",
    re.IGNORECASE,
)
MONTHS = re.compile(  # with a capital, since “may” and “march” are verbs
    r"\b(?:January|February|March|April|May|June|July|August|September|October|November|December)\b"
)
LEAST_SAID = 0.4  # of what the words of a question are worth, besides those its document goes by
GOES_ON = re.compile(
    r"^\W*(?:(?:\w+\s){0,3}(?:this|that|it|these|those|them)\b|(?:and\s|but\s)?(?:which|they|he|she|there)\b"
    r"|(?:the|one|another|an?)\s(?:\w+\s)?(?:reasons?|causes?|explanations?)\b"
    r"|therefore\b|thus\b|hence\b|because of (?:this|that|these)\b|for this\b)",
    re.IGNORECASE,
)


def is_other_reason(each: Scored, asked: Asked) -> bool:
    """Whether no sentence that tells a reason has a word of the question, nor goes on from one that has."""
    if asked.expected.kind != "reason" or not words_asked(each, asked) or _is_foreign(each, asked):
        return False
    before = frozenset[str]()
    *leading, _ = each.window.units
    if any(MATTERS.search(unit.text) and said_in(unit.text, each, asked) for unit in leading):
        return False
    for unit in each.window.units:
        said = frozenset(said_in(unit.text, each, asked))
        if tells_reason(unit.text) and (said or (before and _goes_on(unit))):
            return False
        before = said
    return True


def _goes_on(unit: Unit) -> bool:
    return GOES_ON.match(unit.text) is not None


def has_little_asked(each: Scored, asked: Asked) -> bool:
    """Whether most of what is asked is not there, besides names and marks that chose the document."""
    if asked.expected.kind not in IN_SENTENCES or each.window.members or _is_foreign(each, asked):
        return False
    named = {word[:STEM].casefold() for name in names_in(asked.question) for word in name.split()}
    words = [stem for stem in words_asked(each, asked) if stem[:STEM] not in named]
    lacking = [stem for stem in words if stem in each.missing]
    if asked.expected.kind == OPEN and lacking and len(words) <= FEW_WORDS and each.meaning < CLOSE_MEANING:
        return True
    return _worth(lacking, asked) > (1 - LEAST_SAID) * _worth(words, asked)


def _is_foreign(each: Scored, asked: Asked) -> bool:
    """Whether it is in another language than the question, whose words tell nothing of it."""
    return language_of(each.window.text) != asked.expected.language


def _worth(stems: list[str], asked: Asked) -> float:
    return sum(asked.worth[stem] for stem in stems)


def tells_no_extreme(each: Scored, asked: Asked) -> bool:
    """Whether the highest or least of several is asked for, and nothing says that it is that."""
    if asked.expected.kind not in IN_SENTENCES or _is_foreign(each, asked):
        return False
    return is_no_extreme(each.window.whole, asked.question)


def lacks_symbol(each: Scored, asked: Asked) -> bool:
    """Whether something is asked that goes by one capital, “the number Q”, which does not stand there."""
    text = f"{each.window.around} {each.window.whole} {each.passage.called}"
    return any(
        re.search(rf"(?<![\w’'-]){mark}(?![\w’'-])", text) is None for mark in SYMBOL.findall(asked.question)
    )


def lacks_head(each: Scored, asked: Asked) -> bool:
    """Whether “What relative risk does it give?” asks for something that is not named there."""
    head = head_of(asked.question) if asked.expected.kind == OPEN and not _is_foreign(each, asked) else ""
    return any(head[:STEM].startswith(stem[:STEM]) for stem in each.missing if len(stem) >= LEAST_LETTERS)


def is_no_extreme(text: str, question: str) -> bool:
    """Whether the highest or least of several is asked for, and the text says of none that it is that."""
    asked = EXTREME.search(NO_EXTREME.sub(" ", question))
    if asked is None:
        return False
    own = next(
        (side for side in SIDES if side.fullmatch(asked[0])), re.compile(rf"\b{asked[0]}\b", re.IGNORECASE)
    )
    return own.search(text) is None


def is_without_values(text: str, question: str) -> bool:
    """Whether values are asked for beside something else, and the text has no number."""
    return ASKS_VALUES.search(question) is not None and not any(sign.isdigit() for sign in text)


def has_no_values(each: Scored, asked: Asked) -> bool:
    """Whether values are asked for, “and what were the values”, and no number stands there."""
    return asked.expected.kind == OPEN and is_without_values(each.window.whole, asked.question)


def names_no_document(each: Scored, asked: Asked) -> bool:
    """Whether documents are asked for, and the words speak of none."""
    is_asked = asked.expected.kind in (OPEN, "list") and OF_DOCUMENTS.match(asked.question)
    return bool(is_asked) and DOCUMENTS.search(each.window.whole) is None


def is_only_pointed_at(each: Scored, asked: Asked) -> bool:
    """Whether “which group” is asked, and the words only point back at one, “this group”, that they do not
    name."""
    which = WHICH.search(asked.question) if asked.expected.kind == OPEN else None
    if which is None:
        return False
    text, noun = each.window.text, re.escape(which["noun"])
    pointed = re.search(rf"\b(?:this|that|these|those|such)\s{noun}s?\b", text, re.IGNORECASE)
    before = text[: pointed.start()] if pointed else ""
    return pointed is not None and re.search(rf"\b{noun}", before, re.IGNORECASE) is None


def defines_another(each: Scored, asked: Asked) -> bool:
    """Whether the words say what a term means that the question has not."""
    defined = DEFINED.match(each.window.text) if asked.expected.kind == "yesno" else None
    if defined is None:
        return False
    question = asked.question.casefold()
    return not all(word[:STEM].casefold() in question for word in defined["term"].split())


def is_of_another_month(each: Scored, asked: Asked) -> bool:
    """Whether the question names a month, and the words with their heading name only others."""
    if asked.expected.kind not in IN_SENTENCES | {"reason", "yesno"}:
        return False
    text = f"{each.window.around} {each.window.whole} {each.passage.called}"
    asked_for = {month[:3] for month in MONTHS.findall(asked.question)}
    told = {month[:3] for month in MONTHS.findall(text)}
    return bool(asked_for and told) and not asked_for & told


GUARDS = (
    is_of_another_month,
    is_only_pointed_at,
    defines_another,
    names_no_document,
    is_other_reason,
    has_little_asked,
    tells_no_extreme,
    lacks_symbol,
    is_other_version,
    lacks_head,
    has_no_values,
)


def is_of_other_words(each: Scored, asked: Asked) -> bool:
    """Whether the words of a window are of something else than is asked for."""
    return any(is_other(each, asked) for is_other in GUARDS)
