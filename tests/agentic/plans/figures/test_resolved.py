"""Look-ups and comparisons have a plan, of the figures that they give."""

import pytest

from agentic.inquiry import Models
from agentic.runs import execute
from llm.providers.none import NoModel
from tests.agentic.figures_of import checked, company, figure
from tests.factories import RunFactory

pytestmark = pytest.mark.django_db(transaction=True)

YEAR = {"figure": "revenue", "entity": "Acme Tools", "period": "fiscal 2023", "statement": "income"}
BEFORE = YEAR | {"period": "fiscal 2022"}


@pytest.fixture
def acme(workspace):
    document = company(workspace, "Acme Tools, Inc.")
    for year, revenue, profit in ((2022, 4_000, 300), (2023, 5_000, 400)):
        place = {"context": "Consolidated statements of income"}
        figure(document, revenue, year, months=12, until=12, **place)
        named = {"metric_name": "Net income", "canonical_name": "net_income"}
        figure(document, profit, year, months=12, until=12, **named, **place)
    return document


@pytest.mark.parametrize(
    ("question", "wanted", "expression", "text"),
    [
        ("What was Acme Tools' revenue in 2023?", "value", YEAR, "revenue of Acme Tools, fiscal 2023"),
        (
            "How did Acme Tools' revenue change from 2022 to 2023?",
            "change",
            {"subtract": [YEAR, BEFORE]},
            "revenue of Acme Tools, fiscal 2023 − revenue of Acme Tools, fiscal 2022",
        ),
        (
            "What was Acme Tools' revenue in 2022 and 2023?",
            "list",
            {"list": [BEFORE, YEAR]},
            "revenue of Acme Tools, fiscal 2022; revenue of Acme Tools, fiscal 2023; by period",
        ),
        (
            "Was Acme Tools' revenue higher in 2022 or in 2023?",
            "highest",
            {"list": [BEFORE, YEAR]},
            "revenue of Acme Tools, fiscal 2022; revenue of Acme Tools, fiscal 2023; highest; by period",
        ),
        (
            "What was the average revenue of Acme Tools over 2022 to 2023?",
            "average",
            {"list": [YEAR, BEFORE]},
            "revenue of Acme Tools, fiscal 2023; revenue of Acme Tools, fiscal 2022; average; by period",
        ),
        (
            "What was Acme Tools' revenue in 2022 and 2023 in total?",
            "sum",
            {"list": [YEAR, BEFORE]},
            "revenue of Acme Tools, fiscal 2023; revenue of Acme Tools, fiscal 2022; sum; by period",
        ),
        (
            "In which year between 2022 and 2023 was Acme Tools' revenue lowest?",
            "lowest",
            {"list": [BEFORE, YEAR]},
            "revenue of Acme Tools, fiscal 2022; revenue of Acme Tools, fiscal 2023; lowest; by period",
        ),
        (
            "What were Acme Tools' revenue and net income in 2023?",
            "list",
            {"list": [YEAR, YEAR | {"figure": "net_income"}]},
            "revenue of Acme Tools, fiscal 2023; net income of Acme Tools, fiscal 2023",
        ),
    ],
)
def test_a_look_up_has_its_plan(ask, acme, question, wanted, expression, text):
    plan = ask(question).plan
    assert (plan["ask"], plan["expression"], plan["text"]) == (wanted, expression, text)
    assert (plan["of"], plan["planner"]) == (["Acme Tools"], "rules")


def test_a_share_of_a_part_is_its_label_over_the_whole(ask, acme):
    of_part = {"metric_name": "Services", "canonical_name": "", "context": "Revenue by segment"}
    figure(acme, 2_000, 2023, months=12, until=12, **of_part)
    plan = ask("What percentage of Acme Tools' revenue did the services segment contribute in 2023?").plan
    text = "services revenue of Acme Tools, fiscal 2023 ÷ revenue of Acme Tools, fiscal 2023"
    assert (plan["ask"], plan["unit"], plan["text"]) == ("value", "%", text)


@pytest.mark.parametrize(
    ("question", "said"),
    [
        (
            "What was the average revenue of Acme Tools over 2022 to 2023?",
            "(Acme Tools' revenue) is $4,500 thousand: $5,000 thousand in fiscal 2023 [1]",
        ),
        (
            "In which year between 2022 and 2023 was Acme Tools' revenue lowest?",
            "The other is $5,000 thousand in fiscal 2023 [2].",
        ),
    ],
)
def test_what_is_made_of_several_times_tells_them_and_covers_the_question(
    acme, workspace, user, question, said
):
    answer = checked(question, workspace=workspace, user=user)
    assert said in answer.text
    assert answer.fit["covers"], answer.fit


def test_a_total_over_times_is_the_sum_of_what_flowed_and_no_sum_of_balances(ask, acme):
    named = {"metric_name": "Total assets", "canonical_name": "total_assets", "period_start": None}
    for year in (2022, 2023):
        figure(acme, 9_000, year, months=12, until=12, **named)
    assert "The sum of 2 figures" in ask("What was Acme Tools' total revenue over 2022 and 2023?").text
    assert "sum" not in ask("What were Acme Tools' total assets over 2022 and 2023?").text


def test_an_average_is_told_in_the_scale_and_digits_asked_for(ask, acme):
    answer = ask("What was Acme Tools' average revenue from 2022 to 2023, in USD millions, two decimals?")
    assert "is $4.50 million: " in answer.text


def test_companies_side_by_side_are_a_list_by_company(ask, acme, workspace):
    figure(company(workspace, "Brass Works, Inc."), 900, 2023, months=12, until=12)
    plan = ask("Compare the revenue of Acme Tools and Brass Works in 2023").plan
    assert (plan["group_by"], plan["of"]) == ("company", ["Acme Tools", "Brass Works"])
    assert [each["entity"] for each in plan["expression"]["list"]] == ["Acme Tools", "Brass Works"]


def test_the_plan_stands_in_the_result_and_as_a_sentence_in_the_trace(acme, workspace, user, hash_embedder):
    question = "What was Acme Tools' revenue in 2023?"
    made = RunFactory(workspace=workspace, user=user, question=question)
    execute(made.pk, models=Models(NoModel(), hash_embedder))
    made.refresh_from_db()
    step = made.steps.get(kind="plan")
    assert step.title == "Looked up revenue of Acme Tools, fiscal 2023"
    assert step.output["plan"] == made.result["plan"]
    assert made.result["plan"]["expression"] == YEAR
    assert sum(bool(each.sql) for each in made.steps.all()) == 1  # no statement was run for it
