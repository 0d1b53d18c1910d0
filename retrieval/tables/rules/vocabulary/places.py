"""What tables write for countries and their states: “TX” for Texas, “DEU” for Germany."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cache

import pycountry
from babel import Locale

CODE = 2  # letters of the code of a state
MOST_UNKNOWN = 0.2  # of the codes of a column
ALSO = {"UK": "United Kingdom"}
# Codes of the International Olympic Committee that differ from ISO 3166's, and of states that are no more.
OLYMPIC = """
ALG Algeria|ANG Angola|ANT Antigua and Barbuda|ARU Aruba|ASA American Samoa|BAH Bahamas|BAN Bangladesh
BAR Barbados|BER Bermuda|BHU Bhutan|BIZ Belize|BOT Botswana|BRU Brunei|BUL Bulgaria|BUR Burkina Faso
CAM Cambodia|CAY Cayman Islands|CGO Congo|CHA Chad|CHI Chile|CRC Costa Rica|CRO Croatia|DEN Denmark
ESA El Salvador|EUN Unified Team|FIJ Fiji|FRG West Germany|GAM Gambia|GBS Guinea-Bissau|GDR East Germany
GEQ Equatorial Guinea|GER Germany|GRE Greece|GRN Grenada|GUA Guatemala|GUI Guinea|HAI Haiti|HON Honduras
INA Indonesia|IRI Iran|ISV US Virgin Islands|IVB British Virgin Islands|KSA Saudi Arabia|KUW Kuwait
LAT Latvia|LBA Libya|LBN Lebanon|LES Lesotho|MAD Madagascar|MAS Malaysia|MAW Malawi|MGL Mongolia
MON Monaco|MRI Mauritius|MTN Mauritania|MYA Myanmar|NCA Nicaragua|NED Netherlands|NEP Nepal|NGR Nigeria
NIG Niger|OMA Oman|PAR Paraguay|PHI Philippines|PLE Palestine|POR Portugal|PUR Puerto Rico
RSA South Africa|SEY Seychelles|SIN Singapore|SLO Slovenia|SOL Solomon Islands|SRI Sri Lanka|SUD Sudan
SUI Switzerland|TAN Tanzania|TCH Czechoslovakia|TGA Tonga|TOG Togo|TPE Taiwan|TRI Trinidad and Tobago
UAE United Arab Emirates|URS Soviet Union|URU Uruguay|VAN Vanuatu|VIE Vietnam
VIN Saint Vincent and the Grenadines|YUG Yugoslavia|ZAM Zambia|ZIM Zimbabwe
"""


def names_of(codes: Collection[str]) -> dict[str, frozenset[str]]:
    """Code → the names that it stands for, in English, by the one system that has most of the codes.

    A code alone, which several systems may have, stands for all that they have it for. Empty where no system
    has nearly all of them.
    """
    if len(codes) == 1:
        (code,) = codes
        return {code: frozenset(system[code] for system in _systems() if code in system)}
    best = max(_systems(), key=lambda system: sum(code in system for code in codes))
    known = {code: frozenset({best[code]}) for code in codes if code in best}
    return known if len(known) >= (1 - MOST_UNKNOWN) * len(codes) else {}


def codes_called(name: str) -> frozenset[str]:
    """The codes of two letters of the countries and states that are called so."""
    return frozenset(code for code in every_code_of(name) if len(code) == CODE)


def every_code_of(name: str) -> frozenset[str]:
    """The codes that tables have for the countries and states that are called so: JM and JAM of Jamaica."""
    return _codes().get(name.casefold(), frozenset())


@cache
def _codes() -> dict[str, frozenset[str]]:
    """By the name of a place, in small letters, its codes."""
    found: dict[str, frozenset[str]] = {}
    for system in _systems():
        for code, name in system.items():
            found[name.casefold()] = found.get(name.casefold(), frozenset()) | {code}
    return found


@cache
def _systems() -> tuple[Mapping[str, str], ...]:
    """Code → name, of countries by two letters, by three, at Olympic Games, and of each country's states."""
    by_two, by_three = dict(ALSO), dict[str, str]()
    for code, name in Locale("en").territories.items():
        if country := pycountry.countries.get(alpha_2=code):
            by_two[country.alpha_2] = by_three[country.alpha_3] = name
    states: dict[str, dict[str, str]] = {}
    for state in pycountry.subdivisions:
        own = state.code.partition("-")[2]
        if own.isalpha() and len(own) == CODE:
            states.setdefault(state.country_code, {})[own] = state.name
    told = (each.split(" ", maxsplit=1) for line in OLYMPIC.split("\n") for each in line.split("|") if each)
    olympic = by_three | dict(told)
    return by_two, by_three, olympic, *states.values()
