"""The trace of a question: a run and its steps."""

from __future__ import annotations

import uuid
from typing import Any

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.db.models import Q
from django.utils import timezone

from agentic.sources.models import (
    ApprovedQuery,
    CachedResult,
    DataSource,
    Opinion,
    SavedQuestion,
    SchemaElement,
)
from documents.models import Workspace

__all__ = [
    "ApprovedQuery",
    "CachedResult",
    "DataSource",
    "Opinion",
    "RouteSuccess",
    "Run",
    "RunStep",
    "SavedQuestion",
    "SchemaElement",
]


class RunQuerySet(models.QuerySet["Run"]):
    def visible_to(self, user: Any) -> RunQuerySet:
        """The user's own runs, as far as the user is still a member of their workspaces."""
        if not user.is_authenticated:
            return self.none()
        return self.filter(user=user, workspace__in=Workspace.objects.visible_to(user))


class Run(models.Model):
    class Mode(models.TextChoices):
        AUTO = "auto"
        FACTS = "facts"
        MAP = "map"
        SQL = "sql"
        SEARCH = "search"
        PASSAGES = "passages"
        SOURCE = "source"

    class Status(models.TextChoices):
        QUEUED = "queued"
        RUNNING = "running"
        DONE = "done"
        STOPPED = "stopped"
        FAILED = "failed"

    class Outcome(models.TextChoices):
        ANSWERED = "answered"
        NO_HIT = "no_hit", "no hit"
        CLARIFIED = "clarified", "asked back"
        STOPPED = "stopped"
        FAILED = "failed"

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    workspace = models.ForeignKey(Workspace, models.CASCADE, related_name="runs")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="runs")
    question = models.TextField()
    history = models.JSONField(default=list, blank=True, help_text="[{role, text}] of the messages before.")
    source_state = models.JSONField(
        default=dict, blank=True, encoder=DjangoJSONEncoder, help_text="How far it came, and by which SQL."
    )
    document_ids = models.JSONField(
        default=list, blank=True, help_text="Only these documents; empty for all."
    )
    search = models.JSONField(
        null=True, blank=True, help_text="Of a search for passages alone: its method and conditions."
    )
    source = models.ForeignKey(
        DataSource, models.CASCADE, null=True, blank=True, related_name="runs", help_text="A database asked."
    )
    choices = models.JSONField(
        default=list, blank=True, help_text="What the user chose where the search agent asked back, in order."
    )
    options = models.JSONField(
        default=dict, blank=True, help_text="{use_prefilter, max_documents, max_candidates}, where given."
    )
    session = models.UUIDField(null=True, blank=True, help_text="Questions of one conversation of a program.")
    mode = models.CharField(max_length=10, choices=Mode, default=Mode.AUTO)
    route = models.CharField(max_length=10, blank=True)
    way = models.CharField(max_length=12, blank=True, help_text="Of the search agent, that answered.")
    outcome = models.CharField(
        max_length=10, choices=Outcome, blank=True, help_text="Empty until it is over."
    )
    fallbacks = models.PositiveSmallIntegerField(
        default=0, help_text="How many ways gave too little before the one that answered."
    )
    tool_calls = models.PositiveSmallIntegerField(default=0)
    tier = models.CharField(max_length=10, blank=True)
    model = models.CharField(max_length=100, blank=True)
    status = models.CharField(max_length=10, choices=Status, default=Status.QUEUED)
    stop_requested = models.BooleanField(default=False)
    quick_requested = models.BooleanField(
        default=False, help_text="The user wants at once what rules and text search have."
    )
    quick = models.BooleanField(
        default=False, help_text="Rules and text search answered in place of the model, as the user asked."
    )
    partial = models.TextField(blank=True, help_text="The answer so far, while it is being written.")
    answer = models.TextField(blank=True)
    answered = models.BooleanField(default=False)
    result = models.JSONField(
        default=dict, blank=True, encoder=DjangoJSONEncoder, help_text="agentic.evidence.Answer as JSON."
    )
    clarification = models.TextField(blank=True)
    error = models.TextField(blank=True)
    iterations = models.PositiveSmallIntegerField(default=0)
    timings = models.JSONField(default=dict, blank=True, help_text="Step → seconds.")
    usage = models.JSONField(
        default=dict, blank=True, help_text="{input_tokens, output_tokens, calls, cached_tokens}"
    )
    prompt_versions = models.JSONField(default=dict, blank=True)
    created_at = models.DateTimeField(auto_now_add=True)
    started_at = models.DateTimeField(null=True, blank=True)
    finished_at = models.DateTimeField(null=True, blank=True)

    objects = RunQuerySet.as_manager()

    class Meta:
        ordering = ["-created_at"]
        indexes = [
            models.Index(fields=["status", "created_at"], name="run_in_flight"),
            models.Index(fields=["created_at"], name="run_created"),
            models.Index(fields=["user", "session"], name="run_session", condition=Q(session__isnull=False)),
        ]

    def __str__(self) -> str:
        return self.question[:80]

    @property
    def is_by_hand(self) -> bool:
        """Whether a person wrote or edited its statement, so that nothing says that it fits the question."""
        return bool(self.options.get("sql"))

    @property
    def is_over(self) -> bool:
        return self.status in (self.Status.DONE, self.Status.STOPPED, self.Status.FAILED)

    @property
    def seconds(self) -> float | None:
        """From the asking to the answer, waiting included; None until it is over."""
        if self.finished_at is None:
            return None
        # One that was answered before is stored as it ends: its two times may change places.
        return max(0.0, (self.finished_at - self.created_at).total_seconds())

    @property
    def waiting_seconds(self) -> float | None:
        """Of these, how long it waited for its turn, so far while it waits."""
        if self.is_over and self.finished_at is None:
            return None
        until = self.started_at or self.finished_at or timezone.now()
        return max(0.0, (until - self.created_at).total_seconds())

    @property
    def waits_behind(self) -> int | None:
        """How many questions go before it; None once its own turn has come."""
        if self.status != self.Status.QUEUED:
            return None
        earlier = Q(status=self.Status.QUEUED, created_at__lt=self.created_at)
        others = Run.objects.exclude(pk=self.pk)  # it may have begun since it was read
        return others.filter(Q(status=self.Status.RUNNING) | earlier).count()


class RunStep(models.Model):
    class Kind(models.TextChoices):
        ANALYSE = "analyse"
        PREFILTER = "prefilter"
        ROUTE = "route"
        DECOMPOSE = "decompose"
        PLAN = "plan"
        REVIEW = "review"
        WRITE = "write"
        SQL = "sql"
        READ = "read"
        SEARCH = "search"
        MAP = "map"
        COMPOSE = "compose"
        VERIFY = "verify"

    run = models.ForeignKey(Run, models.CASCADE, related_name="steps")
    position = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=12, choices=Kind)
    title = models.CharField(max_length=300, help_text="Why, in words a user understands.")
    input = models.JSONField(default=dict, blank=True, encoder=DjangoJSONEncoder)
    output = models.JSONField(default=dict, blank=True, encoder=DjangoJSONEncoder)
    sql = models.TextField(blank=True)
    rows = models.PositiveIntegerField(null=True, blank=True)
    error = models.TextField(blank=True)
    seconds = models.FloatField(null=True, blank=True, help_text="Empty while the step runs.")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["position"]
        constraints = [models.UniqueConstraint(fields=["run", "position"], name="one_step_per_position")]

    def __str__(self) -> str:
        return f"{self.position}. {self.title}"

    @property
    def doing(self) -> str:
        """What is done while the step runs, in plain words."""
        return DOING[self.kind]

    @property
    def note(self) -> str:
        """Why the step went as it did, and which filters it dropped; empty where there is nothing to say."""
        note, dropped = str(self.output.get("note") or ""), self.output.get("dropped")
        # A model's reading of the question lists there what it said in vain.
        is_filter = self.kind == self.Kind.PREFILTER and isinstance(dropped, list) and dropped
        return f"{note}. Dropped: {'; '.join(map(str, dropped))}." if is_filter else note


class RouteSuccess(models.Model):
    """How often a route of the search agent answered one kind of question in a workspace."""

    workspace = models.ForeignKey(Workspace, models.CASCADE, related_name="+")
    kind = models.CharField(max_length=30, help_text="What is asked for, and whether by fields or words.")
    route = models.CharField(max_length=12)
    is_fallback = models.BooleanField(default=False, help_text="Taken after another gave too little.")
    asked = models.PositiveIntegerField(default=0)
    answered = models.PositiveIntegerField(default=0)
    asked_back = models.PositiveIntegerField(default=0)
    updated_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["workspace", "kind", "-asked"]
        verbose_name_plural = "route successes"
        constraints = [
            models.UniqueConstraint(fields=["workspace", "kind", "route", "is_fallback"], name="one_a_route"),
        ]

    def __str__(self) -> str:
        return f"{self.kind}: {self.route}"

    @property
    def share(self) -> float:
        """Of the questions, those that were answered: 0–1."""
        return self.answered / self.asked if self.asked else 0.0


DOING: dict[str, str] = {
    RunStep.Kind.ANALYSE: "Reading the question",
    RunStep.Kind.PREFILTER: "Choosing documents",
    RunStep.Kind.ROUTE: "Choosing the way to the answer",
    RunStep.Kind.DECOMPOSE: "Taking the question apart",
    RunStep.Kind.PLAN: "Planning",
    RunStep.Kind.REVIEW: "Looking whether that is enough",
    RunStep.Kind.WRITE: "Writing SQL",
    RunStep.Kind.SQL: "Running the query",
    RunStep.Kind.READ: "Reading the rows",
    RunStep.Kind.SEARCH: "Searching passages",
    RunStep.Kind.MAP: "Consulting the document map",
    RunStep.Kind.COMPOSE: "Writing the answer",
    RunStep.Kind.VERIFY: "Checking the numbers",
}
