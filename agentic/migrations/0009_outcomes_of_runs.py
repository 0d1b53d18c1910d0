"""How each run ended is a column; of runs that are over it is told by what they have."""

from django.db import migrations, models
from django.db.models import Case, Value, When


def tell_outcomes(apps, schema_editor):
    runs = apps.get_model("agentic", "Run").objects
    runs.filter(status__in=["done", "stopped", "failed"]).update(
        outcome=Case(
            When(status="stopped", then=Value("stopped")),
            When(status="failed", then=Value("failed")),
            When(~models.Q(clarification=""), then=Value("clarified")),
            When(answered=True, then=Value("answered")),
            default=Value("no_hit"),
        )
    )


class Migration(migrations.Migration):
    dependencies = [("agentic", "0008_source_state")]

    operations = [
        migrations.AddField(
            "run",
            "way",
            models.CharField(blank=True, help_text="Of the search agent, that answered.", max_length=12),
        ),
        migrations.AddField(
            "run",
            "outcome",
            models.CharField(
                blank=True,
                choices=[
                    ("answered", "Answered"),
                    ("no_hit", "no hit"),
                    ("clarified", "asked back"),
                    ("stopped", "Stopped"),
                    ("failed", "Failed"),
                ],
                help_text="Empty until it is over.",
                max_length=10,
            ),
        ),
        migrations.AddField(
            "run",
            "fallbacks",
            models.PositiveSmallIntegerField(
                default=0, help_text="How many ways gave too little before the one that answered."
            ),
        ),
        migrations.AddField("run", "tool_calls", models.PositiveSmallIntegerField(default=0)),
        migrations.AlterField(
            "run",
            "usage",
            models.JSONField(
                blank=True,
                default=dict,
                help_text="{input_tokens, output_tokens, calls, cached_tokens}",
            ),
        ),
        migrations.RunPython(tell_outcomes, migrations.RunPython.noop, elidable=True),
        migrations.AddIndex("run", models.Index(fields=["created_at"], name="run_created")),
    ]
