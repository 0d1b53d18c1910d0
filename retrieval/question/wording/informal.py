"""Questions as people type them, put into the words that rules know: “whats”, “avg capex”, “opperating”."""

from __future__ import annotations

import re
from collections import defaultdict
from functools import cache
from itertools import pairwise

from reading.measures.catalogue import MEASURES

_FORMS = tuple(
    (re.compile(pattern, re.IGNORECASE), written)
    for pattern, written in (
        (r"\bwhat(?:s|['’]s|re)\b(?!\s+more\b)", "what is"),
        (r"\bhow(?:s|['’]s)\b", "how is"),
        (r"\bwhich(?:s|['’]s)\b", "which is"),
        (r"\b(?:pls|plz)\b", "please"),
        (r"\bavg\b\.?", "average"),
        (r"\bpct\b\.?", "per cent"),
        (r"\byrs\b\.?", "years"),
        (r"\byr\b\.?", "year"),
        (r"\bw/\s?(?=\w)", "with "),
        (r"\bdiff\b\.?", "difference"),
        (r"\bthe\s+gap\s+between\b", "the difference between"),
        (
            r"\b(?P<one>(?:19|20)\d\d)\s+and\s+(?P<two>(?:fiscal\s+|FY)?(?:19|20)\d\d),?\s+"
            r"(?:and\s+)?(?:what\s+is\s+)?(?:the\s+)?difference\b",
            r"\g<one> vs \g<two>, difference",
        ),
        (
            r"(?P<which>\b(?:which|what)\b.*\b(?:segments?|divisions?|regions?|business(?:es)?|units?)\b.*?)"
            r"\b(?:lost\s+money|los(?:e|es|ing)\s+money|made\s+(?:a\s+)?loss(?:es)?|(?:was|were|is|are)\s+"
            r"(?:unprofitable|loss-making|in\s+the\s+red))\b",
            r"\g<which>had an operating loss",
        ),
        (r"\b(?:divis?|divs|divvies|divvys?)\b(?!-)", "dividends"),
        (r"\brevs?\b\.?(?!-)", "revenue"),
        (r"\bocf\b", "operating cash flow"),
        (r"\bnet\s+inc\b\.?", "net income"),
        (r"\beps[,\s]+\(?(?P<how>basic|diluted)\b\)?", r"\g<how> EPS"),
        (r"\bq\b(?=\s+(?:end(?:ed|ing)|to|until)\b)", "quarter"),
        (r"\bqtrs\b\.?", "quarters"),
        (r"\bqtr\b\.?", "quarter"),
        (r"\bFYE\s?(?=\d)", "the end of fiscal "),
        (
            r"\b(?:at\s+|as\s+of\s+)?(?:(?:fiscal\s+)?year[- ]?end|ye)\s+(?:of\s+)?(?=(?:19|20)\d\d\b)",
            "at the end of ",
        ),
        (r"(?<=\d{4})\s*&\s*(?=(?:19|20)\d\d\b)", " and "),
        (r"\bop\.?\s+(?=margin|income|profit|cash|expenses?)", "operating "),
        (r"\b(?P<what>r&d|research and development)\s+spend(?:ing)?\b", r"\g<what> expense"),
        (r"\b(?:(?:share|stock)\s+)?buy[- ]?backs?\b(?!\s+(?:shares?|stock))", "share repurchases"),
        (
            r"\bhow\s+much\s+(?:(?:of\s+)?(?:its|their)\s+(?:own\s+)?)?(?:stock|shares?|common\s+stock)\s+"
            r"(?:did|does|has|have)\s+(?P<who>.+?)\s+(?:share\s+repurchases|repurchased?|bought\s+back)",
            r"what were the share repurchases of \g<who>",
        ),
        (
            r"\bhow\s+much\s+(?:cash\s+|money\s+)?(?:did|does|has)\s+(?P<who>.+?)\s+"
            r"(?:burn(?:ed|t)?|blow|blew|shell(?:ed)?\s+out|splash(?:ed)?\s+out|drop(?:ped)?)\s+(?:on|for)\s+",
            r"how much did \g<who> spend on ",
        ),
        (
            r"\bwhat\s+(?:did|does|has)\s+(?P<who>.+?)\s+(?:lose|lost)\s+(?:per|a)\s+share\b",
            r"what was the loss per share of \g<who>",
        ),
        (
            r"\b(?:what|how\s+much)\s+(?:did|does|has)\s+(?P<who>.+?)\s+(?:make|made|earn(?:ed)?)\s+(?:per|a)\s+share\b",
            r"what were the earnings per share of \g<who>",
        ),
        (
            r"\bhow\s+many\s+people\s+(?:work(?:ed|s)?\s+(?:for|at)\s+(?P<who>.+?)|(?:did|does|do)\s+(?P<whom>.+?)\s+"
            r"(?:employ|have))(?=\s+(?:at|in|on|by|as)\s+|\s*[?.!,]|$)",
            r"how many employees did \g<who>\g<whom> have",
        ),
        (r"\ball together\b", "altogether"),
        (
            r",?\s*\b(?:in|from|across|over)\s+(?:all\s+)?(?:the\s+|your\s+)?(?:reports|documents|filings|files)\s+"
            r"(?:that\s+)?you\s+have\b",
            "",
        ),
        (
            r"\bwhich\s+of\s+(?:the\s+)?(?:two|three|four|five|\d)\s*\((?P<names>[^()]+)\)",
            r"which of \g<names>",
        ),
        (
            r"\b(?P<than>above|below|over|under|than|least|most|exceeds?)\s+(?:one|a)[ -]half\b"
            r"(?!\s+(?:of|a|year|hour|million|billion)\b)",
            r"\g<than> 0.5",
        ),
        (
            r"\bhow\s+much\s+cash\s+(?:did|does|has)\s+(?P<who>.+?)\s+(?:burn(?:ed|t)?|use[d]?|consume[d]?)\s+"
            r"(?:up\s+)?(?:in|for|on|by)\s+(?:its\s+)?(?P<which>operating|investing|financing)\s+activities\b",
            r"what was the \g<which> cash flow of \g<who>",
        ),
    )
)
# What somebody says before the question: “I need …”, “Give me …”, “I'm looking for …”.
_WANTED = re.compile(
    r"^\s*(?:(?:i|we)\s+(?:need|want|(?:would|['’]d)\s+(?:need|like)|am\s+looking\s+for|are\s+looking\s+for)|"
    r"(?:i|we)['’](?:d\s+(?:like|need)|(?:m|re)\s+looking\s+for)|looking\s+for|need|give\s+me|show\s+me|gimme)\s+"
    r"(?!to\b|you\b|a\s+(?:list|table)\b)",
    re.IGNORECASE,
)
# Of a company or a time in terms of a measure, the measure in that time.
_IN_TERMS = re.compile(
    r"\bhow\s+(?:did|does|do|has|have)\s+(?P<who>.+?)\s+(?:do|done|fare[ds]?|perform(?:ed)?)\s+(?P<when>.*?)\s*"
    r"\b(?:in\s+terms\s+of|with\s+(?:respect|regard)\s+to|measured\s+by|by\s+way\s+of)\s+(?P<what>[\w &-]+)",
    re.IGNORECASE,
)
_TIMES = r"(?:in|for|during|over|from|between|since|at|last|this|altogether|in\s+total)\b"
_LOST = re.compile(
    r"\bhow\s+much\s+(?:money\s+)?(?:did|does|do|has|have)\s+(?P<who>.+?)\s+(?:lose|lost)"
    rf"(?=\s*(?:[?.]|$|{_TIMES}\s+(?:the|fiscal|FY|Q[1-4]|each|all|its|(?:19|20)\d\d|total|last)))",
    re.IGNORECASE,
)
_SOLD_MOST = re.compile(
    r"\b(?:in\s+)?which\s+(?P<when>(?:fiscal\s+)?(?:quarter|year|month))\s+(?:did|does|has)\s+(?P<who>.+?)\s+"
    r"(?:sell|sold)\s+(?:the\s+)?(?:(?P<most>most)|fewest|least)\s+(?P<what>[\w -]+?)(?=\s*(?:[?.,]|$))",
    re.IGNORECASE,
)
_WORD = re.compile(r"[A-Za-z]{7,}")
_COMMON_END = 2  # letters at the end that slips of the pen leave: inflections are none
_WORDS_TOO = frozenset(
    "deletion deprecation sending spelling weighed".split()
)  # words themselves, one letter off


def written_out(question: str) -> str:
    """The question in full words, without what stands before it, its slips of the pen put right."""
    question = _WANTED.sub("", question)
    for pattern, written in _FORMS:
        question = pattern.sub(written, question)
    question = _LOST.sub(r"what was the net loss of \g<who>", question)
    question = _SOLD_MOST.sub(_most_sales, question)
    question = _IN_TERMS.sub(r"what was the \g<what> of \g<who> \g<when>", question)
    return _WORD.sub(lambda word: _put_right(word[0]), question)


def _most_sales(found: re.Match[str]) -> str:
    how = "highest" if found["most"] else "lowest"
    return f"in which {found['when']} were the net sales of {found['what']} of {found['who']} {how}"


def _put_right(word: str) -> str:
    """The word of a measure's name that it is one slip away from, as it is written; else as it is."""
    lower = word.lower()
    if lower in _words() or lower in _WORDS_TOO:
        return word
    near = {*_by_key().get(lower, ()), *(known for known in _slips(lower) if known in _words())}
    near = {known for known in near if word[-_COMMON_END:] == known[-_COMMON_END:]}
    return near.pop() if len(near) == 1 else word


def _slips(word: str) -> set[str]:
    """The word without each of its inner letters in turn, and with each two of them turned round."""
    turned = {
        word[:at] + second + first + word[at + 2 :]
        for at, (first, second) in enumerate(pairwise(word))
        if at > 0
    }
    return _shorter(word) | turned


def _shorter(word: str) -> set[str]:
    return {word[:at] + word[at + 1 :] for at in range(1, len(word) - 1)}


@cache
def _words() -> frozenset[str]:
    """The long words that measures are called by."""
    labels = " ".join(label for measure in MEASURES.values() for label in measure.labels)
    return frozenset(word.lower() for word in _WORD.findall(labels))


@cache
def _by_key() -> dict[str, set[str]]:
    """Those words by what is left of them without one of their inner letters."""
    found: dict[str, set[str]] = defaultdict(set)
    for word in _words():
        for key in _shorter(word):
            found[key].add(word)
    return dict(found)
