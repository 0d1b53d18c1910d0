"""Which documents a question means: by what they are called, their kind and day, and how they begin."""

from __future__ import annotations

import re
import tomllib
from calendar import month_name
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from django.db.models import Q

from agentic.facts.case import Case
from agentic.facts.figures.target import ASKING
from documents.models import Document, Page, TableRow
from reading.text.languages import FUNCTION_WORDS
from retrieval.alike.things import things_in
from retrieval.annotations.qualifiers import LANGUAGES
from retrieval.scope.conditions import documents_called
from retrieval.stems import stems_of_each

MOST_DOCUMENTS = 2_000
BEGINS = 400  # characters of the first page that tell whom it is to and about
IN_BEGINNING = 0.8  # what a word there is worth, against one that it is called by
LEAST_CALLED = 0.65  # of the question's words that a document must be called by
NAMING = ("Seller", "Buyer", "Party", "From", "To", "Subject", "Invoice number", "Number", "Docket number")
_RAW = tomllib.loads(Path(__file__).with_name("nouns.toml").read_text(encoding="utf-8"))
_KINDS = {
    name: documents_called(entry["called"]) if "called" in entry else Q(document_type=entry["type"])
    for name, entry in _RAW.items()
    if "called" in entry or "type" in entry
}
_NOUN = re.compile(
    rf"\b(?:{'|'.join(f'(?P<{name}>' + '|'.join(entry['words']) + ')' for name, entry in _RAW.items())})\b",
    re.IGNORECASE,
)
_PLURAL = re.compile(
    r"\b(?:all|every|each|both|any|alle|jede[rsn]?|tous|toutes|todos|todas|tutti|tutte)\b", re.IGNORECASE
)
_THIS = re.compile(r"\b(?:this|diese[rsnm]?|cette?|ce|este|esta|quest[oa]|deze|dit)\b", re.IGNORECASE)
FILLERS = (
    f"{ASKING} about of the a an this that these those sent written signed by to from with on in at dated "
    "please me us adopted enacted passed executed concluded decided submitted mailed authored e erlassen "
    "verabschiedet ausgefertigt beschlossen unterschrieben unterzeichnet geschlossen gesendet geschickt "
    "verschickt geschrieben verfasst envoyé envoyée signé signée adopté adoptée promulguée aprobó firmado "
    "firmada enviado escrito firmato firmata inviato ondertekend verzonden geschreven assinado assinada"
)
_WORD = re.compile(r"[^\W_]+")
_MONTH = rf"(?P<month>{'|'.join(month_name[1:])})"
_MEETING_OF = re.compile(rf"\b{_MONTH} (?:\w+ ){{0,2}}?(?:meeting|minutes|session)\b")


@dataclass(frozen=True)
class Meant:
    """`documents`: those that the words fit best. `is_named`: words beside their kind say which they are."""

    documents: tuple[Document, ...]
    is_named: bool

    @property
    def only(self) -> Document | None:
        return self.documents[0] if len(self.documents) == 1 else None


def documents_meant(words: str, case: Case) -> Meant | None:
    """The documents that `words` call, of those that may be looked at; None where several are asked for, or
    the words call none."""
    if _PLURAL.search(words):
        return None
    kinds = [_KINDS.get(match.lastgroup or "", Q()) for match in _NOUN.finditer(words)]
    telling = _telling(_NOUN.sub(" ", words))
    documents = _candidates(case, kinds)
    if month := _MEETING_OF.search(words):
        documents = [each for each in documents if _is_of_month(each, month["month"])]
    if not telling:
        is_this = case.scope.is_chosen or not kinds or _THIS.search(words) is not None
        return Meant(tuple(documents), False) if documents and (kinds or is_this) else None
    # What a kind is called is not always what a document was taken for: the others are looked at too.
    called = _best(telling, documents) or (() if month else _best(telling, _candidates(case, ())))
    return Meant(called, True) if called else None


def _is_of_month(document: Document, month: str) -> bool:
    """Whether the meeting was in that month, as far as its day is known: others only speak of one then."""
    day = document.document_date
    return day is None or day.strftime("%B").casefold() == month.casefold()


def _best(telling: frozenset[str], documents: Sequence[Document]) -> tuple[Document, ...]:
    """Those that go by most of the words, if that is enough of them."""
    shares = {document.pk: share for document, share in _shares(telling, documents)} if documents else {}
    best = max(shares.values(), default=0.0)
    return tuple(each for each in documents if shares[each.pk] == best) if best >= LEAST_CALLED else ()


def _candidates(case: Case, kinds: Sequence[Q]) -> list[Document]:
    """The documents of these kinds that may be looked at, in force."""
    scope = case.scope if case.scope.is_chosen else case.looking_everywhere().scope
    asked = Q()
    for kind in kinds:
        asked |= kind
    found = scope.documents().filter(asked) if kinds and all(kinds) else scope.documents()
    keys = found.order_by().values_list("pk", flat=True)[: MOST_DOCUMENTS + 1]
    return [] if len(keys) > MOST_DOCUMENTS else list(found.distinct().order_by("filename", "pk"))


def _telling(words: str) -> frozenset[str]:
    """The stems that tell one document from another."""
    language = next((lang for lang in FUNCTION_WORDS if {*_words(words)} & FUNCTION_WORDS[lang]), "en")
    held = frozenset().union(*(FUNCTION_WORDS.get(each, frozenset()) for each in ("en", language)))
    kept = " ".join(
        word.lower() for word in _WORD.findall(words) if word.lower() not in held or word == "May"
    )
    read = stems_of_each([kept, FILLERS])
    return read[kept] - read[FILLERS]


def _words(text: str) -> list[str]:
    return [word.lower() for word in _WORD.findall(text)]


def _shares(telling: frozenset[str], documents: Sequence[Document]) -> list[tuple[Document, float]]:
    """How much of the words each document goes by; words with a digit that it lacks rule it out."""
    called, begins = _called(documents), _beginnings(documents)
    read = stems_of_each([*called.values(), *begins.values()])
    found = []
    for document in documents:
        own, first = read[called[document.pk]], read[begins[document.pk]]
        things = things_in(f"{called[document.pk]} {begins[document.pk]}")
        first |= {stem for stem in telling if things_in(stem) & things}
        worth = sum(1.0 if stem in own else IN_BEGINNING if stem in first else 0.0 for stem in telling)
        lacks_mark = any(any(sign.isdigit() for sign in stem) and stem not in own | first for stem in telling)
        found.append((document, 0.0 if lacks_mark else worth / len(telling)))
    return found


def _called(documents: Sequence[Document]) -> dict[int, str]:
    """What each goes by: title, file, bucket, whom it is of and between, number, day and language."""
    named: dict[int, list[str]] = {document.pk: [] for document in documents}
    rows = TableRow.objects.answering().filter(
        document__in=documents, anchored=True, table="properties", label__in=NAMING
    )
    for document, label, properties in rows.values_list("document", "label", "properties"):
        named[document].append(str(properties.get(label, "")))
    languages = {code: name for name, code in LANGUAGES.items()}
    return {
        each.pk: " ".join(_words(" ".join(_names_of(each, named[each.pk], languages)))) for each in documents
    }


def _names_of(document: Document, named: Sequence[str], languages: Mapping[str, str]) -> list[str]:
    own = [document.title, document.filename, document.bucket, *document.organizations, *document.people]
    return [*own, *named, _spoken(document.document_date), languages.get(document.language, "")]


def _spoken(day: date | None) -> str:
    return f"{day.day} {day:%B %b} {day.year}" if day else ""


def _beginnings(documents: Sequence[Document]) -> dict[int, str]:
    texts = dict(Page.objects.filter(document__in=documents, number=1).values_list("document_id", "text"))
    return {each.pk: " ".join(_words(texts.get(each.pk, "")[:BEGINS])) for each in documents}
