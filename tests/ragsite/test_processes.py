"""Child processes: what they are given besides their program."""

from __future__ import annotations

import psutil
import pytest

from ragsite.launch import CLUSTERS, cluster_program
from ragsite.processes import Child, Program

SLEEPER = ["-c", "import time; time.sleep(60)"]


@pytest.mark.parametrize("niceness", [0, 7])
def test_a_program_stands_back_as_far_as_it_is_told(tmp_path, niceness):
    (tmp_path / "log").mkdir()
    child = Child(Program("sleeper", SLEEPER, niceness=niceness), tmp_path)
    try:
        assert psutil.Process(child.pid).nice() == psutil.Process().nice() + niceness
    finally:
        child.kill()


def test_reading_stands_back_for_questions():
    niceness = {name: cluster_program(name, {}).niceness for name in CLUSTERS}
    assert niceness["ingestion"] > niceness["questions"] == 0
