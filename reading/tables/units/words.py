"""What a label or a heading says at its end that it counts: “(tonnes)”, “(US$/lb)”, “(cents)”."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from decimal import Decimal
from functools import lru_cache

from reading.lexicon import CURRENCY_CODE, DOLLARS_OF, SCALES

LEAST_IN_PER_CENT = 2  # of a ratio that may be printed as “0.94” as well
_CURRENCY = (
    rf"(?:(?:{DOLLARS_OF})?\$|[€£¥₹¢]|(?-i:{CURRENCY_CODE})\b|(?:US\s|U\.S\.\s)?(?:cents?|dollars)\b"
    r"|pence\b)"
)
_EACH = r"\s?(?:/|\bper\b)\s?[^()]*"
_IN_MONEY = re.compile(
    rf"\((?:in\s)?{_CURRENCY}(?:{_EACH})?\)\W*$|[,–—-]\s{_CURRENCY}{_EACH}$", re.IGNORECASE
)
_AVERAGE_EACH = re.compile(
    r"\b(?-i:ARP[UAC]|RevPAR|ASP|AISC|[PT]?RASM|CASM)s?\b|\baverage order value\b", re.IGNORECASE
)
_MONEY_EACH = re.compile(rf"[(,]\s?(?:in\s)?{_CURRENCY}{_EACH}|{_CURRENCY}/[a-z]+\b", re.IGNORECASE)
_OF_GOODS = (  # of what a price is given each, whole: never thousands of dollars a barrel
    r"(?:square\s(?:foot|feet|met(?:re|er))|sq\.?\s?ft|barrels?|bbl|boe|mcfe?|mmbtu|tonnes?|tons?|ounces?|oz|pounds?"
    r"|lbs?|kg|kilograms?|gallons?|lit(?:re|er)s?|(?:available\s)?(?:seat\s)?(?:miles?|kilomet(?:re|er)s?)|[km]wh"
    r"|(?:available\s|occupied\s)?room|night|users?|subscribers?|(?:active\s)?customers?|adjusted\sadmission"
    r"|patient\sday|(?:AS|RP|AT)[MK]s?)"
)
_PRICE_EACH = re.compile(
    rf"\bper\s(?:\w+\s)?{_OF_GOODS}\b(?!\s*\((?:in\s)?\W?\s?(?:{SCALES}|[’']?000))", re.IGNORECASE
)
_GOODS = (
    r"(?:metric\s)?(?:tonnes|tons)|kt|mt|kg|lbs?|ounces|k?oz|moz|barrels|m{0,2}bbls?|m{0,2}boe|[mk]?boe/d|boepd|bopd"
    r"|[mbt]cfe?|mmcfe?|mm?cf/d|mmbtu|[gt]j|[kmgt]wh?|teus?|gallons|lit(?:re|er)s|hectolit(?:re|er)s|hl|hectares|acres"
    r"|km|miles|hours|passengers|rooms|beds|number|units|#"
)
_AVERAGE_SHARES = re.compile(r"\bweighted[\s-]average\b.*\bshares\b", re.IGNORECASE)
_MANY = re.compile(r"\d,\d{3},\d{3}|\d{2},\d{3}(?!,)|\d{6}")  # as many shares as may be counted one by one
_AWARDS = re.compile(
    r"\b(?:granted|vested|unvested|non-?vested|forfeited|exercised|exercisable|cancell?ed|expired)\b",
    re.IGNORECASE,
)
_PLAIN_NUMBER = re.compile(r"\(?\d{1,3}(?:,\d{3})+\)?")
MOST_AWARDS = 100_000
_IN_GOODS = re.compile(rf"\((?:{_GOODS})(?:{_EACH})?\)\W*$|,\s(?:{_GOODS})(?:{_EACH})?$", re.IGNORECASE)
_OF_MONEY = re.compile(
    r"\b(?:assets?|liabilit\w+|debts?|notes?|borrowings?|receivables?|payables?|inventor\w+|goodwill|cash|equity|capital"
    r"|expen\w+|income|sales|revenues?|costs?|earnings|proceeds|gains?|loss(?:es)?|charges?|taxes|payments?|spend\w*"
    r"|ebit\w*|profits?|margins?|dividends?|deposits|loans?|value|gmv|gtv|aum|bookings|billings|backlog"
    r"|premiums?|fees?|prices?|amounts?|balances?|flows?|interest|investments?|budget|turnover|contribution|result)\b",
    re.IGNORECASE,
)
_UNITS_OF_GOODS = re.compile(  # homes, cars or machines, where no word tells that they are shares
    r"^(?!.*\b(?:granted|vested|forfeited|outstanding|shares?|per|costs?|prices?|profits?|revenues?|value)\b)"
    r"(?:number\sof\s)?(?:(?!(?:of|from|for|on|in)\b)[\w-]+\s){0,3}?(?:"
    r"units\s(?:sold|shipped|delivered|produced|manufactured|ordered|built|leased|rented|installed|returned|closed"
    r"|completed|started|available|under\sconstruction|in\s(?:inventory|stock|backlog|service))\b"
    r"|(?:residential|apartment|housing|dwelling|rental|condominium|storage|hotel|vehicle|home|wholesale|retail"
    r"|equivalent|new|used|owned|franchised?|company-operated)\sunits\b)",
    re.IGNORECASE,
)
_SCALED = rf"\(?(?:in\s)?(?:{SCALES}|[’']?000[’']?s?)\)?"
_THINGS = (
    r"(?:miles|kilomet(?:re|er)s|passengers|tonnes|tons|barrels|gallons|hours|[kmgt]wh|subscribers"
    r"|subscriptions|users|visits|visitors|downloads|transactions|households|ounces|customers|members|employees"
    r"|guests|patients|students|shipments|packages|parcels|meters|lives|connections"
    r"|(?:active|open|customer|user)\saccounts)"
)
_THINGS_BEFORE = r"^(?:(?!(?:from|per|to|by|for|on|in|of|and|with|due)\b)[\w-]+\s)*"
_GOODS_SCALED = re.compile(  # “Available seat miles (millions)”
    rf"(?:{_THINGS_BEFORE}|^(?:total\s|average\s)?number\sof\s(?:[\w-]+\s){{0,3}}){_THINGS}"
    rf"(?:\s\([A-Z]{{2,5}}s?\))?,?\s*{_SCALED}\W*$",
    re.IGNORECASE,
)
_CAPTION_OF_THINGS = re.compile(  # “Subscribers (in thousands) and average revenue”
    rf"(?:{_THINGS_BEFORE}|\bnumber\sof\s(?:[\w-]+\s){{0,3}}){_THINGS}\s\((?:in\s)?(?:{SCALES}|[’']?000s?)\)",
    re.IGNORECASE,
)
_RATIO_IN_PER_CENT = re.compile(
    r"\b(?:loss(?:es)?(?: and (?:LAE|loss adjustment expenses?))?|expense|combined|claims"
    r"|acquisition(?: cost)?|efficiency|cost[\s/-](?:to-)?income|capital adequacy"
    r"|(?:common equity )?tier\s[12](?: \w+)*|CET1)\s+ratio\b",
    re.IGNORECASE,
)
_NUMBER_OF_SHARES = re.compile(
    r"(?:(?:weighted[\s-]+)?average\s+)?(?:number\s+of\s+)?(?:\w+\s+){0,2}shares\b(?!.*\bprice\b)",
    re.IGNORECASE,
)
_NUMBERED = re.compile(rf"\bnumber\s+of\b|\(\s*(?:in\s)?(?:{SCALES}|[’']?000s?|number)\s*\)", re.IGNORECASE)
_ALL_AREA = re.compile(
    rf"\((?:in\s+)?(?:(?:{SCALES})\s+of\s+)?(?:gross\s+)?square\s+f(?:ee|oo)t(?:age)?\b"
    r"(?![^()]*\b(?:and|per|price|dollars)\b)[^()]*\)",
    re.IGNORECASE,
)


@lru_cache(maxsize=4096)  # asked of a label for each of its cells
def is_in_money(words: str) -> bool:
    """Whether the words end in a currency, alone or for each of something: “ARPU ($)”, “(US$ per lb)”."""
    return bool(_IN_MONEY.search(words))


@lru_cache(maxsize=4096)
def is_price_each(words: str) -> bool:
    """Whether an amount of money is for one of something, and so counts no thousands: “cost per mile”."""
    return any(sign.search(words) for sign in (_PRICE_EACH, _MONEY_EACH, _AVERAGE_EACH))


@lru_cache(maxsize=4096)
def is_in_goods(words: str) -> bool:
    """Whether the words end in a unit of goods, of energy or of work: “(tonnes)”, “(MBbls)”, “, GWh”."""
    return bool(_IN_GOODS.search(words))


@lru_cache(maxsize=4096)
def counts_goods(words: str) -> bool:
    """Whether a scale is said of goods rather than of money: “Revenue passenger miles (millions)”."""
    return bool(_GOODS_SCALED.search(words))


@lru_cache(maxsize=4096)
def counts_units(words: str) -> bool:
    """Whether units that the words name are things rather than shares: “Units sold”, “Apartment units”."""
    return bool(_UNITS_OF_GOODS.search(words))


def is_ratio_in_per_cent(label: str) -> bool:
    """Whether the label is of a ratio that insurers and banks print in per cent with or without its sign."""
    return bool(_RATIO_IN_PER_CENT.search(label))


def says_things(caption: str) -> bool:
    """Whether a caption says of things in what scale they are counted: “Customers (thousands)”."""
    return bool(_CAPTION_OF_THINGS.search(caption))


def may_be_money(label: str) -> bool:
    """Whether a label in a scale may be that of an amount of money: “Sales (in thousands)”."""
    return bool(_OF_MONEY.search(label))


def says_area(caption: str) -> bool:
    """Whether a caption says that all below it is area: “(Square feet in thousands)”."""
    return bool(_ALL_AREA.search(caption))


def is_fraction(label: str, size: Decimal) -> bool:
    """Whether such a ratio is printed as “0.94” rather than in per cent."""
    return size < LEAST_IN_PER_CENT and "%" not in label and is_ratio_in_per_cent(label)


def says_number(label: str) -> bool:
    """Whether the label says itself that it counts, or in what scale: “shares (’000)”, “number of shares”."""
    return bool(_NUMBERED.search(label))


def counts_shares(labels: Sequence[str], texts: Sequence[str]) -> bool:
    """Whether a table is of average shares outstanding, of which no company has so few: they are scaled."""
    is_of_shares = any(_AVERAGE_SHARES.search(label) for label in labels)
    return is_of_shares and not any(_MANY.search(text) for text in texts)


def counts_each_share(labels: Iterable[str], texts: Iterable[str]) -> bool:
    """Whether shares are counted one by one in a table that takes its scale of money from elsewhere.

    In thousands there would be more awards than companies grant.
    """
    awards = sum(_AWARDS.search(label) is not None for label in labels)
    return awards > 1 and max((_largest(text) for text in texts), default=0) >= MOST_AWARDS


def _largest(text: str) -> int:
    """The number of a cell without sign or decimals, else 0."""
    return int(text.strip("()").replace(",", "")) if _PLAIN_NUMBER.fullmatch(text) else 0


def is_number_of_shares(parent: str) -> bool:
    """Whether rows stand under “Weighted average number of shares …”, whatever they are called."""
    return bool(_NUMBER_OF_SHARES.match(parent))
