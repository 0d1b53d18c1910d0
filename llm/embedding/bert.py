"""BERT as the embedder has it: transformers, with all models, takes 2.9 s of a processor to import."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import torch
from safetensors.torch import load_file
from torch import Tensor
from torch.nn.functional import embedding, gelu, layer_norm, linear, scaled_dot_product_attention

HEADS = 12  # of MiniLM, as its least deviation
LEAST_DEVIATION = 1e-12


class Bert:
    """`between`: called between two steps of a layer."""

    def __init__(
        self, weights: Path, *, dtype: torch.dtype, between: Callable[[], None] | None = None
    ) -> None:
        self.weights = {name: tensor.to(dtype) for name, tensor in load_file(weights).items()}
        numbers = {name.split(".")[2] for name in self.weights if name.startswith("encoder.layer.")}
        self.layers = [f"encoder.layer.{number}" for number in sorted(numbers, key=int)]
        self.between = between or (lambda: None)

    def states(self, ids: Tensor, mask: Tensor | None) -> Tensor:
        """The last states: texts × tokens × dimensions. `mask`: 1 where a token is; None where all are."""
        seen = None if mask is None else mask[:, None, None, :].bool()
        states = self._embedded(ids)
        for layer in self.layers:
            self.between()
            attended = self._attention(f"{layer}.attention.self", states, seen)
            self.between()
            states = self._added(f"{layer}.attention.output", states, attended)
            wide = gelu(self._linear(f"{layer}.intermediate.dense", states))
            self.between()
            states = self._added(f"{layer}.output", states, wide)
        return states

    def _embedded(self, ids: Tensor) -> Tensor:
        words, kind, place = (
            self.weights[f"embeddings.{part}_embeddings.weight"]
            for part in ("word", "token_type", "position")
        )
        return self._normed("embeddings", embedding(ids, words) + kind[0] + place[: ids.shape[1]])

    def _attention(self, name: str, states: Tensor, seen: Tensor | None) -> Tensor:
        asked, keys, values = (
            self._linear(f"{name}.{part}", states).unflatten(-1, (HEADS, -1)).transpose(1, 2)
            for part in ("query", "key", "value")
        )
        found = scaled_dot_product_attention(asked, keys, values, attn_mask=seen)
        return found.transpose(1, 2).flatten(-2)

    def _added(self, name: str, states: Tensor, found: Tensor) -> Tensor:
        return self._normed(name, self._linear(f"{name}.dense", found) + states)

    def _linear(self, name: str, states: Tensor) -> Tensor:
        return linear(states, self.weights[f"{name}.weight"], self.weights[f"{name}.bias"])

    def _normed(self, name: str, states: Tensor) -> Tensor:
        weight, bias = (self.weights[f"{name}.LayerNorm.{part}"] for part in ("weight", "bias"))
        return layer_norm(states, weight.shape, weight, bias, LEAST_DEVIATION)
