"""The database's wall round model-written SQL: roles, row-level security, views, and closed doors."""

from pathlib import Path

from django.db import migrations

SQL = Path(__file__).resolve().parent.parent / "sql"

UNDO = """
    DROP VIEW IF EXISTS public.documents, public.metrics, public.figures, public.table_rows, public.claims, public.entities,
        public.topics, public.relationships, public.conflicts, public.chunks, public.pages;
    DO $$
    DECLARE base text;
    BEGIN
        FOREACH base IN ARRAY ARRAY['document', 'page', 'chunk', 'claim', 'metric', 'tablerow', 'entity', 'topic',
            'relationship', 'conflict'] LOOP
            EXECUTE format('DROP POLICY IF EXISTS workspace_of_pass ON documents_%s', base);
            EXECUTE format('ALTER TABLE documents_%s DISABLE ROW LEVEL SECURITY', base);
            EXECUTE format('REVOKE ALL ON documents_%s FROM ragsite_views', base);
        END LOOP;
    END $$;
    DROP SCHEMA IF EXISTS ragsite_walls CASCADE;
"""


def script(name: str) -> str:
    return (SQL / f"{name}.sql").read_text(encoding="utf-8")


class Migration(migrations.Migration):
    dependencies = [("documents", "0001_initial")]

    operations = [
        migrations.RunSQL(script("reader_roles"), migrations.RunSQL.noop),
        migrations.RunSQL(script("reader_pass"), UNDO),
        migrations.RunSQL(script("reader_views"), migrations.RunSQL.noop),
        # Closed doors stay closed: nothing of the application's own goes through them.
        migrations.RunSQL(script("reader_doors"), migrations.RunSQL.noop),
    ]
