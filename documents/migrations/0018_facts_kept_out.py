from pathlib import Path

from django.db import migrations, models

SQL = Path(__file__).resolve().parent.parent / "sql"
FACTS = ("claim", "entity", "metric", "tablerow", "topic")
UNDO = [f"DROP POLICY IF EXISTS kept_out ON documents_{name}" for name in FACTS]


def kept_out(name: str) -> migrations.AddField:
    return migrations.AddField(
        model_name=name,
        name="kept_out",
        field=models.BooleanField(
            default=False, help_text="Its words stand in a passage that a curator keeps out of answers."
        ),
    )


class Migration(migrations.Migration):
    dependencies = [("documents", "0017_turned_pages")]

    operations = [
        *(kept_out(name) for name in FACTS),
        migrations.RunSQL((SQL / "kept_out.sql").read_text(encoding="utf-8"), UNDO),
    ]
