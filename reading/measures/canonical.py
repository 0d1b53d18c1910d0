"""The names that figures are filed under, whatever a report calls them. No Django here.

A canonical name is given only to a label that means the whole measure: "Revenue from services" or
"Net sales per square foot" is none of ours.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from unicodedata import combining, normalize

from reading.lexicon import EDGES, MONTHS, PER_SHARE, SCALES
from reading.measures.catalogue import MEASURES
from reading.values.dates import MONTH

_TAXES = (
    r"(?:applicable )?(?:(?:provision|benefit)s?(?:/(?:provision|benefit))? (?:for|from) )?(?:federal )?"
    r"(?:income )?tax(?:es|ation)?(?: expense| provision| benefit)?(?: on (?:income|earnings))?"
)
_OF_OTHERS = r"(?:non-?controlling|minority) interests?"
_BOUGHT = (
    r"(?:the )?(?:business(?:es)?|compan(?:y|ies)|(?:business )?acquisitions?|"
    r"acquisitions? of (?:the )?(?:business(?:es)?|compan(?:y|ies)|subsidiaries))"
)
_BUILDINGS = r"(?:property|plant|land|premises|buildings)"
_BESIDE = (
    rf"{_BUILDINGS}|equipment|fixtures|(?:leasehold )?improvements|(?:capitalized |internal-use )?software"
)
_BUILT = rf"{_BUILDINGS}(?:(?:,? and|,) (?:{_BESIDE}))+"  # “land, buildings and equipment”
_ACQUIRED = rf"{_BUILDINGS}(?:(?:,? and|,) (?:{_BESIDE}|(?:other )?intangible assets))+"
_NET_OF = r",? net(?: of [\w ]+)?"
_LONG = r"(?:long-term |term |senior |unsecured |fixed-rate |other )*"
_DEBT = (
    rf"{_LONG}(?:debt|notes|borrowings)"
    rf"(?: and {_LONG}(?:debt|notes|loans?|borrowings|term loan credit agreements))?"
)
_DUE = r"current (?:portion|maturities|installments)"
_ANY_DEBT = r"(?:notes payable(?: and other borrowings)?|debt|borrowings)"
_SHORT = (
    r"(?:(?:short-term |other )?(?:debt|borrowings|notes payable)|"
    r"(?:notes|loans)(?: and (?:notes|loans))? payable)"
)
_CASH_PAID = r"cash (?:paid|payments) during the (?:year|period) for"
_SHARE_OWNERS = r"(?:(?!non-?controlling|minority|preferred)[\w.&'-]+ ){0,4}(?:share|stock)(?:holders|owners)"
_FORMS = {
    "pretax_income": (
        rf"(?:total )?(?:income|earnings|profit|loss)(?: from (?:continuing )?operations)? before {_TAXES}"
        r"(?: and equity\b.*|,? (?:and|or) (?:[\w-]+ ){0,6}?(?:joint ventures?|affiliates?|"
        rf"affiliated companies|investees?|investments|companies|associates|{_OF_OTHERS})(?: \w+){{0,3}})?"
    ),
    "net_income_including_noncontrolling": (
        r"(?:net (?:income|earnings|loss|profit)|profit),? (?:including|before)(?: \w+){0,5} " + _OF_OTHERS
    ),
    "comprehensive_income": (
        r"(?:total )?comprehensive (?:income|earnings|loss) attributable to (?:the )?"
        r"(?!.*(?:non-?controlling|minority))[\w.&' -]{2,60}"
    ),
    "liabilities_and_equity": (
        r"total (?:liabilities\b.* and (?:[\w'&.-]+ ){0,4}(?:equity|deficit|capital|investment)|"
        r"(?:[\w'&.-]+ ){0,4}(?:equity|deficit|capitalization) and liabilities)"
    ),
    "dividends_paid": (
        r"(?:cash )?dividends paid on (?:[\w.&'-]+ ){0,3}common stock|"
        rf"(?:payments? of )?(?:cash )?dividends(?: paid)? to {_SHARE_OWNERS}"
    ),
    "share_repurchases": (
        r"(?:payments? (?:for|of|related to) )?(?:the )?repurchases? of (?:the company's |our )?"
        r"(?:common |capital )?(?:stock|shares)|common (?:stock|shares?) (?:acquired|purchased|repurchases?)"
    ),
    "debt_issued": (
        rf"(?:net )?proceeds from (?:the )?(?:issuances? of )?{_DEBT}(?:{_NET_OF})?|"
        rf"issuances? of {_DEBT}{_NET_OF}|additions to {_LONG}debt"
    ),
    "debt_repaid": (
        rf"(?:principal )?(?:re)?payments? (?:of|on) {_DEBT}|reductions? (?:in|of) (?:long-term )?debt"
    ),
    "capital_expenditures": (
        rf"(?:purchases? (?:of|related to)|payments? for|additions? to|acquisitions? of) {_ACQUIRED}"
        rf"(?: excluding (?:finance|capital) leases)?(?:{_NET_OF})?"
    ),
    "property_plant_equipment": rf"{_BUILT}(?:, at cost)?(?:,? less accumulated [\w ,]+|, net)",
    "depreciation": rf"depreciation of {_BUILT}",
    "long_term_debt": (
        rf"long-term (?:debt|borrowings),? (?:less|net of|excluding) (?:the )?{_DUE}|"
        rf"{_ANY_DEBT},? non-?current"
    ),
    "short_term_debt": (
        rf"{_SHORT} and {_DUE} of long-term (?:debt|borrowings|obligations)|{_ANY_DEBT}, current"
    ),
    "interest_paid": rf"{_CASH_PAID} interest(?:{_NET_OF})?",
    "income_taxes_paid": rf"{_CASH_PAID} (?:income )?taxes(?:{_NET_OF})?",
    "acquisitions": (
        r"(?:(?:net )?cash (?:received )?(?:\(?paid\)? )?(?:for|related to) |payments? (?:for|to acquire) |"
        rf"purchases? of )?{_BOUGHT}(?: and other transactions)?,? "
        r"net of (?:the )?cash(?: and [\w ]{4,30})? (?:acquired|assumed)"
        r"(?: and purchases of intangible assets)?|"
        r"payments for (?:businesses|companies) acquired, net"
    ),
}
_SHARE_OF_ABOVE = re.compile(
    r"(?:of which )?attributable to (?!.*\b(?:non-?controlling|minority|discontinu))(?:the )?\w",
    re.IGNORECASE,
)
_BY_WORDING = tuple((re.compile(form), name) for name, form in _FORMS.items())


def name_by_wording(text: str) -> str:
    """The canonical name of a normalised label that one of the forms fits, or ""."""
    return next((name for form, name in _BY_WORDING if form.fullmatch(text)), "")


def is_share_of_above(label: str) -> bool:
    """Whether a label is of the owners' part of the row above: “attributable to shareholders of …”."""
    return bool(_SHARE_OF_ABOVE.match(label))


OF_OTHERS = re.compile(r"\bnon-?\s?controlling\b|\bminority interests?\b", re.IGNORECASE)

_NOTES = re.compile(
    r"\((?:see\s+)?notes?\b[^)]*\)|\((?:%|unaudited|audited|[a-g]|\d{1,2})\)"
    rf"|\((?:dollars|(?:{SCALES})(?: of \w+)?)\)"
    r"|\(at (?:year|period)[\s-]end\)"
    r"|\((?:includ(?:es?|ed|ing)|net of|exclusive of)\b(?:[^()]|\([^()]*\))*\)|\(\$[^()]*\)"
    r"|\((?:dollars )?in [^)]*\)|[*†‡§]",
    re.IGNORECASE,
)
_LOSS = re.compile(
    r"/?\((?:loss|losses|deficit|income|benefit|provision|used|expense|received)(?: (?:from|for))?\)|"
    r"/(?:loss|losses|deficit|income|benefit)\b",
    re.IGNORECASE,
)
_NET = re.compile(
    r",? (?:net(?: of (?!.*\btax (?:benefit|effect)).*)?|less (?:allowance|accumulated).*|principally at .*)$"
)
_AT_EDGE = re.compile(
    r"(?:,| -)? (?:at )?(?:the )?(?:(?:end|beginning|close|start) )?of "  # `_EDGE` has taken “beginning” off
    r"(?:the )?(?:fiscal )?(?:year|period|quarter|month)s?$"
    rf"| (?:as )?(?:at|of|on) (?:{MONTH} \d{{1,2}}|\d{{1,2}} {MONTH})$"
)
_BALANCE_LAST = re.compile(r", balances?$")  # “Goodwill, balance at end of year”
_DASH_NET = re.compile(r"\s*[—–-]\s*(?=net\b)")
_RAISED = re.compile(  # the mark of a note: “Basic Net Income Per Share1”, “Profit 1”
    r"(?<=[^\W\d_]{4})\d$|(?<!\b(?:tier|type|note))(?<!\b(?:level|phase|stage|class|scope))(?<=[a-z]) \d$"
)
_SHORT_FORM = re.compile(r" \([a-z&]{2,8}\)")  # “property, plant and equipment (PP&E)”
_EDGE = re.compile(rf",? ?\b(?:{EDGES})(?: balances?)?\b", re.IGNORECASE)
_LEADING_LOSS = re.compile(r"^\s*\((?:loss|deficit|benefit)(?: from)?\)\s*/?\s*", re.IGNORECASE)
_CASH = re.compile(
    r"^(?:total |net )?cash(?: flows?)?(?: |/|\(|\)|provided|used|generated|from|flows?|in|by|for|and|or)+?"
    r"(?P<kind>operating|operations|investing|financing)(?: activities)?$|"
    r"^total (?P<whole>operating|investing|financing) activities$"
)
_BASIC = re.compile(r"\bbasic\b")
_DILUTED = re.compile(r"\bdiluted\b|\bassuming dilution\b|^dilutive weighted\b")
_PER_UNIT = re.compile(r"^(?:limited|common) (?:partner|unitholder)s'? (?:interest|share) in .*\bper\b")
_WHOLE_PER_SHARE = re.compile(  # which its parent calls basic or diluted
    r"^(?:net )?(?:earnings|income) per (?:common )?share"
    r"(?: (?:attributable|available|applicable) to (?!.*\b(?:non-?controlling|minority)\b).*)?$"
)
_SHARE_COUNT = re.compile(
    r"\bweighted\b|\baverage\b|\bshares (?:outstanding|used)|\bnumber of\b|\bshares\b.*\boutstanding\b|"
    r"^denominator\b",
    re.IGNORECASE,
)
_PART_OF_SHARE_MEASURE = re.compile(
    r"\b(?:dis)?continu|(?!^adjusted weighted)\badjust|(?!^dilutive weighted)\bdilutive\b|\beffect\b|"
    r"\bimpact\b|\bchange\b|\bexclu"
)
_DILUTION = re.compile(r"^(?:add )?(?:effect|impact) of (?:\w+ )?dilutive\b")  # what comes below is diluted
_ATTRIBUTABLE = re.compile(
    r"^(?:consolidated )?(?:net (?:income|earnings|loss|profit)|profit(?: for the (?:year|period))?)"
    r"(?:/loss)? "
    r"(?:attributable|available|applicable) to "
    r"(?!.*\b(?:noncontrolling|non-controlling|minority|redeemable|participating|discontinued|per)\b)"
    r"(?:the )?(?P<whom>[\w\s.,&'’-]{2,60})$"
)
_NUMBERED = re.compile(r"^(?:\d{1,2}|[IVX]{1,4}|[A-Z])[.)]\s+(?=[A-Z])")  # “10. Net profit for the year”
_COMMON = re.compile(r"^(?:holders of )?(?:common|ordinary)\b|'s (?:common|ordinary) (?:share|stock)holders$")
_EQUITY = re.compile(
    r"^total (?!liabilities|other)(?:[\w.,&'’-]+ ){0,5}?(?:common |ordinary )?"
    r"(?:share|stock)(?:holders|owners)?'?s?'? (?:equity|deficit)(?:/deficit)?$|"
    r"^(?:total )?(?:(?:share|stock)holders' )?equity attributable to "
    r"(?!.*(?:noncontrolling|non-controlling|minority))[\w\s.,&'’-]{2,60}$|"
    r"^(?!.*(?:noncontrolling|non-controlling|minority))(?:[\w.&'-]+ ){1,4}share of equity$"
)
_CONSOLIDATED = re.compile(r"\bconsolidated ")
_OWNERS = re.compile(
    r"^(?:owners|equity holders|(?:equity |ordinary )?shareholders) of (?:the )?[\w\s.,&'-]{3,40}$"
)
_PROFIT_OF = re.compile(
    r"^(?:(?:net )?(?:profit|income|loss|earnings|result)\b(?!.*comprehensive).*)?attributable to$"
)
_OWN_SECTION = re.compile(
    r"\b(?:share|stock)(?:holders|owners)'? (?:equity|deficit)$|^equity\b"
    r"|\bother (?:long-term|non-?current) (?:assets|liabilities)$"
)
# Under such a parent an item stands by how it has changed, or by what it adds, not by what it is.
_CHANGES = re.compile(
    r"^(?:net )?(?:changes?|increases?|decreases?|adjust\w*|reconcil\w*|items|non-?cash|effects?|impacts?|"
    r"supplementa\w+|deferred|cash paid)\b"
)
_ADDED_BACK = ("amortization_of_intangibles",)  # stated with expenses, and as large in cash flow statements
_DIVIDENDS = tuple(f"{kind}dividends{done}" for kind in ("", "cash ") for done in ("", " declared", " paid"))
_BALANCE = re.compile(r"balances?|total|end|of (?:the )?(?:year|period)")  # `_EDGE` has taken “beginning” off
_BREAKDOWN = re.compile(
    r"^(?:by )?(?:primary |principal |major )?(?:geographic(?:al)?|geography|products?|timing|customers?|"
    r"(?:sales )?channels?)(?: (?:and )?(?:markets?|areas?|regions?|locations?|categor(?:y|ies)|types?|"
    r"lines?|services?|groups?|of (?:transfer|revenue)[\w ]*))*$"
)
_SUMMED = ("revenue", "operating_expenses", "cost_of_revenue", "operating_income")
_PAID = re.compile(r"^(?:net )?cash paid\b|\bpaid (?:during|in|for)\b")
_PAID_FOR = {"interest": "interest_paid"} | dict.fromkeys(
    ("income taxes", "income tax", "taxes"), "income_taxes_paid"
)
_OF_DEBT = (
    (r"\bnon-?current liabilities\b|\blong-term liabilities\b", "long_term_debt"),
    (r"^current liabilities\b", "short_term_debt"),
)
_OF_TERM_DEBT = (_OF_DEBT[0], (_OF_DEBT[1][0], "current_portion_of_long_term_debt"))
_IN_SECTION = {
    "debt": _OF_DEBT,
    "borrowings": _OF_DEBT,
    "term debt": _OF_TERM_DEBT,
    "term loans": _OF_TERM_DEBT,
    "commercial paper": _OF_DEBT[1:],
    "acquisitions": ((r"\binvesting\b", "acquisitions"),),
    "dividends": ((r"\bfinancing\b", "dividends_paid"),),
    "deposits": ((r"^liabilities$", "deposits"),),
}
_SECTION_WORDS = (
    "statement statements consolidated reconciliation contingencies noncash "
    "current noncurrent non-current long-term asset assets "
    "liabilities equity revenue revenues net sales cost costs expense expenses income earnings loss "
    "profit operations operating investing financing cash adjustments changes supplemental gross per "
    "share shares shareholders' shareholders stockholders' stockholders shareowners' basic diluted "
    "weighted weighted-average average common other commitments three six nine twelve fiscal for year "
    "years quarter months weeks as at unaudited reported gaap total totals summary selected balance results "
    "financial accrued property capital treasury retained provision interest taxes depreciation "
    "amounts dilutive numerator denominator attributable non-operating nonoperating capitalization "
    "intangible charges"
).split() + list(MONTHS)


def normalise(label: str) -> str:
    """`label` as the vocabulary writes it: lower case, one apostrophe, no notes, no losses beside income.

    Without accents, and with a blank after “shareholders'”: a recogniser of scans errs there.
    """
    text = _NUMBERED.sub("", label).replace("’", "'")
    if not text.isascii():
        text = "".join(each for each in normalize("NFKD", text) if not combining(each))
    text = _LEADING_LOSS.sub("", _NOTES.sub(" ", text))
    text = _LOSS.sub(" ", _EDGE.sub("", text)).replace("income/", "income")
    text = _DASH_NET.sub(", ", _alike(text.lower()).strip(" :.,;-"))
    return _RAISED.sub("", text)


def _alike(text: str) -> str:
    """`text` with one kind of dash, and without a comma before “and” or behind what was taken out."""
    text = " ".join(text.replace("–", "-").replace("—", "-").split())
    return text.replace(" ,", ",").replace(", and ", " and ").replace("amortisation", "amortization")


@cache
def _by_label() -> dict[str, str]:
    return {_alike(label): name for name, measure in MEASURES.items() for label in measure.labels}


@lru_cache(maxsize=8192)  # asked for each cell of a row, and for each row of a table
def canonical_name(label: str, path: tuple[str, ...] = ()) -> str:
    """The name of what `label` measures, or "" where it is a part, a ratio or none of ours.

    `path`: the labels it stands under. A parent that is no section of a statement, such as the name of a
    segment, makes it a part.
    """
    text = normalise(label)
    own = _name_of(text) or (_of_heading(text, path) if text == "total" else "")
    is_total = text.startswith("total")
    if not text or not all(
        _is_section(parent) or _is_same(parent, own) or (is_total and _is_breakdown(parent))
        for parent in path
    ):
        return ""
    if path and _PAID.search(normalise(path[-1])):
        return _PAID_FOR.get(text) or _PAID_FOR.get(_NET.sub("", text), "")
    own = _in_section(text, path) or own
    name = _share_measure(text, path) or own or _owners_profit(text, path) or _of_heading(text, path)
    if not name or (MEASURES[name].kind == "money" and path and PER_SHARE.search(path[-1])):
        return ""
    is_change = any(_CHANGES.match(normalise(parent)) for parent in path)
    is_added_back = name in _ADDED_BACK or MEASURES[name].statement == "cash_flow"
    if is_change and not is_added_back and not _AT_EDGE.search(text):
        return ""
    return name


def _name_of(text: str) -> str:
    """The name that a normalised label has of itself."""
    cash = _CASH.match(text)
    if cash:
        return f"{(cash['kind'] or cash['whole']).replace('operations', 'operating')}_cash_flow"
    labels = _by_label()
    bare = _SHORT_FORM.sub("", _BALANCE_LAST.sub("", _AT_EDGE.sub("", text)))
    less = _NET.sub("", text)
    known = labels.get(text) or labels.get(less) or labels.get(bare)
    if not known and less != text:  # “Other intangible assets, net of accumulated amortization of $4”
        known = labels.get(f"{less}, net")
    if known:
        return known
    whole = name_by_wording(text)
    if whole:
        return whole
    if _CONSOLIDATED.search(text):
        return _name_of(_CONSOLIDATED.sub("", text))
    own = _ATTRIBUTABLE.match(bare)
    if own:
        return "net_income_to_common" if _COMMON.search(own["whom"]) else "net_income"
    if _EQUITY.match(bare):
        return "equity"
    return _name_of(text.removeprefix("total ")) if text.startswith("total ") else ""


def _owners_profit(text: str, path: Sequence[str]) -> str:
    """“Owners of the parent” under “Profit attributable to”."""
    parent = normalise(path[-1]) if path else ""
    return "net_income" if _OWNERS.match(text) and _PROFIT_OF.match(parent) else ""


def _of_heading(text: str, path: Sequence[str]) -> str:
    """What a row says together with its heading.

    “Balance at end of period” under “Cash and restricted cash”, “Total” under “Revenues”.
    """
    parent = normalise(path[-1]) if path else ""
    summed = _name_of(f"total {parent}") if parent and text == "total" else ""
    if summed in _SUMMED:
        return summed
    kept = _name_of(parent) if parent and _BALANCE.fullmatch(_AT_EDGE.sub("", text)) else ""
    return kept if kept and MEASURES[kept].is_instant else ""


def is_own_share(label: str) -> bool:
    """Whether a label speaks of what belongs to the company's own shareholders, beside others' interests."""
    text = _SHORT_FORM.sub("", normalise(label))
    forms = (_ATTRIBUTABLE, _OWNERS, _EQUITY)
    return is_share_of_above(text) or any(form.match(text) for form in forms)


def _in_section(text: str, path: Sequence[str]) -> str:
    """What a label means that says it only with the part of the statement that it stands in."""
    names = _IN_SECTION.get(text)
    if not names:
        return ""
    sections = [normalise(parent) for parent in path]
    return next((name for form, name in names for each in sections if re.search(form, each)), "")


def _is_section(parent: str) -> bool:
    """Whether a parent heads a part of a statement or a span of time, rather than a part of the company."""
    text = normalise(parent).removeprefix("the ").removeprefix("from ").removeprefix("computation of ")
    if _DILUTION.search(text) or _PER_UNIT.search(text):
        return True
    first = text.split()[0].strip(",:") if text else ""
    return first in _SECTION_WORDS or first[:4].isdigit() or bool(_OWN_SECTION.search(text))


def _is_breakdown(parent: str) -> bool:
    """Whether a parent says by what the rows break a whole down, whose total is the whole again."""
    return bool(_BREAKDOWN.search(normalise(parent)))


def _is_same(parent: str, name: str) -> bool:
    """Whether a row stands under the heading of its own measure: “Total inventories” under “Inventories”."""
    return bool(name) and _name_of(normalise(parent)) == name


def _share_measure(text: str, path: Sequence[str]) -> str:
    """“Basic” or “Diluted” with what its parents add: earnings per share, or a count of shares.

    “Net income attributable to Example Inc.” under “Earnings per share – diluted” is one of them too.
    """
    parent = normalise(path[-1]) if path else ""
    if len(path) > 1 and PER_SHARE.search(path[-2]) and _ATTRIBUTABLE.match(parent):
        parent = f"{parent} per share"  # whose earnings they are, under “Per share data”
    said = text if _BASIC.search(text) or _DILUTED.search(text) else f"{parent} {text}"
    if _PART_OF_SHARE_MEASURE.search(text):
        return ""
    if PER_SHARE.search(parent) and _name_of(text) in ("net_income", "net_income_to_common"):
        return _of_shares("eps", parent)
    if PER_SHARE.search(parent) and text in _DIVIDENDS:
        return "dividends_per_share"
    if PER_SHARE.search(parent) and _WHOLE_PER_SHARE.match(text):
        return _of_shares("eps", parent)
    for words in (text, parent):
        if _SHARE_COUNT.search(words):
            return _of_shares("shares", said)
        if PER_SHARE.search(words):
            return _of_shares("eps", text)
    return ""


def _of_shares(measure: str, words: str) -> str:
    if _DILUTED.search(words):
        return f"{measure}_diluted"
    return f"{measure}_basic" if _BASIC.search(words) else ""
