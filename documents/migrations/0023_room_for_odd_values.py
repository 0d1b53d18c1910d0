"""Room for longer figures and scales, notes of facts that no column can hold, and passages of any words."""

from pathlib import Path

from django.db import migrations, models

SQL = Path(__file__).resolve().parent.parent / "sql"
# A column's type cannot change under a view.
DROP = "DROP VIEW IF EXISTS public.metrics, public.figures, public.conflicts"
CREATE = (SQL / "reader_views.sql").read_text(encoding="utf-8")


class Migration(migrations.Migration):
    dependencies = [("documents", "0022_access_and_quotas")]

    operations = [
        migrations.AddField(
            model_name="document",
            name="left_out",
            field=models.JSONField(
                blank=True, default=list, help_text="[{page, reader, reason}] of facts that cannot be stored."
            ),
        ),
        migrations.RunSQL(DROP, CREATE),
        migrations.AlterField(
            model_name="metric",
            name="numeric_value",
            field=models.DecimalField(
                blank=True,
                decimal_places=20,
                help_text="In base units: 3,226,773 in thousands is 3226773000; 18.2% is 0.182.",
                max_digits=50,
                null=True,
            ),
        ),
        migrations.AlterField(
            model_name="metric",
            name="scale",
            field=models.DecimalField(
                decimal_places=20,
                default=1,
                help_text="numeric_value divided by the number as written: 1000 where the table is in thousands.",
                max_digits=40,
            ),
        ),
        migrations.RunSQL(CREATE, DROP),
        migrations.RunSQL(
            (SQL / "heaviest_terms.sql").read_text(encoding="utf-8"), migrations.RunSQL.noop
        ),
    ]
