"""Statements made by rules: every word of the question has a place in them, or there is none."""

from __future__ import annotations

import sqlite3

import pytest

from agentic.sources.drivers.sqlite import SQLiteDriver
from agentic.sources.statements.lookup import planned_with_values
from retrieval.tables.planning import planned
from retrieval.tables.rules.vocabulary.spelling import quoted_alias
from tests.cases import every_case

ANSWERED = {
    "How many orders are there?": ((5,),),
    "How many paid orders are there?": ((3,),),
    "How many customers are in London?": ((2,),),
    "How many customers have paid orders?": ((3,),),
    "How many different cities are there?": ((2,),),
    "How many orders have an amount greater than 40?": ((3,),),
    "How many customers joined after 2023-01-05?": ((2,),),
    "What is the highest amount?": ((100.5,),),
    "What is the total amount between 2024-02-01 and 2024-02-28?": ((120,),),
    "What is the average amount per status?": (("cancelled", 10), ("open", 50), ("paid", 66.91666666666667)),
    "Total amount by city": (("London", 190.75), ("Paris", 70)),
    "How many orders per customer?": ((1, "Ada", 2), (2, "Bob", 1), (3, "Cleo", 2)),
    "Number of orders in 2024 by month": (("2024-01", 1), ("2024-02", 2), ("2024-03", 2)),
    "Which customer has the highest total amount?": ((1, "Ada", 150.5),),
    "Which city has the most customers?": (("London", 2),),
    "Top 2 customers by total amount": ((1, "Ada", 150.5), (2, "Bob", 70)),
    "List the names of customers in London": (("Ada",), ("Cleo",)),
    "customers whose city is Paris": ((2, "Bob", "Paris", "2023-06-01"),),
    "How many orders does each status have?": (("cancelled", 1), ("open", 1), ("paid", 3)),
    "How many customers have more than 1 order?": ((2,),),
    "How many orders have an amount over a hundred?": ((1,),),
    "How many orders are there in the first quarter of 2024?": ((5,),),
    "How many customers have a name that starts with the letter 'B'?": ((1,),),
    "What is the ratio of orders with an amount above 60 to orders with an amount below 40?": ((1,),),
    "What is the proportion of paid orders out of all orders in 2024?": ((0.6,),),
    "Which customers are in the London city?": (
        (1, "Ada", "London", "2023-01-05"),
        (3, "Cleo", "London", "2024-02-10"),
    ),
    "How many orders without a customer?": ((0,),),
    "How many orders without an amount?": ((0,),),
    "How many orders are not paid?": ((2,),),
    "How many clients are in London?": ((2,),),
    "Which customers have no open orders?": (
        (2, "Bob", "Paris", "2023-06-01"),
        (3, "Cleo", "London", "2024-02-10"),
    ),
    "List the names of customers who have never made an order in 2023": (("Ada",), ("Bob",), ("Cleo",)),
    "How many customers in London have not placed any cancelled orders?": ((1,),),
    "How many orders are open or cancelled?": ((2,),),
    "List the names of customers in either Paris or London": (("Ada",), ("Bob",), ("Cleo",)),
    "How many orders are there on weekends?": ((1,),),
    "How many orders are there on Tuesdays and Wednesdays?": ((4,),),
    "What is the ratio of customers to orders?": ((0.6,),),
    "How many orders have an amount of no less than 70?": ((2,),),
    "Number of orders placed by each customer. Give the names of the customers.": (
        (1, "Ada", 2),
        (2, "Bob", 1),
        (3, "Cleo", 2),
    ),
    "Which status has the most orders, and how many orders does it have?": (("paid", 3),),
}
REFUSED = {
    "How many orders were cancelled by Bob's mother?": "mother",
    "total profit by city": "profit",
    "What is the average status?": "status",
    "Which customers have orders over 50?": "50",
    "What is the total number of amounts per status?": "number of amounts",
    "Which customers have no orders or no city?": "no",
    "What is the amount of orders that are not of a customer in London?": "not",
    "Which customers have no order with an amount over 50?": "no",
    "What is the status of order 3?": "3",
    "forecast the amount of next month": "forecast",
}


@pytest.fixture
def shop(shop_file):
    driver = SQLiteDriver(shop_file)
    return driver, driver.introspect()


@every_case("question, rows", ANSWERED.items())
def test_a_question_of_known_words_is_answered(shop, question, rows):
    driver, schema = shop
    plan = planned(question, schema, "sqlite")
    assert plan.sql, plan
    assert driver.run(plan.sql, rows=20, seconds=5).rows == rows


@pytest.mark.parametrize("question, word", REFUSED.items())
def test_a_word_without_a_place_refuses_the_plan(shop, question, word):
    plan = planned(question, shop[1], "sqlite")
    assert not plan.sql
    assert any(word in left for left in plan.left), plan


def test_what_could_be_two_things_is_asked_back(shop):
    plan = planned("How many customers and orders by id", shop[1], "sqlite")
    assert not plan.sql
    plan = planned("list ids", shop[1], "sqlite")
    assert not plan.sql


def test_a_sum_that_a_join_would_count_twice_is_refused(tmp_path):
    path = tmp_path / "x.sqlite"
    with sqlite3.connect(path) as made:
        made.executescript(
            "CREATE TABLE shops (id integer PRIMARY KEY, rent integer);"
            "CREATE TABLE sales (id integer PRIMARY KEY, shop_id integer REFERENCES shops (id), kind text);"
            "INSERT INTO shops VALUES (1, 5), (2, 6);"
            "INSERT INTO sales VALUES (1, 1, 'cash'), (2, 1, 'card');"
        )
    made.close()
    schema = SQLiteDriver(path).introspect()
    assert "more than once" in planned("total rent by kind", schema, "sqlite").note
    assert planned("total rent", schema, "sqlite").sql


def test_a_result_is_told_in_the_words_of_its_columns():
    assert quoted_alias("hotelId") == "hotel_id"
    assert [quoted_alias(each) for each in ("MACH_ID", "x__y")] == ["mach_id", "x__y"]


def test_orders_of_several_pieces_are_counted_one_each(tmp_path):
    path = tmp_path / "x.sqlite"
    with sqlite3.connect(path) as made:
        made.executescript(
            "CREATE TABLE orders (id integer PRIMARY KEY, quantity integer, placed_on date);"
            "INSERT INTO orders VALUES (1, 5, '2024-01-02'), (2, 6, '2024-02-02');"
            "CREATE TABLE visits (day date, count integer);"
            "INSERT INTO visits VALUES ('2024-01-02', 3), ('2024-01-03', 4);"
        )
    made.close()
    driver = SQLiteDriver(path)
    schema = driver.introspect()
    for question, rows in (("How many orders are there?", ((2,),)), ("How many visits are there?", ((7,),))):
        assert driver.run(planned(question, schema, "sqlite").sql, rows=9, seconds=9).rows == rows


def test_what_is_totalled_is_the_column_where_a_table_is_called_so_too(tmp_path):
    path = tmp_path / "x.sqlite"
    with sqlite3.connect(path) as made:
        made.executescript(
            "CREATE TABLE budget (department text, budget integer, spent integer);"
            "INSERT INTO budget VALUES ('Sales', 100, 90), ('Sales', 50, 60), ('IT', 70, 40), ('IT', 1, 2);"
        )
    made.close()
    driver = SQLiteDriver(path)
    schema = driver.introspect()
    for question, rows in (
        ("What is the total budget per department?", (("IT", 71), ("Sales", 150))),
        ("How much was spent by IT?", ((42,),)),
    ):
        found = driver.run(planned(question, schema, "sqlite").sql, rows=9, seconds=9)
        assert tuple(sorted(found.rows)) == rows


def test_names_that_are_small_words_in_capitals_are_names(tmp_path):
    path = tmp_path / "x.sqlite"
    with sqlite3.connect(path) as made:
        made.execute("CREATE TABLE staff (id integer PRIMARY KEY, team text, country text)")
        rows = [(n, "IT" if n < 4 else "Sales", f"Land {n}" if n > 2 else "US") for n in range(30)]
        made.executemany("INSERT INTO staff VALUES (?, ?, ?)", rows)
    made.close()
    driver = SQLiteDriver(path)
    schema = driver.introspect()
    for question, count in (("How many staff are in IT?", 4), ("How many staff are in the US?", 3)):
        plan = planned_with_values(question, schema, "sqlite", driver)
        assert driver.run(plan.sql, rows=9, seconds=9).rows == ((count,),)
    assert planned("How many staff are in HE?", schema, "sqlite").left


def test_who_has_most_of_something_is_a_row_of_its_table(tmp_path):
    path = tmp_path / "x.sqlite"
    with sqlite3.connect(path) as made:
        made.executescript(
            "CREATE TABLE staff (id integer PRIMARY KEY, name text, salary integer);"
            "INSERT INTO staff VALUES (1, 'Ann', 50), (2, 'Bo', 40), (3, 'Cy', 45);"
            "CREATE TABLE teams (team text, floor integer);"
        )
    made.close()
    driver = SQLiteDriver(path)
    schema = driver.introspect()
    for question, names in (
        ("Who has the highest salary?", ["Ann"]),
        ("Who has a salary above 42?", ["Ann", "Cy"]),
    ):
        rows = driver.run(planned(question, schema, "sqlite").sql, rows=9, seconds=9).rows
        assert [row[1] for row in rows] == names
    assert not planned("Who has the highest floor?", schema, "sqlite").sql
