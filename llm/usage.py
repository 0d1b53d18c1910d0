"""What a call cost."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Usage:
    """`cached_tokens`: those of the input that the provider had kept from before."""

    input_tokens: int = 0
    output_tokens: int = 0
    calls: int = 0
    cached_tokens: int = 0

    def __add__(self, other: Usage) -> Usage:
        return Usage(
            self.input_tokens + other.input_tokens,
            self.output_tokens + other.output_tokens,
            self.calls + other.calls,
            self.cached_tokens + other.cached_tokens,
        )
