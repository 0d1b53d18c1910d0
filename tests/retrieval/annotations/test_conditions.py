"""The SQL of a property's value, which has one type wherever the property stands."""

import pytest
from django.db import connection

from retrieval.annotations.conditions import Property, row_tests
from retrieval.annotations.fields import FieldInfo, Fields

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("in_row", [True, False])
@pytest.mark.parametrize("where", ["in_columns", "in_properties", "in_attributes"])
def test_the_value_of_a_property_is_json_also_where_no_place_has_it(in_row, where):
    info = FieldInfo(name="term", spellings=("Term",), **{where: True})
    value = Property(info, Fields(), in_row=in_row, of_document=False).value()
    row = "(SELECT CAST('{}' AS jsonb) AS properties, '' AS table_name) AS r"
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT jsonb_typeof({value}) FROM {row}")
        assert cursor.fetchone() == (None,)


def test_a_name_and_its_sign_are_looked_for_next_to_each_other(workspace):
    (test,) = row_tests({"text": {"op": "~", "value": "Otter M pump"}}, workspace)
    with connection.cursor() as cursor:
        for quote, stands in (
            ("Otter M pump", True),
            ("Otter no. M, a pump", True),
            ("Otter pump 15 m", False),
        ):
            cursor.execute(f"SELECT {test} FROM (SELECT '' AS label, %s AS quote) AS r", [quote])
            assert cursor.fetchone() == (stands,)


def test_a_number_goes_by_its_name_without_the_unit_at_its_end():
    cost = FieldInfo("parts cost eur", ("Parts cost EUR",), 3, 3, "EUR", in_columns=True)
    known = Fields(by_name={cost.name: cost})
    assert known.get("Parts cost") == cost
    assert known.get("parts") is None
