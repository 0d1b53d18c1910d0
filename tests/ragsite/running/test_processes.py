"""The processes that `start` runs, beside each other on one machine."""

from __future__ import annotations

import os
import subprocess
import sys

from documents.ingestion.priority.cpu_priority import NICENESS
from ragsite.running.broker import CLUSTERS

SPAWNED = """
import importlib, os, sys, django
django.setup()
import django_q.conf
from django_q.signals import post_spawn
for cluster in sys.argv[1:]:
    if os.fork() == 0:
        os.environ["Q_CLUSTER_NAME"] = cluster
        importlib.reload(django_q.conf)  # as a process has it that was started with this name
        before = os.nice(0)
        post_spawn.send("django_q", proc_name="worker")
        print(cluster, before, os.nice(0), flush=True)
        os._exit(0)
    assert os.wait()[1] == 0
"""


def test_a_worker_that_reads_stands_back_for_questions_once_it_has_started():
    done = subprocess.run(
        [sys.executable, "-c", SPAWNED, *CLUSTERS], capture_output=True, text=True, check=True
    )
    told = [line.split() for line in done.stdout.splitlines()]
    assert [int(before) for _, before, _ in told] == [os.nice(0)] * len(CLUSTERS)
    assert {cluster: int(after) for cluster, _, after in told} == {
        "questions": os.nice(0),
        "ingestion": os.nice(0) + NICENESS,
        "reading": os.nice(0) + NICENESS,
    }
