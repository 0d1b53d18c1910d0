"""One cell that a question names by its row and its column, or none."""

import pytest

from documents.models import Document
from reading.formats.media_types import PDF

pytestmark = pytest.mark.django_db(transaction=True)

FERRY = """# Ferry Osk – Wend

| Stop | Ferry 1 | Ferry 2 | Ferry 3 |
|---|---|---|---|
| Osk quay | 7:05 | 9:35 | 12:20 |
| Holm pier | 7:26 | 9:58 | 12:43 |
| Wend harbour | 7:50 | 10:24 | – |
"""
FOLIO = """# Hotel Larch

| Date | Description | Charges |
|---|---|---|
| 17 May | Room | 142.00 |
| 18 May | Dinner | 56.80 |
| 18 May | Laundry | 19.50 |
"""
BOATS = """# Alder Boats, order of Quay School

| SKU | Item | Qty | Unit price (£) |
|---|---|---|---|
| B-10 | Oar, spruce | 1200 | 4.50 |
| B-20 | Rowing boat | 2 | 310.00 |
| B-30 | Sailing boat | 1 | 990.00 |
"""


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("When does ferry 2 leave Holm pier?", "Ferry 2, Holm pier: 9:58"),
        ("When does ferry 1 arrive at Wend harbour?", "7:50"),
        ("How much did the dinner at the Hotel Larch cost?", "Charges, Dinner (18 May): 56.80"),
        ("How many spruce oars did Quay School order?", "Qty, Oar, spruce: 1200"),
    ],
)
def test_a_cell_is_told_by_its_row_and_its_column(keep, ask, question, said):
    keep({"ferry.md": FERRY, "folio.md": FOLIO, "quay.md": BOATS})
    answer = ask(question)
    assert said in answer.text
    assert answer.fit["covers"]


@pytest.mark.parametrize(
    "question",
    [
        "When does ferry 4 leave Holm pier?",
        "When does ferry 3 leave Wend harbour?",
        "How much did the breakfast at the Hotel Larch cost?",
        "How much did the late dinner at the Hotel Larch cost?",
        "How many spruce oars did Quay School lose?",
        "When does ferry 2 not leave Holm pier?",
    ],
)
def test_a_word_that_neither_row_nor_column_has_leaves_the_question_to_others(keep, ask, question):
    keep({"ferry.md": FERRY, "folio.md": FOLIO, "quay.md": BOATS})
    assert ask(question) is None


CHECKED = """# Water of Osk well

| Test | Found | Unit | Verdict |
|---|---|---|---|
| Nitrate | 7.9 | mg/L | Pass |
| Lead | 0.02 | mg/L | Fail |
| Total coliforms | 3 | CFU | Fail |
"""


def test_rows_of_a_page_are_listed_by_what_their_cells_say(keep, ask):
    keep({"water.md": CHECKED})
    Document.objects.update(media_type=PDF)
    answer = ask("Which tests failed in the Osk well?")
    assert "Lead" in answer.text
    assert "Total coliforms" in answer.text
    assert "Nitrate" not in answer.text
    assert ask("Who was the analyst of the Osk well?") is None


VARIABLES = """# Tide survey

| Name | Description |
|---|---|
| tide_max | Highest water of the day in metres |
| tide_min | Lowest water of the day in metres |
| swell | Height of the waves at noon |
"""


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("What does the variable tide_max mean in the tide survey?", "Highest water of the day in metres"),
        ("What does tide_min mean?", "Lowest water of the day in metres"),
        ("What does swell stand for in the tide survey?", "Height of the waves at noon"),
    ],
)
def test_what_a_variable_means_is_told_by_the_table_of_them(keep, ask, question, said):
    keep({"survey.md": VARIABLES})
    assert said in ask(question).text


def test_a_word_of_what_is_told_of_a_variable_is_none_of_them(keep, ask):
    keep({"survey.md": VARIABLES})
    told = ask("What does noon mean?")
    assert told is None or "Description" not in told.text
