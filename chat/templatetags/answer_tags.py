"""What the templates of an answer use: citation marks, coloured SQL, names of tiers."""

from __future__ import annotations

from django import template
from django.utils.safestring import SafeString

from chat.pages.tiers import NAMES
from chat.presentation.answers import Source
from chat.presentation.rendering import Finding, citation_mark, place_words
from chat.presentation.sql_highlight import highlight_sql
from documents.library.spreadsheets import guarded

register = template.Library()


@register.simple_tag
def cite(source: Source, shows: str = "number") -> SafeString:
    """The source's mark, with its number or, for a table's row, with its page."""
    return citation_mark(source.finding, source.place, _page_label(source.finding) if shows == "page" else "")


def _page_label(finding: Finding) -> str:
    if not finding.get("page"):
        return "open"
    words = place_words(finding)
    return words.replace("page", "p.", 1) if words.startswith("page ") else words


@register.filter
def cell(words: str) -> str:
    """For a table that is pasted into a spreadsheet."""
    return str(guarded(words))


@register.filter
def sql(statement: str) -> SafeString:
    return highlight_sql(statement)


@register.filter
def tier_name(tier: str) -> str:
    return {"none": "Rules", **NAMES}.get(tier, tier)


@register.filter
def plainly(text: str) -> str:
    """The words of an answer without its marks."""
    return " ".join(text.replace("**", "").replace("`", "").split())
