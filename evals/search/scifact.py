"""What the embedder's speed costs in quality: nDCG@10 on SciFact, beside plain fp32 sentence-transformers."""

from __future__ import annotations

import csv
import json
import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from documents.providers import find_embedder_folder, get_embedder
from evals.report import Report
from llm.embedding.multilingual import NAME as MULTILINGUAL
from llm.embedding.multilingual import multilingual_embedder

CUTOFF = 10
RECALL_AT = 100
Relevant = Mapping[str, Mapping[str, int]]  # query → abstract → grade


def run(*, data: Path, limit: int | None, abstracts: str = "", multilingual: str = "0") -> Report:
    """Rank the abstracts for the test queries by cosine alone. `limit`: so many queries.

    Texts are title and abstract. sentence-transformers cuts them at the model's 256 tokens; ours reads all.
    `abstracts`: so many of them, those of the queries first. `multilingual`: 1 asks that embedder too.
    """
    from sentence_transformers import SentenceTransformer

    folder = data / "scifact"
    every, queries = _texts(folder / "corpus.jsonl"), _texts(folder / "queries.jsonl")
    relevant = dict(list(relevant_abstracts(next((folder / "qrels").glob("test*"))).items())[:limit])
    wanted = {name for grades in relevant.values() for name in grades}
    ordered = sorted(every, key=lambda name: name not in wanted)
    texts = {name: every[name] for name in ordered[: int(abstracts) if abstracts else None]}
    plain = SentenceTransformer(str(find_embedder_folder()), device="cpu")
    embedders = {
        "plain fp32 sentence-transformers": lambda given: plain.encode(given, batch_size=32),
        f"ours, {get_embedder().name}": get_embedder().embed,
    }
    if multilingual == "1":
        embedders[f"{MULTILINGUAL}, optional"] = multilingual_embedder().embed
    rows = []
    for name, embed in embedders.items():
        started = time.perf_counter()
        vectors = np.asarray(embed(list(texts.values())))
        seconds = time.perf_counter() - started
        asked = np.asarray(embed([queries[query] for query in relevant]))
        rows.append((name, *_scores(asked @ vectors.T, list(texts), relevant), f"{seconds:.0f}"))
    lost = 100 * (rows[0][1] - rows[1][1])
    return Report(
        title=f"SciFact, {len(texts):,} abstracts, {len(relevant)} queries",
        columns=("embedder", f"nDCG@{CUTOFF}", f"recall@{RECALL_AT}", "s for the abstracts"),
        rows=tuple(rows),
        notes=(f"Ours loses {lost:.2f} points of nDCG@{CUTOFF} (less than 0: gains).",),
    )


def _texts(path: Path) -> dict[str, str]:
    rows = (json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line)
    return {row["_id"]: f"{row.get('title', '')} {row['text']}".strip() for row in rows}


def relevant_abstracts(path: Path) -> Relevant:
    found: dict[str, dict[str, int]] = defaultdict(dict)
    with path.open(encoding="utf-8") as file:
        for row in csv.DictReader(file, delimiter="\t"):
            found[row["query-id"]][row["corpus-id"]] = int(row["score"])
    return found


def _scores(similarity: np.ndarray, names: Sequence[str], relevant: Relevant) -> tuple[Any, Any]:
    """Mean nDCG and recall over the queries, in the order of `relevant`."""
    pairs = []
    for row, grades in zip(similarity, relevant.values(), strict=True):
        ranked = [names[index] for index in np.argsort(-row)[:RECALL_AT]]
        found = sum(grades.get(name, 0) > 0 for name in ranked)
        pairs.append((ndcg([grades.get(name, 0) for name in ranked], grades), found / len(grades)))
    gain, recall = np.mean(pairs, axis=0)
    return round(float(gain), 4), round(float(recall), 4)


def ndcg(ranked: Sequence[int], grades: Mapping[str, int]) -> float:
    """Gains of the first ten by the logarithm of their rank, of those that a perfect ranking has."""
    best = sorted(grades.values(), reverse=True)
    return _discounted(ranked[:CUTOFF]) / _discounted(best[:CUTOFF])


def _discounted(gains: Sequence[int]) -> float:
    return float(sum(gain / np.log2(rank + 1) for rank, gain in enumerate(gains, start=1)))
