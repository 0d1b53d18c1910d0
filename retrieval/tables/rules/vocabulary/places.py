"""What tables write for countries and their states: “TX” for Texas, “DEU” for Germany."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cache

import pycountry
from babel import Locale

CODE = 2  # letters of the code of a state
MOST_UNKNOWN = 0.2  # of the codes of a column
ALSO = {"UK": "United Kingdom"}


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
    return _codes().get(name.casefold(), frozenset())


@cache
def _codes() -> dict[str, frozenset[str]]:
    """By the name of a place, in small letters, its codes."""
    found: dict[str, frozenset[str]] = {}
    for system in _systems():
        for code, name in system.items():
            if len(code) == CODE:
                found[name.casefold()] = found.get(name.casefold(), frozenset()) | {code}
    return found


@cache
def _systems() -> tuple[Mapping[str, str], ...]:
    """Code → name, of countries by two letters and by three, and of the states of each country."""
    by_two, by_three = dict(ALSO), dict[str, str]()
    for code, name in Locale("en").territories.items():
        if country := pycountry.countries.get(alpha_2=code):
            by_two[country.alpha_2] = by_three[country.alpha_3] = name
    states: dict[str, dict[str, str]] = {}
    for state in pycountry.subdivisions:
        own = state.code.partition("-")[2]
        if own.isalpha() and len(own) == CODE:
            states.setdefault(state.country_code, {})[own] = state.name
    return by_two, by_three, *states.values()
