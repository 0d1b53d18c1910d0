"""Whether a value is of another sort than is asked for: of one for all, of a gain for a loss, no age."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import PurePath

from reading.text.languages import FUNCTION_WORDS, language_of
from retrieval.alike.marks import marks_in
from retrieval.passages.expected import OPEN
from retrieval.passages.forms.doers import DOING
from retrieval.passages.forms.lengths import HOW_LONG_IS
from retrieval.passages.guards.asked_words import any_of, pairs_of, unit_asked
from retrieval.passages.guards.other_terms import is_of_other_rate, only_may_end
from retrieval.passages.labels import is_line_of_labels
from retrieval.passages.scoring import Asked, Scored
from retrieval.passages.subject import STEM, has_mark
from retrieval.passages.values import Value
from retrieval.passages.windows import Unit

TOGETHER = any_of("together", "including")
ALL_OF_IT = any_of("together", "including", "told")
OF_EACH = any_of("each", behind=r"\s(?P<noun>\w+)")
APIECE = any_of("apiece", behind=r"(?P<nouns>(?:\s\w+){1,3})")
EACH_OF_THEM = re.compile(r"\b(?:each|apiece)\s*(?:[.,;:)]|$)", re.IGNORECASE)  # “15 people each.”
OPPOSED = pairs_of("opposed")
SHORT_SPAN = re.compile(
    r"\b(?:seconds?|minutes?|hours?|sekunden?|minuten?|stunden?|heures?|horas?|ore|uur|uren)$"
)
LONG_SPAN = re.compile(
    r"\b(?:weeks?|months?|years?|wochen?|monate?n?|jahre?n?|semaines?|mois|ans?|années?|semanas?|mes(?:es)?|años?|"
    r"settiman[ae]|mes[ei]|ann[oi]|we(?:ek|ken)|maand(?:en)?|jaar|jaren)\b",
    re.IGNORECASE,
)
ORDINAL = re.compile(r"(?<![\w.,])(\d{1,3})\.?[ºª](?!\w)")
MEASURED = frozenset({"amount", "number", "duration"})
SORT_OF = re.compile(r"\bthe ([a-z]{4,}) ([a-z]{4,}s)\b")  # of which there are several
NO_SORTS = frozenset("other same such these those their both each some many most more with from".split())
MORE_THAN = re.compile(r"\bhow much (?:\w+er|more|less)\b.*\bthan\b", re.IGNORECASE)
COMPARES = re.compile(r"\bthan\b|\bdifference\b", re.IGNORECASE)
LONG_NAMED = re.compile(
    r"(?i:\bhow long (?:is|are|was|were) )(?:the )?(?P<name>[A-Z][\w’'-]*(?: [A-Z\d][\w’'-]*)*)"
)
VERSION = re.compile(r"\b(?:version|release|edition|v)\s?(\d+(?:\.\d+)*)\b", re.IGNORECASE)
POINTS_BACK = re.compile(  # of “This post pays £12.”, which is the post that the sentence before names
    r"^\W*(?:this|these|such an?)\s(?:\w+\s)?(?:pays?|costs?|is|are|earns?|brings?|takes?|needs?|lasts?)\b",
    re.IGNORECASE,
)
DEED = re.compile(
    r"\bhow much (?:money )?(?:does|do|did|will|would|can|may|must|should) [^?]*?\b(?P<verb>[a-z]{3,})"
    r"(?=\W*$| (?:from|for|in|on|per|to|an?|each|at|under|by|with)\b[^?]*\W*$)",
    re.IGNORECASE,
)
SOMEBODY = re.compile(r"\b(?:she|he|they)\b", re.IGNORECASE)
OF_NEWEST = re.compile(
    r"\b(?:current|latest|newest|present|most recent) (?:version|edition|release|issue|text|form)\b",
    re.IGNORECASE,
)
TAKES_PLACE = re.compile(
    r"\b(?:supersed(?:es?|ed|ing)|replac(?:es?|ed|ing)|repeal(?:s|ed)?|former(?:ly)?|previous(?:ly)?|earlier|prior)\b",
    re.IGNORECASE,
)
BEFORE = 4  # words before a value that name it
ROWS_ALONE = frozenset((".csv", ".tsv", ".jsonl", ".parquet"))
NUMBERS = frozenset({"amount", "number", "count", "percent"})
OF_ROWS = NUMBERS - {"percent"}
AGED = re.compile(r"\bage[ds]?(?: of)? $|\baged? (?:between|from|at least|under|over) $", re.IGNORECASE)
NONE = frozenset[str]()
NO_WORDS = frozenset(word for words in FUNCTION_WORDS.values() for word in words) | {"how", "much", "mani"}
OF_ANY_PRICE = frozenset("price cost amount rang rate total sum valu charg fee".split())  # stems
OF_PAYING = (*OF_ANY_PRICE, "pay", "pai", "cost", "kost", "zahl", "preis", "prix", "coût", "prec", "prezz")
HEAD = re.compile(
    r"^[^\d,;:()/]*?(?=\s(?:of|for|per|in|on|at|with|to|from|without|by|if|when)\s|[\d,;:(/]|\s*$)"
)
TOKEN = re.compile(r"[^\W\d_]{2,}")
GROUP = re.compile(
    r"\b(?P<of>(?!(?:total|number|most|maximum|minimum|least|capacity|sum|limit|consist\w*|made|compos\w*)\b)"
    r"[a-z]{4,}) of "
    r"(?:(?:at least|at most|up to|about|some) )?$",
    re.IGNORECASE,
)
FEW_WORDS = 2  # which must all stand in one sentence to tell anything
MOST_UNTOLD = 1  # words of a question, such as its verb, of which a page with a table needs to say nothing
LEAST_LETTERS = 3  # of a word by which sentences are told apart
WHICH_DID = re.compile(
    r"\b(?:which|what)\s(?:[\w-]+\s){0,2}?(?:compan(?:y|ies)|firms?|banks?|organi[sz]ations?|agenc(?:y|ies)|suppliers?|"
    r"vendors?|contractors?|bidders?|universit(?:y|ies))\s"
    r"(?!(?:is|was|are|were|will|has|had|have|does|did|do|can|may|must)\b)(?P<verb>[a-z]{3,})",
    re.IGNORECASE,
)


def is_part_only(each: Scored, asked: Asked) -> bool:
    """Whether several are asked for in one, “together” or “including the fee”, and the value is said to be of
    no more than one; of each of several, and it is not said to be of each."""
    question, own = asked.question, _own(each)
    told = own.text if own else each.window.text
    if asked.expected.kind in {*NUMBERS, OPEN} and TOGETHER.search(question) and not ALL_OF_IT.search(told):
        return True
    group = OF_EACH.search(question) if asked.expected.kind in NUMBERS else None
    if group is None:
        return False
    if EACH_OF_THEM.search(told):
        return False
    nouns = [word for match in APIECE.finditer(told) for word in match["nouns"].casefold().split()]
    return not any(noun.startswith(group["noun"][:STEM].casefold()) for noun in nouns)


def is_opposed(each: Scored, asked: Asked) -> bool:
    """Whether the words before the value name the other of two that exclude each other: the opening balance
    for the closing one, a gain for a loss."""
    if each.value is None:
        return False
    before = " ".join(each.window.text[: each.value.start].split()[-BEFORE:])
    return any(
        one.search(before)
        and other.search(asked.question)
        and not (one.search(asked.question) or other.search(before))
        for one, other in OPPOSED
    )


def is_other_size(each: Scored, asked: Asked) -> bool:
    """Whether it is asked how old, deep or heavy something is, and the value has none of its units."""
    if asked.expected.kind != "number" or each.value is None:
        return False
    text, value, units = each.window.text, each.value, unit_asked(asked.question)
    if units is None:
        return False
    told = units.search(value.text) or units.match(text, value.end)
    return told is None and AGED.search(text[: value.start]) is None


def is_other_span(each: Scored, asked: Asked) -> bool:
    """Whether hours or shorter times are asked for, and the value is of weeks or longer."""
    noun = asked.expected.noun.casefold()
    if asked.expected.kind != "duration" or each.value is None or not SHORT_SPAN.search(noun):
        return False
    return LONG_SPAN.search(each.value.text) is not None


def is_of_other_option(each: Scored, asked: Asked) -> bool:
    """Whether an option of the question, “-5”, stands in another line or sentence than the value."""
    own = _own(each)
    options = [mark for mark in asked.marks if mark.startswith("-")]
    return own is not None and any(not has_mark(mark, own.text) for mark in options)


def is_of_other_sentence(each: Scored, asked: Asked) -> bool:
    """Whether another sentence of the window has more of what is asked than that of an amount or number."""
    own = _own(each)
    is_number = asked.expected.kind in ("amount", "number") or HOW_LONG_IS.search(asked.question)
    if own is None or each.window.columns or not is_number:
        return False
    told = {unit: said_in(unit.text, each, asked) for unit in each.window.units}
    before = dict(zip(each.window.units[1:], list(told.values()), strict=False))
    if own in before and (POINTS_BACK.match(own.text) or _does_so(own.text, asked.question)):
        told[own] = told[own] | before[own]
    every = frozenset[str]().union(*told.values())
    is_poorer = len(told[own]) < max(map(len, told.values()))
    if is_poorer or (len(every) <= FEW_WORDS and told[own] != every):
        return True
    telling = {stem for stem in words_asked(each, asked) if not stem.startswith(OF_PAYING)}
    return len(telling) == 1 and not telling <= told[own]


def words_asked(each: Scored, asked: Asked) -> list[str]:
    """The words of the question beside those that its document goes by."""
    called = each.passage.called.casefold()
    words = [stem for stem in asked.worth if len(stem) >= LEAST_LETTERS and stem not in NO_WORDS]
    return [stem for stem in words if stem.isalpha() and stem[:STEM] not in called]


def said_in(text: str, each: Scored, asked: Asked) -> set[str]:
    """The words of the question that stand there, or others for them."""
    small = text.casefold()
    marks = marks_in(text, language_of(each.passage.text), asked.expected.language)
    return {
        stem
        for stem in words_asked(each, asked)
        if re.search(rf"\b{re.escape(stem[:STEM])}", small) or asked.alike.get(stem, NONE) & marks
    }


def is_done_by_none(each: Scored, asked: Asked) -> bool:
    """Whether it is asked which company or who did something, and nothing says that any did."""
    did = WHICH_DID.search(asked.question) if asked.expected.kind == "organization" else None
    did = DOING.match(asked.question) if asked.expected.kind == "person" else did
    return did is not None and any(did["verb"].casefold().startswith(stem[:STEM]) for stem in each.missing)


def is_no_difference(each: Scored, asked: Asked) -> bool:
    """Whether it is asked how much heavier one is than another, and the value's line compares nothing."""
    own = _own(each) if MORE_THAN.search(asked.question) else None
    return own is not None and COMPARES.search(own.text) is None


def is_at_what_is_measured(each: Scored, asked: Asked) -> bool:
    """Whether it is asked how long something is that has a name, and the value is of what is done there."""
    asks, own = LONG_NAMED.search(asked.question), _own(each)
    if asks is None or own is None:
        return False
    return (
        re.search(rf"\b(?:at|in|on|near|from|to)\s(?:the\s)?{re.escape(asks['name'])}", own.text) is not None
    )


def is_of_other_office(each: Scored, asked: Asked) -> bool:
    """Whether who is it is asked for by an office that another sentence names, and not the name’s own."""
    own, office = _own(each), asked.expected.noun.casefold().split()[-1:]
    if asked.expected.kind != "person" or own is None or not office or is_line_of_labels(own):
        return False
    units = [unit.text for unit in each.window.units if office[0][:STEM] in unit.text.casefold()]
    return bool(units) and own.text not in units


def is_of_other_row(each: Scored, asked: Asked) -> bool:
    """Whether the value stands in a row that has not all that is asked, or whose label only begins with one
    word of it: “New burr set” for a machine that is new."""
    own = _own(each)
    if asked.expected.kind not in OF_ROWS or each.value is None or own is None or not is_line_of_labels(own):
        return False
    lacking = [stem for stem in each.lacking - OF_ANY_PRICE if not stem.startswith("§")]
    if each.window.columns:
        return len([stem for stem in lacking if not are_told_of([stem], each)]) > MOST_UNTOLD
    if lacking and not (_is_label_asked(own, each.value, asked) and are_told_of(lacking, each)):
        return True
    return asked.expected.language == "en" and _is_of_other_head(own, each.value, asked)


def _is_label_asked(own: Unit, value: Value, asked: Asked) -> bool:
    """Whether the question has all words of the label before the first value of the row, “Deposit”."""
    label = own.text.partition(value.text)[0]
    words = [word.casefold() for word in TOKEN.findall(label)]
    stems = tuple(stem[:STEM] for stem in asked.worth if len(stem) >= LEAST_LETTERS)
    return (
        bool(words) and not any(sign.isdigit() for sign in label) and all(w.startswith(stems) for w in words)
    )


def are_told_of(stems: Sequence[str], each: Scored) -> bool:
    """Whether the page speaks of these: who pays what a form tells need not stand in its line."""
    text = f"{each.passage.text} {each.passage.identity}".casefold()
    return all(re.search(rf"\b{re.escape(stem[:STEM])}", text) for stem in stems)


def _is_of_other_head(own: Unit, value: Value, asked: Asked) -> bool:
    """Whether one word of the question stands in what the row is called, and others behind it."""
    label = own.text.partition(value.text)[0]
    match = HEAD.match(label)
    words = [word[:STEM].casefold() for word in TOKEN.findall(match[0] if match else label)]
    stems = {stem[:STEM] for stem in asked.worth}
    held = [
        at for at, word in enumerate(words) if any(word.startswith(stem) for stem in stems if len(stem) > 2)
    ]
    return len(held) == 1 and held[0] == 0 and len(words) > 2


def _own(each: Scored) -> Unit | None:
    """The line or sentence of the value."""
    if each.value is None:
        return None
    at = 0
    for unit in each.window.units:
        at += len(unit.text) + 1
        if each.value.start < at:
            return unit
    return None


def is_other_version(each: Scored, asked: Asked) -> bool:
    """Whether a version is asked for, “version 3.0”, whose number does not stand there."""
    text = f"{each.window.around} {each.window.whole}"
    return any(
        re.search(rf"(?<![\d.]){re.escape(number)}(?!\.?\d)", text) is None
        for number in VERSION.findall(asked.question)
    )


def is_of_other_place_in_row(each: Scored, asked: Asked) -> bool:
    """Whether the question says which of several by an ordinal, “3.º”, and the value's words have another."""
    own = _own(each)
    told = set(ORDINAL.findall(own.text)) if own else set()
    wanted = set(ORDINAL.findall(asked.question))
    return bool(told and wanted) and not told & wanted


def is_of_another_of_its_kind(each: Scored, asked: Asked) -> bool:
    """Whether the value's sentence has a noun of the question, but of another sort: “base bolts” for “housing
    bolts”."""
    own = _own(each)
    if own is None or asked.expected.kind not in MEASURED or asked.expected.language != "en":
        return False
    text = own.text.casefold()
    for sort, noun in SORT_OF.findall(asked.question):
        other = re.search(rf"\b(?P<sort>[a-z]{{3,}}) {re.escape(noun)}\b", text)
        if other and sort[:STEM] not in text and other["sort"] not in NO_WORDS | NO_SORTS:
            return True
    return False


def is_of_a_group(each: Scored, asked: Asked) -> bool:
    """Whether it is how many something has that the question does not name: “a panel of three members”."""
    if asked.expected.kind != "count" or each.value is None:
        return False
    group = GROUP.search(each.window.text[: each.value.start])
    return group is not None and group["of"].casefold()[:STEM] not in asked.question.casefold()


def is_in_other_terms(each: Scored, asked: Asked) -> bool:
    """Whether its line gives the amount for another length of time, or says when something may be ended."""
    own = _own(each)
    told = own.text if own else ""
    return is_of_other_rate(asked.question, told) or only_may_end(asked.question, told)


def _does_so(text: str, question: str) -> bool:
    """Whether it tells of somebody named before what the question asks: “She will gain £40.”"""
    deed = DEED.search(question)
    return (
        deed is not None
        and SOMEBODY.search(text) is not None
        and deed["verb"].casefold()[:STEM] in text.casefold()
    )


def is_of_other_deed(each: Scored, asked: Asked) -> bool:
    """Whether it is asked how much somebody gains, and only another sentence of the page says “gain”."""
    deed, own = DEED.search(asked.question), _own(each)
    if asked.expected.kind != "amount" or deed is None or own is None:
        return False
    stem = deed["verb"].casefold()[:STEM]
    if deed["verb"].casefold().startswith(OF_PAYING) or len(stem) < LEAST_LETTERS:
        return False
    done = re.compile(rf"\b{re.escape(stem)}", re.IGNORECASE)
    return done.search(own.text) is None and done.search(each.passage.text) is not None


def is_of_earlier_edition(each: Scored, asked: Asked) -> bool:
    """Whether the edition in force is asked for, and the line is of those that it takes the place of."""
    own = _own(each) or (each.window.units[0] if len(each.window.units) == 1 else None)
    return (
        own is not None
        and OF_NEWEST.search(asked.question) is not None
        and TAKES_PLACE.search(own.text) is not None
    )


GUARDS = (
    is_of_other_deed,
    is_of_earlier_edition,
    is_in_other_terms,
    is_of_a_group,
    is_of_other_place_in_row,
    is_of_another_of_its_kind,
    is_part_only,
    is_opposed,
    is_other_size,
    is_other_span,
    is_of_other_option,
    is_of_other_sentence,
    is_done_by_none,
    is_no_difference,
    is_at_what_is_measured,
    is_of_other_office,
    is_of_other_row,
    is_other_version,
)


def is_of_rows(each: Scored, asked: Asked) -> bool:
    """Whether it is a number out of a file that is nothing but rows, whose headings no window has."""
    if asked.expected.kind not in NUMBERS:
        return False
    return PurePath(each.passage.hit.filename).suffix.lower() in ROWS_ALONE


def is_other_value(each: Scored, asked: Asked) -> bool:
    """Whether what a window tells is not of the sort that is asked for."""
    return any(is_other(each, asked) for is_other in GUARDS)
