"""Rows that stand equal to the first or the last that a statement takes."""

from __future__ import annotations

from dataclasses import replace

from agentic.sources.statements.generating import Task, as_written, tried
from retrieval.tables.understanding import understand

# Ada and Cleo have two orders each and both live in London; Bob has one.
SHARED = {
    "SELECT city, count(*) AS n FROM customers GROUP BY city ORDER BY n DESC LIMIT 1": 1,
    "SELECT c.name FROM customers c JOIN orders o ON o.customer_id = c.id GROUP BY c.id, c.name "
    "ORDER BY count(*) DESC LIMIT 1": 2,
    "SELECT c.name, count(*) AS n FROM customers c JOIN orders o ON o.customer_id = c.id "
    "GROUP BY c.id, c.name ORDER BY n DESC, max(city) LIMIT 1": 2,
    "SELECT customer_id, count(*) FROM orders GROUP BY 1 ORDER BY 2 DESC LIMIT 1": 2,
    "SELECT customer_id, count(*) FROM orders GROUP BY 1 ORDER BY 2 DESC, customer_id LIMIT 1": 1,
    "SELECT DISTINCT city, length(city) FROM customers ORDER BY length(city) DESC LIMIT 1": 1,
    "WITH t AS (SELECT city FROM customers) SELECT city FROM t ORDER BY length(city) DESC LIMIT 1": 2,
    "SELECT * FROM customers ORDER BY city LIMIT 1": 2,
    "SELECT name FROM customers LIMIT 1": 1,
    "SELECT name FROM customers ORDER BY city LIMIT 1 OFFSET 1": 1,
}


def _task(driver):
    schema = driver.introspect()
    return Task("?", schema, schema, driver.dialect, understand("?", schema))


def test_all_rows_that_are_equally_first_are_given(driver):
    for sql, count in SHARED.items():
        found = tried(sql, _task(driver), driver)
        assert not found.error
        assert (len(found.found.rows), found.is_shared) == (count, count > 1), sql
        assert found.found.columns == as_written(sql, _task(driver), driver).found.columns


def test_rows_equal_to_the_last_of_several_are_counted(driver):
    found = tried("SELECT status FROM orders ORDER BY status DESC LIMIT 2", _task(driver), driver)
    assert (len(found.found.rows), found.beyond, found.is_shared) == (2, 1, False)


def test_what_is_cut_off_at_the_most_rows_is_not_counted(driver):
    task = replace(_task(driver), rows=2)
    found = tried("SELECT status FROM orders ORDER BY status DESC LIMIT 2", task, driver)
    assert (len(found.found.rows), found.beyond) == (2, 0)


def test_what_has_no_value_is_never_the_lowest(driver):
    empty = "CASE WHEN id = 2 THEN NULL ELSE amount END"
    found = tried(f"SELECT id FROM orders ORDER BY {empty} LIMIT 1", _task(driver), driver)
    assert found.found.rows == ((5,),)
