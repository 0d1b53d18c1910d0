"""Tables of a workspace, browsed on a page and by the API: typed, sorted, narrowed, drawn."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from documents.library.catalogue.tables import table_for, tables_of
from documents.models import TableRow
from tests import factories

HTMX = {"HX-Request": "true"}


@pytest.fixture
def signed_in(client, user, settings):
    settings.RAGSITE_AUTO_LOGIN = False
    client.force_login(user)
    return client


@pytest.fixture
def document(workspace):
    """A sheet of orchards with a total, and a second table."""
    document = factories.DocumentFactory(workspace=workspace, filename="orchards.csv", title="Orchards")
    rows = [
        ("Aldermoor", "north", 40, 0.25),
        ("Brackwater", "south", 90, 0.5),
        ("Coldharbour", "north", 7, 0.125),
        ("Dunholt", "south", 12, 1),
        ("Total", "", 149, 1),
    ]
    for at, (name, region, trees, share) in enumerate(rows):
        factories.TableRowFactory(
            document=document, table="Trees", table_index=0, row=at, label=name,
            properties={
                "share": share, "share (unit)": "%", "trees": trees, "region": region, "orchard": name,
            },
            quote=f"{name} {region} {trees} {share * 100:g}%", page=1,
        )  # fmt: skip
    factories.TableRowFactory(document=document, table="Notes", table_index=1, properties={"a": "b"})
    factories.TableRowFactory(document=document, table="properties", table_index=2, properties={"a": "b"})
    return document


def labels(table):
    return [row.label for row in table.rows]


def test_columns_are_typed_and_stand_as_on_the_page(user, document):
    table = table_for(user, document, 0)
    assert [(column.name, column.kind, column.unit) for column in table.columns] == [
        ("orchard", "text", ""),
        ("region", "category", ""),
        ("trees", "number", ""),
        ("share", "number", "%"),
    ]
    assert set(table.columns[1].categories) == {"north", "south"}


@pytest.mark.parametrize(
    "wanted, found",
    [
        ({}, ["Aldermoor", "Brackwater", "Coldharbour", "Dunholt", "Total"]),
        ({"sort": "2"}, ["Coldharbour", "Dunholt", "Aldermoor", "Brackwater", "Total"]),
        ({"sort": "-2"}, ["Brackwater", "Aldermoor", "Dunholt", "Coldharbour", "Total"]),
        ({"sort": "99"}, ["Aldermoor", "Brackwater", "Coldharbour", "Dunholt", "Total"]),
        ({"matching": "NORTH"}, ["Aldermoor", "Coldharbour"]),
        ({"matching": "north 40"}, ["Aldermoor"]),
    ],
)
def test_rows_are_sorted_by_values_and_narrowed_by_words(user, document, wanted, found):
    assert labels(table_for(user, document, 0, **wanted)) == found


def test_tables_are_found_by_words_in_different_cells(user, document):
    found = tables_of(user, document.workspace, search="dunholt trees")
    assert [(each["title"], each["rows"]) for each in found] == [("Trees", 5)]
    assert [each["title"] for each in tables_of(user, document.workspace)] == ["Trees", "Notes"]


def test_a_table_that_is_not_there_is_said_to_be_none(user, document):
    with pytest.raises(TableRow.DoesNotExist, match="has no table 7"):
        table_for(user, document, 7)


def test_the_page_lists_tables_in_as_many_queries_as_there_are_more(signed_in, document):
    def queries():
        with CaptureQueriesContext(
            connection,
        ) as asked:
            page = signed_in.get(reverse("tables", args=[document.workspace.slug]))
        assert "Trees" in page.content.decode()
        return len(asked)

    queries()
    few = queries()
    for at in range(5, 12):
        factories.TableRowFactory(document=document, table=f"More {at}", table_index=at)
    assert queries() == few


def test_the_page_of_a_table_sorts_and_draws(signed_in, document):
    address = reverse("table", args=[document.workspace.slug, document.pk, 0])
    page = signed_in.get(address, {"sort": "-2", "chart": "2"}).content.decode()
    assert page.index("Brackwater") < page.index("Coldharbour")
    assert 'class="bar"' in page
    assert "trees of Trees" in page
    assert "Total: " not in page  # no bar of a total
    assert "12.5%" in page
    part = signed_in.get(address, {"q": "north"}, headers=HTMX | {"HX-Target": "table"}).content.decode()
    assert "<html" not in part
    assert "2 of 5 rows" in part
    assert "Dunholt" not in part


def test_the_api_lists_tables_and_gives_rows_with_places(signed_in, document):
    slug = document.workspace.slug
    listed = signed_in.get(f"/api/tables?workspace={slug}&search=trees").json()
    assert listed["total"] == 1
    assert listed["tables"][0] | {"document_id": 0} == {
        "document_id": 0, "document": "Orchards", "filename": "orchards.csv", "index": 0, "title": "Trees",
        "rows": 5, "page": 1, "last_page": 1,
    }  # fmt: skip
    table = signed_in.get(f"/api/documents/{document.pk}/tables/0?sort=-3&limit=1").json()
    assert table["total"] == 5
    assert table["items"][0]["cells"] == ["Dunholt", "south", 12, 1]
    assert table["items"][0]["units"] == ["", "", "", "%"]
    assert (table["items"][0]["page"], table["items"][0]["quote"]) == (1, "Dunholt south 12 100%")
    missing = signed_in.get(f"/api/documents/{document.pk}/tables/9")
    assert (missing.status_code, missing.json()["error"]) == (404, "“orchards.csv” has no table 9.")


def test_others_find_neither_tables_nor_rows(client, document, settings):
    settings.RAGSITE_AUTO_LOGIN = False
    client.force_login(factories.UserFactory())
    slug = document.workspace.slug
    assert client.get(reverse("tables", args=[slug])).status_code == 404
    assert client.get(reverse("table", args=[slug, document.pk, 0])).status_code == 404
    assert client.get(f"/api/tables?workspace={slug}").status_code == 404
    assert client.get(f"/api/documents/{document.pk}/tables/0").status_code == 404
    assert list(tables_of(factories.UserFactory(), document.workspace)) == []
