"""Whether an answer is one to its question: each part has its place in it, or is named as left out."""

from dataclasses import replace
from datetime import date
from decimal import Decimal

import pytest

from agentic.evidence import Draft, Evidence, Figure, Span
from agentic.verification.fit import fit_of
from agentic.verification.fitting.givers import number_givers
from agentic.verification.verify import verify
from retrieval.question.analyse import analyse
from tests.factories import DocumentFactory, EntityFactory

pytestmark = pytest.mark.django_db  # words are compared as the database does


def figure(
    text, value, *, label="Revenue", measure="revenue", entity="Acme Tools, Inc.", year=2023, quarter=None
):
    """A figure of a year, or of a quarter of it, in dollars."""
    start, end = date(year, 1, 1), date(year, 12, 31)
    if quarter:
        start, end = date(year, 3 * quarter - 2, 1), date(year, 3 * quarter, 30)
    span = Span(document_id=1, filename="Acme.pdf", page=year - 2000, quote=f"{label} {text}", kind="metric")
    return Figure(
        value=Decimal(value),
        text=text,
        unit="USD",
        label=label,
        measure=measure,
        entity=entity,
        period_start=start,
        period_end=end,
        fiscal_year=year,
        fiscal_quarter=quarter,
        span=span,
    )


REVENUE = figure("500", 500)
EARLIER = figure("400", 400, year=2022)


def checked(question, text, *figures, **draft):
    evidence = Evidence(spans=tuple(f.span for f in figures), figures=figures)
    return verify(Draft(text=text, **draft), evidence, question=question)


@pytest.mark.parametrize(
    "question",
    [
        "What was Acme Tools' revenue in 2023?",
        "How much turnover did Acme Tools make in FY2023?",
        "Assume that you are an analyst. What was the total revenue of Acme Tools in 2023? Answer in USD.",
        "Using only the income statement, what was Acme Tools' revenue in fiscal 2023?",
    ],
)
def test_an_answer_to_all_of_the_question_fits(question):
    answer = checked(question, "Acme Tools' revenue in 2023 was $500 [1].", REVENUE)
    assert answer.fit["covers"], answer.fit
    assert [part["part"] for part in answer.fit["answered"]] == ["measure", "entity", "period"]


def test_several_values_asked_for_are_not_one_and_a_weighted_average_is_no_average():
    question = "What was Acme Tools' revenue in 2023 and 2022, respectively?"
    one = checked(
        question, "$500: “Acme Tools' revenue was $500 in 2023 and $400 in 2022.”", REVENUE, EARLIER
    )
    assert "You asked for several values; the answer gives one." in one.fit["missing"]
    both = checked(question, "Acme Tools' revenue was $500 in 2023 and $400 in 2022.", REVENUE, EARLIER)
    assert both.fit["covers"], both.fit
    question = "What was the average of Acme Tools' revenue in 2023?"
    text = "$500: “Acme Tools' revenue 500, weighted average price 3”"
    assert "You asked for an average" in " ".join(checked(question, text, REVENUE).fit["missing"])


@pytest.mark.parametrize(
    "question",
    [
        "What was Acme Tools' revenue in Q2 2023 against the same quarter of 2022?",
        "Sum up Acme Tools' revenue of the first two quarters of 2023",
    ],
)
def test_words_for_a_time_are_no_further_time_and_no_condition(question):
    now, before = figure("50", 50, quarter=2), figure("40", 40, year=2022, quarter=2)
    text = "Acme Tools' revenue in the first half and Q2 of 2023 was $50 [1], in Q2 of 2022 $40 [2]."
    said = " ".join(checked(question, text, now, before).fit["missing"])
    assert "You asked for 2022" not in said
    assert "two quarters" not in said


@pytest.mark.parametrize(
    ("heading", "fits"),
    [
        ("Consolidated Statements of Cash Flows › Investing activities", False),
        ("Consolidated Statements of Operations", True),
        ("Notes › Segments", True),  # of no statement: nothing is said against it
    ],
)
def test_a_figure_of_another_statement_than_is_asked_for_does_not_fit(heading, fits):
    own = replace(REVENUE, heading=heading)
    question = "What was Acme Tools' revenue in its income statement for 2023?"
    answer = checked(question, "Acme Tools' revenue in 2023 was $500 [1].", own)
    told = "You asked for the income statement; the answer is from the cash flow statement."
    assert (told not in answer.fit["missing"]) is fits


@pytest.mark.parametrize(
    ("question", "condition", "words"),
    [
        ("Which invoices are over 1000 euros?", "have a total over 1000 euros", "1000 euros"),
        ("How many invoices due before July?", "are due before July 1, 2025", "due before July"),
        ("List the invoices of Acme.", "are from the vendor Northwind", ""),
    ],
)
def test_a_condition_stands_apart_with_the_words_that_set_it(question, condition, words):
    """So that a click marks these words to be corrected."""
    plan = {"text": f"list of invoices that {condition}", "conditions": [condition]}
    answer = checked(question, "An invoice of $500 [1].", REVENUE, plan=plan)
    parts = {part["part"]: part for part in answer.fit["answered"]}
    assert parts["measure"]["text"] == "list of invoices"
    assert parts["condition"] == {"part": "condition", "text": condition, "asked": words}


@pytest.mark.parametrize(
    ("question", "missing"),
    [
        ("What was Acme Tools' revenue in 2022?", "You asked for 2022; the answer is of fiscal 2023."),
        ("What was Acme Tools' gross profit in 2023?", "You asked for gross profit; the answer gives none."),
        ("What was Acme Tools' operating margin in 2023?", "You asked for operating margin"),
        ("What was Baker's revenue in 2023?", "does not take “Baker” into account"),
        (
            "What was Acme Tools' revenue in 2023 by quarter?",
            "You asked by quarter; the answer is one figure",
        ),
        ("By how much did Acme Tools' revenue change in 2023?", "You asked for a change"),
        ("What was the average of Acme Tools' revenue in 2023?", "You asked for an average"),
        ("What was Acme Tools' revenue in 2023 excluding saws?", "The condition “excluding”"),
        ("What was Acme Tools' revenue from saws in 2023?", "does not take “saws” into account"),
        ("Which year had the highest revenue at Acme Tools?", "You asked for the highest"),
        ("Did Acme Tools have revenue of more than $450 in 2023?", "You asked whether it is so"),
        ("Which saws had revenue above $450 at Acme Tools in 2023?", "The condition “$450”"),
        ("What was Acme Tools' revenue as a percentage of assets in 2023?", "in per cent"),
        ("What share of Acme Tools' revenue in 2023 came from saws?", "in per cent"),
        (
            "What was Acme Tools' revenue in the fourth quarter of 2023?",
            "You asked for fourth quarter of 2023",
        ),
    ],
)
def test_each_part_that_is_left_out_is_named(question, missing):
    said = "Acme Tools' revenue in 2023 (ended December 31, 2023) was $500 [1]."
    answer = checked(question, said, REVENUE)
    assert not answer.fit["covers"]
    assert any(missing in sentence for sentence in answer.fit["missing"]), answer.fit["missing"]


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("What was Acme Tools' revenue in 2023?", []),
        ("What was Acme Tools' revenue from saws in Peru in 2023?", ["saws", "Peru"]),
        ("What was Acme Tools' revenue in 2023 by quarter?", ["by", "quarter"]),
        ("What was Acme Tools' revenue in 2022?", ["2022"]),
        ("What was Acme Tools' revenue in the United States in 2023?", ["United", "States"]),
        ("What was Acme Tools' revenue in 2023 excluding saws?", ["excluding", "saws"]),
    ],
)
def test_the_words_that_an_answer_does_not_take_into_account_are_listed(question, words):
    answer = checked(question, "Acme Tools' revenue in 2023 was $500 [1].", REVENUE)
    assert answer.fit["not_considered"] == words


def test_all_years_that_are_asked_for_are_needed():
    question = "What was Acme Tools' revenue in 2022 and 2023?"
    one = checked(question, "Acme Tools' revenue in 2023 was $500 [1].", REVENUE)
    both = checked(question, "It was $400 in 2022 [1] and $500 in 2023 [2].", EARLIER, REVENUE)
    assert not one.fit["covers"]
    assert both.fit["covers"], both.fit


def test_quarters_that_are_told_one_by_one_fit():
    quarters = [replace(figure(str(n * 100), n * 100, quarter=n), label=f"Revenue Q{n}") for n in (1, 2, 3)]
    text = "By quarter:\n- Q1 2023: $100 [1]\n- Q2 2023: $200 [2]\n- Q3 2023: $300 [3]"
    answer = checked(
        "What was Acme Tools' revenue by quarter in 2023?", f"Acme Tools' revenue. {text}", *quarters
    )
    assert not any("by quarter" in sentence for sentence in answer.fit["missing"])


def test_quarters_asked_one_by_one_are_of_their_year():
    quarters = [replace(figure(str(n * 100), n * 100, quarter=n), fiscal_year=2024) for n in (1, 2, 3)]
    said = "; ".join(f"in Q{n} of fiscal 2024 it was ${n * 100} [{n}]" for n in (1, 2, 3))
    text = f"Acme Tools' revenue: {said}."
    each = checked("What was Acme Tools' quarterly revenue in 2023?", text, *quarters)
    whole = checked("What was Acme Tools' revenue in 2023?", text, *quarters)
    assert not any("2023" in sentence for sentence in each.fit["missing"])
    assert any("2023" in sentence for sentence in whole.fit["missing"])


def test_each_part_has_the_words_of_the_question_that_it_is_corrected_by():
    plan = {"text": "sum of invoices with their total by vendor", "group_by": "vendor", "ask": "sum"}
    answer = checked("What is the total of invoices by vendor?", "Acme: 2 invoices.", plan=plan)
    parts = {part["part"]: (part["text"], part["asked"]) for part in answer.fit["answered"]}
    assert parts["measure"] == ("sum of invoices with their total", "total of invoices")
    assert parts["grouping"][0] == "by vendor"
    assert parts["grouping"][1].endswith("vendor")


def test_a_figure_of_nine_months_is_told_as_one():
    nine = replace(figure("300", 300), period_end=date(2023, 9, 30))
    question = "What was Acme Tools' revenue by quarter in 2023?"
    answer = checked(
        question, "Acme Tools' revenue in the nine months to September 30, 2023 was $300 [1].", nine
    )
    said = "You asked by quarter; the answer is one figure of nine months to 30 September 2023."
    assert said in answer.fit["missing"]


def test_what_a_route_leaves_open_is_said():
    text = "Acme Tools' revenue in 2023 was $500 [1]."
    answer = checked(
        "What was Acme Tools' revenue in 2023, and what might this indicate?",
        text,
        REVENUE,
        left_open="what might this indicate?",
    )
    assert "Not answered: “what might this indicate”." in answer.fit["missing"]
    assert answer.fit["not_considered"] == ["might", "indicate"]


def test_a_table_that_is_quoted_without_its_value_does_not_fit():
    text = "The documents say: “Acme Tools Revenue 2023 500” [1]"
    answer = checked("What was Acme Tools' revenue in 2023?", text, REVENUE, claims="", is_unpicked=True)
    assert not answer.fit["covers"]
    assert "which of them answers is not said" in answer.fit["missing"][0]


def test_no_answer_has_no_fit():
    draft = Draft(text="Nothing.", answered=False)
    assert verify(draft, Evidence(), question="What was revenue?").fit is None


@pytest.mark.parametrize(
    ("question", "quote", "is_near"),
    [
        ("What was Acme's pension expense in 2023?", "Prepaid expenses 19,432 3,412", False),
        ("How many patents did Acme hold in 2023?", "Patents 426 513", False),
        ("How many patents does Acme hold?", "Acme holds 426 patents in nine countries.", True),
        ("What is the recipe of Mountain Dew?", "Brands are Mirinda, Mountain Dew and Mug.", False),
        ("Which law governs the agreement?", "The agreement is governed by the law of Norway.", True),
        ("What was Acme's revenue in 2030?", "Acme's revenue decreased by $2 billion in 2022.", False),
    ],
)
def test_words_that_are_quoted_are_near_only_if_they_give_what_is_asked(question, quote, is_near):
    span = Span(document_id=1, filename="x.txt", page=1, quote=quote, kind="chunk")
    fit = fit_of(Draft(text=f"“{quote}” [1]", about="Acme"), (), Evidence(spans=(span,)), question=question)
    assert fit.is_near == is_near, fit


def test_a_time_of_several_years_is_told_year_by_year():
    asked = "What was the average revenue from 2022 through 2023?"
    average = Figure(value=Decimal(450), text="450", label="Revenue", formula="(500 + 400) ÷ 2")
    draft = Draft(text="The average of revenue is 450: 400 and 500.")
    evidence = Evidence(figures=(average, REVENUE, EARLIER))
    assert not [
        each for each in verify(draft, evidence, question=asked).fit["missing"] if "2022 through" in each
    ]
    late = verify(Draft(text="Revenue was 500."), Evidence(figures=(REVENUE,)), question=asked)
    assert late.fit["missing"]


def test_a_plan_of_what_was_looked_up_does_not_make_an_answer_fit():
    """It says nothing that the figures do not: what they lack of the question is still named."""
    plan = {"text": "net income of Acme Tools, fiscal 2023; by quarter", "group_by": "quarter"}
    question = "What was Acme Tools' net income by quarter in 2023?"
    with_plan = checked(question, "Revenue in 2023 was $500 [1].", REVENUE, looked_up=plan)
    assert with_plan.plan == plan
    assert with_plan.fit == checked(question, "Revenue in 2023 was $500 [1].", REVENUE).fit
    assert not with_plan.fit["covers"]


def test_by_how_much_it_changed_is_to_be_said():
    question = "Was Acme Tools' revenue in 2023 up or down on 2022, and by how much?"
    both = checked(question, "It was $500 [1] in 2023 and $400 [2] in 2022.", REVENUE, EARLIER)
    assert not both.fit["covers"]
    assert "by how much" in both.fit["missing"][0]


def test_a_figure_in_the_name_of_a_company_sets_no_bound(workspace):
    document = DocumentFactory(workspace=workspace, organizations=["3M Company"])
    EntityFactory(document=document, entity_name="3M Company", role="subject")
    question = "what was the revenue of 3m in 2023"
    own = replace(REVENUE, entity="3M Company")
    answer = verify(
        Draft(text="3M's revenue in 2023 was $500 [1]."),
        Evidence(spans=(own.span,), figures=(own,)),
        question=question,
        analysis=analyse(question, workspace=workspace),
    )
    assert answer.fit["covers"], answer.fit


@pytest.mark.parametrize(
    ("quote", "covers"),
    [
        ("Wallbox 11 kW 2 649.00 1,298.00", False),
        ("Wallbox: payable by 11 April 2026", True),
        ("Wallbox: payable within 30 days", True),
        ("Wallbox: paid once it is mounted", True),
    ],
)
def test_when_is_answered_by_a_time(quote, covers):
    span = Span(document_id=1, filename="x.txt", page=1, quote=quote, kind="chunk")
    draft = Draft(text=f"The documents say: “{quote}” [1]")
    fit = fit_of(draft, (), Evidence(spans=(span,)), question="When is the wallbox paid?")
    assert ("You asked when; the answer gives no time." in fit.missing) is not covers


def test_what_several_come_to_is_no_value_of_one():
    question = "What is the total monthly rent of both agreements?"
    one = Draft(text="£1,290: “Rent: £1,290 per calendar month” [1]")
    assert any("several come to" in each for each in fit_of(one, (), Evidence(), question=question).missing)
    question = "What is the total of the bills from Northgate?"
    quoted = Draft(text="£342.48: “VAT 57.08 TOTAL TO PAY £342.48” [1]")
    assert any(
        "several come to" in each for each in fit_of(quoted, (), Evidence(), question=question).missing
    )
    question = "What was Acme's total revenue in 2023 by these filings?"
    figure = Draft(text="$500: “Revenue in 2023 $500” [1]")
    assert not any(
        "several come to" in each for each in fit_of(figure, (), Evidence(), question=question).missing
    )
    both = Draft(text="The sum of the rents of 2 agreements is £2,440: £1,150 [1]; £1,290 [2].")
    assert not any(
        "several come to" in each for each in fit_of(both, (), Evidence(), question=question).missing
    )


GALLERY = "£212,000: “The gallery cost £212,000, of which the fund paid £150,000.” [1]"
VISITORS = "41,860: “In all 41,860 people came to the museum.” [1]"


@pytest.mark.parametrize(
    ("question", "text", "missing"),
    [
        ("How much of the cost of the gallery was not paid by the fund?", GALLERY, "“not paid”"),
        ("How many people came to the museum on 17 May 2025?", VISITORS, "You asked about 17 May 2025"),
    ],
)
def test_words_quoted_that_deny_nothing_or_are_of_no_day_do_not_fit(question, text, missing):
    assert missing in " ".join(checked(question, text).fit["missing"])


@pytest.mark.parametrize(
    ("question", "text"),
    [
        (
            "How much of the gallery was not paid by the fund?",
            "£62,000: “£62,000 of the gallery was not paid by the fund.” [1]",
        ),
        ("How many people came on 17 May 2025?", "300: “On 17 May 2025 300 people came.” [1]"),
    ],
)
def test_words_quoted_that_deny_it_too_or_are_of_that_day_fit(question, text):
    told = " ".join(checked(question, text).fit["missing"])
    assert "not taken into account" not in told
    assert "that day" not in told


@pytest.mark.django_db
def test_which_of_them_is_asked_asks_for_no_number_of_them():
    assert number_givers("Which employees of the mill are excluded?", None, []) is None
    assert number_givers("What is the number of employees?", None, []) == []
