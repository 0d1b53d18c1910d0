"""Asking back: options that are counted, going on with one of them, and all matches as a file."""

import csv
import io
import json
from datetime import date

import openpyxl
import pytest

from agentic.inquiry import Models
from agentic.models import Run
from agentic.runs import BadQuestion, continue_run, execute
from agentic.search.answers.export import NoMatches, matches_file
from agentic.search.decisions import rules
from documents.models import Document, TableRow
from llm.providers.none import NoModel
from tests.agentic.search.conftest import given, stored
from tests.factories import DocumentFactory, TableRowFactory

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def many(workspace):
    """310 receipts of two vendors over two years."""
    for number in range(310):
        day = date(2023 + number % 2, 1 + number % 12, 1)
        document = DocumentFactory(
            workspace=workspace,
            filename=f"receipt-{number:03}.pdf",
            title=f"Receipt {number}",
            document_date=day,
        )
        given(document, Vendor="Auto Point" if number < 200 else "Kellin Garage")
    return workspace


def again(run, option, embedder):
    continue_run(user=run.user, run=run, option=option, queued=False)
    execute(run.pk, models=Models(NoModel(), embedder))
    run.refresh_from_db()
    return run


def test_too_many_are_told_apart_by_counted_options(search, many, hash_embedder):
    run = search("List every receipt")
    asked = run.result["clarify"]
    assert not run.answered
    assert run.clarification.startswith("310 receipts match")
    assert asked["type"] == "overload"
    told = {(option["label"], option["count"]) for option in asked["options"]}
    assert {("Vendor: Auto Point", 200), ("Vendor: Kellin Garage", 110)} <= told
    years = [option["label"] for option in asked["options"] if option["label"].startswith("Year")]
    assert years == ["Year: 2023", "Year: 2024"]
    assert asked["hints"] == ["Say the vendor or the year in the question"]
    assert asked["options"][-1]["is_export"]
    counts = [step.title for step in run.steps.all() if step.title.startswith("Count the matches")]
    assert counts == ["Count the matches by vendor and by bucket and by year"]
    chosen = next(option["id"] for option in asked["options"] if option["label"] == "Vendor: Kellin Garage")
    pk, steps = run.pk, run.steps.count()
    run = again(run, chosen, hash_embedder)
    assert (run.pk, run.status) == (pk, Run.Status.DONE)
    assert run.answer.startswith("110 receipts are found with Kellin Garage as vendor")
    assert run.steps.count() > steps
    assert [choice["label"] for choice in run.choices] == ["Vendor: Kellin Garage"]


def test_a_list_of_a_kind_that_there_is_not_is_asked_back_with_the_kinds_there_are(
    search, receipts, hash_embedder
):
    run = search("List the invoices for spare parts")
    asked = run.result["clarify"]
    assert asked["type"] == "no_low"
    assert [(option["label"], option["count"]) for option in asked["options"]] == [("Receipts", 4)]
    run = again(run, asked["options"][0]["id"], hash_embedder)
    assert run.answered
    assert run.answer.startswith("4 receipts are found"), run.answer


@pytest.fixture
def lines(workspace):
    """A sheet of 310 lines of two vendors."""
    document = DocumentFactory(workspace=workspace, filename="purchases.csv", title="Purchases")
    TableRow.objects.bulk_create(
        TableRowFactory.build(
            document=document, workspace=workspace, table="Purchases", table_index=1, row=number, page=1,
            label=f"Winter tire {number}", quote=f"Winter tire {number} 4", anchored=True,
            properties={
                "Item": f"Winter tire {number}", "Quantity": 4,
                "Vendor": "Auto Point" if number < 200 else "Kellin Garage",
            },
        )
        for number in range(310)
    )  # fmt: skip
    return workspace


def test_too_many_lines_of_one_document_are_counted_as_lines(search, lines, hash_embedder):
    run = search("List all lines with tires")
    assert run.clarification.startswith("310 rows match")
    told = {option["label"]: (option["id"], option["count"]) for option in run.result["clarify"]["options"]}
    assert told["Vendor: Kellin Garage"][1] == 110
    run = again(run, told["Vendor: Kellin Garage"][0], hash_embedder)
    assert run.answer.startswith("110 rows are found")
    assert "purchases.csv (Winter tire 200, Kellin Garage) [1]" in run.answer


def test_a_bucket_s_name_within_a_vendor_s_is_no_bucket(search, receipts):
    garage = Document.objects.filter(filename__in=("receipt-R-1.pdf", "receipt-R-3.pdf"))
    garage.update(bucket="garage")
    run = search("List every receipt from Kellin Garage")
    assert {row[0] for row in run.result["tables"][0]["rows"]} == {"receipt-R-1.pdf", "receipt-R-2.pdf"}
    run = search("How many receipts are in the bucket garage?")
    assert run.answer.startswith("2 receipts in garage are found"), run.answer
    run = search("List every receipt of the garage bucket")
    assert {row[0] for row in run.result["tables"][0]["rows"]} == {"receipt-R-1.pdf", "receipt-R-3.pdf"}


def test_nothing_found_offers_what_is_found_without_one_condition(search, receipts, hash_embedder):
    run = search("List every receipt with tires from Kellin Garage in 2021")
    asked = run.result["clarify"]
    assert asked["type"] == "no_low"
    assert asked["attempts"]
    by_label = {option["label"].split(" ")[1]: option for option in asked["options"]}
    assert by_label["dates"]["count"] == 2
    run = again(run, by_label["dates"]["id"], hash_embedder)
    assert run.answered
    assert {row[0] for row in run.result["tables"][0]["rows"]} == {"receipt-R-1.pdf", "receipt-R-2.pdf"}


def test_where_a_bound_finds_nothing_the_nearest_that_does_is_offered(search, panels, hash_embedder):
    run = search("List the panels with a panel width over 2000 mm")
    options = {option["label"]: option for option in run.result["clarify"]["options"]}
    wider = options["With panel width ≥ 1052 mm"]
    assert wider["count"] == 1
    run = again(run, wider["id"], hash_embedder)
    assert {row[0] for row in run.result["tables"][0]["rows"]} == {"AlphaSolar-400.pdf"}


def test_a_bucket_can_be_left_and_everything_searched(search, receipts, hash_embedder):
    receipts.documents.filter(filename="receipt-R-3.pdf").update(bucket="fleet")
    run = search("List every receipt with tires from Kellin Garage in 2021 in the fleet bucket")
    options = {option["id"]: option for option in run.result["clarify"]["options"]}
    assert options["all"]["label"] == "Search all documents for “tires”"
    assert options["all"]["count"] == 2
    run = again(run, "all", hash_embedder)
    assert {row[0] for row in run.result["tables"][0]["rows"]} == {"receipt-R-1.pdf", "receipt-R-2.pdf"}


def test_a_word_that_may_be_two_fields_is_asked_about(search, workspace, hash_embedder):
    for name, panel, frame in (("A", 900, 40), ("B", 800, 35)):
        document = stored(workspace, name, f"{name} panel", hash_embedder)
        given(document, Panel_width=(panel, "mm"), Frame_width=(frame, "mm"))
    run = search("What is the minimum width?")
    asked = run.result["clarify"]
    assert asked["type"] == "ambiguous"
    assert [(option["label"], option["count"]) for option in asked["options"]] == [
        ("Frame width", 2), ("Panel width", 2),
    ]  # fmt: skip
    assert "35 mm" in again(run, asked["options"][0]["id"], hash_embedder).answer


def test_only_an_option_of_the_run_goes_on(search, many, user, other_user):
    run = search("List every receipt")
    with pytest.raises(BadQuestion, match="There is no option “no”: choose vendor-1"):
        continue_run(user=user, run=run, option="no")
    with pytest.raises(BadQuestion, match=r"matches\.csv"):
        continue_run(user=user, run=run, option="export")
    with pytest.raises(Run.DoesNotExist):
        continue_run(user=other_user, run=run, option="vendor-1")
    run.refresh_from_db()
    assert run.status == Run.Status.DONE


def test_a_run_that_asked_nothing_is_not_gone_on_with(search, receipts, user):
    run = search("List every tire purchase receipt")
    with pytest.raises(BadQuestion, match="asked nothing back"):
        continue_run(user=user, run=run, option="vendor-1")


def test_programs_go_on_by_the_run_and_the_option(client, user, search, many, settings):
    settings.RAGSITE_AUTO_LOGIN = False
    client.force_login(user)
    run = search("List every receipt")
    told = client.get(f"/api/queries/{run.pk}").json()
    asked = told["clarification"]
    assert (asked["type"], asked["run_id"]) == ("overload", str(run.pk))
    assert set(asked["options"][0]) == {"id", "label", "count", "is_export"}
    assert told["matches"] == {
        "total": 310, "csv": f"/api/runs/{run.pk}/matches.csv", "xlsx": f"/api/runs/{run.pk}/matches.xlsx",
    }  # fmt: skip
    body = {"run_id": str(run.pk), "option": asked["options"][0]["id"], "wait": 0}
    answer = client.post("/api/agentic/query", json.dumps(body), content_type="application/json")
    assert answer.status_code == 202
    assert answer.json()["run_id"] == str(run.pk)
    body["option"] = "vendor-99"
    answer = client.post("/api/agentic/query", json.dumps(body), content_type="application/json")
    assert answer.status_code == 422


def test_all_matches_are_a_file_with_document_page_and_link(search, many):
    run = search("List every receipt")
    told = b"".join(matches_file(run, "csv", lambda document, page: f"https://x/{document}?page={page}"))
    rows = list(csv.DictReader(io.StringIO(told.decode())))
    assert len(rows) == 310
    first = many.documents.get(filename="receipt-000.pdf")
    assert (rows[0]["Document"], rows[0]["Page"], rows[0]["Link"]) == (
        "receipt-000.pdf", "1", f"https://x/{first.pk}?page=1",
    )  # fmt: skip
    book = b"".join(matches_file(run, "xlsx", lambda document, page: "https://x/"))
    sheet = openpyxl.load_workbook(io.BytesIO(book)).active
    assert sheet.max_row == 311


def test_a_file_has_the_values_and_no_formula_of_a_document(search, receipts):
    TableRowFactory(
        document=receipts.documents.get(filename="receipt-R-2.pdf"), table="Items", table_index=2,
        label="=HYPERLINK(1)", properties={"Item": "=HYPERLINK(1)", "Quantity": 9}, 
        quote="tire =HYPERLINK(1) 9",
    )  # fmt: skip
    run = search("What is the total quantity of tires purchased?")
    rows = list(csv.reader(io.StringIO(b"".join(matches_file(run, "csv", lambda *_: "")).decode())))
    assert [row[rows[0].index("Quantity")] for row in rows[1:]] == ["4", "2", "9"]
    assert rows[3][rows[0].index("Item")] == "'=HYPERLINK(1)"
    receipts.documents.get(filename="receipt-R-2.pdf").delete()
    rows = list(csv.reader(io.StringIO(b"".join(matches_file(run, "csv", lambda *_: "")).decode())))
    assert len(rows) == 2


def test_a_run_without_rows_has_no_file(search, receipts):
    run = search("List all documents about unicorns")
    with pytest.raises(NoMatches):
        matches_file(run, "csv", lambda *_: "")


def test_others_get_no_file(client, other_user, search, many, settings):
    settings.RAGSITE_AUTO_LOGIN = False
    run = search("List every receipt")
    client.force_login(other_user)
    assert client.get(f"/api/runs/{run.pk}/matches.csv").status_code == 404
    assert client.get(f"/runs/{run.pk}/matches.csv").status_code == 404


def test_the_cut_offs_are_the_defaults():
    assert (rules.RouteChoice(route="hybrid").min_hits, rules.RouteChoice(route="hybrid").max_hits) == (
        3,
        300,
    )
