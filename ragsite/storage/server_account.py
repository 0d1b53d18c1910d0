"""The system account that runs the embedded PostgreSQL, which refuses to run as root."""

from __future__ import annotations

import os
import pwd
import stat
import subprocess
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

DEDICATED = "ragsite"
FALLBACK = "nobody"


@dataclass(frozen=True)
class ServerAccount:
    uid: int
    gid: int

    @property
    def is_another(self) -> bool:
        return self.uid != os.geteuid()

    @property
    def arguments(self) -> dict[str, Any]:
        """For `subprocess.run`: run as this account."""
        return {"user": self.uid, "group": self.gid, "extra_groups": []} if self.is_another else {}

    def own(self, path: Path) -> None:
        if self.is_another:
            os.chown(path, self.uid, self.gid, follow_symlinks=False)


def server_account(data: Path) -> ServerAccount:
    """Ours, unless we are root: then the one that owns `data`, else one kept for this purpose."""
    if os.geteuid() != 0:
        return ServerAccount(os.geteuid(), os.getegid())
    with suppress(FileNotFoundError):
        owner = data.stat()
        if owner.st_uid != 0:
            return ServerAccount(owner.st_uid, owner.st_gid)
    entry = _dedicated_entry()
    return ServerAccount(entry.pw_uid, entry.pw_gid)


def _dedicated_entry() -> pwd.struct_passwd:
    with suppress(KeyError):
        return pwd.getpwnam(DEDICATED)
    command = ["useradd", "--system", "--no-create-home", "--home-dir", "/nonexistent"]
    with suppress(OSError, KeyError):
        subprocess.run(
            [*command, "--shell", "/usr/sbin/nologin", DEDICATED], capture_output=True, check=False
        )
        return pwd.getpwnam(DEDICATED)
    return pwd.getpwnam(FALLBACK)


def open_the_way(account: ServerAccount, *folders: Path) -> None:
    """Let `account` pass through the folders above and including `folders`. It may not list them."""
    if not account.is_another:
        return
    for folder in {parent for path in folders for parent in (path, *path.parents)}:
        mode = folder.stat().st_mode
        if not mode & stat.S_IXOTH:
            folder.chmod(mode | stat.S_IXOTH)
