"""Small documents, read as uploads are."""

import hashlib

import pytest
from django.core.files.base import ContentFile

from agentic.facts.route import answer_from_facts
from agentic.trace import Trace
from agentic.verification.curators import with_curators
from agentic.verification.verify import verify
from documents.ingest import ingest_document
from llm.providers.none import NoModel
from reading.formats.media_types import JSON, XLSX
from retrieval.question.analyse import analyse
from retrieval.scope.prefilter import prefilter
from tests.factories import DocumentFactory, RunFactory

TYPES = {
    "txt": "text/plain",
    "md": "text/markdown",
    "csv": "text/csv",
    "html": "text/html",
    "xlsx": XLSX,
    "json": JSON,
}


@pytest.fixture
def keep(workspace, hash_embedder):
    """Read documents: file name → words, or the bytes of a workbook."""

    def kept(files):
        for filename, words in files.items():
            data = words if isinstance(words, bytes) else words.encode()
            document = DocumentFactory.build(
                workspace=workspace, filename=filename, media_type=TYPES[filename.rsplit(".", 1)[-1]],
                status="queued", progress=0, sha256=hashlib.sha256(data).hexdigest(), bytes=len(data),
            )  # fmt: skip
            document.file.save(filename, ContentFile(data), save=False)
            document.save()
            ingest_document(document.pk, chat=NoModel(), embedder=hash_embedder)

    return kept


@pytest.fixture
def ask(workspace, user):
    """The facts route's answer, checked with its question; None where it is handed over, if only for now.
    `only`: the numbers of the documents that the user chose."""

    def answered(question, *, insist=False, only=()):
        trace = Trace(RunFactory(workspace=workspace, user=user, question=question))
        analysis = analyse(question, workspace=workspace)
        scope = prefilter(analysis, workspace=workspace, document_ids=only)
        outcome = answer_from_facts(analysis, scope=scope, trace=trace, insist=insist)
        if outcome is None or (outcome[0].tentative and outcome[0].answered):
            return None
        return verify(outcome[0], with_curators(outcome[1]), question=question, analysis=analysis)

    return answered
