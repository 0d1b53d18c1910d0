"""JSON files: lists of objects are tables; what is no table is read as the text that it is."""

from __future__ import annotations

import json

import pytest

from reading.formats.media_types import JSON, sniff_media_type
from reading.formats.records import read_json
from reading.model import ParsedPage

BOATS = [
    {"name": "Tern", "length_m": 9.50, "crew": {"skipper": "Ada Lund", "hands": 2}, "sails": ["main", "jib"]},
    {"name": "Skua", "length_m": 12, "hired": True, "crew": {"skipper": "Per Holt", "hands": None}},
]


@pytest.fixture
def pages(tmp_path):
    def read(text: str, *, name: str = "boats.json") -> list[ParsedPage]:
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        assert sniff_media_type(path, name) == JSON
        return [page for page in read_json(path, max_rows=100) if isinstance(page, ParsedPage)]

    return read


def cells(page: ParsedPage) -> list[list[str]]:
    return [[cell.strip() for cell in line.split("  ") if cell.strip()] for line in page.text.splitlines()]


def test_a_list_of_objects_is_a_table_with_a_column_for_each_member(pages):
    [page] = pages(json.dumps(BOATS))

    assert cells(page)[0] == ["name", "length m", "crew skipper", "crew hands", "sails", "hired"]
    assert cells(page)[1] == ["Tern", "9.5", "Ada Lund", "2", "main, jib"]
    assert cells(page)[2] == ["Skua", "12", "Per Holt", "TRUE"]
    assert page.grids


def test_numbers_stay_as_they_are_written(pages):
    [page] = pages(
        '[{"lot": "A", "price": 12.50, "serial": 100000000000000000001}, {"lot": "B", "price": 1e3}]'
    )

    assert {"12.50", "100000000000000000001", "1e3"} <= set(page.text.split())


def test_a_line_for_each_object_is_a_table_too(pages):
    [page] = pages("\n".join(json.dumps(boat) for boat in BOATS), name="boats.jsonl")

    assert [line[0] for line in cells(page)] == ["name", "Tern", "Skua"]


def test_each_list_of_an_object_is_a_table_by_its_name_and_what_stands_alone_is_said_before(pages):
    first, second = pages(json.dumps({"harbour": "Elva", "opened": 1931, "boats": BOATS}))

    assert cells(first) == [["harbour: Elva"], ["opened: 1931"]]
    assert second.title == "Sheet “boats”"
    assert ["Skua", "12", "Per Holt", "TRUE"] in cells(second)


def test_objects_that_are_alike_are_rows_by_their_keys(pages):
    [page] = pages(json.dumps({"B1": {"depth": 4, "free": True}, "B2": {"depth": 6, "free": False}}))

    assert cells(page) == [["Key", "depth", "free"], ["B1", "4", "TRUE"], ["B2", "6", "FALSE"]]


@pytest.mark.parametrize(
    "text",
    ['{"name": "Elva", "depth": 4}', '"a word"', '[{"cut": ', "[" * 5000],
    ids=["object", "word", "cut", "deep"],
)
def test_what_is_no_table_is_read_as_text(pages, text):
    assert "".join(page.text for page in pages(text)).startswith(text[:10])
