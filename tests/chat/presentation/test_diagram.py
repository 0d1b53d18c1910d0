"""A source's schema as a drawing."""

from __future__ import annotations

import re

from chat.presentation.diagram import diagram_of
from retrieval.tables.schema import Column, ForeignKey, Schema, Table


def test_a_line_between_tables_of_one_column_lies_within_the_drawing():
    key = ForeignKey(("customer_id",), "customers", ("id",))
    customers = Table("customers", (Column("id", "int"),), primary_key=("id",))
    orders = Table("orders", (Column("customer_id", "int"),), foreign_keys=(key,))
    drawing = diagram_of(Schema((customers, orders)))
    (edge,) = drawing.edges
    assert max(float(x) for x in re.findall(r"([\d.]+) [\d.]+", edge.path)) <= drawing.width
