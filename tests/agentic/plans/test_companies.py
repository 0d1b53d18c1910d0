"""Which of several companies has the highest or the lowest."""

from datetime import date
from functools import partial

import pytest

from documents.models import Document
from tests.agentic.figures_of import checked, company, figure, is_proven
from tests.factories import EntityFactory

# Statements run as the reader, on a connection of its own that sees committed rows only.
pytestmark = pytest.mark.django_db(transaction=True)

COMPANIES = {
    "Acme Tools, Inc.": (4_000, 1_600),
    "Baker Machines plc": (9_000, 3_000),
    "Cobalt Corp": (500, 400),
}


@pytest.fixture
def three(workspace):
    return [balances(workspace, name, amounts) for name, amounts in COMPANIES.items()]


def balances(workspace, name, amounts, **fields):
    document = company(workspace, name)
    for year in (2022, 2023):
        for measure, thousands in zip(("current_assets", "current_liabilities"), amounts, strict=True):
            named = {"metric_name": f"Total {measure.replace('_', ' ')}", "canonical_name": measure}
            figure(document, thousands, year, months=12, until=12, period_start=None, **named, **fields)
    return document


@pytest.fixture
def ask(workspace, user):
    return partial(checked, workspace=workspace, user=user)


@pytest.mark.parametrize(
    ("question", "begins"),
    [
        (
            "Which of the companies had the highest current ratio in FY2023?",
            "Baker Machines' current ratio was",
        ),
        (
            "Which company has the lowest current ratio?",
            "Cobalt's current ratio was lowest: 1.25 times, against",
        ),
        (
            "Which of the companies had the lowest total current assets at the end of the period listed in "
            'the annual report: "Acme Tools", "Baker Machines plc", "Cobalt Corp"? If data for a company is '
            "not available, exclude it from the comparison.",
            "Cobalt's current assets were lowest: $500 thousand",
        ),
    ],
)
def test_the_first_of_all_is_named_with_the_others(ask, three, question, begins):
    answer = ask(question)
    assert answer.text.startswith(begins)
    assert answer.text.count("\n- ") == 3
    assert answer.plan["group_by"] == "company"
    assert is_proven(answer), [number for number in answer.numbers if number.status == "unsupported"]
    assert answer.fit["covers"], answer.fit


def test_a_company_that_goes_by_two_names_is_there_once(ask, three):
    EntityFactory(document=three[0], entity_name="ATX", role="subject")
    three[0].organizations.append("ATX")
    three[0].save()
    answer = ask("Which company has the lowest current ratio?")
    assert answer.text.startswith("Cobalt's current ratio was lowest: 1.25 times, against")
    assert answer.text.count("\n- ") == 3


def test_a_company_that_no_document_tells_of_is_named(ask, three):
    answer = ask(
        'Which of the companies had the highest current ratio: "Acme Tools", "Cobalt Corp", "Dune Rail"?'
    )
    assert answer.text.startswith("Acme Tools' current ratio was")
    assert "These documents do not give it for Dune Rail." in answer.text


def test_amounts_of_two_currencies_are_not_ranked(ask, three, workspace):
    balances(workspace, "Elbe AG", (700, 300), unit="EUR")
    answer = ask("Which of the companies had the highest total current assets in FY2023?")
    assert "No company is called highest: their amounts are in USD and EUR." in answer.text


@pytest.mark.parametrize(
    "question",
    [
        "Which of the companies had the highest current ratio of its saws segment in FY2023?",
        "Which company's auditor has the highest current ratio?",
    ],
)
def test_what_is_not_understood_is_left_to_others(ask, three, question):
    answer = ask(question)
    assert answer is None or (answer.plan or {}).get("group_by") != "company"


def test_a_side_of_which_only_further_documents_tell_is_looked_for_there(ask, three, workspace):
    """A contract of the year that is asked for keeps no company's figures out."""
    company(
        workspace, "Acme Tools, Inc.", "lease.pdf", period_start=date(2022, 3, 1), period_end=date(2022, 3, 1)
    )
    own = Document.objects.filter(pk__in=[each.pk for each in three])
    own.update(period_start=date(2023, 1, 1), period_end=date(2023, 12, 31))
    answer = ask("Compare the current ratios of Acme Tools and Baker Machines in 2022.")
    assert (
        "Baker Machines' current ratio was higher: 3.00 times, against 2.50 times of Acme Tools."
        in answer.text
    )
    assert answer.fit["covers"], answer.fit


@pytest.mark.parametrize(
    ("question", "begins"),
    [
        ("Which company grew revenue the most in FY2023?", "Baker's growth of revenue was highest: 50.0%"),
        ("Which company's revenue grew least in FY2023?", "Cobalt's growth of revenue was lowest: -10.0%"),
        ("Which company's revenue fell the most in FY2023?", "Cobalt's growth of revenue was lowest: -10.0%"),
        ("Which company had the highest revenue in FY2023?", "Acme's revenue was highest: $1,010 thousand"),
    ],
)
def test_what_grew_or_fell_most_is_told_by_its_growth(ask, workspace, question, begins):
    for name, before, after in (("Acme", 1_000, 1_010), ("Baker", 200, 300), ("Cobalt", 500, 450)):
        document = company(workspace, f"{name} plc")
        figure(document, before, 2022, months=12, until=12)
        figure(document, after, 2023, months=12, until=12)
    answer = ask(question)
    assert answer.text.startswith(begins)
    assert answer.fit["covers"], answer.fit


def test_a_ratio_that_a_document_states_is_told_without_a_computation(ask, workspace):
    document = company(workspace, "Acme plc")
    for year, thousands in ((2022, 80), (2023, 90)):
        stated = {"metric_name": "Net debt", "canonical_name": "net_debt", "period_start": None}
        figure(document, thousands, year, months=12, until=12, **stated)
    text = ask("How did Acme's net debt change in FY2023?").text
    assert "- Acme's net debt at December 31, 2022 was $80 thousand [1]." in text
    assert "Computed as" not in text
