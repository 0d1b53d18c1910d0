import subprocess
import sys
import time

import pytest

from evals.speed.stack import memory_by_role, processes_of


@pytest.fixture
def helper(tmp_path):
    """A process that works for the home `tmp_path`."""
    process = subprocess.Popen(
        [sys.executable, "-c", "import time; print('up', flush=True); time.sleep(60)"],
        env={"RAGSITE_HOME": str(tmp_path)},
        stdout=subprocess.PIPE,
    )
    assert process.stdout.readline() == b"up\n"
    yield process
    process.kill()
    process.communicate()


def test_processes_of_a_home_are_found_by_their_environment(helper, tmp_path):
    assert [process.pid for process in processes_of(tmp_path)] == [helper.pid]
    assert processes_of(tmp_path / "other") == []


def test_memory_is_weighed_by_role(helper, tmp_path):
    weights = memory_by_role(processes_of(tmp_path))
    assert list(weights) == ["other"]
    assert 1e6 < weights["other"] < 1e8


def test_a_process_that_ended_weighs_nothing(helper, tmp_path):
    processes = processes_of(tmp_path)
    helper.kill()
    helper.wait()
    deadline = time.monotonic() + 5
    while processes[0].is_running() and time.monotonic() < deadline:
        time.sleep(0.01)
    assert sum(memory_by_role(processes).values()) == 0
