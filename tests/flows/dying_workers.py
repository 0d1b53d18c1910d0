"""Workers that are killed at chosen moments: `python -m tests.flows.dying_workers ID MOMENT …`.

Each document gets a process of its own, forked from this one so that its imports are paid for once. A
worker sends itself SIGKILL right before a chosen statement reaches the database, before a chosen batch
reaches the embedder, or before a chosen question reaches the model. Prints how each process ended.
"""

from __future__ import annotations

import importlib
import os
import signal
import sys
from typing import Any
from unittest.mock import patch

import django
from django.conf import settings
from psycopg import Cursor

from llm.fakes import HashEmbedder, scripted_reply
from llm.types import ChatModel, ChatReply, ChatRequest, Tier

SENTENCE = "Acme Tools sells spanners and hammers to the trade"
FOR_THE_MODEL = "The family behind the trade lives above its oldest workshop"  # states nothing to the rules


def killed() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


class Countdown:
    """Kills when `text` is seen for the `times`-th time."""

    def __init__(self, text: str, times: int) -> None:
        self.text, self.times = text, times

    def see(self, words: str) -> None:
        if self.text in words:
            self.times -= 1
            if self.times == 0:
                killed()


def work(document_id: int, moment: str) -> None:
    """Read the document as a worker does. `moment`: “TEXT” or “TEXT*TIMES”."""
    from django.db import connection

    from documents.ingest import ingest_document

    text, _, times = moment.partition("*")
    countdown = Countdown(text, int(times or 1))

    def before_statement(execute: Any, statement: str, values: Any, many: bool, context: Any) -> Any:
        countdown.see(f"{statement} {values}")
        return execute(statement, values, many, context)

    def before_copy(cursor: Any, statement: Any) -> Any:
        countdown.see(statement.as_string(cursor))
        return copied(cursor, statement)

    copied = Cursor.copy
    with connection.execute_wrapper(before_statement), patch.object(Cursor, "copy", before_copy):
        ingest_document(document_id, chat=chat(countdown), embedder=embedder(countdown))


def embedder(countdown: Countdown) -> HashEmbedder:
    class Dying(HashEmbedder):
        def embed(self, texts: Any) -> Any:
            countdown.see("EMBED")
            return super().embed(texts)

    return Dying()


def chat(countdown: Countdown | None = None) -> ChatModel:
    """A model that fills any schema with the same words, and dies where it is told to."""

    class Filling:
        tier: Tier = "openai"
        name = "filling"
        context_tokens = 32_768

        def complete(self, request: ChatRequest) -> ChatReply:
            if countdown:
                countdown.see("MODEL")
            assert request.output is not None
            schema = request.output.model_json_schema()
            reply = request.output.model_validate(filled(schema, schema.get("$defs", {})))
            return scripted_reply(reply, request)

    return Filling()


def filled(schema: dict[str, Any], definitions: dict[str, Any]) -> Any:
    """A value that the JSON schema allows."""
    if "$ref" in schema:
        return filled(definitions[schema["$ref"].rsplit("/", 1)[-1]], definitions)
    if "enum" in schema:
        return schema["enum"][0]
    if "anyOf" in schema:
        return filled(schema["anyOf"][0], definitions)
    if schema["type"] == "object":
        return {name: filled(part, definitions) for name, part in schema.get("properties", {}).items()}
    if schema["type"] == "array":
        return [filled(schema["items"], definitions)] * schema.get("minItems", 1)
    return {"string": FOR_THE_MODEL, "integer": 1, "number": 0.5, "boolean": True}[schema["type"]]


def main(arguments: list[str]) -> None:
    django.setup()
    importlib.import_module("documents.ingest")  # paid for once, before the forks
    settings.MEDIA_ROOT = os.environ["MEDIA_ROOT"]
    for document_id, moment in zip(arguments[::2], arguments[1::2], strict=True):
        if (pid := os.fork()) == 0:
            work(int(document_id), moment)
            os._exit(0)
        _, status = os.waitpid(pid, 0)
        sys.stdout.write(f"{document_id} {os.waitstatus_to_exitcode(status)}\n")


if __name__ == "__main__":
    main(sys.argv[1:])
