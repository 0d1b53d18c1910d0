"""What one bill comes to, its tax and when it is due, as it says itself, however the question asks for it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agentic.facts.figures.target import ASKING
from documents.models import Chunk, TableRow
from reading.values.dates import find_dates
from retrieval.annotations.roles import Role, roles
from retrieval.question.model import QueryAnalysis
from retrieval.stems import stems

TOTAL = "Total amount"  # the field of the total of invoices and receipts
DUE, TAX = "due", "tax"  # roles of what they say in words of their own
NOUNS = frozenset({"invoice", "receipt", "bill"})
# One of them: what several come to is added up.
ONE = re.compile(
    r"\b(?:the|this|that|on|of|for|in|our|my|its|an?)\b[^?.;]*?\b(?:invoice|receipt|bill)\b"
    r"|\b(?:invoice|receipt|bill)\s+(?:(?:no\.?|number)\s*|#\s*)?(?=\S*\d)[\w/-]+",
    re.IGNORECASE,
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
TAXED = re.compile(
    r"\b(?:how much|what (?:is|was)|what amount of)\s+(?:(?:of\s+)?the\s+)?(?:amount of\s+)?"
    r"(?:(?:sales|value added)\s+)?(?:tax(?:es)?|vat|gst|hst)\b",
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
    "day settle must sales tax taxes vat gst hst"
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
    """The field or role of one bill that is asked for, and the stems of the words that say which is meant."""
    question = IN_MONEY.sub(" ", INCLUDED.sub("", analysis.question))
    nouns = {mention.name for mention in analysis.document_nouns}
    if not nouns & NOUNS or not ONE.search(question) or SEVERAL.search(question):
        return None
    taxed = TAXED.search(question)
    field = TAX if taxed else DUE if WHEN_DUE.search(question) else TOTAL if PAID.search(question) else ""
    if not field or OTHERWISE.search(TAXED.sub(" ", question)):
        return None
    known = stems(SAID) | stems(" ".join(ASKING))
    return field, frozenset(stems(" ".join(WORD.findall(question)))) - known


def labels_of(field: str, documents: Sequence[int] | None, question: str) -> tuple[str, ...]:
    """The labels under which bills say it: of several those whose words the question has."""
    if field == TOTAL:
        return (TOTAL,)
    said = TableRow.objects.answering().filter(table="properties", document__in=documents or ())
    role = roles()[field]
    found = [
        label for label in said.order_by().values_list("label", flat=True).distinct() if _gives(role, label)
    ]
    told = stems(question)
    named = [label for label in found if stems(label) <= told]
    return tuple(named or found)


def _gives(role: Role, label: str) -> bool:
    return role.rank(label) is not None


def words_of_bill(document: int) -> frozenset[str]:
    """The stems of all that a short document says, and of its days as they are spoken; none of a long one."""
    passages = Chunk.objects.filter(document=document, document__page_count__lte=MOST_PAGES, excluded=False)
    text = " ".join(passages.values_list("text", flat=True))
    days = " ".join(f"{day:%B %Y} {day.day}" for day, _, _ in find_dates(text))
    return frozenset(stems(" ".join(WORD.findall(f"{text} {days}"))))
