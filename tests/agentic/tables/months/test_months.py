"""Figures of months: in rows, in columns, a table for each month; what is missing is refused."""

import pytest

from agentic.tables.months.question import happens, read_asked
from agentic.tables.months.series import series_of
from tests.agentic.properties.conftest import ask, keep

__all__ = ["ask", "keep"]

MONTHS = "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre".split()
FILES = {
    "nacimientos-navarra-2018-2020.csv": "Mes;2018;2019;2020\n"
    + "".join(
        f"{name};{300 + at};{400 + 2 * at};{0 if at > 6 else 500 + at}\n" for at, name in enumerate(MONTHS)
    ),
    "unfaelle-tirol.csv": "Jahr;Jänner;Februar;März\n2018;71;62;93\n2019;75;66;97\n2020;81;72;43\n",
    "parados-navarra.csv": "Mes;2018;2019\n"
    + "".join(f"{name};{900 + at};{950 + at}\n" for at, name in enumerate(MONTHS)),
    "notes.txt": "In March 2019 a committee met in Navarra to speak of births and of mountain schools.\n",
}
ANSWERS = {
    "How many births were there in Navarra in March 2019?": "404:",
    "How many unemployed were there in Navarra in March 2019?": "952:",
    "Wie viele Geburten gab es in Navarra im Mai 2018?": "304:",
    "¿Cuántos nacimientos hubo en Navarra en enero y febrero de 2019 en total?": "802 together",
    "By how many births was April 2019 above April 2018 in Navarra?": "103 more than in April 2018",
    "By how many births was April 2018 above April 2019 in Navarra?": "103 fewer than in April 2019",
    "How many accidents were there in Tirol in March 2020?": "43:",
    "How many births were there in Navarra in the whole of 2018?": "3,666 together",
    "How many births a month on average in Navarra from March to May 2019?": "406 a month on average",
    "What was the monthly average of births in Navarra in 2018?": "305.5 a month on average",
    "Which month of 2018 had the most births in Navarra?": "December 2018",
    "In welchem Monat 2020 gab es in Navarra die wenigsten Geburten?": "January 2020",
    "How many accidents were there in Tirol in January 2018 and January 2019 together?": "146 together",
}
NOT_TOLD = [
    "How many births were there in Navarra in March 2016?",  # no such year
    "How many births were there in Navarra in October 2020?",  # a nought beside hundreds: not counted yet
    "How many deaths were there in Navarra in March 2019?",  # another thing
    "How many births were there in Aragón in March 2019?",  # another place
    "How many injuries were there in Tirol in March 2020?",
    "How many unemployed were there in Navarra in 2018?",  # who is so in May may be so in June
    "How many births were there in Navarra in 2020?",  # its last months were not counted yet
    "Which month of 2018 had the most accidents in Tirol?",  # three months are no year
    "How many births were there on average in Navarra in 2018?",  # of what is not said
]


@pytest.mark.django_db(transaction=True)
def test_months_are_told_where_every_word_has_its_place(keep, ask):
    keep(FILES)
    told = {question: ask(question) for question in (*ANSWERS, *NOT_TOLD)}
    wrong = {
        question: told[question] and told[question].text
        for question, words in ANSWERS.items()
        if told[question] is None or not told[question].text.startswith(words)
    }
    assert wrong == {}
    assert {question: told[question].text for question in NOT_TOLD if told[question] is not None} == {}


def _stored(label, properties, row, table="Per day", index=0):
    return (row, 1, "deaths-harbour.pdf", "", table, index, row, label, properties, 1 + index, label)


def test_a_year_is_its_months_together_only_where_something_happens_in_them():
    assert happens(["births", "navarra"])
    assert not happens(["unemployed", "navarra"])
    assert not happens(["navarra"])


def test_the_total_of_a_table_of_days_is_that_of_its_month():
    days = [_stored("", {"SEP": day, "2016": 3, "2017": 4}, day) for day in range(1, 31)]
    [series] = series_of(
        [*days, _stored("Total", {"2016": 90, "2017": 120}, 31), _stored("Max", {"2016": 9}, 32)]
    )
    assert {month: [int(each.value) for each in counts] for month, counts in series.counts.items()} == {
        (2016, 9): [90],
        (2017, 9): [120],
    }


def test_two_tables_of_one_month_that_differ_tell_by_their_titles_alone():
    rows = [
        _stored(name, {"2020": 10 * index + at}, at, table=title, index=index)
        for index, title in enumerate(("Births by month", "Deaths by month"))
        for at, name in enumerate(("January", "February", "March"))
    ]
    [series] = series_of(rows)
    assert series.of((2020, 2)) is None
    assert int(series.of((2020, 2), {"Deaths by month"}).value) == 11


@pytest.mark.parametrize(
    ("question", "ask", "months"),
    [
        (
            "How many deaths in July, August and September 2017 together?",
            "sum",
            ((2017, 7), (2017, 8), (2017, 9)),
        ),
        ("How many deaths were there in June 2016?", "value", ((2016, 6),)),
        ("How many births were there in 2016?", "value", ((2016, 0),)),
        (
            "How many deaths on average per month from November 2016 to January 2017?",
            "average",
            ((2016, 11), (2016, 12), (2017, 1)),
        ),
        (
            "By how much did the deaths in May 2017 exceed those of May 2016?",
            "difference",
            ((2017, 5), (2016, 5)),
        ),
        ("De combien de naissances mai 2020 dépasse-t-il mai 2019 ?", "difference", ((2020, 5), (2019, 5))),
    ],
)
def test_months_take_the_year_that_follows_them(question, ask, months):
    asked = read_asked(question)
    assert (asked.ask, asked.months) == (ask, months)


@pytest.mark.parametrize(
    "question",
    [
        "How many deaths were there in July?",
        "How many deaths were there per day in July 2017?",
        "How many deaths were there in July 2017 or August 2017?",
        "How many deaths were there in July 2017 and August 2017?",
        "How many deaths were there on average in July 2017?",
    ],
)
def test_more_than_months_is_left_to_others(question):
    assert read_asked(question) is None
