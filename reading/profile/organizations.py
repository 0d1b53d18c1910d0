"""Organizations that a document names, and the one that it is about. By the legal forms of their names."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field

from reading.model import ParsedDocument
from reading.profile.keywords import ordinary_words
from reading.profile.locations import STATES
from reading.profile.other_names import SYMBOL, TICKER, former_names, symbols, without_sentence_stop
from reading.text.sentences import words_near
from reading.values.legal_forms import LEGAL_FORMS, without_legal_form

COVER_CHARACTERS = 3000
MOST_ORGANIZATIONS = 25
CONTEXT_CHARACTERS = 200
NAME_WORDS = 7

_BODIES = "Trust|Authority|University|Foundation|Association|Council|Institute|Agency|Society|Cooperative"
_FORMS = rf"{LEGAL_FORMS}|INC|CORP|CORPORATION|COMPANY|CO|LIMITED|LTD|PLC|GROUP|HOLDINGS|{_BODIES}"
_KEPT = frozenset(_BODIES.lower().split("|"))  # parts of a name rather than behind it
_FORM = re.compile(rf"(?<=[\w.’'&)]),?\s+(?P<form>(?:{_FORMS}))\b\.?(?:,?\s+(?:{_FORMS})\b\.?)*")
_VERB = re.compile(r"\s+(?:by|herein|in|under|as|into)\b")  # “Exhibits Incorporated by Reference”
_STOPLESS = frozenset(  # words that end in a stop within a name
    "st mt ft dr mr mrs ms jr sr wm geo bros co inc corp ltd intl natl assn univ dept".split()
)
_INSIDE = re.compile(r"\b(?:AS|IN|THE|TO|OR|IS|BY|ANY)\b")  # in a phrase in capitals that is no name
_WEAK_FORMS = frozenset(
    ("company", "co", "group", "limited", "holdings", "se", "ag", "ab", "sa", "lp", *_KEPT)
)
_NOT_A_NAME = frozenset(
    """the a an our its their your this that these those each any all such other another no some
    every and or of by in on at to from with for between among under as is are was were parent
    holding limited liability insurance public private operating subsidiary subsidiaries registrant
    affiliated consolidated successor predecessor exhibit item note form part section source issuer
    guarantor trust if when while see company group corporation reporting smaller growth emerging
    shell certain united business segment combined entire peer user working management customer
    supplier comparison buyer seller invoice date filer filers accelerated non-accelerated""".split()
)
_PARTY = re.compile(  # between Acme AS, a company registered in Norway (“Supplier”), and …
    r"\b(?:between|and)\s+(?P<name>[A-Z][\w&.’'-]*(?:\s+(?:of\s+)?[A-Z&][\w&.’'-]*){1,6})"
    r"(?:,[^()“”;]{0,150}?)?\s*\((?:the\s+|hereinafter\s+)?[“\"](?:the\s+)?[A-Z][a-z]+[”\"]\)"
)
PARTY_PAGES = 2  # at the start, on which a contract names its parties
_BEFORE_OF = frozenset(("bank", "university", "institute", "college", "board", "house"))  # "Bank of …"
_OF_STATE = re.compile(rf"of\s+(?:{STATES})\b")
_OF_STATES = frozenset("state states commonwealth laws law courts court people city county".split())
ALIAS_CHARACTERS = 120  # behind a name, in which it is given another
_RUNNING_LINE = 40  # characters; the name at the end of a shorter line does not run on into the next
_GAP = "   "  # between two cells of a row
_EXACT_NAME = re.compile(r"([^\n]{2,80})\n\s*\(\s*exact name of", re.IGNORECASE)
_ANNOUNCES = re.compile(
    r"^[^\S\n]*([A-Z0-9][\w&.’'-]*(?:\s+[A-Z0-9&][\w&.’'-]*){0,4}?)(?:,? Inc\.?)?\s+"
    r"(?:Announces|Reports|Posts|Declares|Completes|Publishes|Launches|to Acquire)\b",
    re.MULTILINE,
)
_ISSUED_BY = re.compile(
    r"^[^\S\n]*(?:source|issued by|prepared by|seller|supplier|vendor|from)\s*:\s*(.{2,80})$", re.I | re.M
)
_DEFINED = re.compile(r"\(\s*(?:the\s+|or\s+|together\b[^)]*?)?[“\"]([A-Z0-9][\w&.’' -]{1,30})[”\"]")
_GENERIC_SHORT_NAMES = frozenset(
    """company group buyer seller supplier customer licensor licensee registrant issuer borrower lender
    party parties agreement corporation we us our landlord tenant contractor client employer employee
    sec commission""".split()
)
_ROLES = {
    "competitor": r"\bcompet(?:e|es|itors?|ing|ition)\b",
    "partner": r"\b(?:partner(?:s|ship|ed)?|joint venture|alliance|collaborat\w+|between)\b",
    "author": r"\b(?:registered public accounting firm|prepared by|independent auditors?)\b",
}


@dataclass
class Organization:
    """`name` as written in full; `short`: without its legal form. `aliases`: other names and the ticker."""

    name: str
    short: str
    page: int
    quote: str
    count: int
    context: str
    role: str = "mentioned"
    aliases: list[str] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class _Mention:
    name: str
    short: str
    page: int
    start: int
    end: int


def find_organizations(parsed: ParsedDocument, title: str = "") -> list[Organization]:
    """Those named, the subject first, then by how often they are named."""
    texts = {page.number: page.text for page in parsed.pages}
    ordinary = ordinary_words(parsed)
    mentions: dict[str, list[_Mention]] = defaultdict(list)
    for number, text in texts.items():
        for mention in _mentions(number, text, ordinary):
            mentions[_key(mention.short)].append(mention)
    found = {key: _organization(group, texts) for key, group in mentions.items()}
    subject = _subject(found, parsed, title)
    others = sorted(_others(found.values(), subject), key=lambda each: -each.count)
    return [*([subject] if subject else []), *others][:MOST_ORGANIZATIONS]


def _others(found: Collection[Organization], subject: Organization | None) -> Iterator[Organization]:
    """Those beside the subject, without a heading run together with its name and without ends of names."""
    ends = {each.name[at + 1 :] for each in found for at, char in enumerate(each.name) if char == " "}
    for each in found:
        if each is subject or (subject and each.short.endswith(f" {subject.short}")):
            continue
        if each.name not in ends:
            yield each


def _mentions(page: int, text: str, ordinary: set[str]) -> Iterator[_Mention]:
    for match in _FORM.finditer(text):
        if match["form"].lower() == "incorporated" and _VERB.match(text, match.end()):
            continue
        start = _past_its_term(text, _name_start(text, match.start()), match.end())
        short = " ".join(text[start : match.start()].split()).strip(" ,")
        if start < match.start() and _is_name(short, match["form"].rstrip(".").lower(), ordinary):
            name = without_sentence_stop(" ".join(text[start : match.end()].split()))
            yield _Mention(name, name if match["form"].lower() in _KEPT else short, page, start, match.end())
    if page <= PARTY_PAGES:
        yield from _parties(page, text)


def _parties(page: int, text: str) -> Iterator[_Mention]:
    """Those whom a contract names as its parties, whatever their legal form."""
    for match in _PARTY.finditer(text):
        name = " ".join(match["name"].split())
        if name.split()[0].lower() not in _NOT_A_NAME:
            yield _Mention(name, without_legal_form(name), page, match.start("name"), match.end("name"))


def _name_start(text: str, end: int) -> int:
    """Where the capitalised words before `end` begin."""
    start, words = end, list(re.finditer(r"\S+", text[max(end - 90, 0) : end]))[-NAME_WORDS:]
    offset = max(end - 90, 0)
    for index in range(len(words) - 1, -1, -1):
        token, at = words[index].group(), offset + words[index].start()
        core = token.lstrip("(“\"'‘")
        before = words[index - 1].group().lower() if index else ""
        is_of_state = core == "of" and before not in _OF_STATES and _OF_STATE.match(text, at)
        if not (is_of_state or _is_part(core, before)) or (start != end and _closes(token)):
            break
        start = at + len(token) - len(core)
        if token != core or _begins_cell(text, at):
            break
    return _skip_stop_words(text, start, end)


def _past_its_term(text: str, start: int, end: int) -> int:
    """Where the name begins behind the term that a glossary explains by it, as in GSK GSK plc."""
    words = list(re.finditer(r"[^\s-]+", text[start:end]))
    for index, word in enumerate(words):
        term, behind = word.group(), words[index + 1 :]
        initials = "".join(each.group()[0] for each in behind[: len(term)])
        doubled = text[start:end].startswith(term, behind[0].start()) if behind else False
        at = start + word.start()
        if (at == 0 or text[at - 1] == "\n") and (
            (len(term) > 1 and term == initials) or (doubled and text.count(f"{term} {term}") == 1)
        ):
            return start + behind[0].start()
    return start


def _begins_cell(text: str, at: int) -> bool:
    """Whether a line that goes on from none, a row of a table or a cell begins there."""
    if text[max(at - len(_GAP), 0) : at] == _GAP:
        return True
    if at and text[at - 1] != "\n":
        return False
    above = text[text.rfind("\n", 0, max(at - 1, 0)) + 1 : max(at - 1, 0)].strip()
    return len(above) < _RUNNING_LINE or _GAP in above


def _is_part(core: str, before: str) -> bool:
    """Whether the token can belong to a name. `before`: the token in front of it, in small letters."""
    if core == "of":
        return before in _BEFORE_OF
    if "--" in core or core.count("(") != core.count(")"):
        return False
    return (
        core[:1].isupper() or core == "&" or (core[:1].isdigit() and core[-1:].isalpha() and "-" not in core)
    )


def _closes(token: str) -> bool:
    """Whether what stands before a name has come to an end here: a comma, or the stop of a sentence."""
    return token[-1] in ',;:)”"' or (token[-1] == "." and len(token) > 3 and not _is_short(token))


def _is_short(token: str) -> bool:
    """Whether the stop is that of an abbreviation: “St.”, “U.S.”."""
    return token.rstrip(".").lower() in _STOPLESS or "." in token[:-1]


def _skip_stop_words(text: str, start: int, end: int) -> int:
    """Past words that begin no name; what stands before an article within it belongs to something else."""
    if articles := list(re.finditer(r"\s(?=The\s)", text[start:end])):
        start += articles[-1].end()
    for word in re.finditer(r"\S+\s*", text[start:end]):
        if word.group().strip(" ,.\n").lower() not in _NOT_A_NAME:
            return start + word.start()
    return end


def _is_name(short: str, form: str, ordinary: set[str]) -> bool:
    words = [word.lower().strip(",.") for word in short.split()]
    if len(short) < 2 or all(word in _NOT_A_NAME for word in words):
        return False
    if form in _WEAK_FORMS and (
        re.search(r"[’']S?s? ", short) or (short.isupper() and _INSIDE.search(short))
    ):
        return False
    # "Company" and the like also end ordinary phrases in capitals: "Total Company", "Distribution Group".
    return form not in _WEAK_FORMS or not all(word in ordinary or word in _NOT_A_NAME for word in words)


def _key(short: str) -> str:
    return re.sub(r"[^\w&]+", "", short).casefold()


def _organization(group: list[_Mention], texts: dict[int, str]) -> Organization:
    written = Counter(mention.name for mention in group)
    # Where a cover prints the name in capitals, the text below has it as the organization writes it.
    name = max(written, key=lambda each: (not each.isupper(), written[each], len(each)))
    first = next((mention for mention in group if mention.name == name), group[0])
    text = texts[first.page]
    context = words_near(text, first.start, first.end, characters=CONTEXT_CHARACTERS // 2)
    role = next(
        (role for role, words in _ROLES.items() if re.search(words, context, re.IGNORECASE)), "mentioned"
    )
    return Organization(
        name=name,
        short=first.short,
        page=first.page,
        quote=text[first.start : first.end].rstrip(","),
        count=len(group),
        context=context,
        role=role,
    )


def _subject(found: dict[str, Organization], parsed: ParsedDocument, title: str) -> Organization | None:
    """The organization that the document comes from or is about; None if none stands out."""
    cover = parsed.pages[0].text[:COVER_CHARACTERS] if parsed.pages else ""
    named = _named_on_cover(cover, title)
    subject = next((each for key in named if (each := _known_as(key, found))), None)
    if (named and named[0]) and (subject is None or _is_bare(cover, subject)):
        subject = _without_form(cover, parsed, found)
    if subject is None:
        subject = max(found.values(), key=lambda each: _prominence(each, cover, title), default=None)
    if subject is not None:
        subject.role = "subject"
        subject.aliases = _aliases(subject, "\n".join(page.text for page in parsed.pages[:3]))
        further = dict.fromkeys((*symbols(parsed), *former_names(subject.short, parsed, forms=_FORMS)))
        known = {subject.name.casefold(), *(alias.casefold() for alias in subject.aliases)}
        subject.aliases += [alias for alias in further if alias.casefold() not in known]
    return subject


def _is_bare(cover: str, subject: Organization) -> bool:
    """Whether a form gives exactly this name and no legal form with it: others of that name are another's."""
    exact = _EXACT_NAME.search(cover)
    return exact is not None and _key(exact[1]) == _key(subject.short) != _key(subject.name)


def _known_as(key: str, found: dict[str, Organization]) -> Organization | None:
    """The organization of that name, or the one most often named that begins with it."""
    longer = [found[other] for other in found if key and other.startswith(key)]
    return found.get(key) or max(longer, key=lambda each: each.count, default=None)


def _named_on_cover(cover: str, title: str) -> list[str]:
    """Keys of names that forms, headlines and source lines give, surest first."""
    names = [match[1] for pattern in (_EXACT_NAME, _ISSUED_BY) for match in pattern.finditer(cover)]
    names[len(names) :] = [match[1] for text in (title, cover) for match in _ANNOUNCES.finditer(text)]
    return [_key(_FORM.sub("", name.strip())) for name in names]


def _without_form(cover: str, parsed: ParsedDocument, found: dict[str, Organization]) -> Organization | None:
    """An organization that a headline names without its legal form."""
    match = _ANNOUNCES.search(cover) or _EXACT_NAME.search(cover)
    if not match or len(match[1].split()) > 5:
        return None
    spaced = re.compile(r"\s+".join(map(re.escape, match[1].split())), re.IGNORECASE)
    written = Counter(" ".join(each.split()) for page in parsed.pages for each in spaced.findall(page.text))
    name = max(written, key=lambda each: (not each.isupper(), written[each]))
    count = sum(written.values())
    found[_key(name)] = Organization(name, name, parsed.pages[0].number, match[1].strip(), count, "")
    return found[_key(name)]


def _prominence(each: Organization, cover: str, title: str) -> float:
    """How much points to this one: named in the title, early on the cover, and often."""
    folded = " ".join(cover.split()).casefold()
    at = folded.find(each.short.casefold())
    early = 0.0 if at < 0 else 3.0 * (1 - at / max(len(folded), 1))
    return 4.0 * (each.short.casefold() in title.casefold()) + early + min(each.count, 50) ** 0.5


def _other_begins(text: str, end: int) -> int:
    """Where another organization's legal form ends what may belong to the name before `end`."""
    forms = _FORM.finditer(text, end - 1, end + ALIAS_CHARACTERS)
    return next((form.start() for form in forms if form.start() > end + 1), end + ALIAS_CHARACTERS)


def _aliases(subject: Organization, text: str) -> list[str]:
    """The name without its legal form, its ticker, and the short name that the document gives it."""
    aliases, running = [subject.short], " ".join(text.split())
    for match in re.finditer(re.escape(subject.short), running, re.IGNORECASE):
        behind = running[match.end() : _other_begins(running, match.end())]
        defined = _DEFINED.search(behind)
        ticker = TICKER.search(behind) or SYMBOL.search(behind)
        if defined and defined[1].strip().casefold() not in _GENERIC_SHORT_NAMES:
            aliases.append(defined[1].strip())
        if ticker:
            aliases.append(ticker[1].upper())
    return [alias for alias in dict.fromkeys(aliases) if alias.casefold() != subject.name.casefold()]
