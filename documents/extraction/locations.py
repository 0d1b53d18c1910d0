"""Places that a document names for certain: seats, addresses, jurisdictions. By the words round them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from documents.extraction.types import EntityDraft, Place, RowDraft
from documents.legal_forms import LEGAL_FORMS
from documents.parsing.types import ParsedDocument
from documents.sentences import words_near

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
_LABELLED = re.compile(
    r"^(?i:place|venue|location|city|country(?: of origin)?|place of delivery|registered office)"
    rf" ?: *{PLACES}[^\n]{{0,40}}$",
    re.MULTILINE,
)
_LABEL = re.compile(r"\n(?:place|venue|location|city|country|registered office)")  # in small letters
_REGION = re.compile(
    r"\b(?:Americas?|Europe|Asia|Africa|Pacific|Australia|Oceania|Middle East|EMEA|APAC|China|Japan"
    r"|India|Canada|Mexico|Brazil|Germany|France|Italy|Spain|Korea|Taiwan"
    r"|United (?:States|Kingdom)|U\.?S\.?|U\.?K\.?|Ireland|Netherlands)(?!\w)"
)
_GEOGRAPHY = re.compile(r"\b(?:geograph\w+|by (?:country|countries|region)s?)\b", re.IGNORECASE)
_NOT_PLACES = frozenset(
    """note notes part item section exhibit schedule table appendix annex article form level class category
    accordance january february march april may june july august september october november december
    total net gross other all rest our we this these the income revenue revenues sales operating
    assets liabilities property long foreign domestic international elimination eliminations
    corporate consolidated segment company group board u currency constant effect change percent per
    cost costs expense expenses profit loss margin earnings equity unallocated adjustments
    reconciling goodwill depreciation amortization capital deferred current building""".split()
)


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
    return bool(_GEOGRAPHY.search(caption) and _REGION.search(name) and re.fullmatch(NAME, name))


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
    if _LABEL.search(f"\n{text.lower()}"):
        yield from _LABELLED.finditer(text)


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
