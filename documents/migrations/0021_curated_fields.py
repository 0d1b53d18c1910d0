from django.contrib.postgres.fields import ArrayField
from django.db import migrations, models

MODELS = {"claim": "Claim", "metric": "Metric", "entity": "Entity", "topic": "Topic", "row": "TableRow"}


def name_edited_fields(apps, schema_editor):
    """Curators' facts of before know which of their fields differ from what was read."""
    edits = apps.get_model("documents", "Edit").objects.filter(kind__in=MODELS, is_rejection=False)
    net = {}
    for edit in edits.order_by("created_at", "pk").iterator():
        fields = net.setdefault((edit.kind, edit.fact_id), {})
        for name, (before, after) in edit.changes.items():
            fields[name] = (fields[name][0] if name in fields else before, after)
    for (kind, number), fields in net.items():
        facts = apps.get_model("documents", MODELS[kind])._base_manager.filter(pk=number, reader="curator")
        facts.update(curated_fields=sorted(name for name, (read, now) in fields.items() if read != now))


class Migration(migrations.Migration):
    dependencies = [("documents", "0020_excluded_words")]

    operations = [
        *(
            migrations.AddField(
                model_name=model.lower(),
                name="curated_fields",
                field=ArrayField(
                    base_field=models.CharField(max_length=60),
                    blank=True,
                    default=list,
                    editable=False,
                    help_text="Fields that a curator has set to something else than was read.",
                    size=None,
                ),
            )
            for model in MODELS.values()
        ),
        migrations.AddField(
            model_name="edit",
            name="reader",
            field=models.CharField(
                blank=True, help_text="Who had read the fact before the edit.", max_length=10
            ),
        ),
        migrations.RunPython(name_edited_fields, migrations.RunPython.noop),
    ]
