"""Which documents are superseded is read once for a query; documents in the order of their names."""

from pathlib import Path

from django.db import migrations, models

SQL = Path(__file__).resolve().parent.parent / "sql"


class Migration(migrations.Migration):
    dependencies = [("documents", "0029_stems_by_language")]

    operations = [
        migrations.AddIndex(
            model_name="document",
            index=models.Index(fields=["workspace", "filename", "id"], name="document_names"),
        ),
        migrations.RunSQL((SQL / "reader_views.sql").read_text(encoding="utf-8"), migrations.RunSQL.noop),
    ]
