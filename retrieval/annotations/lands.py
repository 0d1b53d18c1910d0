"""Which country a name speaks of: “Austrian”, “Austria”, “österreichisches Recht”."""

from __future__ import annotations

import re
from functools import cache

from babel.languages import get_official_languages
from babel.numbers import get_territory_currencies

# Patterns of the beginnings of a country's name and of what is its own, in the languages of documents.
_BEGINNINGS = {
    "AT": "austria österreich autrich oostenrijk",
    "AU": "australia",
    "BE": "belgi belge belga",
    "CA": "canad kanad",
    "CH": "swiss switzerland schweiz suisse suiz svizzer zwitser",
    "CN": "chin",
    "CZ": "czech tschech česk",
    "DE": "german deutsch alleman aleman tedesc duits duitsland",
    "DK": "danish denmark dän danois danmark dansk",
    "ES": "spanish spain spanisch spanien espagn españ spagn spaans spanje",
    "FI": "finnish finland finnisch",
    "FR": "french france französisch frankreich français francés francia frances frans frankrijk",
    "GB": "britain british britisch britannique británic britannic brits united\\skingdom großbritannien",
    "GB-ENG": "english england englisch anglais inglés inglese engels",
    "GB-SCT": "scot(?!ia) schott écoss",
    "GR": "greek greece griech",
    "HU": "hungar ungar hongr magyar",
    "IE": "(?<!northern\\s)(?:irish|ireland|irisch|irland)",
    "IN": "india(?!na) indisch",
    "IT": "ital",
    "JP": "japan japon",
    "LU": "luxemb",
    "NL": "dutch netherlands niederländ niederland néerland neerland olandes nederland holland",
    "NO": "norweg norway norwegen norvég norge norsk",
    "PL": "polish poland poln polsk",
    "PT": "portug",
    "RU": "russia russisch russe rusi",
    "SE": "swedish sweden schwed suéd sverige svensk",
    "SG": "singap",
    "TR": "turkey turkish türk turqu turquía turc turch turks",
}
_LAND = {key: re.compile(rf"(?<!\w)(?:{'|'.join(words.split())})") for key, words in _BEGINNINGS.items()}

_CODE = re.compile(r"(?<![A-Za-z])[A-Z]{3}(?![A-Za-z])")
SIGNED = {"€": "EUR", "£": "GBP", "zł": "PLN", "₺": "TRY", "₹": "INR"}


def land_of(name: str) -> str:
    """Its country's code, or that of the part with a law of its own; "" for others."""
    found = lands_in(name)
    return next(iter(found)) if len(found) == 1 else ""


def lands_in(text: str) -> frozenset[str]:
    """The countries that a text speaks of, in whatever form."""
    said = text.casefold()
    return frozenset(land for land, pattern in _LAND.items() if pattern.search(said))


def lands_of_money(text: str) -> frozenset[str]:
    """The countries that alone pay in a currency whose code or sign stands there, “PLN”."""
    codes = {code for code in _CODE.findall(text) if code in _own_currencies()}
    codes |= {code for sign, code in SIGNED.items() if sign in text}
    return frozenset(_own_currencies()[code] for code in codes if code in _own_currencies())


def may_be_of(land: str, text: str, language: str) -> bool:
    """Whether a text that names no country can be of this one: in its language, with no other's money."""
    if lands_in(text) or language not in get_official_languages(land.partition("-")[0], de_facto=True):
        return False
    said = {code for code in _CODE.findall(text) if code in _currencies()}
    said |= {code for sign, code in SIGNED.items() if sign in text}
    return not said or bool(said & set(get_territory_currencies(land.partition("-")[0])))


@cache
def _currencies() -> frozenset[str]:
    lands = {land.partition("-")[0] for land in _BEGINNINGS}
    return frozenset({"USD"} | {code for land in lands for code in get_territory_currencies(land)})


@cache
def _own_currencies() -> dict[str, str]:
    """The country of each currency that only one of those known here has."""
    by_code: dict[str, list[str]] = {}
    for land in _BEGINNINGS:
        for code in get_territory_currencies(land) if "-" not in land else ():
            by_code.setdefault(code, []).append(land)
    return {code: lands[0] for code, lands in by_code.items() if len(lands) == 1}
