"""Values of properties, as they are said."""

from decimal import Decimal

import pytest

from agentic.properties.values import money


@pytest.mark.parametrize(
    ("value", "unit", "decimals", "said"),
    [
        ("1250", "EUR", 2, "€1,250.00"),
        ("90", "CHF", 0, "CHF 90"),
        ("-12.5", "", 0, "-12.5"),
        ("132.7", "km", 1, "132.7 km"),
        ("5", "V", 0, "5 V"),
    ],
)
def test_currencies_stand_before_amounts_and_other_units_behind_them(value, unit, decimals, said):
    assert money(Decimal(value), unit, decimals) == said
