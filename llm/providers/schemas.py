"""JSON schemas as providers take them."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel

DROPPED = {"title", "default", "examples"}
LENGTHS = {"minLength", "maxLength", "pattern"}  # OpenAI and Gemini refuse or ignore them; llama.cpp obeys
NAMED = {"properties", "$defs"}  # their keys are names, not keywords


def json_schema(output: type[BaseModel], *, lengths: bool) -> dict[str, Any]:
    """The schema of `output`, strict: every property required, no others allowed, nothing a provider ignores.

    `lengths`: keep the limits on strings. llama.cpp's grammars repeat at most about 2,000 times, so limits
    above 1,000 are left out there too.
    """
    schema = strict(output.model_json_schema(), lengths=lengths)
    assert isinstance(schema, dict)
    return schema


def strict(node: Any, *, lengths: bool) -> Any:
    if isinstance(node, list):
        return [strict(item, lengths=lengths) for item in node]
    if not isinstance(node, dict):
        return node
    kept: dict[str, Any] = {}
    for key, value in node.items():
        if key in NAMED:
            kept[key] = {name: strict(child, lengths=lengths) for name, child in value.items()}
        elif is_kept(key, value, lengths=lengths):
            kept[key] = strict(value, lengths=lengths)
    if "properties" in kept:
        kept["required"] = list(kept["properties"])
        kept["additionalProperties"] = False
    return kept


def is_kept(key: str, value: Any, *, lengths: bool) -> bool:
    if key in LENGTHS:
        return lengths and not (isinstance(value, int) and value > 1000)
    return key not in DROPPED
