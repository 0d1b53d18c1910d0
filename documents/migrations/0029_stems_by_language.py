"""Stem passages by their language, and pair the letters of scripts that part no words by blanks."""

from __future__ import annotations

from pathlib import Path

import django.contrib.postgres.indexes
import django.contrib.postgres.search
from django.db import migrations, models

import documents.models.document

SQL = Path(__file__).resolve().parents[1] / "sql"
TAKE_AWAY = """
    DROP TRIGGER count_changed_terms ON documents_chunk;
    ALTER TABLE documents_chunk DROP COLUMN terms;
    DROP FUNCTION documents_term_weights(text, text);
"""


class Migration(migrations.Migration):
    dependencies = [("documents", "0028_buckets_and_summary_vectors")]

    operations = [
        migrations.RunSQL(TAKE_AWAY),
        migrations.RemoveIndex("chunk", "chunk_search"),
        migrations.RemoveField("chunk", "search"),
        migrations.AddField(
            "chunk",
            "language",
            models.CharField(
                blank=True, db_default="", default="", help_text="Its document's, as “de”.", max_length=8
            ),
        ),
        migrations.RunSQL((SQL / "stems_by_language.sql").read_text(encoding="utf-8")),
        migrations.AddField(
            "chunk",
            "search",
            models.GeneratedField(
                db_persist=True,
                expression=documents.models.document.Stemmed("section", "text"),
                output_field=django.contrib.postgres.search.SearchVectorField(),
            ),
        ),
        migrations.AddIndex(
            "chunk", django.contrib.postgres.indexes.GinIndex(fields=["search"], name="chunk_search")
        ),
        migrations.RunSQL((SQL / "terms_by_language.sql").read_text(encoding="utf-8")),
    ]
