"""Each number of an answer against its evidence."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest

from agentic.evidence import Draft, Evidence, Figure, ResultTable, Span
from agentic.verification.verify import verify

pytestmark = pytest.mark.django_db  # words are compared as the database does

PAGE = Span(
    document_id=7,
    filename="q4.pdf",
    page=5,
    quote="Net sales $ 3,226,773 $ 2,729,373",
    kind="metric",
    fact_id=1,
)


def figure(value, text="", *, unit="USD", scale=1000, label="Net sales", entity="Acme", **more):
    return Figure(
        value=Decimal(value),
        text=text or str(value),
        unit=unit,
        scale=Decimal(scale),
        label=label,
        entity=entity,
        **{**QUARTER, "span": PAGE, **more},
    )


QUARTER = {
    "period_start": date(2022, 10, 30),
    "period_end": date(2023, 1, 28),
    "fiscal_year": 2022,
    "fiscal_quarter": 4,
}
YEAR_BEFORE = {
    "period_start": date(2021, 10, 31),
    "period_end": date(2022, 1, 29),
    "fiscal_year": 2021,
    "fiscal_quarter": 4,
}
NOW = figure(3_226_773_000, "3,226,773")
BEFORE = figure(2_729_373_000, "2,729,373", **YEAR_BEFORE)
EVIDENCE = Evidence(spans=(PAGE,), figures=(NOW, BEFORE))


def statuses(text, evidence=EVIDENCE, **options):
    return [number.status for number in verify(Draft(text=text), evidence, **options).numbers]


@pytest.mark.parametrize(
    "text, status",
    [
        ("Net sales were $3,226,773 thousand [1].", "exact"),
        ("Net sales were $3,226,773,000 [1].", "exact"),
        ("Net sales were $3.2 billion [1].", "rounded"),
        ("Net sales were $3,227 million [1].", "rounded"),
        ("Net sales were **$3.23 billion** [1].", "rounded"),
        ("Net sales were $3.22 billion [1].", "unsupported"),
        ("Net sales were $3.2 million [1].", "unsupported"),
        ("Net sales were €3.2 billion [1].", "unsupported"),
        ("Net sales grew 3.2% [1].", "unsupported"),
        ("Net sales in the fourth quarter of fiscal 2022 were $3.2 billion.", "rounded"),
        ("Net sales in the fourth quarter of fiscal 2023 were $3.2 billion.", "unsupported"),
        ("Net sales in fiscal 2022 were $3.2 billion.", "unsupported"),
        ("Net sales in fiscal 2020 were $3.2 billion.", "unsupported"),
        ("Net sales in the second quarter of fiscal 2022 were $3.2 billion.", "unsupported"),
        ("Net sales in the 13 weeks ended January 28, 2023 were $3.2 billion.", "rounded"),
        ("Net sales in the 13 weeks ended January 29, 2022 were $3.2 billion.", "unsupported"),
        ("Net sales rose by $497.4 million.", "computed"),
        ("Net sales rose by 18.2%.", "computed"),
        ("Net sales rose by 18.9%.", "unsupported"),
        ("Both quarters together came to $5,956,146 thousand.", "computed"),
        ("On average they were $2,978 million.", "computed"),
        ("In thousands of dollars: net sales 3,226,773.", "exact"),
    ],
)
def test_status(text, status):
    assert statuses(text) == [status]


def test_exact_number_leads_to_its_page():
    (number,) = verify(Draft(text="It was $3,226,773 thousand [1]."), EVIDENCE).numbers

    assert (number.document, number.page, number.quote) == ("q4.pdf", 5, PAGE.quote)
    assert number.value == 3_226_773_000
    assert "It was $3,226,773 thousand [1]."[number.start : number.end] == number.text


def test_computed_number_shows_its_formula():
    (number,) = verify(Draft(text="Growth was 18.2%."), EVIDENCE).numbers

    assert number.formula == "3,226,773 ÷ 2,729,373 − 1"


def test_formula_written_out_is_followed():
    text = "Growth was 3,226,773 ÷ 2,729,373 − 1 = 18.2%."

    assert statuses(text) == ["exact", "exact", "computed"]


def test_years_dates_marks_and_list_numbers_are_no_figures():
    text = "1. In fiscal 2022, on January 28, 2023, see section 4.2 [1].\n2. Q4 2022 as well."

    assert statuses(text) == []


def test_numbers_of_the_question_are_not_checked_unless_they_are_figures():
    question = "Which invoices are over 10,000 EUR?"
    evidence = Evidence(figures=(figure(12_500, unit="EUR", scale=1, label="Total"),))

    assert statuses("One is over 10,000 EUR: 12,500 EUR.", evidence, question=question) == ["exact"]
    assert statuses("One is over 11,000 EUR: 12,500 EUR.", evidence, question=question) == [
        "unsupported",
        "exact",
    ]


def test_a_loss_is_negative_in_tables_and_positive_in_words():
    loss = figure(-4_400_000, "(4,400)", label="Net income (loss)")
    evidence = Evidence(figures=(loss,))

    assert statuses("The net loss was $4.4 million.", evidence) == ["exact"]
    assert statuses("Net income was $4.4 million.", evidence) == ["unsupported"]
    assert statuses("Net income was $(4.4) million.", evidence) == ["exact"]


def test_per_cent_is_no_amount():
    evidence = Evidence(figures=(figure("0.382", "38.2", unit="%", scale="0.01", label="Gross margin"),))

    assert statuses("Gross margin was 38.2%.", evidence) == ["exact"]
    assert statuses("Gross margin was 38%.", evidence) == ["rounded"]
    assert statuses("Gross margin was $38.2.", evidence) == ["unsupported"]
    assert statuses("Gross margin was 38.2 million.", evidence) == ["unsupported"]


def test_share_of_two_measures_of_one_period():
    profit = figure(1_217_600_000, "1,217,600", label="Gross profit")

    assert statuses("Gross margin was 37.7%.", Evidence(figures=(NOW, profit))) == ["computed"]


def test_unrelated_figures_are_not_combined():
    other = figure(1_217_600_000, "1,217,600", label="Headcount cost", entity="Globex", **YEAR_BEFORE)

    assert statuses("The share was 37.7%.", Evidence(figures=(NOW, other))) == ["unsupported"]


def test_number_in_a_quote():
    span = Span(
        document_id=1,
        filename="a.txt",
        page=2,
        quote="We operated 1,355 stores. Sales were $4.2 million.",
        kind="chunk",
    )
    evidence = Evidence(spans=(span,))

    assert statuses("It had 1,355 stores [1].", evidence) == ["exact"]
    assert statuses("Sales were $4 million [1].", evidence) == ["rounded"]
    assert statuses("Sales were $4.2 billion [1].", evidence) == ["unsupported"]
    assert statuses("Sales were 4.2% [1].", evidence) == ["unsupported"]


def test_quote_with_a_caption_of_scale():
    quote = "(Dollars in millions)\nNet sales 394,328\nTotal assets 352,755"
    evidence = Evidence(spans=(Span(document_id=1, filename="a.pdf", page=2, quote=quote, kind="chunk"),))

    assert statuses("Net sales were $394.3 billion [1].", evidence) == ["rounded"]
    assert statuses("Net sales were $394,328 million [1].", evidence) == ["exact"]


def test_other_column_of_a_row_is_of_another_period():
    evidence = Evidence(spans=(PAGE,), figures=(NOW,))

    assert statuses("Net sales in the fourth quarter of fiscal 2022 were $2,729,373 thousand.", evidence) == [
        "unsupported"
    ]


def test_period_of_a_quote():
    quote = "Revenue in 2021 was $5.0 million. Revenue in 2022 was $6.0 million."
    evidence = Evidence(spans=(Span(document_id=1, filename="a.pdf", page=2, quote=quote, kind="chunk"),))

    assert statuses("Revenue in 2022 was $6.0 million.", evidence) == ["exact"]
    assert statuses("Revenue in 2022 was $5.0 million.", evidence) == ["unsupported"]


def test_result_of_a_query_is_computed():
    table = ResultTable(columns=("document_id", "total"), rows=((9, Decimal("48210.5")), (3, Decimal("100"))))
    evidence = Evidence(tables=(table,))
    numbers = verify(Draft(text="There are 2 invoices; the total is $48,210.50."), evidence).numbers

    assert [number.status for number in numbers] == ["computed", "computed"]
    assert numbers[1].formula == "total, computed by the query"
    assert statuses("There are 9 invoices.", evidence) == ["unsupported"]


@pytest.mark.parametrize("value", [1, 2, 100])
def test_a_small_number_in_bold_is_no_constant_of_a_formula(value):
    table = ResultTable(columns=("order_count",), rows=((value,),))
    assert statuses(f"Order count: **{value}**.", Evidence(tables=(table,))) == ["computed"]


def test_the_first_rows_of_more_are_counted():
    table = ResultTable(columns=("name",), rows=(("Ada",), ("Bob",), ("Cleo",)), truncated=True)
    assert statuses("The first 3 rows, such as Ada.", Evidence(tables=(table,))) == ["computed"]
    assert statuses("3 rows are all that there is.", Evidence(tables=(table,))) == ["unsupported"]


def test_cell_of_a_row_is_the_figure_of_that_row():
    table = ResultTable(columns=("amount",), rows=((NOW.value,),), spans=(PAGE,))
    evidence = Evidence(spans=(PAGE,), figures=(NOW,), tables=(table,))

    assert statuses("It was $3,226,773 thousand.", evidence) == ["exact"]
    assert statuses("In fiscal 2022 it was $3,226,773 thousand.", evidence) == ["unsupported"]


def test_cell_as_written_has_the_scale_of_its_figure():
    table = ResultTable(columns=("written", "quote"), rows=(("3,226,773", PAGE.quote),), spans=(PAGE,))
    evidence = Evidence(spans=(PAGE,), figures=(NOW,), tables=(table,))

    assert statuses("It was $3.2 billion.", evidence) == ["rounded"]
    assert statuses("It was $3.2 million.", evidence) == ["unsupported"]


def test_share_from_a_query_in_per_cent_or_as_a_fraction():
    assert statuses(
        "It grew 18.2%.", Evidence(tables=(ResultTable(columns=("g",), rows=((Decimal("18.2241"),),)),))
    ) == ["computed"]
    assert statuses(
        "It grew 18.2%.", Evidence(tables=(ResultTable(columns=("g",), rows=((0.182241,),)),))
    ) == ["computed"]


def test_citations_that_exist_are_kept_and_others_removed():
    answer = verify(Draft(text="It was $3.2 billion [1][4]. See [2, 1] [3]."), EVIDENCE)

    assert answer.text == "It was $3.2 billion [1]. See [1]."
    assert [(c.number, c.document, c.page) for c in answer.citations] == [(1, "q4.pdf", 5)]
    assert answer.warnings == ("[4], [2], [3] pointed at no source and were removed.",)


def test_unsupported_number_is_warned_of():
    answer = verify(Draft(text="It was $9.9 billion."), EVIDENCE)

    assert answer.warnings == ("No source was found for $9.9 billion: check before use.",)
    assert answer.proven == 0


def test_nothing_to_check():
    answer = verify(Draft(text="", answered=False), Evidence(nearest=(PAGE,)))

    assert answer.numbers == ()
    assert answer.nearest[0].document == "q4.pdf"


def test_a_date_in_a_file_name_is_no_period_of_the_sentence():
    span = Span(document_id=1, filename="minutes-2025-07-17.pdf", page=1, quote="Revenue 4.9", kind="metric")
    figure = Figure(
        value=Decimal(4_900_000), text="4.9", unit="EUR", scale=Decimal(1_000_000), fiscal_year=2025,
        fiscal_quarter=2, period_start=date(2025, 4, 1), period_end=date(2025, 6, 30), span=span,
    )  # fmt: skip
    draft = Draft(text="By contrast minutes-2025-07-17.pdf gives €4.9 million [1].")
    answer = verify(draft, Evidence(spans=(span,), figures=(figure,)))
    assert [number.status for number in answer.numbers] == ["exact"]


def test_a_text_without_marks_gets_those_of_its_numbers():
    other = Span(document_id=8, filename="q1.pdf", page=2, quote="Net sales $ 9", kind="metric", fact_id=2)
    evidence = Evidence(spans=(other, PAGE), figures=(NOW, BEFORE))
    text = "Net sales were $3,226,773 thousand. They were high. A year before, they were $2,729,373 thousand"
    answer = verify(Draft(text=text), evidence)
    assert answer.text == (
        "Net sales were $3,226,773 thousand [2]. They were high. "
        "A year before, they were $2,729,373 thousand [2]"
    )
    assert [citation.number for citation in answer.citations] == [2]
    found = [answer.text[number.start : number.end] for number in answer.numbers]
    assert found == ["$3,226,773 thousand", "$2,729,373 thousand"]


@pytest.mark.parametrize(
    "text",
    [
        "They were high [1]. Net sales were $3,226,773 thousand.",
        "They were $5.",
        "| Sales | $3,226,773,000 |",
    ],
)
def test_no_mark_is_added_where_there_is_one_or_no_source_or_a_table(text):
    assert verify(Draft(text=text), EVIDENCE).text == text


def test_a_number_knows_how_its_source_writes_it():
    (number,) = verify(Draft(text="Net sales were $3.2 billion [1]."), EVIDENCE).numbers
    assert number.quote
    assert number.as_written == "3,226,773"
    (unsupported,) = verify(Draft(text="Net sales were $9.9 billion [1]."), EVIDENCE).numbers
    assert unsupported.as_written == ""
