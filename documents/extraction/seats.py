"""Where the organization that a document is about has its seat, as its cover or its sentences say."""

from __future__ import annotations

import re
from collections.abc import Iterator

from documents.extraction.locations import CODES, NAME, PLACES, STATES, STREET, draft, is_place
from documents.extraction.types import EntityDraft, Place
from documents.legal_forms import without_legal_form
from documents.parsing.types import ParsedDocument

HEADQUARTERS = "headquarters"  # the title of such a place
COVER_PAGES = 3
ADDRESS_CHARACTERS = 250  # above the words that call it the address of the offices
MOST_PARTS = 3  # of a place's name: town, county, country

_BELOW = re.compile(r"\(\s*address[^()]{0,80}principal\s+executive\s+offices?", re.IGNORECASE)
_BEFORE = re.compile(
    r"\b(?:principal executive offices?|(?:world |global |corporate )?headquarters|registered office)\s*:"
    r"\s*(?P<address>[^\n]{5,150})",
    re.IGNORECASE,
)
_CITY = re.compile(rf"(?P<city>{NAME}),?\s+(?P<state>{STATES}|{CODES})(?!\w)")
_ASIDE = re.compile(
    r"\(\s*(?:(?:zip|postal)[\s-]*code\s*|\d{3})\)", re.IGNORECASE
)  # also of a telephone number
_FILED = re.compile(r"\bcommission file n", re.IGNORECASE)
_ADDRESS = re.compile(rf"{_CITY.pattern},? +\d{{5}}(?:-\d{{4}})?\b")
_OURS = re.compile(
    r"\b(?P<said>(?:[Oo]ur|[Tt]he [Cc]ompany[’']s|[Ii]ts) "
    r"(?:(?:world|global|corporate|principal|executive|main) )*"
    rf"(?:headquarters|offices?)(?: is| are)?(?: located| situated)? in (?:the )?{PLACES})"
)


def find_seat(parsed: ParsedDocument, *, subject: str) -> EntityDraft | None:
    """The place of the headquarters, by the cover if it says so, else by the first sentence that does."""
    found = next((seat for page in parsed.pages[:COVER_PAGES] for seat in _on_cover(page.text)), None)
    if found:
        text = found[0]
        page = next(page for page in parsed.pages[:COVER_PAGES] if page.text is text)
        return _seat(*found[1:], text, page.number)
    own = re.escape(without_legal_form(subject)) if subject else r"(?!)"
    told = re.compile(rf"\b{own}\b[^.\n]{{0,60}}\b(?P<said>(?:headquartered|based) in (?:the )?{PLACES})")
    for page in parsed.pages:
        running = page.text.replace("\n", " ")
        match = _OURS.search(running) or told.search(running)
        if match and is_place(name := match["places"].split(", ")[0]):
            return _seat(name, *match.span("said"), page.text, page.number)
    return None


def _seat(name: str, start: int, end: int, text: str, page: int) -> EntityDraft:
    near = text[max(start - ADDRESS_CHARACTERS // 2, 0) : end + ADDRESS_CHARACTERS // 2]
    place = Place(page=page, quote=" ".join(text[start:end].split()))
    return draft(name, place, near, title=HEADQUARTERS)


def _on_cover(text: str) -> Iterator[tuple[str, str, int, int]]:
    """(text, name, start, end) of what the words round an address call the seat."""
    for match in _BEFORE.finditer(text):
        if place := _place_in(text, *match.span("address")):
            yield text, *place
    # Blanked out in place: it stands below the address, or behind its last line.
    bare = _ASIDE.sub(lambda found: " " * len(found[0]), text)
    for match in _BELOW.finditer(bare):
        first = max(match.start() - ADDRESS_CHARACTERS, 0)
        start = max(bare.rfind(sign, first, match.start()) + 1 for sign in "()")
        if place := _place_in(bare, max(start, first), match.start()):
            yield text, *place
    in_title_case = text.title()
    if _FILED.search(text) and len(in_title_case) == len(text):  # some covers have the only address alone
        for match in _ADDRESS.finditer(in_title_case):
            if place := _place_in(in_title_case, *match.span()):
                yield text, *place


def _place_in(text: str, start: int, end: int) -> tuple[str, int, int] | None:
    """(name, its first and last character) of the town in an address."""
    towns = [match for match in _CITY.finditer(text, start, end) if is_place(STREET.sub("", match["city"]))]
    if towns:
        city = STREET.sub("", towns[-1]["city"])
        return city, towns[-1].end("city") - len(city), towns[-1].end("state")
    return _abroad(text, start, end)


def _abroad(text: str, start: int, end: int) -> tuple[str, int, int] | None:
    """The last parts of an address that are neither street nor code: “Warmley, Bristol, United Kingdom”."""
    parts = re.finditer(r"[^,\n]+", text[start:end])
    named: list[tuple[str, int]] = []
    for part in parts:
        words = re.sub(r"\s*\S*\d\S*\s*", " ", part[0]).strip()
        is_street = bool(STREET.match(f"{words} ")) or part[0].strip()[:1].isdigit()
        named = [] if is_street else [*named, (words, part.start() + part[0].find(words))] if words else named
    named = [(words, at) for words, at in named if re.fullmatch(NAME, words) and is_place(words)][
        -MOST_PARTS:
    ]
    if not named:
        return None
    (name, first), (last, at) = named[0], named[-1]
    return name, start + first, start + at + len(last)
