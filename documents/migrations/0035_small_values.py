"""Values of properties in a column of their own, which an index finds also behind the wall."""

from django.db import migrations, models

import documents.models.facts

OLD = """
CREATE INDEX row_property_value ON documents_tablerow
    (workspace_id, lower(left(properties ->> label, 100))) WHERE "table" = 'properties'
"""


class Migration(migrations.Migration):
    dependencies = [("documents", "0034_no_workspace_of_a_key")]

    operations = [
        migrations.RunSQL("DROP INDEX row_property_value", OLD),
        migrations.AddField(
            "tablerow",
            "small_value",
            models.GeneratedField(
                db_persist=True,
                expression=documents.models.facts.SmallValue(),
                output_field=models.TextField(null=True),
            ),
        ),
        migrations.AddIndex(
            "tablerow",
            models.Index(
                condition=models.Q(("table", "properties")),
                fields=["workspace", "small_value", "label"],
                name="row_small_value",
            ),
        ),
    ]
