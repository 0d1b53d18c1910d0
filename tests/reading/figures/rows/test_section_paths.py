"""Which headings over tables and sentences are told with their figures."""

from dataclasses import replace

from reading.figures.read import read_figures
from reading.model import MetricDraft
from reading.tables.read import read_tables
from tests.reading.drawing import draw

PROSE = """
All that is told here of the year and of its results was told in the year before as well, and
more of it will be told in the next year by those who were there and those who heard of it all.
"""
COSTS = """
                                              2022        2021
Service cost of the year                     $ {}       $ 118
Interest cost of the year                       41          39
"""


def read(*pages: str) -> list[MetricDraft]:
    parsed = draw(*pages)
    return read_figures(parsed, read_tables(parsed), entity="")[1]


def contexts(metrics: list[MetricDraft], name: str) -> list[str]:
    return [metric.context for metric in metrics if metric.metric_name == name]


def test_figures_of_two_plans_are_told_apart_by_the_headings_over_their_tables():
    metrics = read(
        f"""
**Domestic Plans**
{PROSE}
{COSTS.format(126)}
{PROSE}
**Plans Abroad**
{PROSE}
{COSTS.format(530)}
"""
    )
    assert contexts(metrics, "Service cost of the year") == ["Domestic Plans"] * 2 + ["Plans Abroad"] * 2


def test_a_heading_holds_on_the_pages_after_it():
    metrics = read(f"\n**Outdoor Gear**\n{PROSE}", f"\n{PROSE}\n\n\n{COSTS.format(126)}")
    assert set(contexts(metrics, "Service cost of the year")) == {"Outdoor Gear"}


def test_what_heads_a_part_of_every_report_says_nothing_of_a_figure():
    metrics = read(f"\n**Notes to Consolidated Financial Statements**\n{PROSE}\n\n\n{COSTS.format(126)}")
    assert set(contexts(metrics, "Service cost of the year")) == {""}


def test_a_sentence_is_told_with_the_headings_over_it():
    metrics = read(f"""
**Outdoor Gear**
{PROSE}
Operating income was $12 million in 2022.
""")
    assert [metric.context for metric in metrics] == [
        "Outdoor Gear › Operating income was $12 million in 2022."
    ]


def test_parts_with_like_headings_are_told_by_the_names_over_these():
    parts = "".join(
        f"""
**{name}**
**Business Environment**
{PROSE * 3}
**Results in Short**

{COSTS.format(cost)}
"""
        for name, cost in (("Outdoor Gear", 126), ("Footwear", 530))
    )
    told = contexts(read(parts), "Service cost of the year")
    assert [text.split(" › ")[0] for text in told] == ["Outdoor Gear"] * 2 + ["Footwear"] * 2


def test_a_table_that_shows_the_parts_side_by_side_is_of_none_of_them():
    metrics = read(f"""
**Outdoor Gear**
{PROSE}
**Footwear**
{PROSE}



                                              2022        2021
Outdoor Gear                                 $ 126       $ 118
Footwear                                        41          39
""")
    assert not any("Footwear" in context for context in contexts(metrics, "Outdoor Gear"))


def test_what_comes_after_a_table_of_all_parts_is_of_no_part():
    metrics = read(f"""
**Outdoor Gear**
{PROSE}
**Footwear**
{PROSE}



                                              2022        2021
Outdoor Gear                                 $ 126       $ 118
Footwear                                        41          39

{PROSE}
{PROSE}



{COSTS.format(530)}
""")
    told = contexts(metrics, "Service cost of the year")
    assert len(told) == 2
    assert not any("Footwear" in context for context in told)


def test_what_heads_a_column_is_no_section():
    metrics = read(f"""
{PROSE}
                                        **Amounts Recognized**
{PROSE}



{COSTS.format(126)}
""")
    assert not any("Amounts" in context for context in contexts(metrics, "Service cost of the year"))


def test_a_heading_on_one_sheet_is_none_of_the_next_one():
    parsed = draw(f"**Domestic Plans**\n{PROSE}\n{COSTS.format(126)}", COSTS.format(530))
    sheets = tuple(replace(page, title=f"Sheet {page.number}") for page in parsed.pages)
    named = replace(parsed, pages=sheets)
    metrics = read_figures(named, read_tables(named), entity="")[1]
    assert [metric.context for metric in metrics if metric.value == "$ 530"] == [""]
    assert contexts(metrics, "Service cost of the year")[0] == "Domestic Plans"
