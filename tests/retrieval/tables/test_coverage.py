"""Words of a question that stand nowhere in a database."""

from __future__ import annotations

from retrieval.tables.coverage import everyday, unheld
from retrieval.tables.schema import Column, Schema, Table
from tests.cases import every_case

LIBRARY = Schema(
    (
        Table(
            "members", (Column("member_id", "int"), Column("fullName", "text"), Column("birth_date", "date"))
        ),
        Table("book", (Column("title", "text"), Column("desc", "text"), Column("pubyear", "int"))),
        Table(
            "loans",
            (
                Column("fee", "numeric", comment="fine for what is overdue"),
                Column("status", "text", kind="text", samples=("returned", "lost")),
                Column("note", "text", samples=("Left in the hospitalization ward by staff", "staff copy")),
            ),
        ),
    )
)


@every_case(
    "question, missing",
    [
        ("How many members borrowed more than two books?", ()),
        ("What is the average fee per member, rounded to two decimals?", ()),
        ("Which books are overdue or lost?", ()),
        ("What is the membership number of each member?", ()),
        ("List the descriptions of the books in descending order", ()),
        ("How old is each member on average, by age?", ()),
        ("What is the shelf of each book?", ("shelf",)),
        ("Which members are librarians, and what is their salary?", ("librarians", "salary")),
        ("Which hospitals are in the notes?", ("hospitals",)),
        ("How many employees are there?", ("employees",)),
        ("Which loans have a staff copy?", ()),
        ("Which books did Umberto Eco return?", ()),
        ("Which books have “binding” in the title?", ()),
        ("How much did each loan cost?", ()),
        ("Which members don't have a loan in the last 30 days?", ()),
        ("How many pubyear values are there?", ()),
        # a name may be missing; what is written in capitals alone may be something that nobody keeps
        ("What is the ISBN of each book?", ("isbn",)),
    ],
)
def test_what_is_no_name_value_or_everyday_word_is_left(question, missing):
    assert unheld(question, LIBRARY) == missing


def test_values_of_the_database_are_held():
    assert unheld("Which books are of the genre thriller?", LIBRARY) == ("genre", "thriller")
    assert unheld("Which books are of the genre thriller?", LIBRARY, ["Thriller", "genre fiction"]) == ()


def test_how_things_are_asked_names_nothing():
    assert all(
        map(everyday, ["percentages", "receiving", "sorted", "kilometers", "alphabetically", "monthly"])
    )
    assert not any(map(everyday, ["patients", "salary", "pilot", "wheelchair"]))
