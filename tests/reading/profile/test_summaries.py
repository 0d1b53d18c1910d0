"""Which sentences sum a report up, and sentences that go over a page."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from reading.formats.media_types import MARKDOWN, TEXT
from reading.parse import parse_document
from reading.profile.claims import telling_sentences
from reading.profile.running_text import Sentence, read_passages


def _sentences(folder: Path, text: str) -> list[Sentence]:
    path = folder / "report.txt"
    path.write_text(text)
    return read_passages(parse_document(path, media_type=TEXT)).sentences


def _telling(folder: Path, text: str, count: int) -> list[str]:
    path = folder / "report.md"
    path.write_text(text)
    passages = read_passages(parse_document(path, media_type=MARKDOWN))
    until = date(2024, 12, 31)
    return [each.text for each in telling_sentences(passages, [], subject="", until=until, count=count)]


def test_a_sentence_that_goes_over_the_page_is_one_and_is_quoted_where_more_of_it_stands(tmp_path):
    text = (
        "We acquired Fern Tools in May for cash. The acquired assets consist of\f"
        "land worth $1.3 billion of goods and $2.5 billion of goodwill, which is of the North. "
        "All of it was paid at once."
    )
    first, second, third = _sentences(tmp_path, text)
    assert second.text == (
        "The acquired assets consist of land worth $1.3 billion of goods and $2.5 billion of goodwill, "
        "which is of the North."
    )
    assert (first.page, second.page, third.page) == (1, 2, 2)
    assert second.quote.startswith("land worth")


def test_what_has_lost_its_start_is_no_sentence(tmp_path):
    text = "It was paid for in the spring of the year.\fof goodwill, which is of the segment North.\n"
    assert [each.text for each in _sentences(tmp_path, text)] == [
        "It was paid for in the spring of the year."
    ]


def test_a_name_in_small_letters_begins_a_sentence(tmp_path):
    text = "It was paid for in the spring of the year.\fiRobin sales increased by 4% in the spring quarter.\n"
    assert len(_sentences(tmp_path, text)) == 2


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("of our stock-\nbased pay", "of our stock-based pay"),
        ("our short-\nand long-term", "our short- and long-term"),
    ],
)
def test_a_hyphen_at_a_lines_end_keeps_its_word(tmp_path, written, read):
    (sentence,) = _sentences(tmp_path, f"The costs {written} plans rose to $4 million in all.\n")
    assert read in sentence.text


RESULTS = """# Fern Works plc Annual Report 2024

For the year ended December 31, 2024

## Notes

As of December 31, 2024 and 2023, the fair value of our notes was $61.4 million and $59.5 million.
As of December 31, 2024, the goodwill recorded on two purchases was $14.5 million and $3.5 million.
Revenue increased by $9 million in 2022 compared with 2021, driven by more saws.
The lease of the mill in Oban costs $4.5 million in all and ends in nine years.
We employ 4,300 people in Scotland at the end of 2024.

## Operating review

{review}
"""


def test_a_report_is_summed_up_by_how_its_results_changed(tmp_path):
    review = "Revenue increased by $44 million in 2024 compared with 2023, driven by higher prices of saws."
    assert _telling(tmp_path, RESULTS.format(review=review), 1) == [review]


def test_what_is_said_of_each_segment_in_turn_is_not_told_of_the_whole(tmp_path):
    first, second = (
        f"Revenue increased by {much} in 2024, driven by higher prices." for much in ("19%", "2%")
    )
    review = f"### Saws\n\n{first}\n\n### Chisels\n\n{second}"
    told = _telling(tmp_path, RESULTS.format(review=review), 4)
    assert len(told) == 4
    assert not {first, second} & set(told)


def test_what_is_told_of_years_before_sums_no_report_up(tmp_path):
    older = (
        "Fern bought two mills for $90 million in 2021 due to the growth of its sales, which reached Wales."
    )
    newer = "Fern sold saws for $95 million in 2024 and opened nine shops."
    assert _telling(tmp_path, f"# Fern\n\n{older} {newer}\n", 1) == [newer]
