"""`doctor` finds what is amiss and says what to do."""

import json
from importlib import import_module
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone
from django_q.tasks import async_task

from agentic.tasks import answer_task
from documents.ingestion.rerun_requests import DEEPEN_TASK
from documents.library.services import INGEST_TASK
from ragsite.running import diagnosis
from ragsite.running.interrupted import ANSWER_TASK

pytestmark = pytest.mark.django_db


def test_each_part_is_named_with_what_to_do():
    findings = {finding.part: finding for finding in diagnosis.examine()}
    assert list(findings) == [
        "python", "packages", "home", "readers", "embedder", "model", "database", "tables", "walls",
        "workers", "queue",
    ]  # fmt: skip
    for part in ("python", "home", "readers", "embedder", "model", "database", "tables", "walls", "queue"):
        assert findings[part].ok, findings[part]
    assert findings["workers"].advice == diagnosis.START


def test_missing_workers_end_the_command_with_an_error():
    output = StringIO()
    with pytest.raises(CommandError, match="Not all is well"):
        call_command("doctor", stdout=output, no_color=True)
    assert "help workers: none for questions and ingestion" in output.getvalue()
    assert "ok   database: PostgreSQL" in output.getvalue()


def test_the_findings_are_read_by_programs():
    output = StringIO()
    with pytest.raises(SystemExit):
        call_command("doctor", "--json", stdout=output)
    report = json.loads(output.getvalue())
    assert report["ok"] is False
    assert {name: report["parts"][0][name] for name in ("part", "ok")} == {"part": "python", "ok": True}


def test_a_task_that_waits_long_is_told():
    async_task(ANSWER_TASK, "1", cluster="questions")
    assert diagnosis.queue().ok
    diagnosis.OrmQ.objects.update(lock=timezone.now() - 2 * diagnosis.LONG_WAIT)
    assert not diagnosis.queue().ok


def test_documents_may_wait_long_for_the_model_but_not_for_a_worker():
    async_task(DEEPEN_TASK, 1, cluster="reading")
    async_task(INGEST_TASK, 2, cluster="ingestion")
    diagnosis.OrmQ.objects.update(lock=timezone.now() - 2 * diagnosis.LONG_WAIT)
    assert not diagnosis.queue().ok
    next(row for row in diagnosis.OrmQ.objects.all() if row.task["func"] == INGEST_TASK).delete()
    finding = diagnosis.queue()
    assert finding.ok
    assert finding.detail == "0 tasks wait, and 1 for the model to read on"


def test_a_tier_without_its_key_is_told(settings):
    settings.RAGSITE_LLM = "gemini"
    finding = diagnosis.model()
    assert not finding.ok
    assert "GEMINI_API_KEY" in finding.detail


def test_the_task_named_by_the_supervisor_exists():
    module, _, name = ANSWER_TASK.rpartition(".")
    assert getattr(import_module(module), name) is answer_task


def test_a_reranker_that_cannot_be_loaded_is_told(settings, tmp_path):
    settings.RAGSITE_RERANKER = str(tmp_path)
    finding = diagnosis.reranker()
    assert not finding.ok
    assert "RAGSITE_RERANKER" in finding.detail
