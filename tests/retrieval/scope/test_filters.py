"""Conditions on values: what is refused, and what the fields of a document take."""

from decimal import Decimal

import pytest

from retrieval.scope.filters import DOCUMENT_FIELDS, BadSearch, Condition, in_sql, read_conditions
from tests.cases import every_case


def said(**filters):
    return in_sql(read_conditions(filters), DOCUMENT_FIELDS)


def test_a_bare_value_asks_for_equality():
    assert read_conditions({" Document  Type": "policy", "pages": 3}) == [
        Condition("document type", "=", ("policy",)),
        Condition("pages", "=", (Decimal(3),)),
    ]


@every_case(
    "field, asked, sql",
    [
        ("Title", {"op": "=", "value": "A'b"}, "lower(d.title::text) = 'a''b'"),
        ("title", {"op": "in", "value": ["a", "b"]}, "lower(d.title::text) IN ('a', 'b')"),
        ("filename", {"op": "~", "value": "Q2"}, "position('q2' in lower(d.filename::text)) > 0"),
        ("filename", 2024, "lower(d.filename::text) = '2024'"),
        ("document_id", "7", "d.id = 7"),
        ("document_date", {"op": "≥", "value": "2025-06-30"}, "d.document_date >= '2025-06-30'::date"),
        (
            "document_date",
            {"op": "~", "value": "2025-06"},
            "position('2025-06' in d.document_date::text) > 0",
        ),
        (
            "organizations",
            {"op": "≠", "value": "Acme"},
            "NOT EXISTS (SELECT 1 FROM unnest(d.organizations) AS one WHERE lower(one) = 'acme')",
        ),
        (
            "dates",
            {"op": "between", "value": ["2025-01-01", "2025-12-31"]},
            "(coalesce(d.period_start, d.document_date) <= '2025-12-31'::date"
            " AND coalesce(d.period_end, d.document_date) >= '2025-01-01'::date)",
        ),
        (
            "dates",
            {"op": "<", "value": "2025-01-01"},
            "coalesce(d.period_start, d.document_date) < '2025-01-01'::date",
        ),
    ],
)
def test_conditions_become_sql(field, asked, sql):
    assert said(**{field: asked}) == [sql]


@every_case(
    "filters, sentence",
    [
        ({"colour": "red"}, "There is no field “colour”: use document, filename, title, document_type, "),
        ({"title": {"op": ">", "value": "a"}}, "“title” is a text: use =, ≠, ~ or in."),
        ({"topics": {"op": "between", "value": ["a", "b"]}}, "“topics” are texts: use =, ≠, ~ or in."),
        ({"document_id": "first"}, "“document_id” is a number: give one."),
        ({"document_id": "NaN"}, "“document_id” is a number: give one."),
        ({"document_date": "June"}, "“document_date” is a date: write it as in 2025-06-30."),
        ({"document_date": "2025-02-30"}, "“document_date” is a date: write it as in 2025-06-30."),
        ({"document_date": 2025}, "“document_date” is a date: write it as in 2025-06-30."),
        ({"dates": {"op": "~", "value": "2025"}}, "“dates” has a first and a last: use any operator but ~."),
        ({"title": {"op": "like", "value": "a"}}, "There is no operator “like”: use =, ≠, <, "),
        ({str(n): n for n in range(13)}, "A search may have at most 12 conditions: leave some out."),
    ],
)
def test_what_makes_no_sense_is_refused_in_a_sentence(filters, sentence):
    with pytest.raises(BadSearch) as refused:
        said(**filters)
    assert str(refused.value).startswith(sentence)
    assert str(refused.value).endswith(".")
