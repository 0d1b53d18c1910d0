"""SQL as HTML with its words coloured. Pure; what is shown is what was run, save for line breaks."""

from __future__ import annotations

import re

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

WORDS = """
all and any array as asc between by case cast collate cross current_date date desc distinct else end
except exists extract false fetch filter first following for from full group having ilike in inner
intersect interval into is join last lateral left like limit natural not null nulls offset on or order
outer over partition preceding range recursive right row rows select similar some symmetric table then
to true unbounded union unnest using values when where window with within
"""
KEYWORDS = frozenset(WORDS.split())
TOKEN = re.compile(
    r"""
    (?P<comment>--[^\n]*|/\*.*?(?:\*/|\Z))
  | (?P<string>[eE]?'(?:[^']|'')*(?:'|\Z)|\$(?P<tag>\w*)\$.*?(?:\$(?P=tag)\$|\Z))
  | (?P<name>"(?:[^"]|"")*(?:"|\Z))
  | (?P<number>\b\d+(?:\.\d+)?(?:[eE][+-]?\d+)?\b)
  | (?P<word>[^\W\d]\w*)
  | (?P<space>\s+)
  | (?P<other>.)
    """,
    re.VERBOSE | re.DOTALL,
)
CLAUSES = "from where group having order limit union intersect except left right inner full cross join"
LINE_STARTERS = frozenset(CLAUSES.split())
JOIN_WORDS = frozenset({"left", "right", "inner", "cross", "full", "outer", "natural"})


def highlight_sql(sql: str) -> SafeString:
    """Escaped HTML of spans `sql-keyword`, `sql-string`, `sql-number`, `sql-name`, `sql-comment`."""
    pieces = []
    for kind, text in tokens_of(broken_into_lines(sql.strip())):
        if kind == "word":
            kind = "keyword" if text.lower() in KEYWORDS else "other"
        escaped = escape(text)
        pieces.append(escaped if kind in ("space", "other") else f'<span class="sql-{kind}">{escaped}</span>')
    return mark_safe("".join(pieces))  # each token was escaped


def tokens_of(sql: str) -> list[tuple[str, str]]:
    """(kind, text) of each token; joined, the texts are `sql` again."""
    return [(match.lastgroup or "other", match[0]) for match in TOKEN.finditer(sql)]


def broken_into_lines(sql: str) -> str:
    """A statement on one line with a break before each clause; one with line breaks as it is."""
    if "\n" in sql:
        return sql
    pieces: list[str] = []
    depth, word_before = 0, ""
    for kind, text in tokens_of(sql):
        depth += (text == "(") - (text == ")") if kind == "other" else 0
        word = text.lower()
        begins_clause = kind == "word" and word in LINE_STARTERS and word_before not in JOIN_WORDS
        if begins_clause and depth == 0 and pieces and pieces[-1].isspace():
            pieces[-1] = "\n"
        if kind != "space":
            word_before = word
        pieces.append(text)
    return "".join(pieces)
