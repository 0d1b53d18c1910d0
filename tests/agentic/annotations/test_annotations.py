"""Rows found and counted by conditions on their values."""

import re
from datetime import date
from decimal import Decimal

import pytest

from agentic.annotations import (
    annotations_aggregate,
    annotations_count,
    annotations_facets,
    annotations_found,
    annotations_search,
)
from agentic.sql.reader import reader_session
from documents.models import TableRow
from retrieval.annotations.conditions import OF_TABLES
from retrieval.scope.filters import SAID, BadSearch
from tests.factories import DocumentFactory, RelationshipFactory, TableRowFactory

pytestmark = pytest.mark.django_db(transaction=True)


def invoice(workspace, number, customer, *amounts, **fields):
    """An invoice with a line for each amount, and its customer and number as properties."""
    document = DocumentFactory(workspace=workspace, filename=f"{number}.pdf", bucket="invoices", **fields)
    for name, value in (("Customer", customer), ("Number", number)):
        TableRowFactory(document=document, table="properties", label=name, properties={name: value})
    for row, amount in enumerate(amounts):
        TableRowFactory(
            document=document, table="Lines", table_index=1, row=row, label=f"Item {row}",
            properties={"Amount": amount, "Description": f"Item {row} of {number}"},
        )  # fmt: skip
    return document


@pytest.fixture
def invoices(workspace):
    return [
        invoice(workspace, "A-1", "Acme", 100, 250.5),
        invoice(workspace, "A-2", "Acme", 900, document_date=date(2025, 6, 30)),
        invoice(workspace, "B-1", "Bolt", 40),
    ]


def found(workspace, **filters):
    table = annotations_search(workspace=workspace, filters=filters)
    return [
        row[table.columns.index("label")] + " " + row[table.columns.index("filename")] for row in table.rows
    ]


@pytest.mark.parametrize(
    ("asked", "rows"),
    [
        ({"op": ">", "value": 100}, ["Item 1 A-1.pdf", "Item 0 A-2.pdf"]),
        ({"op": "≥", "value": 100}, ["Item 0 A-1.pdf", "Item 1 A-1.pdf", "Item 0 A-2.pdf"]),
        ({"op": "<", "value": 100}, ["Item 0 B-1.pdf"]),
        ({"op": "<=", "value": 100}, ["Item 0 A-1.pdf", "Item 0 B-1.pdf"]),
        ({"op": "=", "value": 250.5}, ["Item 1 A-1.pdf"]),
        (900, ["Item 0 A-2.pdf"]),
        ({"op": "≠", "value": 100}, ["Item 1 A-1.pdf", "Item 0 A-2.pdf", "Item 0 B-1.pdf"]),
        ({"op": "between", "value": [40, 100]}, ["Item 0 A-1.pdf", "Item 0 B-1.pdf"]),
        ({"op": "in", "value": [40, 900]}, ["Item 0 A-2.pdf", "Item 0 B-1.pdf"]),
    ],
)
def test_numbers_are_compared_as_numbers(workspace, invoices, asked, rows):
    assert found(workspace, amount=asked) == rows


@pytest.mark.parametrize(
    ("asked", "rows"),
    [
        ({"op": "~", "value": "ITEM 1 OF"}, ["Item 1 A-1.pdf"]),
        ("item 0 of b-1", ["Item 0 B-1.pdf"]),
        ({"op": "~", "value": "100%_"}, []),
    ],
)
def test_words_are_compared_without_regard_to_case(workspace, invoices, asked, rows):
    assert found(workspace, Description=asked) == rows


def test_a_property_of_the_document_holds_for_all_its_rows(workspace, invoices):
    assert found(workspace, customer="acme", amount={"op": ">", "value": 0}) == [
        "Item 0 A-1.pdf", "Item 1 A-1.pdf", "Item 0 A-2.pdf",
    ]  # fmt: skip


def test_the_lines_that_give_a_property_are_looked_up_once_for_all_rows(workspace, invoices):
    plan = "EXPLAIN (FORMAT TEXT, COSTS OFF)"
    table = annotations_search(
        workspace=workspace, filters={"customer": "ACME", "amount": {"op": ">", "value": 1}}
    )
    with reader_session(workspace, seconds=5) as (reader, _):
        told = "\n".join(line for (line,) in reader.execute(f"{plan} {table.sql}").fetchall())
    assert len(table.rows) == 3
    assert re.search(r"hashed SubPlan.*\n(?:.*\n)*.*small_value = 'acme'", told), told


@pytest.mark.parametrize(
    ("asked", "files"),
    [
        ({"op": ">", "value": 500}, ["b.pdf"]),
        ({"op": "between", "value": [400, 700]}, ["a.pdf", "b.pdf"]),
        ({"op": ">", "value": 500, "unit": "USD"}, []),
        ({"op": ">", "value": 500, "unit": "EUR"}, ["b.pdf"]),
    ],
)
def test_numbers_of_lines_are_looked_up_once_and_each_line_of_a_document_counts(workspace, asked, files):
    for name, totals in (("a.pdf", (400, 600)), ("b.pdf", (600,)), ("c.pdf", ())):
        document = DocumentFactory(workspace=workspace, filename=name)
        for total in totals:
            kept = {"Total": total, "Total (unit)": "EUR"}
            TableRowFactory(document=document, table="properties", label="Total", properties=kept)
    table = annotations_search(workspace=workspace, filters={"total": asked}, by_document=True)
    assert [row[table.columns.index("filename")] for row in table.rows] == files
    assert "property_values" in table.sql
    assert "table_rows" not in table.sql


def test_days_of_lines_are_looked_up_once(workspace):
    for name, due in (("a.pdf", "3 May 2025"), ("b.pdf", "2025-07-01")):
        document = DocumentFactory(workspace=workspace, filename=name)
        TableRowFactory(document=document, table="properties", label="Due", properties={"Due": due})
    asked = {"due": {"op": ">", "value": "2025-06-01"}}
    table = annotations_search(workspace=workspace, filters=asked, by_document=True)
    assert [row[table.columns.index("filename")] for row in table.rows] == ["b.pdf"]
    assert "property_values" in table.sql
    assert "table_rows" not in table.sql


def test_a_value_of_100_characters_may_go_on_and_is_compared_as_a_whole(workspace):
    for name, remark in (("a.pdf", "x" * 100), ("b.pdf", "x" * 101)):
        document = DocumentFactory(workspace=workspace, filename=name)
        TableRowFactory(document=document, table="properties", label="Remark", properties={"Remark": remark})
    table = annotations_search(workspace=workspace, filters={"remark": "x" * 100}, by_document=True)
    assert [row[table.columns.index("filename")] for row in table.rows] == ["a.pdf"]


def test_some_rows_are_the_first_that_are_found_and_stand_by_their_files(workspace, invoices):
    every = annotations_search(workspace=workspace, filters={"table": "Lines"}, some=True)
    assert "ORDER BY" not in every.sql
    names = [row[every.columns.index("filename")] for row in every.rows]
    assert len(names) == 4
    assert names == sorted(names)
    assert [span.fact_id for span in every.spans] == [row[0] for row in every.rows]


def test_a_property_is_that_of_its_first_label_though_another_line_gives_the_value(workspace):
    document = invoice(workspace, "A-1", "Acme", 100)
    for label, value in (("Vendor", "Kellin"), ("Issued by", "Retz")):
        TableRowFactory(document=document, table="properties", label=label, properties={label: value})
    own, other = (found(workspace, vendor=name, table="Lines") for name in ("Kellin", "Retz"))
    assert (own, other) == (["Item 0 A-1.pdf"], [])


def test_rows_are_narrowed_by_their_document(workspace, invoices):
    assert found(workspace, document_date={"op": "≥", "value": "2025-06-01"}, table="lines") == [
        "Item 0 A-2.pdf"
    ]
    only = annotations_search(workspace=workspace, filters={"table": "Lines"}, document_ids=[invoices[2].pk])
    assert len(only.rows) == 1
    DocumentFactory(workspace=workspace, filename="c.pdf", bucket="contracts")
    assert not annotations_search(workspace=workspace, filters={"table": "Lines"}, bucket="contracts").rows
    every = annotations_search(workspace=workspace, filters={"table": "Lines"}, bucket="Invoices")
    assert len(every.rows) == 4


def test_each_row_leads_to_its_page(workspace, invoices):
    table = annotations_search(workspace=workspace, filters={"amount": 900})
    (span,) = table.spans
    assert (span.document_id, span.kind, span.page) == (invoices[1].pk, "row", 1)


@pytest.mark.parametrize(
    ("function", "field", "value", "rows"),
    [
        ("count", "", 10, 10), ("count", "amount", 4, 4), ("sum", "amount", 1290.5, 4),
        ("avg", "amount", 322.625, 4), ("min", "amount", 40, 4), ("max", "amount", 900, 4),
    ],
)  # fmt: skip
def test_rows_are_counted_and_added_up(workspace, invoices, function, field, value, rows):
    table = annotations_aggregate(workspace=workspace, function=function, field=field)
    assert [(float(row[0]), row[1]) for row in table.rows] == [(value, rows)]


def test_groups_are_formed_by_a_property_of_the_document(workspace, invoices):
    table = annotations_aggregate(workspace=workspace, function="sum", field="Amount", group_by="Customer")
    assert [(row[0], float(row[1]), row[2]) for row in table.rows] == [("Acme", 1250.5, 3), ("Bolt", 40.0, 1)]


def test_rows_are_narrowed_by_whom_their_document_is_about(workspace, invoices):
    invoice(workspace, "C-1", "Cog", 70, organizations=["Cog Works"], topics=["spare parts"])
    assert found(workspace, organizations="cog works", table="lines") == ["Item 0 C-1.pdf"]
    assert found(workspace, topics={"op": "~", "value": "spare"}, amount=70) == ["Item 0 C-1.pdf"]
    assert "Item 0 C-1.pdf" not in found(
        workspace, organizations={"op": "≠", "value": "Cog Works"}, table="lines"
    )


def test_groups_are_named_as_most_of_their_rows_write_them(workspace, invoices):
    invoice(workspace, "B-2", "BOLT", 5)
    invoice(workspace, "B-3", "Bolt", 6)
    table = annotations_aggregate(workspace=workspace, function="count", field="Amount", group_by="customer")
    assert [(row[0], row[1]) for row in table.rows] == [("Acme", 3), ("Bolt", 3)]


def test_a_superseded_document_counts_only_where_it_is_asked_for(workspace, invoices):
    invoice(workspace, "B-2", "Bolt", 45).__class__.objects.filter(filename="B-2.pdf").update(
        supersedes=invoices[2]
    )
    ask = {"workspace": workspace, "function": "sum", "field": "amount", "filters": {"customer": "Bolt"}}
    assert float(annotations_aggregate(**ask).rows[0][0]) == 45
    assert float(annotations_aggregate(**ask, include_superseded=True).rows[0][0]) == 85


def test_nothing_is_found_in_another_workspace(other_workspace, invoices):
    assert found(other_workspace, label={"op": "~", "value": "item"}) == []
    assert annotations_aggregate(workspace=other_workspace, function="count").rows == ((0, 0, 0),)
    with pytest.raises(BadSearch, match="There is no field “amount”"):
        found(other_workspace, amount={"op": ">", "value": 0})


@pytest.mark.parametrize("words", ["x' OR 1=1 --", "a\\' b", "$$;DROP TABLE x"])
def test_what_users_write_never_becomes_sql(workspace, invoices, words):
    assert found(workspace, customer=words) == []
    assert found(workspace, text=words) == []
    with pytest.raises(BadSearch, match="There is no field"):
        found(workspace, **{words: words})


def test_an_unknown_field_is_refused_with_the_names_that_there_are(workspace, invoices):
    with pytest.raises(BadSearch) as refused:
        found(workspace, colour="red")
    assert str(refused.value).startswith(
        "There is no field “colour”. Of every row: document, filename, title"
    )
    assert "Of these documents: “Amount”, “Description”, “Customer”, “Number”." in str(refused.value)


@pytest.mark.parametrize("filters", [{"table": "Lines"}, {}])
def test_an_unknown_bucket_is_refused_with_the_names_that_there_are(workspace, invoices, filters):
    with pytest.raises(BadSearch) as refused:
        annotations_search(workspace=workspace, filters=filters, bucket="contracts")
    assert str(refused.value) == "There is no bucket “contracts”: use invoices."


def test_conditions_may_be_a_list_in_which_a_field_comes_twice(workspace, invoices):
    asked = [
        {"field": "properties.Amount", "op": ">", "value": 90},
        {"field": "amount", "op": "<", "value": 300},
    ]
    table = annotations_search(workspace=workspace, filters=asked)
    assert [row[table.columns.index("label")] for row in table.rows] == ["Item 0", "Item 1"]
    with pytest.raises(BadSearch, match="Write each condition of a list as"):
        annotations_search(workspace=workspace, filters=[{"amount": 3}])


def test_an_aggregate_is_said_in_one_word_too(workspace, invoices):
    table = annotations_aggregate(workspace=workspace, aggregate="sum(amount)", filters={"year": 2025})
    assert float(table.rows[0][0]) == 900


@pytest.mark.parametrize(("word", "text"), [("taxis", "Taxi"), ("analysis", "Analysis"), ("tires", "Tyre")])
def test_a_word_is_found_in_its_other_number(workspace, word, text):
    TableRowFactory(document__workspace=workspace, label=text, quote=f"{text} 3", properties={"Amount": 3})
    assert (
        len(annotations_search(workspace=workspace, filters={"text": {"op": "~", "value": word}}).rows) == 1
    )


def test_a_row_is_found_by_its_words_in_any_number_and_spelling(workspace):
    document = DocumentFactory(workspace=workspace, filename="R-1.pdf", title="Receipt R-1")
    for row, words in enumerate(
        ("Winter tire 205/55 2 89.50", "Tired feet 1 3.00", "All-season tyres 4 120.00")
    ):
        TableRowFactory(document=document, row=row, label=f"{row}", quote=words)
    assert found(workspace, text="tyre") == found(workspace, text="Tires") == ["0 R-1.pdf", "2 R-1.pdf"]
    assert found(workspace, text="winter tyres", kind="receipts") == ["0 R-1.pdf"]
    assert found(workspace, text="tyre", kind="contract") == []
    assert len(found(workspace, about="receipt")) == 3


def rating(workspace, name, symbol, value, unit):
    document = DocumentFactory(workspace=workspace, filename=f"{name}.pdf", title=f"{name} transistor")
    TableRowFactory(
        document=document, table="Ratings", label="Collector-emitter voltage",
        properties={"Symbol": symbol, "Value": value, "Value (unit)": unit, "Unit": unit},
    )  # fmt: skip
    TableRowFactory(
        document=document, table="Ratings", row=1, label="Current",
        properties={"Symbol": "I_C", "Value": 90, "Value (unit)": "A", "Unit": "A"},
    )  # fmt: skip


@pytest.mark.parametrize("name", ["V_CEO", "vceo", "Collector-emitter voltage"])
def test_a_rating_is_compared_by_its_symbol_or_its_name_in_any_unit(workspace, name):
    rating(workspace, "BD139", "V_CEO", 80, "V")
    rating(workspace, "BUX48", "V_CEO", 0.4, "kV")
    rating(workspace, "BC547", "V_CEO", 45, "V")
    table = annotations_search(
        workspace=workspace,
        filters={name: {"op": "≥", "value": 60, "unit": "V"}},
        carrier=name,
        by_document=True,
    )
    assert [row[2] for row in table.rows] == ["BD139.pdf", "BUX48.pdf"]
    assert {row[5] for row in table.rows} == {"Collector-emitter voltage"}


def test_values_in_several_units_are_never_added_up(workspace):
    for number, (amount, unit) in enumerate(((100, "EUR"), (50, "EUR"), (70, "USD"))):
        TableRowFactory(
            document=DocumentFactory(workspace=workspace, filename=f"{number}.pdf"),
            table="properties", label="Total", properties={"Total": amount, "Total (unit)": unit},
        )  # fmt: skip
    table = annotations_aggregate(workspace=workspace, aggregate="sum(Total)")
    assert [(float(row[0]), row[1], row[3]) for row in table.rows] == [(150, 2, "EUR"), (70, 1, "USD")]


def test_a_property_is_found_by_what_it_is_whatever_its_label(workspace):
    for name, label in (("A", "Supplier"), ("B", "Sold by"), ("C", "Customer")):
        TableRowFactory(
            document=DocumentFactory(workspace=workspace, filename=f"{name}.pdf"),
            table="properties", label=label, properties={label: "Acme"},
        )  # fmt: skip
    assert found(workspace, vendor="acme") == ["Supplier A.pdf", "Sold by B.pdf"]


def test_rows_come_in_pages(workspace, invoices):
    first = annotations_search(workspace=workspace, filters={}, carrier="amount", top_k=3)
    rest = annotations_search(workspace=workspace, filters={}, carrier="amount", top_k=3, offset=3)
    assert (len(first.rows), len(rest.rows)) == (3, 1)
    assert annotations_count(workspace=workspace, filters={}, carrier="amount") == (4, 3)


@pytest.mark.parametrize(
    ("asked", "labels", "counts"),
    [
        ({"order_by": "-amount", "top_k": 2}, ["Item 0", "Item 1"], (4, 3)),
        ({"top_k": 2, "offset": 1}, ["Item 1", "Item 0"], (4, 3)),
        ({"by_document": True, "top_k": 2}, ["Item 0", "Item 0"], (4, 3)),
    ],
)
def test_a_page_of_rows_and_how_many_there_are_come_of_one_statement(
    workspace, invoices, asked, labels, counts
):
    asked = {"workspace": workspace, "filters": {}, "carrier": "amount", **asked}
    table, *counted = annotations_found(**asked)
    assert (table.columns, table.rows) == (
        (shown := annotations_search(**asked)).columns,
        shown.rows,
    )
    assert [row[table.columns.index("label")] for row in table.rows] == labels
    assert table.spans == shown.spans
    assert tuple(counted) == counts
    assert table.sql.startswith("WITH met AS ")


def test_behind_the_last_page_of_rows_it_is_still_known_how_many_there_are(workspace, invoices):
    table, *counted = annotations_found(workspace=workspace, filters={}, carrier="amount", top_k=3, offset=9)
    assert (table.rows, counted) == ((), [4, 3])
    assert table.columns[-1] == "quote"


def test_groups_of_all_documents_are_named_by_lines_that_are_joined_once(workspace, invoices):
    def by_customer(**filters):
        return annotations_aggregate(
            workspace=workspace, function="sum", field="amount", group_by="customer", filters=filters
        )

    of_all = by_customer(kind={"op": "=", "value": "invoice"})
    assert "LEFT JOIN" in of_all.sql
    assert [row[:2] for row in of_all.rows] == [("Acme", Decimal("1250.5")), ("Bolt", 40)]
    of_few = by_customer(amount={"op": ">", "value": 0})
    assert "LEFT JOIN" not in of_few.sql
    assert of_few.rows == of_all.rows


def test_rows_of_tables_are_told_from_lines_as_their_index_has_it(workspace, invoices):
    table = annotations_search(workspace=workspace, filters={"table": OF_TABLES})
    assert "r.table_name <> 'properties'" in table.sql
    assert len(table.rows) == 4


@pytest.mark.parametrize(
    ("filters", "sentence"),
    [
        ({}, "Name at least one condition: a field, an operator and a value."),
        ({"a": {"op": "like", "value": 1}}, f"There is no operator “like”: use {SAID}."),
        ({"a": {"op": "=", "values": 1}}, "Write the condition on “a” as {“op”: “=”, “value”: …}."),
        ({"a": {"op": "between", "value": [1]}}, "Give two values for “a”: the least and the greatest."),
        ({"a": {"op": "=", "value": [1, 2]}}, "Give one value for “a”, or use between or in."),
        ({"a": {"op": "~", "value": 1}}, "“~” looks for words: give a text for “a”."),
        (
            {"a": {"op": "<", "value": "b"}},
            "“a” can be compared with numbers and with dates such as 2025-06-30.",
        ),
        ({"a": {"op": "in", "value": [1, "b"]}}, "Give only numbers or only texts for “a”."),
        ({"a": {"op": "in", "value": []}}, "Give 1 to 100 values for “a”."),
        ({"a": None}, "A value for “a” must be a number or a text of up to 300 characters."),
        ({"a": float("nan")}, "A value for “a” must be a number or a text of up to 300 characters."),
        ({" ": 1}, "Name a field in 1 to 300 characters, as the head of its column is written."),
    ],
)  # fmt: skip
def test_bad_conditions_are_refused_in_a_sentence(workspace, filters, sentence):
    TableRowFactory(document=DocumentFactory(workspace=workspace), properties={"A": 1})
    with pytest.raises(BadSearch) as refused:
        annotations_search(workspace=workspace, filters=filters)
    assert str(refused.value) == sentence


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ({"function": "median"}, "There is no function “median”: use count, sum, avg, min, max."),
        ({"function": "sum"}, "Name the field whose sum is asked for."),
        (
            {"function": "sum", "field": "title"},
            "The sum of “title” cannot be worked out, since it is no number.",
        ),
        (
            {"function": "count", "group_by": "topics"},
            "Rows cannot be grouped by “topics”: a document may have several of them.",
        ),
    ],
)
def test_bad_sums_are_refused_in_a_sentence(workspace, asked, sentence):
    with pytest.raises(BadSearch) as refused:
        annotations_aggregate(workspace=workspace, **asked)
    assert str(refused.value) == sentence


def test_programs_find_and_add_up_rows(client, user, workspace, invoices, settings):
    settings.RAGSITE_AUTO_LOGIN = False
    client.force_login(user)
    ask = {"workspace": workspace.slug, "filters": {"amount": {"op": ">", "value": 100}}}
    found = client.post("/api/annotations/search", ask, content_type="application/json").json()
    assert [row[found["columns"].index("page")] for row in found["rows"]] == [1, 1]
    assert "properties -> 'amount'" in found["sql"].lower()
    assert (found["total"], found["total_documents"]) == (2, 2)
    total = client.post(
        "/api/annotations/aggregate",
        {**ask, "function": "sum", "field": "amount"},
        content_type="application/json",
    )
    assert [[float(value), count] for value, count, _ in total.json()["rows"]] == [[1150.5, 2]]


def test_programs_are_told_what_is_wrong(client, user, workspace, settings):
    settings.RAGSITE_AUTO_LOGIN = False
    client.force_login(user)
    body = {"workspace": workspace.slug, "function": "median"}
    answer = client.post("/api/annotations/aggregate", body, content_type="application/json")
    assert answer.status_code == 422
    assert answer.json() == {"error": "There is no function “median”: use count, sum, avg, min, max."}


@pytest.mark.parametrize(
    ("asked", "rows"),
    [
        ({"op": "<", "value": "2024-07-01"}, ["End date A.pdf", "End date B.pdf", "End date D.pdf"]),
        ({"op": ">", "value": "2024-06-30"}, ["End date C.pdf"]),
        ({"op": "between", "value": ["2024-06-01", "2024-06-30"]}, ["End date B.pdf", "End date D.pdf"]),
        ("2024-03-05", ["End date A.pdf"]),
    ],
)
def test_days_are_compared_however_documents_write_them(workspace, asked, rows):
    written = {
        "A": "5 March 2024",
        "B": "June 30, 2024",
        "C": "2025-01-31",
        "D": "01.06.2024",
        "E": "on request",
    }
    for name, value in written.items():
        document = DocumentFactory(workspace=workspace, filename=f"{name}.pdf")
        TableRowFactory(
            document=document, table="properties", label="End date", properties={"End date": value}
        )
    assert found(workspace, **{"End date": asked}) == rows


def test_of_several_numbers_a_document_goes_by_that_of_its_own_kind(workspace):
    document = DocumentFactory(workspace=workspace, filename="A.pdf", bucket="invoices")
    for name, value in (("Contract number", "C-7"), ("Invoice number", "A-2036")):
        TableRowFactory(document=document, table="properties", label=name, properties={name: value})
    TableRowFactory(document=document, table="Lines", label="Item", properties={"Amount": 1})
    assert "Item A.pdf" in found(workspace, number="A-2036")
    assert "Item A.pdf" not in found(workspace, number="C-7")


def test_several_fields_are_counted_at_once(workspace, invoices):
    invoice(workspace, "C-1", "ACME", 7, document_date=date(2025, 1, 1))
    groups, table = annotations_facets(
        workspace=workspace, fields=["customer", "year"], filters={"bucket": "invoices"}, by_document=True
    )
    assert groups == {"customer": [("Acme", 3), ("Bolt", 1)], "year": [("2025", 2)]}
    assert table.sql.upper().count("FROM DOCUMENTS") == 1
    lines, _ = annotations_facets(
        workspace=workspace,
        fields=["customer"],
        filters={"table": "lines", "amount": {"op": "<", "value": 900}},
    )
    assert lines == {"customer": [("Acme", 3), ("Bolt", 1)]}


def test_documents_of_which_newer_ones_are_known_are_left_out_of_counts(workspace, invoices):
    old, _, other = invoices
    newer = invoice(workspace, "A-3", "Acme", 5)
    newer.supersedes = old
    newer.save()
    RelationshipFactory(source=newer, target=other, relationship_type="supersedes")
    count = annotations_count(workspace=workspace, filters={"amount": {"op": ">", "value": 0}})
    assert count == (2, 2)


def test_what_a_row_gives_itself_goes_before_what_its_document_gives(workspace, invoices):
    TableRowFactory(
        document=invoices[0], table="Lines", table_index=1, row=7, label="Item 7",
        properties={"Amount": 5, "Customer": "Crane"},
    )  # fmt: skip
    assert found(workspace, customer="crane") == ["Item 7 A-1.pdf"]
    assert "Item 7 A-1.pdf" not in found(workspace, customer={"op": "in", "value": ["Acme", "Bolt"]})


def test_only_numbers_of_the_rows_themselves_are_added_up(workspace, invoices):
    TableRowFactory(document=invoices[0], table="properties", row=8, label="Amount", properties={"Amount": 7})
    total = annotations_aggregate(workspace=workspace, aggregate="sum(amount)", filters={"customer": "acme"})
    assert total.rows[0][:3] == (Decimal("1257.5"), 4, 2)
    assert total.sql.upper().count("SELECT") == 2  # itself, and who gives the customer


def test_a_search_that_takes_too_long_is_told_in_a_sentence(client, user, workspace, settings):
    document = DocumentFactory(workspace=workspace)
    TableRow.objects.bulk_create(
        TableRowFactory.build(
            document=document, workspace=workspace, row=row, quote="word " * 200, anchored=True
        )
        for row in range(2_000)
    )
    settings.RAGSITE_SQL_TIMEOUT = 0.001
    client.force_login(user)
    body = {"workspace": workspace.slug, "filters": {"text": {"op": "~", "value": "nowhere"}}}
    answer = client.post("/api/annotations/search", body, content_type="application/json")
    assert answer.status_code == 422
    assert answer.json()["error"].endswith(": ask for less at once.")
