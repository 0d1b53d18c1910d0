"""Tables that name no time are of their report's, where their rows can be of nothing else."""

from reading.figures.read import read_figures
from reading.tables.read import read_tables
from tests.reading.drawing import draw

REPORT = """
    For the fiscal year ended December 31, 2032.

    CONSOLIDATED STATEMENTS OF INCOME
    (in millions)
                              Year ended December 31,
                                  2032          2031
    Net sales                    4,410         4,106
    Cost of sales                2,310         2,204
    Operating income               512           488
    Net earnings                   301           287
"""
OPTIONS = """
    Option activity follows:

    shares in thousands                         Number of      Exercise
                                                   Shares         Price
    Outstanding at beginning of year                6,410       $ 41.80
    Granted                                           530         90.70
    Exercised                                      (1,240)        38.60
    Outstanding at end of year                      5,700         47.10
"""
DUE = """
    Principal falls due as follows:

    in millions                                 Principal
    2033                                            $ 410
    2034                                              365
    2035                                              280
    Thereafter                                      1,150
    Total                                         $ 2,205
"""
NONE = ("", "")
SPAN, OPENING, CLOSING = ("2032-01-01", "2032-12-31"), ("", "2031-12-31"), ("", "2032-12-31")


def periods(*pages: str) -> dict[str, tuple[str, str]]:
    parsed = draw(*pages)
    _, metrics = read_figures(parsed, read_tables(parsed), entity="")
    return {each.value: (str(each.period_start or ""), str(each.period_end or "")) for each in metrics}


def test_what_leads_through_a_year_without_a_name_is_of_the_reports_year():
    found = periods(REPORT, OPTIONS)
    assert found["6,410"] == found["$ 41.80"] == OPENING
    assert found["(1,240)"] == found["38.60"] == SPAN
    assert found["5,700"] == CLOSING


def test_of_two_that_are_alike_neither_is_of_the_reports_year():
    found = periods(REPORT, OPTIONS, OPTIONS.replace("530", "610"))
    assert found["530"] == found["610"] == NONE


def test_a_table_that_names_another_year_is_not_of_the_report():
    found = periods(REPORT, OPTIONS.replace("activity follows", "activity in 2031 follows"))
    assert found["(1,240)"] != SPAN


def test_a_quarters_report_does_not_tell_which_year_is_meant():
    quarter = REPORT.replace("Year ended December 31,", "Three months ended June 30,")
    assert periods(quarter, OPTIONS)["6,410"] == NONE


def test_what_falls_due_in_years_to_come_stands_so_on_the_reports_last_day():
    found = periods(REPORT, DUE)
    assert found["$ 410"] == found["280"] == found["1,150"] == found["$ 2,205"] == CLOSING
