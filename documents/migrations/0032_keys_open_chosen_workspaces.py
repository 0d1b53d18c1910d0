"""An API key opens all of its user's workspaces, or those that are chosen for it."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("documents", "0031_values_of_properties")]

    operations = [
        migrations.AddField(
            model_name="apikey",
            name="opens_all",
            field=models.BooleanField(
                default=True,
                editable=False,
                help_text="All workspaces of its user, not only the chosen ones.",
            ),
        ),
        migrations.AlterField(
            model_name="apikey",
            name="workspace",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
                to="documents.workspace",
            ),
        ),
        migrations.AddField(
            model_name="apikey",
            name="workspaces",
            field=models.ManyToManyField(
                blank=True,
                help_text="Those that it opens. Where none is chosen: all of its user's.",
                related_name="api_keys",
                to="documents.workspace",
            ),
        ),
    ]
