"""The local model's server: llama.cpp in a process of its own, shared by the web and the workers.

`python -m llm.providers.local_server --model PATH --port N` serves on 127.0.0.1 only, speaks the OpenAI
protocol with JSON-schema-constrained replies, and ends on SIGTERM.
"""

from __future__ import annotations

import argparse
import http.client
import importlib.util
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from llm.errors import Unavailable

SLOTS = 2  # conversations at a time: a question does not queue behind a document
SLOT_TOKENS = 8192  # context of each; 28 kB of memory a token
BATCH_TOKENS = 256  # read at a time: 4 s for which a question waits behind a document; the default is 2,048
PROMPT_CACHE_MB = 256  # prefixes kept for later; llama.cpp's default is 8 GB
STOP_SECONDS = 5.0


@dataclass
class LocalServer:
    """A server process that this process started. `url`: base of its OpenAI-compatible API."""

    process: subprocess.Popen[bytes]
    url: str
    log_path: Path

    @property
    def pid(self) -> int:
        return self.process.pid

    def poll(self) -> int | None:
        return self.process.poll()

    def stop(self) -> None:
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()


def is_installed() -> bool:
    """Whether llama.cpp is there; `make run LLM=none` leaves it out."""
    return importlib.util.find_spec("xllamacpp") is not None


def start_local_server(
    model_path: Path, log_path: Path, *, port: int = 0, cache_mb: int = PROMPT_CACHE_MB
) -> LocalServer:
    """A server that is loading the model; it ends with this process. `port` 0 takes a free one.

    `cache_mb`: of memory for prompts that it has read.
    """
    port = port or free_port()
    command = [
        sys.executable,
        "-m",
        "llm.providers.local_server",
        "--model",
        str(model_path),
        "--port",
        str(port),
    ]
    command += ["--parent", str(os.getpid()), "--cache-mb", str(cache_mb)]
    log_path.parent.mkdir(parents=True, exist_ok=True)
    root = Path(__file__).resolve().parents[2]
    with log_path.open("ab") as log:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, cwd=root)
    return LocalServer(process, f"http://127.0.0.1:{port}/v1", log_path)


def wait_until_ready(server: LocalServer, *, seconds: float = 120.0) -> None:
    """Returns once the server answers. Raises `Unavailable` where it ends or takes too long."""
    deadline = time.monotonic() + seconds
    while server.poll() is None:
        if is_healthy(server.url):
            return
        if time.monotonic() > deadline:
            raise Unavailable(f"The local model was not ready after {seconds:.0f} s: see {server.log_path}.")
        time.sleep(0.05)
    raise Unavailable(f"The local model's server ended at its start: see {server.log_path}.")


def is_healthy(url: str, *, seconds: float = 2.0) -> bool:
    """Whether a server at `url` has its model loaded."""
    place = urlsplit(url)
    connection = http.client.HTTPConnection(place.hostname or "", place.port or 80, timeout=seconds)
    try:
        connection.request("GET", "/health")
        return connection.getresponse().status == http.HTTPStatus.OK
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def serve(model_path: Path, port: int, parent: int, cache_mb: int) -> None:
    """Serve until SIGTERM or SIGINT, or until the process `parent` (0: none) is gone."""
    # OpenMP threads wait for one another busily, by default for milliseconds: where the machine does other
    # work too, that time is taken from the very thread they wait for. Read when the library is loaded.
    os.environ.setdefault("GOMP_SPINCOUNT", "5000")
    # Imported here: only the server's own process loads llama.cpp.
    import xllamacpp

    stopped = threading.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: stopped.set())
    server = xllamacpp.Server(parameters(model_path, port, cache_mb))
    sys.stdout.write(f"{server.listening_address}/v1\n")
    sys.stdout.flush()
    while not stopped.wait(1.0):
        if parent and os.getppid() != parent:
            break
    # Tearing llama.cpp down may take seconds while a reply is being written; the exit frees all the same.
    os._exit(0)


def parameters(model_path: Path, port: int, cache_mb: int):  # type: ignore[no-untyped-def]  # a type of the optional package
    import xllamacpp

    chosen = xllamacpp.CommonParams()
    chosen.model.path = str(model_path)
    chosen.model_alias = {"local"}
    chosen.hostnames = ["127.0.0.1"]
    chosen.port = port
    chosen.n_parallel = SLOTS
    chosen.n_ctx = SLOTS * SLOT_TOKENS
    chosen.n_batch = chosen.n_ubatch = BATCH_TOKENS
    chosen.cache_ram_mib = cache_mb
    chosen.cpuparams.n_threads = threads()
    chosen.cpuparams_batch.n_threads = threads()
    chosen.ui = False
    chosen.endpoint_slots = False
    # Weights repacked at loading write 20% faster and read 25% slower, and we read ten times what we write.
    # Left as they are they stay in the file's pages: 1.4 s to load instead of 3, and 600 MB less memory.
    chosen.no_extra_bufts = True
    chosen.verbosity = 1
    return chosen


def threads() -> int:
    """One per processor that this process may use, at most 8: memory is the limit beyond that."""
    return max(1, min(8, len(os.sched_getaffinity(0))))


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m llm.providers.local_server", description=__doc__)
    parser.add_argument("--model", type=Path, required=True)
    parser.add_argument("--port", type=int, default=0, help="0 takes a free one")
    parser.add_argument("--parent", type=int, default=0, help="end when this process does")
    parser.add_argument("--cache-mb", type=int, default=PROMPT_CACHE_MB, help="for prompts it has read")
    options = parser.parse_args(arguments)
    if not options.model.is_file():
        sys.stderr.write(f"There is no model file at {options.model}.\n")
        return 1
    if not is_installed():
        sys.stderr.write("The local model needs xllamacpp: run `pip install 'ragsite[local]'`.\n")
        return 1
    try:
        serve(options.model, options.port, options.parent, options.cache_mb)
    except (
        RuntimeError
    ) as error:  # what xllamacpp makes of any failure; llama.cpp has written the reason above
        sys.stderr.write(f"The local model's server could not start: {error}\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
