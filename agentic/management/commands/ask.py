"""`manage.py ask`: one question, answered in this process."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Sequence
from textwrap import shorten
from typing import Any
from uuid import UUID

from django.core.exceptions import ObjectDoesNotExist
from django.core.management.base import CommandError

from agentic.api.presentation import run_json
from agentic.models import Run
from agentic.runs import BadQuestion, answer_now, continue_now
from agentic.selectors import run_for
from agentic.sources.registering.services import source_for
from documents.management.base import WorkspaceCommand, add_llm_argument
from llm.errors import LLMError

QUERIES = 5  # that are shown beside the answer
QUERY_CHARACTERS = 400


class Command(WorkspaceCommand):
    help = "Answer a question from a workspace's documents, with sources, checked numbers and the SQL."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        add_llm_argument(parser)
        parser.add_argument("question", nargs="?", default="")
        parser.add_argument("--mode", choices=Run.Mode.values, default=Run.Mode.AUTO)
        parser.add_argument("--run", type=UUID, metavar="ID", help="Go on with a run that asked back.")
        parser.add_argument(
            "--option", default="", metavar="N", help="By this option: its number in the list, or its id."
        )
        parser.add_argument("--source", default="", help="A data source to ask in place of documents.")

    def handle(self, **options: Any) -> None:
        user, workspace = self.who_and_where(options)
        try:
            if options["run"]:
                run = run_for(user, options["run"])
                run = continue_now(
                    user=user, run=run, option=_option(run, options["option"]), tier=options["llm"]
                )
            else:
                run = answer_now(
                    user=user,
                    workspace=workspace,
                    question=options["question"],
                    mode=Run.Mode.SOURCE if options["source"] else options["mode"],
                    source=source_for(user, workspace, options["source"]) if options["source"] else None,
                    tier=options["llm"],
                )
        except (BadQuestion, LLMError, ObjectDoesNotExist) as error:
            raise CommandError(str(error)) from None
        result = run_json(run_for(user, run.pk))
        if options["json"]:
            self.write_json(result)
        elif run.status == Run.Status.FAILED:
            raise CommandError(run.error)
        else:
            self._write(result)

    def _write(self, result: dict[str, Any]) -> None:
        lines = [*(_asked_back(result["clarification"]) or [result["answer"]]), ""]
        lines += [
            f"[{source['number']}] {_place(source)}: “{source['quote']}”" for source in result["citations"]
        ]
        lines += [f"{number['text']}: {number['status']}" for number in result["numbers"]]
        lines += _queries(result["queries_executed"])
        lines += result["warnings"]
        lines.append(f"Route {result['route']}, tier {result['tier']}, {result['seconds'] or 0:.2f} s")
        self.stdout.write("\n".join(lines))


def _queries(executed: Sequence[str]) -> list[str]:
    """A line for each of the first queries, cut where it is long."""
    lines = [shorten(f"SQL: {sql}", QUERY_CHARACTERS, placeholder=" …") for sql in executed[:QUERIES]]
    rest = len(executed) - len(lines)
    return [*lines, f"{rest} more queries: --json has each, whole."] if rest > 0 else lines


def _asked_back(asked: dict[str, Any] | None) -> list[str]:
    """What the run asks back, as a list to choose from."""
    if not asked:
        return []
    lines = [asked["reason"]]
    lines += [f"  tried {each['tried']}: {each['hits']:,}" for each in asked["attempts"]]
    lines += [f"  {hint}" for hint in asked["hints"]]
    for number, option in enumerate(asked["options"], start=1):
        count = "" if option["count"] is None else f" ({option['count']:,})"
        lines.append(f"  {number}. {option['label']}{count}")
    if asked["options"]:
        lines.append(f"Go on: manage.py ask --run {asked['run_id']} --option NUMBER")
    return lines


def _option(run: Run, given: str) -> str:
    """The id of an option that is given by its number or its id."""
    options = (run.result.get("clarify") or {}).get("options", [])
    if given.isdigit() and 1 <= int(given) <= len(options):
        return str(options[int(given) - 1]["id"])
    return given


def _place(citation: dict[str, Any]) -> str:
    place = citation.get("place") or f"page {citation['page']}"
    return f"{citation['document']}, {place}" if citation["page"] else str(citation["document"])
