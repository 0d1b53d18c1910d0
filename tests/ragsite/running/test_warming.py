"""What search needs is read before the first question, as far as memory is free."""

import os

import pytest
from django.db import connection, transaction

from documents.models import Chunk
from ragsite.running import warming
from ragsite.running.warming import search_files, warm, warm_in_background
from tests.factories import ChunkFactory

pytestmark = [
    pytest.mark.django_db,
    pytest.mark.skipif(
        bool(os.environ.get("DATABASE_URL")), reason="only the embedded server's files are read"
    ),
]


def path_of(relation):
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT pg_relation_filepath(%s::regclass), pg_relation_size(%s::regclass)", [relation] * 2
        )
        return cursor.fetchone()


def test_the_indexes_come_first_and_the_passages_last():
    ChunkFactory()
    files = [str(file) for file in search_files()]
    assert files[-1].endswith(path_of(Chunk._meta.db_table)[0])
    assert any(file.endswith(path_of("chunk_search")[0]) for file in files[:-1])
    assert any(file.endswith(path_of("chunk_nearest_384")[0]) for file in files[:-1])


def test_every_byte_of_them_is_read():
    ChunkFactory()
    with connection.cursor() as cursor:
        cursor.execute("CHECKPOINT")  # else the pages are only in the server's own memory
    assert warm() == sum(file.stat().st_size for file in search_files()) > 0


def test_what_does_not_fit_into_memory_is_left(monkeypatch):
    ChunkFactory()
    every = search_files()
    monkeypatch.setattr(warming, "SHARE", 0.0)
    assert all(file.stat().st_size == 0 for file in search_files())
    assert len(search_files()) < len(every)


def test_another_server_keeps_its_files_elsewhere(settings):
    settings.DATABASE_IS_EMBEDDED = False
    assert search_files() == []
    assert warm() == 0


def test_a_file_that_is_gone_is_no_hindrance(tmp_path, monkeypatch):
    there = tmp_path / "there"
    there.write_bytes(b"x" * 10)
    monkeypatch.setattr(warming, "search_files", lambda: [tmp_path / "gone", there])
    assert warm() == 10


def test_a_database_that_fails_is_told_in_one_line(monkeypatch, caplog):
    monkeypatch.setattr(warming, "FILES", "SELECT 1 / 0,\n%(table)s")
    with transaction.atomic():
        assert warm_in_background() is None
        transaction.set_rollback(True)
    (record,) = caplog.records
    assert record.getMessage() == "The search index is not warmed: division by zero"
    assert record.exc_info is None


def test_the_background_reads_what_there_is():
    ChunkFactory()
    reading = warm_in_background()
    assert reading is not None
    reading.join()
