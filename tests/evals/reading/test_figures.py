from __future__ import annotations

from decimal import Decimal

import pytest

from evals.reading.figures import report
from evals.reading.filed import FiledFigure, Filing, read_filing
from evals.reading.line_reading import read_lines
from evals.reading.places import place_of_pages
from tests.reading.drawing import draw

NUMBERS = "    ".join(str(number) for number in range(101, 131))
STATEMENT = """
             Example Inc.
      Consolidated Statements of Income
    (In millions)               Years ended December 31,
                                    2022       2021
    Net sales                    $ 9,000    $ 8,000
    Cost of sales                  5,000      4,500
    Gross profit                   4,000      3,500
    Selling expenses               1,500      1,300
    Research and development       1,000        900
    Interest expense                 200        200
    Provision for income taxes       300        250
    Income before income taxes     1,300      1,100
    Net income                     1,000        850
    """
SEGMENT = """
    NOTE 7 – Segments

               Coatings
    (In millions)               Years ended December 31,
                                    2022       2021
    Net sales                    $ 5,200    $ 4,400
    Segment profit                   700        600
    """


def filed(concept: str, value: int, printed: str, start: str = "2022-01-01") -> FiledFigure:
    return FiledFigure("report", (concept,), Decimal(value), start, "2022-12-31", printed)


def filing(*figures: FiledFigure) -> Filing:
    return read_filing("report", draw(SEGMENT, STATEMENT), figures)


def test_report_by_name_asks_what_a_question_gets():
    sales = filed("Revenues", 9_000_000_000, "9000")
    answered = report([filing(sales)], by="name", match="all")
    assert answered.rows == (("revenue", 1, "1.000", "1.000"), ("all", 1, "1.000", "1.000"))
    wrong = report([filing(filed("Revenues", 5_200_000_000, "5200"))], by="name", match="all")
    assert wrong.rows[-1] == ("all", 1, "0.000", "0.000")
    assert "report: revenue in note 7 ×1" in wrong.notes[0]


def test_revenue_from_contracts_is_a_part_where_another_total_is_filed():
    part = filed("RevenueFromContractWithCustomerExcludingAssessedTax", 5_200_000_000, "5200")
    assert report([filing(part)], by="name", match="all").rows[-1][1] == 1
    both = report([filing(part, filed("Revenues", 9_000_000_000, "9000"))], by="name", match="all")
    assert both.rows[-1] == ("all", 1, "1.000", "1.000")


def test_net_income_answers_for_that_with_others_where_there_are_none():
    alone = filing(filed("ProfitLoss", 1_000_000_000, "1000"))
    assert report([alone], by="name", match="all").rows[-1] == ("all", 1, "1.000", "1.000")


def test_report_by_place_and_concept_counts_what_is_found():
    found = filing(
        filed("Revenues", 9_000_000_000, "9000"),
        filed("SegmentRevenue", 5_200_000_000, "5200"),
        filed("Goodwill", 777_000_000, "777", start=""),
    )
    by_place = {row[0]: row[1:] for row in report([found], by="place", match="all").rows}
    assert by_place["income statement"] == (1, "1.000", "1.000", "1.000")
    assert by_place["notes"] == (1, "1.000", "1.000", "1.000")
    assert by_place["not printed so"] == (1, "0.000", "0.000", "0.000")
    by_concept = report([found], by="concept", match="all")
    assert by_concept.rows[-1] == ("all", 3, "0.667", "0.667", "0.667")
    assert by_concept.notes[0] == "Missed by value: 1; report: Goodwill in not printed so ×1."


def test_report_by_document_measures_reading_line_by_line_in_the_same_run():
    columns = report([filing(filed("Revenues", 9_000_000_000, "9000"))], by="document", match="all")
    row = dict(zip(columns.columns, columns.rows[-1], strict=True))
    assert (row["value"], row["+ end"]) == ("1.000", "1.000")
    assert (row["line by line: value"], row["line by line: + end"]) == ("1.000", "0.000")


def test_lines_are_read_in_the_scale_named_last_with_the_date_named_last():
    reading = read_lines(
        draw(
            """
            Balance at December 31, 2022 and January 1, 2022
            (In thousands)
            Cash 1,234 and 5
            Earnings per share 1.25
            """
        )
    )
    assert reading.has_end(Decimal(1_234_000), "2022-01-01")
    assert not reading.has_end(Decimal(1_234_000), "2022-12-31")
    assert reading.has_value(Decimal("1.25"))
    assert not reading.has_value(Decimal(1234))


@pytest.mark.parametrize(
    "title, place",
    [
        ("Consolidated Statements of Income", "income statement"),
        ("Consolidated Balance Sheets", "balance sheet"),
        ("Consolidated Statements of Cash Flows", "cash flow statement"),
        ("Consolidated Statements of Comprehensive Income", "comprehensive income"),
        ("Selected data", "elsewhere"),
    ],
)
def test_place_of_a_page_is_the_statement_that_heads_it(title, place):
    assert place_of_pages(draw(f"{title}\n{NUMBERS}"))[1] == place


def test_note_goes_on_until_another_part_begins():
    parsed = draw("NOTE 3 – Debt\nNotes due 2030  1,000", "Notes due 2035  2,000", "Item 9. Controls\nNone.")
    assert list(place_of_pages(parsed).values()) == ["note 3", "note 3", "elsewhere"]


def test_figure_in_a_sentence_stands_where_the_sentence_does():
    debt = filed("LongTermDebt", 118_700_000_000, "118700", start="")
    prose = draw("NOTE 6 – Debt\nNotes of $118.7 billion were outstanding.")
    assert read_filing("report", prose, [debt]).place(debt) == "note 6"
