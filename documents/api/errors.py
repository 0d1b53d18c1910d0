"""How the API says that something is wrong: one sentence under `error`."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from ninja import Field, Schema


class ErrorOut(Schema):
    error: str = Field(
        description="One sentence: what is wrong and what to do.",
        examples=["There is no workspace “sales”."],
    )


CODES = (400, 401, 403, 404, 409, 413, 415, 422, 429, 503)


def describe_errors(schema: dict[str, Any]) -> None:
    """Add to an OpenAPI `schema`, for each of its operations, the errors that any of them may answer with.

    Given to each operation as a response of its own, ninja would make a class for every code of every one:
    a second of each start.
    """
    schema["components"]["schemas"].setdefault("ErrorOut", ErrorOut.model_json_schema())
    content = {"application/json": {"schema": {"$ref": "#/components/schemas/ErrorOut"}}}
    errors = {code: {"description": HTTPStatus(code).phrase, "content": content} for code in CODES}
    for operations in schema["paths"].values():
        for operation in operations.values():
            operation["responses"] = dict(sorted((errors | operation["responses"]).items()))
