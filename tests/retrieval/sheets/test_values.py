"""Tables with a row for each value: what may be told of their rows together."""

from decimal import Decimal

import pytest

from retrieval.sheets.asked import Named, Request
from retrieval.sheets.model import Column, Row, Sheet
from retrieval.sheets.shapes.values import of_one_kind, value_of

YEAR, KIND, VALUE = (
    Column(name, frozenset([name.lower()]), frozenset(), is_number=name != "Parameter")
    for name in ("Year", "Parameter", "Value")
)


def sheet(*rows, value="Value"):
    held = tuple(
        Row(label=kind, cells={"Year": Decimal(year), "Parameter": kind, value: Decimal(number)}, span=None)
        for year, kind, number in rows
    )
    columns = (YEAR, KIND, Column(value, VALUE.words, frozenset(), is_number=True))
    return Sheet(
        document_id=1, filename="costs.csv", title="costs", columns=columns, rows=held, names=frozenset(),
        label=KIND, is_list=True,
    )  # fmt: skip


COSTS = sheet((2021, "cost", 5), (2022, "cost", 7), (2021, "lifetime", 20), (2022, "lifetime", 25))
OF_2021 = Named("Year", frozenset([Decimal(2021)]), "2021")
OF_COST = Named("Parameter", frozenset(["cost"]), "cost")


def test_values_are_those_of_the_one_column_that_is_headed_so():
    assert value_of(COSTS) == COSTS.columns[2]
    assert value_of(sheet((2021, "cost", 5), (2021, "lifetime", 20), value="Amount")) is None


@pytest.mark.parametrize(("condition", "is_told"), [(OF_2021, False), (OF_COST, True)])
def test_values_of_several_kinds_are_not_added_up(condition, is_told):
    request = Request(COSTS, "sum", (value_of(COSTS),), (condition,), None, (), 2)
    assert (of_one_kind(request, "What is the total value?") is not None) is is_told


@pytest.mark.parametrize(("question", "is_told"), [("How many costs?", False), ("How many rows?", True)])
def test_rows_are_counted_where_these_are_asked_for(question, is_told):
    request = Request(COSTS, "count", (), (OF_COST,), None, (), 2)
    assert (of_one_kind(request, question) is not None) is is_told
