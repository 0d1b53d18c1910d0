"""Which documents a question is about."""

from datetime import date

import pytest
from django.db.models import Q

from documents.models import Entity
from retrieval.question.analyse import analyse
from retrieval.scope import prefilter as module
from retrieval.scope.prefilter import prefilter
from tests.factories import DocumentFactory, EntityFactory

pytestmark = pytest.mark.django_db


@pytest.fixture
def many(workspace):
    """As many documents as the filter needs, one of them Northwind's."""
    for number in range(module.FILTER_FROM - 1):
        DocumentFactory(workspace=workspace, filename=f"other-{number}.txt")
    document = DocumentFactory(
        workspace=workspace, filename="nw.txt", organizations=["Northwind Traders, Inc."]
    )
    EntityFactory(document=document, entity_name="Northwind Traders, Inc.")
    return document


def scope_of(question, workspace, **options):
    return prefilter(analyse(question, workspace=workspace), workspace=workspace, **options)


def test_keeps_the_documents_of_the_organization_named(many, workspace):
    assert scope_of("What did Northwind Traders sell?", workspace).document_ids == (many.pk,)


def test_searches_everything_where_there_are_few_documents(workspace):
    DocumentFactory(workspace=workspace, organizations=["Northwind Traders, Inc."])
    assert scope_of("What did Northwind Traders sell?", workspace).document_ids is None


def test_falls_back_to_everything_and_says_so(many, workspace):
    scope = scope_of("Which presentation mentions whales?", workspace)
    assert scope.document_ids is None
    assert scope.note


def test_can_be_switched_off(many, workspace):
    assert scope_of("What did Northwind Traders sell?", workspace, enabled=False).document_ids is None


def test_the_users_own_choice_of_documents_is_kept(many, workspace, other_workspace):
    foreign = DocumentFactory(workspace=other_workspace)
    assert scope_of("Anything?", workspace, document_ids=[many.pk, foreign.pk]).document_ids == (many.pk,)


def test_documents_still_being_read_are_left_out(workspace):
    DocumentFactory(workspace=workspace, status="reading")
    assert scope_of("Anything?", workspace).total == 0


def test_can_be_switched_off_for_all_questions(many, workspace, settings):
    settings.RAGSITE_PREFILTER = False
    assert scope_of("What did Northwind Traders sell?", workspace).document_ids is None


def test_starts_at_ten_documents(workspace):
    for number in range(10):
        assert scope_of("What do the invoices say?", workspace).document_ids is None
        DocumentFactory(workspace=workspace, filename=f"invoice-{number}.txt")
    assert len(scope_of("What do the invoices say?", workspace).document_ids) == 10


def test_a_condition_that_nothing_meets_does_not_undo_the_others(many, workspace):
    question = "What did Northwind Traders sell according to its presentations of 1987?"
    scope = scope_of(question, workspace)
    assert scope.document_ids == (many.pk,)
    assert {"organizations", "document_types", "dates"} <= scope.filters.keys()


def test_documents_that_meet_more_conditions_go_before(many, workspace):
    for number, end in enumerate((date(2022, 12, 31), date(2023, 12, 31))):
        document = DocumentFactory(
            workspace=workspace,
            filename=f"n{number}.txt",
            period_start=end.replace(month=1, day=1),
            period_end=end,
        )
        EntityFactory(document=document, entity_name="Northwind Traders, Inc.", role="subject")
    assert scope_of("What did Northwind Traders earn in 2023?", workspace).document_ids == (document.pk,)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("What was agreed in 2021?", {"inside", "across"}),
        ("What happened since 2021?", {"inside", "across", "after", "of decades"}),
        ("What happened before 2021?", {"across", "before", "of decades"}),
        ("What happened between 2019 and 2020?", {"across", "before"}),
        ("What happened in March 2021?", {"inside", "across"}),
    ],
)
def test_documents_whose_dates_overlap_are_kept(many, workspace, question, expected):
    spans = {
        "before": (date(2019, 1, 1), date(2019, 6, 30)),
        "across": (date(2020, 6, 1), date(2021, 5, 31)),
        "inside": (date(2021, 2, 1), date(2021, 4, 30)),
        "after": (date(2022, 1, 1), date(2022, 12, 31)),
        "of decades": (date(2000, 1, 1), date(2022, 12, 31)),
    }
    for name, (first, last) in spans.items():
        DocumentFactory(workspace=workspace, filename=f"{name}.txt", period_start=first, period_end=last)
    scope = scope_of(question, workspace)
    assert {document.filename.removesuffix(".txt") for document in scope.documents()} == expected


def test_people_buckets_and_file_names_choose_documents(many, workspace):
    person = DocumentFactory(workspace=workspace, people=["Ann Example"], filename="memo.txt")
    EntityFactory(document=person, entity_name="Ann Example", entity_type="person")
    bucket = DocumentFactory(workspace=workspace, bucket="site_audits", filename="oslo.txt")
    quarter = DocumentFactory(workspace=workspace, filename="2023 Q3 tailspin.txt")
    assert scope_of("What did Ann Example propose?", workspace).document_ids == (person.pk,)
    assert scope_of("What did the site audit find?", workspace).document_ids == (bucket.pk,)
    assert scope_of("What was sold in Q3 2023?", workspace).document_ids == (quarter.pk,)


def test_topics_choose_where_they_are_what_is_asked_for(many, workspace):
    risk = DocumentFactory(workspace=workspace, topics=["Climate risk"])
    scope = scope_of("Which documents discuss climate risk?", workspace)
    assert (scope.document_ids, scope.filters["topics"]) == ((risk.pk,), ["Climate risk"])


def test_topics_within_a_longer_question_exclude_nothing(many, workspace):
    DocumentFactory(workspace=workspace, topics=["Climate risk"])
    question = "How many engineers were hired in Bergen to model the climate risk of coastal bridges?"
    assert scope_of(question, workspace).document_ids is None


def test_topics_put_the_documents_of_an_organization_in_order(many, workspace):
    older = DocumentFactory(workspace=workspace, topics=["Climate risk"], document_date=date(2020, 1, 1))
    newer = DocumentFactory(workspace=workspace, document_date=date(2023, 1, 1))
    for document in (older, newer):
        EntityFactory(document=document, entity_name="Tailspin Inc.", role="subject")
    question = "What does Tailspin tell its shareholders of the costs of climate risk?"
    assert scope_of(question, workspace).document_ids == (older.pk, newer.pk)


def test_no_more_than_the_most_candidates_are_kept_and_it_says_so(many, workspace, settings):
    settings.RAGSITE_MAX_CANDIDATES = 3
    for number in range(5):
        DocumentFactory(
            workspace=workspace, filename=f"invoice-{number}.txt", document_date=date(2020 + number, 1, 1)
        )
    scope = scope_of("What do the invoices say?", workspace)
    assert [document.filename for document in sorted(scope.documents(), key=lambda one: one.filename)] == [
        "invoice-2.txt",
        "invoice-3.txt",
        "invoice-4.txt",
    ]
    assert scope.note == "5 documents match as well; the 3 likeliest are searched"


@pytest.mark.parametrize("others", [1, 3])
def test_what_outweighs_all_else_is_looked_up_first_and_lost_where_nothing_meets_it(many, workspace, others):
    heavy = module.Condition("heavy", Q(filename="nw.txt"), 5)
    light = [module.Condition("light", Q(filename="other-1.txt"), 2)] * others
    ready = workspace.documents.order_by("pk")
    best, _ = module._best_matching(ready, [heavy, *light])
    assert (best == (many.pk,)) is (others == 1)
    none = module.Condition("none", Q(filename="missing.txt"), 50)
    assert module._best_matching(ready, [none, *light])[0] == (ready.get(filename="other-1.txt").pk,)


def test_a_phrase_that_is_a_topic_of_some_documents_is_searched_for_in_all(many, workspace):
    DocumentFactory(workspace=workspace, topics=["Climate risk"])
    assert scope_of("climate risk", workspace).document_ids is None


def test_the_documents_chosen_can_be_asked_for_within_another_query(many, workspace):
    fact = EntityFactory(document=many)
    documents = scope_of("What did Northwind Traders sell?", workspace).documents()
    assert fact in Entity.objects.filter(document__in=documents)


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("List all invoices", {"a.txt", "invoice-7.png", "c.txt"}),
        ("List the documents in the bucket invoices", {"a.txt"}),
        ("What do the site audits say?", {"d.txt"}),
    ],
)
def test_a_kind_of_documents_is_looked_for_in_all_buckets(many, workspace, question, expected):
    DocumentFactory(workspace=workspace, filename="a.txt", bucket="invoices")
    DocumentFactory(workspace=workspace, filename="invoice-7.png")
    DocumentFactory(workspace=workspace, filename="c.txt", title="Invoice of March", bucket="inbox")
    DocumentFactory(workspace=workspace, filename="d.txt", bucket="site_audits")
    assert {document.filename for document in scope_of(question, workspace).documents()} == expected


@pytest.mark.parametrize(
    "question",
    ["Which is higher, Q2 or Q3 of 2024?", "the second or third quarter of 2024", "from Q2 to Q3 2024"],
)
def test_quarters_that_share_a_year_keep_the_files_of_each(many, workspace, question):
    named = [
        DocumentFactory(workspace=workspace, filename=f"report-{name}.pdf") for name in ("Q2-2024", "Q3-2024")
    ]
    assert set(scope_of(question, workspace).document_ids) == {document.pk for document in named}
