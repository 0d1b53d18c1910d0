"""Statements whose quoted values the parser does not see."""

import pytest

from agentic.sql import execution
from agentic.sql.execution import run_select
from agentic.sql.guard import UnsafeSQL
from agentic.sql.template import Template
from tests.factories import MetricFactory

pytestmark = pytest.mark.django_db(transaction=True)

NAMED = "SELECT m.id, m.quote FROM metrics AS m WHERE m.entity_name = '{}' AND m.period = 'FY {}' LIMIT 5"


def test_values_are_put_back_where_they_stood():
    template = Template.of("SELECT 'a''b', 'c?0?' FROM x")
    assert template.text == "SELECT '?0?', '?1?' FROM x"
    assert template.filled("SELECT CAST('?0?' AS TEXT), '?1?' FROM x LIMIT 5") == (
        "SELECT CAST('a''b' AS TEXT), 'c?0?' FROM x LIMIT 5"
    )
    assert template.filled("SELECT '?0?' FROM x") is None


def test_numbers_that_columns_equal_are_values_too():
    template = Template.of("SELECT x1 FROM x WHERE y = 2023 AND z = 'a' AND w = 4.5 LIMIT 5")
    assert template.values == ("2023", "'a'")
    assert "2023" not in template.text
    assert "w = 4.5 LIMIT 5" in template.text
    assert template.filled(template.text) == "SELECT x1 FROM x WHERE y = 2023 AND z = 'a' AND w = 4.5 LIMIT 5"
    assert template.filled("SELECT x1 FROM x WHERE z = '?1?'") is None


@pytest.mark.parametrize(
    "sql",
    [
        "SELECT 770077000000 FROM x WHERE y = 1",
        "SELECT E'a\\'b' FROM x",
        "SELECT $$a'b$$ FROM x",
        'SELECT "it\'s" FROM x',
        "SELECT 1 -- it's",
        "SELECT 1 /* it's */",
        "SELECT interval '1 day' FROM x",
        "SELECT U&'a' FROM x",
        "SELECT 'open FROM x",
    ],
)
def test_where_a_quote_may_be_something_else_there_is_no_template(sql):
    assert Template.of(sql) is None


def test_a_template_is_parsed_once_for_all_values_and_gives_what_the_statement_gives(workspace):
    for name in ("O'Neil", "Acme; DROP TABLE x --"):
        MetricFactory(document__workspace=workspace, entity_name=name, period="FY 2023", quote=name)
    execution._prepared.cache_clear()
    for name in ("O'Neil", "Acme; DROP TABLE x --", "nobody"):
        sql = NAMED.format(name.replace("'", "''"), 2023)
        plain = run_select(sql, workspace=workspace)
        template = run_select(sql, workspace=workspace, is_template=True)
        assert (template.rows, template.spans, template.sql) == (plain.rows, plain.spans, plain.sql)
        assert len(template.rows) == (name != "nobody")
    assert execution._prepared.cache_info().misses == 3 + 1


def test_a_template_passes_the_parser_as_well(workspace):
    with pytest.raises(UnsafeSQL):
        run_select("SELECT * FROM auth_user WHERE username = 'a'", workspace=workspace, is_template=True)
