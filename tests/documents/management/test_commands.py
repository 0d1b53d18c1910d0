import csv
import io
import json
import os
import time

import pytest
from django.core.management import CommandError, call_command, get_commands, load_command_class
from django.core.management.base import OutputWrapper
from reportlab.lib.pdfencrypt import StandardEncryption

from documents.library.orphans import find_orphans
from documents.library.services import delete_document, ensure_default_workspace
from documents.library.staging import incoming_folder
from documents.management.commands.ingest import Reader
from documents.management.progress_line import ProgressLine
from documents.models import ApiKey, Document, Metric, Role, Workspace
from llm.fakes import HashEmbedder
from llm.providers.none import NoModel
from tests.factories import (
    ClaimFactory,
    DocumentFactory,
    MembershipFactory,
    MetricFactory,
    RunFactory,
    TableRowFactory,
    UploadTaskFactory,
    WorkspaceFactory,
)
from tests.reading.writing import FILLER, lines, write_pdf

pytestmark = pytest.mark.django_db


@pytest.fixture
def default_workspace(db) -> Workspace:
    return ensure_default_workspace()[1]


def run(*arguments: str) -> str:
    out = io.StringIO()
    call_command(*arguments, stdout=out, stderr=io.StringIO())
    return out.getvalue()


def run_json(*arguments: str):
    return json.loads(run(*arguments, "--json"))


@pytest.mark.parametrize(
    "command", [["kb_info"], ["facts"], ["ingest", "."], ["ask", "Why?"], ["retrieve", "Why?"]]
)
def test_an_unknown_workspace_is_one_sentence(default_workspace, command):
    with pytest.raises(CommandError, match=r"There is no workspace “nowhere”: choose one of default\."):
        run(*command, "--workspace", "nowhere")


def test_no_command_begins_with_checks_that_import_all_pages():
    ours = {name: app for name, app in get_commands().items() if app in ("ragsite", "documents", "agentic")}
    assert {"ask", "start", "kb_info"} < ours.keys()
    checking = [name for name, app in ours.items() if load_command_class(app, name).requires_system_checks]
    assert checking == []


def test_an_unknown_user_is_one_sentence(default_workspace):
    with pytest.raises(CommandError, match="There is no user “nobody”"):
        run("kb_info", "--user", "nobody")


def test_a_named_user_sees_that_users_workspaces(default_workspace, user, workspace):
    assert run_json("kb_info", "--user", "ada", "--workspace", "mine")["workspace"] == "mine"
    with pytest.raises(CommandError, match="There is no workspace “default”"):
        run("kb_info", "--user", "ada")


def test_kb_info_in_words_and_as_json(default_workspace):
    MetricFactory(document__workspace=default_workspace)
    assert "1 metric" in run("kb_info")
    assert run_json("kb_info")["facts"]["metric"] == 1


def test_facts_as_json_carry_their_place_and_the_kinds_columns(default_workspace):
    metric = MetricFactory(document__workspace=default_workspace)
    ClaimFactory(document=metric.document)
    (fact,) = run_json("facts", "--kind", "metric")
    assert fact == {
        "document": metric.document.filename,
        "kind": "metric",
        "page": 1,
        "quote": "Revenue was $4.2 million.",
        "anchored": True,
        "reader": "rules",
        "metric_name": "Revenue",
        "canonical_name": "revenue",
        "value": "$4.2 million",
        "numeric_value": 4_200_000,
        "unit": "USD",
        "scale": 1_000_000,
        "period": "2024",
        "period_start": "2024-01-01",
        "period_end": "2024-12-31",
        "fiscal_year": 2024,
        "fiscal_quarter": None,
        "context": "",
        "comparison_base": "",
        "entity_name": "Acme",
        "category": "",
    }
    assert [fact["kind"] for fact in run_json("facts")] == ["metric", "claim"]


def test_facts_as_csv_of_one_document(default_workspace):
    row = TableRowFactory(document__workspace=default_workspace)
    TableRowFactory(document__workspace=default_workspace)
    text = run("facts", "--kind", "row", "--document", row.document.filename)
    (fact,) = csv.DictReader(io.StringIO(text))
    assert (fact["label"], json.loads(fact["properties"])) == ("Revenue", {"2024": 4_200_000})


def test_facts_of_an_unknown_document_is_one_sentence(default_workspace):
    with pytest.raises(CommandError, match=r"There is no document “none\.pdf” in “default”"):
        run("facts", "--document", "none.pdf")


@pytest.fixture
def locked(tmp_path):
    encrypt = StandardEncryption("open sesame", strength=128)
    return str(write_pdf(tmp_path / "locked.pdf", [lines(FILLER, FILLER)], encrypt=encrypt))


def test_a_protected_pdf_is_read_with_the_password_that_is_given(default_workspace, locked):
    with pytest.raises(SystemExit):
        run("ingest", locked, "--llm", "none")
    assert "protected by a password" in Document.objects.get().error
    out = io.StringIO()
    with pytest.raises(SystemExit):
        call_command("ingest", locked, "--llm", "none", "--password", "wrong", stdout=out, stderr=out)
    assert "The password does not open this file: try another." in out.getvalue()
    assert "1 passages" in run("ingest", locked, "--llm", "none", "--password", "open sesame")
    assert Document.objects.get().pages.get().text.startswith(FILLER[:40])


def test_no_orphans(default_workspace):
    DocumentFactory(workspace=default_workspace)
    assert "No orphans" in run("check_orphans")


def test_orphans_are_named_and_end_with_status_1(default_workspace, settings):
    without_file = DocumentFactory(workspace=default_workspace, filename="lost.txt")
    without_file.file.storage.delete(without_file.file.name)
    stray = MetricFactory()
    Metric.objects.update(workspace=WorkspaceFactory())
    left = settings.MEDIA_ROOT / "documents" / "9" / "ab" / "left.pdf"
    left.parent.mkdir(parents=True)
    left.touch()
    incoming_folder().mkdir()
    (incoming_folder() / "old").touch()
    os.utime(incoming_folder() / "old", (time.time() - 7200,) * 2)
    (incoming_folder() / "now").touch()
    out = io.StringIO()
    with pytest.raises(SystemExit) as ending:
        call_command("check_orphans", "--json", stdout=out)
    assert ending.value.code == 1
    assert json.loads(out.getvalue()) == {
        "files_without_rows": ["documents/9/ab/left.pdf"],
        "documents_without_files": [{"id": without_file.pk, "filename": "lost.txt", "workspace": "default"}],
        "stray_rows": {"metrics": 1},
        "abandoned_uploads": ["old"],
        "lost_references": {},
    }
    assert stray.document.filename


def test_references_to_documents_that_are_gone_are_found_and_mended(default_workspace, settings):
    there = DocumentFactory(
        workspace=default_workspace, map_entry={"relationships": [{"document_id": 99, "type": "related"}]}
    )
    task = UploadTaskFactory(workspace=default_workspace, duplicates=[{"filename": "a", "document": 99}])
    cited = {"citations": [{"document_id": 99}, {"document_id": there.pk}]}
    lost = RunFactory(workspace=default_workspace, status="done", answer="It is 5.", result=cited)
    kept = RunFactory(
        workspace=default_workspace,
        status="done",
        answer="6",
        result={"citations": [{"document_id": there.pk}]},
    )
    left, young = (settings.MEDIA_ROOT / "documents" / name for name in ("left.pdf", "young.pdf"))
    left.touch()
    os.utime(left, (time.time() - 7200,) * 2)
    assert find_orphans().lost_references == {"map entries": 1, "uploads": 1, "answers": 1}
    assert "No orphans" in run("check_orphans", "--repair")
    assert not left.exists()
    young.touch()
    with pytest.raises(SystemExit):
        run("check_orphans", "--repair")
    assert young.exists()  # its upload may be about to commit
    for row in (there, task, lost, kept):
        row.refresh_from_db()
    assert there.map_entry == {"relationships": []}
    assert task.duplicates == [{"filename": "a", "document": None}]
    assert "It is 5." not in lost.answer
    assert kept.answer == "6"


def test_a_document_without_its_file_is_left_to_its_user(default_workspace):
    document = DocumentFactory(workspace=default_workspace, filename="lost.txt")
    document.file.storage.delete(document.file.name)
    out = io.StringIO()
    with pytest.raises(SystemExit):
        call_command("check_orphans", "--repair", stdout=out)
    assert Document.objects.filter(pk=document.pk).exists()
    assert out.getvalue() == (
        f"documents without files: lost.txt (document {document.pk} of “default”): "
        "delete it, or send it again\n"
    )


def test_a_repair_says_what_it_mended(default_workspace, settings):
    left = settings.MEDIA_ROOT / "documents" / "left.pdf"
    left.parent.mkdir(parents=True, exist_ok=True)
    left.touch()
    os.utime(left, (time.time() - 7200,) * 2)
    assert run("check_orphans", "--repair").splitlines() == [
        "mended files without rows: documents/left.pdf",
        "No orphans: every file has its document, every row its file, every reference its aim.",
    ]


def test_deleting_leaves_no_orphans(user, workspace, django_capture_on_commit_callbacks):
    metric = MetricFactory(document__workspace=workspace)
    with django_capture_on_commit_callbacks(execute=True):
        delete_document(user=user, document=metric.document)
    assert run_json("check_orphans")["files_without_rows"] == []


def test_create_api_key_prints_a_key_that_works(user):
    key = run("create_api_key", "robot", "--user", "ada").strip()
    assert ApiKey.user_of(key) == user
    assert run_json("create_api_key", "other")["user"] == "local"


@pytest.fixture
def folder(tmp_path):
    folder = tmp_path / "in"
    (folder / "deeper").mkdir(parents=True)
    (folder / "deeper" / "note.txt").write_text("Acme Tools, Inc. had revenue of $4.2 million in 2024. " * 4)
    (folder / ".hidden").write_text("not for you")
    return folder


INGEST_KEYS = {
    "id",
    "filename",
    "status",
    "pages",
    "chunks",
    "metrics",
    "claims",
    "entities",
    "topics",
    "mode",
    "map_entry",
    "seconds",
    "error",
}


def test_ingest_reads_folders_and_skips_what_was_read(default_workspace, folder):
    summary = run_json("ingest", str(folder), "--llm", "none", "--bucket", "notes")
    (outcome,) = summary.pop("documents")
    assert summary == {"added": 1, "duplicates": 0, "failed": 0}
    assert outcome.keys() == INGEST_KEYS
    assert (outcome["filename"], outcome["status"], outcome["pages"], outcome["error"]) == (
        "note.txt",
        "ready",
        1,
        "",
    )
    assert outcome["chunks"] >= 1
    assert outcome["metrics"] == Metric.objects.count() >= 1
    document = Document.objects.get()
    assert (document.pk, document.bucket) == (outcome["id"], "notes")
    assert "was here already" in run("ingest", str(folder), "--llm", "none")
    assert run_json("ingest", str(folder), "--llm", "none")["duplicates"] == 1


def test_ingest_reads_several_files_in_order_and_the_same_bytes_once(default_workspace, folder):
    for name in ("a.txt", "b.txt", "z.txt"):
        (folder / name).write_text("The lease ends in May 2026. " * (9 if name == "b.txt" else 8))
    documents = run_json("ingest", str(folder), "--llm", "none")["documents"]
    assert [document["filename"] for document in documents] == ["a.txt", "b.txt", "note.txt", "a.txt"]
    assert {document["status"] for document in documents} == {"ready"}
    assert documents[0]["id"] == documents[3]["id"]
    assert documents[0]["chunks"] == documents[3]["chunks"] >= 1


def test_ingest_stores_one_file_ahead_and_begins_with_it(default_workspace, folder):
    for number in range(3):
        (folder / f"{number}.txt").write_text(f"The lease of house {number} ends in May 2026. " * 8)
    owner = default_workspace.members.get()
    reader = Reader(owner, default_workspace, {}, NoModel(), HashEmbedder())
    with_next = reader.stored(sorted(folder.glob("?.txt")))
    file, following = next(with_next)
    assert Document.objects.count() == 2
    with ProgressLine(OutputWrapper(io.StringIO()), "0.txt") as line:
        assert reader.read(file, line, following=following)["error"] == ""
    assert reader.read_ahead_id == following.upload.document.pk
    assert Document.objects.get(pk=following.upload.document.pk).status == "queued"
    with ProgressLine(OutputWrapper(io.StringIO()), "1.txt") as line:
        assert reader.read(following, line)["status"] == "ready"
    assert reader.read_ahead_id is None


def test_ingest_counts_what_it_read_by_mode(default_workspace, folder):
    err = io.StringIO()
    call_command(
        "ingest", str(folder), "--llm", "none", "--mode", "map_only", stdout=io.StringIO(), stderr=err
    )
    told = err.getvalue()
    document = run_json("ingest", str(folder), "--llm", "none")["documents"][0]
    assert (document["mode"], document["metrics"]) == ("map_only", 0)
    entry = document["map_entry"]
    assert f"map_only: {entry['metrics']} measure" in told
    assert told.rstrip().endswith(" in the map")


def test_ingest_keeps_what_the_rules_read_where_the_model_is_away(default_workspace, folder, settings):
    settings.OPENAI_BASE_URL, settings.OPENAI_MODEL = "http://127.0.0.1:9/v1", "any"
    said = run("ingest", str(folder), "--llm", "openai")
    assert "note.txt: ready; the model reads it later, 1 pages" in said
    assert Metric.objects.count() >= 1
    assert run_json("ingest", str(folder), "--llm", "openai")["failed"] == 0


def test_ingest_goes_on_after_a_bad_file_and_ends_with_status_1(default_workspace, folder):
    (folder / "a empty.txt").touch()
    out = io.StringIO()
    with pytest.raises(SystemExit) as ending:
        call_command("ingest", str(folder), "--llm", "none", "--json", stdout=out, stderr=io.StringIO())
    assert ending.value.code == 1
    summary = json.loads(out.getvalue())
    assert (summary["added"], summary["failed"]) == (1, 1)
    assert [document["error"] for document in summary["documents"]] == [
        "“a empty.txt” is empty: choose a file with content.",
        "",
    ]
    assert all(document.keys() == INGEST_KEYS for document in summary["documents"])


def test_ingest_takes_a_failed_document_up_again(default_workspace, folder):
    run("ingest", str(folder), "--llm", "none")
    Document.objects.update(status="failed", error="The power went.")
    assert run_json("ingest", str(folder), "--llm", "none")["duplicates"] == 1
    assert Document.objects.get().status == "ready"


def test_ingest_names_a_missing_path(default_workspace):
    with pytest.raises(CommandError, match=r"There is no file or folder missing\.pdf"):
        run("ingest", "missing.pdf")


def test_a_viewer_ingests_nothing(user, workspace, folder):
    MembershipFactory(user__username="eve", workspace=workspace, role=Role.VIEWER)
    with pytest.raises(CommandError, match="make them an editor"):
        run("ingest", str(folder), "--user", "eve", "--workspace", "mine", "--llm", "none")
