"""Markdown without what only programs read: front matter, tags, comments, addresses of links, bold marks."""

from __future__ import annotations

import html
import re

_FRONT_MATTER = re.compile(r"\A---[ \t]*\n(?:[^\n]{0,500}\n){1,60}?(?:---|\.\.\.)[ \t]*\n")
_COMMENT = re.compile(r"<!--(?:(?!-->|<!--).){0,5000}+-->", re.DOTALL)
_BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)
_TAG = re.compile(r"</?[a-z][a-z0-9-]{0,20}(?:\s[^<>\n]{0,500})?/?>", re.IGNORECASE)
_IMAGE = re.compile(r"!\[(?P<words>[^\]\n]{0,300})\]\([^()\s]{1,500}(?:\s+\"[^\"\n]*\")?\)")
_LINK = re.compile(
    r"\[(?P<words>[^\[\]\n]{1,300})\]"
    r"\([^()\s]{0,500}(?:\([^()\s]*\)[^()\s]*)?(?:\s+\"[^\"\n]*\")?\)"
)
_STRONG = re.compile(r"(?<![\w*\\])(\*{2,3}|_{2,3})(?=\S)(?P<words>[^*_\n]{1,400}?)(?<=\S)\1(?![\w*])")
_ENTITY = re.compile(r"&(?:[a-z]{2,31}|#\d{1,7}|#x[0-9a-f]{1,6});", re.IGNORECASE)
_CODE = re.compile(
    r"(?P<fence>^[ ]{0,3}(?:```|~~~)[^\n]*\n.*?^[ ]{0,3}(?:```|~~~)[ \t]*$)|(?P<inline>`[^`\n]+`)",
    re.M | re.S,
)


def without_markup(text: str) -> str:
    """The words of a Markdown text as a reader sees them; headings, lists, tables and code stay."""
    text = _FRONT_MATTER.sub("", text, count=1)
    parts, end = [], 0
    for code in _CODE.finditer(text):
        parts += [_plain(text[end : code.start()]), code[0]]
        end = code.end()
    return "".join([*parts, _plain(text[end:])])


def _plain(text: str) -> str:
    text = _TAG.sub("", _BREAK.sub(" ", _COMMENT.sub("", text)))
    text = _LINK.sub(r"\g<words>", _IMAGE.sub(r"\g<words>", text))
    text = _STRONG.sub(r"\g<words>", text)
    return _ENTITY.sub(lambda found: html.unescape(found[0]), text)
