"""What a part of a name is taken for, and that it is said."""

from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest

from agentic.sources.drivers.sqlite import SQLiteDriver
from agentic.sources.statements.lookup import planned_with_values
from agentic.sources.statements.naming import named_in
from tests.cases import every_case

FOREIGN = Path(__file__).parents[1] / "foreign"


@pytest.fixture(scope="module")
def departures(tmp_path_factory):
    path = tmp_path_factory.mktemp("named") / "departures.sqlite"
    made = sqlite3.connect(path)
    made.executescript((FOREIGN / "departures.sql").read_text(encoding="utf-8"))
    made.close()
    driver = SQLiteDriver(path)
    return driver, driver.introspect()


@every_case(
    "question, note",
    [
        ("How many flights did JetBlue operate?", "“JetBlue” is taken for “JetBlue Airways”."),
        ("How many flights left from LaGuardia?", "“LaGuardia” is taken for “La Guardia”."),
        # of two with the word, the one that flights lead to
        ("How many flights landed in Miami?", "“Miami” is taken for “Miami Intl”."),
        ("How many flights did JetBlue Airways operate?", ""),
    ],
)
def test_a_part_of_a_name_stands_for_the_one_that_has_it_and_is_told(departures, question, note):
    driver, schema = departures
    plan = planned_with_values(question, schema, "sqlite", driver)
    assert plan.sql
    assert plan.note == note


@every_case("question", ["How many flights took off from Boston?", "How many flights did Airways operate?"])
def test_a_word_of_a_name_that_nothing_refers_to_or_several_have_is_none(departures, question):
    driver, schema = departures
    assert not planned_with_values(question, schema, "sqlite", driver).sql


def test_one_word_of_a_title_is_no_part_of_it(tmp_path):
    made = sqlite3.connect(tmp_path / "films.sqlite")
    made.execute("CREATE TABLE films (id INTEGER PRIMARY KEY, title TEXT, studio_name TEXT)")
    made.execute(
        "INSERT INTO films VALUES (1, 'From Paris with Love', 'Lion Gate'), (2, 'Dark Night', 'Fox')"
    )
    made.commit()
    made.close()
    driver = SQLiteDriver(tmp_path / "films.sqlite")
    found = named_in("How many films are set in Paris by Lion?", [], driver.introspect(), driver)
    assert dict(found.parts) == {"Lion": "Lion Gate"}


def test_an_adjective_of_a_place_is_no_language_and_a_small_word_no_code(tmp_path):
    made = sqlite3.connect(tmp_path / "world.sqlite")
    made.execute("CREATE TABLE country (id INTEGER PRIMARY KEY, name TEXT, code TEXT)")
    made.execute("CREATE TABLE language (id INTEGER PRIMARY KEY, name TEXT)")
    made.execute("INSERT INTO country VALUES (1, 'Germany', 'OFF'), (2, 'Peru', 'PE')")
    made.execute("INSERT INTO language VALUES (1, 'German'), (2, 'Quechua')")
    made.commit()
    made.close()
    driver = SQLiteDriver(tmp_path / "world.sqlite")
    schema = driver.introspect()
    assert named_in("How many German towns are there?", [], schema, driver).words == {"german": "germany"}
    assert not named_in("In how many countries is German spoken?", [], schema, driver).words
    assert "off" not in named_in("How many planes set off?", ["off"], schema, driver).values
    assert "off" in named_in("How many planes of OFF are there?", ["OFF"], schema, driver).values
