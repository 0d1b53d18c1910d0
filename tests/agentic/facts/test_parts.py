"""Which segment or region has most of a measure, by tables whose parts add up to the whole."""

from datetime import date

import pytest

from tests.agentic.figures_of import checked, company, figure
from tests.factories import ChunkFactory

# Statements run as the reader, on a connection of its own that sees committed rows only.
pytestmark = pytest.mark.django_db(transaction=True)

TABLE = "Annual report › Revenue by segment"


@pytest.fixture
def segments(workspace):
    document = company(workspace, "Acme Tools, Inc.")
    figure(document, 1_100, 2023, months=12, until=12)
    figure(document, 1_000, 2022, months=12, until=12)
    for name, before, after in (("Saws", 300, 250), ("Drills", 100, 350), ("All other", 600, 500)):
        for year, thousands in ((2022, before), (2023, after)):
            segment(document, name, thousands, year)
    return document


def segment(document, name, thousands, year, context=TABLE):
    return figure(
        document, thousands, year, months=12, until=12, metric_name=name, canonical_name="", context=context
    )


@pytest.mark.parametrize(
    ("question", "text"),
    [
        (
            "Which segment had the highest revenue in 2022?",
            "Saws has the most in fiscal 2022 (ended December 31",
        ),
        (
            "Which segment has the most revenue?",
            "Drills has the most in fiscal 2023 (ended December 31, 2023)",
        ),
        ("Which segment of Acme Tools had less revenue in 2023?", "Saws has the least in fiscal 2023"),
        (
            "Which of Acme Tools' figures? Which segment had the lowest revenue in 2022?",
            "Drills has the least",
        ),
    ],
)
def test_names_the_segment_with_most_beside_the_others(ask, segments, question, text):
    answer = ask(question)
    assert answer.text.startswith(f"In “Revenue by segment”, {text}")
    assert len(answer.citations) == 3
    assert {number.status for number in answer.numbers} == {"exact"}


def test_a_table_under_a_chapter_on_segments_is_not_one_by_segment(ask, segments):
    segments.metric_set.filter(context=TABLE).update(context="Our segments › Revenue by country")
    assert ask("Which segment had the highest revenue in 2023?") is None
    assert "Drills" in ask("Which country had the highest revenue in 2023?").text


def test_parts_that_do_not_add_up_to_the_whole_are_not_compared(ask, segments):
    segment(segments, "Power tools", 600, 2023)
    assert ask("Which segment had the highest revenue in 2023?") is None
    assert "Saws" in ask("Which segment had the highest revenue in 2022?").text


@pytest.mark.parametrize(
    "question",
    [
        "Which region had the highest revenue in 2023?",
        "Which segment had the highest net income in 2023?",
        "Which segment had the highest submarine revenue in 2023?",
        "Which segment had the highest revenue in 2019?",
    ],
)
def test_the_whole_is_no_answer_to_which_of_its_parts(ask, segments, question):
    assert ask(question) is None


def test_one_companys_share_of_anothers_is_no_ratio(ask, workspace):
    figure(company(workspace, "Acme Tools, Inc."), 1_000, 2023, months=12, until=12)
    named = {"metric_name": "Net income", "canonical_name": "net_income"}
    figure(company(workspace, "Baker Machines plc"), 200, 2023, months=12, until=12, **named)
    assert "%" not in ask("What percentage of revenue was net income in 2023?").text


@pytest.fixture
def divisions(workspace):
    """Rows called by more words than questions have, and one by initials that the text explains."""
    document = company(workspace, "Acme Tools, Inc.")
    figure(document, 9_000, 2023, months=12, until=12)
    rows = (
        ("Torquemaster direct sales and royalties", 1_200),
        ("Handy-Grip North America", 2_300),
        ("Cloud licences", 400),
        ("Cloud services", 500),
        ("QTNA", 700),
    )
    for name, thousands in rows:
        segment(document, name, thousands, 2023, "Notes › Net revenue of each division")
        named = {"unit": "%", "scale": 1, "value": "17%", "numeric_value": 17}
        of_change = {"metric_name": name, "canonical_name": "", "context": "Notes › Net revenue growth"}
        figure(document, 17, 2023, months=12, until=12, **(named | of_change))
    text = "Our divisions are 1) Quick Tools North America (QTNA), which includes saws, and 2) others."
    ChunkFactory(document=document, text=text)
    return document


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("What was Acme Tools' Torquemaster revenue in 2023?", "Torquemaster direct sales and royalties"),
        ("What was the revenue of Handy-Grip in 2023?", "Handy-Grip North America revenue"),
        ("How much revenue did Quick Tools make in 2023?", "Quick Tools North America (QTNA) revenue"),
    ],
)
def test_a_part_that_a_row_calls_by_more_words_is_given_by_its_full_name(ask, divisions, question, said):
    answer = ask(question)
    assert said.lower() in answer.text.lower()
    assert " thousand [1]" in answer.text, "the amount, not the change in per cent"
    assert {number.status for number in answer.numbers} == {"exact"}


def test_the_share_of_such_a_part_is_of_the_whole(ask, divisions):
    answer = ask("What percentage of Acme Tools' revenue came from Torquemaster in 2023?")
    assert "13.3%" in answer.text


def test_of_several_rows_that_begin_alike_none_is_taken_for_the_part(ask, divisions):
    answer = ask("What was Acme Tools' Cloud revenue in 2023?")
    assert answer is None or not answer.answered


def test_at_the_end_is_what_there_was_and_not_what_came_until_then(ask, workspace):
    document = company(workspace, "Acme Tools, Inc.")
    named = {"metric_name": "Outlets", "canonical_name": "", "unit": "", "scale": 1, "page": 1}
    for value, start, heading in ((4, date(2023, 4, 1), "opened"), (22, None, "at end of quarter")):
        told = {"value": str(value), "numeric_value": value, "period_start": start}
        row = {"quote": "Outlets 18 4 22", "context": f"Stores › Stores {heading}"}
        figure(document, value, 2023, until=6, **(named | told | row))
    question = "How many Outlets did Acme Tools have at the end of Q2 of fiscal 2023?"
    assert "were 22 [1]" in ask(question).text


def test_the_words_nearest_to_a_table_say_by_which_parts_it_is(ask, segments):
    over = "Basis of presentation and our segments"
    segments.metric_set.filter(context=TABLE).update(context=f"{over} › Revenue of each segment › Revenue")
    for name, thousands in (("Norway", 900), ("Peru", 200), ("Chad", 0)):
        segment(segments, name, thousands, 2023, context=f"{over} › Revenue by country › Revenue")
    assert "Drills has the most" in ask("Which segment had the highest revenue in 2023?").text


def test_a_row_is_not_taken_for_sure_where_a_larger_one_begins_with_the_same_words(workspace, user):
    document = company(workspace, "Acme Tools, Inc.")
    figure(document, 1_100, 2023, months=12, until=12)
    segment(document, "Commercial", 100, 2023, context="Annual report › Services revenue › Revenue")
    segment(document, "Commercial Drills", 700, 2023)
    asked = "What was Acme Tools' commercial revenue in 2023?"
    answer = checked(asked, workspace=workspace, user=user)
    assert "$100 thousand" in answer.text
    assert "$700 thousand" in answer.text
    assert not answer.fit["covers"]
    document.metric_set.filter(metric_name="Commercial Drills").delete()
    assert checked(asked, workspace=workspace, user=user).fit["covers"]


def test_the_share_of_a_part_is_told_though_a_sentence_has_its_amount(workspace, user):
    document = company(workspace, "Acme Tools, Inc.")
    figure(document, 1_100, 2023, months=12, until=12)
    segment(document, "Drills", 275, 2023)
    segment(document, "Drills segment revenue", 270, 2023, context="Drills segment revenue was 270.")
    asked = "What portion of Acme Tools' 2023 revenue did the Drills segment bring in?"
    assert "25.0% of Acme Tools' revenue" in checked(asked, workspace=workspace, user=user).text


HEADED = "Operating results › Operating Income (Loss)"


@pytest.fixture
def headed(workspace):
    """Parts under a heading that is the measure alone, beside the measure's own row."""
    document = company(workspace, "Acme Tools, Inc.")
    profit = {"metric_name": "Operating income", "canonical_name": "operating_income"}
    figure(document, 500, 2023, months=12, until=12, **profit)
    for name, thousands in (("Saws", 700), ("Drills", -200), ("Operating Income (Loss)", 500)):
        segment(document, name, thousands, 2023, context=HEADED)
    return document


def test_parts_under_the_measure_alone_are_those_that_a_passage_calls_so(ask, headed):
    question = "Which segment of Acme Tools had the highest operating income in 2023?"
    assert ask(question) is None
    ChunkFactory(document=headed, text="We have two segments: Saws and Drills.")
    assert "Saws has the most in fiscal 2023" in ask(question).text


def test_which_part_lost_money_is_told(ask, headed):
    ChunkFactory(document=headed, text="We have two segments: Saws and Drills.")
    assert "Drills had a loss in fiscal 2023" in ask("Which of Acme Tools' segments lost money in 2023?").text


def test_what_a_balance_moved_by_is_not_what_it_was_on_a_day(ask, workspace):
    document = company(workspace, "Acme Tools, Inc.")
    moved = {"metric_name": "Prepaid fees", "canonical_name": ""}
    over = "Cash flows › Changes in operating assets and liabilities"
    figure(document, -41, 2023, months=12, until=12, context=over, **moved)
    assert "-41" in ask("What were Acme Tools' prepaid fees in 2023?").text.replace("$", "")
    answer = ask("What were Acme Tools' prepaid fees at December 31, 2023?")
    assert answer is None or not answer.answered
