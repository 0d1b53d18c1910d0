"""What a process loads that asks no source."""

import subprocess
import sys

from django.conf import settings

ASKED = "import django; django.setup(); import chat.urls, ragsite.urls, sys; print('duckdb' in sys.modules)"


def test_a_process_that_reads_no_source_does_not_load_duckdb():
    told = subprocess.run(
        [sys.executable, "-c", ASKED],
        cwd=settings.BASE_DIR, env={"DJANGO_SETTINGS_MODULE": "tests.settings", "PATH": ""},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert told.stdout.split() == ["False"]
    assert "leaked" not in told.stderr
