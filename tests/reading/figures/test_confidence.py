"""What of a table is stored as figures, and with which confidence."""

import reading
from reading.figures.read import read_figures
from reading.model import MetricDraft
from reading.tables.read import read_tables
from tests.reading.drawing import draw


def metrics_of(page: str) -> list[MetricDraft]:
    parsed = draw(page)
    return read_figures(parsed, read_tables(parsed), entity="")[1]


def test_years_among_amounts_are_no_figures():
    metrics = metrics_of("""
    (In millions)                    Amount       Maturity
    Notes of the first series       $ 1,250           2027
    Notes of the second series        2,100           2029
    """)
    assert [metric.value for metric in metrics] == ["$ 1,250", "2,100"]


def test_numbers_that_look_like_years_are_figures_where_thousands_bear_no_comma():
    metrics = metrics_of("""
                                     Weight        Height
    First part                         1250          2027
    Second part                        3980          1990
    """)
    assert len(metrics) == 4


def test_columns_without_any_words_over_them_are_not_stored():
    metrics = metrics_of("""
    Domestic                            850           868
    Abroad                              397           452
    """)
    assert metrics == []


def test_one_column_without_heading_is_stored():
    assert (
        len(
            metrics_of("""
    Net amount                     EUR 1,190.00
    Total due                      EUR 1,416.10
    """)
        )
        == 2
    )


def test_a_row_of_signs_and_dashes_is_not_set_letter_by_letter():
    metrics = metrics_of("""
    (In millions)      Cost    Gains    Losses    Value    Current    Other
    Cash              $ 850    $ -      $ -       $ 850    $ 850      $ -
    Bonds               397      1        -         398      300        98
    """)
    assert [metric.value for metric in metrics if metric.metric_name.startswith("Cash")] == ["$ 850"] * 3


def test_rows_of_marks_of_notes_are_not_stored():
    metrics = metrics_of("""
                                       2022          2021
    Domestic                          $ 850         $ 868
    (3)                                 (2)           (4)
    """)
    assert [metric.value for metric in metrics] == ["$ 850", "$ 868"]


def test_rows_set_letter_by_letter_are_not_stored():
    metrics = metrics_of("""
                                       2022          2021
    Domestic                          $ 850         $ 868
    A b r o a d                     1 , 4 5           6 2
    """)
    assert [metric.value for metric in metrics] == ["$ 850", "$ 868"]


def test_confidence_falls_with_what_is_inherited():
    metrics = metrics_of("""
    (In millions)                      2022          2021
    Domestic                          $ 850           868
    Abroad                              397           452
    """)
    signed, beside, captioned, _ = (metric.confidence for metric in metrics)
    assert signed == 1.0
    assert signed > captioned > beside > 0.8


def test_confidence_is_lower_without_a_period():
    with_period, without = (
        metrics_of(f"""
    (In millions)                    {heading}       Goodwill
    Domestic                            $ 850           $ 868
    Abroad                              $ 397           $ 452
    """)[0]
        for heading in ("2022", "Cash")
    )
    assert without.confidence < with_period.confidence


def test_figures_that_only_their_place_tells_apart_are_not_stored():
    metrics = metrics_of("""
    (In millions)                 2022      2021      2022      2021
    Compensation cost            $ 259     $ 287     $ 281     $ 287
    """)
    assert [metric.value for metric in metrics] == ["$ 287", "$ 287"]


def test_levels_of_the_fair_value_hierarchy_are_no_amounts():
    metrics = metrics_of("""
    (In millions)                Level       2022       2021
    Index funds                      1      $ 257      $ 337
    Forward contracts                2         14         21
    """)
    assert [metric.value for metric in metrics] == ["$ 257", "$ 337", "14", "21"]


def test_two_tables_side_by_side_are_not_stored():
    metrics = metrics_of("""
                        Stores                        Stores
    Alder County 11 Oakham                                15
    Birch County 22 Pinewold                              19
    Cedar County 7 Rowanby                                26
    Elm County 133 Sallow                                 25
    """)
    assert metrics == []


def test_an_amount_with_cents_among_whole_millions_is_not_stored_as_millions():
    metrics = metrics_of("""
    (In millions)                        2022       2021
    Value of units vested             $ 7.26     $ 6.22
    Value of options exercised         $ 594       $ 842
    Compensation cost                $ 1,259     $ 1,287
    """)
    assert [metric.value for metric in metrics] == ["$ 594", "$ 842", "$ 1,259", "$ 1,287"]


def test_the_context_of_an_amount_due_says_in_which_year():
    metrics = metrics_of("""
    Commitments as of June 30, 2023 were as follows (in millions):
                                             Year Ended December 31,
                                  2023      2024      2025   Thereafter     Total
    Purchase obligations       $ 4,274   $ 8,032   $ 6,151      $ 6,090   $ 24,547
    """)
    said = [metric.context.rpartition(" › ")[2] for metric in metrics]
    assert [words[-4:] for words in said[:3]] == ["2023", "2024", "2025"]


def test_marks_of_notes_and_decimals_of_no_known_unit_are_not_stored():
    metrics = metrics_of("""
                                     Expires      Value      Term
    Patent of lathes                     (4)      $ 397       5.8
    Patent of drills                    (16)      $ 452       6.3
    """)
    assert [metric.value for metric in metrics] == ["$ 397", "$ 452"]


def test_what_investments_grew_to_is_not_stored_where_only_their_names_stand_beside_it():
    rows = """    Year-end data            2020        2021        2022
    Example              $ 100.00    $ 174.60    $ 159.71
    The index            $ 100.00    $ 191.48    $ 156.77
    """
    assert metrics_of(rows) == []
    assert len(metrics_of(f"    Return on an investment of $100\n{rows}")) == 6


def test_columns_over_which_nothing_stands_are_no_figures_even_where_the_title_has_a_time():
    metrics = metrics_of("""
    October 1-31, 2022
      Repurchase program                   3,228,300     $ 152.38      3,228,300
      Employee transactions                    7,572     $ 150.44          7,572
      Other transactions                       1,572     $ 151.44          1,572
    """)
    assert metrics == []


def test_years_under_a_heading_that_says_so_are_no_figures_though_other_numbers_bear_no_comma(tmp_path):
    years, kinds = range(1990, 2000), ("Flood", "Storm")
    rows = [f"{kind},{year},{1200 + 2 * year}" for kind in kinds for year in years]
    (tmp_path / "deaths.csv").write_text("\n".join(["Kind,Year,Deaths", *rows]))
    metrics = reading.read(tmp_path / "deaths.csv").metrics
    assert {metric.value for metric in metrics} == {str(1200 + 2 * year) for year in years}
