"""The invented corpus, the figures kept and their drawing."""

import xml.etree.ElementTree as ElementTree
from dataclasses import replace

import numpy as np
import pytest

from evals.volume import chunk_copy, invented
from evals.volume.scale_figures import Measured, append, read
from evals.volume.scale_plot import drawing

SMALL = Measured(
    date="2026-01-01", chunks=10_000, load_s=5, words_s=1, vectors_s=9, passages_mb=30, words_mb=4,
    vectors_mb=11, p50=20, p95=30.5, p50_narrow=15, p95_narrow=22, embed=11, recall=0.99,
)  # fmt: skip


@pytest.fixture(scope="module")
def corpus():
    rng = np.random.default_rng(1)
    return invented.corpus(lambda sentences: rng.standard_normal((len(sentences), 64)))


def batch(corpus, count=400):
    topics = np.arange(count) % invented.TOPICS
    return invented.passages(corpus, topics, ["Acme Inc."] * count, [2020] * count, seed=3)


def test_passages_are_as_long_as_those_of_filings(corpus):
    lengths = batch(corpus).lengths
    assert 100 < np.median(lengths) < 130
    assert max(lengths) <= invented.LONGEST


def test_few_words_are_common_and_most_are_rare(corpus):
    words = [word for text in batch(corpus).texts for word in set(text.split())]
    _, counts = np.unique([word for word in words if word not in invented.STOP], return_counts=True)
    assert counts.max() > 60
    assert np.median(counts) <= 2


def test_the_same_batch_is_invented_again(corpus):
    assert batch(corpus).texts == batch(corpus).texts


def test_passages_of_one_topic_lie_near_each_other(corpus):
    vectors = batch(corpus, 10 * invented.TOPICS).vectors.astype(np.float32)
    near = vectors @ vectors.T
    topics = np.arange(len(vectors)) % invented.TOPICS
    same = (topics[:, None] == topics) & ~np.eye(len(vectors), dtype=bool)
    assert near[same].mean() > near[~same].mean() + 0.01


def test_a_record_has_a_length_before_each_value():
    record = chunk_copy._record(1, 2, (3, 4, 5, 6, 7, 8), (b"a", b"bc", b"", b"d"))
    fields, at = int.from_bytes(record[:2], "big"), 2
    for _ in range(fields):
        at += 4 + int.from_bytes(record[at : at + 4], "big")
    assert at == len(record)
    assert fields == len(chunk_copy.COLUMNS.split(","))


def test_the_last_figures_of_each_size_are_read(tmp_path):
    path = tmp_path / "figures.tsv"
    for one in (replace(SMALL, chunks=100_000), SMALL, replace(SMALL, p95=40.5)):
        append(one, path)
    assert [(one.chunks, one.p95) for one in read(path)] == [(10_000, 40.5), (100_000, 30.5)]


def test_the_drawing_says_each_figure_once():
    svg = drawing([SMALL, replace(SMALL, chunks=100_000, p95=55.0)])
    root = ElementTree.fromstring(svg)
    names = [text.text for text in root.iter() if text.tag.endswith("text") and "largest" in text.text]
    assert names[0] == "p95: 55 at the largest"
    assert len(names) == sum(tag.tag.endswith("polyline") for tag in root.iter()) == 10
