"""The kinds of documents and their fields, as kinds.toml and fields.toml list them."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from reading.values.dates import DATE

_NUMBER_WORD = (
    r"\d+|one|two|three|four|five|six|seven|eight|nine|ten|twelve|eighteen|twenty-four|thirty|sixty|ninety"
    r"|ein(?:em|er|en|e)?|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|zwölf|achtzehn|vierundzwanzig|dreißig|sechzig"
    r"|neunzig|une?|deux|trois|quatre|cinq|six|sept|huit|neuf|dix|douze|dix-huit|vingt-quatre|trente|soixante"
    r"|quatre-vingt-dix|un[oa]?|dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|doce|dieciocho|veinticuatro|treinta"
    r"|sesenta|noventa|due|tre|quattro|cinque|sei|sette|otto|nove|dieci|dodici|diciotto|ventiquattro|trenta|sessanta"
    r"|novanta|[ée]{2}n|twee|drie|vier|vijf|zes|zeven|negen|tien|twaalf|achttien|vierentwintig|dertig|zestig|negentig"
)
_LENGTH_UNIT = (
    r"days?|weeks?|months?|years?|tage?n?|wochen?|monate?n?|jahre?n?s?|jours?|semaines?|mois|ans?|années?"
    r"|d[ií]as?|semanas?|mes(?:es)?|años?|giorn[io]|settiman[ae]|mes[ei]|ann[io]|dag(?:en)?|week|weken|maand(?:en)?"
    r"|ja(?:ar|ren)"
)
_TITLE = (  # before the name of a party
    r"(?:(?:the|la soci[ée]t[ée]|la empresa|la sociedad|la societ[àa]|la signora|il signor|de heer|der|die"
    r"|das|den|dem|la|le|il|el|de|het|firma|mevrouw|herrn?|frau|madame|monsieur|mme|m\.|do[ñn]a|don|d\.ª?|sig\.(?:ra)?"
    r"|m(?:r|rs|s)\.?) )*"
)
_LEGAL_TAIL = r"(?:, (?:Inc|LLC|L\.L\.C|Ltd|Corp|LLP|L\.P|N\.A|plc)\b\.?)?"
PLACEHOLDERS = {
    "{date}": DATE,
    "{length}": rf"(?:{_NUMBER_WORD})(?: \(\d+\))?"
    rf"(?: (?:calendar|business|working|full))?[ -](?:{_LENGTH_UNIT})",
    "{title}": _TITLE,
    "{name}": rf"(?-i:[A-ZÀ-Ý])[^,;:()“”«»„\"\n]{{1,70}}?{_LEGAL_TAIL}"
    r"(?=[,;:(“”«»„\"\n]| [–—-] | and | und | et | y | e | en )",
    "{words}": r"(?:[^.;\n]|\.(?=\d)|\n(?!\n)){4,140}",
}


RATE_BEHIND = re.compile(r"\s*\(?\d{1,2}(?:[.,]\d+)?\s?%\s*\)?$")

# Words begin and end at Latin letters: Chinese and Japanese are written without blanks.
_BEFORE, _AFTER = r"(?<![0-9A-Za-zÀ-ɏ_])", r"(?![0-9A-Za-zÀ-ɏ_])"


@dataclass(frozen=True)
class Field:
    """A field of documents. `labels`: what stands before its value. `texts`: sentences that hold it."""

    key: str
    label: str
    of: str
    labels: tuple[re.Pattern[str], ...]
    texts: tuple[re.Pattern[str], ...]


@dataclass(frozen=True)
class Kind:
    """A kind of documents. `type`: of Document.Type. `noun`: what a person calls one.

    `bucket`: where they are filed, "" for nowhere.
    """

    key: str
    type: str
    noun: str
    bucket: str
    called: re.Pattern[str] | None
    signs: tuple[re.Pattern[str], ...]
    never: re.Pattern[str] | None
    format: str
    fields: tuple[str, ...]


@cache
def kinds() -> dict[str, Kind]:
    return {key: _kind(key, entry) for key, entry in _load("kinds.toml")["kinds"].items()}


@cache
def fields() -> dict[str, Field]:
    return {key: _field(key, entry) for key, entry in _load("fields.toml").items()}


def labels_field(key: str, label: str) -> bool:
    """Whether the label, without anything behind it but a rate, is one of the field's: “IVA 21 %”."""
    bare = RATE_BEHIND.sub("", label)
    matches = (pattern.fullmatch(bare) for pattern in fields()[key].labels)
    return any(match and not match["rest"] for match in matches)


def _load(name: str) -> dict[str, Any]:
    return tomllib.loads(Path(__file__).with_name(name).read_text(encoding="utf-8"))


def _kind(key: str, entry: dict[str, Any]) -> Kind:
    called = "|".join(entry["called"])
    never = entry.get("never")
    return Kind(
        key,
        entry["type"],
        entry["noun"],
        entry.get("bucket", ""),
        re.compile(rf"{_BEFORE}(?:{called}){_AFTER}", re.IGNORECASE) if called else None,
        tuple(re.compile(rf"{_BEFORE}(?:{sign}){_AFTER}", re.IGNORECASE) for sign in entry["signs"]),
        re.compile(rf"{_BEFORE}(?:{never})", re.IGNORECASE) if never else None,
        entry.get("format", ""),
        tuple(entry["fields"]),
    )


def _field(key: str, entry: dict[str, Any]) -> Field:
    return Field(
        key,
        entry["label"],
        entry["is"],
        tuple(_label(each) for each in entry.get("labels", ())),
        tuple(re.compile(_filled(each), re.IGNORECASE) for each in entry.get("texts", ())),
    )


def _label(pattern: str) -> re.Pattern[str]:
    """The label at the start of a cell; `rest` is what follows it there."""
    return re.compile(
        rf"(?:{pattern})(?!\w)(?:\s*\([^()]{{1,30}}\))?(?P<colon>\s*[:#.]+)?\s*(?P<rest>.*)",
        re.IGNORECASE | re.DOTALL,
    )


def _filled(pattern: str) -> str:
    for name, value in PLACEHOLDERS.items():
        pattern = pattern.replace(name, value)
    return pattern.replace(" ", r"\s+")
