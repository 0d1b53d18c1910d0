"""Sentences that state something: figures, conclusions, expectations, obligations. By rules."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from datetime import date, timedelta
from functools import lru_cache

from reading.lexicon import FELL, ROSE
from reading.measures.catalogue import find_measures
from reading.model import ClaimDraft, ParsedDocument, Place
from reading.profile.keywords import Topic, phrases_of
from reading.profile.running_text import Passages, Sentence, is_running_text
from reading.text.sentences import sentence_spans
from reading.values.quantities import find_quantities

MOST_CLAIMS = 120
SUMMARY_SENTENCES = 3
MOST_POINT_WORDS = 30  # of a point on a slide
SUMMARY_CHARACTERS = 260  # of a sentence, from which on it tells too much for a summary

# What this pattern is looked for in is in small letters: that is three times as fast as IGNORECASE. All kinds
# stand in one, since to go through the words takes longer than to compare them. No words of one kind begin
# with or within those of another, so that none hides another.
_TELLING = re.compile(
    r"\b(?:(?P<prediction>expect(?:s|ed to)?|anticipat(?:es?|ed to)|forecasts?|projects? (?:that|to)|outlook"
    r"|guidance|intends?|plans? to|is likely|are likely|estimates? that|targets?"
    r"|(?:we|it|company|management|they|board) will|by 20[3-9]\d)"
    r"|(?P<recommendation>recommend(?:s|ed)?|should|advis(?:es?|ed) (?:to|that)|propos(?:es?|ed) (?:to|that)"
    r"|urges?)"
    r"|(?P<opinion>believ(?:es?|ed)|thinks?|in (?:our|my|its) (?:view|opinion)|confident|optimistic|excited"
    r"|pleased|proud|demonstrates?|remarkable|exceptional)"
    rf"|(?P<conclusive>{ROSE}|{FELL}|totall?ed|amounted|reached|exceeded"
    r"|surpassed|decided|resolved|agreed|approved|concluded|found|shows?|resulted|completed|acquired|opened|closed"
    r"|launched|announced|reported|repurchased|paid|terminated?|shall|must|may terminate|is liable|warrants"
    r"|(?:main|key|principal|biggest|greatest|primary) (?:risks?|uncertainties|drivers?|challenges?|findings?"
    r"|reasons?|opportunities|priorities|objectives?|goals?|conclusions?)"
    r"|supersedes?|replaces?|takes effect|applies to|entered into|accepted|ranges?|measures?|rated))\b"
)
_REFERS_BACK = re.compile(
    r"(?:this|these|that|those|it|they|such|he|she|however|in addition|also|accordingly|for example)\b"
)
_TELLING_SECTION = re.compile(
    r"\b(?:overview|highlights?|summary|introduction|abstract|conclusions?|scope|purpose|results|business|about"
    r"|outlook|findings|decisions?|resolutions?)\b"
)
LONG_DOCUMENT = 1000  # sentences, from which on the first page is a cover rather than a summary
RESULTS = frozenset(
    "revenue gross_profit operating_income net_income ebitda net_interest_income premiums "
    "eps_basic eps_diluted operating_cash_flow free_cash_flow".split()
)
OUT_OF_PLACE = -10.0
RESULT_CHARACTERS = 80  # before the word that says how it changed
LONGEST_REST_OF_YEAR = timedelta(days=100)  # of a fiscal year, in the calendar year after that of its name
_CHANGED = re.compile(rf"\b(?:{ROSE}|{FELL}|totall?ed|amounted|reached)\b")
_OF_ALL = re.compile(r"(?:(?:our|the|its|total|consolidated|group|company['’]s|net|and)\s+)*", re.IGNORECASE)
_EXPLAINS = re.compile(r"\b(?:driven by|due to|reflecting|reflects|attributable to)\b")
_OF_BOOKS = re.compile(  # what notes and risk factors explain, in small letters
    r"\b(?:(?:fair|carrying|book) (?:value|amount)|recorded|included in|consideration|impaired|goodwill"
    r"|receivables|facility|may not|could|deferred|unearned|unrecognized|amorti[sz]\w+|outstanding as of"
    r"|derivative\w*|leases?)\b"
)
_COMPARED = re.compile(r"\b(?:compar|versus|vs\b|than\b|from\b|over\b|after\b|up\b|down\b)")
_YEAR_NOW = re.compile(r"\b20\d\d\b")
_NUMBER_OR_BULLET = re.compile(r"^(?:\d+(?:\.\d+)+\.?|\d+\.|\([a-z\d]{1,3}\)|[•●▪◦–—\uf000-\uf8ff-])\s+")
_DIGIT = re.compile(r"\d")
_CALENDAR = frozenset(("days", "months", "years", "weeks", "quarters", "pages", ""))


def find_claims(passages: Passages, topics: Sequence[Topic]) -> list[ClaimDraft]:
    """The most telling statements, in the document's order."""
    judged = [(tell, sentence) for sentence in passages.sentences if (tell := _tell(sentence, topics)) > 0]
    best = sorted(judged, key=lambda pair: -pair[0])[:MOST_CLAIMS]
    return [_claim(sentence, topics) for _, sentence in sorted(best, key=lambda pair: pair[1].position)]


def telling_sentences(
    passages: Passages,
    topics: Sequence[Topic],
    *,
    subject: str,
    until: date | None = None,
    count: int = SUMMARY_SENTENCES,
) -> list[Sentence]:
    """The few sentences that sum the document up, in its order. None hangs on another or repeats it.

    `until`: the last day that the document reports on.
    """
    early = 2.5 if len(passages.sentences) < LONG_DOCUMENT else 1.0
    results = _results(each for each in passages.sentences if not _is_of_before(each.text, until))
    judged = sorted(
        (
            sentence
            for sentence in passages.sentences
            if len(sentence.text) <= SUMMARY_CHARACTERS and not _REFERS_BACK.match(sentence.text.lower())
        ),
        key=lambda sentence: (
            -_summary_score(sentence, topics, subject, until, early=early) - results.get(sentence, 0)
        ),
    )
    chosen: list[Sentence] = []
    for sentence in judged:
        if len(chosen) == count:
            break
        if not any(_is_like(sentence.text, other.text) for other in chosen):
            chosen.append(sentence)
    return sorted(chosen, key=lambda sentence: sentence.position)


def telling_lines(parsed: ParsedDocument, *, count: int = SUMMARY_SENTENCES) -> list[str]:
    """The few lines that state most, in their order: what slides have in place of sentences."""
    lines = [without_numbering(line.text) for page in parsed.pages for line in page.lines]
    judged = [(telling_weight(text), -at, text) for at, text in enumerate(lines) if _is_point(text)]
    best = sorted(sorted(judged, reverse=True)[:count], key=lambda each: -each[1])
    return [f"{text.rstrip('.')}." for weight, _, text in best if weight]


def _is_point(text: str) -> bool:
    """Whether it has the words of a statement; a row of figures has not."""
    words = [word for word in text.split() if word[:1].isalpha()]
    return 3 <= len(words) <= MOST_POINT_WORDS and 2 * len(words) > len(text.split())


def without_numbering(text: str) -> str:
    """The sentence without the clause number or bullet that stands before it."""
    return _NUMBER_OR_BULLET.sub("", text)


def claim_type(text: str) -> str:
    """fact | prediction | recommendation | opinion, by the words in which it is said."""
    kinds = _telling_kinds(text)
    return next((kind for kind in ("prediction", "recommendation", "opinion") if kind in kinds), "fact")


def _telling_kinds(text: str) -> set[str | None]:
    """Of which kinds it has words: prediction, recommendation, opinion, conclusive."""
    return {found.lastgroup for found in _TELLING.finditer(text.lower())}


def is_quantitative(text: str) -> bool:
    """Whether it states an amount, a share or a count rather than a date."""
    if not _DIGIT.search(text):
        return False
    return any(quantity.unit not in _CALENDAR for quantity in find_quantities(text))


def _tell(sentence: Sentence, topics: Sequence[Topic]) -> float:
    """How much the sentence states, where it stands and of what; 0 for no claim."""
    weight = telling_weight(sentence.text)
    if not weight:
        return 0.0
    about = _topic_of(sentence, topics) is not None
    return weight + 0.5 * about + 0.5 * (1 - sentence.position)


@lru_cache(maxsize=4096)  # asked of each sentence for the summary and again for the claims
def telling_weight(text: str) -> float:
    """How much the sentence states by its own words; 0 for no claim."""
    quantitative, kinds = is_quantitative(text), _telling_kinds(text)
    if not quantitative and (not kinds or kinds == {"opinion"}):
        return 0.0
    return 2.0 * quantitative + ("conclusive" in kinds) + 0.5 * bool(kinds - {"conclusive"})


def _summary_score(
    sentence: Sentence, topics: Sequence[Topic], subject: str, until: date | None, *, early: float
) -> float:
    """`early`: what standing at the very start is worth."""
    folded = sentence.text.casefold()
    covered = sum(topic.name in folded for topic in topics)
    return (
        _tell(sentence, topics)
        + 0.7 * min(covered, 3)
        + 1.0 * bool(subject and subject.casefold() in folded)
        + early * (1 - sentence.position) ** 2
        + 1.5 * bool(_TELLING_SECTION.search(sentence.section.lower()))
        + 0.5 * (8 <= len(sentence.text.split()) <= 35)
        + 1.0 * (_EXPLAINS.search(folded) is not None)
        - 1.5 * (_OF_BOOKS.search(folded) is not None)
        - 4.0 * _is_of_before(sentence.text, until)
    )


def _results(sentences: Iterable[Sentence]) -> dict[Sentence, float]:
    """What it is worth to say how a result changed: most, of the whole; less, of a named part.

    A bare “revenue grew” under one heading after another is each time that of the segment in the heading:
    out of its place it would be taken for the whole.
    """
    found = [(each, *_result_of(without_numbering(each.text))) for each in sentences]
    sections = defaultdict[str, set[str]](set)
    for sentence, name, is_bare in found:
        if is_bare:
            sections[name].add(sentence.section)
    return {
        sentence: (1.5 if not is_bare else 3.0 if len(sections[name]) == 1 else OUT_OF_PLACE)
        for sentence, name, is_bare in found
        if name
    }


def _result_of(text: str) -> tuple[str, bool]:
    """The canonical name of the result whose change is told, and whether it stands bare; "" for none."""
    changed = _CHANGED.search(text)
    if not changed or changed.start() > RESULT_CHARACTERS:
        return "", False
    named = [each for each in find_measures(text[: changed.start()]) if each[0] in RESULTS]
    if not named:
        return "", False
    name, start, _ = named[0]
    is_bare = _OF_ALL.fullmatch(text[:start]) and not text[named[-1][2] : changed.start()].strip()
    return name, bool(is_bare)


def _is_of_before(text: str, until: date | None) -> bool:
    """Whether it tells of years before the one that ends `until`, whose number it may have from its start."""
    years = [int(year) for year in _YEAR_NOW.findall(_COMPARED.split(text, maxsplit=1)[0])]
    return bool(years) and until is not None and max(years) < (until - LONGEST_REST_OF_YEAR).year


def _is_like(one: str, other: str) -> bool:
    """Whether they say much the same, or begin alike, as what is told of each segment does."""
    return _overlap(one, other) > 0.5 or one.split()[:2] == other.split()[:2]


def _overlap(one: str, other: str) -> float:
    first, second = set(one.lower().split()), set(other.lower().split())
    return len(first & second) / max(min(len(first), len(second)), 1)


def _topic_of(sentence: Sentence, topics: Sequence[Topic]) -> str | None:
    """The longest topic that it names."""
    folded = sentence.text.casefold()
    named = (topic.name for topic in topics if topic.name in folded)
    return max(named, key=lambda name: name.count(" "), default=None)


def _claim(sentence: Sentence, topics: Sequence[Topic]) -> ClaimDraft:
    kind, quantitative = claim_type(sentence.text), is_quantitative(sentence.text)
    return ClaimDraft(
        place=Place(page=sentence.page, quote=sentence.quote),
        claim_text=without_numbering(sentence.text),
        claim_type=kind,
        topic=_topic_of(sentence, topics) or sentence.section[:200],
        confidence=_confidence(kind, quantitative=quantitative),
        source_section=sentence.section,
        is_quantitative=quantitative,
        can_be_verified=quantitative and kind == "fact",
    )


def _confidence(kind: str, *, quantitative: bool) -> float:
    """How surely the rules took the sentence for what it is: words of opinion are the least sure sign."""
    if kind == "fact":
        return 0.9 if quantitative else 0.7
    return 0.6 if kind == "opinion" else 0.8


LONGEST = 240  # characters of a sentence that is told
MOST_PHRASES = 4


def telling_sentence(text: str) -> str:
    """The sentence that states most, the first of several alike; "" where none is whole and short enough."""
    whole = (" ".join(text[start:end].split()) for start, end in sentence_spans(text))
    running = [without_numbering(each) for each in whole if len(each) <= LONGEST and is_running_text(each)]
    return max(running, key=telling_weight, default="")


def own_phrases(text: str) -> list[str]:
    """The phrases of two and three words that the passage uses most, none inside another."""
    counts = Counter(map(str.lower, phrases_of(text, shortest=2)))
    kept: list[str] = []
    taken: set[str] = set()
    for phrase in sorted(counts, key=lambda phrase: (-counts[phrase], -phrase.count(" "))):
        words = phrase.split()
        if taken.isdisjoint(words):
            kept.append(phrase)
            taken.update(words)
        if len(kept) == MOST_PHRASES:
            break
    return kept
