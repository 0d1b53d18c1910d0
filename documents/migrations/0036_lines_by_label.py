"""The “Label: value” lines of documents by their labels, as numbers too; rows of tables apart from them."""

from pathlib import Path

from django.db import migrations, models

SQL = Path(__file__).resolve().parent.parent / "sql"


class Migration(migrations.Migration):
    dependencies = [("documents", "0035_small_values")]

    operations = [
        migrations.AddIndex(
            "tablerow",
            models.Index(
                condition=models.Q(("table", "properties")),
                fields=["workspace", "label"],
                name="row_of_line",
            ),
        ),
        migrations.AddIndex(
            "tablerow",
            models.Index(
                condition=models.Q(("table", "properties"), _negated=True),
                fields=["workspace", "document"],
                name="row_of_table",
            ),
        ),
        migrations.RunSQL("DROP VIEW IF EXISTS public.property_values", migrations.RunSQL.noop),
        migrations.RunSQL(
            (SQL / "property_values.sql").read_text(encoding="utf-8"), "DROP VIEW public.property_values"
        ),
    ]
