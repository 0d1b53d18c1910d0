"""The words for currencies, scales and units that quantities are written with."""

from __future__ import annotations

import re
from collections.abc import Iterable
from decimal import Context, Decimal

from reading.lexicon import CURRENCY_CODES, CURRENCY_SIGNS, DOLLARS
from reading.values.currencies import NAMES

ONE = Decimal(1)
LONGEST_NUMBER = 500  # characters of one that is read: nobody writes longer ones
# Decimal's usual 28 digits would round what is written with more, and refuse its remainders.
EXACT = Context(prec=2 * LONGEST_NUMBER)
HUNDREDTH = Decimal("0.01")

# Written mark or code → ISO code. “$” alone is taken for the US dollar.
CURRENCIES = (
    {f"{of}$": code for of, code in DOLLARS.items()}
    | {"U.S.$": "USD", "Rs.": "INR", "Rs": "INR", "GHȻ": "GHS", "GH₵": "GHS", "GH¢": "GHS"}
    | CURRENCY_SIGNS
    | {code: code for code in sorted(CURRENCY_CODES)}
)
# All that a unit of money may be.
MONEY_UNITS = frozenset(CURRENCIES.values()) | frozenset(NAMES.values())

# Lower-case word after a number → unit and what one of it is in base units.
MONEY_WORDS = {name: (code, ONE) for name, code in NAMES.items()} | {
    "dollar": ("USD", ONE),
    "dollars": ("USD", ONE),
    "u.s. dollars": ("USD", ONE),
    "yen": ("JPY", ONE),
    "pounds sterling": ("GBP", ONE),
    "cent": ("USD", HUNDREDTH),
    "cents": ("USD", HUNDREDTH),
}

_POINT = HUNDREDTH
_BASIS_POINT = Decimal("0.0001")
PERCENT_WORDS = {
    "%": ("%", HUNDREDTH),
    "per cent": ("%", HUNDREDTH),
    "percent": ("%", HUNDREDTH),
    "pct": ("%", HUNDREDTH),
    "percentage points": ("pp", _POINT),
    "percentage point": ("pp", _POINT),
    "% points": ("pp", _POINT),
    "%-points": ("pp", _POINT),
    "ppts": ("pp", _POINT),
    "ppt": ("pp", _POINT),
    "pp": ("pp", _POINT),
    "basis points": ("pp", _BASIS_POINT),
    "basis point": ("pp", _BASIS_POINT),
    "bps": ("pp", _BASIS_POINT),
    "bp": ("pp", _BASIS_POINT),
}

_THOUSAND, _LAKH, _MILLION, _CRORE, _BILLION, _TRILLION = (Decimal(10) ** n for n in (3, 5, 6, 7, 9, 12))
SCALE_WORDS = {
    "thousand": _THOUSAND,
    "thousands": _THOUSAND,
    "lakh": _LAKH,
    "lakhs": _LAKH,
    "lacs": _LAKH,
    "million": _MILLION,
    "millions": _MILLION,
    "mln": _MILLION,
    "mn": _MILLION,
    "mio": _MILLION,
    "mio.": _MILLION,
    "mrd": _BILLION,
    "mrd.": _BILLION,
    "crore": _CRORE,
    "crores": _CRORE,
    "billion": _BILLION,
    "billions": _BILLION,
    "bn": _BILLION,
    "trillion": _TRILLION,
    "trillions": _TRILLION,
    "tn": _TRILLION,
}
# Single letters scale only where a currency stands before the number: “5 m” may be metres.
MONEY_SCALES = {"m": _MILLION, "mm": _MILLION, "b": _BILLION, "k": _THOUSAND, "t": _TRILLION}

_COUNTED = (
    "share store employee associate customer subscriber member user unit vehicle aircraft barrel gallon "
    "acre mile ounce patient site location restaurant branch warehouse property day week month year "
    "hour minute second quarter page document vote option warrant lease contract invoice item piece "
    "seat licence license cycle"
).split()
_IRREGULAR = {"branch": "branches", "property": "properties", "aircraft": "aircraft"}
_SAME = {
    "person": "people",
    "people": "people",
    "country": "countries",
    "countries": "countries",
    "times": "times",
    "square feet": "square feet",
    "square foot": "square feet",
    "sq. ft.": "square feet",
    "sq ft": "square feet",
    "square metres": "m²",
    "square meters": "m²",
    "sqm": "m²",
    "tonnes": "tonnes",
    "tons": "tonnes",
    "metric tons": "tonnes",
    "metric tonnes": "tonnes",
    "litres": "l",
    "liters": "l",
    "grams": "g",
    "kilograms": "kg",
    "milligrams": "mg",
    "millimetres": "mm",
    "millimeters": "mm",
    "volt": "V",
    "volts": "V",
    "amps": "A",
    "amperes": "A",
    "watts": "W",
    "ohm": "Ω",
    "ohms": "Ω",
}


def _nouns() -> dict[str, str]:
    plurals = {noun: _IRREGULAR.get(noun, noun + "s") for noun in _COUNTED}
    return plurals | {plural: plural for plural in plurals.values()} | _SAME


# Lower-case noun after a number → the unit's name, in the plural.
UNIT_NOUNS = _nouns()

_SYMBOLS = (
    "kg g mg µg lb lbs oz km m cm mm µm nm °C °F V mV kV µV A mA µA nA W mW kW MW GW kWh MWh GWh TWh Wh "
    "Hz kHz MHz GHz Ω kΩ MΩ mΩ pF nF µF mF mH µH ms µs ns kJ MJ Pa kPa MPa bar psi dB dBm bit bits byte "
    "bytes kB KB MB GB TB Mbit Gbit kbit Mbps Gbps kbps l L ml mL m² m³ km² kg/m³ ha ppm rpm lm "
    "g/cm³ g/ml g/mL g/l g/L mg/l mg/L mg/kg mg/m³ µg/l m/s km/h l/min m³/h Nm mPa·s °C/W K/W W/K W/m² "
    "kWh/m² lm/W V/µs N/mm² kcal kcal/day mg/dL mg/dl g/dL g/dl ng/mL ng/ml mmol/L mmol/l mL/min mmHg "
    "U/L IU/L"
).split()
# Symbol as written, case and all → the unit's name. “s”, “h”, “in” and the like are words too often.
UNIT_SYMBOLS = {symbol: symbol for symbol in _SYMBOLS} | {
    "x": "times",
    "g/cm3": "g/cm³",
    "kg/m3": "kg/m³",
    "μA": "µA",
    "μF": "µF",
    "μs": "µs",
}

# Symbols that are words too often in running text, and units alone behind the number that a value is.
SHORT_UNITS = {
    "h": "hours", "hr": "hours", "hrs": "hours", "min": "minutes", "mins": "minutes",
    "s": "seconds", "sec": "seconds", "secs": "seconds", "yr": "years", "yrs": "years",
}  # fmt: skip

# Where capitals count as small letters, patterns take these for “i”, “s” and “k”; no list of words has them.
_ALIKE = str.maketrans("ıİſ\u212a", "iIsK")


def in_common_letters(text: str) -> str:
    """`text` with as many characters, of those that lists of words are written in: “mıllion” → “million”."""
    return text if text.isascii() else text.translate(_ALIKE)


def one_of(words: Iterable[str]) -> str:
    """A pattern for any of the words, the longest first; a blank stands for any white space."""
    longest_first = sorted(words, key=len, reverse=True)
    return "(?:" + "|".join(re.escape(word).replace(r"\ ", r"\s+") for word in longest_first) + ")"
