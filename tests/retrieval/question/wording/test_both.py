import pytest

from retrieval.question.wording.both import both_in, sides_in
from tests.cases import every_case

# A text → its first question → its second → what the second only points at → what the first is about.
TWO = """
What is the fee and by when is it due? → What is the fee? → By when is it due? → it → the fee
Who chairs it, and how many members are there? → Who chairs it? → How many members are there? → - → -
Which van is oldest and when was it serviced? → Which van is oldest? → When was it serviced? → it → -
What does the plan cover? And what is left out? → What does the plan cover? → What is left out? → - → the plan
Who wrote the note, and is the draft signed? → Who wrote the note? → Is the draft signed? → - → -
How long is the trial and what applies in it? → How long is the trial? → What applies in it? → it → the trial
Who is the cook and what is her number? → Who is the cook? → What is her number? → her → the cook
Which men are ill, and which one is old? → Which men are ill? → Which of the men that are ill is old? → - → -
What is the rent and how long does it take? → What is the rent? → How long does it take? → - → the rent
"""
ONE = """
Who keeps the cats and which one is the oldest?
Which member paid most, and how much?
Who comes second, and with how many?
Which pups were lightest, and how heavy were they?
What and who decides?
Between what and which temperatures may it run?
How did revenue change, and how does that compare with last year?
What is the total of rent and heating?
The rent is 900. What is the deposit?
Who leads the first, and who leads the second, and who leads the third?
Who wrote the report and is the draft signed?
"""


def read(question):
    both = both_in(question)
    return both and " → ".join((both.first, both.second, both.pointing or "-", both.subject or "-"))


@pytest.mark.parametrize("line", TWO.strip().splitlines())
def test_two_questions_are_told_apart(line):
    question, expected = line.split(" → ", 1)
    assert read(question) == expected


@every_case("question", ONE.strip().splitlines())
def test_what_goes_on_with_a_question_is_part_of_it(question):
    assert both_in(question) is None


@pytest.mark.parametrize(
    ("question", "subject", "expected"),
    [
        ("Which van has most miles and when was it last serviced?", "Van 3", "When was Van 3 last serviced?"),
        ("Who is the cook and what is her phone number?", "Ada Wren", "What is Ada Wren’s phone number?"),
    ],
)
def test_what_is_pointed_at_can_be_named(question, subject, expected):
    assert both_in(question).naming(subject) == expected


@pytest.mark.parametrize(
    "question",
    [
        "Compare the Aquilo 200 and the Aquilo 350 by weight.",
        "Compare the weight of the Aquilo 200 with that of the Aquilo 350",
        "Please compare the Aquilo 200 to the Aquilo 350 in terms of their weight",
    ],
)
def test_two_sides_are_asked_the_same(question):
    sides = sides_in(question)
    assert sides is not None
    told = (sides.first, sides.second)
    assert told == ("What is the weight of the Aquilo 200?", "What is the weight of the Aquilo 350?")


def test_the_time_is_that_of_both_sides():
    sides = sides_in("Compare the weight of the Aquilo 200 and the Aquilo 350 in March 2023.")
    assert sides is not None
    assert sides.first == "What is the weight of the Aquilo 200 in March 2023?"
    assert sides.second == "What is the weight of the Aquilo 350 in March 2023?"


def test_what_is_compared_by_nothing_has_no_sides():
    assert sides_in("Compare the two drafts.") is None


def test_at_what_age_only_goes_on_with_the_first_question():
    assert both_in("Who was the oldest person on board, and at what age?") is None
