"""Sum up the counts of terms in time that grows with their number."""

from __future__ import annotations

from pathlib import Path

from django.db import migrations

SQL = Path(__file__).parents[1] / "sql" / "merge_term_counts.sql"


class Migration(migrations.Migration):
    dependencies = [("documents", "0012_name_stamps")]

    operations = [migrations.RunSQL(SQL.read_text(), migrations.RunSQL.noop)]
