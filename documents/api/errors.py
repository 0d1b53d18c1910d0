"""How the API says that something is wrong: one sentence under `error`."""

from __future__ import annotations

from typing import Any

from ninja import Field, Schema


class ErrorOut(Schema):
    error: str = Field(
        description="One sentence: what is wrong and what to do.",
        examples=["There is no workspace “sales”."],
    )


ERRORS: dict[Any, Any] = {frozenset({400, 401, 403, 404, 409, 413, 415, 422, 429, 503}): ErrorOut}
