"""Answers of rows that leave a word of the question out, and say so."""

import pytest

pytestmark = pytest.mark.django_db

FARES = "Fare,Single (£),Return (£)\nFoot passenger,9.50,17.00\nBicycle,3.00,5.50\nCar,31.00,58.00\n"
BIRDS = "Bird,Body Mass,Wing Length\nGentoo,5000,21\nAdelie,3700,19\nChinstrap,3730,20\n"
WELLS = "certificate,well,result\nWQ-801,Ashdown,passed\nWQ-802,Elmfield,failed\nWQ-803,Hartley,passed\n"
POWER = "year,source,net\n2010,Wind,51\n2010,Coal,80\n2011,Wind,60\n2011,Coal,70\n"
BRIDGES = "bridge,river,spans,wins\nAlder Bridge,Wend,5,1\nFell Bridge,Tarn,8,7\nElm Bridge,Tarn,2,3\n"


def test_a_plain_word_beside_what_is_asked_is_left_out_and_told(keep, in_part):
    keep({"ferry.csv": FARES})
    draft, answer = in_part("What does a return ticket for a car cost?")
    assert draft.tentative
    assert "58.00" in answer.text
    assert "cost" in answer.fit["not_considered"]
    assert not answer.fit["covers"]


@pytest.mark.parametrize(
    ("rows", "question"),
    [
        (FARES, "What is the return fare for a Car without a trailer?"),
        (FARES, "What is the return price of an electric Car?"),  # tells one row from another
        (FARES, "What is the Return fare for a Car in Ashdown?"),  # a name
        (FARES, "What does a return ticket for a Moped cost?"),  # no such row
        (BIRDS, "What is the average body fat of the birds?"),  # half of a heading
        (BRIDGES, "How many lanes does Fell Bridge have?"),  # what is to be counted
        (BRIDGES, "What prize money did Fell Bridge win?"),  # what is asked for
        (POWER, "How many floods were there in 2010?"),  # of which but the year is known
        (WELLS, "How deep is the well of certificate WQ-802?"),
    ],
)
def test_words_that_ask_for_something_else_are_never_left_out(keep, in_part, rows, question):
    keep({"rows.csv": rows})
    assert in_part(question) == (None, None)


def test_rows_put_together_by_nearly_all_words_need_no_other_answer(keep, in_part):
    keep({"bridges.csv": BRIDGES})
    draft, answer = in_part("How many bridges that cross the Tarn have a pretty 8 or more spans?")
    assert draft is None or (not draft.tentative and not answer.fit["covers"])


def test_a_word_that_another_table_has_is_not_left_out(keep, in_part):
    keep(
        {
            "runs.csv": "Runner,Medal,Time\nBolt,gold,9.6\nBlake,silver,9.8\n",
            "creatures.csv": "name,order,sleep_total,sleep_rem\nIbex,Artiodactyla,5.5,1\n"
            "Macaque,Primates,10.1,2\nGibbon,Primates,9.4,1.5\n",
        }
    )
    assert in_part("What is the average sleep time of the primates?") == (None, None)


def test_a_cell_cut_short_counts_its_rows(keep, in_part):
    rows = "Ibex,herbi\nStoat,carni\nRoe deer,herbi\nBadger,omni\nBear,omni\nOtter,carni\n"
    keep({"creatures.csv": f"name,diet\n{rows}"})
    _, answer = in_part("How many of the animals among the creatures are herbivores?")
    assert answer.text.startswith("2 of 6 rows")
    assert not answer.fit["covers"]


def test_which_of_the_rows_is_not_what_all_come_to(keep, in_part):
    keep({"rain.csv": "day,town,rain\n2014-03-01,Elm,12.5\n2014-04-01,Elm,9\n2015-03-01,Elm,30\n"})
    assert in_part("Which year from 2014 to 2015 was the wettest by total rain?") == (None, None)


def test_what_they_did_is_not_left_out(keep, in_part):
    keep({"night-study.csv": "Ward,Nurses\nElm,12\nYew,9\n"})
    assert in_part("How many nurses of the night study smoked?") == (None, None)
