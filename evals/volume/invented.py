"""An invented corpus whose words, lengths, topics and vectors are distributed as those of filings."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

SEED = 7
WORDS = 200_000  # of the invented language
NUMBERS = 20_000  # different figures
TOPICS = 250
TOPIC_WORDS = 400
SENTENCES = 2000  # embedded; vectors are mixed from theirs
CHUNK_WORDS, SPREAD_OF_LENGTH, LONGEST = (
    115,
    0.35,
    200,
)  # median, of its logarithm; as in the filings of evals
STOP_SHARE, NUMBER_SHARE, TOPIC_SHARE, REPEATED_SHARE = 0.40, 0.06, 0.20, 0.12  # of a chunk's words
# A vector is mixed from sentences of its topic and of any. By 20 neighbours its intrinsic dimension
# is then 22 among 5,000 and 18 among 100,000; of passages of filings it is 16, of SciFact's abstracts 17.
OWN_SENTENCES, ANY_SENTENCES, OWN_WEIGHT = 2, 6, 0.6
NOISE = 0.15  # length of what is added to the mix, in all dimensions alike
OWN_TOPIC = 0.7  # of a document's chunks
STOP = "the of and in to a for our is by on as we or are with that at be from was which has this its".split()
VERBS = ("reviewed", "sold", "delayed", "repaired", "measured", "signed")
SYLLABLES = [a + b for a in "bdfgklmnprstvz" for b in "aeiou"]
LABELS = (
    "total revenue",
    "net income",
    "total assets",
    "operating income",
    "capital expenditures",
    "cash flow",
)


@dataclass(frozen=True)
class Language:
    """`words`: content words by rank, then figures, then stop words. `topics`: ranks by topic."""

    words: np.ndarray
    topics: np.ndarray
    common: np.ndarray  # cumulated chances of the content words
    within: np.ndarray  # and of a topic's words


@dataclass(frozen=True)
class Corpus:
    """`vectors`: of `sentences`, normalised; the sentence `n` is of topic `n % TOPICS`."""

    language: Language
    sentences: Sequence[str]
    vectors: np.ndarray


@dataclass(frozen=True)
class Passages:
    """A batch: texts, their lengths in words, and vectors as rows of halves."""

    texts: list[str]
    lengths: list[int]
    vectors: np.ndarray


def language() -> Language:
    """The same on every run."""
    chance, rng = random.Random(SEED), np.random.default_rng(SEED)
    made: dict[str, None] = {}
    while len(made) < WORDS:
        made["".join(chance.choices(SYLLABLES, k=chance.randint(2, 5))) + chance.choice("bdgklmnrt")] = None
    figures = [f"{int(10 ** chance.uniform(0.5, 5)):,}" for _ in range(NUMBERS)]
    ranks = (10 ** rng.uniform(1.7, 4.8, size=(TOPICS, TOPIC_WORDS))).astype(np.int64)
    return Language(
        words=np.array([*made, *figures, *STOP], dtype=object),
        topics=ranks,
        common=_cumulated(WORDS),
        within=_cumulated(TOPIC_WORDS),
    )


def _cumulated(count: int) -> np.ndarray:
    """By Zipf's law with Mandelbrot's shift, as words of English text are."""
    shares = 1 / (np.arange(count) + 2.7)
    return np.cumsum(shares / shares.sum())


def corpus(embed: Callable[[Sequence[str]], np.ndarray]) -> Corpus:
    spoken, rng = language(), np.random.default_rng(SEED)
    sentences = [sentence(spoken, number % TOPICS, rng) for number in range(SENTENCES)]
    vectors = embed(sentences)
    return Corpus(spoken, sentences, vectors / np.linalg.norm(vectors, axis=1, keepdims=True))


def sentence(spoken: Language, topic: int, rng: np.random.Generator) -> str:
    first, second, third, fourth = topic_words(spoken, topic, rng, 4)
    return f"The {first} of {second} was {VERBS[rng.integers(len(VERBS))]} in {third} by {fourth}"


def topic_words(spoken: Language, topic: int, rng: np.random.Generator, count: int) -> list[str]:
    """A topic's words as often as they are used: mostly common ones."""
    return [str(word) for word in spoken.words[spoken.topics[topic][_drawn(spoken.within, rng, count)]]]


def _drawn(chances: np.ndarray, rng: np.random.Generator, shape: int | tuple[int, ...]) -> np.ndarray:
    return np.minimum(np.searchsorted(chances, rng.random(shape)), len(chances) - 1)


def passages(
    made: Corpus, topics: np.ndarray, names: Sequence[str], years: Sequence[int], seed: int
) -> Passages:
    """One for each of the documents' `topics`, `names` and `years` given."""
    rng, count = np.random.default_rng((SEED, seed)), len(topics)
    own = np.where(rng.random(count) < OWN_TOPIC, topics, rng.integers(TOPICS, size=count))
    main = own + TOPICS * rng.integers(SENTENCES // TOPICS, size=count)
    lengths = np.exp(rng.normal(np.log(CHUNK_WORDS), SPREAD_OF_LENGTH, size=count))
    kept = np.clip(lengths, 8, LONGEST).astype(int)
    ranks = _ranks(made.language, own, count, rng)
    added = rng.random((count, 4))
    texts = []
    for at in range(count):
        parts = []
        if added[at, 0] < 0.3:
            parts.append(f"{made.sentences[main[at]]}.")
        if added[at, 1] < 0.25:
            parts.append(f"{names[at]} said so.")
        if added[at, 2] < 0.4:
            parts.append(f"In {years[at]},")
        if added[at, 3] < 0.2:
            parts.append(LABELS[int(added[at, 3] * 1000) % len(LABELS)])
        texts.append(" ".join([*parts, *made.language.words[ranks[at, : kept[at]]]]))
    return Passages(texts, kept.tolist(), _vectors(made, own, main, rng))


def _ranks(spoken: Language, topics: np.ndarray, count: int, rng: np.random.Generator) -> np.ndarray:
    """Which words a chunk is made of, more than it keeps."""
    shape = (count, LONGEST)
    found = _drawn(spoken.common, rng, shape)
    of_topic = spoken.topics[topics[:, None], _drawn(spoken.within, rng, shape)]
    kind = rng.random(shape)
    bounds = np.cumsum([STOP_SHARE, NUMBER_SHARE, TOPIC_SHARE])
    found = np.where(kind < bounds[2], of_topic, found)
    found = np.where(kind < bounds[1], WORDS + rng.integers(NUMBERS, size=shape), found)
    found = np.where(kind < bounds[0], WORDS + NUMBERS + rng.integers(len(STOP), size=shape), found)
    again = rng.random(shape) < REPEATED_SHARE
    earlier = (rng.random(shape) * np.arange(LONGEST)).astype(int)
    return np.where(again, np.take_along_axis(found, earlier, axis=1), found)


def _vectors(made: Corpus, topics: np.ndarray, main: np.ndarray, rng: np.random.Generator) -> np.ndarray:
    count, width = len(topics), made.vectors.shape[1]
    own = topics + TOPICS * rng.integers(SENTENCES // TOPICS, size=(OWN_SENTENCES - 1, count))
    others = rng.integers(SENTENCES, size=(ANY_SENTENCES, count))
    parts = [main, *own, *others]
    weights = rng.exponential(size=(len(parts), count, 1)).astype(np.float32)
    weights[:OWN_SENTENCES] *= OWN_WEIGHT
    weights[OWN_SENTENCES:] *= 1 - OWN_WEIGHT
    mixed = sum(weight * made.vectors[part] for weight, part in zip(weights, parts, strict=True))
    mixed /= np.linalg.norm(mixed, axis=1, keepdims=True)
    mixed = mixed + rng.standard_normal((count, width)).astype(np.float32) * (NOISE / np.sqrt(width))
    mixed /= np.linalg.norm(mixed, axis=1, keepdims=True)
    return mixed.astype(">f2")
