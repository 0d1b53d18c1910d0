"""`manage.py ingest`: read files and folders in this process and wait until they are done."""

from __future__ import annotations

import sys
import time
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from django.core.files import File
from django.core.management.base import CommandError

from documents.ingest import ingest_document
from documents.ingestion.prefetch import ReadAhead
from documents.library.catalogue.statistics import COUNTED, MapCounts, Statistics, statistics_of
from documents.library.selectors import document_for, reading_counts
from documents.library.services import OnDuplicate, Upload, may_edit, retry_document, upload_document
from documents.library.staging import RefusedUpload
from documents.management.base import WorkspaceCommand, add_llm_argument
from documents.management.progress_line import ProgressLine
from documents.models import Document, Status, Workspace
from documents.providers import get_chat_model, get_embedder
from llm.errors import LLMError, Transient
from llm.types import ChatModel, Embedder

TOLD_APART = (
    "outcome",
    "words",
    "stage",
)  # of a file, for the lines of this command; the contract has no such keys


class Command(WorkspaceCommand):
    help = "Read files, and the files in folders, and print a line for each. Exit status 1 where one failed."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        add_llm_argument(parser)
        parser.add_argument(
            "--create", action="store_true", help="Make the workspace where there is none of that name yet."
        )
        parser.add_argument("paths", nargs="+", type=Path, metavar="PATH")
        parser.add_argument("--bucket", default="generic")
        parser.add_argument(
            "--mode",
            choices=Document.ExtractionMode.values,
            default=Document.ExtractionMode.BOTH,
            help="What is made of a document: facts for SQL, the document map, or both.",
        )
        parser.add_argument(
            "--on-duplicate",
            choices=[*OnDuplicate],
            default=OnDuplicate.KEEP,
            help="Where the same bytes are there already: keep that one, store a version of it, or both.",
        )
        parser.add_argument(
            "--version-of", type=int, metavar="ID", help="The document that the file supersedes."
        )
        parser.add_argument(
            "--password", default="", help="Opens PDFs that are protected; used once and never kept."
        )

    def handle(self, **options: Any) -> None:
        user, workspace = self.who_and_where(options, may_make=options["create"])
        if not may_edit(user, workspace):
            raise CommandError(f"{user} may read “{workspace.slug}” but not add to it: make them an editor.")
        files = files_at(options["paths"])
        wanted = {
            "bucket": options["bucket"],
            "mode": options["mode"],
            "on_duplicate": options["on_duplicate"],
            "version_of": _version_of(user, options["version_of"], files),
        }
        reader = Reader(user, workspace, wanted, *_models(options["llm"]), password=options["password"])
        outcomes: list[dict[str, Any]] = []
        for number, (file, following) in enumerate(reader.stored(files), start=1):
            with ProgressLine(self.stderr, f"[{number}/{len(files)}] {file.path.name}") as line:
                outcomes.append(reader.read(file, line, following=following))
            if not options["json"]:
                self.stdout.write(_line(outcomes[-1]))
        counts = Counter(outcome["outcome"] for outcome in outcomes)
        if options["json"]:
            self.write_json(_summary(counts, outcomes))
        else:
            numbers = [f"{counts[name]} {name}" for name in ("added", "duplicates", "failed")]
            self.stderr.write(", ".join(numbers))
            self.stderr.write(_totals(options["mode"], outcomes))
        if counts["failed"]:
            sys.exit(1)


@dataclass(frozen=True)
class Stored:
    """A file that is to be read, or why it was not taken. `seconds`: what storing it took."""

    path: Path
    upload: Upload | None
    error: str
    seconds: float

    @property
    def started(self) -> float:
        """When its reading began, had it begun to be stored then; by `time.perf_counter`."""
        return time.perf_counter() - self.seconds


class Reader:
    """Reads one file after another into one workspace, each begun while the one before is embedded."""

    def __init__(
        self,
        user: Any,
        workspace: Workspace,
        options: dict[str, Any],
        chat: ChatModel,
        embedder: Embedder,
        *,
        password: str = "",
    ) -> None:
        self.user, self.workspace, self.options = user, workspace, options
        self.chat, self.embedder = chat, embedder
        self.password = password
        self._following: int | None = None
        self._ahead = ReadAhead(embedder, self._next)

    def stored(self, paths: Sequence[Path]) -> Iterator[tuple[Stored, Stored | None]]:
        """Each file with the one behind it. No more are stored before their turn: a stop leaves one."""
        stored = map(self._store, paths)
        file = next(stored, None)
        while file is not None:
            following = next(stored, None)
            yield file, following
            file = following

    def _store(self, path: Path) -> Stored:
        started, upload, error = time.perf_counter(), None, ""
        try:
            with path.open("rb") as handle:
                upload = upload_document(
                    user=self.user,
                    workspace=self.workspace,
                    file=File(handle, path.name),
                    enqueue=False,
                    **self.options,
                )
        except (RefusedUpload, OSError) as refusal:
            error = str(refusal)
        return Stored(path, upload, error, time.perf_counter() - started)

    def read(self, file: Stored, line: ProgressLine, *, following: Stored | None = None) -> dict[str, Any]:
        """What became of the file, as the contract has it, and its `outcome`. A bad file raises nothing."""
        started = file.started
        if file.upload is None:
            return _failed(file.path, file.error, self.options["mode"], started)
        document = file.upload.document
        document.refresh_from_db()  # it may be the same as the file before
        self._following = following.upload.document.pk if following and following.upload else None
        try:
            if document.status != Status.READY:
                self._ingest(document, line)
            if self.password and is_locked(document):
                self._ingest(document, line, password=self.password)
        except (RefusedUpload, OSError, LLMError) as error:
            return _failed(file.path, str(error), self.options["mode"], started)
        finally:
            self._ahead.forget(document.pk)
        return _outcome(document, started, is_duplicate=file.upload.is_duplicate)

    @property
    def read_ahead_id(self) -> int | None:
        """The document that is begun before its turn."""
        return self._ahead.begun_id

    def _next(self) -> Document | None:
        waiting = Document.objects.select_related("workspace").filter(status=Status.QUEUED)
        return waiting.filter(pk=self._following).first() if self._following else None

    def _ingest(self, document: Document, line: ProgressLine, password: str = "") -> None:
        """A document of an earlier, unfinished attempt is taken up again. Raises `RefusedUpload`."""
        if document.status == Status.FAILED:
            retry_document(user=self.user, document=document, password=password, enqueue=False)
        line.follow(document.pk)
        with suppress(Transient):  # the document is ready by the rules; its stage says what it waits for
            ingest_document(document.pk, chat=self.chat, embedder=self.embedder, ahead=self._ahead)
        document.refresh_from_db()


def is_locked(document: Document) -> bool:
    """Whether reading the document failed for want of a password."""
    return document.status == Status.FAILED and "password" in document.error.lower()


def files_at(paths: Sequence[Path]) -> list[Path]:
    """The files, and all files below the folders save hidden ones. Raises `CommandError`."""
    for path in paths:
        if not path.exists():
            raise CommandError(f"There is no file or folder {path}.")
    files = [file for path in paths for file in ([path] if path.is_file() else _files_below(path))]
    if not files:
        raise CommandError("There is no file in this folder.")
    return list(dict.fromkeys(files))


def _files_below(folder: Path) -> Iterator[Path]:
    for path in sorted(folder.rglob("*")):
        is_hidden = any(part.startswith(".") for part in path.relative_to(folder).parts)
        if path.is_file() and not is_hidden:
            yield path


def _version_of(user: Any, pk: int | None, files: Sequence[Path]) -> Document | None:
    if pk is None:
        return None
    if len(files) > 1:
        raise CommandError("Only one file can be the new version of a document: name it alone.")
    try:
        return document_for(user, pk)
    except Document.DoesNotExist as error:
        raise CommandError(str(error)) from None


def _models(tier: str | None) -> tuple[ChatModel, Embedder]:
    try:
        return get_chat_model(tier), get_embedder()
    except LLMError as error:
        raise CommandError(str(error)) from None


def _outcome(document: Document, started: float, *, is_duplicate: bool) -> dict[str, Any]:
    counts = reading_counts(document)
    statistics = asdict(statistics_of(document, counts))
    # One that was here already may be in another worker's hands now.
    ended_badly = document.status == Status.FAILED or not (is_duplicate or document.status == Status.READY)
    return {
        "id": document.pk,
        "filename": document.filename,
        "status": document.status,
        "pages": document.page_count,
        "chunks": counts["chunk"],
        **statistics,
        "seconds": round(time.perf_counter() - started, 3),
        "error": document.error,
        "words": str(statistics_of(document, counts)),
        "stage": document.stage,
        "outcome": "failed" if ended_badly else "duplicates" if is_duplicate else "added",
    }


def _failed(path: Path, error: str, mode: str, started: float) -> dict[str, Any]:
    nothing = dict.fromkeys(("pages", "chunks", *COUNTED), 0)
    return {
        "id": None,
        "filename": path.name,
        "status": Status.FAILED.value,
        **nothing,
        "mode": mode,
        "map_entry": None,
        "seconds": round(time.perf_counter() - started, 3),
        "error": error,
        "outcome": "failed",
    }


def _summary(counts: Counter[str], outcomes: Sequence[dict[str, Any]]) -> dict[str, Any]:
    documents = [
        {name: value for name, value in outcome.items() if name not in TOLD_APART} for outcome in outcomes
    ]
    return {
        "added": counts["added"],
        "duplicates": counts["duplicates"],
        "failed": counts["failed"],
        "documents": documents,
    }


def _totals(mode: str, outcomes: Sequence[dict[str, Any]]) -> str:
    """What was read in the mode asked for, over the files that were added."""
    added = [outcome for outcome in outcomes if outcome["outcome"] == "added"]
    entries = [outcome["map_entry"] for outcome in added if outcome["map_entry"]]
    named = MapCounts(
        **{name: sum(entry[name] for entry in entries) for name in ("metrics", "entities", "topics")}
    )
    counts = {name: sum(outcome[name] for outcome in added) for name in COUNTED}
    return f"{mode}: {Statistics(mode=mode, **counts, map_entry=named if entries else None)}"


def _line(outcome: dict[str, Any]) -> str:
    if outcome["outcome"] == "failed":
        return f"{outcome['filename']}: failed: {outcome['error']}"
    ready = outcome["stage"][:1].lower() + outcome["stage"][1:]
    what = "was here already" if outcome["outcome"] == "duplicates" else ready
    return (
        f"{outcome['filename']}: {what}, {outcome['pages']} pages, {outcome['chunks']} passages, "
        f"{outcome['words']}, {outcome['seconds']:.1f} s ({outcome['mode']})"
    )
