"""The index of neighbours: one for each number of dimensions that embedders have."""

from __future__ import annotations

from django.db import connection


def ensure_vector_index(dimensions: int) -> None:
    """Make the index for vectors of `dimensions` where there is none; for 384 a migration did."""
    with connection.cursor() as cursor:
        cursor.execute(
            f"CREATE INDEX IF NOT EXISTS chunk_nearest_{dimensions:d} ON documents_chunk"
            f" USING hnsw ((embedding::halfvec({dimensions:d})) halfvec_cosine_ops)"
            f" WHERE vector_dims(embedding) = {dimensions:d}"
        )
