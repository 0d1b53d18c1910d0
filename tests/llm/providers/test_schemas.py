from typing import Annotated

from pydantic import BaseModel, Field

from llm.providers.schemas import json_schema


class Part(BaseModel):
    title: Annotated[str, Field(max_length=30)] = "untitled"


class Whole(BaseModel):
    parts: Annotated[list[Part], Field(max_length=3)]
    text: Annotated[str, Field(max_length=5000)]


def test_every_property_is_required_and_no_other_allowed():
    schema = json_schema(Whole, lengths=True)
    part = schema["$defs"]["Part"]
    assert schema["required"] == ["parts", "text"]
    assert part["required"] == ["title"]
    assert schema["additionalProperties"] is part["additionalProperties"] is False


def test_a_property_may_be_called_like_a_keyword():
    assert "title" in json_schema(Whole, lengths=True)["$defs"]["Part"]["properties"]


def test_limits_of_lists_always_stay_and_those_of_strings_only_where_asked_for():
    for lengths in (True, False):
        schema = json_schema(Whole, lengths=lengths)
        assert schema["properties"]["parts"]["maxItems"] == 3
        assert ("maxLength" in schema["$defs"]["Part"]["properties"]["title"]) is lengths


def test_a_limit_too_high_for_a_grammar_is_left_out():
    assert "maxLength" not in json_schema(Whole, lengths=True)["properties"]["text"]
