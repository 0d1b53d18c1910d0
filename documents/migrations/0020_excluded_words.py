"""Pages of which a passage is kept out of answers show models only the passages that answer."""

from pathlib import Path

from django.db import migrations, models

SQL = Path(__file__).resolve().parent.parent / "sql"


class Migration(migrations.Migration):
    dependencies = [("documents", "0019_rerun_notes")]

    operations = [
        migrations.AddIndex(
            model_name="chunk",
            index=models.Index(
                condition=models.Q(("excluded", True)), fields=["document"], name="chunk_excluded"
            ),
        ),
        migrations.RunSQL(
            (SQL / "reader_views.sql").read_text(encoding="utf-8"), migrations.RunSQL.noop
        ),
    ]
