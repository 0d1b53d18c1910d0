"""Words by which a question asks something of a table that its headings do not say."""

from __future__ import annotations

import re

STATES = re.compile(
    r"balance|level|rank|rate|ratio|per\s?cent|%|temp|average|mean|median|\bph\b|price|age\b|year|score|height|"
    r"width|depth|speed|index|\bper\b|weight|wt\b|length",
    re.IGNORECASE,
)
WHOLES = frozenset(("total", "overall", "all", "whole", "sum", "annual"))
WHOLE = re.compile(r"(?:body|total|overall|whole)", re.IGNORECASE)
TOTAL = re.compile(r"\b(?:overall|in total|total|altogether|in all|together|combined)\b", re.IGNORECASE)
MOST_OF = re.compile(r"\b(?:most|least|fewest|more)\b", re.IGNORECASE)
WHO = re.compile(r"\W*who(?:m|se)?\b", re.IGNORECASE)
MONEY = re.compile(
    r"\b(?:value|worth|amount|money|revenue|turnover|takings|spen[dt]|pay|paid|owe|cost|income|earn\w*|"
    r"bring in|brought in|pounds|euros|dollars)\b",
    re.IGNORECASE,
)
COSTS = re.compile(r"\b(?:costs?|price|prices|priced|pounds|euros|dollars)\b", re.IGNORECASE)
OF_MONEY = re.compile(
    r"money|spen[dt]|worth|income|took|take|pounds|euros|dollars|revenue|turnover", re.IGNORECASE
)
IN_MONEY = re.compile(
    r"(?<![a-z])(?:amount|price|cost|fee|fine|salary|budget|paid|gbp|eur|usd|chf|pounds?|euros?|dollars?)s?(?![a-z])|[£€$]",
    re.IGNORECASE,
)
HOW_MUCH = re.compile(r"\bhow much\b|\bwhat\b.*\b(?:value|worth|spen[dt]|cost)\b", re.IGNORECASE)
COMES_TO = re.compile(r"\b(?:comes? to|adds? up to|amounts? to|in all)\b", re.IGNORECASE)
CODE = re.compile(r"[A-Z]{0,3}[-.]?\d+[A-Z]?")
NAME = re.compile(r"name\b|title\b|company\b", re.IGNORECASE)
COMPARATIVE = r"\b(?:{0}|{1})\w*er\b"
LESS = re.compile(r"\b(?:less|lower|below|under|colder|cooler|fewer|smaller)\b", re.IGNORECASE)
BOTH = re.compile(r"\bor\b|\bthan\b|\bcompare", re.IGNORECASE)
OF_NAME = re.compile(
    r"\b(?:phone|telephone|fax|account|postal|registration)\s+(?:number|code)", re.IGNORECASE
)
MOVES = re.compile(
    r"(?:grow|grew|ris|rose|increas|climb|gain|fall|fell|drop|declin|decreas|chang|shr[aiu]nk)\w*",
    re.IGNORECASE,
)
OFTEN = re.compile(r"\b(?:most|least) (?:often|frequently|times)\b", re.IGNORECASE)
UNITS = frozenset(
    "second minute hour day week month year metre meter kilometre kilometer mile gram kilogram kg km litre "
    "liter euro pound dollar gbp eur usd cent percent degree".split()
)
DENYING = re.compile(r"not|never|except|excluding|without|no|only|neither|nor|other|outside", re.IGNORECASE)
STILL = re.compile(r"\b(?:still|yet|remaining|outstanding|already|anymore)\b", re.IGNORECASE)
LIGHT = frozenset(
    "need take hold contain show come go cost give bring stand reach use make work get sell put do done "
    "did".split()
)
