from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("documents", "0026_language_of_documents")]

    operations = [
        migrations.AddIndex(
            "chunk", models.Index(fields=["workspace", "embedding_model"], name="chunk_embedder")
        ),
    ]
