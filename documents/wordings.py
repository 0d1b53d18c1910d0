"""Measures that each company words in its own way: patterns of whole labels, and the names they go by."""

from __future__ import annotations

import re

_TAXES = (
    r"(?:applicable )?(?:(?:provision|benefit)s?(?:/(?:provision|benefit))? for )?(?:federal )?(?:income )?"
    r"tax(?:es|ation)?(?: expense| provision| benefit)?(?: on (?:income|earnings))?"
)
_OF_OTHERS = r"(?:non-?controlling|minority) interests?"
_BOUGHT = (
    r"(?:the )?(?:business(?:es)?|compan(?:y|ies)|(?:business )?acquisitions?|"
    r"acquisitions? of (?:the )?(?:business(?:es)?|compan(?:y|ies)|subsidiaries))"
)
_FORMS = {
    "pretax_income": (
        rf"(?:total )?(?:income|earnings|profit|loss)(?: from (?:continuing )?operations)? before {_TAXES}"
        r"(?: and equity\b.*|,? (?:and|or) (?:[\w-]+ ){0,6}?(?:joint ventures?|affiliates?|"
        rf"affiliated companies|investees?|investments|companies|associates|{_OF_OTHERS})(?: \w+){{0,3}})?"
    ),
    "net_income_including_noncontrolling": (
        r"(?:net (?:income|earnings|loss|profit)|profit),? (?:including|before)(?: \w+){0,5} " + _OF_OTHERS
    ),
    "liabilities_and_equity": (
        r"total (?:liabilities\b.* and (?:[\w'&.-]+ ){0,4}(?:equity|deficit|capital|investment)|"
        r"(?:[\w'&.-]+ ){0,4}(?:equity|deficit|capitalization) and liabilities)"
    ),
    "dividends_paid": r"(?:cash )?dividends paid on (?:[\w.&'-]+ ){0,3}common stock",
    "acquisitions": (
        r"(?:(?:net )?cash (?:received )?(?:\(?paid\)? )?(?:for|related to) |payments? (?:for|to acquire) |"
        rf"purchases? of )?{_BOUGHT},? net of (?:the )?cash(?: and [\w ]{{4,30}})? acquired"
    ),
}
_BY_WORDING = tuple((re.compile(form), name) for name, form in _FORMS.items())


def name_by_wording(text: str) -> str:
    """The canonical name of a normalised label that one of the forms fits, or ""."""
    return next((name for form, name in _BY_WORDING if form.fullmatch(text)), "")
