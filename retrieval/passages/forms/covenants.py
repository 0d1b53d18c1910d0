"""Whose a duty is that stands as an item without a subject, “5.2 To keep the roof in repair”."""

from __future__ import annotations

import re

WITHOUT_SUBJECT = re.compile(r"^\W*(?:[\d.]+\s+|\(?[a-z]\)\s+)?(?:not\s)?to\s[a-z]", re.IGNORECASE)
OWNED = re.compile(
    r"^[\W\d]*(?:the\s)?(?P<who>[A-Z]\w+(?:\s[A-Z]\w+)?)(?:[’']s|[’'])?\s"
    r"(?:covenants?|obligations?|duties|duty|responsibilities|undertakings?|rights|agreements?)\W*$",
    re.IGNORECASE,
)
OFFICE = re.compile(
    r"^(?:[\d.]+\s+)?(?:(?i:powers|duties|responsibilities|role|tasks|functions)\s+of\s+)?"
    r"(?P<who>(?i:the)\s[A-Z]\w+(?:\s(?:of\s|the\s)*[A-Z]\w+){0,3})$"
)


def owner_over(page: str, item: str) -> str:
    """Who is named by the nearest heading over such an item, “Landlord’s covenants”; "" if none."""
    if not WITHOUT_SUBJECT.match(item):
        return ""
    lines = " ".join(item.split())[:25]
    before: list[str] = []
    for line in page.splitlines():
        if " ".join(line.split()).startswith(lines):
            break
        before.append(line)
    else:
        return ""
    return next((match["who"] for line in reversed(before) if (match := OWNED.match(line))), "")


def named_by(heading: str) -> str:
    """Whom the headings over a text are called by, the nearest of them: “7. The Registrar”; "" if nobody."""
    named = (OFFICE.match(part.strip()) for part in reversed(heading.split(" › ")))
    return next((match["who"] for match in named if match), "")
