"""The mark of a workspace changes with what its figures are called."""

from pathlib import Path

from django.db import migrations

SQL = Path(__file__).resolve().parent.parent / "sql" / "label_stamps.sql"
UNDO = """
    DROP TRIGGER labels_removed ON documents_metric;
    DROP TRIGGER labels_changed ON documents_metric;
    DROP TRIGGER labels_added ON documents_metric;
"""


class Migration(migrations.Migration):
    dependencies = [("documents", "0037_workspace_embedder")]

    operations = [migrations.RunSQL(SQL.read_text(encoding="utf-8"), UNDO)]
