"""Ratios that questions name, computed from what is stored, by the question's own definition or ours."""

import pytest

from tests.agentic.figures_of import checked, company, figure, is_proven
from tests.cases import every_case

# Statements run as the reader, on a connection of its own that sees committed rows only.
pytestmark = pytest.mark.django_db(transaction=True)

FLOWS = {
    "revenue": ("Net sales", 10_000, 9_000),
    "cost_of_revenue": ("Cost of sales", 6_000, 5_500),
    "operating_income": ("Operating income", 1_500, 1_200),
    "depreciation_amortization": ("Depreciation and amortization", 400, 350),
    "capital_expenditures": ("Capital expenditures", -700, -650),
    "net_income": ("Net income", 900, 1_000),
}
BALANCES = {
    "inventory": ("Inventories", 1_600, 1_400),
    "current_assets": ("Total current assets", 4_000, 3_600),
    "current_liabilities": ("Total current liabilities", 1_600, 2_400),
    "total_assets": ("Total assets", 20_000, 18_000),
}


@pytest.fixture
def acme(workspace):
    document = company(workspace, "Acme Tools, Inc.")
    for measures, is_balance in ((FLOWS, False), (BALANCES, True)):
        for name, (label, *amounts) in measures.items():
            for year, thousands in zip((2023, 2022), amounts, strict=True):
                fields = {"period_start": None} if is_balance else {}
                named = {"metric_name": label, "canonical_name": name, **fields}
                figure(document, thousands, year, months=12, until=12, **named)
    return document


@every_case(
    "question, said",
    [
        ("What is Acme Tools' FY2023 inventory turnover ratio?", "was 4.00 times"),
        ("What was Acme Tools' gross margin in FY2023?", "was 40.0%"),
        ("What is the FY2023 EBITDA margin for Acme Tools?", "was 19.0%"),
        ("What is the FY2023 return on assets for Acme Tools?", "was 4.7%"),
        ("What is Acme Tools' FY2023 working capital? Answer in USD thousands.", "was $2,400 thousand"),
        ("What is the FY2023 unadjusted EBITDA less capex for Acme Tools?", "was $1,200 thousand"),
        ("What was Acme Tools' current ratio?", "was 2.50 times"),
        ("What is Acme Tools' FY2023 days inventory outstanding (DIO)?", "was 91.3 days"),
        (
            "How many days of inventory did Acme Tools hold in FY2023 (use year end inventory)?",
            "was 97.3 days",
        ),
        ("What is Acme Tools' FY2023 inventory turnover, using average inventory?", "was 4.00 times"),
        ("Acme Tools' net income minus capex FY2023", "was $200 thousand"),
        ("What was Acme Tools' revenue plus inventory in FY2023?", "was $11,600 thousand"),
        ("What % of Acme Tools' revenue was cost of revenue in FY2023?", "was 60.0%"),
        (
            "What is the FY2023 unadjusted EBITDA % margin for Acme Tools? Calculate unadjusted EBITDA using "
            "unadjusted operating income and D&A (from cash flow statement). Give a response to the question "
            "by relying on the details shown in the statement of cash flows and the P&L statement.",
            "was 19.0%",
        ),
        (
            "What is Acme Tools' FY2023 inventory turnover ratio? Inventory turnover ratio is defined as: "
            "FY2023 COGS / FY2023 inventory. Round your answer to one decimal place.",
            "was 3.8 times",
        ),
    ],
)
def test_a_ratio_is_computed_exactly_and_each_input_cited(ask, acme, question, said):
    answer = ask(question)
    assert said in answer.text
    assert answer.citations
    assert is_proven(answer), [number for number in answer.numbers if number.status == "unsupported"]
    assert any(number.status == "computed" for number in answer.numbers)


@every_case(
    "question, said",
    [
        (
            "Has Acme Tools' current ratio improved or declined between FY2022 and FY2023?",
            "by 1.00 times.",
        ),
        ("Does Acme Tools have an improving net margin profile as of FY2023?", "by 2.1 percentage points."),
        (
            "Has Acme Tools' quick ratio improved between FY2023 and FY2022? If the quick ratio is not "
            "something that a financial analyst would ask about, then state that and explain why.",
            "rose from 0.92 times",
        ),
        ("Did Acme Tools' net margin get better or worse in 2023?", "net margin fell from 11.1%"),
    ],
)
def test_of_a_change_both_years_are_said(ask, acme, question, said):
    answer = ask(question)
    assert said in answer.text
    assert is_proven(answer)


@every_case(
    "question, said",
    [
        ("What was Acme Tools' capex as a % of revenue in FY2023?", "was 7.0%. Of capital expenditures"),
        ("What were Acme Tools' COGS as a percentage of net sales in FY2022?", "was 61.1%. Of cost of sales"),
        (
            "What is the two-year average of capex as a % of revenue for Acme Tools in FY2023?",
            "was 7.1% on average over fiscal 2022 and fiscal 2023.",
        ),
        (
            "What is the FY2022 - FY2023 2 year average of gross margin for Acme Tools?",
            "was 39.4% on average over fiscal 2022 and fiscal 2023.",
        ),
    ],
)
def test_shares_and_averages_over_years(ask, acme, question, said):
    answer = ask(question)
    assert said in answer.text
    assert is_proven(answer), [number for number in answer.numbers if number.status == "unsupported"]


@every_case(
    "question, said",
    [
        (
            "What is Acme Tools' year-over-year change in operating income from FY2022 to FY2023 (in units "
            "of percents and round to one decimal place)?",
            "growth of operating income in fiscal 2023 (ended December 31, 2023) was 25.0%",
        ),
        ("By how many percent did Acme Tools' revenue grow in FY2023?", "was 11.1%"),
        ("What is Acme Tools' 1 year total revenue CAGR from FY2022 to FY2023?", "was 11.1%"),
        ("Roughly how many times has Acme Tools sold its inventory in FY2023?", "was 4.00 times"),
        ("What was Acme Tools' gross profit in FY2023?", "was $4,000 thousand"),
        (
            "What is Acme Tools' FY2023 payout of capex, the D&A margin? Forget that: what is the "
            "depreciation and amortization (D&A from the cash flow statement) % margin?",
            None,
        ),
        (
            "What is the FY2023 depreciation and amortization (D&A from cash flow statement) % margin for "
            "Acme Tools?",
            "was 4.0%",
        ),
        ("Is Acme Tools' working capital positive in FY2023?", "Yes. Acme Tools' working capital"),
        ("Did Acme Tools' working capital improve between FY2022 and FY2023?", "Yes. Acme Tools' working"),
        ("Does Acme Tools have an improving net margin profile as of FY2023?", "No. Acme Tools' net margin"),
        (
            "What is Acme Tools' FY2023 net margin? Round your answer to two decimal places.",
            "was 0.09 (9.0%)",
        ),
    ],
)
def test_growth_judgements_and_other_words_for_ratios(ask, acme, question, said):
    answer = ask(question)
    if said is None:
        assert answer is None or "Computed as" not in answer.text
        return
    assert said in answer.text
    assert is_proven(answer), [number for number in answer.numbers if number.status == "unsupported"]


def test_a_definition_may_be_made_of_others_and_names_the_years_of_its_parts_only(ask, acme):
    answer = ask(
        "What is Acme Tools' FY2023 cash conversion cycle (CCC)? CCC is defined as: DIO - DPO. DIO is "
        "defined as: 365 * (average inventory between FY2022 and FY2023) / (FY2023 COGS). DPO is defined as: "
        "365 * (FY2023 total current liabilities) / (FY2023 COGS + change in inventory between FY2022 and "
        "FY2023)."
    )
    assert "cash conversion cycle in fiscal 2023 (ended December 31, 2023) was -2.9 days" in answer.text
    assert answer.text.count("was -2.9 days") == 1
    assert is_proven(answer)


@every_case(
    "question, said",
    [
        (
            "Renewal rate = capital expenditures / D&A. Compute it for Acme Tools in 2023.",
            "rate in fiscal 2023",
        ),
        (
            "By cover I mean operating income / net income. What was Acme Tools' cover in 2023?",
            "was 1.67 times",
        ),
        (
            "If we define burn as operating income minus capex, what was Acme Tools' burn in 2023?",
            "was $800 thousand",
        ),
    ],
)
def test_what_only_the_question_has_a_name_for_is_computed_as_it_says(acme, workspace, user, question, said):
    answer = checked(question, workspace=workspace, user=user)
    assert said in answer.text
    assert is_proven(answer)
    assert answer.fit["covers"], answer.fit


def test_a_question_that_defines_something_is_not_answered_with_anything_else(ask, acme):
    figure(acme, 70, 2023, months=12, until=12, metric_name="Work in process", canonical_name="")
    assert ask("Burden = net income / total assets. Work with that for Acme Tools in 2023.") is None


def test_ratios_of_two_companies_are_told_apart(ask, acme, workspace):
    other = company(workspace, "Baker Machines, Inc.")
    for name, label, thousands, is_balance in (
        ("current_assets", "Total current assets", 9_000, True),
        ("current_liabilities", "Total current liabilities", 3_000, True),
    ):
        fields = {"metric_name": label, "canonical_name": name} | (
            {"period_start": None} if is_balance else {}
        )
        figure(other, thousands, 2023, months=12, until=12, **fields)
    answer = ask("Which company had the higher current ratio in FY2023, Acme Tools or Baker Machines?")
    assert answer.text.startswith("Baker Machines' current ratio was higher: 3.00 times, against 2.50 times")
    assert is_proven(answer)


def test_a_row_stands_for_a_measure_that_goes_by_no_name_of_its_own(ask, acme):
    named = {"metric_name": "Accounts payable and accrued liabilities", "canonical_name": ""}
    for year, thousands in ((2023, 1_300), (2022, 1_100)):
        figure(acme, thousands, year, months=12, until=12, period_start=None, **named)
        figure(acme, 77, year, months=12, until=12, **named)  # its change, of the cash flow statement
    answer = ask("What is Acme Tools' FY2023 payables turnover?")
    assert "was 5.00 times" in answer.text
    assert "accounts payable and accrued liabilities at December 31, 2023, $1,300 thousand" in answer.text


def test_a_figure_is_found_behind_words_on_how_to_answer_and_said_in_the_scale_asked_for(ask, acme):
    answer = ask(
        "Using only the information within the balance sheet, how much total assets did Acme Tools have "
        "at the end of FY2023? Answer in USD millions."
    )
    assert "$20,000 thousand ($20 million) [1]" in answer.text
    assert is_proven(answer)


def test_what_is_missing_is_named(ask, acme):
    answer = ask("What is Acme Tools' FY2023 receivables turnover?")
    assert not answer.answered
    assert "receivables for FY2023 is missing" in answer.text
    answer = ask("What is Acme Tools' FY2022 return on assets?")
    assert "total assets for fiscal 2021 is missing" in answer.text


@every_case(
    "question",
    [
        "What drove gross margin change as of FY2023 for Acme Tools?",
        "What is the gross margin of the saws segment of Acme Tools in FY2023?",
        "What is the FY2023 gross margin and current ratio of Acme Tools?",
        "What was the average gross margin of Acme Tools?",
        "What was Acme Tools' gross margin by segment in FY2023?",
    ],
)
def test_more_than_a_ratio_is_left_to_others(ask, acme, question):
    answer = ask(question)
    assert answer is None or "Computed as" not in answer.text


def test_an_inventory_that_is_told_in_parts_alone_is_their_sum(ask, workspace):
    document = company(workspace, "Brass Works, Inc.")
    rows = (
        ("Total current assets", "current_assets", 5_000),
        ("Total current liabilities", "current_liabilities", 2_000),
        ("Raw materials and supplies", "", 700),
        ("Work in process and finished goods", "", 300),
    )
    for label, name, thousands in rows:
        fields = {"metric_name": label, "canonical_name": name, "period_start": None, "page": 1}
        figure(
            document, thousands, 2023, months=12, until=12, context="Consolidated Balance Sheets", **fields
        )
    answer = ask("What is Brass Works' FY2023 quick ratio?")
    assert "was 2.00 times" in answer.text
    assert "raw materials and supplies" in answer.text
    assert is_proven(answer)


@every_case(
    "question, said",
    [
        ("What gross margin did Acme Tools achieve in FY2023?", "was 40.0%"),
        (
            "By how many percentage points did Acme Tools' gross margin move from FY2022 to FY2023?",
            "by 1.1 percentage points.",
        ),
        ("What share of its revenue did Acme Tools put into capital expenditures in FY2023?", "was 7.0%"),
        ("How much of each dollar of revenue did Acme Tools spend on capex in FY2023?", "was 7.0%"),
        ("Was Acme Tools' net income positive in FY2023?", "Yes. "),
        ("Was Acme Tools' net income negative in FY2023?", "No. "),
        (
            "Let quick ratio mean (current assets - inventories) / current liabilities. "
            "What was it for Acme Tools at the end of FY2023?",
            "was 1.50 times",
        ),
        (
            "Compute the compound annual growth rate of Acme Tools' revenue from FY2022 to FY2023, "
            "in percent with one decimal.",
            "was 11.1%",
        ),
        ("¿Cuánto crecieron las ventas netas de Acme Tools de 2022 a 2023, en porcentaje?", "was 11.1%"),
        ("Was Acme Tools' net margin above one half in FY2023?", "No. "),
        (
            "Acme Tools' inventory turnover FY2023. I would like days as well.",
            "was 4.00 times",
        ),
        (
            "We call “stock cover” current assets divided by inventories. What was Acme Tools’s in FY2023?",
            "stock cover at December 31, 2023 was 2.50 times",
        ),
        ("whats acme tools' opperating margin for fy23?", "was 15.0%"),
        (
            "I need Acme Tools' capex as % of revenue, FY2023. Just the number, one decimal please.",
            "was 7.0%",
        ),
        ("¿Cuál fue el margen operativo de Acme Tools en el año fiscal 2023?", "was 15.0%"),
        ("Quelle était la marge brute de Acme Tools en 2023 ?", "was 40.0%"),
        (
            "Was Acme Tools' current ratio above 2 in FY2023? And was it the year before?",
            "was 1.50 times, below",
        ),
    ],
)
def test_a_ratio_may_be_asked_for_in_other_words(ask, acme, question, said):
    answer = ask(question)
    assert said in answer.text
    assert is_proven(answer), [number for number in answer.numbers if number.status == "unsupported"]


@pytest.fixture
def early(workspace):
    """A company that calls the year which ends in January 2024 fiscal 2023."""
    document = company(workspace, "Acme Tools, Inc.", fiscal_year_offset=-1)
    for year, stock, cost in ((2024, 1_600, 6_000), (2023, 1_400, 5_000)):
        of_year = {"months": 12, "until": 1, "fiscal_year": year - 1}
        figure(
            document, stock, year, metric_name="Inventories", canonical_name="inventory",
            **of_year | {"period_start": None},
        )  # fmt: skip
        figure(document, cost, year, metric_name="Cost of sales", canonical_name="cost_of_revenue", **of_year)
    return document


@pytest.mark.parametrize("year", ["2024", "2023"])
def test_a_balance_and_that_of_the_year_before_are_never_the_same_figure(ask, early, year):
    answer = ask(f"What was Acme Tools' inventory turnover in fiscal {year}?")
    assert "in fiscal 2023 (ended January 31, 2024) was 4.00 times" in answer.text


def test_two_years_that_a_company_calls_otherwise_are_both_moved(ask, early):
    early.metric_set.filter(canonical_name="inventory").update(canonical_name="receivables")
    early.metric_set.filter(canonical_name="cost_of_revenue").update(canonical_name="revenue")
    asked = "How did Acme Tools' receivables as a % of revenue change from fiscal 2023 to fiscal 2024?"
    text = ask(asked).text
    assert "from 28.0% in fiscal 2022" in text
    assert "to 26.7% in fiscal 2023" in text


def test_where_nothing_of_a_ratio_is_stored_its_inputs_are_named(ask, acme):
    answer = ask("What was Acme Tools' return on assets in FY2012?")
    assert not answer.answered
    assert (
        "Acme Tools' net income and average total assets of FY2012 are not in these documents" in answer.text
    )


def test_the_difference_of_two_growths_is_no_growth(ask, acme):
    named = {"metric_name": "Net sales", "canonical_name": "revenue"}
    figure(acme, 8_000, 2021, months=12, until=12, **named)
    question = "By how much did Acme Tools' revenue growth in FY2023 differ from its growth in FY2022?"
    text = ask(question).text
    assert "fell from 12.5%" in text
    assert "by 1.4 percentage points" in text
