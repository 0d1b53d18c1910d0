"""What kind of question it is, and which kinds of documents it speaks of."""

from __future__ import annotations

import re

from documents.models import Document

# A noun for documents → what is looked for in bucket, type, title and file name.
DOCUMENT_NOUNS: dict[str, tuple[str, ...]] = {
    "invoice": (),
    "bill": (),
    "credit note": (),
    "receipt": (),
    "purchase order": (),
    "contract": (Document.Type.LEGAL_CONTRACT,),
    "agreement": (Document.Type.LEGAL_CONTRACT,),
    "policy": (Document.Type.POLICY,),
    "datasheet": (Document.Type.TECHNICAL_DOC,),
    "manual": (Document.Type.TECHNICAL_DOC,),
    "report": (Document.Type.FINANCIAL_REPORT, Document.Type.RESEARCH),
    "filing": (Document.Type.FINANCIAL_REPORT,),
    "minute": (Document.Type.MEETING_NOTES,),
    "letter": (Document.Type.CORRESPONDENCE,),
    "email": (Document.Type.CORRESPONDENCE,),
    "presentation": (Document.Type.PRESENTATION,),
    "certificate": (),
    "payslip": (),
    "pay slip": (),
    "bank statement": (),
    "delivery note": (),
    "quotation": (),
    "quote": (),
    "timesheet": (),
    "paper": (Document.Type.RESEARCH,),
}
# Where documents are filed that seldom call themselves as questions do.
BUCKETS_OF_NOUNS = {
    "bill": "invoices",
    "payslip": "payslips",
    "pay slip": "payslips",
    "bank statement": "statements",
    "delivery note": "deliveries",
    "quotation": "quotes",
}
_NOUNS = "|".join(sorted((*DOCUMENT_NOUNS, "document", "file"), key=len, reverse=True))
NOUN = re.compile(
    rf"\b(?<!depositary )(?<!cash )(?P<noun>{_NOUNS})"
    r"(?P<plural>s)?\b|\b(?P<ies>polic)ies\b",
    re.IGNORECASE,
)
# Other words that tell the type: they say what is likely, and exclude nothing.
TYPE_WORDS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (kind, re.compile(pattern, re.IGNORECASE))
    for kind, pattern in (
        (
            Document.Type.FINANCIAL_REPORT,
            r"\b(?:10|20|40|8|6)-?[KQF]s?\b|\bearnings (?:release|call|report)|\bannual reports?\b|"
            r"\b(?:balance sheet|income statement|cash flow statement)s?\b",
        ),
        (
            Document.Type.LEGAL_CONTRACT,
            r"\b(?:lease|clause|terminat\w+ notice|notice period|governing law|NDA|licen[cs]e terms)s?\b",
        ),
        (Document.Type.POLICY, r"\b(?:guideline|code of conduct|handbook)s?\b"),
        (Document.Type.TECHNICAL_DOC, r"\b(?:data sheet|specification|user guide|pinout)s?\b"),
        (Document.Type.PRESENTATION, r"\b(?:slide|slide deck|pitch deck)s?\b"),
        (Document.Type.CORRESPONDENCE, r"\b(?:e-mails?|memos?|correspondence)\b"),
        (Document.Type.MEETING_NOTES, r"\b(?:meeting notes|agenda)s?\b"),
        (Document.Type.RESEARCH, r"\b(?:study|studies|white ?papers?)\b"),
    )
)
# “The best quarter”, “In which year were sales strongest?”, but no best practices, and nobody of that name
_TIMES = r"(?:quarter|half|year|month)"
_BEST, _WORST = (
    rf"\b(?-i:{words})\b(?=\s+(?:\w+\s+)?{_TIMES}\b|\s*\?)|\b{_TIMES}s?\b[^.?]*\b(?-i:{words})\b"
    for words in ("best|strongest", "worst|weakest")
)
KINDS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (kind, re.compile(pattern, re.IGNORECASE))
    for kind, pattern in (
        ("conflict", r"\b(disagree\w*|conflict\w*|contradict\w*|inconsisten\w*|discrepan\w*)\b"),
        (
            "version",
            r"\b(super[sc]ede\w*|in force|(?:current|latest|newest|valid) (?:version|edition)|outdated)\b",
        ),
        ("ratio", r"\b(?:percent|percentage|per cent|share|portion|proportion|fraction|ratio) (?:of|to)\b"),
        (
            "count",
            r"\bhow many\b|\bnumber of (?:documents|files|invoices|contracts|reports|policies)\b|^count\b",
        ),
        (
            "compare",
            r"\b(change[ds]?|grow(?:n|th|s)?|grew|increase[ds]?|decrease[ds]?|declin\w+|rose|ris(?:e|en)|fell|"
            r"by how (?:much|many)\b[^?]*?\b(?:fall|drop|rise|shrink|go (?:up|down))|"
            r"(?<=^did )(?:\S+ ){1,8}?(?:fall|drop|go (?:up|down))(?! due| under| within| into| in line)|"
            r"\b(?:any|an?) (?:drop|fall|rise|decline|increase|decrease|reduction) in\b|"
            r"dropped|went (?:up|down)|up or down|down or up|compare[ds]?|versus|vs\.?|"
            r"differen(?:ce|t)|year[- ]over[- ]year|year[- ]on[- ]year)\b",
        ),
        ("average", r"\b(average|mean)\b"),
        ("highest", rf"\b(highest|largest|biggest|most|maximum|max|greatest|top)\b|{_BEST}"),
        ("lowest", rf"\b(lowest|smallest|least|minimum|min)\b|{_WORST}"),
        ("sum", r"\b(sum|in total|altogether|combined|add(?:ed)? up|together|total (?:of|amount|value))\b"),
        ("list", r"^\s*(?:list|show|enumerate|which|what are (?:all )?the)\b"),
    )
)
# Drivers are reasons where they are those of something that is no place; else they may be people.
ANALYTICAL = re.compile(
    r"\b(why|explain|drove|reason|reasons|because|describe|summar\w+|assess)\b"
    r"|\b(?:key|main|major|primary|principal|biggest|growth|cost|revenue|profit|margin)\s+drivers?\b"
    r"|\bwhat (?:is|are|was|were) the drivers?\b"
    r"|(?<!how many )\bdrivers?\s+(?:of|behind|for)\b",
    re.I,
)
COMPARING = re.compile(
    r"\b(?:than|compar(?:e|ed|ing|ison)|versus|vs\.?|relative to|against)\b", re.IGNORECASE
)
_MORE = r"(?:(?:high|low|larg|bigg|small|great|few|bett|strong|weak)er|more|less|worse)"
# “Which had higher revenue, A or B?”, “Did A earn more than B?”, “Which of A and B has less debt?”
BETWEEN_SIDES = re.compile(
    rf"\b(?P<more>{_MORE})\b(?=.*\b(?:than|or|between)\b)|"
    rf"\b(?:or|between|which of)\b.*\b(?P<or_more>{_MORE})\b(?! than \W?\d)",
    re.IGNORECASE,
)
MORE = re.compile(rf"\b{_MORE}\b", re.IGNORECASE)
JUDGING = re.compile(r"\b(?:better|best|worse|worst|stronger|strongest|weaker|weakest)\b", re.IGNORECASE)
# “In which quarter was revenue highest?”, “the best year”, “the highest quarterly revenue”
_SPAN = r"(?:fiscal|financial|calendar|full|single|one|other|reported|interim)\s+"
SPAN_ASKED = re.compile(
    rf"\b(?:(?:which|what|of (?:the|all)|in (?:an?|any))\s+(?:{_SPAN})*|"
    rf"(?:best|worst|strongest|weakest|highest|lowest|largest|smallest|average)\s+(?:{_SPAN})*)"
    r"(?P<noun>quarter|half-year|half|year|month)s?\b(?!-)|"
    r"\b(?P<adjective>quarter|half-year|annual|year|month)(?:ly)?\b(?<=ly|al)"
    r"(?!\s+(?:reports?|filings?|meetings?|general|statements?|results?))",
    re.IGNORECASE,
)
SPAN_MONTHS = {"month": 1, "quarter": 3, "half": 6, "half-year": 6, "year": 12, "annual": 12}
OVER_TIME = re.compile(
    r"\b(?:trends?|over time|over the years|historical(?:ly)?|year[- ](?:over|on)[- ]year|growth|grew|when|"
    r"how long|since|history)\b",
    re.IGNORECASE,
)
MOST_RECENT = re.compile(r"\b(?:most\s+recent|newest|latest)\b", re.IGNORECASE)  # “most” there is no maximum


def kind_of(question: str) -> str:
    """lookup, or the first of KINDS that the question's words say."""
    return next((kind for kind, pattern in KINDS if pattern.search(_weighed(question))), "lookup")


def _weighed(question: str) -> str:
    return MOST_RECENT.sub("latest", question)


def compares_sides(question: str) -> bool:
    """Whether it asks which of those that it names has more or less of something."""
    return bool(BETWEEN_SIDES.search(question))


def types_named(question: str) -> tuple[str, ...]:
    """The types of documents that words other than DOCUMENT_NOUNS point to."""
    return tuple(kind for kind, pattern in TYPE_WORDS if pattern.search(question))


def nouns_in(question: str) -> list[tuple[str, int, int]]:
    """The nouns for documents in the question, with their characters."""
    return [((m["noun"] or "policy").lower(), m.start(), m.end()) for m in NOUN.finditer(question)]


def months_asked(question: str) -> int:
    """How long the spans are of which the question wants one: 3 of “which quarter”; 0 where it names none."""
    found = SPAN_ASKED.search(question)
    return SPAN_MONTHS[(found["noun"] or found["adjective"]).lower()] if found else 0


_DOWN = r"declin\w+|decreas\w+|fell|fall(?:en|ing)?|drop\w*|shrank|shr[iu]nk\w*"
_GROW = (
    rf"(?:grow(?:n|ing|s|th)?|grew|increas(?:e[ds]?|ing)|rose|ris(?:e|en|ing)|gain(?:ed)?|improv\w+|{_DOWN})"
)
_LESS = r"slow(?:er|est|ly)|less|least|lower|lowest|smaller|smallest|weaker|weakest"
_DEGREE = (
    r"(?:fast(?:er|est)|quick(?:er|est|ly)|rapid(?:ly)?|more|most|strong(?:er|est|ly)|higher|highest|larger|largest|"
    rf"bigger|biggest|greater|greatest|better|best|{_LESS})(?!\s+(?:than\s+)?\W?\d|\s+recent)"
)
GROWTH = re.compile(
    rf"\b{_GROW}\b(?:\s+[\w’'-]+){{0,3}}?\s+{_DEGREE}\b|\b{_DEGREE}\s+(?:[\w’'-]+\s+){{0,2}}?{_GROW}\b",
    re.IGNORECASE,
)
# “Which segment contributed most to revenue growth?”: by its amount
CONTRIBUTED = re.compile(
    rf"\b(?:contribut\w+|add(?:s|ed)?|account(?:s|ed)?)\s+(?:the\s+)?{_DEGREE}\s+(?:to|for)\b[^?]*\b{_GROW}\b|"
    rf"\b(?:largest|biggest|main|top|smallest)\s+contribut\w+\s+to\b[^?]*\b{_GROW}\b",
    re.IGNORECASE,
)
# “Compare the growth of Europe and Asia”, “Did Europe outgrow Asia?”
SETS_GROWTHS = re.compile(
    r"\bcompar\w+\b[^?]*\bgrowth\b|\bgrowth\b[^?]*\b(?:compar\w+|versus|vs\.?|against)\b|\boutgr(?:ow|ew|own)\w*",
    re.IGNORECASE,
)
DOWN = re.compile(rf"\b(?:{_DOWN})\b", re.IGNORECASE)
LESS = re.compile(rf"\b(?:{_LESS})\b", re.IGNORECASE)
WHOSE = re.compile(
    r"\b(?:whose|who|which (?:\w+ )?(?:company|companies|one|of (?:them|these|those)))\b", re.IGNORECASE
)
# What tables break a figure down by: “which segment”, “in what region”.
PART = re.compile(
    r"\b(?:(?:which|what)\s+(?:(?!(?:had|has|have|did|do|does|was|were|is|are)\b)[\w’'&.-]+\s+){0,4}?|"
    r"(?:largest|biggest|smallest|highest|lowest|top|main)\s+(?:[\w-]+\s+){0,2}?)"
    r"(?P<part>segment|region|division|countr|product|area|categor|market|channel)(?:s|y|ies)?\b(?:\s+lines?)?",
    re.IGNORECASE,
)
# Words of such questions beside those that all questions ask with.
WORDS = (
    "fast faster fastest quick quicker quickest quickly rapid rapidly slow slower slowest slowly gain gained "
    "grown growing increasing improve improved rate shrank shrink shrunk strongly company companies segment "
    "segments region regions division country product line business reportable operating geographic area "
    "category market channel"
)


def compares_growth(question: str) -> bool:
    """Whether it asks which of several grew, or fell, more than others."""
    return bool(GROWTH.search(question) or CONTRIBUTED.search(question))
