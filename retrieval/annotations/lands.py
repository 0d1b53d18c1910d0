"""Which country a name speaks of: “Austrian”, “Austria”, “österreichisches Recht”."""

from __future__ import annotations

import re

# Patterns of the beginnings of a country's name and of what is its own, in the languages of documents.
_BEGINNINGS = {
    "AT": "austria österreich autrich oostenrijk",
    "AU": "australia",
    "BE": "belgi belge belga",
    "CA": "canad kanad",
    "CH": "swiss switzerland schweiz suisse suiz svizzer zwitser",
    "CN": "chin",
    "CZ": "czech tschech",
    "DE": "german deutsch alleman aleman tedesc duits duitsland",
    "DK": "danish denmark dän danois",
    "ES": "spanish spain spanisch spanien espagn españ spagn spaans spanje",
    "FI": "finnish finland finnisch",
    "FR": "french france französisch frankreich français francés francia frances frans frankrijk",
    "GB": "britain british britisch britannique británic britannic brits united\\skingdom großbritannien",
    "GB-ENG": "english england englisch anglais inglés inglese engels",
    "GB-SCT": "scot(?!ia) schott écoss",
    "GR": "greek greece griech",
    "HU": "hungar ungar hongr",
    "IE": "(?<!northern\\s)(?:irish|ireland|irisch|irland)",
    "IN": "india(?!na) indisch",
    "IT": "ital",
    "JP": "japan japon",
    "LU": "luxemb",
    "NL": "dutch netherlands niederländ niederland néerland neerland olandes nederland holland",
    "NO": "norweg norway norwegen norvég",
    "PL": "polish poland poln",
    "PT": "portug",
    "RU": "russia russisch russe rusi",
    "SE": "swedish sweden schwed suéd",
    "SG": "singap",
    "TR": "turkey turkish türk turqu turquía turc turch turks",
}
_LAND = {key: re.compile(rf"(?<!\w)(?:{'|'.join(words.split())})") for key, words in _BEGINNINGS.items()}


def land_of(name: str) -> str:
    """Its country's code, or that of the part with a law of its own; "" for others."""
    found = lands_in(name)
    return next(iter(found)) if len(found) == 1 else ""


def lands_in(text: str) -> frozenset[str]:
    """The countries that a text speaks of, in whatever form."""
    said = text.casefold()
    return frozenset(land for land, pattern in _LAND.items() if pattern.search(said))
