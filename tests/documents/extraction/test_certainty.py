"""What of a table is stored as figures, and with which confidence."""

from documents.extraction.figures import read_figures
from documents.extraction.types import MetricDraft
from documents.tables import read_tables
from tests.documents.drawing import draw


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
