"""Properties are found by their value, to join documents that give the same."""

from django.db import migrations

MAKE = """
CREATE INDEX row_property_value ON documents_tablerow
    (workspace_id, lower(left(properties ->> label, 100))) WHERE "table" = 'properties'
"""


class Migration(migrations.Migration):
    dependencies = [("documents", "0030_many_documents")]

    operations = [migrations.RunSQL(MAKE, "DROP INDEX row_property_value")]
