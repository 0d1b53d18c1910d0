"""What is worked out once for a document."""

from __future__ import annotations

from reading.model import ParsedDocument, ParsedPage, once_for_document


def test_a_reader_goes_once_through_each_document():
    asked: list[int] = []

    @once_for_document
    def characters(parsed: ParsedDocument) -> int:
        asked.append(len(parsed.pages))
        return sum(len(page.text) for page in parsed.pages)

    short = ParsedDocument((ParsedPage(1, "one"),))
    long = ParsedDocument((ParsedPage(1, "one"), ParsedPage(2, "two")))

    assert [characters(short), characters(long), characters(short)] == [3, 6, 3]
    assert asked == [1, 2]
