"""`manage.py doctor`: look at each part and say what to do about those that are not well."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

from django.core.management.base import CommandError, CommandParser

from documents.management.base import QuickCommand
from ragsite.running.diagnosis import Finding, examine


class Command(QuickCommand):
    help = "Check every part of ragsite and say what to do about those that are not well."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--json", action="store_true", help="print the findings as JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        findings = list(examine())
        if options["json"]:
            self.stdout.write(
                json.dumps({"ok": all(f.ok for f in findings), "parts": [*map(asdict, findings)]})
            )
        else:
            for finding in findings:
                self._show(finding)
        if not all(finding.ok for finding in findings):
            raise CommandError("Not all is well.") if not options["json"] else SystemExit(1)

    def _show(self, finding: Finding) -> None:
        mark = self.style.SUCCESS("ok  ") if finding.ok else self.style.ERROR("help")
        self.stdout.write(f"{mark} {finding.part}: {finding.detail}")
        if finding.advice:
            self.stdout.write(f"     → {finding.advice}")
