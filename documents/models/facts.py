"""Facts read from documents. Each knows its page, its words and who read it."""

from __future__ import annotations

from typing import ClassVar, Self

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import models

from documents.models.access import Workspace
from documents.models.document import Document


class Stems(models.Func):
    """The distinct English word stems of a text, stop words left out."""

    template = "tsvector_to_array(to_tsvector('english'::regconfig, %(expressions)s))"


class SmallValue(models.Func):
    """The value of a “Label: value” line in small letters, its first 100 characters; null of other rows."""

    template = "CASE WHEN \"table\" = 'properties' THEN lower(left(properties ->> label, 100)) END"
    output_field = models.TextField(null=True)


class Reader(models.TextChoices):
    RULES = "rules"
    MODEL = "model"
    CURATOR = "curator"


class FactQuerySet(models.QuerySet):
    def answering(self) -> Self:
        """Those that answers may be made of: no curator keeps the passage out that has their words."""
        return self.filter(kept_out=False)


class Fact(models.Model):
    """What every fact carries: its wall, its place, its words and whether they were found there.

    Each model has an index of workspace and document, which serves for the workspace alone.
    `WORDS`: columns that describe, whose words may be cut where they are too long for them.
    """

    WORDS: ClassVar[frozenset[str]] = frozenset({"quote"})

    workspace = models.ForeignKey(Workspace, models.CASCADE, related_name="+", db_index=False)
    document = models.ForeignKey(Document, models.CASCADE)
    page = models.PositiveIntegerField(null=True, blank=True, help_text="Counted from 1.")
    quote = models.TextField(blank=True, help_text="The words on the page.")
    reader = models.CharField(max_length=10, choices=Reader)
    anchored = models.BooleanField(default=False, help_text="Whether the quote was found on the page.")
    kept_out = models.BooleanField(
        default=False, help_text="Its words stand in a passage that a curator keeps out of answers."
    )
    origin = models.CharField(
        max_length=64,
        blank=True,
        editable=False,
        help_text="Digest of the fact as first read: by it a later reading knows what a curator has edited.",
    )
    curated_fields = ArrayField(
        models.CharField(max_length=60),
        default=list,
        blank=True,
        editable=False,
        help_text="Fields that a curator has set to something else than was read.",
    )

    objects = FactQuerySet.as_manager()

    class Meta:
        abstract = True
        ordering = ["document", "page", "pk"]


class Claim(Fact):
    WORDS = Fact.WORDS | {"claim_text", "topic", "source_section"}

    class Type(models.TextChoices):
        FACT = "fact"
        OPINION = "opinion"
        PREDICTION = "prediction"
        RECOMMENDATION = "recommendation"

    claim_text = models.TextField()
    claim_type = models.CharField(max_length=20, choices=Type, default=Type.FACT)
    topic = models.CharField(max_length=200, blank=True)
    confidence = models.FloatField(default=0.5, help_text="0–1.")
    source_section = models.CharField(max_length=300, blank=True)
    is_quantitative = models.BooleanField(default=False)
    can_be_verified = models.BooleanField(default=False)

    class Meta(Fact.Meta):
        indexes = [models.Index(fields=["workspace", "document"], name="claim_workspace")]

    def __str__(self) -> str:
        return self.claim_text[:80]


class TableRow(Fact):
    """One row of a recognised table, or one key–value pair (table "properties")."""

    WORDS = Fact.WORDS | {"table", "label"}

    table = models.CharField(max_length=300, help_text="The table's title, else its place on the page.")
    table_index = models.PositiveIntegerField(default=0, help_text="Position of the table in the document.")
    row = models.PositiveIntegerField(help_text="Position in the table, from 0.")
    label = models.TextField(blank=True)
    properties = models.JSONField(default=dict, help_text="Column header → value; numbers in base units.")
    small_value = models.GeneratedField(
        expression=SmallValue(), output_field=models.TextField(null=True), db_persist=True
    )

    class Meta(Fact.Meta):
        indexes = [
            models.Index(fields=["workspace", "document"], name="row_workspace"),
            models.Index(
                fields=["workspace", "small_value", "label"],
                name="row_small_value",
                condition=models.Q(table="properties"),
            ),
            models.Index(
                fields=["workspace", "label"], name="row_of_line", condition=models.Q(table="properties")
            ),
            models.Index(
                fields=["workspace", "document"],
                name="row_of_table",
                condition=~models.Q(table="properties"),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.table}: {self.label}"


class Metric(Fact):
    """One figure: what it measures, of whom, for when, and its value in base units."""

    WORDS = Fact.WORDS | {"metric_name", "period", "context", "comparison_base", "entity_name"}

    table_row = models.ForeignKey(TableRow, models.CASCADE, null=True, blank=True, related_name="metrics")
    metric_name = models.CharField(max_length=300, help_text="The label as written.")
    canonical_name = models.CharField(
        max_length=60, blank=True, help_text="From reading/measures/canonical.py."
    )
    value = models.CharField(max_length=100, help_text="As written, e.g. “(4,378)”.")
    numeric_value = models.DecimalField(
        max_digits=50,
        decimal_places=20,
        null=True,
        blank=True,
        help_text="In base units: 3,226,773 in thousands is 3226773000; 18.2% is 0.182.",
    )
    unit = models.CharField(max_length=40, blank=True, help_text="USD, EUR, %, shares, USD/share, …")
    scale = models.DecimalField(
        max_digits=40,
        decimal_places=20,
        default=1,
        help_text="numeric_value divided by the number as written: 1000 where the table is in thousands.",
    )
    period = models.CharField(max_length=120, blank=True, help_text="As written.")
    period_start = models.DateField(null=True, blank=True, help_text="Empty for instants.")
    period_end = models.DateField(null=True, blank=True)
    fiscal_year = models.SmallIntegerField(null=True, blank=True, help_text="As the subject names it.")
    fiscal_quarter = models.SmallIntegerField(null=True, blank=True, help_text="1–4; empty for other spans.")
    context = models.TextField(blank=True, help_text="Table title and parent labels, or the sentence.")
    comparison_base = models.CharField(max_length=200, blank=True)
    entity_name = models.CharField(max_length=200, blank=True)
    category = models.CharField(max_length=50, blank=True)
    confidence = models.FloatField(default=1.0, help_text="0–1: how sure its reader is of all its parts.")
    label_stems = models.GeneratedField(
        expression=Stems("metric_name"), output_field=ArrayField(models.TextField()), db_persist=True
    )

    class Meta(Fact.Meta):
        indexes = [
            models.Index(fields=["workspace", "canonical_name", "period_end"], name="metric_lookup"),
            models.Index(fields=["workspace", "document"], name="metric_workspace"),
            GinIndex(fields=["label_stems"], name="metric_label_stems"),
        ]

    def __str__(self) -> str:
        return f"{self.metric_name} {self.period}: {self.value}"


class Entity(Fact):
    WORDS = Fact.WORDS | {"entity_name", "title", "context"}

    class Type(models.TextChoices):
        ORGANIZATION = "organization"
        PERSON = "person"
        PRODUCT = "product"
        LOCATION = "location"
        EVENT = "event"

    class Role(models.TextChoices):
        SUBJECT = "subject"
        AUTHOR = "author"
        MENTIONED = "mentioned"
        PARTNER = "partner"
        COMPETITOR = "competitor"

    entity_name = models.CharField(max_length=200)
    entity_type = models.CharField(max_length=20, choices=Type)
    role = models.CharField(max_length=20, choices=Role, default=Role.MENTIONED)
    title = models.CharField(max_length=200, blank=True)
    context = models.TextField(blank=True)

    class Meta(Fact.Meta):
        verbose_name_plural = "entities"
        indexes = [models.Index(fields=["workspace", "document"], name="entity_workspace")]

    def __str__(self) -> str:
        return self.entity_name


class Topic(Fact):
    WORDS = Fact.WORDS | {"topic_name"}

    topic_name = models.CharField(max_length=200)
    is_primary = models.BooleanField(default=False)

    class Meta(Fact.Meta):
        indexes = [models.Index(fields=["workspace", "document"], name="topic_workspace")]

    def __str__(self) -> str:
        return self.topic_name


# What the five kinds of facts are called in addresses, commands and statements.
FACT_MODELS: dict[str, type[Fact]] = {
    "metric": Metric,
    "claim": Claim,
    "entity": Entity,
    "topic": Topic,
    "row": TableRow,
}


class Relationship(models.Model):
    class Type(models.TextChoices):
        SUPERSEDES = "supersedes"
        SUPERSEDED_BY = "superseded_by"
        REFERENCES = "references"
        REFERENCED_BY = "referenced_by"
        SUPPORTS = "supports"
        CONTRADICTS = "contradicts"
        RELATED = "related"

    workspace = models.ForeignKey(Workspace, models.CASCADE, related_name="+")
    source = models.ForeignKey(Document, models.CASCADE, related_name="relationships_out")
    target = models.ForeignKey(Document, models.CASCADE, related_name="relationships_in")
    relationship_type = models.CharField(max_length=20, choices=Type)
    description = models.TextField(blank=True)
    reader = models.CharField(max_length=10, choices=Reader, default=Reader.RULES)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["source", "target", "relationship_type"], name="one_relationship_of_a_type"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.source} {self.relationship_type} {self.target}"


class Conflict(models.Model):
    """Two documents that give different values for one figure: which one wins, and why."""

    class Reason(models.TextChoices):
        CURATED = "curated", "a curator put it right"
        SUPERSEDES = "supersedes", "its document supersedes the other"
        LATER = "later", "its document is the later one"
        CONFIDENCE = "confidence", "it was read with more confidence"
        OPEN = "open", "nothing tells which is right"

    workspace = models.ForeignKey(Workspace, models.CASCADE, related_name="+")
    winner = models.ForeignKey(Metric, models.CASCADE, related_name="conflicts_won")
    loser = models.ForeignKey(Metric, models.CASCADE, related_name="conflicts_lost")
    reason = models.CharField(max_length=12, choices=Reason)
    explanation = models.TextField(help_text="A sentence that names both documents and both values.")
    entity_name = models.CharField(max_length=200, blank=True)
    measure = models.CharField(max_length=300, help_text="The canonical name, else the label as written.")
    period_start = models.DateField(null=True, blank=True)
    period_end = models.DateField(null=True, blank=True)

    class Meta:
        ordering = ["entity_name", "measure", "period_end", "pk"]
        constraints = [models.UniqueConstraint(fields=["winner", "loser"], name="one_conflict_per_pair")]

    def __str__(self) -> str:
        return f"{self.measure}: {self.winner.value} or {self.loser.value}"
