"""A document and what it is cut into: pages and chunks."""

from __future__ import annotations

from typing import Any, ClassVar

from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.contrib.postgres.search import SearchVectorField
from django.db import models
from pgvector.django import HalfVectorField

from documents.models.access import Workspace


class Status(models.TextChoices):
    QUEUED = "queued"
    PARSING = "parsing"
    READING = "reading"
    READY = "ready"
    FAILED = "failed"


BUSY = (Status.QUEUED, Status.PARSING, Status.READING)  # not ready yet


class DocumentQuerySet(models.QuerySet["Document"]):
    def visible_to(self, user: Any) -> DocumentQuerySet:
        return self.filter(workspace__in=Workspace.objects.visible_to(user))


UNSORTED = "generic"  # the bucket of what nobody put into one, and rules do not know
DOCUMENTS_FOLDER = "documents"  # of the file storage; in it a folder for each workspace


def upload_path(document: Document, filename: str) -> str:
    """Where the file is kept: by workspace and digest, never by the name that a user chose."""
    suffix = filename.rsplit(".", 1)[-1].lower() if "." in filename else "bin"
    name = f"{document.sha256}-{document.copy}" if document.copy else document.sha256
    return f"{DOCUMENTS_FOLDER}/{document.workspace_id}/{document.sha256[:2]}/{name}.{suffix}"


class Document(models.Model):
    """`WORDS`: columns that describe, whose words may be cut where they are too long for them."""

    WORDS: ClassVar[frozenset[str]] = frozenset(
        {
            *("title", "summary", "purpose", "key_conclusion", "topics", "organizations", "people"),
            *("stage", "error", "model_note"),
        }
    )

    class SizeClass(models.TextChoices):
        SMALL = "small"
        LARGE = "large"

    class ExtractionMode(models.TextChoices):
        BOTH = "both"
        MAP_ONLY = "map_only"
        SQL_ONLY = "sql_only"

    class Type(models.TextChoices):
        FINANCIAL_REPORT = "financial_report"
        LEGAL_CONTRACT = "legal_contract"
        TECHNICAL_DOC = "technical_doc"
        CORRESPONDENCE = "correspondence"
        PRESENTATION = "presentation"
        POLICY = "policy"
        RESEARCH = "research"
        MEETING_NOTES = "meeting_notes"
        OTHER = "other"

    workspace = models.ForeignKey(Workspace, models.CASCADE, related_name="documents")
    uploaded_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, null=True, blank=True, related_name="+"
    )
    filename = models.CharField(max_length=255)
    sha256 = models.CharField(max_length=64)
    copy = models.PositiveSmallIntegerField(
        default=0, help_text="0, or which further copy of the same bytes a user chose to keep."
    )
    text_sha256 = models.CharField(
        max_length=64, blank=True, help_text="Of the words alone: the same text in other bytes has it too."
    )
    file = models.FileField(upload_to=upload_path, max_length=255)
    media_type = models.CharField(max_length=100)
    bytes = models.BigIntegerField()
    page_count = models.PositiveIntegerField(default=0)
    token_count = models.PositiveIntegerField(default=0)
    size_class = models.CharField(max_length=10, choices=SizeClass, default=SizeClass.SMALL)
    bucket = models.CharField(max_length=50, default=UNSORTED)
    document_type = models.CharField(max_length=30, choices=Type, default=Type.OTHER)

    language = models.CharField(
        max_length=8, blank=True, help_text="Of most of its text: two letters of ISO 639-1."
    )

    title = models.CharField(max_length=500, blank=True)
    summary = models.TextField(blank=True)
    purpose = models.TextField(blank=True)
    key_conclusion = models.TextField(blank=True)
    document_date = models.DateField(null=True, blank=True)
    period_start = models.DateField(null=True, blank=True)
    period_end = models.DateField(null=True, blank=True)
    confidence_level = models.CharField(max_length=10, blank=True)
    topics = ArrayField(models.CharField(max_length=200), default=list, blank=True)
    organizations = ArrayField(models.CharField(max_length=200), default=list, blank=True)
    people = ArrayField(models.CharField(max_length=200), default=list, blank=True)
    fiscal_year_end_month = models.PositiveSmallIntegerField(
        null=True, blank=True, help_text="Month (1–12) in which the subject's fiscal year ends."
    )
    fiscal_year_offset = models.SmallIntegerField(
        default=0, help_text="Added to the calendar year in which a fiscal year ends, gives the year's name."
    )
    fiscal_year_borrowed = models.BooleanField(
        default=False, help_text="The fiscal year is told by other documents of the same company."
    )
    map_entry = models.JSONField(default=dict, blank=True)

    extraction_mode = models.CharField(max_length=10, choices=ExtractionMode, default=ExtractionMode.BOTH)
    tier = models.CharField(max_length=10, blank=True, help_text="The model tier that read the document.")
    status = models.CharField(max_length=10, choices=Status, default=Status.QUEUED)
    progress = models.PositiveSmallIntegerField(default=0, help_text="Per cent, 0–100.")
    stage = models.CharField(max_length=200, blank=True)
    error = models.TextField(blank=True)
    model_note = models.TextField(blank=True, help_text="What a model did not read of it, and why.")
    rerun_notes = models.JSONField(
        default=dict, blank=True, help_text="Stage that was to be done again → why all stayed as it was."
    )
    skipped_pages = models.JSONField(default=list, blank=True, help_text="[{page, reason}] of unread pages.")
    left_out = models.JSONField(
        default=list, blank=True, help_text="[{page, reader, reason}] of facts that cannot be stored."
    )
    steps_done = models.JSONField(default=dict, blank=True, help_text="Step name → version it was done at.")
    chunked_as = models.CharField(
        max_length=60, blank=True, help_text="The chunk settings by which the passages were cut."
    )
    timings = models.JSONField(default=dict, blank=True, help_text="Step name → seconds.")
    claimed_by = models.CharField(max_length=64, blank=True, help_text="The worker run that reads it now.")
    claimed_at = models.DateTimeField(null=True, blank=True)
    attempts = models.PositiveSmallIntegerField(
        default=0, help_text="How many workers took the document up without coming to an end."
    )
    curated_fields = ArrayField(models.CharField(max_length=50), default=list, blank=True)
    supersedes = models.ForeignKey(
        "self", models.SET_NULL, null=True, blank=True, related_name="superseded_by"
    )
    created_at = models.DateTimeField(auto_now_add=True)
    updated_at = models.DateTimeField(auto_now=True)

    objects = DocumentQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at", "-pk"]
        constraints = [
            models.UniqueConstraint(fields=["workspace", "sha256", "copy"], name="one_file_per_workspace"),
        ]
        indexes = [
            GinIndex(fields=["topics"], name="document_topics"),
            GinIndex(fields=["organizations"], name="document_organizations"),
            GinIndex(fields=["people"], name="document_people"),
            models.Index(fields=["workspace", "status"], name="document_status"),
            models.Index(fields=["workspace", "text_sha256"], name="document_text"),
            # For the first documents that lists are of.
            models.Index(fields=["workspace", "filename", "id"], name="document_names"),
            models.Index(
                fields=["workspace"], name="document_unready", condition=~models.Q(status=Status.READY)
            ),
        ]

    def __str__(self) -> str:
        return self.filename

    @property
    def is_busy(self) -> bool:
        return self.status in BUSY


COLUMN_GAP = "   "  # between the cells of a row in a page of text


class Page(models.Model):
    WORDS: ClassVar[frozenset[str]] = frozenset({"text", "title"})

    workspace = models.ForeignKey(Workspace, models.CASCADE, related_name="+")
    document = models.ForeignKey(Document, models.CASCADE, related_name="pages", db_index=False)
    number = models.PositiveIntegerField(help_text="Counted from 1.")
    text = models.TextField(blank=True)
    width = models.FloatField(default=0, help_text="Points.")
    height = models.FloatField(default=0, help_text="Points.")
    title = models.CharField(max_length=300, blank=True, help_text="As “Slide 3”, where it is not a page.")
    ocr_confidence = models.FloatField(
        null=True, blank=True, help_text="0–1 where the text was recognised from a picture, else empty."
    )
    turns = models.PositiveSmallIntegerField(
        default=0, help_text="Quarter-turns clockwise that set its scan upright."
    )
    recognised = models.JSONField(
        default=list, blank=True, help_text="[[size, [[word, x0, top, x1, bottom]]]] by line, in points."
    )
    tables = models.JSONField(
        default=list, blank=True, help_text="[{index, title, rows, box: [x0, top, x1, bottom]}] in points."
    )

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["document", "number"], name="one_page_per_number")]

    def __str__(self) -> str:
        return f"{self.document}, page {self.number}"

    @property
    def has_columns(self) -> bool:
        """Whether its text is set in columns by blanks, as that of a sheet is."""
        return COLUMN_GAP in self.text


class Stemmed(models.Func):
    """The stems of a chunk's heading and text, and marks of where it belongs: “@w7”, “@d42”, “@lde”.

    By the marks the index of words keeps to a workspace or to documents; that of a language tells questions
    by whose stems to look. No word's stem begins with “@”. The stems: sql/stems_by_language.sql.
    """

    template = (
        "documents_stems(language, %(expressions)s) || "
        "array_to_tsvector(ARRAY['@w' || (workspace_id)::text, '@d' || (document_id)::text]) || "
        "CASE WHEN documents_configuration(language) IS NULL THEN ''::tsvector "
        "ELSE array_to_tsvector(ARRAY['@l' || language]) END"
    )
    arg_joiner = " || ' ' || "


class Chunk(models.Model):
    WORDS: ClassVar[frozenset[str]] = frozenset(
        {"section", "text", "section_topic", "key_information", "retrieval_hint", "contextual_note"}
    )

    workspace = models.ForeignKey(Workspace, models.CASCADE, related_name="+", db_index=False)
    document = models.ForeignKey(Document, models.CASCADE, related_name="chunks", db_index=False)
    index = models.PositiveIntegerField(help_text="Position in the document, from 0.")
    section = models.CharField(max_length=300, blank=True, help_text="Path of headings, outermost first.")
    page_start = models.PositiveIntegerField()
    page_end = models.PositiveIntegerField()
    char_start = models.PositiveIntegerField(help_text="Offset in the pages' texts joined by form feeds.")
    char_end = models.PositiveIntegerField()
    text = models.TextField()
    language = models.CharField(
        max_length=8, blank=True, default="", db_default="", help_text="Its document's, as “de”."
    )
    token_count = models.PositiveIntegerField(help_text="In the embedder's tokens.")
    embedding = HalfVectorField(null=True, blank=True)
    embedding_model = models.CharField(max_length=100, blank=True)
    # A further column, `terms`, holds the weights of keyword search (sql/term_weights.sql): wide, and read
    # by SQL alone, so that it is no field.
    search = models.GeneratedField(
        expression=Stemmed("section", "text"),
        output_field=SearchVectorField(),
        db_persist=True,
    )
    section_topic = models.CharField(max_length=300, blank=True)
    key_information = models.TextField(blank=True)
    retrieval_hint = models.TextField(blank=True)
    contextual_note = models.TextField(blank=True)
    excluded = models.BooleanField(default=False, help_text="A curator keeps it out of every answer.")

    class Meta:
        ordering = ["index"]
        constraints = [models.UniqueConstraint(fields=["document", "index"], name="one_chunk_per_index")]
        indexes = [
            GinIndex(fields=["search"], name="chunk_search"),
            models.Index(fields=["workspace", "document"], name="chunk_workspace"),
            # For what is still to be embedded anew.
            models.Index(fields=["workspace", "embedding_model"], name="chunk_embedder"),
            # For the pages of which nothing is kept out: all but a few.
            models.Index(fields=["document"], name="chunk_excluded", condition=models.Q(excluded=True)),
        ]

    def __str__(self) -> str:
        return f"{self.document}, chunk {self.index}"


class TermCount(models.Model):
    """In how many of a workspace's chunks a word stem stands: the sum of its rows.

    Triggers on the chunks write the rows (sql/term_weights.sql), and one on the workspace removes them.
    """

    workspace = models.ForeignKey(
        Workspace, models.CASCADE, related_name="+", db_constraint=False, db_index=False
    )
    term = models.IntegerField(help_text="The stem's number; 0 counts the chunks.")
    chunks = models.BigIntegerField(help_text="How many more, or fewer, than the other rows say.")

    class Meta:
        indexes = [models.Index(fields=["workspace", "term"], include=["chunks"], name="term_counts")]

    def __str__(self) -> str:
        return f"term {self.term}: {self.chunks:+d}"
