"""People whom a document names with their titles: in sentences, in signatures and in lists."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from reading.lexicon import MONTHS, YEAR
from reading.model import ParsedDocument
from reading.patterns import lazily
from reading.profile.keywords import ordinary_words

MOST_PEOPLE = 40
MOST_TITLE_WORDS = 14

_PART = r"[A-ZÀ-ÖØ-Þ][a-zà-öø-ÿ’'-]+(?:[A-Z][a-zà-öø-ÿ]+)?"
_NAME = (
    rf"{_PART}(?: [A-Z]\.)*(?: (?:de|da|van|von|der|den|la|le|di|bin|al))*(?: {_PART}){{1,2}}"
    r"(?:,? (?:Jr|Sr)\.|,? I{2,3}\b)?"
)
_OFFICE = (
    r"(?:chief executive\b(?! officer| [a-z]+ officer| and)"
    r"|chief [a-z]+(?: (?:and|&) [a-z]+)? officer|C[A-Z]O\b|(?:vice[ -])?chair(?:man|woman|person)?\b"
    r"|president\b|director\b|secretary\b|treasurer\b|manager\b|counsel\b|controller\b|head of [a-z]+"
    r"|[es]?vp\b|founder\b|partner\b|engineer\b|auditor\b|analyst\b|minister\b|professor\b|commissioner\b)"
)
_RANK = (
    r"(?:executive|senior|group|corporate|deputy|interim|managing|independent|co-?|vice|global|regional|lead|chief"
    r"|assistant|associate|general|principal|the|its|our|non-executive)"
)
_DEPARTMENT = r"(?:(?:,| of| for| and| &|,? and)(?: the)? [A-Z][\w&’'-]*(?:(?: and| &)? [A-Z][\w&’'-]*){0,3})"
_TITLE = rf"(?i:(?:{_RANK}[ -]+)*{_OFFICE}){_DEPARTMENT}{{0,3}}"
# "Chairman Andrea": where two signatures stand side by side, the next name follows without a comma.
_UP_TO_OFFICE = lazily(rf"((?i:.*{_OFFICE}))(?! (?:of|for|&) ).*")
_BEGUN_NAME = lazily(rf" {_PART} [A-Z]$")  # “…, and Joseph J”: the stop of an initial ends the title
_DEGREES = r"(?:,? (?:CFA|CPA|PhD|Ph\.D\.|MBA|M\.D\.|Esq\.))*"

_WITH_TITLE = (
    lazily(rf"\b(?P<name>{_NAME}){_DEGREES}, (?P<title>{_TITLE})"),
    lazily(rf"\b(?P<name>{_NAME}) \((?P<title>{_TITLE})\)"),
)
_WITHOUT_TITLE = (
    lazily(rf"/[sS]/ (?P<name>{_NAME})"),
    lazily(rf"\b(?:Mr|Mrs|Ms|Dr|Prof)\.? (?P<name>{_NAME})"),
)
# Without such a sign, in small letters, a page has no match; most have none, and this is soon seen.
_SIGNS = tuple(
    lazily(sign.lower())
    for sign in (
        rf", (?:{_RANK}[ -]+)*{_OFFICE}",
        rf" \((?:{_RANK}[ -]+)*{_OFFICE}",
        r"/s/ ",
        r"(?:Mr|Mrs|Ms|Dr|Prof)\.? ",
    )
)
_LABELLED = lazily(
    r"^(?P<label>(?i:name|by|signed by|contact|chair|present|attendees|minutes|prepared by"
    r"|approved by|author))"
    rf"\s*:?\s+(?P<names>{_NAME}\b.*)$",
    re.MULTILINE,
)
# A list of officers by name, age and position; other offices may go before it, parted by “;”.
_LISTED = lazily(
    rf"(?P<name>{_NAME}){_DEGREES},? \(?[2-9]\d\)?,? (?P<title>(?:[^;\n]{{3,60}}; )?{_TITLE}(?:; {_TITLE})?)"
)
_DASHED = lazily(rf"(?P<name>{_NAME}){_DEGREES} [–—-] (?P<title>{_TITLE})")
_BROKEN_OFF = lazily(r"(?:,|&|\b(?:and|of|for|chief|vice|senior|executive|chief executive|financial))$", re.I)
_SINCE = lazily(rf" since (?:[A-Z][a-z]+ )?{YEAR}")
_INITIAL = lazily(r" [A-Z]\.")
_A_NAME = lazily(_NAME)
_NAME_LINE = lazily(rf"(?P<name>{_NAME}){_DEGREES}")
_TITLE_LINE = lazily(rf"(?:Title: )?(?P<title>{_TITLE}),?")
_ROLE_LABELS = frozenset(("chair", "contact", "author"))
# A line this long runs on into the next; a shorter one is a line of a form.
_RUN_ON = lazily(r"\n(?<=[^\n]{50}\n)")
_NOT_NAMES = frozenset(
    """company corporation board committee officer executive chief president annual report financial
    statements form item part note section exhibit united states new york street avenue road drive
    suite
    monday tuesday wednesday thursday friday saturday sunday the this first second third fourth
    quarter fiscal year net sales total income common stock act securities exchange commission
    public accounting firm general counsel investor relations business segment group division vice
    senior director directors manager secretary treasurer chairman chairwoman chair principal risk
    factors north south east west america europe asia inc corp llc llp ltd plc ag in on of and for
    our we as independent registered human resources health care supply chain research development
    information technology legal global international operations audit compensation media contact
    contacts finance accounting age position positions rating by internal present attendees minutes
    owner""".split()
) | set(MONTHS)
_ALSO_SURNAMES = frozenset("north south east west".split())


@dataclass(frozen=True, slots=True)
class Person:
    """`title` is empty where the document gives none."""

    name: str
    title: str
    page: int
    quote: str


def find_people(parsed: ParsedDocument) -> list[Person]:
    """Each once, in order, with the first title that is given."""
    ordinary = ordinary_words(parsed)
    found: dict[str, Person] = {}
    for page in parsed.pages:
        for person in (*_in_sentences(page.number, page.text), *_in_lines(page.number, page.text)):
            known = found.get(person.name.casefold())
            if _is_name(person.name, ordinary) and (known is None or (person.title and not known.title)):
                found[person.name.casefold()] = person
    return list(found.values())[:MOST_PEOPLE]


def _is_name(name: str, ordinary: set[str]) -> bool:
    words = [word.strip(".,").lower() for word in name.split()]
    if re.search(r" [A-Z]\. ", name) and words[-1] in _ALSO_SURNAMES:
        words = words[:-1]
    return not any(word in _NOT_NAMES for word in words) and not all(
        word in ordinary or len(word) < 3 for word in words
    )


def _in_sentences(page: int, text: str) -> Iterator[Person]:
    running = _RUN_ON.sub(" ", text)
    folded = running.lower()
    for pattern, sign in zip((*_WITH_TITLE, *_WITHOUT_TITLE), _SIGNS, strict=True):
        for match in pattern.finditer(running) if sign.search(folded) else ():
            title = _one_title(match["title"]) if pattern in _WITH_TITLE else ""
            yield Person(_clean(match["name"]), title, page, match.group())


def _in_lines(page: int, text: str) -> Iterator[Person]:
    lines = [line.strip() for line in text.split("\n")]
    below = zip(lines, [*lines[1:], ""], [*lines, "", ""][2:], strict=True)
    for line, following, after in below:
        if not _A_NAME.match(f"{line} {following}"):  # which few do, and is soon seen
            continue
        if following.endswith(",") and _TITLE_LINE.fullmatch(after):
            following = f"{following} {after}"  # “Senior Vice President,” over “Chief Financial Officer”
        named, titled = _NAME_LINE.fullmatch(line), _TITLE_LINE.fullmatch(following)
        if named and titled:
            yield Person(_clean(named["name"]), _one_title(titled["title"]), page, f"{line}\n{following}")
        elif listed := _LISTED.match(
            _SINCE.sub("", f"{line} {following}" if _BROKEN_OFF.search(line) else line)
        ):
            quote = f"{line}\n{following}" if _BROKEN_OFF.search(line) else line
            yield Person(_clean(listed["name"]), _one_title(listed["title"]), page, quote)
        elif dashed := _DASHED.match(line):
            title = dashed["title"]
            if _INITIAL.match(line, dashed.end()):  # “… and Stayce” D. Harris, who signs beside
                title = title.rpartition(" ")[0]
            yield Person(_clean(dashed["name"]), _one_title(title), page, line)
    for match in _LABELLED.finditer(text):
        label, line = match["label"], match.group()
        for name in _A_NAME.findall(match["names"]):
            yield Person(_clean(name), label if label.lower() in _ROLE_LABELS else "", page, line)
        for titled in _WITH_TITLE[1].finditer(match["names"]):
            yield Person(_clean(titled["name"]), titled["title"], page, line)


def _clean(name: str) -> str:
    return name.removesuffix("’s").removesuffix("'s")


def _one_title(title: str) -> str:
    """The title up to where the next person's name begins."""
    kept: list[str] = []
    for part in re.split(r"(,? and |, )", title):
        part = _UP_TO_OFFICE.sub(r"\1", part)
        words = part.split()
        if len(words) > 1 and re.fullmatch(_NAME, part) and not any(w.lower() in _NOT_NAMES for w in words):
            break
        kept.append(part)
    whole = " ".join("".join(kept).split()[:MOST_TITLE_WORDS])
    whole = _BEGUN_NAME.sub("", whole)
    return re.sub(r"(?:,|\s(?:and|of|the|for|&))+$", "", whole).removeprefix("the ").removeprefix("its ")
