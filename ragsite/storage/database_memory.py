"""How much memory and how many processors the embedded PostgreSQL plans with, by the machine it is on."""

from __future__ import annotations

import os
import shutil
from contextlib import suppress
from pathlib import Path

import psutil

MB = 2**20
SHARE = 1 / 4  # of the machine's memory; the models and the system's file cache need the rest
LEAST_MB = 256  # the server asks for a half of it when it starts, whatever the machine
MOST_MB = 16_384  # a larger machine runs a server of its own (DATABASE_URL)
CGROUP_LIMITS = (Path("/sys/fs/cgroup/memory.max"), Path("/sys/fs/cgroup/memory/memory.limit_in_bytes"))
SHARED_FOLDER = Path("/dev/shm")  # of POSIX shared memory; no file of ours
SPARE_SHARED = 256 * MB  # beside one index build, for parallel queries


def memory_settings(megabytes: int = 0) -> dict[str, str]:
    """PostgreSQL's settings for so much memory in all; 0 for a quarter of the machine's.

    Memory is taken when it is used: shared buffers as data are read, the rest while an index is built.
    """
    total = min(max(megabytes or int(machine_memory() * SHARE / MB), LEAST_MB), MOST_MB)
    build = total // 2
    processors = os.cpu_count() or 1
    return {
        "shared_buffers": f"{total // 2}MB",
        "effective_cache_size": f"{total * 2}MB",
        # The graph of an index of neighbours is built in memory, or else ten times as slowly.
        "maintenance_work_mem": f"{build}MB",
        "autovacuum_work_mem": "64MB",
        "max_parallel_maintenance_workers": str(min(max(processors - 1, 1), 7)),
        "dynamic_shared_memory_type": "posix" if _shared_room() >= build * MB + SPARE_SHARED else "mmap",
    }


def machine_memory() -> int:
    """In bytes: the machine's, or its container's where that may use less."""
    limits = [psutil.virtual_memory().total]
    for path in CGROUP_LIMITS:
        with suppress(OSError, ValueError):  # no such file outside of Linux; “max” where there is no limit
            limits.append(int(path.read_text()))
    return min(limits)


def _shared_room() -> int:
    """Bytes free for POSIX shared memory: in containers often 64 MB, too little for a parallel query."""
    try:
        return shutil.disk_usage(SHARED_FOLDER).free
    except OSError:
        return 0
