"""The chart of a data source's result."""

from __future__ import annotations

from chat.presentation.charts import picture_for


def test_figures_over_bars_are_those_of_the_table_where_they_are_short():
    rows = [["2024-01", 100.5], ["2024-02", 40.25], ["2024-03", 18742123.5], ["2024-04", None]]
    table = {"columns": ["month", "amount"], "rows": rows}
    picture = picture_for(table, {"kind": "bars", "x": "month", "y": "amount"}, "one")
    assert [bar.value for bar in picture.bars] == ["100.5", "40.25", "18.7M", ""]
