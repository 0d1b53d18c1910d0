"""The process in which rules read a file."""

from documents.ingestion.file_reading import WARM_UPS, warm_up
from reading.kinds import catalogue
from reading.sandbox.background import HELPERS, Send, apart


def send_whether_kinds_are_loaded(send: Send) -> None:
    send((catalogue.kinds.cache_info().currsize, catalogue.fields.cache_info().currsize))


def test_a_process_has_from_its_beginning_what_every_reading_needs():
    assert warm_up in WARM_UPS
    catalogue.kinds.cache_clear()
    catalogue.fields.cache_clear()
    HELPERS.end()
    with apart(send_whether_kinds_are_loaded, lambda _: None, silent_seconds=60) as parts:
        assert list(parts) == [(1, 1)]
