"""Comparisons with somebody whom no document mentions: the known side is given, and who is missing."""

import pytest

from agentic.inquiry import Models
from agentic.runs import execute
from llm.providers.none import NoModel
from tests.agentic.figures_of import company, figure
from tests.factories import ChunkFactory, EntityFactory, RunFactory

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def ask(workspace, user, hash_embedder):
    """Of a workspace with two years of one company."""
    document = company(workspace, "Acme Tools, Inc.")
    for year, revenue, profit in ((2022, 4_000, 300), (2023, 5_000, 400)):
        figure(document, revenue, year, months=12, until=12)
        named = {"metric_name": "Net income", "canonical_name": "net_income"}
        figure(document, profit, year, months=12, until=12, **named)

    def run(question):
        made = RunFactory(workspace=workspace, user=user, question=question)
        execute(made.pk, models=Models(NoModel(), hash_embedder))
        made.refresh_from_db()
        assert made.status == "done", made.error
        return made

    return run


@pytest.mark.parametrize(
    ("question", "given"),
    [
        ("Compare the revenue of Acme Tools and Fabrikam in 2023", "$5,000 thousand [1]"),
        ("Which had higher revenue in 2022, Fabrikam or Acme Tools?", "$4,000 thousand [1]"),
        ("Compare the net margin of Acme Tools and Fabrikam in 2022", "was 7.5%"),
        ("Compare Fabrikam's net margin with that of Acme Tools", "was 8.0%"),
        ("Is Acme Tools' net margin higher than Fabrikam's?", "was 8.0%"),
        ("Acme Tools vs. Fabrikam: net income 2023", "$400 thousand [1]"),
        ("Did Acme Tools or Fabrikam grow revenue faster in 2023?", "rose by $1,000 thousand (25.0%)"),
    ],
)
def test_the_known_side_is_given_and_the_missing_one_named(ask, question, given):
    run = ask(question)
    assert run.answered
    assert given in run.answer
    assert "No document mentions Fabrikam" in run.answer
    assert run.result["citations"]
    assert not run.result["fit"]["covers"], "never green"
    assert "Fabrikam" in run.result["fit"]["missing"][0]


def test_a_side_that_is_only_mentioned_is_missing_too(ask, workspace):
    """Its name is known, but no figure of it: the same is said of it, and nothing is green."""
    EntityFactory(document=workspace.documents.get(), entity_name="Northwind Traders", role="mentioned")
    run = ask("Compare the revenue of Acme Tools and Northwind Traders in 2023")
    assert "$5,000 thousand [1]. These documents give none for Northwind Traders." in run.answer
    assert not run.result["fit"]["covers"]
    run = ask("Compare the net margin of Acme Tools and Northwind Traders in 2022")
    assert "was 7.5%" in run.answer
    assert "for Acme Tools" not in run.answer, "the year before is not asked for"
    assert "Northwind Traders" in run.result["fit"]["missing"][0]


def test_a_side_that_texts_alone_mention_is_named_beside_the_known_one(ask, workspace):
    ChunkFactory(document=workspace.documents.get(), text="Audited by Northwind Partners since 1990.")
    run = ask("Compare the net margin of Acme Tools and Northwind Partners in 2022")
    assert run.answered
    assert "was 7.5%" in run.answer
    assert "mention Northwind Partners and give no figure of it" in run.answer
    assert "Northwind Partners" in run.result["fit"]["missing"][0]


@pytest.mark.parametrize(
    "question",
    [
        "Compare the revenue of Fabrikam and Litware",  # nobody is known
        "Compare services revenue of Acme Tools and Fabrikam in 2023",  # a part that no row gives
        "Compare the strategy of Acme Tools with Fabrikam's",  # no measure
    ],
)
def test_what_cannot_be_given_of_the_known_side_is_refused(ask, question):
    run = ask(question)
    assert not run.answered
    assert "No document mentions Fabrikam" in run.answer
