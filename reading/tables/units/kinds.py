"""What the words round a cell say that its number counts, and what it is worth then."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from enum import Enum
from functools import lru_cache

from reading.lexicon import PER_SHARE_OR_AWARD, SIGNS
from reading.tables.units.captions import Caption, counts_things, read_caption, scale_of_things
from reading.tables.units.numbers import currency_behind, currency_of, read_number
from reading.tables.units.words import (
    counts_goods,
    counts_units,
    is_in_goods,
    is_in_money,
    is_price_each,
    is_ratio_in_per_cent,
)
from reading.values.quantities import Quantity
from reading.values.units import EXACT, HUNDREDTH, ONE


class Kind(Enum):
    """What a number counts."""

    MONEY = "money"
    PER_SHARE = "per share"
    SHARES = "shares"
    OPTIONS = "options"
    PERCENT = "%"
    TIME = "time"
    AREA = "square feet"
    THINGS = "things"  # no unit, in the scale of the table
    PLAIN = "plain"  # things or a ratio: no unit, no scale


_WEIGHTED_AVERAGE = r"(?:weighted|wt?d?\.?)[\s-]+(?:average|avg\.?)"
_PRICE = re.compile(
    r"\b(?:grant[\s-]date\s+fair|exercise|ex\.|strike|share|stock|market|closing|conversion|purchase|repurchase)\s+"
    r"(?:value|price)s?\b|\b(?:average|highest|lowest)\s+(?:\w+\s+){0,2}price\b|\bprice\s+paid\b"
    rf"|\b{_WEIGHTED_AVERAGE}\s+(?:\w+[\s-]+){{0,2}}fair\s+value|\b(?:options?|black[\s-]scholes)\s+fair\s+value",
    re.IGNORECASE,
)
_OF_ONE = re.compile(r"\b(?:average|avg)\b|\b(?:exercise|ex\.|strike)\s+prices?\b", re.IGNORECASE)
_IN_ALL = re.compile(r"\b(?:total|aggregate|intrinsic|combined)\b", re.IGNORECASE)
_SHARES_COLUMN = re.compile(
    r"\b(?:share|stock)[\s-]units?\b|\b(?:RSU|PSU|PSA|TSRU)s?\b|\b(?-i:[A-Z]{1,4}Us)\b|\bshares\b|\bunits\b|"
    r"\bsecurities\b.*\b(?:issued|issuance)\b",
    re.IGNORECASE,
)
_SHARES_ROW = re.compile(
    r"\bshares?\b.*\b(?:outstanding|issued|authori[sz]ed|used|granted|vested|repurchased|purchased|computing|"
    r"computation|calculation)|\b(?:number|average|weighted)\b.*\b(?:shares?|units|stock)\b|"
    r"^(?:total |common |ordinary |basic |diluted |basic and diluted )?shares\b(?!.*\bper\b)|"
    r"\b(?:anti-?)?dilutive\b|^denominator\b|\bshares\s*\(in (?:millions|thousands)\)|"
    r"(?:\(|[,–—-] ?)(?:in |number of )?shares\)?$|"
    r"^(?:scheduled |expected )?vesting\b.*\b(?:shares|units|awards|RSUs|PSUs)$|"
    r"\bcommon (?:stock|shares?) equivalents\b|"
    r"^(?:[\w-]+ ){0,3}(?:awards|options|shares|units|securities)\b.*\bexcluded\b",
    re.IGNORECASE,
)
_ACTIVITIES = re.compile(r"\b(?:financing|investing) activities\b", re.IGNORECASE)
_PAID_IN = re.compile(r"(?:additional )?paid[\s-]in[\s-]capital\b|retained earnings\b", re.IGNORECASE)
_NUMBER_OF = re.compile(r"\bnumber\s+(?:\(or\b[^)]*\)\s*)?of\s+", re.IGNORECASE)
_NUMBER_LAST = re.compile(
    r"\b((?:share|stock) (?:options|units|rights|awards)|options|shares|rights)\s+number\s*(?:\([^)]*\))?$",
    re.IGNORECASE,
)
_OPTIONS = re.compile(r"^options\b|\boptions\s+outstanding\b|\b(?:stock|share) options$", re.IGNORECASE)
_DEALT_IN = re.compile(
    r"^(?:proceeds|payments?|purchases?|repurchases?|redemptions?|sales?|issuances?|cost|value|dividends?|"
    r"tax(?:es)?|cash|net|excess|withholding|retirements?)\b|\b(?:expense|price|paid|cost|dividends?|proceeds)\b"
    r"|\brepurchased for tax\b|\b(?:par|stated|no par) value\b"
    r"|\d[\d,.]*\s+(?:million\s+|billion\s+|and\s+[\d,.]+\s+)?shares\b",
    re.IGNORECASE,
)
_MONEY_COLUMN = re.compile(
    r"\b(?:amounts?|dollars?|values?|costs?|capital|earnings|income|deficit|loss|equity|surplus|sales|revenues?|"
    r"expenses?|receivables?|payables?|deposits)\b",
    re.IGNORECASE,
)
# “1% or 2% milk” counts none; “2023%” does.
_PER_CENT = re.compile(r"(?<!\d)%|(?<=20\d\d)%|\bper\s?cent(?:age)?s?\b", re.IGNORECASE)
_ALL_PER_CENT = re.compile(
    r"\((?:in\s+)?(?:%|per\s?cent(?:age)?s?)(?:\s+of\s[^()]{2,60})?\)\W*$", re.IGNORECASE
)
_RATE = re.compile(
    r"\b(?:tax|interest|discount|effective|statutory|trend|coupon|growth|yield|borrowing|compensation|average)"
    r" rates?(?:\s*\([^)]*\))?$|\brates? of (?:return|increase|compensation)\b|\bvolatility\b|"
    r"\b(?:dividend|current) yield\b",
    re.IGNORECASE,
)
_COUNTED = (
    r"(?:stores?|employees|headcount|associates|customers|subscribers|members|locations|vehicles|aircraft|"
    r"deliveries|patients|restaurants|branches)"
)
# Headings of columns that count; a row of this name may be what is earned by them.
_THINGS_ALONE = re.compile(
    r"\b(?:rooms|beds|seats|guests|visitors|pupils|students|residents|inhabitants|passengers|households|workers)$",
    re.IGNORECASE,
)
_OWNED = r"(?!(?!total\b)[\w -]*\b(?:vehicles|aircraft)(?:, net)?$)"  # “Operating lease vehicles” are assets
_COUNT = re.compile(
    rf"\bheadcount\b|(?<!per )\bFTEs?\b|(?<!per )\bfull[\s-]time[\s-]equivalents?\b"
    rf"|\b{_COUNTED}\s+(?:opened|closed|open|at|as of)\b"
    rf"|^{_OWNED}(?:(?!(?:to|from|by|for|in|of|with)\b)\w+\s+){{0,2}}{_COUNTED}\s*(?:\(.*\)|,?\s*(?:at\s+)?(?:the\s+)?"
    r"(?:opened|closed|remodeled|relocated|beginning|end|served|net)\b.*)?$"
    r"|\b(?:store|restaurant|branch)\s+(?:openings|closures)\b|\bunit\s+counts?\b",
    re.IGNORECASE,
)
_THINGS = re.compile(
    r"\bcards?-in-force\b|\bclaims processed\b|\bprescriptions (?:filled|dispensed)\b|"
    r"\b(?:total|medical|average) (?:members|membership|lives|enrollees|subscribers)$",
    re.IGNORECASE,
)
_MEMBERSHIPS = re.compile(  # “Paid memberships”: that they are paid for makes no money of them
    r"\bmemberships\b(?! (?:fees|income|revenues?))|\b(?:membership|subscriber) (?:net )?additions\b",
    re.IGNORECASE,
)
_AREA = re.compile(r"(?<!\bper )\bsquare f(?:ee|oo)t(?:age)?\b", re.IGNORECASE)
_PAR_VALUE = re.compile(r"· (?:par|stated) value per (?:\w+ ){0,2}share")
_IN_CENTS = re.compile(
    r"\((?:in\s+)?(?:U\.?S\.?\s)?(?:cents?|pence|¢|(?-i:p))(?:\s?(?:/|per\b)[^()]*)?\)|\bin\s+(?:cents|pence)\b|"
    r"[,–—-]\s*(?:cents|pence)(?:\W*$|\s*›)|\b(?:cents|pence)\s+per\s+(?:\w+\s+){0,2}share\b",
    re.IGNORECASE,
)
_WHOLE_MONEY = re.compile(
    rf"\((?:in\s+)?(?:whole |actual )?(?:dollars|euros)\)|\bper (?:\w+ ){{1,3}}\([{SIGNS}]\)", re.IGNORECASE
)
_IN_TIME = re.compile(
    r"\bin\s+(years|months|days)\b|\((years|months|days)\)|^(days)\s+(?:sales|inventor(?:y|ies)|payables?|of|in)\b|\b(?:term|life|lives|period|age),?\s*\(?(?:in\s+)?"
    r"(years|months|days)\b",
    re.IGNORECASE,
)
_RATIO = re.compile(
    r"\bratio\b|\bmultiple\b|\btimes\b|\bturnover rate\b|\bdebt\s*(?:to|/)\s*(?:\w+\s+)?EBITDA", re.IGNORECASE
)
_FIGURE = re.compile(
    rf"(?:\bper\s+(?:[\w-]+\s+){{0,2}}share\s*[:,–—-]?\s*[{SIGNS}]\s?|[{SIGNS}]\s?)?(?<![A-Za-z’'\d])(?!000\b)\d[\d,.]*\s?"
    r"(?:%|per\s?cent\b)?(?:\s*(?:per|a|/)\s+(?:[\w-]+\s+){0,2}share\b)?",
    re.IGNORECASE,
)
_DIGIT = re.compile(r"\d")
_BOUGHT = re.compile(r"\bshares\b.*\b(?:re)?purchased\b", re.IGNORECASE)
MOST_SHARES = 100_000_000_000
MOST_BOUGHT = 1_000_000_000  # shares by one company in some months
MOST_MONEY = Decimal(10) ** 14  # more than any company has, in any currency of this list
MOST_TIMES = 100  # the largest amount of tables that say how they count, that of another may be
LEAST_NOT_PER_SHARE = 10_000
LEAST_WRITTEN_OUT = 1_000
ROUND = 500  # what written-out fees and limits are multiples of
LEAST_NOT_PER_CENT = 1_000
_DOLLARS = ("AUD", "CAD", "HKD", "MXN", "NZD", "SGD", "TWD")  # written “$” at home


@dataclass(frozen=True)
class Amounts:
    """How a table counts: the currency of its amounts of money and its caption.

    `of_shares`: the caption speaks of shares alone, as in “(shares in thousands)”. `all_of`: what it says
    that all counts, as in “Performance (%)” and “(Square feet in thousands)”.
    """

    money: str
    caption: Caption
    of_shares: bool = False
    all_of: Kind | None = None

    def worth(self, found: Quantity, kind: Kind | None, words: str, over: str = "") -> Quantity:
        """`found` in base units, where it counts `kind`.

        `words`: label, parents and heading. `over`: the heading.
        """
        in_pence = kind is Kind.PER_SHARE and found.scale == HUNDREDTH
        if found.unit in ("%", "pp", "times") or not (in_pence or found.scale == ONE):
            in_cents = found.scale == HUNDREDTH and not found.unit
            return replace(found, unit=self.money) if in_cents else found
        if kind is Kind.PERCENT:
            return _counted(found, HUNDREDTH, "%")
        own = read_caption(without_figures(words))
        signed = self.caption.money if self._has_own_dollar(found) else found.unit.removesuffix("/share")
        money = signed or own.money or currency_behind(over) or self.money
        if kind is Kind.PER_SHARE:
            return _counted(found, HUNDREDTH if _is_in_cents(found, words) else ONE, f"{money}/share")
        if kind in (Kind.SHARES, Kind.OPTIONS):
            scale = own.share_scale or self.caption.share_scale or ONE
            return _counted(found, scale if abs(found.value * scale) <= MOST_SHARES else ONE, kind.value)
        if kind is Kind.TIME:
            return replace(found, unit=time_unit(words))
        if kind is Kind.AREA:
            return _counted(found, own.scale or (self.all_of and self.caption.scale) or ONE, kind.value)
        if kind is Kind.THINGS:
            return found.scaled(scale_of_things(without_figures(words)) or self.caption.scale or ONE)
        if kind is Kind.MONEY:
            return self._money(found, words, own.scale, money)
        return found

    def _has_own_dollar(self, found: Quantity) -> bool:
        """Whether a number has a plain “$” in a table that says whose it is: “(Canadian $ in millions)”."""
        is_plain = found.unit.startswith("USD") and "US" not in found.text and "U.S" not in found.text
        return is_plain and self.caption.money in _DOLLARS

    def _money(self, found: Quantity, words: str, own_scale: Decimal | None, money: str) -> Quantity:
        """`found` as money in the scale nearest to it; a price of one of something counts no thousands."""
        if is_price_each(words) or _is_in_cents(found, words):
            money = money if found.unit else currency_of([words]) or money
            return _counted(found, HUNDREDTH if _is_in_cents(found, words) else ONE, money)
        whole = ONE if _WHOLE_MONEY.search(words) else None
        of_all = ONE if self.all_of is Kind.THINGS else self.caption.scale
        scale = whole or own_scale or of_all or ONE
        return _counted(found, scale if abs(found.value * scale) < MOST_MONEY else ONE, money)


def _is_in_cents(found: Quantity, words: str) -> bool:
    """Whether an amount of one share that bears no sign is in cents or pence, as the words say."""
    return found.scale == ONE and not found.unit and bool(_IN_CENTS.search(words))


def _counted(found: Quantity, scale: Decimal, unit: str) -> Quantity:
    """`found`, which counts units of `unit` in `scale`."""
    in_units = found if scale == ONE else found.scaled(scale)
    return in_units if in_units.unit == unit else replace(in_units, unit=unit)


@lru_cache(maxsize=4096)  # asked of a heading for the cells below it
def kind_of_column(header: str) -> Kind | None:
    """What a heading says that its column counts."""
    if is_per_share(header):
        return Kind.PER_SHARE
    counted = _NUMBER_OF.split(header)[-1] if _NUMBER_OF.search(header) else ""
    if counted:
        return _kind_of_counted(counted)
    numbered = _NUMBER_LAST.search(header)
    if numbered:
        return Kind.OPTIONS if "option" in numbered[1].lower() else Kind.SHARES
    if _PER_CENT.search(header) or is_rate(header):
        return Kind.PERCENT
    if is_in_goods(header):
        return Kind.PLAIN
    if counts_units(header):
        return Kind.THINGS if read_caption(header).scale else Kind.PLAIN
    if _AREA.search(header):
        return Kind.AREA
    if _IN_TIME.search(header):
        return Kind.TIME
    if _MONEY_COLUMN.search(header):
        return Kind.MONEY
    if _OPTIONS.search(re.sub(r"\([^)]*\)", " ", header).strip()):
        return Kind.OPTIONS
    if _SHARES_COLUMN.search(header):
        return Kind.SHARES
    is_counted = _THINGS_ALONE.search(header) or re.search(rf"\b{_COUNTED}\b", header, re.IGNORECASE)
    counts = is_counted and not read_caption(header).money
    return Kind.PLAIN if counts or _RATIO.search(header) else None


def _kind_of_counted(things: str) -> Kind:
    """What “number of …” counts, if no other heading has run into it."""
    if re.search(r"\b(?:amounts?|values?|price)$", things, re.IGNORECASE):
        return Kind.MONEY
    if re.match(r"(?:[\w-]+\s+)?options\b", things, re.IGNORECASE):
        return Kind.OPTIONS
    return Kind.SHARES if _SHARES_COLUMN.search(things) and not counts_units(things) else Kind.PLAIN


@lru_cache(maxsize=4096)  # asked of a row for itself and for its neighbours
def kind_of_row(label: str) -> Kind | None:
    """What a label says that its row counts; figures in the label count for themselves."""
    words = without_figures(label)
    if _AREA.search(words):
        return Kind.AREA
    if _IN_TIME.search(words):
        return Kind.TIME
    counted = _NUMBER_OF.split(words)[-1] if _NUMBER_OF.search(words) else ""
    if counted:
        return _kind_of_counted(counted)
    if is_in_goods(words):
        return Kind.PLAIN
    if counts_units(words):
        return Kind.THINGS if read_caption(words).scale else Kind.PLAIN
    if may_be_price(words):
        return Kind.PER_SHARE if is_per_share(words) else None
    if _SHARES_ROW.search(PER_SHARE_OR_AWARD.sub(" ", words)) and not _DEALT_IN.search(label):
        return Kind.SHARES
    if is_per_share(words):
        return Kind.PER_SHARE
    if _PER_CENT.search(words) or is_ratio_in_per_cent(words):
        return Kind.PERCENT
    if is_in_money(words):
        return Kind.MONEY
    if (
        counts_things(words)
        or counts_goods(words)
        or _MEMBERSHIPS.search(words)
        or (_THINGS.search(words) and not _DEALT_IN.search(words))
    ):
        return Kind.THINGS
    return Kind.PLAIN if _COUNT.search(words) or _RATIO.search(words) else None


def is_of_flows(path: Sequence[str]) -> bool:
    """Whether a row stands among flows of money, where “Common shares repurchased” is an amount."""
    return any(_ACTIVITIES.search(parent) or _PAID_IN.match(parent) for parent in path)


def is_per_share(words: str) -> bool:
    """Whether the words say that an amount is for one share; amounts in them count for themselves."""
    return bool(PER_SHARE_OR_AWARD.search(_PAR_VALUE.sub("", " ".join(without_figures(words).split()))))


def may_be_price(words: str) -> bool:
    """Whether the words are those of a share's price or value, or of that of all shares together."""
    return bool(_PRICE.search(words)) and not (_IN_ALL.search(words) or is_price_each(words))


@lru_cache(maxsize=4096)  # asked of a heading for the cells below it
def is_average_price(words: str) -> bool:
    """Whether the words are those of an average price, which is of one share whether it has cents or not.

    So is what it takes to exercise an option.
    """
    return bool(_OF_ONE.search(words)) and may_be_price(words)


def is_rate(label: str) -> bool:
    """Whether the label is that of a rate, which is in per cent whether it says so or not."""
    return bool(_RATE.search(without_figures(label).strip()))


def says_own_rate(label: str) -> bool:
    """Whether a row's own words tell why its number bears a per cent sign."""
    return kind_of_row(label) is Kind.PERCENT or is_rate(label)


@lru_cache(maxsize=4096)  # asked of a label and a heading for each of their cells
def without_figures(words: str) -> str:
    """The words without amounts that stand among them: “dividends, $2.20 per share” is of dividends."""
    return _FIGURE.sub(" · ", words) if _DIGIT.search(words) else words


def time_unit(words: str) -> str:
    named = _IN_TIME.search(words)
    return next(filter(None, named.groups())).lower() if named else ""


def is_written_out(texts: Iterable[str]) -> bool:
    """Whether amounts of money bear cents, or are all round, so that no scale may be taken from elsewhere."""
    found = [number for text in texts if (number := read_number(text)) and number.unit not in ("%", "pp")]
    signed = [each for each in found if each.unit and each.scale == ONE]
    with_cents = [each for each in signed if each.step == HUNDREDTH]
    large = [abs(each.value) for each in found if abs(each.value) >= LEAST_WRITTEN_OUT]
    are_round = len(large) > 1 and all(EXACT.remainder(value, ROUND) == 0 for value in large)
    return are_round or (len(with_cents) > len(signed) / 2 and len(signed) == len(with_cents))


def is_too_large(texts: Iterable[str], scale: Decimal | None, largest: Decimal) -> bool:
    """Whether an amount with a currency sign is more than there can be, if the cells count in `scale`.

    `largest`: of the tables that say so themselves, 0 where none does; the statements have the totals.
    """
    most = min(MOST_MONEY, largest * MOST_TIMES) if largest else MOST_MONEY
    found = (number for text in texts if (number := read_number(text)))
    return any(len(each.unit) == 3 and abs(each.value) * (scale or ONE) >= most for each in found)


def largest_of(texts: Iterable[str], scale: Decimal) -> Decimal:
    """The largest number of the cells in base units, 0 where there is none."""
    found = (number for text in texts if (number := read_number(text)))
    return max((abs(each.value) * scale for each in found if each.scale == ONE), default=Decimal(0))


def buys_too_many(header: str, texts: Iterable[str], scale: Decimal | None) -> bool:
    """Whether a column of shares bought back has more than any company buys, if they count in `scale`."""
    is_of_shares = kind_of_column(header) is Kind.SHARES and _BOUGHT.search(header)
    return bool(is_of_shares) and largest_of(texts, scale or ONE) > MOST_BOUGHT


def says_per_cent(words: str) -> bool:
    """Whether a caption says that all below it is in per cent: “Holdings (% of net assets)”."""
    return bool(_ALL_PER_CENT.search(words))
