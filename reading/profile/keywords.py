"""What a document is about, by statistics of its phrases: no list of topics is given beforehand."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from reading.lexicon import MONTHS
from reading.model import ParsedDocument, once_for_document
from reading.profile.running_text import Passages

MOST_TOPICS = 15
LEAST_PHRASE_COUNT = 3  # a sentence of the first half counts as two
LEAST_WORD_COUNT = 5  # of a single word
HEADING_WEIGHT = 6  # a phrase in a heading counts as so many in the text
LENGTH_WEIGHT = {1: 0.4, 2: 1.0, 3: 1.25}  # single words say little, long phrases are rare

# Words that begin or end no phrase.
_STOP_WORDS = frozenset(
    """a about above according across after again against all almost also although among an and
    another any are around as at available based be became because been before being below between
    both but by can cannot certain could current did do does doing down due during each either etc
    even every first following for from further generally given had has have having he her here hers
    him his how however i if in include included includes including into is it its itself just last
    less like made make many may me might more most much must my neither new next no nor not now of
    off on one only or other our out over own per primarily prior related respective respectively
    same second see set several she should since so some such than that the their them then there
    these they third this those three through to together total two under until up upon us use used
    using various very was we well were what when where which while who whom will with within
    without would year years you your quarter quarters month months week weeks day days date ended
    ending end beginning period periods fiscal annual quarterly million millions billion billions thousand
    percent percentage approximately compared increase increased increases decrease decreased
    decreases higher lower change changes amount amounts shall hereby herein hereof thereof thereto
    pursuant company companies registrant management results result basis reported number page pages
    table tables note notes item items part section exhibit form report reports statement statements
    information document documents united states inc corp corporation ltd plc llc mr ms dr version
    say says said four five six seven eight nine ten partially offset addition additional effect
    impact factors term terms fourth unaudited euros dollars eur usd gbp parameter symbol typ min
    max unit units quantity pos please pay paid key description data registered applicable shown
    follows provided remain signed owner action thousands consolidated condensed""".split()
) | set(MONTHS)
# Phrases that every report of its kind holds.
_COMMONPLACES = frozenset(
    (
        "table of contents|forward looking|looking statements|press release|private securities|"
        "reform act|exchange act|securities exchange|exchange commission|common stock par|"
        "chief executive|executive officer|chief executive officer|chief financial|"
        "financial officer|chief financial officer|vice president|senior vice|"
        "senior vice president|accompanying notes|integral part|check mark|financial statements|"
        "generally accepted|accepted accounting|accounting principles|wide range|material adverse|"
        "adverse effect|good faith|written notice|long term|short term|conference call|"
        "board meeting|basic earnings|pos. description|"
        "internal control|financial reporting|internal control over financial|critical audit|audit matters|"
        "critical audit matters|public accounting|accounting firm|public accounting firm|registered public|"
        "sarbanes-oxley act|significant accounting|accounting policies|significant accounting policies|"
        "accounting pronouncements|non-gaap financial measures|financial condition|"
        "fair value|fair values|cash flow|cash flows|adversely affect"
    ).split("|")
)
_IN_SMALL_LETTERS = re.compile(r"\b[a-z]+\b")
_TOKEN = re.compile(r"[^\W_][\w’'-]*|[^\w\s]")


@dataclass(frozen=True, slots=True)
class Topic:
    """`name` as most often written; `page`: where it is first written so."""

    name: str
    page: int
    quote: str
    score: float


def find_topics(passages: Passages, *, names: Collection[str] = ()) -> list[Topic]:
    """The document's topics, the weightiest first. `names` of organizations and people are no topics."""
    name_words = _words_of_names(names, passages)
    phrases: list[str] = []  # as written, as they come in the text; counted at once, not one by one
    on_pages: list[int] = []
    of_weight: dict[int, list[str]] = defaultdict(list)
    for text, page, weight in _texts(passages):
        found = phrases_of(text, name_words)
        phrases += found
        on_pages += [page] * len(found)
        of_weight[weight] += found
    times, weights = Counter(phrases), _weights(of_weight)
    pages = dict(zip(reversed(phrases), reversed(on_pages), strict=True))  # of several the first
    keys = {phrase: _key(phrase) for phrase in times}
    counts: dict[str, int] = {}
    for phrase, key in keys.items():
        counts[key] = counts.get(key, 0) + weights[phrase]
    best = _without_parts(_ranked(counts)[: 6 * MOST_TOPICS], counts)[:MOST_TOPICS]
    written: dict[str, list[str]] = {key: [] for key in best}
    for phrase, key in keys.items():
        if key in written:
            written[key].append(phrase)
    return [
        Topic(
            _commonest(written[key], times), pages[written[key][0]], written[key][0], _score(key, counts[key])
        )
        for key in best
    ]


def _weights(of_weight: Mapping[int, Sequence[str]]) -> dict[str, int]:
    """By phrase the sum of the weights that it has where it stands."""
    weights: dict[str, int] = {}
    for weight, phrases in of_weight.items():
        for phrase, count in Counter(phrases).items():
            weights[phrase] = weights.get(phrase, 0) + weight * count
    return weights


def _commonest(phrases: Sequence[str], times: Mapping[str, int]) -> str:
    """As they are most often written, in small letters."""
    counts: Counter[str] = Counter()
    for phrase in phrases:
        counts[phrase.lower()] += times[phrase]
    return counts.most_common(1)[0][0]


def _words_of_names(names: Collection[str], passages: Passages) -> set[str]:
    """Words that stand for somebody here: the text does not also write them in small letters."""
    ordinary = {word for sentence in passages.sentences for word in _IN_SMALL_LETTERS.findall(sentence.text)}
    return {word.casefold() for name in names for word in re.findall(r"\w+", name)} - ordinary


def _ranked(counts: Mapping[str, int]) -> list[str]:
    """Phrases and single words that are repeated or head a section; words last where phrases abound."""
    phrases = [key for key, count in counts.items() if " " in key and count >= LEAST_PHRASE_COUNT]
    words = [key for key, count in counts.items() if " " not in key and count >= LEAST_WORD_COUNT]
    by_score = sorted([*phrases, *words], key=lambda key: -_score(key, counts[key]))
    return sorted(by_score, key=lambda key: " " not in key) if len(phrases) >= 3 * MOST_TOPICS else by_score


def _texts(passages: Passages) -> Iterable[tuple[str, int, int]]:
    for heading in passages.headings:
        yield heading.title, heading.page, HEADING_WEIGHT
    for sentence in passages.sentences:
        yield sentence.text, sentence.page, 2 if sentence.position < 0.5 else 1  # exhibits come last


def phrases_of(text: str, names: Collection[str] = (), *, shortest: int = 1) -> list[str]:
    """Runs of one to three content words that nothing parts. `shortest`: words of a phrase, 1 or 2."""
    phrases: list[str] = []
    run: list[str] = []
    for word in map(_content_word, [*_TOKEN.findall(text), "."]):
        if word and not (names and word.casefold() in names):
            run.append(word)
        elif run:
            phrases += _phrases_in(run, shortest)
            run = []
    return phrases


def _phrases_in(run: list[str], shortest: int) -> list[str]:
    single = run if shortest == 1 else []
    if len(run) == 1:
        return single
    longer = [f"{first} {second}" for first, second in pairwise(run)]
    longer += [
        f"{first} {second} {third}" for first, second, third in zip(run, run[1:], run[2:], strict=False)
    ]
    return [*single, *[phrase for phrase in longer if phrase.lower() not in _COMMONPLACES]]


@lru_cache(maxsize=1 << 15)  # a report writes some 5,000 different words, most of them many times
def _content_word(token: str) -> str:
    """The word without the mark of its genitive, or "" where it can be no part of a topic."""
    word = token.removesuffix("’s").removesuffix("'s")
    if len(word) < 3 or not word[0].isalpha() or word.casefold() in _STOP_WORDS:
        return ""
    return "" if any(char.isdigit() for char in word) else word


def _key(phrase: str) -> str:
    """The phrase without its plural."""
    folded = phrase.lower()
    return folded[:-1] if folded.endswith("s") and not folded.endswith(("ss", "us", "is")) else folded


def _score(key: str, count: int) -> float:
    return count * LENGTH_WEIGHT[len(key.split())]


def _without_parts(keys: list[str], counts: Mapping[str, int]) -> list[str]:
    """Without what mostly occurs inside a longer phrase of the list, or is one with a part of the list."""
    kept: list[str] = []
    for key in keys:
        inside = [other for other in keys if other != key and f" {key} " in f" {other} "]
        around = [other for other in kept if f" {other} " in f" {key} "]
        if not any(counts[other] >= 0.5 * counts[key] for other in inside) and not around:
            kept.append(key)
    return kept


_SMALL_WORD = re.compile(r"\b[a-z]{2,}\b")


@once_for_document
def ordinary_words(parsed: ParsedDocument) -> set[str]:
    """Words that the document writes in small letters, so that a capital says nothing of them."""
    return {word for page in parsed.pages for word in _SMALL_WORD.findall(page.text)}
