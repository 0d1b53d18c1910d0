"""What rules put right in a statement that a model wrote."""

from __future__ import annotations

import pytest

from agentic.sources.drivers.postgres import PostgresDriver
from agentic.sources.statements.mending import mended

MENDED = {
    # a share of whole numbers is no whole number
    "SELECT count(*) FILTER (WHERE status = 'paid') / count(*) FROM orders": ((0.6,),),
    # what is not folded is grouped by
    "SELECT c.city, count(*) FROM customers c ORDER BY c.city": (("London", 2), ("Paris", 1)),
    # a column under the wrong name, and of a table that is not joined
    "SELECT o.name FROM orders o JOIN customers c ON c.id = o.customer_id WHERE o.id = 3": (("Bob",),),
    "SELECT name FROM orders WHERE amount = 70": (("Bob",),),
    # a join by what is no key
    "SELECT c.name FROM orders o JOIN customers c ON c.id = o.id WHERE o.amount = 30.25": (("Cleo",),),
    # what may be 0 is divided by
    "SELECT sum(amount) / count(*) FROM orders WHERE status = 'lost'": ((None,),),
    # a column with its table's name before it
    "SELECT order_amount FROM orders WHERE id = 1": ((100.5,),),
    "SELECT max(c.customer_name) FROM customers c": (("Cleo",),),
    # names that have the same words
    "SELECT max(order_amt) FROM orders": ((100.5,),),
    "SELECT count(*) FROM customer WHERE customer.city = 'Paris'": ((1,),),
    # a name that is given in the same SELECT
    "SELECT count(*) AS n, n * 2 AS twice FROM orders": ((5, 10),),
    # a date against a pattern
    "SELECT count(*) FROM orders WHERE ordered_on LIKE '2024-02%'": ((2,),),
    # the highest, not what has no value
    "SELECT amount FROM orders ORDER BY amount DESC LIMIT 1": ((100.5,),),
}
KEPT = (
    "SELECT c.name FROM customers AS c LEFT JOIN orders AS o ON o.customer_id = c.id WHERE o.id IS NULL",
    "SELECT amount / 2 FROM orders",
    "SELECT name FROM customers AS c WHERE NOT EXISTS(SELECT 1 FROM orders WHERE customer_id = c.id)",
    "SELECT x.n FROM (SELECT count(*) AS n FROM orders) AS x",
    "WITH t AS (SELECT customer_id FROM orders) SELECT count(*) FROM t",
)


@pytest.mark.parametrize("sql, rows", MENDED.items())
def test_a_fault_is_mended(shop_server, sql, rows):
    driver = PostgresDriver(shop_server)
    right = mended(sql, schema=driver.introspect(), dialect="postgres")
    assert driver.run(right, rows=10, seconds=5).rows == rows


@pytest.mark.parametrize("sql", KEPT)
def test_what_is_right_stays(shop_server, sql):
    schema = PostgresDriver(shop_server).introspect()
    assert mended(sql, schema=schema, dialect="postgres").lower() == sql.lower()


def test_what_cannot_be_read_stays(shop_server):
    schema = PostgresDriver(shop_server).introspect()
    assert mended("SELECT FROM WHERE", schema=schema, dialect="postgres") == "SELECT FROM WHERE"
