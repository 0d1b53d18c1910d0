"""Questions for a list of what documents state: their risks, drivers, findings, decisions."""

from __future__ import annotations

import re
from dataclasses import dataclass

from reading.patterns import lazily

# What is asked for → the words in which a statement is one of these, and the type of claim that all are.
NOUNS: dict[str, tuple[str, str]] = {
    r"risks?|risk factors?|threats?|uncertaint(?:y|ies)|dangers?|vulnerabilit(?:y|ies)": (
        r"risk|threat|uncertain|adverse|expos(?:ed|ure)|vulnerab",
        "",
    ),
    r"drivers?|causes?|reasons?|factors?": (
        r"driven by|drivers? of|due to|because of|reflect|attributable|owing to|result of|led by|caused",
        "",
    ),
    r"findings?|conclusions?|results? of the (?:study|analysis|audit|survey)|observations?|insights?": (
        r"found|finding|show(?:s|ed)|conclu|observ|indicat|suggest|demonstrat",
        "",
    ),
    r"challenges?|problems?|issues?|concerns?|difficult(?:y|ies)|headwinds?|weakness(?:es)?": (
        r"challeng|problem|issue|concern|difficult|headwind|pressure|weak|shortage|delay",
        "",
    ),
    r"opportunit(?:y|ies)|strengths?|advantages?|benefits?": (
        r"opportunit|potential|strength|advantage|benefit|strong",
        "",
    ),
    r"decisions?|resolutions?|agreements? reached|approvals?": (
        r"decided|resolved|approved|agreed|decision|resolution",
        "",
    ),
    r"recommendations?|suggestions?|proposals?|action (?:items|points)": (
        r"recommend|propos|suggest",
        "recommendation",
    ),
    r"predictions?|expectations?|forecasts?|outlooks?|assumptions?": (
        r"expect|anticipat|forecast|outlook|assum",
        "prediction",
    ),
    r"goals?|objectives?|targets?|priorit(?:y|ies)|strateg(?:y|ies)|initiatives?|plans?": (
        r"goals?\b|objective|target|priorit|strateg|initiative|intend|plans? to|aims?\b",
        "",
    ),
    r"opinions?|views?": (r"believ|view|opinion", "opinion"),
    r"obligations?|duties|commitments?|requirements?|terms": (
        r"shall|must|obligat|required|commit|undertak",
        "",
    ),
    r"takeaways?|highlights?|key points?|main points?|key messages?|main messages?|key facts?": (
        r"highlight|summary|conclusion|overview",
        "",
    ),
}
_WEIGHED = (
    r"(?:key|main|major|principal|primary|most\s+(?:important|significant|relevant|material|notable)|biggest|"
    r"greatest|largest|top(?:\s+\w+)?|chief|critical|significant|important|material|notable|specific|"
    r"different|various|two|three|four|five|\d+)"
)
_ASKS = r"(?:what|which|list|name|give|show|identify|enumerate|summari[sz]e|outline|describe|tell)\b"
_ENDS = (
    r"(?=\s*(?:[?.,;:]|$|\b(?:of|for|in|to|from|at|on|by|about|that|which|with|within|behind|facing|faced|and|or|"
    r"are|were|is|was|does|do|did|has|have|had|the|this|these|its|mentioned|named|listed|described|discussed|"
    r"identified|disclosed|stated|cited|reported|given|associated|related|regarding|concerning|affecting|"
    r"made|taken|raised|noted|set|outlined|highlighted)\b))"
)
_BEGINS = (
    rf"^\W*(?:\w+\s+){{0,3}}?{_ASKS}[^?]*?(?:\b(?P<weighed>{_WEIGHED})\s+(?:\w+\s+)?|\b(?:the|any|all|its|their)\s+)",
    rf"^\W*(?:the\s+)?(?P<weighed>{_WEIGHED})\s+",
    r"^\W*(?:what|which)(?P<weighed>)\s+(?!terms|plans|factors)",
)
# Words beside the noun that name nothing that a statement would have to speak of.
OF_STATEMENTS = (
    "facing face faced mentioned named listed described discussed identified disclosed stated cited reported "
    "given associated related regarding concerning affecting affect made taken raised noted set outlined "
    "highlighted behind according summarize summarise summary outline enumerate important significant "
    "relevant material critical biggest greatest top chief principal various different specific two three "
    "four five"
)
_QUESTIONS = tuple(
    (
        lazily(rf"{begins}(?P<noun>{noun})\b{_ENDS}", re.IGNORECASE),
        lazily(rf"\b(?:{words})", re.IGNORECASE),
        kind,
    )
    for noun, (words, kind) in NOUNS.items()
    for begins in _BEGINS
)


@dataclass(frozen=True)
class StatementsAsked:
    """`noun`: what is asked for, as the question says it, in `start` to `end`.

    `words`: a pattern of the words in which a claim is one of these. `claim_type`: of which all claims are
    such; "" for none.
    """

    noun: str
    start: int
    end: int
    words: re.Pattern[str]
    claim_type: str = ""


def asks_for_statements(question: str) -> StatementsAsked | None:
    """What a question wants a list of, where that is stated in sentences; None where it wants something else.

    One thing alone is a list only where it is weighed: “the main risk”, but not “the reason for it”.
    """
    for asks, words, kind in _QUESTIONS:
        found = asks.search(question)
        if found is None:
            continue
        noun = found["noun"]
        if found["weighed"] or noun.lower().endswith("s"):
            return StatementsAsked(noun, found.start("noun"), found.end("noun"), words, kind)
    return None
