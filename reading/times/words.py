"""Which words say that an amount is of a day, and which that it is of a span of time."""

from __future__ import annotations

import re
from datetime import date
from functools import lru_cache

from reading.lexicon import CLOSES, EDGES, OPENS
from reading.patterns import lazily
from reading.values.dates import MONTH, YEAR, find_dates

# The first and the last day of a year, without the year: “Cash at 1 January”.
SET_OFF = rf"\b(?!{MONTH})[^\W\d]{{3,}}\s[–—-]\s+"  # “Goodwill – December 31”, not “July – December 31”
_AT = rf"(?:\b(?:at|on|as (?:at|of))\s+|{SET_OFF})"
_NO_YEAR = r"\W*(?:\(\w\)\W*)?$"  # but for the mark of a note
_FIRST_DAY = rf"{_AT}(?:1\s+{MONTH}|{MONTH}\s+1){_NO_YEAR}"
_LAST_DAY = rf"{_AT}(?:(?:2[89]|3[01])\s+{MONTH}|{MONTH}\s+(?:2[89]|3[01])){_NO_YEAR}"
BALANCE = lazily(rf"(?:(?:total|{EDGES}) )?balances?\b", re.IGNORECASE)
OPENING = lazily(
    r"\b(?:beginning|start)\s+of\s+(?:the\s+)?(?:\w+\s+)?(?:year|period|quarter|month)|"
    rf"\bbeginning balances?|^(?:total )?(?:{OPENS})\b|^balances?,? (?:at )?beginning\b|"
    rf",\s*(?:at\s+)?beginning$|{_FIRST_DAY}",
    re.IGNORECASE,
)
CLOSING = lazily(
    r"\bend\s+of\s+(?:the\s+)?(?:\w+\s+){0,2}(?:year|period|quarter|month)|"
    rf"\bending balances?|^(?:total )?(?:{CLOSES})\b|^balances?,? (?:at )?end(?:ing)?\b|"
    r"\bat\s+(?:the\s+)?(?:year|period|quarter|month)[\s-]end\b|"
    rf",\s*(?:at\s+)?end(?:ing)?$|{_LAST_DAY}",
    re.IGNORECASE,
)
EDGE = lazily(rf"{OPENING.pattern}|{CLOSING.pattern}|\b(?:{EDGES})\b", re.IGNORECASE)
AVERAGE = lazily(
    r"(?:^|\b(?:total|daily|monthly) )average\b(?!.*\b(?:price|life|term|remaining|rates?|discount)\b)|"
    r"\bgrant[\s-]date fair value\b|\bfair value (?:per option|of \w+ granted)\b",
    re.IGNORECASE,
)
_OVER_TIME = lazily(  # told beside balances on days: “Maximum amount outstanding at any month-end”
    r"(?:(?:daily\s+|monthly\s+)?average\s+(?:[\w-]+\s+){0,2}(?:amounts?|balances?|borrowings|outstanding)\b|"
    r"(?:maximum|highest)\s+(?:[\w-]+\s+){0,2}(?:amounts?|balances?|borrowings)\s+(?:outstanding\s+)?"
    r"(?:at\s+any|during|for)\b)(?!.*\brates?\b)",
    re.IGNORECASE,
)
ASSUMED = lazily(r"\bassumptions?\b", re.IGNORECASE)  # “fair value assumptions” are of a span of grants
AVERAGE_BALANCE = lazily(r"\baverage\s+(?:\w+\s+)?(?:balances?|volumes?)\b", re.IGNORECASE)
MOVEMENT = lazily(
    r"^(?:granted|vested|exercised|forfeited|expired|cancell?ed|released|issued|additions?|acquisitions?)\b"
    r"(?! and)",
    re.IGNORECASE,
)
_DAY_WORDS = lazily(
    r"\b(?:assets?|liabilit(?:y|ies)|receivables?|payables?|inventor(?:y|ies)|goodwill|balances?|accumulated|"
    r"carrying|fair values?|outstanding|obligations?|backlog|allowances?|reserves?|accrued|prepaid|"
    r"retained earnings|accumulated deficit|"
    r"deferred(?=\s+\w)(?!\s+tax(?:es|ation)?(?:\W*$|\s+(?:on|charge|credit|benefit|expense)\b))"
    r"(?!\s+(?:provisions?|benefit)\b)|unearned|"
    r"equity(?! in| method| earnings)|"
    r"investments?(?! (?:income|bank(?:ing)?|management|advisory|services)\b)|debt|borrowings?|"
    r"amounts?\s+(?:owed|due|falling\s+due)|owed\s+(?:by|to)|due\s+(?:from|to)\s+(?:related|affiliate|subsidiar|parent)\w*|"
    r"levels? [1-3]|end of|loans|evaluated for impairment|deposits|surplus|past due|in[\s-]force|headcount|"
    r"^employees$|"
    r"square (?:feet|footage)|(?<!purchases of )property(?:, plant,?)? and equipment, net)\b",
    re.IGNORECASE,
)
_SPAN_WORDS = lazily(
    r"\b(?:expenses?|(?<!retirement )(?<!fixed )income|sales|(?<!deferred )(?<!unearned )revenues?|costs?|"
    r"(?<!retained )earnings|paid|proceeds|purchases|gains?|loss(?:es)?|charges?|"
    r"amortization|depreciation|provisions?|(?<!potential )payments?|additions?|"
    r"expenditures?|spending|contributions|changes?|"
    r"increases?|decreases?|margins?|(?<!evaluated for )impairments?|write[\s-]?(?:offs?|downs?)|recoveries|"
    r"interest (?:on|earned)|deliver(?:y|ies)|opened|closed|openings|closures|issued|issuances|repurchases|"
    r"repayments?|redemptions|granted|exercised|vested|cash flows?|returns?|"
    r"weighted[\s-]average\b.*\bshares)\b",
    re.IGNORECASE,
)
# What can only be counted on a day, whatever is said of the whole table.
_STOCK = lazily(
    r"^(?:total\s+)?unrecogni[sz]ed\s+(?:\w+[\s-]+){0,2}(?:compensation|cost|expense)|"
    r"^(?:less|plus|net)?\W*unamorti[sz]ed\b|\bbacklog\W*$|\bheadcount\b|^(?:total\s+)?(?:number\s+of\s+)?(?:full[\s-]time\s+)?employees\W*$|"
    r"\bin[\s-]force\b|\bshares\s+authori[sz]ed\b|\bmay\s+yet\s+be\s+(?:re)?purchased\b|"
    r"^fair\s+value\s+of\s+plan\s+assets\b|"
    r"^(?:net\s+)?(?:\W{0,2}(?:over|under|un)?funded\)?\W{1,3}){1,2}(?:status|position)\b|"
    r"^(?:total\s+|(?:total\s+)?(?:segment\s+(?:net\s+)?|long-lived\s+))(?:assets|liabilities)\W*$|"
    r"^(?:projected|accumulated|post-?retirement)?\s*benefit\s+obligations?\W*$|"
    r"^cumulative\s+(?:firm\s+)?orders\b|^undelivered\b|^undistributed\s+vested\b|"
    r"^non-?(?:accrual|performing)\s+(?:loans|assets|receivables)\W*$|"
    r"^(?:(?:total|paid|number\s+of|\w+line|wireless|broadband|video)\s+)*(?:subscribers|subscriptions)\W*(?:\([^)]*\))?$",
    re.IGNORECASE,
)
_REMAINING = lazily(r"\bweighted[\s-]average\s+(?:remaining|discount\s+rates?$)", re.IGNORECASE)
_OF_POSITION = lazily(r"\bbalance\s+sheets?\b|\bfinancial\s+(?:position|condition)\b", re.IGNORECASE)
# Headings of what stands on the books: the words are of flows, the amounts are not.
_ON_BOOKS = lazily(
    r"(?:(?:gross|net|total|less|than|or|more|greater|\d+|twelve|months)\s+)*(?:unreali[sz]ed|unrecogni[sz]ed)\s+"
    r"(?:holding\s+)?(?:gains?|loss(?:es)?)(?:\s*(?:/|and)?\s*\(?(?:gains?|loss(?:es)?)\)?)?|"
    r"(?:(?:amortized|adjusted|historical|original|gross|total|or)\s+)*cost(?:\s+basis)?",
    re.IGNORECASE,
)
_DEFERRED = lazily(
    r"(?:(?:total|net|gross)\s+)*deferred\s+(?:income\s+)?tax(?:es)?\s+(?:assets|liabilities)\W*",
    re.IGNORECASE,
)
_IN_EQUITY = lazily(  # with losses among them, which are of flows elsewhere
    r"(?:pre-?tax\s+)?amounts?\s+(?:included|recogni[sz]ed|recorded)\s+in\s+accumulated\s+other\s+comprehensive\b"
    r"(?!.*\b(?:during|for)\b).*",
    re.IGNORECASE,
)
_COMPONENTS = lazily(
    r"\bcomponents of (?:[\w-]+ ){0,4}(?:expenses?|costs?|income|revenues?|provision|benefit)\b",
    re.IGNORECASE,
)
_ACCRUED = lazily(r"(?:accrued|prepaid)\s(?!(?:during|in|for)\b)", re.IGNORECASE)  # “Accrued cost, net”
_IN_OPENING = lazily(  # a flow: “Sales that were included in deferred revenue at the start of the year”
    r"\b(?:included|recorded)\s+(?:with)?in\b.{0,120}\b(?:beginning|start)\s+of\b", re.IGNORECASE
)
_MOVES = lazily(r"\b(?:changes?|increases?|decreases?|average|movements?|%)(?!\w)", re.IGNORECASE)
_ISSUES = lazily(  # what is done with a stock is a flow: “Table 20: Debt issuances”
    r"(?:table\s+\d+\W+)?(?:[\w-]+\s+){1,3}(?:issuances|repurchases|repayments|redemptions|write-?downs)\W*",
    re.IGNORECASE,
)
_OF_YEAR_ENDED = lazily(  # “as of the fiscal year ended January 1, 2023”: its last day
    r"\b(?:as of|at)\s+(?:the\s+)?(?:fiscal\s+|financial\s+)?(?:years?|quarters?|periods?)\s+end(?:ed)?\b",
    re.IGNORECASE,
)
_DAY_SAID = lazily(
    rf"\b(?:as of|at)\s+(?:the end of|(?:both\s+)?{MONTH}|(?:fiscal[\s-])?(?:year|quarter|period)[\s-]end\b)|"
    rf"{_OF_YEAR_ENDED.pattern}",
    re.IGNORECASE,
)
_SPAN_SAID = lazily(
    r"\b(?:years?|months|weeks|quarters?|periods?)\s+(?:then\s+)?ended\b|\bduring\b|"
    r"\bfor (?:each of )?the\b.*\byears\b",
    re.IGNORECASE,
)
_EITHER_SAID = lazily(
    r"\b(?:as of|at)\s*,?\s*(?:and|or|and/or)\s+for\b|\bfor\s*,?\s*(?:and|or|and/or)\s+(?:as of|at)\b",
    re.IGNORECASE,
)
# “Net sales for 2025 and 2024 and long-lived assets as of September 27, 2025”
_FOR_YEARS = lazily(rf"\bfor (?:fiscal (?:years? )?)?{YEAR}\b", re.IGNORECASE)
_TAX_RATES = lazily(
    r"\breconciliation\b.*\b(?:effective|actual)\s+(?:income\s+)?tax\s+rates?\b", re.IGNORECASE
)
_COST_ASSUMED = lazily(  # “Assumptions used to estimate net periodic benefit cost as of June 30”
    r"\bassumptions\b(?:(?!\bobligations?\b).)*\b(?:costs?|expenses?)\b(?!.*\bobligations?\b)", re.IGNORECASE
)
_OBLIGATION_ASSUMED = lazily(  # “Weighted-average assumptions: benefit obligations”: of a day
    r"(?=.*\bassumptions?\b)(?=.*\bbenefit\s+obligations?\b)"
    r"(?!.*\b(?:costs?|expenses?|income|periodic|changes?)\b)",
    re.IGNORECASE,
)
_DAY_ALONE = lazily(rf"{MONTH}\s*\d{{1,2}},?", re.IGNORECASE)  # “December 31,” over years
_SENTENCE = lazily(r"(?<=[.;:])\s+(?=[A-Z(])|(?<=\d,)\s+(?=[A-Z(])|(?<=\d)\s+(?=\()|\s–\s|\s?[—_]{3,}\s")
_LEADS = lazily(r"\b(?:follow\w*|tables?|below|shows?|presents?|summar\w+)\b|:$", re.IGNORECASE)
_OF_NOTE = lazily(r"\(\w\)\s")
LEAST_STRAY = 8  # words of a sentence round a table that is told of something else


# What follows is asked for each cell of a row and of a column, in the same words.
_once = lru_cache(maxsize=4096)


@_once
def opens(label: str) -> bool:
    """Whether a row is of what there was before its span began."""
    return OPENING.search(label) is not None and not _IN_OPENING.search(label)


@_once
def closes(label: str) -> bool:
    """Whether a row is of what there is when its span is over."""
    return CLOSING.search(label) is not None


@_once
def kind_of(words: str) -> str:
    """“day” for words of stocks, “span” for words of flows, "" where both or neither are said."""
    is_day, is_span = bool(_DAY_WORDS.search(words)), bool(_SPAN_WORDS.search(words))
    if is_day and is_span and _ISSUES.fullmatch(words):
        return "span"
    if is_day and is_span and _ACCRUED.match(words):
        return "day"
    return "" if is_day == is_span else "day" if is_day else "span"


@_once
def is_stock(words: str) -> bool:
    """Whether the words name what can only be counted on a day: backlog, employees, shares authorized."""
    return bool(_REMAINING.search(words) or (_STOCK.search(words) and not _MOVES.search(words)))


@_once
def is_over_time(label: str) -> bool:
    """Whether a row is of the average or the highest amount of a span, whose last day may head it."""
    return _OVER_TIME.match(label) is not None


@_once
def is_change(heading: str) -> bool:
    """Whether a heading is of what moved rather than of what there was."""
    return _MOVES.search(heading) is not None


def is_on_books(heading: str) -> bool:
    """Whether a heading is of unrealized gains or of costs as they stand on the books."""
    return bool(_ON_BOOKS.fullmatch(heading.strip()))


@_once
def is_of_position(words: str) -> bool:
    """Whether the words head amounts of a balance sheet, and not how they changed."""
    return bool(_OF_POSITION.search(words)) and not _MOVES.search(words)


@_once
def is_carried(words: str) -> bool:
    """Whether the words head what is carried on a day: what taxes are deferred by, losses kept in equity."""
    return bool(_DEFERRED.fullmatch(words) or _IN_EQUITY.fullmatch(words))


@_once
def said_around(words: str) -> str:
    """“day” or “span” where the words round a table say for when all of it is, else ""."""
    pieces = list(filter(_is_of_table, _SENTENCE.split(words)))
    text = " ".join(pieces)
    if _TAX_RATES.search(text) or _COST_ASSUMED.search(text):
        return "span"
    is_day = any(map(_OBLIGATION_ASSUMED.match, pieces))
    said_day, said_span = is_day or _DAY_SAID.search(text), _SPAN_SAID.search(_OF_YEAR_ENDED.sub(" ", text))
    if not said_day and not said_span and any(map(_DAY_ALONE.fullmatch, pieces)):
        return "day"
    if bool(said_day) == bool(said_span) or _EITHER_SAID.search(text):
        return ""
    if said_day and _FOR_YEARS.search(text):
        return ""
    return "day" if said_day else "span"


@_once
def days_around(words: str) -> frozenset[date]:
    """The days on which all of it stands, where the words round it say so: “debt as of June 30, 2022”."""
    return frozenset(day for day, _, _ in find_dates(words)) if said_around(words) == "day" else frozenset()


@_once
def is_of_components(words: str) -> bool:
    """Whether the words round a table say that it is of what makes up an expense or an income."""
    return bool(_COMPONENTS.search(words))


def _is_of_table(sentence: str) -> bool:
    """Whether a sentence round a table leads up to it: one that ends there is told of something else."""
    if _OF_NOTE.match(sentence):
        return False
    is_whole = sentence.rstrip().endswith(".") and len(sentence.split()) >= LEAST_STRAY
    return not is_whole or bool(_LEADS.search(sentence))
