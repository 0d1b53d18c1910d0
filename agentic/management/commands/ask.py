"""`manage.py ask`: one question, answered in this process."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError

from agentic.api.presentation import run_json
from agentic.models import Run
from agentic.runs import BadQuestion, answer_now
from agentic.selectors import run_for
from documents.management.base import WorkspaceCommand, add_llm_argument
from llm.errors import LLMError


class Command(WorkspaceCommand):
    help = "Answer a question from a workspace's documents, with sources, checked numbers and the SQL."

    def add_arguments(self, parser: ArgumentParser) -> None:
        super().add_arguments(parser)
        add_llm_argument(parser)
        parser.add_argument("question")
        parser.add_argument("--mode", choices=Run.Mode.values, default=Run.Mode.AUTO)

    def handle(self, **options: Any) -> None:
        user, workspace = self.who_and_where(options)
        try:
            run = answer_now(
                user=user,
                workspace=workspace,
                question=options["question"],
                mode=options["mode"],
                tier=options["llm"],
            )
        except (BadQuestion, LLMError) as error:
            raise CommandError(str(error)) from None
        result = run_json(run_for(user, run.pk))
        if options["json"]:
            self.write_json(result)
        elif result["error"]:
            raise CommandError(result["error"])
        else:
            self._write(result)

    def _write(self, result: dict[str, Any]) -> None:
        lines = [result["clarification"] or result["answer"], ""]
        lines += [
            f"[{source['number']}] {_place(source)}: “{source['quote']}”" for source in result["citations"]
        ]
        lines += [f"{number['text']}: {number['status']}" for number in result["numbers"]]
        lines += [f"SQL: {sql}" for sql in result["queries_executed"]]
        lines += result["warnings"]
        lines.append(f"Route {result['route']}, tier {result['tier']}, {result['seconds'] or 0:.2f} s")
        self.stdout.write("\n".join(lines))


def _place(citation: dict[str, Any]) -> str:
    place = citation.get("place") or f"page {citation['page']}"
    return f"{citation['document']}, {place}" if citation["page"] else str(citation["document"])
