"""Count the terms of changed chunks in time that grows with their number."""

from __future__ import annotations

from pathlib import Path

from django.db import migrations

SQL = Path(__file__).parents[1] / "sql" / "changed_terms.sql"


class Migration(migrations.Migration):
    dependencies = [("documents", "0014_fewer_indexes")]

    operations = [migrations.RunSQL(SQL.read_text(), migrations.RunSQL.noop)]
