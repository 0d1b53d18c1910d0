"""One factory per model: the least that is valid, with relations made explicit."""

from __future__ import annotations

import hashlib
from datetime import date, timedelta
from decimal import Decimal

import factory
from django.contrib.auth.models import User
from django.utils import timezone
from factory.django import DjangoModelFactory

from agentic.models import (
    ApprovedQuery,
    CachedResult,
    DataSource,
    Opinion,
    RouteSuccess,
    Run,
    RunStep,
    SavedQuestion,
    SchemaElement,
)
from chat.models import ChatSession, Message
from documents.ingestion.chunks.chunk_settings import ChunkSettings
from documents.models import (
    ApiKey,
    BucketRule,
    Chunk,
    Claim,
    Conflict,
    DeletionReceipt,
    Document,
    Edit,
    Entity,
    Invitation,
    Membership,
    Metric,
    Page,
    Reader,
    Relationship,
    Role,
    SiteValue,
    Status,
    SummaryVector,
    TableRow,
    Topic,
    UploadTask,
    Workspace,
)
from documents.models.access import digest_of

# Long enough to be worth reading, with one thing to find in it.
CONTENT = (
    b"Revenue was $4.2 million.\n\n" + b"and the rest of this page is here to fill it with words " * 2 + b"\n"
)


class UserFactory(DjangoModelFactory):
    """Signs in with the password “secret”."""

    class Meta:
        model = User
        django_get_or_create = ("username",)

    username = factory.Sequence(lambda n: f"user{n}")
    password = factory.django.Password("secret")


class WorkspaceFactory(DjangoModelFactory):
    """`members`: users who become its owners."""

    class Meta:
        model = Workspace
        django_get_or_create = ("slug",)
        skip_postgeneration_save = True

    slug = factory.Sequence(lambda n: f"workspace-{n}")
    name = factory.LazyAttribute(lambda workspace: workspace.slug.replace("-", " ").capitalize())

    @factory.post_generation
    def members(self, create, users, **_):
        for user in users or ():
            MembershipFactory(user=user, workspace=self, role=Role.OWNER)


class MembershipFactory(DjangoModelFactory):
    class Meta:
        model = Membership

    user = factory.SubFactory(UserFactory)
    workspace = factory.SubFactory(WorkspaceFactory)
    role = Role.EDITOR


class SiteValueFactory(DjangoModelFactory):
    class Meta:
        model = SiteValue

    name = factory.Sequence(lambda n: f"SETTING_{n}")
    value = "mid"


class InvitationFactory(DjangoModelFactory):
    """Only the row; `Invitation.issue` gives the token too."""

    class Meta:
        model = Invitation

    workspace = factory.SubFactory(WorkspaceFactory)
    invited_by = factory.SubFactory(UserFactory)
    digest = factory.Sequence(lambda n: digest_of(f"token {n}"))
    expires_at = factory.LazyFunction(lambda: timezone.now() + timedelta(days=7))


class ApiKeyFactory(DjangoModelFactory):
    """Only the row; `ApiKey.issue` gives the key too."""

    class Meta:
        model = ApiKey

    user = factory.SubFactory(UserFactory)
    name = "a program"
    prefix = "rs_test0"
    digest = factory.Sequence(lambda n: digest_of(f"key {n}"))


class DocumentFactory(DjangoModelFactory):
    """A read document of one page. Its file is plain text."""

    class Meta:
        model = Document

    workspace = factory.SubFactory(WorkspaceFactory)
    filename = factory.Sequence(lambda n: f"report-{n}.txt")
    sha256 = factory.LazyAttribute(lambda document: hashlib.sha256(document.filename.encode()).hexdigest())
    file = factory.django.FileField(filename="report.txt", data=CONTENT)
    media_type = "text/plain"
    bytes = 25
    page_count = 1
    status = Status.READY
    chunked_as = ChunkSettings().mark
    progress = 100


class PageFactory(DjangoModelFactory):
    class Meta:
        model = Page

    document = factory.SubFactory(DocumentFactory)
    workspace = factory.SelfAttribute("document.workspace")
    number = factory.LazyAttribute(lambda page: page.document.pages.count() + 1)
    text = "Revenue was $4.2 million."


class ChunkFactory(DjangoModelFactory):
    class Meta:
        model = Chunk

    document = factory.SubFactory(DocumentFactory)
    workspace = factory.SelfAttribute("document.workspace")
    index = factory.LazyAttribute(lambda chunk: chunk.document.chunks.count())
    page_start = 1
    page_end = factory.SelfAttribute("page_start")
    char_start = 0
    char_end = factory.LazyAttribute(lambda chunk: chunk.char_start + len(chunk.text))
    text = "Revenue was $4.2 million."
    token_count = factory.LazyAttribute(lambda chunk: len(chunk.text.split()))


class FactFactory(DjangoModelFactory):
    class Meta:
        abstract = True

    document = factory.SubFactory(DocumentFactory)
    workspace = factory.SelfAttribute("document.workspace")
    page = 1
    quote = "Revenue was $4.2 million."
    reader = Reader.RULES
    anchored = True


class ClaimFactory(FactFactory):
    class Meta:
        model = Claim

    claim_text = "Revenue was $4.2 million."


class TableRowFactory(FactFactory):
    class Meta:
        model = TableRow

    table = "Income statement"
    row = 0
    label = "Revenue"
    properties = factory.LazyFunction(lambda: {"2024": 4_200_000})


class MetricFactory(FactFactory):
    class Meta:
        model = Metric

    metric_name = "Revenue"
    canonical_name = "revenue"
    value = "$4.2 million"
    numeric_value = Decimal("4200000")
    unit = "USD"
    scale = Decimal(1_000_000)
    period = "2024"
    period_start = date(2024, 1, 1)
    period_end = date(2024, 12, 31)
    fiscal_year = 2024
    entity_name = "Acme"


class EntityFactory(FactFactory):
    class Meta:
        model = Entity

    entity_name = "Acme"
    entity_type = Entity.Type.ORGANIZATION


class TopicFactory(FactFactory):
    class Meta:
        model = Topic

    topic_name = "revenue"


class RelationshipFactory(DjangoModelFactory):
    class Meta:
        model = Relationship

    workspace = factory.SelfAttribute("source.workspace")
    source = factory.SubFactory(DocumentFactory)
    target = factory.SubFactory(DocumentFactory, workspace=factory.SelfAttribute("..source.workspace"))
    relationship_type = Relationship.Type.RELATED


class ConflictFactory(DjangoModelFactory):
    class Meta:
        model = Conflict

    winner = factory.SubFactory(MetricFactory)
    loser = factory.SubFactory(MetricFactory)
    workspace = factory.SelfAttribute("winner.workspace")
    reason = Conflict.Reason.OPEN
    explanation = "Two documents differ."
    measure = factory.SelfAttribute("winner.metric_name")


class BucketRuleFactory(DjangoModelFactory):
    class Meta:
        model = BucketRule

    workspace = factory.SubFactory(WorkspaceFactory)
    pattern = "*invoice*"
    bucket = "invoices"


class SummaryVectorFactory(DjangoModelFactory):
    class Meta:
        model = SummaryVector

    document = factory.SubFactory(DocumentFactory)
    workspace = factory.SelfAttribute("document.workspace")
    embedding = [1.0, 0.0, 0.0]
    embedding_model = "test"


class EditFactory(DjangoModelFactory):
    class Meta:
        model = Edit

    document = factory.SubFactory(DocumentFactory)
    workspace = factory.SelfAttribute("document.workspace")
    kind = "document"
    changes = {"title": ["Before", "After"]}


class DeletionReceiptFactory(DjangoModelFactory):
    class Meta:
        model = DeletionReceipt

    workspace = factory.SubFactory(WorkspaceFactory)
    document_id = factory.Sequence(lambda n: 1000 + n)
    filename = "report.pdf"
    sha256 = factory.Sequence(lambda n: hashlib.sha256(str(n).encode()).hexdigest())


class UploadTaskFactory(DjangoModelFactory):
    class Meta:
        model = UploadTask

    workspace = factory.SubFactory(WorkspaceFactory)
    user = factory.SubFactory(UserFactory)
    total_files = 1


class DataSourceFactory(DjangoModelFactory):
    """Only the row: no database stands behind it."""

    class Meta:
        model = DataSource

    workspace = factory.SubFactory(WorkspaceFactory)
    name = factory.Sequence(lambda n: f"source-{n}")
    kind = DataSource.Kind.SQLITE


class SchemaElementFactory(DjangoModelFactory):
    class Meta:
        model = SchemaElement

    source = factory.SubFactory(DataSourceFactory)
    element = factory.Sequence(lambda n: f"table:orders_{n}")
    text = "orders of a shop"
    embedder = "hash"
    embedding = factory.LazyFunction(lambda: [1.0, 0.0])


class ApprovedQueryFactory(DjangoModelFactory):
    class Meta:
        model = ApprovedQuery

    source = factory.SubFactory(DataSourceFactory)
    question = factory.Sequence(lambda n: f"How many orders are there in {n}?")
    sql = "SELECT count(*) FROM orders"


class CachedResultFactory(DjangoModelFactory):
    class Meta:
        model = CachedResult

    source = factory.SubFactory(DataSourceFactory)
    key = factory.Sequence(lambda n: digest_of(f"result {n}"))
    found = factory.LazyFunction(dict)


class SavedQuestionFactory(DjangoModelFactory):
    class Meta:
        model = SavedQuestion

    source = factory.SubFactory(DataSourceFactory)
    user = factory.SubFactory(UserFactory)
    question = "How many orders are there?"


class RunFactory(DjangoModelFactory):
    class Meta:
        model = Run

    workspace = factory.SubFactory(WorkspaceFactory)
    user = factory.SubFactory(UserFactory)
    question = "What was revenue in 2024?"


class OpinionFactory(DjangoModelFactory):
    class Meta:
        model = Opinion

    source = factory.SubFactory(DataSourceFactory)
    run = factory.SubFactory(RunFactory)
    user = factory.SubFactory(UserFactory)
    is_right = True


class RouteSuccessFactory(DjangoModelFactory):
    class Meta:
        model = RouteSuccess

    workspace = factory.SubFactory(WorkspaceFactory)
    kind = factory.Sequence(lambda number: f"list by fields {number}")
    route = "structured"


class RunStepFactory(DjangoModelFactory):
    class Meta:
        model = RunStep

    run = factory.SubFactory(RunFactory)
    position = factory.LazyAttribute(lambda step: step.run.steps.count() + 1)
    kind = RunStep.Kind.SQL
    title = "Look the figure up"


class ChatSessionFactory(DjangoModelFactory):
    class Meta:
        model = ChatSession

    workspace = factory.SubFactory(WorkspaceFactory)
    user = factory.SubFactory(UserFactory)


class MessageFactory(DjangoModelFactory):
    class Meta:
        model = Message

    session = factory.SubFactory(ChatSessionFactory)
    role = Message.Role.USER
    text = "What was revenue in 2024?"
