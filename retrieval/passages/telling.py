"""Whether a window tells a reason, a definition, a way, a list or a yes or no: by the words that do so."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from reading.text.languages import language_of
from reading.values.dates import find_dates
from retrieval.alike.marks import alike_in, marks_in
from retrieval.alike.things import things_in
from retrieval.passages.expected import OPEN, head_of
from retrieval.passages.forms.columns import header_over
from retrieval.passages.forms.covenants import WITHOUT_SUBJECT, named_by, owner_over
from retrieval.passages.forms.doers import DOING, verb_of
from retrieval.passages.forms.headed import stands_under
from retrieval.passages.forms.listed import LISTING, lists
from retrieval.passages.guards.no_text import is_blank
from retrieval.passages.guards.values_asked import are_told_of
from retrieval.passages.labels import is_line_of_labels
from retrieval.passages.scoring import Asked, Scored
from retrieval.passages.subject import QUOTED, STEM
from retrieval.passages.values import BY_BLANKS, Value, values_in
from retrieval.passages.weighing.definitions import (
    TELLING,
    defined_in,
    defines_term,
    quotes_term,
    says_what_it_is,
)
from retrieval.passages.weighing.ends import ASKS_RANGE
from retrieval.passages.windows import BULLET, LABEL, STOPS, TITLE_NUMBER, Unit, Window

MOST_NUMBERS = 0.25  # of the words
COMPARED = re.compile(
    r"\b(?:high|low|larg|small|great|few|bigg|strong|weak)(?:er|est)\b|\b(?:more|most|less|least|best|worst)\b",
    re.IGNORECASE,
)
SUPERLATIVE = re.compile(r"\b(?:(?:high|low|larg|small|great|bigg)est|best|worst)\b", re.IGNORECASE)
MOVED_BY = re.compile(r"\bby\s+(?:(?:about|approximately|around|some|nearly|over)\s+)?$", re.IGNORECASE)
MOVE_BEHIND = re.compile(
    r"\s+(?:increase|decrease|reduction|decline|drop|fall|rise|growth|more|less|higher|lower)\b",
    re.IGNORECASE,
)
# The date of a mail is of when that was written, and of nothing it speaks of.
HEAD_OF_MAIL = re.compile(
    r"(?:date|sent|datum|gesendet|envoyé|fecha|enviado|data|inviato|verzonden)\s*:\s.*\d\d:\d\d",
    re.IGNORECASE,
)
OF_WRITING = re.compile(
    r"\b(?:e?-?mails?|messages?|letters?|sent|sends?|writ\w*|wrote|date[ds]?|post(?:ed|s)?|newsletters?|issues?d?)\b",
    re.IGNORECASE,
)
ITEMS = 2  # of a list at least
SEPARATOR = re.compile(r",\s|;\s|\s(?:and|or|und|oder|et|ou|y|o|e|en|of)\s")
MATTERS = re.compile(
    r"\bimportance of \w+ing\b|\b(?:important|vital|essential|crucial) (?:it is )?(?:that|to)\b",
    re.IGNORECASE,
)
NEEDS_WORDS = frozenset({"reason", "origin"})  # kinds that nothing but their own words tell
TELLS, REASON, DEFINING = 0.15, 0.3, 0.4  # added to a window's score
IN_QUOTES = 0.2  # more where the term is quoted, as the sentence that defines it does
LEAST_UNTOLD = 0.8  # of the question's words in a window that lacks the form of an answer
LEAST_TOLD = 5  # words: a shorter line, such as “3. Termination”, only names what stands below it
BESIDE = 60  # characters
LIKE = 4  # letters in which the forms of a verb are alike
BEHIND = 4  # words behind a number, among which is what it counts
LINKING = frozenset(
    "is was were are be been total totaled totalled totals of to at by in amounted amounts reached stood "
    "came about approximately around nearly over some the a number equals include includes included "
    "es son fue fueron de war waren sind ist beträgt betrug est sont était étaient".split()
)
OF_ANYTHING = frozenset(
    "amount total value cost costs price prices balance payment payable rate size level score limit maximum "
    "minimum bill charge ratio range area volume".split()
)
# What happens on a day: another day of the same document is no answer.
OF_EVENTS = things_in("due") | things_in("signed") | things_in("issued")
OF_DUE = things_in("due")
PAID_BY = re.compile(
    r"\b(?:by|until|till|before) (?:what|which|when)\b.*\b(?:paid|pay|settled?|payable)\b"
    r"|\bwhen\b.*\b(?:to|be) (?:be )?(?:paid|payable|settled)\b",
    re.IGNORECASE,
)
PAYING = re.compile(
    r"\b(?:pa(?:y|id|ys|yable|yment)|settle\w*|zahl\w*|pagar|betal\w*|r[èé]gl\w*|paiement|pagamento|pago)\b",
    re.IGNORECASE,
)
# A case at the end of a question: “… when payroll is paid monthly?”
# A name is asked for: words that tell of somebody without it do not answer.
WHOSE_NAME = re.compile(
    r"\b(?:names?|called|namens|heißt|heißen|nombres?|llama|noms?|appelle|nome|nomi|chiama|naam|namen|heet|heten)\b"
    r"|^\W*(?:who(?: is|’s|'s)|wer ist|qui est|quién es|chi è|wie is) "
    r"(?:the|our|your|der|die|le|la|l[’']|el|il|lo|de|het)?\s?"
    r"\w+\W*$",
    re.IGNORECASE,
)
IN_CASE = re.compile(r"\w\s+(?:when|if|where)\s+(?P<words>(?:[\w’'-]+\s+){1,8})(?P<last>[a-z]{4,})\W*$")
OF_KIND = re.compile(r"\bhow many [\w-]+ of (?:the |our |its )?(?P<of>[a-z]{3,})\b", re.IGNORECASE)
TASK = re.compile(
    r"\bhow (?:long|many \w+|much time) (?:does|do|did|will)\b.*\bhave to (?P<verb>[a-z]{3,})", re.I
)
MOST_IN_ROW = 4  # values of one kind in a row, whose labels tell them apart
PER_UNIT = re.compile(r"\brates?\b", re.IGNORECASE)
OPEN_START = re.compile(r"(?:with|of|and|or|from|by|at)\s")
OPEN_END = re.compile(r"\w\s(?:to|at|from|by|with|of|in|for|on|the|an?|and|or)$")
BARE_BEFORE = frozenset("per in on by for each".split())
FIRST_WORDS = 3  # of a sentence, which say what it is about
MOST_LISTED = 20  # numbers in words that are quoted as a list
MOST_APART = 1  # words of the question that the sentence of a name may have fewer of than one beside it
MOST_BETWEEN = 14  # words between a length of time and what it is given for
BY_TIME = re.compile(
    r"\b(hourly|daily|nightly|weekly) (?:\w+ )?(?:rate|fee|charge|wage|price|rent|pay)s?\b", re.I
)
STATISTICS = frozenset({"average", "median"})
_TOKEN = re.compile(r"[^\W_][\w’'.,-]*")
_NUMBER = re.compile(r"(?<![\w.,])\d[\d.,]*")
NEGATED = re.compile(r"(?<!\bor )(?<!\bwhy )\b(?:not|never|cannot)\b(?!\s+only\b)", re.IGNORECASE)
NEGATIVE = re.compile(
    r"\b(?:not|no|never|none|neither|nor|cannot|without|unless|except\w*|exclu\w+|prohibit\w+|forbid\w*|"
    r"in?eligible|un\w{4,}|refus\w+|declin\w+|absent|lack\w*|nicht|kein\w*|ohne|ne|pas|jamais|sans|non|senza|sin|"
    r"nunca|niet|geen|zonder|não|nem)\b|n[’']t\b",
    re.IGNORECASE,
)
# What is asked for goes by capitals, “the IBAN of …”, which must stand there.
BY_CAPITALS = re.compile(
    r"\b(?:the|die|der|das|den|le|la|el|il|lo|o|a|het|de)\s(?P<name>[A-Z]{3,8})\b|\bl['’](?P<elided>[A-Z]{3,8})\b"
    r"(?=\s(?:of|for|on|number|code|von|der|auf|de|du|della|van|da|do)\b|\W*$)"
)
LEAST_UNNAMED = 0.75  # of the question's words in a sentence that tells who it is without a name
LEAST_CLOSE, CLOSE_MEANING = 0.5, 0.7  # fewer of them will do where the meaning is so near
LEAST_OPEN = 0.65  # of the question's words in what is quoted without a sign that it answers


def bonus(window: Window, asked: Asked) -> float:
    """What the form of a window is worth: that it says why, how, or what something is."""
    kind, text = asked.expected.kind, window.text
    if kind == "definition":
        return (DEFINING + IN_QUOTES * quotes_term(text, asked)) if defines_term(text, asked) else 0.0
    if kind == "list":
        return LISTING if lists(window, asked.expected) else 0.0
    if kind == "reason":
        return REASON if TELLING["reason"].search(text) or leads_to_reason(window) else 0.0
    if kind == OPEN and says_what_it_is(text, asked.question):
        return DEFINING
    if kind == OPEN:
        begins = _begins_with_head(text, asked.question) or stands_under(window, asked.question)
        return TELLS if begins else 0.0
    return TELLS if kind in TELLING and TELLING[kind].search(text) else 0.0


def _begins_with_head(text: str, question: str) -> bool:
    """Whether a sentence begins with what is asked for: “The quorum is …”."""
    head = head_of(question)
    begins = rf"(?:^|[.;:]\s)(?:(?:the|an?)\s)?{head}s?\s(?:is|are|was|were|of|shall|has|will)\b"
    return bool(head) and re.search(begins, text, re.IGNORECASE) is not None


def tells(each: Scored, asked: Asked) -> bool:
    """Whether the window has the form of an answer of the kind that is expected."""
    kind, text = asked.expected.kind, each.window.text
    if all(unit.kind == "heading" for unit in each.window.units) or len(text.split()) < LEAST_TOLD:
        return False
    named = BY_CAPITALS.search(asked.question)
    name = named["name"] or named["elided"] if named else ""
    if name.casefold() not in each.passage.called.casefold() and not re.search(rf"\b{name}\b", text):
        return False
    if OPEN_START.match(text) or text.rstrip(' ”"*').endswith("?"):
        return False  # what it goes on from is not told; a question answers none
    if is_blank(text):
        return False
    if leads_up(each.window) or (NEGATED.search(asked.question) and not NEGATIVE.search(text)):
        return False
    if asked.expected.is_in_words and is_of_numbers(text):
        return False
    if kind == "list" and is_run_of_rows(text):
        return False
    if kind in (OPEN, "list") and each.lacking and all(map(is_line_of_labels, each.window.units)):
        return False  # lines of a form or a table that have some of the words answer nothing else
    if kind == "definition":
        return each.extra > 0 or (QUOTED.search(asked.question) is None and each.words >= LEAST_OPEN)
    if kind in TELLING:
        return each.extra > 0 or (kind not in NEEDS_WORDS and each.words >= LEAST_UNTOLD)
    if kind == "list":
        is_list = len(SEPARATOR.findall(text)) >= ITEMS - 1 and each.words >= LEAST_OPEN
        return is_list or (each.words >= LEAST_UNTOLD and not each.lacking)
    if stands_under(each.window, asked.question):
        return each.words >= LEAST_CLOSE
    is_close = each.meaning >= CLOSE_MEANING and not any(map(str.isdigit, "".join(each.missing)))
    return each.words >= (LEAST_CLOSE if is_close else LEAST_OPEN)


def leads_to_reason(window: Window) -> bool:
    """Whether a sentence says that something matters, and the next one goes on: “It is important to lock the
    shed. Boats are often taken at night.”"""
    return any(MATTERS.search(unit.text) for unit in window.units[:-1])


def tells_reason(text: str) -> bool:
    """Whether it has words that tell a reason."""
    return TELLING["reason"].search(text) is not None


def told_without_name(scored: Sequence[Scored], asked: Asked) -> list[Scored]:
    """Of who does something or to whom it is done the sentences that say so of somebody without a name.

    “The landlord keeps the roof in repair”. An office is held by a person, so that a name must be there. An
    item that begins with what is done says it only below a line that says who.
    """
    if asked.expected.kind != "person" or asked.expected.noun or WHOSE_NAME.search(asked.question):
        return []
    is_open = replace(asked, expected=replace(asked.expected, kind=OPEN))
    done = DOING.match(asked.question)
    doing = {stem for stem in asked.worth if done and stem[:LIKE] == done["verb"].lower()[:LIKE]}
    told = [
        each
        for each in scored
        if len(each.window.units) == 1
        and not doing & each.missing
        and each.words >= LEAST_UNNAMED
        and tells(each, is_open)
        and (doer_of(each.window, asked.question) or not _begins_with_verb(each.window, asked.question))
        and (each.window.units[0].kind == "item" or not is_line_of_labels(each.window.units[0]))
        and (not WITHOUT_SUBJECT.match(each.window.text) or owner_over(each.passage.text, each.window.text))
    ]
    return [replace(each, value=None) for each in sorted(told, key=lambda each: -each.words)]


def doer_of(window: Window, question: str) -> str:
    """Who does what an item begins with, by the line over it: “The Secretary:”; "" of other windows."""
    if not _begins_with_verb(window, question):
        return ""
    return named_by(window.heading) or window.units[0].lead.rstrip(" :")


def _begins_with_verb(window: Window, question: str) -> bool:
    verb = verb_of(question)
    return verb is not None and verb.match(BULLET.sub("", window.text)) is not None


def leads_up(window: Window) -> bool:
    """Whether its last line only introduces what stands below, which the window does not have."""
    last = window.units[-1].text
    return (last.endswith(":") or OPEN_END.search(last) is not None) and not window.members


def is_of_numbers(text: str) -> bool:
    """Whether it is a row of a table, which says nothing in words."""
    words = text.split()
    return sum(any(sign.isdigit() for sign in word) for word in words) > MOST_NUMBERS * len(words)


def is_run_of_rows(text: str) -> bool:
    """Whether it is rows of a table one after another, of which nothing tells those that are asked for."""
    return is_of_numbers(text) and len(_NUMBER.findall(text)) > MOST_LISTED


def compares(each: Scored, asked: Asked) -> bool:
    """Whether a window that is to tell when or which was highest says that it was, and not only how high."""
    if asked.expected.kind == "change":
        return each.value is not None and is_change(each.window.text, each.value)
    pattern = {"date": COMPARED, "amount": SUPERLATIVE}.get(asked.expected.kind)
    if pattern is None or not pattern.search(asked.question):
        return True
    return pattern.search(each.window.text) is not None


def is_picked(each: Scored, asked: Asked) -> bool:
    """Whether the value can be told from others beside it: in a whole table on one line nothing tells it."""
    if each.window.columns:
        return each.value is not None
    own = next((unit for unit in each.window.units if each.value and each.value.text in unit.text), None)
    if own is None or not is_line_of_labels(own) or each.is_labelled:
        return True
    many = len(_NUMBER.findall(_without_days(own.text))) > 1 and not ASKS_RANGE.search(asked.question)
    if _is_of_column(each, asked, own, many=many):
        return False
    if many and PER_UNIT.search(asked.expected.noun) and not PER_UNIT.search(own.text):
        return False  # a row of a rate and what it comes to
    return len(values_in(own.text, asked.expected.kind)) <= MOST_IN_ROW


def _without_days(text: str) -> str:
    """Without the numbers that are one date together."""
    for _, start, end in sorted(find_dates(text), key=lambda found: -found[1]):
        text = f"{text[:start]} {text[end:]}"
    return text


def _is_of_column(each: Scored, asked: Asked, own: Unit, *, many: bool) -> bool:
    """Whether a line over the value’s has words of the question that its own lacks, and its own is called
    something else or has several numbers: which of them is of that column, the text does not tell."""
    assert each.value is not None
    over = [unit for unit in each.window.units if unit.start < own.start]
    if not over or STOPS.search(over[-1].text):
        return False
    words = [word.casefold()[:STEM] for word in asked.worth if len(word) >= STEM - 2]
    words = [word for word in words if word not in each.passage.called.casefold()]
    label = own.text.partition(each.value.text)[0].casefold()
    above = " ".join(unit.text for unit in over).casefold()
    missed = [word for word in words if word in above and word not in own.text.casefold()]
    called = [word for word in _TOKEN.findall(label) if word.isalpha() and word not in OF_ANYTHING]
    is_other = bool(called) and not any(word in label for word in words)
    return bool(missed) and (is_other or many)


def is_change(text: str, value: Value) -> bool:
    """Whether the words beside it say that something moved by it: “fell by 4%”, “a $5 million increase”."""
    return bool(MOVED_BY.search(text[: value.start]) or MOVE_BEHIND.match(text[value.end :]))


def defines(each: Scored, asked: Asked) -> bool:
    """Whether the window says what a word means that the question quotes, or asks how it is defined."""
    if asked.expected.kind != "definition" or defined_in(asked.question) is None:
        return False
    return each.extra >= DEFINING and len(each.window.text.split()) >= LEAST_TOLD


def counts(each: Scored, asked: Asked) -> bool:
    """Whether what is counted stands beside the number, or the label or row that gives it."""
    noun = asked.expected.noun
    if asked.expected.kind != "count" or not noun or each.value is None:
        return True
    counted = [word.casefold()[:STEM] for word in noun.split() if len(word) >= STEM - 1]
    if not counted:
        return True
    if (kind := OF_KIND.search(asked.question)) and not _is_held(kind["of"].casefold(), each, asked):
        return False
    if asked.expected.language == "en" and BY_BLANKS.search(each.value.text):
        return False  # two numbers of a row
    before, behind = _words_beside(each.window.text, each.value)
    stop = next((at for at, word in enumerate(behind) if word[0].isdigit()), len(behind))
    near = behind[:stop][:BEHIND]
    if any(word.startswith(stem) for word in near for stem in counted) or _are_abroad(
        near, noun, each, asked
    ):
        return _is_most_of_question(each, asked)  # “1,355 retail stores”
    if _is_bare(behind) and _is_subject(each, asked):
        return True
    own = next((unit for unit in each.window.units if each.value.text in unit.text), None)
    if own is not None and (own.kind == "row" or LABEL.match(own.text)):
        label = own.text.partition(each.value.text)[0].casefold()
        is_first = not any(sign.isdigit() for sign in label)  # which of a row's numbers it is, nothing says
        return is_first and any(stem in label for stem in counted)
    at = max((at for at, word in enumerate(before) if word.startswith(tuple(counted))), default=-1)
    return at >= 0 and all(word in LINKING for word in before[at + 1 :])  # “the number of stores was 1,355”


def _are_abroad(words: Sequence[str], noun: str, each: Scored, asked: Asked) -> bool:
    """Whether what is counted is among them by another word: “15 kg”, “six personnes”."""
    language = language_of(each.passage.text)
    counted = frozenset().union(*alike_in(noun.partition(" ")[0], asked.expected.language).values())
    return bool(counted & marks_in(" ".join(words), language, asked.expected.language))


def _is_bare(behind: Sequence[str]) -> bool:
    """Whether the number stands without what it counts: “no more than eight per plot”."""
    return not behind or behind[0] in BARE_BEFORE


def _is_subject(each: Scored, asked: Asked) -> bool:
    """Whether the value's sentence begins with what is counted, by any word, and has no number before."""
    assert each.value is not None
    own = next((unit.text for unit in each.window.units if each.value.text in unit.text), "")
    before = own.partition(each.value.text)[0]
    words = [word for word in _TOKEN.findall(before.casefold()) if word.isalpha()][:FIRST_WORDS]
    counted = asked.expected.noun.casefold().split()[:1]
    is_named = any(word[:STEM] == noun[:STEM] for noun in counted for word in words)
    return (is_named or _are_abroad(words, asked.expected.noun, each, asked)) and _NUMBER.search(
        BULLET.sub("", TITLE_NUMBER.sub("", before))
    ) is None


def _is_most_of_question(each: Scored, asked: Asked) -> bool:
    """Whether no other sentence of the window has more of the question than the number's: “two passengers
    were hurt” is not how many there were on board."""
    assert each.value is not None
    words = [word.casefold()[:STEM] for word in asked.worth if len(word) >= STEM - 1]
    shares = [sum(word in unit.text.casefold() for word in words) for unit in each.window.units]
    own = [
        share for share, unit in zip(shares, each.window.units, strict=True) if each.value.text in unit.text
    ]
    return not own or max(own) == max(shares)


def _words_apart(each: Scored, asked: Asked) -> int:
    """How many more of the question’s words another sentence of the window has than the value’s own."""
    words = [word.casefold()[:STEM] for word in asked.worth if len(word) >= STEM - 1]
    shares = {unit: sum(word in unit.text.casefold() for word in words) for unit in each.window.units}
    own = next((unit for unit in shares if each.value and each.value.text in unit.text), None)
    return max(shares.values()) - shares[own] if own else 0


def _is_of_other_sentence(each: Scored, asked: Asked) -> bool:
    """Whether the value stands in a line or sentence without the question's words, “Next meeting: 9 May”,
    beside one that has them.

    Words by which the whole document goes tell no sentence from another.
    """
    words = [word.casefold()[:STEM] for word in asked.worth if len(word) >= STEM - 1]
    words = [word for word in words if word not in each.passage.called.casefold()]
    shares = {unit: sum(word in unit.text.casefold() for word in words) for unit in each.window.units}
    own = next((unit for unit in shares if each.value and each.value.text in unit.text), None)
    return own is not None and not shares[own] and max(shares.values()) > 1


def measures(each: Scored, asked: Asked) -> bool:
    """Whether what is paid or measured is spoken of round the value: 65 to retire is no average age.

    Of a person the office that is asked for.
    """
    if (case := IN_CASE.search(asked.question)) and not _is_in_case(case, each, asked):
        return False
    if asked.expected.kind == "date":
        return _is_of_event(each, asked) and not _is_of_other_sentence(each, asked)
    if asked.expected.kind == "duration" and (task := TASK.search(asked.question)):
        return each.value is None or _is_beside_task(task["verb"], each.window.text, each.value)
    if asked.expected.kind == "person":
        if _words_apart(each, asked) > MOST_APART:
            return False
        if each.is_labelled and are_told_of(sorted(each.lacking), each):
            return True
        if each.lacking and all(map(is_line_of_labels, each.window.units)):
            return False  # whoever stands in a row does not all that may be asked
        return all(_is_held(word.casefold(), each, asked) for word in asked.expected.noun.split()[-1:])
    if asked.expected.kind not in ("amount", "number"):
        return True
    if (paid := BY_TIME.search(asked.question)) and not _is_held(paid[1].casefold(), each, asked):
        return False
    noun = asked.expected.noun.split()[-1:]
    words = [*(word.casefold() for word in noun), *_TOKEN.findall(asked.question.casefold())]
    wanted = {word for word in words[: len(noun)] if word not in OF_ANYTHING} | (STATISTICS & set(words))
    if is_of_numbers(each.window.text) and (beside := _beside_noun(asked)):
        wanted.add(beside)
    return all(_is_held(word, each, asked) for word in wanted)


def _is_in_case(case: re.Match[str], each: Scored, asked: Asked) -> bool:
    """Whether the last word of the case stands there, or else nothing of the case is lacking."""
    words = case["words"].casefold().split()
    is_told = not any(word.startswith(stem[:STEM]) for stem in each.lacking for word in words)
    is_long = any(len(word) >= STEM for word in words)
    return _is_held(case["last"], each, asked) or (is_long and is_told)


def _is_of_event(each: Scored, asked: Asked) -> bool:
    """Whether what happens on the day is told of it: round it, or by the column that it stands in.

    By when something has to be paid is told by words of paying or of what is due.
    """
    events = things_in(asked.question) & OF_EVENTS & set(asked.worth)
    own = next((unit for unit in each.window.units if each.value and each.value.text in unit.text), None)
    if own is None:
        return events <= each.own
    if PAID_BY.search(asked.question) and not (PAYING.search(own.text) or things_in(own.text) & OF_DUE):
        return False
    if HEAD_OF_MAIL.match(own.text) and not OF_WRITING.search(asked.question):
        return False
    if events <= each.own:
        return True
    return len(values_in(own.text, "date")) == 1 and events <= things_in(
        header_over(each.passage.text, own.text)
    )


def _is_beside_task(verb: str, text: str, value: Value) -> bool:
    """Whether what there is time for stands near the length of time: “has 30 days to object”."""
    spots = [m.start() for m in re.finditer(rf"\b{re.escape(verb[:STEM].lower())}", text.lower())]
    between = (text[min(at, value.end) : max(at, value.start)] for at in spots)
    return not spots or any(
        len(_TOKEN.findall(words)) <= MOST_BETWEEN and not re.search(r"[.;]\s", words) for words in between
    )


def _beside_noun(asked: Asked) -> str:
    """The word before “costs”, “price” or the like, which says of what: a row must have it."""
    words = _TOKEN.findall(asked.question.casefold())
    noun = asked.expected.noun.casefold().split()[-1:]
    at = words.index(noun[0]) if noun and noun[0] in words else 0
    before = words[at - 1] if at else ""
    return before if len(before) >= STEM and before not in OF_ANYTHING else ""


def _is_held(word: str, each: Scored, asked: Asked) -> bool:
    own = {stem for stem in asked.worth if word[:STEM].startswith(stem[:STEM]) or stem == word}
    return not own or bool((own | things_in(word)) & each.own)


def _words_beside(text: str, value: Value) -> tuple[list[str], list[str]]:
    """The words before and behind a value, the same sentence's, in small letters."""
    before, behind = text[max(0, value.start - BESIDE) : value.start], text[value.end : value.end + BESIDE]
    before, behind = re.split(r"[.;!?]\s", before)[-1], re.split(r"[.;!?](?:\s|$)", behind)[0]
    return _TOKEN.findall(before.casefold()), _TOKEN.findall(behind.casefold())
