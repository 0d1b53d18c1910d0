"""Judgements by thresholds that the answer names."""

from decimal import Decimal
from functools import partial

import pytest

from agentic.plans.judgements.judged import judgements
from agentic.plans.judgements.thresholds import thresholds
from documents.models import Metric
from retrieval.question.ratios.named import ratios
from tests.agentic.figures_of import checked, company, figure, is_proven
from tests.cases import every_case

# Statements run as the reader, on a connection of its own that sees committed rows only.
pytestmark = pytest.mark.django_db(transaction=True)

FLOWS = {
    "revenue": ("Net sales", 10_000, 8_000),
    "capital_expenditures": ("Capital expenditures", -700, -650),
    "net_income": ("Net income", 900, 1_000),
}
BALANCES = {
    "inventory": ("Inventories", 1_600, 1_400),
    "current_assets": ("Total current assets", 4_000, 3_600),
    "current_liabilities": ("Total current liabilities", 1_600, 2_400),
    "total_assets": ("Total assets", 20_000, 18_000),
    "property_plant_equipment": ("Property, plant and equipment", 12_000, 8_000),
    "total_debt": ("Total debt", 6_000, 5_000),
    "equity": ("Total shareholders' equity", 2_500, 3_000),
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


@pytest.fixture
def ask(workspace, user):
    return partial(checked, workspace=workspace, user=user)


@every_case("question, begins, said", [
        (
            "Is Acme Tools a capital-intensive business based on FY2022 data?",
            "No. Capital-intensive is here capital intensity of at least 10% or",
            "was 44.4%, below the bound of 50%. Of",
        ),
        ("Was Acme Tools capital intensive in FY2023?", "Yes, by ", "60.0%, above the bound of 50%. Of"),
        ("Is Acme Tools capital intensive?", "Yes, by ", "4.7%, below the bound of 5%. Of"),
        (
            "Does Acme have a reasonably healthy liquidity profile based on its quick ratio for FY2022? "
            "If the quick ratio is not relevant, please state that and explain why.",
            "No. Healthy liquidity is here quick ratio of at least 1.",
            "was 0.92 times, below the bound of 1. Of",
        ),
        ("Is Acme Tools' liquidity healthy based on its current ratio?", "Yes.", " bound of 2. Of"),
        ("Is Acme Tools' current ratio healthy?", "Yes.", " bound of 2. Of"),
        ("Is Acme Tools' balance sheet healthy?", "No.", "was 1.50 times, above the bound of 1. Of"),
        ("Is Acme Tools financially healthy?", "No.", "was 9.0%, below the bound of 10%. Of"),
        ("Is Acme Tools highly leveraged?", "Yes.", "2.40 times, above the bound of 2. Of"),
        ("Was Acme Tools highly leveraged in FY2022?", "No.", "1.67 times, below the bound of 2. Of"),
        ("Are Acme's financials those of a high-growth company?", "Yes.", "above the bound of 20%. Of"),
        ("Is Acme Tools' net margin healthy?", "No.", "was 9.0%, below the bound of 10%. Of"),
    ])  # fmt: skip
def test_a_judgement_says_its_thresholds_and_whose_they_are(ask, acme, question, begins, said):
    answer = ask(question)
    assert answer.text.startswith(begins)
    assert said in answer.text
    assert answer.plan["judgement"]
    assert answer.fit["answered"][0]["asked"]
    assert answer.plan["test"]["source"]
    assert is_proven(answer), [number for number in answer.numbers if number.status == "unsupported"]
    assert answer.fit["covers"], answer.fit


@pytest.mark.parametrize(
    ("profit", "begins"),
    [
        (
            300,
            "Yes, by return on assets alone. Capital-intensive is here capital intensity of at least 10% or",
        ),
        (2_500, "No. Capital-intensive is here"),
        (-300, "No. Capital-intensive is here"),  # a loss says nothing of assets
    ],
)
def test_what_earns_little_on_its_assets_is_heavy_in_them(ask, workspace, profit, begins):
    document = company(workspace, "Litware Stores, Inc.")
    for year in (2022, 2023):
        for name, amount in (("revenue", 90_000), ("capital_expenditures", -900), ("net_income", profit)):
            named = {"metric_name": name.replace("_", " "), "canonical_name": name}
            figure(document, amount, year, months=12, until=12, **named)
        for name, amount in (("total_assets", 20_000), ("property_plant_equipment", 1_000)):
            named = {"metric_name": name.replace("_", " "), "canonical_name": name, "period_start": None}
            figure(document, amount, year, months=12, until=12, **named)
    answer = ask("Is Litware Stores a capital-intensive business?")
    assert answer.text.startswith(begins)
    assert is_proven(answer)


@pytest.mark.parametrize(
    ("question", "move", "per_cent", "said"),
    [
        (
            "Is Litware a high growth company?",
            "growth",
            "0.013",
            "[3], before rounding. High growth is here",
        ),
        (
            "By how many percent did Litware's revenue grow in FY2023?",
            "growth",
            "0.013",
            "is stated as 1.3% [",
        ),
        ("Is Litware a fast growing company?", "growth", "0.012", "No. Fast growing is here"),  # as computed
        (
            "Is Litware a fast growing company?",
            "growth",
            "0.09",
            "No. Fast growing is here",
        ),  # of other sales
    ],
)
def test_growth_that_documents_state_goes_before_that_of_rounded_amounts(
    ask, workspace, question, move, per_cent, said
):
    document = company(workspace, "Litware, Inc.")
    for year, amount in ((2022, 93_775), (2023, 94_943)):
        figure(document, amount, year, months=12, until=12, metric_name="worldwide sales")
    named = {
        "metric_name": f"worldwide sales {move}",
        "canonical_name": "",
        "unit": "%",
        "scale": Decimal("0.01"),
    }
    percent = {"value": f"{Decimal(per_cent) * 100:f}%", "numeric_value": Decimal(per_cent)}
    quote = {"quote": f"worldwide sales increased {percent['value']}"}
    figure(document, 1, 2023, months=12, until=12, **(named | percent | quote))
    answer = ask(question)
    assert said in answer.text
    assert is_proven(answer), [number for number in answer.numbers if number.status == "unsupported"]


def test_a_setting_moves_the_threshold_and_is_its_source(ask, acme, settings):
    settings.RAGSITE_THRESHOLDS = {"highly_leveraged": Decimal("2.5")}
    answer = ask("Is Acme Tools highly leveraged?")
    assert answer.text.startswith("No.")
    assert "Whose bound it is: set by RAGSITE_THRESHOLDS" in answer.text


def test_what_a_judgement_lacks_is_named(ask, acme):
    assert "debt to EBITDA would be made of" in ask("Is Acme Tools highly leveraged?").text
    Metric.objects.filter(document=acme, canonical_name="current_liabilities").delete()
    answer = ask("Does Acme Tools have healthy liquidity?")
    assert not answer.answered
    assert "current liabilities" in answer.text


@every_case(
    "question",
    [
        "Is the saws segment of Acme Tools capital intensive?",
        "Is Acme Tools not capital intensive?",
        "Is Acme Tools capital intensive or highly leveraged?",
        "What would make Acme Tools highly leveraged?",
        "Is Acme Tools highly leveraged compared with its peers?",
    ],
)
def test_other_questions_are_no_judgements(ask, acme, question):
    answer = ask(question)
    assert answer is None or "judgement" not in (answer.plan or {})


def test_judgements_rest_on_thresholds_and_ratios_that_there_are():
    known = {each.name: each.of for each in thresholds()}
    for judgement in judgements():
        for name in (*judgement.rests_on, *judgement.or_by):
            assert known[name] in ratios()
        assert set(judgement.beside) <= set(ratios())
        assert judgement.takes in ("any", "all")
