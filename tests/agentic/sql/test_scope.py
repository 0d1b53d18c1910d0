"""A statement that may see only the documents that the user chose."""

import pytest

from agentic.sql.execution import run_select
from tests.factories import DocumentFactory, MetricFactory

pytestmark = pytest.mark.django_db(transaction=True)  # the statements' reader sees committed rows only


@pytest.fixture
def documents(workspace):
    made = [DocumentFactory(workspace=workspace, filename=f"{name}.pdf") for name in "abc"]
    for document in made:
        MetricFactory(document=document, quote=document.filename)
    return made


@pytest.mark.parametrize(
    "statement",
    [
        "SELECT filename FROM documents ORDER BY filename",
        "SELECT filename FROM public.documents ORDER BY filename",
        'SELECT filename FROM "documents" ORDER BY 1',
        "SELECT DISTINCT filename FROM Figures ORDER BY 1",
        "SELECT quote FROM metrics ORDER BY quote",
        "SELECT d.filename FROM documents d JOIN metrics m ON m.document_id = d.id ORDER BY 1",
        "SELECT (SELECT max(x.filename) FROM public.documents x WHERE x.id = m.document_id) FROM metrics m "
        "ORDER BY 1",
        "WITH documents AS (SELECT * FROM public.documents) SELECT filename FROM documents ORDER BY 1",
        "WITH mine AS (SELECT filename FROM documents) SELECT filename FROM mine "
        "UNION SELECT quote FROM metrics ORDER BY 1",
    ],
)
def test_nothing_of_other_documents_is_seen(workspace, documents, statement):
    def seen(chosen):
        return [row[0] for row in run_select(statement, workspace=workspace, documents=chosen).rows]

    a, b, _ = documents
    assert seen(None) == ["a.pdf", "b.pdf", "c.pdf"]
    assert seen([a.pk, b.pk]) == ["a.pdf", "b.pdf"]
    assert seen([]) == []


def test_counts_are_of_the_documents_chosen_and_the_statement_says_so(workspace, documents):
    table = run_select("SELECT count(*) FROM metrics", workspace=workspace, documents=[documents[0].pk])
    assert table.rows == ((1,),)
    assert f"WHERE document_id IN ({documents[0].pk})" in table.sql


def test_rows_still_lead_to_their_places(workspace, documents):
    table = run_select("SELECT quote FROM metrics", workspace=workspace, documents=[documents[1].pk])
    assert [span.filename for span in table.spans] == ["b.pdf"]
