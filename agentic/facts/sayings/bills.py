"""What one bill comes to, as it says itself: the field of its total, however the question asks for it."""

from __future__ import annotations

import re

from agentic.facts.figures.target import ASKING
from documents.models import TableRow
from retrieval.question.model import QueryAnalysis
from retrieval.stems import stems

TOTAL = "Total amount"  # the field of the total of invoices and receipts
NOUNS = frozenset({"invoice", "receipt", "bill"})
# One of them: what several come to is added up.
ONE = re.compile(
    r"\b(?:the|this|that|on|of|for|our|my|an?)\b[^?.;]*?\b(?:invoice|receipt|bill)\b", re.IGNORECASE
)
SEVERAL = re.compile(r"\b(?:invoices|receipts|bills|all|each|every|per|together|average)\b", re.IGNORECASE)
WORD = re.compile(r"[^\W_]+")
PAID = re.compile(
    r"\b(?:total|grand total|amount)\b[^?.;]*?\b(?:amount|due|payable|paid|pay|invoice|receipt|bill)\b|"
    r"\bhow much\b[^?.;]*?\b(?:paid|pay|due|owed?|total|come to|comes to|cost|invoiced?|billed|charged?)\b",
    re.IGNORECASE,
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
SAID = f"{TO_PAY} how much total grand amount come billed charge charged cost invoiced altogether"


def says_total(document: int) -> bool:
    """Whether the document says itself what it comes to, as a bill does."""
    said = TableRow.objects.answering().filter(document=document, table="properties", label=TOTAL)
    return said.exists()


def asks_to_pay(question: str) -> bool:
    """Whether the question speaks of a bill or of what is to be paid."""
    return bool(stems(question) & stems(TO_PAY))


def total_of_bill(analysis: QueryAnalysis) -> frozenset[str] | None:
    """The stems of the words that say which bill is meant; None where the total of one is not asked for."""
    question = INCLUDED.sub("", analysis.question)
    nouns = {mention.name for mention in analysis.document_nouns}
    if not nouns & NOUNS or not ONE.search(question) or SEVERAL.search(question):
        return None
    if not PAID.search(question) or OTHERWISE.search(question):
        return None
    known = stems(SAID) | stems(" ".join(ASKING))
    return frozenset(stems(" ".join(WORD.findall(question)))) - known
