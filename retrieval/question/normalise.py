"""A question as people type it, as it would be written: without the chat round it, its numbers in digits."""

from __future__ import annotations

import re

from documents.models import Workspace
from reading.values.number_words import IN_WORDS, number
from retrieval.question.naming.names import names_of
from retrieval.question.naming.slips import with_names_put_right
from retrieval.question.periods.in_full import with_ends_of_spans, with_full_years

# What people say round a question, which asks for nothing: greetings, what it is for, thanks.
_GREETING = re.compile(
    r"^\s*(?:hi|hello|hey|hiya|howdy|good\s+(?:morning|afternoon|evening|day)|greetings|dear\s+\w+)"
    r"(?:\s+(?:there|all|team|everyone|everybody|folks|again|guys))?\s*[!,.:;–—-]+\s*",
    re.IGNORECASE,
)
_PREFACE = re.compile(
    r"^\s*(?:(?:just\s+)?(?:an?\s+)?(?:(?:quick|short|small|last|simple|dumb|silly)\s+)?(?:one|question|q|ask)|"
    r"(?:just\s+)?one\s+(?:more\s+|last\s+|quick\s+)?(?:question|thing)|sorry|fyi|btw|by\s+the\s+way|hm+|uh+|um+)"
    r"(?:\s+(?:for|about|on|from|to)\s+[^:.!?,–—]{1,40})?\s*(?:[:,!.–—]|\s-\s)\s*",
    re.IGNORECASE,
)
_THANKS = re.compile(
    r"(?<=\w)[\s,;.?!–—-]*[\s,;.?!–—-](?P<mark>)(?:many\s+)?(?:thanks|thank\s+you|thx|ty|tia|cheers|much\s+appreciated)"
    r"(?:\s+(?:a\s+(?:lot|bunch|million|ton)|so\s+much|very\s+much|in\s+advance|again|for\s+(?:your|the|any)\s+help))*"
    r"\s*[.!?]*\s*$",
    re.IGNORECASE,
)
# Of whole sentences, with no number in them: what the writer is at, and what the answer is for.
_SAID_OF_SELF = re.compile(
    r"^\s*(?:(?:i|we)(?:['’]m|['’]re|\s+am|\s+are)\s+(?:(?:currently|just|also)\s+)?(?!looking\s+for\b)"
    r"(?:\w+ing|an?|new|not|in|on|at|the)\b|"
    r"(?:i|we)\s+(?:(?:just|really|only)\s+)?(?:need|want|require)\s+(?:it|this|that|these|them)\b|"
    r"(?:it|this|that)(?:['’]s|\s+is)\s+(?:just\s+)?(?:for|about|going\s+into)\b|"
    r"(?:needed|asking|need\s+(?:it|this))\s+(?:for|by|in)\b|"
    r"(?:my|our)\s+(?:boss|manager|client|team|teacher|professor|colleague|customer)s?\b|"
    r"(?:many\s+)?(?:thanks|thank\s+you|thx|cheers)\b|"
    r"i\s+mean\s+(?:in\s+)?(?:us\s+)?(?:dollars|money|usd|terms\s+of\s+money)\b|"
    r"hope\s+(?:you|this)\b|hope\s+that\b)[^?]*$",
    re.IGNORECASE,
)
_SENTENCES = re.compile(r"(?<=[.!?])\s+(?=\S)")
_ABBREVIATED = re.compile(r"\b(?:Inc|Co|Corp|Ltd|No|vs|St|Dr|Mr|Ms|Mrs|approx|incl|excl|[A-Z])\.$")
LEAST = 3  # words that a question has without its chat
# Numbers in words before what they count in.
PARTS = {"half a": "0.5", "a": "1"}
# The scale in small letters: “Two Million Miles” is a name.
BEFORE_SCALE = re.compile(
    rf"\b(?P<number>(?i:half\s+a|a|{IN_WORDS}))\s+(?=(?:thousand|million|billion)\b)",
)


def normalised(question: str, workspace: Workspace) -> str:
    """The question without chat round it, years and spans in full, numbers in digits, names put right."""
    question = with_digits(with_ends_of_spans(with_full_years(without_chat(question))))
    return with_names_put_right(question, names_of(workspace), workspace)


def without_chat(question: str) -> str:
    """The question alone; as it is where little would be left of it."""
    bare = question
    for _ in range(2):  # “Hi there! Quick one: …”
        bare = _PREFACE.sub("", _GREETING.sub("", bare))
    bare = _THANKS.sub("", bare)
    sentences = _sentences(bare)
    asking = [each for each in sentences if not _SAID_OF_SELF.match(each) or re.search(r"\d", each)]
    bare = " ".join(asking).strip()
    if bare == question.strip() or len(re.findall(r"\w+", bare)) < LEAST:
        return question
    return f"{bare[0].upper()}{bare[1:]}"


def _sentences(text: str) -> list[str]:
    """Its sentences; what only looks like the end of one, as “Inc.”, goes on."""
    found: list[str] = []
    for part in _SENTENCES.split(text):
        if found and _ABBREVIATED.search(found[-1]):
            found[-1] = f"{found[-1]} {part}"
        else:
            found.append(part)
    return found


def with_digits(question: str) -> str:
    """“One million” as 1 million."""
    return BEFORE_SCALE.sub(lambda match: f"{_digits(match['number'])} ", question)


def _digits(words: str) -> str:
    return PARTS.get(" ".join(words.lower().split())) or str(number(words))
