"""The searches over passages that agents and programs call."""

from datetime import date

import pytest

from documents.ingestion.chunks.chunking import embedded_text
from documents.models import Chunk, Document, Status, TableRow, Workspace
from retrieval.scope.filters import BadSearch
from retrieval.search.passage_search import PassageQuery, search_both, search_semantic, search_text
from tests.factories import ChunkFactory, DocumentFactory, MembershipFactory, MetricFactory, TableRowFactory

pytestmark = pytest.mark.django_db

LEASE = "The tenant may end the lease with three months' notice."
RAIN = "Annual rainfall in the valley reached 900 millimetres."
TIDE = "The turbine converts tidal currents into electricity."


@pytest.fixture(autouse=True)
def _however_far(settings):
    """The embedder that knows no meaning puts most texts far from each other."""
    settings.RAGSITE_MIN_SIMILARITY = -1


def stored(workspace, text, embedder, *, page=1, section="", **fields):
    """A document of one indexed passage."""
    document = DocumentFactory(workspace=workspace, **fields)
    chunk = ChunkFactory(document=document, text=text, page_start=page, page_end=page + 1, section=section)
    chunk.embedding, chunk.embedding_model = embedder.embed([embedded_text(chunk)])[0], embedder.name
    chunk.save()
    return document


@pytest.fixture
def report(workspace, hash_embedder):
    return stored(
        workspace, TIDE, hash_embedder, page=4, section="2 Turbines",
        filename="tides-q2.pdf", bucket="reports",
        document_type="financial_report", organizations=["Acme Tides, Inc."], people=["Ada Byron"],
        topics=["energy"], period_start=date(2024, 4, 1), period_end=date(2024, 6, 30),
        document_date=date(2024, 8, 1),
    )  # fmt: skip


@pytest.fixture
def lease(workspace, hash_embedder):
    return stored(workspace, LEASE, hash_embedder, bucket="contracts", document_date=date(2023, 3, 1))


def by_words(workspace, query="tidal lease", **asked):
    return [
        p.document_id for p in search_text(PassageQuery(workspace=workspace, query=query, **asked)).passages
    ]


def by_meaning(workspace, embedder, query="tidal lease", **asked):
    found = search_semantic(PassageQuery(workspace=workspace, query=query, **asked), embedder=embedder)
    return [p.document_id for p in found.passages]


def test_words_lead_to_their_page(workspace, report, lease):
    found = search_text(PassageQuery(workspace=workspace, query="Which turbines use tidal currents?"))
    (passage,) = found.passages
    assert (passage.document_id, passage.filename) == (report.pk, "tides-q2.pdf")
    assert (passage.page_start, passage.page_end, passage.section) == (4, 5, "2 Turbines")
    assert (passage.snippet, passage.superseded) == (TIDE, False)
    assert passage.score > 0
    assert (found.documents, found.note) == (2, "")


def test_meaning_leads_where_no_word_does(workspace, embedder, settings):
    settings.RAGSITE_MIN_SIMILARITY = 0.2
    lease = stored(workspace, LEASE, embedder)
    stored(workspace, RAIN, embedder)
    asked = PassageQuery(workspace=workspace, query="When can the renter terminate?")
    found = search_semantic(asked, embedder=embedder)
    (passage,) = found.passages
    assert passage.document_id == lease.pk
    assert 0.2 <= passage.score <= 1
    assert not search_text(asked).passages


def test_every_statement_is_shown_with_its_values(workspace, report, hash_embedder):
    asked = PassageQuery(workspace=workspace, query="tidal", filters={"topics": "energy"})
    text, near = search_text(asked), search_semantic(asked, embedder=hash_embedder)
    for found in (text, near):
        assert any("unnest(d.topics)" in statement for statement in found.statements)
        assert not any("%s" in statement for statement in found.statements)
    assert any("''tidal''" in statement and "sparsevec" in statement for statement in text.statements)
    assert any("…]'" in statement and "halfvec" in statement for statement in near.statements)


@pytest.mark.parametrize(
    "filters",
    [
        {"filename": {"op": "~", "value": "Q2"}},
        {"document_type": "Financial_Report"},
        {"organizations": {"op": "~", "value": "acme"}},
        {"people": "ada byron"},
        {"topics": {"op": "in", "value": ["energy", "water"]}},
        {"dates": {"op": "between", "value": ["2024-06-01", "2024-12-31"]}},
        {"dates": "2024-05-05"},
        {"dates": {"op": ">", "value": "2024-01-01"}},
        {"document_date": {"op": "≥", "value": "2024-08-01"}},
        {"period": "Q2 2024"},
        {"period": {"op": "~", "value": "2024"}},
        {"period": {"op": "in", "value": ["Q1 2024", "Q2 2024"]}},
        {"page": 5},
        {"page": {"op": "between", "value": [3, 4]}},
        {"page": {"op": ">", "value": 4}},
        {"section": {"op": "~", "value": "turbines"}},
        {"bucket": "reports", "page": {"op": "in", "value": [4]}},
    ],
)
def test_conditions_keep_what_meets_them(workspace, report, lease, hash_embedder, filters):
    assert by_words(workspace, filters=filters) == [report.pk]
    assert by_meaning(workspace, hash_embedder, filters=filters) == [report.pk]


@pytest.mark.parametrize(
    "filters",
    [
        {"organizations": {"op": "≠", "value": "Acme Tides, Inc."}},
        {"document_type": {"op": "≠", "value": "financial_report"}},
        {"dates": {"op": "<", "value": "2024-04-01"}},
        {"period": {"op": "≠", "value": "Q2 2024"}},
        {"page": {"op": "≠", "value": 4}},
        {"page": {"op": "<", "value": 4}},
        {"section": {"op": "≠", "value": "2 Turbines"}},
    ],
)
def test_conditions_leave_out_what_does_not(workspace, report, lease, hash_embedder, filters):
    assert by_words(workspace, filters=filters) == [lease.pk]
    assert by_meaning(workspace, hash_embedder, filters=filters) == [lease.pk]


@pytest.mark.parametrize(
    "filters",
    [
        {"properties.notice": {"op": "<", "value": 60, "unit": "days"}},
        {"notice": {"op": "≤", "value": 30}},
        {"Supplier": "harbour ltd"},
        {"properties.supplier": {"op": "~", "value": "harbour"}, "bucket": "contracts"},
        [{"field": "Quantity", "op": ">", "value": 5}],  # a column of a table
        {"V_CEO": {"op": "≥", "value": 60}},
    ],
)
def test_conditions_on_what_documents_give_keep_their_passages(
    workspace, other_workspace, report, lease, hash_embedder, filters
):
    theirs = stored(other_workspace, LEASE, hash_embedder)
    for document, days, supplier, quantity in (
        (lease, 30, "Harbour Ltd", 9), (report, 90, "Lumen Ltd", 3), (theirs, 30, "Harbour Ltd", 9)
    ):  # fmt: skip
        gives(document, "properties", "Notice", {"Notice": days, "Notice (unit)": "days"})
        gives(document, "properties", "Supplier", {"Supplier": supplier})
        gives(document, "Items", "Tire", {"Item": "Tire", "Quantity": quantity})
        gives(document, "Ratings", "Voltage", {"Symbol": "V_CEO", "Value": 10 * quantity})
    assert by_words(workspace, filters=filters) == [lease.pk]
    assert by_meaning(workspace, hash_embedder, filters=filters) == [lease.pk]


def gives(document, table, label, properties):
    TableRowFactory(document=document, table=table, label=label, properties=properties, quote=label)


def test_a_row_that_is_kept_out_meets_no_condition(workspace, lease):
    gives(lease, "properties", "Supplier", {"Supplier": "Harbour Ltd"})
    assert by_words(workspace, filters={"supplier": "Harbour Ltd"}) == [lease.pk]
    TableRow.objects.filter(document=lease).update(kept_out=True)
    gives(lease, "properties", "Supplier", {"Supplier": "Lumen Ltd"})
    assert by_words(workspace, filters={"supplier": "Harbour Ltd"}) == []


def test_an_unknown_field_is_told_with_those_that_documents_give(workspace, lease):
    gives(lease, "properties", "Notice period", {"Notice period": 30})
    with pytest.raises(BadSearch, match=r"no field “colour”: use document, .+“Notice period”"):
        by_words(workspace, filters={"colour": "red"})


def test_a_period_is_of_each_documents_own_calendar(workspace, report, hash_embedder):
    """The quarter to June is the third of a fiscal year that ends in September."""
    Document.objects.filter(pk=report.pk).update(fiscal_year_end_month=9)
    assert by_words(workspace, filters={"period": "Q3 2024"}) == [report.pk]
    assert by_words(workspace, filters={"period": "Q2 2024"}) == []


def test_one_bucket_or_one_document_is_searched(workspace, report, lease, hash_embedder):
    assert by_words(workspace, bucket="contracts") == by_words(workspace, bucket=" Contracts ") == [lease.pk]
    assert by_meaning(workspace, hash_embedder, doc_id=report.pk) == [report.pk]
    assert by_words(workspace, doc_id=report.pk, bucket="contracts") == []


def test_what_is_of_others_excluded_or_not_ready_is_not_found(
    workspace, other_workspace, report, lease, hash_embedder
):
    theirs = stored(other_workspace, TIDE, hash_embedder)
    for found in (by_words(workspace), by_meaning(workspace, hash_embedder, top_k=50)):
        assert set(found) == {report.pk, lease.pk}
    Chunk.objects.filter(document=lease).update(excluded=True)
    Document.objects.filter(pk=report.pk).update(status=Status.READING)
    assert by_words(workspace) == by_meaning(workspace, hash_embedder) == []
    with pytest.raises(Document.DoesNotExist, match=f"There is no document {theirs.pk} in “mine”."):
        by_words(workspace, doc_id=theirs.pk)
    assert by_words(workspace, filters={"document_id": theirs.pk}) == []
    assert by_words(workspace, filters={"chunk_id": theirs.chunks.get().pk}) == []


def test_a_session_workspace_is_searched_alone(user, workspace, report, hash_embedder):
    session = MembershipFactory(user=user, workspace__kind=Workspace.Kind.SESSION).workspace
    own = stored(session, TIDE, hash_embedder)
    assert by_words(session) == by_meaning(session, hash_embedder) == [own.pk]
    assert by_words(workspace) == [report.pk]


def test_deleted_documents_are_not_found(workspace, report, hash_embedder):
    report.delete()
    assert by_words(workspace) == by_meaning(workspace, hash_embedder) == []


def test_figures_lead_to_no_page_that_the_conditions_leave_out(workspace, hash_embedder):
    document = stored(workspace, TIDE, hash_embedder)
    ChunkFactory(document=document, index=1, text="Net sales 5", page_start=7)
    MetricFactory(document=document, page=7)

    def pages(**filters):
        asked = PassageQuery(workspace=workspace, query="What was revenue?", filters=filters)
        return {p.page_start for p in search_both(asked, embedder=hash_embedder).passages}

    assert 7 in pages()
    assert pages(page={"op": "≤", "value": 2}) == {1}


def test_a_search_says_why_it_found_nothing(workspace, report, hash_embedder, settings):
    def note(query, **asked):
        return search_text(PassageQuery(workspace=workspace, query=query, **asked)).note

    assert note("quokkas") == "No passage of this workspace has any of these words."
    assert (
        note("tidal", filters={"page": 9}) == "No passage that meets the conditions has any of these words."
    )
    with pytest.raises(BadSearch, match="There is no bucket “none”: use reports"):
        note("tidal", bucket="none")
    settings.RAGSITE_MIN_SIMILARITY = 0.95
    found = search_semantic(PassageQuery(workspace=workspace, query="tidal"), embedder=hash_embedder)
    assert found.passages == ()
    assert "the nearest has a similarity of 0." in found.note
    assert "0.95 is the least that counts (RAGSITE_MIN_SIMILARITY)." in found.note


def test_a_newer_edition_is_told(workspace, report, lease):
    Document.objects.filter(pk=lease.pk).update(supersedes=report)
    passages = search_text(PassageQuery(workspace=workspace, query="tidal lease")).passages
    assert {p.document_id: p.superseded for p in passages} == {report.pk: True, lease.pk: False}


def test_the_best_come_first_and_no_more_than_asked_for(workspace, hash_embedder):
    once = stored(workspace, f"{TIDE} {RAIN}", hash_embedder)
    twice = stored(workspace, f"{TIDE} tidal tidal turbine", hash_embedder)
    assert by_words(workspace, "tidal turbine") == [twice.pk, once.pk]
    assert by_words(workspace, "tidal turbine", top_k=1) == [twice.pk]


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ({"query": " "}, "Write what to search for."),
        ({"query": "a\x00"}, "Write what to search for."),
        ({"query": "x" * 5000}, "Search for at most 4,000 characters."),
        ({"top_k": 0}, "Ask for 1 to 100 passages."),
        ({"context_chars": 9}, "Ask for 40 to 4,000 characters of context."),
        ({"filters": {"colour": "red"}}, "There is no field “colour”: use document, filename, title, "),
        ({"filters": {"page": "first"}}, "“page” is a number: give one."),
        ({"filters": {"period": "soon"}}, "“period” is not understood: write it as Q3 2024, 2023, "),
        ({"filters": {"period": {"op": ">", "value": "2024-01-01"}}}, "“period” is a name such as Q3 2024: "),
    ],
)
def test_what_cannot_be_searched_is_refused_in_a_sentence(workspace, asked, sentence):
    with pytest.raises(BadSearch) as refused:
        PassageQuery(**{"workspace": workspace, "query": "tidal", **asked})
    assert str(refused.value).startswith(sentence)
    assert str(refused.value).endswith(".")


@pytest.mark.parametrize("words", ["x' OR 1=1 --", "100%s", "a\\' b", "$$;DROP TABLE x", "%(workspace)s"])
def test_what_users_write_never_becomes_sql(workspace, report, hash_embedder, words):
    for asked in ({"filters": {"section": words}}, {"filters": {"title": words}}):
        assert by_words(workspace, **asked) == by_meaning(workspace, hash_embedder, **asked) == []
    with pytest.raises(BadSearch, match="There is no bucket"):
        by_words(workspace, bucket=words)
    assert by_words(workspace, query=words) == []
