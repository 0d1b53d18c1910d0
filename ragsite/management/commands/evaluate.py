"""`manage.py evaluate NAME`: measures quality or speed and says what it measured with."""

from __future__ import annotations

import importlib
import inspect
import json
import pkgutil
from argparse import ArgumentParser
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import CommandError

import evals
from documents.management.base import QuickCommand
from evals.report import RESULTS, CannotMeasure, Report, provenance, record, to_markdown


class Command(QuickCommand):
    help = "Measure the quality or speed of a part, with one of the evaluations of evals/README.md."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", help="A module of evals/ or of one of its folders with a function run().")
        parser.add_argument("--data", type=Path, help="The folder of public data sets (../shared/data).")
        parser.add_argument("--limit", type=int, help="At most so many documents or questions.")
        parser.add_argument(
            "--set", action="append", default=[], metavar="NAME=VALUE", help="An option of this evaluation."
        )
        parser.add_argument("--chunks", help="For scale: how many chunks; several by commas.")
        parser.add_argument("--json", action="store_true", help="Print JSON instead of Markdown.")
        parser.add_argument("--record", action="store_true", help=f"Append to evals/{RESULTS.name} too.")

    def handle(self, *args: Any, **options: Any) -> None:
        run = _runner(options["name"].replace("-", "_"))
        pairs = [f"chunks={options['chunks']}"] if options["chunks"] else []
        chosen = _options(run, options["set"] + pairs)
        try:
            report: Report = run(limit=options["limit"], **_data(run, options["data"]), **chosen)
        except CannotMeasure as error:
            raise CommandError(str(error)) from error
        source = provenance()
        if options["json"]:
            self.stdout.write(json.dumps(report.as_dict(), indent=2, default=str))
        else:
            self.stdout.write(to_markdown(report, source))
        if options["record"]:
            record(report, source)


def _modules() -> dict[str, list[str]]:
    """The modules of `evals` and its folders by their own names."""
    found: dict[str, list[str]] = {}
    for module in pkgutil.walk_packages(evals.__path__, "evals."):
        if not module.ispkg:
            found.setdefault(module.name.rpartition(".")[2], []).append(module.name)
    return found


def _runner(name: str) -> Any:
    modules = _modules()
    run = _run_of(modules.get(name, ()))
    if run is None:
        runnable = ", ".join(other for other in sorted(modules) if _run_of(modules[other]))
        raise CommandError(f"There is no evaluation “{name}”: choose {runnable}.")
    return run


def _run_of(modules: Iterable[str]) -> Any:
    """The function `run` of the one among them that has it; None where none does."""
    runs = (getattr(importlib.import_module(module), "run", None) for module in modules)
    return next(filter(None, runs), None)


def _options(run: Any, pairs: list[str]) -> dict[str, str]:
    """The NAME=VALUE pairs, checked against the evaluation's own arguments."""
    known = set(inspect.signature(run).parameters) - {"data", "limit"}
    chosen = dict(pair.partition("=")[::2] for pair in pairs)
    for name in chosen:
        if name not in known:
            takes = ", ".join(sorted(known)) or "none"
            raise CommandError(f"This evaluation has no option “{name}”; it takes: {takes}.")
    return chosen


def _data(run: Any, given: Path | None) -> dict[str, Path]:
    """The folder of data sets as an argument, none for an evaluation that takes none."""
    if "data" not in inspect.signature(run).parameters:
        return {}
    folder = given or settings.BASE_DIR.parent / "shared" / "data"
    if not folder.is_dir():
        raise CommandError(
            f"There is no folder {folder}: give the folder of the public data sets with --data. "
            "evals/README.md says what is expected in it."
        )
    return {"data": folder}
