"""Questions about rows: answered from the rows of one table, or handed over."""

import pytest

from documents.models import TableRow
from tests.agentic.tables.small_tables import (
    BRIDGES,
    CONTRACTS,
    OF_BRIDGES,
    OF_CONTRACTS,
    OF_ORCHARDS,
    ORCHARDS,
)

pytestmark = pytest.mark.django_db(transaction=True)


def misses(ask, questions):
    """The questions whose answer does not say this in this order, is not proven or leaves a part out."""
    found = []
    for line in filter(None, questions.splitlines()):
        question, _, expected = line.partition(" → ")
        answer = ask(question)
        if (expected == "none") != (answer is None):
            found.append(f"{question} → {answer.text if answer else 'handed over'}")
        if answer is None or expected == "none":
            continue
        at = 0
        for words in expected.split(" | "):
            at = answer.text.find(words, at)
            if at < 0:
                found.append(f"{question} → {answer.text} (without “{words}”)")
                break
        unproven = [number.text for number in answer.numbers if number.status == "unsupported"]
        if unproven or not answer.fit["covers"]:
            found.append(f"{question} → {answer.text}: {unproven} {answer.fit['missing']}")
    return found


def test_rows_are_counted_filtered_added_up_and_ranked(keep, ask):
    keep({"bridges.csv": BRIDGES})
    assert misses(ask, OF_BRIDGES) == []


def test_columns_of_years_and_of_changes_are_told_apart(keep, ask):
    keep({"orchards.csv": ORCHARDS})
    assert misses(ask, OF_ORCHARDS) == []


def test_rows_are_counted_though_a_heading_of_amounts_has_their_name(keep, ask):
    keep({"contracts.csv": CONTRACTS})
    assert misses(ask, OF_CONTRACTS) == []


def test_a_table_that_says_the_same_of_others_is_no_rival_but_one_that_says_more_is(keep, ask):
    keep({"bridges.csv": BRIDGES, "more-bridges.csv": BRIDGES.replace("Dean Bridge,Osk", "Gate Bridge,Osk")})
    assert ask("Which bridge has the most spans?") is None


def test_rows_that_are_kept_out_do_not_count(keep, ask):
    keep({"bridges.csv": BRIDGES})
    TableRow.objects.filter(label="Dean Bridge").update(kept_out=True)
    assert "of 5 rows" in ask("Which bridge has the most spans?").text


def test_what_came_over_times_is_not_added_up_for_what_there_is_at_an_end(keep, ask):
    keep({"stores.csv": "Quarter,Stores opened\nFirst,10\nSecond,7\nThird,18\nFourth,12\n"})
    assert ask("How many stores were opened?").text.startswith("The sum of Stores opened over 4 rows")
    assert ask("How many stores were there at the end of the year?") is None


def test_what_is_answered_stands_in_the_plan(keep, ask):
    keep({"bridges.csv": BRIDGES})
    plan = ask("How many steel bridges are there?").plan
    assert plan["ask"] == "count"
    assert plan["conditions"] == ["material is steel"]
    assert plan["text"] == "count in bridges.csv where material is steel"


def test_a_figure_of_a_row_has_the_unit_that_its_column_says(keep, ask):
    keep({"outlay.csv": "state,Outlay (EUR thousand)\nNorthmark,73980\nEastmark,67044\nSouthmark,1200\n"})
    answer = ask("Which state has the highest outlay, and how much is it?")
    assert "73,980 thousand EUR" in answer.text
    assert "67,044 thousand EUR" in answer.text
    assert all(number.status != "unsupported" for number in answer.numbers)


def test_words_that_the_caption_has_beside_the_column_say_which_table_it_is(keep, ask):
    caption = "Number of cases and age-adjusted incidence of river fever"
    table = "| Group | River fever incidence |\n|---|---|\n| Female | 103.1 |\n| Male | 176.5 |\n"
    keep({"fever.md": f"# Report\n\n{caption}\n\n{table}\nThe crude growth of towns is told elsewhere.\n"})
    answer = ask("What was the age-adjusted incidence of river fever for Male?")
    assert "Male: 176.5" in answer.text
    assert ask("What was the crude elsewhere incidence of river fever for Male?") is None
