"""What the embedded server plans with grows with the machine, and never starves a small one."""

import psycopg
import pytest

from ragsite.storage import database_memory
from ragsite.storage.database import NAME, OWNER, socket_folder
from ragsite.storage.database_memory import MB, machine_memory, memory_settings
from ragsite.storage.embedded import ensure_embedded


def megabytes(settings, name):
    return int(settings[name].removesuffix("MB"))


@pytest.mark.parametrize(
    ("gigabytes", "buffers", "build"), [(0.5, 128, 128), (4, 512, 512), (8, 1024, 1024), (512, 8192, 8192)]
)
def test_plans_with_a_quarter_of_the_machine(monkeypatch, gigabytes, buffers, build):
    monkeypatch.setattr(database_memory, "machine_memory", lambda: int(gigabytes * 1024 * MB))
    planned = memory_settings()
    assert megabytes(planned, "shared_buffers") == buffers
    assert megabytes(planned, "maintenance_work_mem") == build


def test_a_setting_goes_before_what_the_machine_has():
    assert megabytes(memory_settings(4096), "shared_buffers") == 2048


def test_a_container_counts_by_its_own_limit(monkeypatch, tmp_path):
    whole = machine_memory()
    limit = tmp_path / "memory.max"
    monkeypatch.setattr(database_memory, "CGROUP_LIMITS", (limit, tmp_path / "missing"))
    limit.write_text("max\n")
    assert machine_memory() >= whole
    limit.write_text(f"{300 * MB}\n")
    assert machine_memory() == 300 * MB


def test_little_shared_memory_is_not_asked_for_an_index(monkeypatch, tmp_path):
    monkeypatch.setattr(database_memory, "SHARED_FOLDER", tmp_path / "missing")
    assert memory_settings()["dynamic_shared_memory_type"] == "mmap"


def test_the_server_starts_with_it(tmp_path_factory):
    home = tmp_path_factory.mktemp("memory")
    with (
        ensure_embedded(home, durable=False, megabytes=512),
        psycopg.connect(host=str(socket_folder(home)), user=OWNER, dbname=NAME) as connection,
    ):
        assert connection.execute("SHOW shared_buffers").fetchone() == ("256MB",)
        assert connection.execute("SHOW maintenance_work_mem").fetchone() == ("256MB",)
