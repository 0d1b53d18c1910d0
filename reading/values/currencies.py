"""What English calls the currencies that are legal tender somewhere, from Babel's CLDR data."""

from __future__ import annotations

from babel.core import Locale, get_global
from babel.numbers import get_currency_name

_ENGLISH = Locale("en")
# Words for one of it and for several.
_COUNTS = (1, 2)
_OF_GOODS = frozenset({"ZWG"})  # “120,000 ounces of Zimbabwean gold” are no money


def _names() -> dict[str, str]:
    histories = get_global("territory_currencies").values()
    codes = {
        code for history in histories for code, _, end, is_tender in history if is_tender and end is None
    }
    return {
        get_currency_name(code, count, _ENGLISH).lower(): code
        for code in sorted(codes - _OF_GOODS)
        for count in _COUNTS
    }


# Lower-case name → ISO code: “canadian dollar”, “argentine pesos”.
NAMES = _names()
# Lower-case words before the noun, which say whose it is → ISO code: “canadian”, “south african”, “israeli”.
ISSUERS = {
    " ".join(words[:-1]).removesuffix(" new"): code
    for name, code in NAMES.items()
    if len(words := name.split()) > 1
}
# Whose money is called dollars → ISO code.
DOLLAR_ISSUERS = {
    name.removesuffix(" dollar"): code for name, code in NAMES.items() if name.endswith(" dollar")
}
