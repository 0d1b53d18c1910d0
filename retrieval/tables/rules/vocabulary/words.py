"""The words by which rules read a question to tables; none of them is of any one database."""

from __future__ import annotations

import re

TOKEN = re.compile(
    r"\b[Qq][1-4]\b|\d{4}-\d{2}-\d{2}|\d+[A-Za-z]\b|\b[A-Z]{1,3}(?:\+{1,2}|#|-)(?![\w+])|\b[A-Za-z]{1,4}\d[A-Za-z\d]*\b|\d+(?:,\d{3})*(?:\.\d+)?|'[^']{1,80}'|\"[^\"]{1,80}\"|“[^”]{1,80}”|`[^`]{1,80}`|"
    r"[^\W\d_]+(?:[_'’-]\w+)*|[<>=]+"
)
FILLERS = frozenset(
    "a all also an and any are as at be been by can could corresponding current did do does display entries "
    "find for from get give had has have having i in is it its list listed made me my of on our overall "
    "please recorded records respective result results return returned rows show shown tell that the their "
    "them there they this to us was we were what what's which who whose with within you database "
    "he she his her where relevant should currently got gotten but".split()
)
# Between two tables that only one way leads to, these say no more than that there is one.
RELATING = frozenset(
    "associated based belong belonging belongs connected contain contains enrolled held hold holds include "
    "includes involved linked located lying made make makes offer offered offers own owned owns placed "
    "posted published related serve served serves submit submitted taught teach teaches through took use "
    "uses work works write writes written wrote taken presented serving offering teaching containing "
    "using earned occurred happened issued".split()
)
RELATED = "|".join(sorted(RELATING, key=len, reverse=True))  # as alternatives of a pattern
# These say no more either where one table is asked and nothing in it is called so.
MADE = frozenset("associated based held located made placed posted published registered written".split())
NUMBERS = {
    word: str(n)
    for n, word in enumerate(
        "two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen "
        "seventeen eighteen nineteen twenty".split(),
        2,
    )
} | {word: f"{n}0" for n, word in enumerate("thirty forty fifty sixty seventy eighty ninety".split(), 3)}
SCALES = {"hundred": 100, "thousand": 1000, "million": 10**6, "billion": 10**9}
ORDINALS = {"first": 1, "1st": 1, "second": 2, "2nd": 2, "third": 3, "3rd": 3, "fourth": 4, "4th": 4}
# What a column says that another word names: a number of phones, the type of an engine.
HOLDING = frozenset("address type kind category class number code name date id".split())
COUNTED = ("num", "number", "count", "cnt")  # of a column's name: how many there are of what stands beside
MOST = "highest|most|largest|biggest|greatest|maximum|max|longest|latest|newest"
LEAST = "lowest|least|smallest|minimum|min|fewest|shortest|earliest|oldest"
SUM, AVG = "total|sum of|combined", "average|mean|avg"
COUNT = "how many|(?:the )?(?:total )?number of|(?:the )?(?:total )?count of|count(?: of)?"
MORE = (
    "more than|greater than|over|above|exceeding|exceeds|exceed|higher than|larger than|bigger than|"
    "longer than|>"
)
FEWER = "less than|fewer than|under|below|lower than|smaller than|shorter than|cheaper than|<"
OPERATORS = {
    MORE: ">", FEWER: "<", "at least|>=|no less than|no fewer than|a minimum of|not less than": ">=",
    "at most|<=|no more than|up to|a maximum of|not more than": "<=", "equal to|equals|exactly|=": "=",
}  # fmt: skip
PER = (
    "for each|for every|in each|in every|of each|of every|on each|at each|by each|to each|with each|"
    "from each|within each|grouped by|broken down by|split by|per|by|each|every"
)
NOT_WHOLE = re.compile(
    r"\b(?:shares? of|not|no(?! (?:less|more) than)|never|without|except|excluding|other|others|neither|nor|"
    r"unless|same|both|only|between them|if|respectively|compared|than the|"
    r"difference(?! between (?:the )?(?:highest|lowest)))\b"
    r"|n['’]t\b"
)
MONTHS = "january february march april may june july august september october november december".split()
DAYS = "monday tuesday wednesday thursday friday saturday sunday".split()
WEEK = {**{day: (n,) for n, day in enumerate(DAYS, 1)}, "weekend": (6, 7), "weekday": (1, 2, 3, 4, 5)}
CALENDAR = frozenset([*MONTHS, *DAYS])
PERIODICAL = {
    "daily": "day", "weekly": "week", "monthly": "month", "quarterly": "quarter", "yearly": "year",
    "annual": "year", "annually": "year",
}  # fmt: skip
LIKE = {
    "starts?|starting|begins?|beginning": "{}%", "ends?|ending": "%{}", "contains?|containing": "%{}%",
}  # fmt: skip
IS = "is|are|was|were|of|being|that is|that are|has been"
# Words of how something is asked, by which no column is guessed.
SAID = frozenset(
    "day week month quarter year date time number count total sum average max min most least first last top "
    "name order rate rank id code type high low open close difference ratio share percentage age daily "
    "weekly monthly yearly "
    "quarterly annual running cumulative per each every share common often".split()
)
UNITS = ("day", "week", "month", "quarter", "year")
_HIGH = "(?:the )?(?:highest|most|largest|longest|best|latest|newest)(?: first)?"
_LOW = "(?:the )?(?:lowest|fewest|least|smallest|shortest|worst|earliest|oldest)"
_FIRST = "(?:with )?(?:the )?(?:{}) first"
DOWN = (
    rf"(?:in )?(?:an? )?(?:descending|desc|decreasing)(?: order)?|(?:starting )?from {_HIGH} to {_LOW}"
    rf"|{_FIRST.format('most|highest|largest|biggest|greatest|longest|latest|newest|most recent|best')}"
)
UP = (
    rf"(?:in )?(?:an? )?(?:ascending|asc|alphabetical|increasing|chronological)(?: order)?|alphabetically|"
    rf"chronologically|(?:starting )?from {_LOW} to {_HIGH}"
    rf"|{_FIRST.format('fewest|lowest|least|smallest|shortest|earliest|oldest|worst|cheapest')}"
)
