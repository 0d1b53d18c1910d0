from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("documents", "0018_facts_kept_out")]

    operations = [
        migrations.AddField(
            model_name="document",
            name="rerun_notes",
            field=models.JSONField(
                blank=True,
                default=dict,
                help_text="Stage that was to be done again → why all stayed as it was.",
            ),
        ),
    ]
