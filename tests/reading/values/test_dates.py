"""Days written with digits alone."""

from datetime import date

import pytest

from reading.values.dates import find_dates


@pytest.mark.parametrize(
    "text", ["14-3-2024", "14-03-2024", "3-14-2024", "2024/03/14", "2024/3/14", "2024.03.14", "14.3.2024"]
)
def test_a_day_of_digits_is_read(text):
    assert [day for day, _, _ in find_dates(f"Signed {text}.")] == [date(2024, 3, 14)]


@pytest.mark.parametrize("text", ["F-14-3-2024", "2024/03/14/2", "2024.03.14.1"])
def test_a_number_of_parts_is_no_day(text):
    assert not list(find_dates(f"See {text} here"))
