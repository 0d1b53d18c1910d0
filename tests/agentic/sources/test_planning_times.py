"""Plans over dates, flags, shares and names as databases write them, in dialects that need no server."""

from __future__ import annotations

import sqlite3
from datetime import date

import duckdb
import pytest

from agentic.sources.drivers.duckdb import DuckDBDriver
from agentic.sources.drivers.sqlite import SQLiteDriver
from agentic.sources.walls.validate import validate
from retrieval.tables.planning import planned
from tests.cases import every_case

TODAY = date(2024, 6, 15)
FIRM = """
CREATE TABLE employees (
  id integer PRIMARY KEY, first_name text, last_name text, date_of_birth date, hire_date date,
  termination_date date, is_active boolean, home_state text, bonus_amt integer, created_at timestamp
);
CREATE TABLE sales (
  id integer PRIMARY KEY, employee_id integer REFERENCES employees (id), sale_price integer, sale_date date,
  due_date date, status text
);
CREATE TABLE visits (id integer PRIMARY KEY, employee_id integer REFERENCES employees (id), visit_dt text);
CREATE TABLE tips (id integer PRIMARY KEY, likes integer, year integer, month text);
CREATE TABLE bookings (year integer, quarter text, account text, amount integer);
CREATE TABLE targets (fiscal_year integer, fiscal_quarter integer, goal integer);
CREATE TABLE rivers (river_name text PRIMARY KEY, length_km integer);
INSERT INTO employees VALUES
  (1, 'Ann', 'Lee', '1990-06-16', '2020-01-01', '2020-01-31', false, 'CA', 10, '2020-01-01 08:00:00'),
  (2, 'Bo', 'Ray', '1880-01-01', '2023-07-01', NULL, true, 'NY', 20, '2020-01-01 08:00:00'),
  (3, 'Cy', 'Fox', '2000-12-31', '2024-06-10', NULL, true, 'CA', 30, '2020-01-01 08:00:00');
INSERT INTO sales VALUES
  (1, 2, 100, '2024-01-06', '2024-02-01', 'success'), (2, 2, 50, '2024-01-20', '2024-02-20', 'failure'),
  (3, 3, 30, '2024-03-04', '2024-04-01', 'success'), (4, 3, 20, '2023-12-31', '2024-06-20', 'success');
INSERT INTO visits VALUES (1, 1, '2024-01-15'), (2, 2, '2024-06-03'), (3, 2, '2024-05-20');
INSERT INTO tips VALUES (1, 5, 2023, 'November'), (2, 7, 2024, 'January'), (3, 9, 2024, 'May');
INSERT INTO bookings VALUES (2023, 'Q4', 'fees', 3), (2024, 'Q1', 'fees', 5), (2024, 'Q2', 'fees', 8),
  (2024, 'Q2', 'rent', 2), (2024, 'Q3', 'fees', 9), (2025, 'Q2', 'fees', 1);
INSERT INTO targets VALUES (2024, 1, 20), (2024, 2, 30), (2025, 2, 50);
INSERT INTO rivers VALUES ('Rhine', 1230), ('Danube', 2850), ('Ebro', 930);
"""
ANSWERED = {
    # which date is meant
    "How many sales were there in January 2024?": ((2,),),
    "How many employees were hired in 2023?": ((1,),),
    "How many employees were hired in the last 7 days?": ((1,),),
    "How many sales are due in the next 10 days?": ((1,),),
    "How many sales in the last 3 months (not including the current month)?": ((1,),),
    "How many employees were hired more than 2 years ago?": ((1,),),
    "How many sales were there between January 2024 and February 2024?": ((2,),),
    "How many sales were there since March 4, 2024?": ((1,),),
    "How many sales were there on weekends?": ((3,),),
    "How many sales were there in the first half of 2024?": ((3,),),
    "How many sales until January 2024?": ((3,),),
    "How many visits in May 2024?": ((1,),),
    "How many rivers have a length over 1000 miles?": ((1,),),
    # years and months in columns of their own
    "How many tips in January 2024?": ((1,),),
    "How many tips between November 2023 and January 2024?": ((2,),),
    "Total likes per month of 2024": (("January", 7), ("May", 9)),
    # years and quarters in columns of their own
    "Total fees in Q2 2024": ((8,),),
    "What were the total fees from Q4 2023 to Q2 2024?": ((16,),),
    "Total fees since Q3 2024": ((10,),),
    "What is the total goal for the second quarter of 2024?": ((30,),),
    "Total goal by quarter": ((2024, 1, 20), (2024, 2, 30), (2025, 2, 50)),
    # grouping by times
    "How many months in 2024 had sales?": ((2,),),
    "What is the total sale price by year?": ((2023, 20), (2024, 180)),
    # times between two dates
    "What is the average number of days between hire date and termination date?": ((30,),),
    "How many employees are older than 130?": ((1,),),
    # what holds or not
    "How many active employees are there?": ((2,),),
    "How many inactive employees are there?": ((1,),),
    "How many employees without a termination date?": ((2,),),
    "How many terminated employees are there?": ((1,),),
    "How many sales are not successful?": ((1,),),
    "How many employees are in California?": ((2,),),
    "How many employees made sales in March 2024?": ((1,),),
    "How many employees have not been terminated?": ((2,),),
    "How many rivers are longer than 1000 km?": ((2,),),
    # who did what
    "How many sales did each employee make?": ((2, "Bo", "Ray", 2), (3, "Cy", "Fox", 2)),
    "What is the average number of sales per employee?": ((2,),),
    "Who are the top 1 employees by total sales?": ((2, "Bo", "Ray", 150),),
    "Which employees have at least one visit?": ((1, "Ann", "Lee", 1), (2, "Bo", "Ray", 2)),
    "What is the average sale price of successful sales?": ((50,),),
    "How many employees had sales but no visits?": ((1,),),
    "What is the difference between the highest and lowest sale price?": ((80,),),
    "How many employees in California have more than 1 sale?": ((1,),),
    "What is the length of each river, sorted from highest to lowest?": (
        ("Danube", 2850),
        ("Rhine", 1230),
        ("Ebro", 930),
    ),
    # names and figures
    "What is the total bonus amount of employees in the state of California?": ((40,),),
    "What is the longest river?": (("Danube", 2850),),
    "What are the 2 shortest rivers?": (("Ebro", 930), ("Rhine", 1230)),
    "How many rivers have a length over 1000 kilometers?": ((2,),),
    "What is the total of sales in 2024?": ((180,),),
    "What is the ratio of successful sales to all sales?": ((0.75,),),
    "What is the ratio of the length of Danube to the length of Rhine?": ((2850 / 1230,),),
    "List the names of employees with both visits and sales": (("Bo", "Ray"),),
    "What is the percentage of sales of each status?": (("failure", 25), ("success", 75)),
    "How many employees have an average sale price of at least 70?": ((1,),),
}  # fmt: skip
GROUPED_BY_TIMES = {  # what a day, week, month or quarter is called differs from dialect to dialect
    "Number of sales per week": 4,
    "Number of sales per month": 3,
    "Number of sales per quarter": 2,
    "Number of sales by day of the week": 3,
    "Running total of sale price by month": 3,
}
REFUSED = {
    "How many employees were promoted in 2023?": "promoted",
    "How many sales were there in January and March 2024?": "January",
    "What is the duration of sales?": "duration",
}


@pytest.fixture(scope="module", params=["sqlite", "duckdb"])
def firm(request, tmp_path_factory):
    path = tmp_path_factory.mktemp("firm") / f"firm.{request.param}"
    if request.param == "sqlite":
        with sqlite3.connect(path) as made:
            made.executescript(FIRM)
        made.close()
        driver = SQLiteDriver(path)
    else:
        with duckdb.connect(str(path)) as own:
            own.execute(FIRM)
        driver = DuckDBDriver(path)
    return driver, driver.introspect(), request.param


@every_case("question, rows", ANSWERED.items())
def test_a_question_is_answered_alike_in_each_dialect(firm, question, rows):
    driver, schema, dialect = firm
    plan = planned(question, schema, dialect, today=TODAY)
    assert plan.sql, plan
    checked = validate(plan.sql, schema=schema, dialect=dialect, rows=50)
    found = driver.run(checked.asked, rows=50, seconds=5).rows
    figures, words = _plain(found)
    assert (pytest.approx(figures), words) == _plain(rows)


@every_case("question, count", GROUPED_BY_TIMES.items())
def test_times_are_groups(firm, question, count):
    driver, schema, dialect = firm
    plan = planned(question, schema, dialect, today=TODAY)
    found = driver.run(validate(plan.sql, schema=schema, dialect=dialect, rows=50).asked, rows=50, seconds=5)
    assert len(found.rows) == count
    if "Running" in question:
        assert [int(row[-1]) for row in found.rows] == [20, 170, 200]


@every_case("question", [*ANSWERED, *GROUPED_BY_TIMES])
@every_case("dialect", ["postgres", "mysql"])
def test_statements_pass_the_validator_of_servers(firm, question, dialect):
    plan = planned(question, firm[1], dialect, today=TODAY)
    assert validate(plan.sql, schema=firm[1], dialect=dialect, rows=50).asked


@every_case("question, word", REFUSED.items())
def test_what_has_no_place_refuses(firm, question, word):
    _, schema, dialect = firm
    plan = planned(question, schema, dialect, today=TODAY)
    assert not plan.sql, plan


def _plain(rows):
    cells = [cell for row in rows for cell in row]
    figures = sorted(float(cell) for cell in cells if str(cell).replace(".", "", 1).isdigit())
    return figures, sorted(str(cell) for cell in cells if not str(cell).replace(".", "", 1).isdigit())
