"""An index of the documents that are not ready: search leaves their chunks out."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("documents", "0008_vector_index")]

    operations = [
        migrations.AddIndex(
            "document",
            models.Index(
                fields=["workspace"],
                condition=models.Q(("status", "ready"), _negated=True),
                name="document_unready",
            ),
        )
    ]
