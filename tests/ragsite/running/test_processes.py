"""The processes that `start` runs, beside each other on one machine."""

from __future__ import annotations

import os
import subprocess
import sys

from documents.ingestion.priority.cpu_priority import NICENESS
from ragsite.running.broker import CLUSTERS


def test_a_worker_that_reads_stands_back_for_questions_once_it_has_started():
    spawned = (
        "import django, os; django.setup(); from django_q.signals import post_spawn; before = os.nice(0); "
        "post_spawn.send('django_q', proc_name='worker'); print(before, os.nice(0))"
    )
    after = {}
    for cluster in CLUSTERS:
        environment = {**os.environ, "Q_CLUSTER_NAME": cluster}
        done = subprocess.run(
            [sys.executable, "-c", spawned], env=environment, capture_output=True, text=True, check=True
        )
        before, after[cluster] = map(int, done.stdout.split())
        assert before == os.nice(0)
    assert after == {
        "questions": os.nice(0),
        "ingestion": os.nice(0) + NICENESS,
        "reading": os.nice(0) + NICENESS,
    }
