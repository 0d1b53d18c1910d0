"""An index of neighbours for vectors as wide as the default embedder's; others get theirs by rebuild_index."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("documents", "0007_term_weights")]

    operations = [
        migrations.RunSQL(
            "CREATE INDEX chunk_nearest_384 ON documents_chunk"
            " USING hnsw ((embedding::halfvec(384)) halfvec_cosine_ops) WHERE vector_dims(embedding) = 384",
            "DROP INDEX chunk_nearest_384",
        )
    ]
