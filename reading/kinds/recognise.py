"""Which kind of document it is: by what it calls itself, and by what stands in such documents."""

from __future__ import annotations

from pathlib import PurePath

from reading.kinds.catalogue import Kind, kinds
from reading.layout.layout import running_heads
from reading.model import ParsedDocument

FIRST_PAGES = 3
HEAD_LINES = 14  # of the first page
HEAD_WORDS = 14  # of a line that may call the document something
CHARACTERS = 12_000  # of the first pages, in which signs are looked for
TITLED, HEADED, NAMED, FORMATTED = 6, 4, 3, 7  # what each way to call itself weighs; a sign weighs one
MOST_SIGNS = 7
LEAST = 5
LEAST_SIGNS = 2  # beside what calls it so; one beside its title
LEAST_CALLED = 6  # signs, where nothing calls it so
SLIDE_CHARACTERS = 600  # on a page wider than high, fewer than on any other kind

SHEETS = frozenset((".csv", ".tsv", ".xlsx", ".xls", ".ods"))
SLIDES = frozenset((".pptx", ".odp", ".ppt"))
MAILS = frozenset((".eml", ".mbox"))


def recognise(parsed: ParsedDocument, title: str, filename: str = "") -> Kind | None:
    """The kind that the document is most surely of; None where none stands out."""
    scores = scores_of(parsed, title, filename)
    best = max(scores, key=lambda key: scores[key], default=None)
    return kinds()[best] if best and scores[best] >= LEAST else None


def scores_of(parsed: ParsedDocument, title: str, filename: str = "") -> dict[str, int]:
    """What speaks for each kind, of those for which something does."""
    form = format_of(parsed, filename)
    head = _head(parsed)
    opening = "\n".join([title, *head]).lower()
    text = "\n".join(page.text for page in parsed.pages[:FIRST_PAGES])[:CHARACTERS]
    named = PurePath(filename).stem.replace("-", " ").replace("_", " ")
    found: dict[str, int] = {}
    for kind in kinds().values():
        if kind.never and kind.never.search(opening):
            continue
        signs = min(sum(sign.search(text) is not None for sign in kind.signs), MOST_SIGNS)
        called = _called(kind, title, head, named)
        has_format = bool(kind.format) and kind.format == form
        if has_format:
            found[kind.key] = FORMATTED + signs
        elif (
            called and signs >= LEAST_SIGNS - (called >= TITLED) - (called > TITLED)
        ) or signs >= LEAST_CALLED:
            found[kind.key] = called + signs
    return found


def _called(kind: Kind, title: str, head: list[str], named: str) -> int:
    if kind.called is None:
        return 0
    if found := list(kind.called.finditer(title)):
        return TITLED + (found[-1].end() == len(title))  # “Travel Expense Policy”
    if any(kind.called.search(line) for line in head):
        return HEADED
    return NAMED if kind.called.search(named) else 0


def _head(parsed: ParsedDocument) -> list[str]:
    """The short lines at the top of the first page, and what runs over all of them."""
    if not parsed.pages:
        return []
    lines = [line.text for line in parsed.pages[0].lines if line.text.strip()][:HEAD_LINES]
    return [text for text in [*lines, *sorted(running_heads(parsed))] if len(text.split()) <= HEAD_WORDS]


def format_of(parsed: ParsedDocument, filename: str = "") -> str:
    """ "sheet", "slides", "message", or "" for what may be of any kind."""
    suffix = PurePath(filename).suffix.lower()
    if suffix in SHEETS:
        return "sheet"
    if suffix in MAILS:
        return "message"
    return "slides" if suffix in SLIDES or looks_like_slides(parsed) else ""


def looks_like_slides(parsed: ParsedDocument) -> bool:
    """Pages wider than high with few words; a single one may as well be a photo of a form."""
    if len(parsed.pages) < 2:
        return False
    wide = [page for page in parsed.pages if page.width > 1.2 * page.height > 0]
    return len(wide) > 0.8 * len(parsed.pages) and all(len(page.text) < SLIDE_CHARACTERS for page in wide)
