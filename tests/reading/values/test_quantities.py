from dataclasses import dataclass
from decimal import Decimal

import pytest

from reading.values.quantities import are_one_number, find_quantities, read_quantity
from tests.cases import every_case


def found(text: str) -> list[tuple[Decimal, str]]:
    return [(quantity.value, quantity.unit) for quantity in find_quantities(text)]


@every_case(
    "text, value, unit",
    [
        ("$4.2 billion", "4.2e9", "USD"),
        ("USD 5 million", "5e6", "USD"),
        ("£4m", "4e6", "GBP"),
        ("C$3.5bn", "3.5e9", "CAD"),
        ("1.250,50 EUR", "1250.50", "EUR"),
        ("CHF 1'250'000", "1250000", "CHF"),
        ("5 mıllion dollarſ", "5e6", "USD"),
        ("5 Indıan rupees", "5", "INR"),
        ("5 lİters", "5", "l"),
        ("5 H\u212aD", "5", "HKD"),
        ("5 million Argentine pesos", "5e6", "ARS"),
        ("300 million British pounds", "3e8", "GBP"),
        ("one Canadian dollar per share", "1", "CAD"),
        ("12 cents per share", "0.12", "USD/share"),
        ("$6.68 per diluted share", "6.68", "USD/share"),
        ("$3,226,773 thousand", "3226773000", "USD"),
        ("18.2%", "0.182", "%"),
        ("18.2 per cent", "0.182", "%"),
        ("1.5 percentage points", "0.015", "pp"),
        ("50 basis points", "0.005", "pp"),
        ("−5.2%", "-0.052", "%"),
        ("$(0.51)", "-0.51", "USD"),
        ("a loss of ($0.51) per share", "-0.51", "USD/share"),
        ("1,355 retail stores", "1355", "stores"),
        ("14.2 million square feet", "14.2e6", "square feet"),
        ("a supply of 3.3 V", "3.3", "V"),
        ("a 90-day term", "90", "days"),
        ("twelve stores", "12", "stores"),
        ("twenty-four stores", "24", "stores"),
        ("Sixty-five percent", "0.65", "%"),
        ("forty five days", "45", "days"),
        ("twenty four-year leases", "20", "leases"),
        ("two hundred stores", "200", "stores"),
        ("two hundred and twenty-one stores", "221", "stores"),
        ("between one hundred and two hundred stores", "200", "stores"),
        ("one thousand two hundred stores", "1200", "stores"),
        ("twelve hundred stores", "1200", "stores"),
        ("two hundred thousand shares", "200000", "shares"),
        ("two million shares", "2e6", "shares"),
        ("thirty (30) days", "30", "days"),
        ("10k users", "10000", "users"),
        ("5 m of cable", "5", "m"),
    ],
)
def test_one_quantity_is_read_with_unit_and_scale(text, value, unit):
    assert found(text) == [(Decimal(value), unit)]


@every_case(
    "text",
    [
        "on January 28, 2023, at 4:30 p.m.",
        "from 28 January 2023 to 2023-03-01 and 01/28/2023 and 28.01.2023",
        "in fiscal 2022, FY23, Q4 2022 and 2021",
        "Section 21E of Item 7, Note 12 and Form 10-K",
        "call (877) 704-4453 or +49 30 1234 5678",
        "as shown [2] and [1, 3]",
        "the 1st and the 4 th",
        "on the twenty-first day and the sixty-fourth day",
        "five million two hundred thousand dollars",
        "COVID-19, 5G and 3D",
        "file 001-33764, employer 38-4022268",
        "clause 4.2.1",
        "see https://example.org/2023/45 or a1@example.org",
        "the 2022 Employee Stock Plan",
        "2022 special item costs",
        "the Early 409A Pension",
    ],
)
def test_dates_numbering_and_identifiers_are_not_quantities(text):
    assert found(text) == []


def test_range_gives_both_ends():
    assert found("$10.95 billion to $11.05 billion") == [
        (Decimal("10.95e9"), "USD"),
        (Decimal("11.05e9"), "USD"),
    ]
    assert found("$4 to 5 billion") == [(Decimal("4e9"), "USD"), (Decimal("5e9"), "USD")]
    assert found("4 to 5%") == [(Decimal("0.04"), "%"), (Decimal("0.05"), "%")]
    assert found("25-30 stores") == [(Decimal(25), "stores"), (Decimal(30), "stores")]


def test_brackets_are_negative_in_a_row_and_not_in_prose():
    assert found("Interest, net (4,378) (0.1%) 467 0.1%") == [
        (Decimal(-4378), ""),
        (Decimal("-0.001"), "%"),
        (Decimal(467), ""),
        (Decimal("0.001"), "%"),
    ]
    assert found("a third (35%) of customers") == [(Decimal("0.35"), "%")]


def test_span_and_step_say_where_and_how_precise():
    text = "up to $3.2 billion compared"
    [quantity] = find_quantities(text)
    assert text[quantity.start : quantity.end] == quantity.text == "$3.2 billion"
    assert quantity.step == Decimal(100_000_000)
    assert quantity.scale == Decimal(10**9)


@pytest.mark.parametrize(
    "cell, value, unit",
    [
        ("(4,378)", "-4378", ""),
        ("$ (4,378)", "-4378", "USD"),
        ("(17.9)%", "-0.179", "%"),
        ("15.6% (1)", "0.156", "%"),
        ("1,234*", "1234", ""),
        ("(5)", "-5", ""),
        ("2022", "2022", ""),
    ],
)
def test_cell_is_read_whole(cell, value, unit):
    quantity = read_quantity(cell)
    assert quantity is not None
    assert (quantity.value, quantity.unit) == (Decimal(value), unit)


@pytest.mark.parametrize("cell", ["—", "", "Net sales", "1,234 and 5", "n/a"])
def test_cell_with_anything_else_is_no_quantity(cell):
    assert read_quantity(cell) is None


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("auf 1.234,5 Mio. €", "1234500000", "EUR"),
        ("EUR 12,5 Mrd.", "12500000000", "EUR"),
        ("um 4,2 % höher", "0.042", "%"),
    ],
)
def test_decimals_behind_a_comma_before_a_sign(text, value, unit):
    (found,) = find_quantities(text)
    assert (found.value, found.unit) == (Decimal(value), unit)


@dataclass(frozen=True)
class Written:
    value: str
    scale: Decimal
    numeric_value: Decimal | None


@pytest.mark.parametrize(
    "other, alike, alike_unsigned",
    [("4,183", True, True), ("4,251", False, False), ("-4,183", False, True)],
)
def test_roundings_of_one_value_are_one_number(other, alike, alike_unsigned):
    rounded = Written("4.2", Decimal(10**9), Decimal(42 * 10**8))
    precise = Written(other, Decimal(10**6), Decimal(other.replace(",", "")) * 10**6)
    assert are_one_number(rounded, precise) is alike
    assert are_one_number(precise, rounded, signed=False) is alike_unsigned


def test_what_is_worth_nobody_knows_what_is_no_number():
    assert not are_one_number(*[Written("many", Decimal(1), None)] * 2)


def test_a_number_rounds_what_ends_within_half_its_last_digit():
    quantity = read_quantity("$4.2 billion")
    assert quantity.is_rounding_of(Decimal("-4_249_999_999"))
    assert not quantity.is_rounding_of(Decimal("4_260_000_000"))
