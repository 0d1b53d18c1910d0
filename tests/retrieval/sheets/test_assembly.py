"""Which columns of a sheet are headings, and which tables are one sheet."""

import pytest

from retrieval.sheets.assembly import is_heading, sheets_of, stored_rows
from tests.factories import DocumentFactory, TableRowFactory


@pytest.mark.parametrize("name", ["Imports", "Exports 2023", "Net of 5% tax", "Cases (per 100,000 people)"])
def test_words_over_a_column_are_its_heading(name):
    assert is_heading(name)


@pytest.mark.parametrize("name", ["Argentina 1,204,511 88,200", "Total 12,400.50"])
def test_words_that_took_amounts_of_rows_are_none(name):
    assert not is_heading(name)


@pytest.mark.django_db
def test_tables_whose_rows_are_called_by_other_things_are_no_one_table(workspace):
    tables = {"Trade": ("Masonry", "Joinery"), "Town": ("Ashby", "Corby")}
    document = DocumentFactory(workspace=workspace, filename="pay.xlsx")
    for index, (heading, labels) in enumerate(tables.items()):
        for row, label in enumerate(labels):
            TableRowFactory(
                document=document, table="Pay", table_index=index, row=row, label=label,
                properties={heading: label, "Share": 0.1 * row, "Number": row, "Median pay": 100 * row},
            )  # fmt: skip
    sheets = list(sheets_of(stored_rows([document.pk])))
    assert sorted(sheet.label.name for sheet in sheets) == ["Town", "Trade"]


@pytest.mark.django_db
def test_a_table_without_a_heading_over_its_labels_is_one_with_those_that_share_its_many_headings(workspace):
    document = DocumentFactory(workspace=workspace, filename="turnout.xlsx")
    years = {f"{year} votes": 10 * year for year in range(2011, 2016)}
    for index, town in enumerate(("Ashby", "Corby", "Denby")):
        for row, label in enumerate((f"North, {town}", f"South, {town}")):
            TableRowFactory(
                document=document, table=town, table_index=index, row=row, label=label,
                properties={**({"NAME": label} if index else {}), **years},
            )  # fmt: skip
    (sheet,) = sheets_of(stored_rows([document.pk]))
    assert len(sheet.rows) == 6
