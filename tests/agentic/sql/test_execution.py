"""What the database alone holds back, and what a result looks like."""

from __future__ import annotations

from datetime import date
from decimal import Decimal

import pytest
from django.db import OperationalError, connection

from agentic.sql.execution import SQLFailed, run_select
from agentic.sql.guard import VIEWS, UnsafeSQL
from agentic.sql.provenance import figures_at
from agentic.sql.reader import ensure_reader_login, reader_session, wall_gaps
from documents.models import FACT_MODELS
from tests import factories
from tests.data import data_path

pytestmark = pytest.mark.django_db(transaction=True)
SECRET = "s3cr3t-of-theirs"


@pytest.fixture
def facts(workspace, other_workspace):
    """A fact of each kind in both workspaces; those of the other one bear SECRET."""
    for owner, words in ((workspace, "ours"), (other_workspace, SECRET)):
        document = factories.DocumentFactory(
            workspace=owner, filename=f"{words}.txt", title=words, summary=words, organizations=[words]
        )
        second = factories.DocumentFactory(workspace=owner, filename=f"{words}-2.txt")
        factories.PageFactory(document=document, text=words)
        factories.ChunkFactory(document=document, text=words)
        factories.ClaimFactory(document=document, claim_text=words)
        factories.MetricFactory(document=document, entity_name=words)
        factories.TableRowFactory(document=document, table="properties", label=words)
        factories.EntityFactory(document=document, entity_name=words)
        factories.TopicFactory(document=document, topic_name=words)
        factories.RelationshipFactory(source=document, target=second, description=words)
    return workspace


def rows(sql, workspace, **options):
    return run_select(sql, workspace=workspace, **options).rows


@pytest.mark.parametrize(
    "view", ["claims", "metrics", "figures", "table_rows", "property_values", "entities", "topics"]
)
def test_facts_of_a_passage_that_is_kept_out_are_in_no_view(facts, view):
    sql = f"SELECT count(*) FROM {view}"
    assert rows(sql, facts) == ((1,),)
    for model in FACT_MODELS.values():
        model.objects.update(kept_out=True)
    assert rows(sql, facts) == ((0,),)


def test_a_page_shows_only_its_passages_that_answer(workspace):
    document = factories.DocumentFactory(workspace=workspace)
    factories.PageFactory(document=document, number=1, text="Open words. Kept words. Last words.")
    factories.PageFactory(document=document, number=2, text="Another page.")
    for index, text in enumerate(("Open words.", "Kept words.", "Last words.")):
        factories.ChunkFactory(
            document=document, index=index, text=text, page_start=1, page_end=1, excluded=index == 1
        )
    result = run_select("SELECT page_text FROM pages ORDER BY page_number", workspace=workspace)
    assert result.rows == (("Open words.\n\nLast words.",), ("Another page.",))
    assert [span.quote for span in result.spans] == ["", "Another page."]


@pytest.fixture
def conflicts(workspace, other_workspace):
    for owner, words in ((workspace, "ours"), (other_workspace, SECRET)):
        figures = factories.MetricFactory.create_batch(2, document__workspace=owner)
        factories.ConflictFactory(winner=figures[0], loser=figures[1], explanation=words)


@pytest.mark.parametrize("view", VIEWS)
def test_each_view_shows_one_workspace(view, facts, conflicts):
    found = rows(f"SELECT * FROM {view}", facts)

    assert found
    assert SECRET not in str(found)


def test_without_a_pass_there_is_nothing(facts):
    with reader_session(facts, seconds=5) as (reader, _):
        reader.execute("RESET ragsite.pass")
        assert reader.execute("SELECT count(*) FROM documents").fetchone() == (0,)


def test_a_pass_cannot_be_forged(facts, other_workspace):
    with reader_session(facts, seconds=5) as (reader, _):
        mine = reader.execute("SHOW ragsite.pass").fetchone()[0]
        forged = mine.replace(f"{facts.pk}:", f"{other_workspace.pk}:", 1)
        for attempt in (forged, str(other_workspace.pk), f"{other_workspace.pk}:", ":", "", "x:y"):
            reader.execute(f"SET ragsite.pass = '{attempt}'")
            assert reader.execute("SELECT count(*) FROM documents").fetchone() == (0,)


def test_reader_cannot_reach_the_secret_or_make_a_pass(facts):
    for sql in ("SELECT * FROM ragsite_walls.secret", "SELECT ragsite_walls.pass_for('1')"):
        with pytest.raises(SQLFailed, match="permission denied"):
            run_select(sql, workspace=facts, guarded=False)


def test_wall_has_no_gaps(db):
    assert wall_gaps() == []


def test_wall_gaps_names_what_is_open(db):
    with connection.cursor() as cursor:
        cursor.execute("GRANT EXECUTE ON FUNCTION pg_sleep(float8) TO PUBLIC")
        cursor.execute("GRANT SELECT ON auth_user TO ragsite_reader")
        gaps = wall_gaps()
        cursor.execute("REVOKE EXECUTE ON FUNCTION pg_sleep(float8) FROM PUBLIC")
        cursor.execute("REVOKE SELECT ON auth_user FROM ragsite_reader")

    assert any("pg_sleep" in gap for gap in gaps)
    assert any("auth_user" in gap for gap in gaps)


def test_reader_may_be_sent_to_a_replica(facts, settings):
    settings.READER_DATABASE_URL = f"postgresql:///?host={connection.settings_dict['HOST']}"
    ensure_reader_login()

    assert rows("SELECT count(*) FROM metrics", facts) == ((1,),)
    with connection.cursor() as cursor:
        cursor.execute("SELECT rolpassword FROM pg_authid WHERE rolname = 'ragsite_reader'")
        assert cursor.fetchone()[0].startswith("SCRAM-SHA-256$")


def test_database_that_is_away_is_said_so(facts, settings, tmp_path):
    settings.READER_DATABASE_URL = f"postgresql:///?host={tmp_path}"

    with pytest.raises(OperationalError):
        run_select("SELECT 1", workspace=facts)


OWN_ATTACKS = (
    "DELETE FROM documents_metric",
    "DELETE FROM metrics",
    "UPDATE documents SET summary = ''",
    "WITH gone AS (DELETE FROM documents_claim RETURNING *) SELECT * FROM gone",
    "SELECT * INTO stolen FROM documents",
    "CREATE TEMP TABLE stash AS SELECT 1",
    "SELECT password FROM auth_user",
    "SELECT * FROM documents_document",
    "SELECT * FROM documents FOR UPDATE",
    "SELECT set_config('ragsite.pass', '1:x', false)",
    "SELECT (10.0::float8).pg_sleep",
    "SELECT x.pg_sleep FROM unnest(ARRAY[10.0::float8]) x",
    "SELECT pg_advisory_lock(1)",
    "SELECT lo_from_bytea(0, 'x')",
    "SELECT query_to_xml('SELECT * FROM auth_user', true, true, '')",
    "SELECT * FROM ts_stat('SELECT to_tsvector(password) FROM auth_user')",
    "SELECT pg_current_xact_id()",
    "SELECT most_common_vals FROM pg_stats",
    "SELECT rolname FROM pg_roles",
    "SELECT table_name FROM information_schema.tables",
    "DO $$ BEGIN PERFORM 1; END $$",
    "SELECT 1; DROP TABLE documents_metric",
    "SELECT 1) AS asked; DROP TABLE documents_metric; --",
    "COMMIT; DELETE FROM documents_metric",
    "COPY (SELECT 1) TO PROGRAM 'true'",
)


@pytest.mark.parametrize("sql", OWN_ATTACKS)
def test_database_alone_refuses(sql, facts):
    before = state()

    with pytest.raises(SQLFailed):
        run_select(sql, workspace=facts, guarded=False)

    assert state() == before


@pytest.mark.data
def test_every_public_attack_is_harmless_without_the_parser(facts, settings):
    settings.RAGSITE_SQL_TIMEOUT = 1
    before = state()
    ran = {}
    for line in data_path("sql-guard", "attacks.tsv").read_text().splitlines():
        label, sql = line.split("\t", 1)
        try:
            ran[label] = run_select(sql, workspace=facts, guarded=False)
        except SQLFailed:
            continue

    assert state() == before
    assert SECRET not in str(ran)
    assert all(table.seconds < 3 and len(table.rows) <= settings.RAGSITE_SQL_ROWS for table in ran.values())
    assert [label for label in ran if not label.startswith("dos_")] == []


def state() -> dict[str, object]:
    """Every table's rows, every relation, function and large object there is, and the locks that are held."""
    public = "relnamespace = 'public'::regnamespace"
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT oid::regclass::text FROM pg_class WHERE relkind = 'r' AND {public}")
        queries = {
            name: f"SELECT md5(string_agg(t::text, '' ORDER BY t::text)) FROM {name} t"
            for (name,) in cursor.fetchall()
        }
        queries["relations"] = (
            f"SELECT string_agg(relname, ',' ORDER BY relname) FROM pg_class WHERE {public}"
        )
        queries["functions"] = "SELECT count(*) FROM pg_proc"
        queries["objects"] = "SELECT count(*) FROM pg_largeobject_metadata"
        queries["locks"] = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'"
        return {name: (cursor.execute(query), cursor.fetchone())[1] for name, query in queries.items()}


@pytest.mark.parametrize("sql", ["SELECT * FROM auth_user", "DELETE FROM metrics", "SELECT pg_sleep(1)"])
def test_parser_stands_in_front(sql, facts):
    with pytest.raises(UnsafeSQL):
        run_select(sql, workspace=facts)


@pytest.mark.data
def test_every_public_legit_statement_runs(facts):
    failed = {}
    for line in data_path("sql-guard", "legit.tsv").read_text().splitlines():
        label, sql = line.split("\t", 1)
        try:
            run_select(sql, workspace=facts)
        except SQLFailed as error:
            failed[label] = str(error)

    # A view has no blocks to sample from.
    assert failed.keys() <= {"tablesample"}


def test_values_keep_their_types(facts):
    (row,) = rows(
        "SELECT 1, 1.50, 'x', true, NULL, DATE '2024-01-31', ARRAY['a', 'b'], '{\"a\": 1}'::jsonb", facts
    )

    assert row == (1, Decimal("1.50"), "x", True, None, date(2024, 1, 31), "a, b", '{"a": 1}')


def test_capped_lengths_give_what_was_asked_for(facts):
    sql = "SELECT repeat('*', page), lpad('x', page + 2, '0'), repeat('x', NULLIF(page, page)) FROM metrics"

    assert rows(sql, facts) == (("*", "00x", None),)


def test_listed_values_are_rows(facts):
    assert rows("VALUES (1, 'a'), (2, 'b') ORDER BY 1 DESC", facts) == ((2, "b"), (1, "a"))


def test_numeric_values_have_no_empty_decimals(facts):
    assert str(rows("SELECT numeric_value FROM metrics", facts)[0][0]) == "4200000"


def test_rows_are_limited(facts, settings):
    settings.RAGSITE_SQL_ROWS = 3
    table = run_select("SELECT n FROM generate_series(1, 10) AS g(n)", workspace=facts)

    assert [row[0] for row in table.rows] == [1, 2, 3]
    assert table.truncated
    assert table.sql.endswith("LIMIT 3")
    assert not run_select("SELECT n FROM generate_series(1, 3) AS g(n)", workspace=facts).truncated


def test_rows_are_limited_without_the_parser(facts, settings):
    settings.RAGSITE_SQL_ROWS = 3
    table = run_select("SELECT generate_series(1, 1000000)", workspace=facts, guarded=False)

    assert (len(table.rows), table.truncated) == (3, True)


def test_long_cells_are_cut_by_the_server(facts):
    table = run_select("SELECT repeat('x', 10000000)", workspace=facts, guarded=False)

    assert len(table.rows[0][0]) == 8000


def test_a_long_statement_ends_at_the_timeout(facts, settings):
    settings.RAGSITE_SQL_TIMEOUT = 1
    endless = "WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r) SELECT count(*) FROM r"

    with pytest.raises(SQLFailed, match="took longer than 1 s"):
        run_select(endless, workspace=facts)


def test_errors_say_what_postgresql_says(facts):
    with pytest.raises(
        SQLFailed, match=r'column m.numeric_valu does not exist\. Perhaps you meant .*numeric_value"\.$'
    ):
        run_select("SELECT m.numeric_valu FROM metrics m", workspace=facts)


@pytest.mark.parametrize(
    "sql, kind",
    [
        ("SELECT metric_name FROM metrics", "metric"),
        ("SELECT measure, amount FROM figures ORDER BY amount", "metric"),
        ("SELECT d.filename, m.value FROM documents d JOIN metrics m ON m.document_id = d.id", "metric"),
        ("SELECT m.value FROM documents d, metrics m WHERE m.document_id = d.id", "metric"),
        ("SELECT max(id) AS metric_id FROM metrics", "metric"),
        ("SELECT rank() OVER (ORDER BY numeric_value) FROM metrics", "metric"),
        ("SELECT DISTINCT ON (unit) value FROM metrics", "metric"),
        ("SELECT (SELECT count(*) FROM claims), value FROM metrics", "metric"),
        ("SELECT label FROM table_rows", "row"),
        ("SELECT claim_text FROM claims", "claim"),
        ("SELECT entity_name FROM entities", "entity"),
        ("SELECT topic_name FROM topics", "topic"),
        ("SELECT chunk_text FROM chunks", "chunk"),
        ("SELECT document_id, page, quote FROM metrics GROUP BY 1, 2, 3", "document"),
        ("WITH m AS (SELECT * FROM metrics) SELECT document_id, value FROM m", "document"),
        ("SELECT filename, count(*) FROM figures GROUP BY filename", "document"),
        ("SELECT page_text FROM pages", "document"),
        ("SELECT title FROM documents ORDER BY id LIMIT 1", "document"),
    ],
)
def test_rows_lead_to_their_pages(sql, kind, facts):
    table = run_select(sql, workspace=facts)

    (span,) = table.spans
    assert (span.kind, span.filename, span.page) == (kind, "ours.txt", 1)
    assert not any(column.startswith("_") for column in table.columns)


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT count(*) FROM metrics",
        "SELECT jsonb_agg(value) FROM metrics",
        "SELECT unit, sum(numeric_value) FROM metrics GROUP BY unit",
        "SELECT DISTINCT unit FROM metrics",
        "SELECT 1",
    ],
)
def test_aggregates_lead_nowhere(sql, facts):
    table = run_select(sql, workspace=facts)

    assert table.spans == (None,) * len(table.rows)


def test_figures_of_a_result(facts, other_workspace):
    spans = run_select("SELECT value FROM metrics", workspace=facts).spans
    (figure,) = figures_at([*spans, *spans, None], facts)

    assert (figure.value, figure.text, figure.span) == (Decimal(4_200_000), "$4.2 million", spans[0])
    assert figures_at(spans, other_workspace) == ()


def test_ids_of_another_workspace_lead_nowhere(facts, other_workspace):
    theirs = other_workspace.documents.first().pk

    assert run_select(f"SELECT {theirs} AS document_id", workspace=facts).spans == (None,)
