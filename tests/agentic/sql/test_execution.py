"""What the database alone holds back, and what a result looks like."""

from __future__ import annotations


from decimal import Decimal

import pytest
from django.db import connection

from agentic.sql.execution import SQLFailed, run_select
from agentic.sql.guard import VIEWS, UnsafeSQL
from agentic.sql.reader import reader_session, wall_gaps
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
        factories.TableRowFactory(document=document, label=words)
        factories.EntityFactory(document=document, entity_name=words)
        factories.TopicFactory(document=document, topic_name=words)
        factories.RelationshipFactory(source=document, target=second, description=words)
    return workspace


def rows(sql, workspace, **options):
    return run_select(sql, workspace=workspace, **options).rows


@pytest.mark.parametrize("view", VIEWS)
def test_each_view_shows_one_workspace(view, facts):
    found = rows(f"SELECT * FROM {view}", facts)

    assert found
    assert SECRET not in str(found)


def test_without_a_pass_there_is_nothing(facts):
    with reader_session(facts, seconds=5) as reader:
        reader.execute("RESET ragsite.pass")
        assert reader.execute("SELECT count(*) FROM documents").fetchone() == (0,)


def test_a_pass_cannot_be_forged(facts, other_workspace):
    with reader_session(facts, seconds=5) as reader:
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
    assert max(table.seconds for table in ran.values()) < 3
    assert max(len(table.rows) for table in ran.values()) <= settings.RAGSITE_SQL_ROWS
    # What still runs sees only views, or says what every signed-in session may know.
    assert {label.split("_")[0] for label in ran} <= {"dos", "current", "comment", "only"} or print(ran)


def state() -> dict[str, object]:
    """Every table's rows, every relation, function and large object there is, and the locks that are held."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT oid::regclass::text FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace"
        )
        tables = [name for (name,) in cursor.fetchall()]
        queries = {
            name: f"SELECT md5(string_agg(t::text, '' ORDER BY t::text)) FROM {name} t" for name in tables
        }
        queries["relations"] = (
            "SELECT string_agg(relname, ',' ORDER BY relname) FROM pg_class WHERE relnamespace = 'public'::regnamespace"
        )
        queries["functions"] = "SELECT count(*) FROM pg_proc"
        queries["objects"] = "SELECT count(*) FROM pg_largeobject_metadata"
        queries["locks"] = "SELECT count(*) FROM pg_locks WHERE locktype = 'advisory'"
        return {name: (cursor.execute(query), cursor.fetchone())[1] for name, query in queries.items()}
