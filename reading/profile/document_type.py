"""Which kind of document it is, by the words that such documents use."""

from __future__ import annotations

import re

from reading.kinds.catalogue import Kind
from reading.model import ParsedDocument

FIRST_PAGES = 3
TITLE_WEIGHT, FIRST_PAGE_WEIGHT = 4, 2
LEAST_SCORE = 3  # below it no kind stands out
LEAST_ALONE = 5  # where neither title nor head call it what it is
REPORT = "financial_report"

TYPE_NAMES = {
    "financial_report": "financial report",
    "legal_contract": "contract",
    "technical_doc": "technical document",
    "correspondence": "letter or message",
    "presentation": "presentation",
    "policy": "policy",
    "research": "study",
    "meeting_notes": "record of a meeting",
    "other": "document of its kind",
}

_SIGNS = {
    "financial_report": (
        r"form 10-[kq]|annual report|quarterly report|interim report|earnings release"
        r"|financial results|(?:quarter|year|half)[- ]?(?:end(?:ed)?)? (?:\w+ ){0,3}results"
        r"|balance sheets?|income statement|statements? of income|cash flows?"
        r"|net (?:sales|income|revenue)|operating income|earnings per share|gross (?:profit|margin)"
        r"|ebitda"
    ),
    "legal_contract": (
        r"agreement|contract|hereby|whereas|the parties|governing law|terminat(?:e|ion)|indemnif\w+"
        r"|in witness whereof|confidentiality|breach|lease|licen[cs]e|effective date|hereinafter"
        r"|warrant(?:s|y)"
    ),
    "technical_doc": (
        r"data ?sheet|specifications?|user (?:manual|guide)|installation|operating temperature"
        r"|supply voltage|voltage|api|parameters?|dimensions|configuration|electrical characteristics"
        r"|calibration|firmware|software version"
    ),
    "correspondence": (
        r"dear (?:sir|madam|mr|ms|dr|\w+,)|sincerely|kind regards|best regards"
        r"|yours (?:faithfully|truly)|re:|subject:|cc:|enclosure"
    ),
    "presentation": (r"presentation|slides?|agenda|investor day|deck|key takeaways|q&a|thank you"),
    "policy": (
        r"polic(?:y|ies)|procedures?|code of conduct|applies to all|employees (?:must|shall|may)"
        r"|guidelines?|compliance|scope|responsibilit(?:y|ies)|violations?|supersedes"
    ),
    "research": (
        r"abstract|introduction|methods|methodology|et al\.|references|doi:|hypothes[ie]s"
        r"|related work|literature|dataset|experiments?|we (?:propose|show|find)|significan(?:t|ce)"
        r"|participants"
    ),
    "meeting_notes": (
        r"minutes|attendees|present:?|apologies|action items?|actions|chair(?:ed)?|meeting of"
        r"|board meeting|resolved|the board (?:noted|decided|approved)|next meeting|adjourned"
    ),
    "other": (
        r"invoice|bill to|amount due|due date|purchase order|unit price|receipt|certificate"
        r"|certif(?:y|ies)|vat|payslip"
    ),
}
_PATTERNS = {kind: re.compile(rf"\b(?:{signs})(?!\w)", re.IGNORECASE) for kind, signs in _SIGNS.items()}


def settle_type(parsed: ParsedDocument, title: str, kind: Kind | None) -> tuple[str, Kind | None]:
    """One of the kinds of `Document.Type`, and `kind` where the document is one. Reports go first.

    Signs count once each, in the title and on the first page more.
    """
    scores = _scores(parsed, title)
    best = max(scores, key=lambda key: scores[key])
    if best == REPORT and scores[best] >= LEAST_SCORE and not (kind and calls_itself(kind, title)):
        return best, None
    if kind is not None:
        return kind.type, kind
    others = sorted(scores.values())[-2]
    return (best if scores[best] >= LEAST_ALONE and scores[best] > others + 1 else "other"), None


def calls_itself(kind: Kind, title: str) -> bool:
    return kind.called is not None and kind.called.search(title) is not None


def _scores(parsed: ParsedDocument, title: str) -> dict[str, int]:
    first = parsed.pages[0].text if parsed.pages else ""
    early = "\n".join(page.text for page in parsed.pages[:FIRST_PAGES])
    scores = {kind: _score(pattern, title, first, early) for kind, pattern in _PATTERNS.items()}
    return scores


def _score(pattern: re.Pattern[str], title: str, first: str, early: str) -> int:
    return (
        TITLE_WEIGHT * len(_distinct(pattern, title))
        + FIRST_PAGE_WEIGHT * len(_distinct(pattern, first[:400]))
        + len(_distinct(pattern, early))
    )


def _distinct(pattern: re.Pattern[str], text: str) -> set[str]:
    return {match.group().casefold() for match in pattern.finditer(text)}
