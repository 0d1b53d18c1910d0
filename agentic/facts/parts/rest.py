"""Rows of tables by part that are no part themselves."""

from __future__ import annotations

import re

REST = re.compile(
    r"(?:all |the )?"
    r"(?:others?|rest(?! of (?!(?:the )?world))|corporate|elimination|intersegment|unallocated)\b",
    re.IGNORECASE,
)
