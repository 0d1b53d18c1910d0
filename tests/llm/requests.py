"""Requests and outputs that several tests share."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel

from llm.types import ChatRequest, Message


class City(BaseModel):
    name: str
    size: Literal["small", "large"]


def ask(text: str = "Describe Paris.", **fields: Any) -> ChatRequest:
    return ChatRequest(system="You know cities.", messages=[Message("user", text)], **fields)
