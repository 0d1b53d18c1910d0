"""Keyword search by BM25: each chunk's term weights, in how many chunks a term stands, marks in the index."""

from pathlib import Path

import django.contrib.postgres.indexes
import django.contrib.postgres.search
import django.db.models.deletion
from django.db import migrations, models

SQL = Path(__file__).resolve().parent.parent / "sql" / "term_weights.sql"
UNDO = """
    DROP TRIGGER forget_term_counts ON documents_workspace;
    DROP TRIGGER count_added_terms ON documents_chunk;
    DROP TRIGGER count_removed_terms ON documents_chunk;
    DROP TRIGGER count_changed_terms ON documents_chunk;
    ALTER TABLE documents_chunk DROP COLUMN terms;
    DROP FUNCTION documents_forget_term_counts, documents_merge_term_counts, documents_count_terms,
        documents_counted_terms, documents_term_weights, documents_term;
"""


class EnglishStems(models.Func):
    """As chunks had them before they were stemmed by language."""

    template = (
        "to_tsvector('english'::regconfig, %(expressions)s) || "
        "array_to_tsvector(ARRAY['@w' || (workspace_id)::text, '@d' || (document_id)::text])"
    )
    arg_joiner = " || ' ' || "


class Migration(migrations.Migration):
    dependencies = [("documents", "0006_page_titles_and_recognised_words")]

    operations = [
        migrations.RemoveIndex("chunk", "chunk_search"),
        migrations.RemoveField("chunk", "search"),
        migrations.AddField(
            "chunk",
            "search",
            models.GeneratedField(
                db_persist=True,
                expression=EnglishStems("section", "text"),
                output_field=django.contrib.postgres.search.SearchVectorField(),
            ),
        ),
        migrations.AddIndex(
            "chunk", django.contrib.postgres.indexes.GinIndex(fields=["search"], name="chunk_search")
        ),
        migrations.CreateModel(
            "TermCount",
            [
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("term", models.IntegerField(help_text="The stem's number; 0 counts the chunks.")),
                (
                    "chunks",
                    models.BigIntegerField(help_text="How many more, or fewer, than the other rows say."),
                ),
                (
                    "workspace",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="documents.workspace",
                    ),
                ),
            ],
            {
                "indexes": [
                    models.Index(fields=["workspace", "term"], include=("chunks",), name="term_counts")
                ]
            },
        ),
        migrations.RunSQL(SQL.read_text(encoding="utf-8"), UNDO),
    ]
