"""Whom a follow-up means by “his” or “she”."""

from retrieval.question.wording.pronouns import counting_those, naming_who
from tests.cases import every_case

ANSWER = "1 of 85 rows of “sprint.csv” where Medal is silver and Year is 2008: Ivo Kest [1]."


@every_case(
    "question, before, answer, meant",
    [
        ("And what was his time?", "Who won silver in 2008?", ANSWER, "what was Ivo Kest’s time in 2008?"),
        (
            "What’s his time in 2012?",
            "Who won silver in 2008?",
            ANSWER,
            "What’s Ivo Kest’s time in 2012?",
        ),
        ("Where does she live?", "Who wrote it?", "Ada Wren [1] wrote it.", "Where does Ada Wren live?"),
        ("And what was his time?", "Which country won?", ANSWER, "And what was his time?"),
        ("And what was his time?", "Who won silver?", "No document says so.", "And what was his time?"),
        ("And his club?", "What was Ivo Kest’s time in 2008?", "9.89 [1]", "Ivo Kest’s club in 2008?"),
        ("And in 2012?", "Who won silver in 2008?", ANSWER, "And in 2012?"),
    ],
)
def test_the_one_who_was_told_stands_in_place_of_the_pronoun(question, before, answer, meant):
    assert naming_who(question, before, answer) == meant


@every_case(
    "question, before, meant",
    [
        (
            "And how many of those were for murder?",
            "How many cases are from Texas?",
            "How many cases are from Texas and were for murder?",
        ),
        ("How many of them are late?", "Which jobs are open?", "How many of them are late?"),
        ("How many jobs are late?", "How many jobs are open?", "How many jobs are late?"),
    ],
)
def test_those_are_what_the_question_before_counts(question, before, meant):
    assert counting_those(question, before) == meant
