"""Measures that each company words in its own way: patterns of whole labels, and the names they go by."""

from __future__ import annotations

import re

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
_PAID = r"cash (?:paid|payments) during the (?:year|period) for"
_OWNERS = r"(?:(?!non-?controlling|minority|preferred)[\w.&'-]+ ){0,4}(?:share|stock)(?:holders|owners)"
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
        rf"(?:payments? of )?(?:cash )?dividends(?: paid)? to {_OWNERS}"
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
    "interest_paid": rf"{_PAID} interest(?:{_NET_OF})?",
    "income_taxes_paid": rf"{_PAID} (?:income )?taxes(?:{_NET_OF})?",
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
