"""A mark for each workspace that changes with the names in it."""

from pathlib import Path

from django.db import migrations

SQL = Path(__file__).resolve().parent.parent / "sql" / "name_stamps.sql"
UNDO = """
    DROP TRIGGER forget_name_stamps ON documents_workspace;
    DROP TRIGGER names_of_document_changed ON documents_document;
    DROP TRIGGER names_of_document_removed ON documents_document;
    DROP TRIGGER names_of_document_added ON documents_document;
    DROP TRIGGER names_removed ON documents_entity;
    DROP TRIGGER names_changed ON documents_entity;
    DROP TRIGGER names_added ON documents_entity;
    DROP FUNCTION documents_forget_name_stamps, documents_described_anew, documents_names_changed,
        documents_stamp_names;
    DROP TABLE documents_name_stamp;
    DROP SEQUENCE documents_name_stamps;
"""


class Migration(migrations.Migration):
    dependencies = [("documents", "0011_label_stems_index")]

    operations = [migrations.RunSQL(SQL.read_text(encoding="utf-8"), UNDO)]
