"""The SQL of a property's value, which has one type wherever the property stands."""

import pytest
from django.db import connection

from retrieval.annotations.conditions import Property
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
