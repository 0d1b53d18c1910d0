"""What rules read from a question."""

from datetime import date

import pytest

from documents.models import Entity
from retrieval.question.analyse import analyse
from retrieval.question.confidence import CONFIDENT
from retrieval.stems import stems
from tests.factories import ChunkFactory, DocumentFactory, EntityFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def read(workspace):
    return lambda question, history=(): analyse(question, workspace=workspace, history=history)


def test_reads_measure_period_and_kind(read):
    analysis = read("What was net income in Q2 2023?")
    assert [m.name for m in analysis.measures] == ["net_income"]
    assert [(p.fiscal_year, p.fiscal_quarter) for p in analysis.periods] == [(2023, 2)]
    assert analysis.kind == "lookup"


def test_other_receivables_are_none_of_the_receivables(read):
    assert read("What were the other receivables in 2019?").measures == ()
    assert [m.name for m in read("What were the receivables in 2019?").measures] == ["receivables"]


@pytest.mark.parametrize(
    "question",
    ["What dividends did Acme Tools pay?", "Total dividends that Acme paid in 2023", "dividends paid"],
)
def test_dividends_that_somebody_paid_are_dividends_paid(read, question):
    assert [m.name for m in read(question).measures] == ["dividends_paid"]


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("How many contracts are there?", "count"),
        ("List all invoices", "list"),
        ("Which document has the highest revenue?", "highest"),
        ("How did revenue change from 2022 to 2023?", "compare"),
        ("Which documents disagree about revenue?", "conflict"),
        ("Which travel policy is in force?", "version"),
        ("What was revenue in the most recent quarter?", "lookup"),
        ("What is the average rent?", "average"),
        ("What is the lowest price?", "lowest"),
        ("What do the invoices come to in total?", "sum"),
        ("What share of revenue are services?", "ratio"),
    ],
)
def test_reads_the_kind_of_question(read, question, kind):
    assert read(question).kind == kind


def test_recognises_an_organization_without_its_legal_form(read, workspace):
    EntityFactory(document__workspace=workspace, entity_name="Northwind Traders, Inc.")
    (mention,) = read("What did Northwind Traders earn?").organizations
    assert mention.name == "Northwind Traders, Inc."


def test_names_of_another_workspace_are_unknown(read, other_workspace):
    EntityFactory(document__workspace=other_workspace, entity_name="Northwind Traders, Inc.")
    assert read("What did Northwind Traders earn?").organizations == ()


def test_a_follow_up_takes_what_it_leaves_out(read):
    history = [{"role": "user", "text": "What was revenue in Q1 2023?"}, {"role": "assistant", "text": "…"}]
    analysis = read("and in Q2 2023?", history)
    assert [m.name for m in analysis.measures] == ["revenue"]
    assert [p.fiscal_quarter for p in analysis.periods] == [2]


def test_a_whole_question_inherits_nothing(read):
    history = [{"role": "user", "text": "What was revenue in Q1 2023?"}]
    analysis = read("What was net income in the year 2021?", history)
    assert [m.name for m in analysis.measures] == ["net_income"]
    assert analysis.inherited == ()


@pytest.mark.parametrize(
    ("question", "types"),
    [
        ("What does the lease agreement say of pets?", ["legal_contract"]),
        ("What is in the latest 10-K?", ["financial_report"]),
        ("Which travel policy holds?", ["policy"]),
        ("Summarise the slide deck", ["presentation"]),
        ("What did the memo say?", ["correspondence"]),
        ("What is the supply voltage in the data sheet?", ["technical_doc"]),
        ("How tall is the tower?", []),
    ],
)
def test_says_which_types_of_documents_are_likely(read, question, types):
    assert list(read(question).likely_document_types)[: len(types) or None] == types


@pytest.mark.parametrize(
    ("question", "comparison", "temporal", "analytical"),
    [
        ("What was revenue in 2022?", False, True, False),
        ("What is the notice period?", False, False, False),
        ("Is rent higher than in Bergen?", True, False, False),
        ("How did revenue change from 2022 to 2023?", True, True, False),
        ("Why did margins fall?", False, False, True),
        ("What is the trend of costs over time?", False, True, False),
        ("Explain why net income grew versus 2021", True, True, True),
    ],
)
def test_says_what_sort_of_question_it_is(read, question, comparison, temporal, analytical):
    analysis = read(question)
    assert (analysis.is_comparison, analysis.is_temporal) == (comparison, temporal)
    assert (analysis.is_analytical, analysis.is_factual) == (analytical, not analytical)


def test_knows_people_products_places_topics_and_buckets_of_the_workspace(read, workspace):
    document = DocumentFactory(workspace=workspace, topics=["Climate risk"], bucket="site_audits")
    for name, kind in (("Ann Example", "person"), ("Turbo 9", "product"), ("New Oslo", "location")):
        EntityFactory(document=document, entity_name=name, entity_type=kind)
    analysis = read("What did Ann Example say of climate risk and the Turbo 9 of New Oslo in the site audit?")
    found = analysis.as_json()
    assert [found[name] for name in ("people", "topics", "products", "locations", "buckets")] == [
        ["Ann Example"],
        ["Climate risk"],
        ["Turbo 9"],
        ["New Oslo"],
        ["site_audits"],
    ]


def test_dates_span_all_that_is_asked_for(read):
    analysis = read("Compare revenue in 2019 and in 2021 with Q1 2023")
    assert (str(analysis.date_from), str(analysis.date_to)) == ("2019-01-01", "2023-03-31")
    assert read("What was signed before 2020?").date_from is None
    assert str(read("What was signed before 2020?").date_to) == "2019-12-31"


def test_a_range_that_is_compared_is_between_its_ends(read):
    years = [p.fiscal_year for p in read("How did revenue change between 2019 and 2022?").periods]
    assert years == [2019, 2022]
    assert [p.fiscal_year for p in read("What was revenue from 2019 to 2021?").periods] == [2019, 2020, 2021]


def test_fiscal_years_are_those_of_the_company_that_is_named(read, workspace):
    for name, month in (("Northwind Inc.", 6), ("Tailspin Inc.", 12)):
        document = DocumentFactory(workspace=workspace, fiscal_year_end_month=month)
        EntityFactory(document=document, entity_name=name, role="subject")
    assert str(read("What was Northwind's revenue in fiscal 2023?").date_from) == "2022-07-01"
    assert str(read("What was Tailspin's revenue in fiscal 2023?").date_from) == "2023-01-01"
    assert str(read("What was revenue in fiscal 2023?").date_from) == "2023-01-01"


def test_the_fiscal_year_of_a_company_is_the_one_that_most_of_its_documents_tell(read, workspace):
    for month in (6, 12, 6):
        document = DocumentFactory(workspace=workspace, fiscal_year_end_month=month)
        EntityFactory(document=document, entity_name="Northwind Inc.", role="subject")
    assert str(read("What was Northwind's revenue in fiscal 2023?").date_from) == "2022-07-01"


def test_an_organization_may_be_called_by_a_part_of_its_name(read, workspace):
    EntityFactory(document__workspace=workspace, entity_name="Northwind Traders Inc.", role="subject")
    for called in ("Northwind", "NoTra"):
        (mention,) = read(f"What did {called} earn?").organizations
        assert (mention.name, mention.start, mention.end) == ("Northwind Traders Inc.", 9, 9 + len(called))


@pytest.mark.parametrize(
    ("question", "sure"),
    [
        ("What was net income in Q2 2023?", True),
        ("What was Northwind's revenue?", True),
        ("How many contracts are there?", True),
        ("What did EBITDA come to in 2022?", True),
        ("How heavy is the turbine?", True),
        ("What did Fabrikam and Contoso agree on?", False),
        ("What happened to margins during the pandemic?", False),
        ("What has Litware said lately?", False),
    ],
)
def test_is_unsure_of_names_and_times_that_it_cannot_place(read, workspace, question, sure):
    EntityFactory(document__workspace=workspace, entity_name="Northwind Inc.", role="subject")
    analysis = read(question)
    assert (analysis.confidence >= CONFIDENT) is sure
    assert bool(analysis.doubts) is (analysis.confidence < 1)


def test_is_sure_of_a_name_that_stands_in_the_text(read, workspace):
    ChunkFactory(document__workspace=workspace, text="Litware and Fabrikam of Northwind repair pumps.")
    analysis = read("What does Litware owe us for Contoso's part?")
    assert analysis.unknown_names == ("Contoso",)
    assert analysis.doubts == ("no document names “Contoso”",)


def test_is_unsure_of_a_name_that_stands_in_the_text_of_another_workspace(read, other_workspace):
    ChunkFactory(document__workspace=other_workspace, text="Litware repairs pumps.")
    assert read("What does Litware owe us?").unknown_names == ("Litware",)


def test_stems_leave_stop_words_out():
    assert stems("the invoices of 2023") == {"invoic", "2023"}


@pytest.mark.parametrize(
    ("question", "is_analytical"),
    [
        ("What were the key drivers of growth in 2023?", True),
        ("What were the drivers?", True),
        ("How many drivers scored more than 100 points?", False),
        ("Which driver has the most points?", False),
    ],
)
def test_drivers_are_reasons_or_people(workspace, question, is_analytical):
    assert analyse(question, workspace=workspace).is_analytical is is_analytical


def test_the_latest_quarter_is_that_of_the_company_asked_for(read, workspace):
    for name, end in (("Acme Tools, Inc.", date(2023, 6, 30)), ("Beta Lines, Inc.", date(2024, 9, 30))):
        document = DocumentFactory(workspace=workspace, fiscal_year_end_month=12, period_end=end)
        EntityFactory(document=document, entity_name=name, role=Entity.Role.SUBJECT)
    for question, expected in (
        ("What was Acme Tools' revenue in the latest quarter?", [(2023, 2)]),
        ("What was the revenue of Beta Lines in Q2?", [(2024, 2)]),
        ("What was the revenue of Acme Tools in Q2?", [(2023, 2)]),
        ("What was revenue in the latest quarter?", [(2024, 3)]),
    ):
        assert [(p.fiscal_year, p.fiscal_quarter) for p in read(question).periods] == expected, question
