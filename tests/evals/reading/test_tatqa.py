from __future__ import annotations

import json
from decimal import Decimal
from pathlib import Path

import pytest

from evals.reading.tatqa import read_context, run
from evals.reading.tatqa_files import around
from evals.reading.tatqa_gold import Context, cells_of, number_of, numbers_asked, read_contexts

TABLE = [
    ["", "", "Years ended December 31,", ""],
    ["(in thousands)", "2019", "2018", "Change"],
    ["Sales of lamps", "$ 4,512", "$ 4,187", "7.8%"],
    ["Cost of lamps (1)", "(3,001)", "(2,904)", "3.3%"],
    ["Total margin", "1,511", "1,283", "17.8%"],
]
PARAGRAPHS = ["Our Lamps", "Our margin was as follows:", "(1) Without oil.", "Lamps shine."]


def question(**fields: object) -> dict[str, object]:
    usual = {"answer_type": "span", "answer_from": "table", "scale": "thousand", "derivation": ""}
    return {**usual, "answer": [], **fields}


QUESTIONS = [
    question(answer=["4,512"]),
    question(answer_type="arithmetic", derivation="(1,511-1,283)/1,283", scale="percent"),
    question(answer=["2019"], scale=""),
    question(answer=["All of it"], answer_from="text", scale=""),
]


@pytest.fixture
def data(tmp_path: Path) -> Path:
    paragraphs = [{"order": at, "text": text} for at, text in enumerate(PARAGRAPHS, start=1)]
    context = {"table": {"table": TABLE}, "paragraphs": paragraphs, "questions": QUESTIONS}
    (tmp_path / "tat-qa").mkdir()
    (tmp_path / "tat-qa" / "tatqa_dataset_dev.json").write_text(json.dumps([context]))
    return tmp_path


def only(data: Path) -> Context:
    return next(read_contexts(data, None))


def test_a_cell_knows_its_year_its_label_and_what_heads_its_column() -> None:
    found = {cell.text: cell for cell in cells_of(TABLE)}
    assert found["$ 4,187"].years == {2018}
    assert found["$ 4,187"].heading_words == set()
    assert found["3.3%"].heading_words == {"change"}
    assert found["(3,001)"].label_words == {"cost", "of", "lamps"}


def test_how_a_column_counts_is_none_of_its_words() -> None:
    cells = cells_of([["", "2019"], ["", "(in thousands, except percentages)"], ["Costs", "14"]])
    assert cells[0].heading_words == set()


def test_words_that_say_per_cent_settle_the_scale(data: Path) -> None:
    path = data / "tat-qa" / "tatqa_dataset_dev.json"
    told = path.read_text()
    path.write_text(told.replace("Total margin", "Total margin (%)"))
    scales = {each.cells[0].label: each.scale for each in only(data).asked}
    assert scales["Total margin (%)"] == Decimal("0.01")
    path.write_text(told.replace("Total margin", "5% notes"))
    assert {each.scale for each in only(data).asked} == {Decimal(1000)}


def test_a_column_of_two_years_names_none() -> None:
    cells = cells_of([["", "2019 to 2018"], ["Rise", "14"]])
    assert cells[0].years == frozenset()


def test_numbers_of_notes_and_words_are_no_amounts() -> None:
    assert number_of("1,234 (2)") == 1234
    assert number_of("(7)") == 7
    assert number_of("May 3") is None
    assert number_of("4 to 6") is None


def test_a_share_says_nothing_of_the_scale_of_what_it_is_computed_from() -> None:
    share = question(answer_type="arithmetic", derivation="12/40", scale="percent")
    mean = question(answer_type="arithmetic", derivation="(12+40)/2")
    assert list(numbers_asked(share)) == [(12, None), (40, None)]
    assert [each for each in numbers_asked(mean) if each[0] > 2] == [(12, 1000), (40, 1000)]


def test_only_numbers_of_the_table_are_asked_and_take_its_scale(data: Path) -> None:
    asked = only(data).asked
    assert [(each.cells[0].number, each.scale) for each in asked] == [
        (4512, Decimal(1000)),
        (1511, Decimal(1000)),
        (1283, Decimal(1000)),
    ]


def test_the_table_follows_what_leads_up_to_it(data: Path) -> None:
    assert around(only(data)) == (PARAGRAPHS[:2], [PARAGRAPHS[2], PARAGRAPHS[3]])


@pytest.mark.parametrize("form", ["html", "pdf"])
def test_what_is_read_counts_as_found(data: Path, form: str) -> None:
    assert [each.steps for each in read_context(only(data), form)] == [5, 5, 5]


def test_what_the_page_says_otherwise_is_a_miss(data: Path) -> None:
    told = (data / "tat-qa" / "tatqa_dataset_dev.json").read_text()
    (data / "tat-qa" / "tatqa_dataset_dev.json").write_text(told.replace('"thousand"', '""'))
    report = run(data=data, limit=None, form="pdf", misses=str(data / "misses"))
    assert report.rows[0] == ("pdf: looked at", 3, "1.000", "1.000", *["0.667"] * 4)
    assert "scale: '$ 4,512'" in (data / "misses").read_text()
