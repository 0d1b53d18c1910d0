"""Places that a document names for certain: seats, addresses, jurisdictions. By the words round them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from babel.core import Locale

from reading.lexicon import MONTHS
from reading.model import EntityDraft, ParsedDocument, Place, RowDraft
from reading.text.sentences import words_near
from reading.values.legal_forms import LEGAL_FORMS, without_legal_form
from reading.values.units import one_of

MOST_LOCATIONS = 30
CONTEXT_CHARACTERS = 100  # on either side of the words

STATES = (
    "Alabama|Alaska|Arizona|Arkansas|California|Colorado|Connecticut|Delaware|Florida|Georgia|Hawaii"
    "|Idaho|Illinois|Indiana|Iowa|Kansas|Kentucky|Louisiana|Maine|Maryland|Massachusetts|Michigan"
    "|Minnesota|Mississippi|Missouri|Montana|Nebraska|Nevada|New Hampshire|New Jersey|New Mexico"
    "|New York|North Carolina|North Dakota|Ohio|Oklahoma|Oregon|Pennsylvania|Rhode Island"
    "|South Carolina|South Dakota|Tennessee|Texas|Utah|Vermont|Virginia|Washington|West Virginia"
    "|Wisconsin|Wyoming|District of Columbia"
)
CODES = (
    "A[LKZR]|C[AOT]|DE|FL|GA|HI|I[DLNA]|K[SY]|LA|M[EDAINSOT]|N[EVHJMYCD]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[TA]"
    "|W[AVIY]|DC"
)
# Taken whole, and begun where it begins: its parts would be tried in the square of its length.
_WORD = r"(?<![\wÀ-ÿ’'-])[A-ZÀ-ÖØ-Þ][\wÀ-ÿ’'-]++"
NAME = rf"(?:St\. )?{_WORD}(?: (?:(?:of|de|del|la|le|upon|am|sur|and the) )?{_WORD}){{0,3}}"
PLACES = rf"(?P<places>{NAME}(?:, {NAME}){{0,2}})"
_SENTENCES = (
    re.compile(
        rf"\b(?:headquartered|domiciled|incorporated|based|registered|organi[sz]ed) in (?:the )?{PLACES}"
    ),
    re.compile(
        r"\b(?:headquarters|(?:principal|head|registered|main)(?: executive| corporate)? offices?)"
        rf"(?: (?:is|are|was))?(?: located| situated)? (?:in|at) (?:the )?{PLACES}"
    ),
    re.compile(
        rf"\bgoverned by(?: and construed in accordance with)? the laws? of (?:the )?(?:State of )?{PLACES}"
    ),
    re.compile(rf"\b[Aa]n? (?P<places>{STATES}) (?:corporation|limited|company|partnership)\b"),
    re.compile(rf"(?:{LEGAL_FORMS})\.?,? of (?P<places>{NAME}, {NAME})"),
)
# Words of which a page must have one, for each of them: most pages have none, and this is soon seen.
_SIGNS = (
    tuple(
        f"{word} in "
        for word in "headquartered domiciled incorporated based registered organized organised".split()
    ),
    ("headquarters", " office"),
    ("governed by",),
    (" corporation", " limited", " company", " partnership"),
    (" of ",),
)
_ADDRESS = re.compile(rf"(?P<city>{NAME}),? +(?P<state>{STATES}|{CODES}),? +\d{{5}}(?:-\d{{4}})?\b")
_ZIP_CODE = re.compile(r" \d{5}\b")  # without one there is no address
STREET = re.compile(
    r"^.*\b(?:Avenue|Street|Way|Road|Drive|Boulevard|Parkway|Lane|Place|Plaza|Square|Center|Suite|Floor|Ave|St|Rd|Blvd)\b(?!\.)"
    r"(?: (?:North|South|East|West|[NSEW]{1,2}\b))?\s*"
)
_OF_JURISDICTION = "State or other jurisdiction"
_JURISDICTION = re.compile(
    rf"^(?P<places>{STATES}|{NAME})\b[^\n]{{0,60}}\n[^\n]{{0,40}}\(?{_OF_JURISDICTION}", re.M
)
# What segments call their regions, beside what CLDR calls the countries and parts of the world.
_BUSINESS_REGIONS = (
    *("America", "Pacific", "Middle East", "EMEA", "APAC", "Korea", "U.S.", "US", "U.K.", "UK", "Hong Kong"),
    *("Czech Republic", "Turkey"),
)
_NO_REGIONS = frozenset({"ZZ", "XA", "XB", "QO", "UN", "EZ", "001"})  # of CLDR: unknown, pseudo, the world
_GEOGRAPHY = re.compile(r"\b(?:geograph\w+|by (?:country|countries|region)s?)\b", re.IGNORECASE)
_NOT_PLACES = frozenset(
    """note notes part item section exhibit schedule table appendix annex article form level class category
    accordance
    total net gross other all rest our we this these the income revenue revenues sales operating
    assets liabilities property long foreign domestic international elimination eliminations
    corporate consolidated segment company group board u currency constant effect change percent per
    cost costs expense expenses profit loss margin earnings equity unallocated adjustments
    reconciling goodwill depreciation amortization capital deferred current building""".split()
) | set(MONTHS)


def find_locations(parsed: ParsedDocument, rows: Sequence[RowDraft]) -> list[EntityDraft]:
    """Each once, with the words that say that it is a place. `rows`: those of the document's tables."""
    found: dict[str, EntityDraft] = {}
    for page in parsed.pages:
        for name, start, end in _in_text(page.text):
            quote = " ".join(page.text[start:end].split())
            near = words_near(page.text, start, end, characters=CONTEXT_CHARACTERS)
            found.setdefault(name.casefold(), draft(name, Place(page=page.number, quote=quote), near))
    for row in rows:
        name = re.sub(r"\s*\([\w,]{1,3}\)", "", row.label).strip(" :*")
        if _is_listed(row.table, name) and is_place(name):
            found.setdefault(name.casefold(), draft(name, row.place, row.table))
    return list(found.values())[:MOST_LOCATIONS]


def _is_listed(caption: str, name: str) -> bool:
    """Whether a row under this caption is a known region: segments and products stand there as well."""
    return bool(_GEOGRAPHY.search(caption) and _region().search(name) and re.fullmatch(NAME, name))


@cache
def _region() -> re.Pattern[str]:
    """A country or a part of the world by its English name."""
    territories = Locale("en").territories
    named = {name for code, name in territories.items() if code not in _NO_REGIONS}
    return re.compile(rf"\b{one_of(named.union(_BUSINESS_REGIONS))}(?!\w)")


def draft(name: str, place: Place, context: str, *, title: str = "") -> EntityDraft:
    return EntityDraft(
        place=place,
        entity_name=name,
        entity_type="location",
        title=title,
        context=" ".join(context.split()),
    )


def _in_text(text: str) -> Iterator[tuple[str, int, int]]:
    """(name, characters of the words that tell) of each place."""
    for match in _sayings(text):
        yield from _each(match)
    for match in _ADDRESS.finditer(text) if _ZIP_CODE.search(text) else ():
        city = STREET.sub("", match["city"])
        if city and is_place(city):
            yield city, match.start(), match.end()
        if len(match["state"]) > 2:
            yield match["state"], match.start(), match.end()


def _sayings(text: str) -> Iterator[re.Match[str]]:
    """Where sentences and forms say of some `places` that they are such."""
    running = text.replace("\n", " ")
    for pattern, signs in zip(_SENTENCES, _SIGNS, strict=True):
        if any(sign in running for sign in signs):
            yield from pattern.finditer(running)
    if _OF_JURISDICTION in text:
        yield from _JURISDICTION.finditer(text)


def _each(match: re.Match[str]) -> Iterator[tuple[str, int, int]]:
    """“Jena, Germany” names two places; what follows one that is none is left."""
    for name in match["places"].split(", "):
        if not is_place(name):
            return
        yield re.sub(r"^State of |[’']s$", "", name), match.start(), match.end()


def is_place(name: str) -> bool:
    words = re.findall(r"[^\W\d_]+", name.lower())
    if not words or any(word in _NOT_PLACES for word in words) or any(char.isdigit() for char in name):
        return False
    return len(words) > 1 or not words[0].endswith(("ian", "ish"))  # “Colombian law”


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
_CITY_ADDRESS = re.compile(rf"{_CITY.pattern},? +\d{{5}}(?:-\d{{4}})?\b")
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
        for match in _CITY_ADDRESS.finditer(in_title_case):
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
