"""How much of the question each window says: rare words are worth the most."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from reading.text.languages import language_of
from reading.values.dates import find_dates
from retrieval.alike.compounds import taken_apart
from retrieval.alike.marks import alike_in, read
from retrieval.alike.things import FIELDS
from retrieval.passages.expected import Expected
from retrieval.passages.forms.doers import verb_of
from retrieval.passages.identity.document_names import marks_naming, stems_called_alike, stems_naming
from retrieval.passages.scoring import IN_HEADING, TOKEN, Asked, Passage, Scored
from retrieval.passages.subject import has_mark
from retrieval.passages.weighing.value import choose_value
from retrieval.passages.windows import Window

OF_DOCUMENT = 0.25  # what the words that name its document are worth, against those for what is asked of it
IN_DOCUMENT = 0.5  # of these at least: its document goes by them whether or not a window says them again
MARKED = 0.5  # of the words that are missing, what those are worth that the question marks or quotes
# “Thursday, September 13, 2018, 2 p.m. ET”: no sentence has so few words.
DAY_ALONE = re.compile(r"[\w.,:/–-]+(?: [\w.,:/–-]+){1,8}")
SMALL = re.compile(r"(?<![\w’'@./-])[a-zà-öø-ÿ]{3,}(?![\w’'@/]|\.\w)")  # and of no address
LEAST_TELLING = 2  # words besides names, where nothing else tells which sentence answers
FILLER_WEIGHT = 0.25  # of words that questions ask with


def worths(stems: frozenset[str], filler: frozenset[str], held: Sequence[frozenset[str]]) -> dict[str, float]:
    """What each stem is worth: the rarer among the windows, the more; little where all questions have it."""
    count = Counter(stem for each in held for stem in each & stems)
    return {
        stem: math.log(1 + (len(held) + 1) / (count[stem] + 0.5)) * (FILLER_WEIGHT if stem in filler else 1)
        for stem in stems
    }


def weigh_windows(
    question: str,
    expected: Expected,
    filler: frozenset[str],
    cut: Sequence[tuple[Passage, Window]],
    *,
    bonus: Callable[[Window, Asked], float],
    marks: Sequence[str] = (),
    names: Sequence[str] = (),
    asking: frozenset[str] = frozenset(),
    kinds: Sequence[str] = (),
    lands: Sequence[str] = (),
) -> tuple[list[Scored], Asked]:
    """The windows with what their words and values are worth. `bonus`: what the form of a window is.

    `names`: of whom and what the question speaks, which choose a document where it begins with them.
    `asking`: stems of words that only ask, which no answer has. `kinds`: what the names are said to be, which
    a document in another language cannot be held against. `lands`: words for the country that each of the
    documents is of, which it need not say.
    """
    texts = [window.text for _, window in cut]
    around = [_around(passage, window) for passage, window in cut]
    spoken = [expected.language, *(language_of(passage.text) for passage, _ in cut)]
    spoken += spoken[1:]
    asked, *stems_read = read([question, *texts, *around], expected.language, spoken)
    asked = taken_apart(asked - asking or asked, frozenset().union(*stems_read), expected.language)
    asked = frozenset(stem for stem in asked if not stem.startswith("§") or stem in FIELDS)
    own, over = stems_read[: len(texts)], stems_read[len(texts) :]
    telling = frozenset(stem for stem in asked - filler if not stem.startswith("§"))
    most = len(telling) - (0 if expected.is_value or expected.is_in_words else LEAST_TELLING)
    documents = {p.hit.document_id: (p.called or p.identity, p.identity) for p, _ in cut}
    choosing = stems_naming(documents, names, tuple(marks), lambda texts: read(texts, expected.language))
    named = {
        pk: called | spoken if len(telling & (called | spoken)) <= most else called
        for pk, (called, spoken) in choosing.items()
    }
    alike = alike_in(question, expected.language)
    languages = {p.hit.document_id: language_of(p.text) for p, _ in cut}
    abroad = stems_called_alike(documents, alike, languages, expected.language)
    named = {pk: own | abroad[pk] if telling - own - abroad[pk] else own for pk, own in named.items()}
    said_to_be, of_lands = read([" ".join(kinds), " ".join(lands)], expected.language)
    named = {pk: own | of_lands for pk, own in named.items()}
    named = {pk: own | said_to_be if languages[pk] != expected.language else own for pk, own in named.items()}
    one_unit = [stems for stems, (_, window) in zip(own, cut, strict=True) if len(window.units) == 1]
    weighed = Asked(question, expected, worths(asked, filler, one_unit), tuple(marks), alike)
    verb = verb_of(question) if expected.kind == "person" else None
    doing = frozenset(stem for stem in asked if verb and verb.match(stem))
    own = [
        stems | doing if doing and verb and verb.search(text) else stems
        for stems, text in zip(own, texts, strict=True)
    ]
    scored = [
        _by_words(passage, window, stems, heading, named[passage.hit.document_id], weighed)
        for (passage, window), stems, heading in zip(cut, own, over, strict=True)
    ]
    ordinary = {word for text in texts for word in SMALL.findall(text)}
    is_told = verb is not None and any(verb.search(text) for text in texts)
    for each in scored:
        each.extra = bonus(each.window, weighed)
        of_document = named[each.passage.hit.document_id]
        wanted = frozenset(
            stem for stem in asked - filler - of_document if stem.isalpha() or stem.startswith("§")
        )
        each.lacking = wanted & each.missing
        choose_value(each, weighed, ordinary, verb if is_told else None, wanted)
    return scored, weighed


def _around(passage: Passage, window: Window) -> str:
    """The words over it that say what it is about; of a day alone below the title also what the document is
    called: “Open day › Saturday, 9 March”."""
    is_day = DAY_ALONE.fullmatch(window.units[0].text) is not None and find_dates(window.text)
    title = set(TOKEN.findall(passage.called.casefold()))
    heading = set(TOKEN.findall(window.heading.rpartition(" › ")[2].casefold()))
    return f"{window.around} {passage.called}" if is_day and heading and heading <= title else window.around


def _by_words(
    passage: Passage,
    window: Window,
    own: frozenset[str],
    over: frozenset[str],
    named: frozenset[str],
    asked: Asked,
) -> Scored:
    """What names the document chose it: the other words tell which of its windows answers."""
    shares = {stem: _share_of(stem, own, over, asked) for stem in asked.worth}
    rest = {stem: worth for stem, worth in asked.worth.items() if stem not in named}
    of_document = {stem: worth for stem, worth in asked.worth.items() if stem in named}
    told = _share(rest, shares) if rest else _share(of_document, shares)
    also = max(_share(of_document, shares), IN_DOCUMENT) if of_document else told
    words = (1 - OF_DOCUMENT) * told + OF_DOCUMENT * also
    choosing = marks_naming(asked.marks, passage.called, passage.identity)
    marks = [mark for mark in asked.marks if mark not in choosing]
    if marks and all(has_mark(mark, window.text) for mark in marks):
        words += MARKED * (1 - words)
    missing = frozenset(stem for stem in rest if not shares[stem])
    return Scored(passage, window, words, frozenset(stem for stem in shares if shares[stem]), missing)


def _share_of(stem: str, own: frozenset[str], over: frozenset[str], asked: Asked) -> float:
    """How much of a word stands there: itself or another of its meaning, in the window or over it."""
    alike = asked.alike.get(stem, frozenset())
    if stem in own:
        return 1.0
    if stem in over or alike & own:
        return IN_HEADING
    return IN_HEADING**2 if alike & over else 0.0


def _share(worth: Mapping[str, float], shares: Mapping[str, float]) -> float:
    return sum(shares[stem] * value for stem, value in worth.items()) / (sum(worth.values()) or 1.0)
