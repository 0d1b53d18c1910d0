"""A reranker by sentence-transformers: a cross-encoder that reads the question and a text together."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from llm.errors import Unavailable


class CrossEncoderReranker:
    """`name`: a folder, or a model that is in the Hugging Face cache; nothing is downloaded."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.lock = threading.Lock()

    def scores(self, question: str, texts: Sequence[str]) -> np.ndarray:
        """As `Reranker.scores`."""
        if not texts:
            return np.zeros(0, dtype=np.float32)
        with self.lock:  # one load, and one call at a time: it uses all processors
            found = self.model.predict([(question, text) for text in texts], show_progress_bar=False)
        return np.asarray(found, dtype=np.float32)

    @cached_property
    def model(self) -> Any:
        try:
            # Given a name, sentence-transformers asks the hub about it although it may take local files only.
            folder = Path(self.name)
            if not folder.is_dir():
                from huggingface_hub import snapshot_download

                folder = Path(snapshot_download(self.name, local_files_only=True))
            (folder / "config.json").stat()  # a folder of something else needs no library to be refused
            # Imported here: torch takes seconds and 300 MB, which only the workers pay.
            from sentence_transformers import CrossEncoder

            model = CrossEncoder(str(folder), device="cpu", local_files_only=True)
        except (OSError, ValueError, RuntimeError, LookupError, AttributeError, TypeError) as error:
            raise Unavailable(
                f"The reranker {self.name} cannot be loaded: set RAGSITE_RERANKER to the folder of a "
                "cross-encoder, or leave it empty."
            ) from error
        if model.config.num_labels != 1:
            raise Unavailable(
                f"The model {self.name} is no reranker: set RAGSITE_RERANKER to a cross-encoder that gives "
                "one score."
            )
        return model
