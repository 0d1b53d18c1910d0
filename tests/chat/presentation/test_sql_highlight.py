"""SQL is shown as it was run, coloured, and cannot carry markup."""

import pytest
from django.utils.html import strip_tags

from chat.presentation.sql_highlight import broken_into_lines, highlight_sql, tokens_of


def test_words_strings_and_numbers_are_told_apart():
    html = highlight_sql("SELECT value, 12.5 FROM metrics -- all")
    assert '<span class="sql-keyword">SELECT</span> value' in html
    assert '<span class="sql-number">12.5</span>' in html
    assert '<span class="sql-comment">-- all</span>' in html


def test_keywords_inside_strings_and_quoted_names_are_not_coloured():
    html = highlight_sql("""SELECT 'it''s from where' AS "order by" """)
    assert '<span class="sql-string">&#x27;it&#x27;&#x27;s from where&#x27;</span>' in html
    assert '<span class="sql-name">&quot;order by&quot;</span>' in html


def test_markup_in_sql_is_escaped():
    assert "<script>" not in highlight_sql("SELECT '<script>alert(1)</script>' --<script>")


@pytest.mark.parametrize(
    "sql", ["select 'open", 'select "open', "/* open", "select $$a$$ , $x$ b $x$", "é ≠ 5e3"]
)
def test_no_character_is_lost(sql):
    assert "".join(text for _, text in tokens_of(sql)) == sql


def test_a_long_line_is_broken_before_its_clauses_only():
    sql = "SELECT a FROM b LEFT JOIN c ON (SELECT 1 FROM d WHERE e) WHERE f = 'x from y' GROUP BY a"
    lines = broken_into_lines(sql).splitlines()
    assert lines == [
        "SELECT a",
        "FROM b",
        "LEFT JOIN c ON (SELECT 1 FROM d WHERE e)",
        "WHERE f = 'x from y'",
        "GROUP BY a",
    ]
    assert " ".join(lines) == sql
    assert strip_tags(highlight_sql("SELECT a\n FROM b")) == "SELECT a\n FROM b"
