"""What the templates of an answer use: citation marks, coloured SQL, names of tiers."""

from __future__ import annotations

from django import template
from django.utils.safestring import SafeString

from chat.answers import Source
from chat.rendering import citation_mark
from chat.sql_highlight import highlight_sql
from chat.tiers import NAMES

register = template.Library()


@register.simple_tag
def cite(source: Source, shows: str = "number") -> SafeString:
    """The source's mark, with its number or, for a table's row, with its page."""
    page = source.finding.get("page")
    label = f"p. {page}" if shows == "page" and page else "open" if shows == "page" else ""
    return citation_mark(source.finding, source.place, label)


@register.filter
def sql(statement: str) -> SafeString:
    return highlight_sql(statement)


@register.filter
def tier_name(tier: str) -> str:
    return {"none": "Rules", **NAMES}.get(tier, tier)
