"""What one bill comes to and when it is due, as it says itself, however the question asks for it."""

from __future__ import annotations

import re

from agentic.facts.figures.target import ASKING
from documents.models import Chunk, TableRow
from reading.values.dates import find_dates
from retrieval.question.model import QueryAnalysis
from retrieval.stems import stems

TOTAL, DUE = "Total amount", "Due date"  # fields of invoices and receipts
NOUNS = frozenset({"invoice", "receipt", "bill"})
# One of them: what several come to is added up.
ONE = re.compile(
    r"\b(?:the|this|that|on|of|for|in|our|my|its|an?)\b[^?.;]*?\b(?:invoice|receipt|bill)\b", re.IGNORECASE
)
SEVERAL = re.compile(r"\b(?:invoices|receipts|bills|all|each|every|per|together|average)\b", re.IGNORECASE)
WORD = re.compile(r"[^\W_]+")
PAID = re.compile(
    r"\b(?:total|grand total|amount)\b[^?.;]*?\b(?:amount|due|payable|paid|pay|invoice|receipt|bill)\b|"
    r"\b(?:what (?:amount|sum)|how much)\b[^?.;]*?"
    r"\b(?:paid|pay|due|owed?|total|come to|comes to|cost|invoiced?|bill(?:s|ed)?|charge[sd]?)\b",
    re.IGNORECASE,
)
WHEN_DUE = re.compile(
    r"\b(?:(?:by|until|till)\s+when|when|(?:by|on|until)\s+(?:what|which)\s+(?:date|day)|(?:what|which)\s+(?:date|day))"
    r"\b[^?.;]*?\b(?:pay|paid|payable|due|settled?)\b",
    re.IGNORECASE,
)
IN_MONEY = re.compile(
    r",?\s*\bin\s+(?:euros?|eur|(?:us\s+)?dollars?|usd|pounds?|gbp|francs?|chf)\b,?", re.IGNORECASE
)
OTHERWISE = re.compile(  # than the whole with its taxes
    r"\b(?:vat|tax(?:es)?|net|discount|deduct\w*|deposit|shipping|delivery|already|before|without|excluding|"
    r"excl)\b|%",
    re.IGNORECASE,
)
INCLUDED = re.compile(
    r",?\s*\(?\b(?:(?:all\s+)?(?:tax(?:es)?|vat)\s+incl(?:uded|\.)?|"
    r"incl(?:uding|usive of|\.)?\s+(?:all\s+)?(?:the\s+)?(?:tax(?:es)?|vat)|"
    r"with\s+(?:tax(?:es)?|vat)|gross)\b\.?\)?",
    re.IGNORECASE,
)
TO_PAY = f"{' '.join(sorted(NOUNS))} pay paid payable due owe owed"
SAID = (
    f"{TO_PAY} how much total grand amount sum come billed charge charged cost invoiced altogether when date "
    "day settle must"
)
MOST_PAGES = 5  # of a bill whose whole text says which it is


def says_total(document: int) -> bool:
    """Whether the document says itself what it comes to, as a bill does."""
    said = TableRow.objects.answering().filter(document=document, table="properties", label=TOTAL)
    return said.exists()


def asks_to_pay(question: str) -> bool:
    """Whether the question speaks of a bill or of what is to be paid."""
    return bool(stems(question) & stems(TO_PAY))


def of_bill(analysis: QueryAnalysis) -> tuple[str, frozenset[str]] | None:
    """The field of one bill that is asked for, and the stems of the words that say which bill is meant."""
    question = IN_MONEY.sub(" ", INCLUDED.sub("", analysis.question))
    nouns = {mention.name for mention in analysis.document_nouns}
    if not nouns & NOUNS or not ONE.search(question) or SEVERAL.search(question):
        return None
    field = DUE if WHEN_DUE.search(question) else TOTAL if PAID.search(question) else ""
    if not field or OTHERWISE.search(question):
        return None
    known = stems(SAID) | stems(" ".join(ASKING))
    return field, frozenset(stems(" ".join(WORD.findall(question)))) - known


def words_of_bill(document: int) -> frozenset[str]:
    """The stems of all that a short document says, and of its days as they are spoken; none of a long one."""
    passages = Chunk.objects.filter(document=document, document__page_count__lte=MOST_PAGES, excluded=False)
    text = " ".join(passages.values_list("text", flat=True))
    days = " ".join(f"{day:%B %Y} {day.day}" for day, _, _ in find_dates(text))
    return frozenset(stems(" ".join(WORD.findall(f"{text} {days}"))))
