"""`manage.py start`: the database, the model, the workers and the web, from the first process to the last."""

from __future__ import annotations

import http.client
import json
import os
import signal
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

import psutil
from django.conf import settings
from django.core.management import call_command
from django.db import Error, connection

from llm.local_server import is_healthy
from ragsite.embedded import Embedded, EmbeddedError, ensure_embedded
from ragsite.instance import Instance, sole_instance, write_instance
from ragsite.interrupted import Deaths, queue_lost_runs, take_up_again
from ragsite.launch import (
    CLUSTERS,
    HOST,
    CannotStart,
    LocalModel,
    Tier,
    bind,
    check_disk,
    choose_tier,
    cluster_program,
    local_model,
    note_local_model,
    samples_program,
    web_program,
)
from ragsite.preparation import prepare_database
from ragsite.processes import Child, Program, end_left_behind, stop_all
from ragsite.warming import warm_in_background
from samples.load import samples_were_loaded

READY_SECONDS = 180.0
TICK_SECONDS = 0.5
TROUBLE_SECONDS = 5.0  # before looking again after something failed
SWEEP_SECONDS = 30.0  # between two looks for work that no queue holds any more


class Supervisor:
    """Everything that one `start` runs. `say` shows the user a line."""

    def __init__(self, home: Path, *, port: int, llm: str, say: Callable[[str], None]) -> None:
        self.home = home
        self.port = port
        self.llm = llm
        self.say = say
        self.stopping = threading.Event()
        self.children: list[Child] = []
        self.helpers: dict[str, set[int]] = {}
        self.deaths: Deaths = Deaths()
        self.database: Embedded | None = None
        self.model: LocalModel | None = None

    def run(self) -> None:
        """Start everything, watch it until SIGINT or SIGTERM, and end it.

        Raises `CannotStart`, `AlreadyRunning`, `EmbeddedError`, `llm.errors.Unavailable` or `OSError`.
        """
        check_disk(self.home)
        with ExitStack() as ending:
            ending.enter_context(sole_instance(self.home))
            end_left_behind(self.home)
            listener = ending.enter_context(bind(self.port))
            tier = choose_tier(self.llm)
            for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
                signal.signal(number, lambda *_: self.stopping.set())
            if settings.DATABASE_IS_EMBEDDED:
                self.database = ending.enter_context(
                    ensure_embedded(self.home, megabytes=settings.RAGSITE_DATABASE_MB)
                )
            ending.callback(self._stop)
            environment = self._start_model(tier)
            self._prepare()
            for cluster in CLUSTERS:
                self._start(cluster_program(cluster, environment))
            self._start(web_program(listener, environment))
            self._wait_until_ready()
            self._know_workers()
            warm_in_background()
            self._announce(tier)
            self._load_samples_once(environment)
            self._watch()

    def _start(self, program: Program) -> None:
        self.children.append(Child(program, self.home))

    def _start_model(self, tier: Tier) -> dict[str, str]:
        """Begin loading the local model where `tier` asks for it; what the other processes must know."""
        if tier != "local":
            return {"RAGSITE_LLM": tier}
        self.model = local_model()
        self._start(self.model.program)
        return {"RAGSITE_LLM": tier, "RAGSITE_LOCAL_URL": self.model.url}

    def _prepare(self) -> None:
        prepare_database()
        call_command("collectstatic", verbosity=0, interactive=False)
        if settings.DATABASE_IS_EMBEDDED:
            # No worker lives yet: whatever is in hand was a dead one's.
            for cluster in CLUSTERS:
                take_up_again(cluster, Deaths())

    def _wait_until_ready(self) -> None:
        deadline = time.monotonic() + READY_SECONDS
        while not self.stopping.is_set() and not self._is_ready():
            for child in self.children:
                if not child.is_alive():
                    raise CannotStart(
                        f"The {child.program.name} process ended at its start: see {child.log}."
                    )
            if time.monotonic() > deadline:
                raise CannotStart(
                    f"Not ready after {READY_SECONDS:.0f} s: see the logs in {self.home / 'log'}."
                )
            self.stopping.wait(0.1)

    def _is_ready(self) -> bool:
        return (self.model is None or is_healthy(self.model.url)) and health(self.port).get("status") == "ok"

    def _know_workers(self) -> None:
        """Look at the workers once before anybody is told of them: only one that was seen can be missed."""
        for child in self.children:
            if child.program.name in CLUSTERS:
                self._lost_a_worker(child)

    def _announce(self, tier: Tier) -> None:
        self.instance = Instance(os.getpid(), f"http://{HOST}:{self.port}", tier)
        self._note()
        if not self.stopping.is_set():
            self.say(f"ragsite runs at {self.instance.url} (model: {tier}). Ctrl-C stops it.")

    def _note(self) -> None:
        self.instance.processes = {child.program.name: child.pid for child in self.children}
        write_instance(self.home, self.instance)
        if self.model:
            note_local_model(self.home, self.model.url, self.instance.processes[self.model.program.name])

    def _load_samples_once(self, environment: dict[str, str]) -> None:
        if settings.DATABASE_IS_EMBEDDED and not samples_were_loaded():
            self._start(samples_program(environment))

    def _watch(self) -> None:
        sweep_at = 0.0
        while not self.stopping.wait(TICK_SECONDS):
            try:
                self._revive_database()
                self._revive_children()
                if time.monotonic() > sweep_at:
                    sweep_at = time.monotonic() + SWEEP_SECONDS
                    queue_lost_runs()
            except (EmbeddedError, Error, OSError) as error:
                connection.close()
                self.say(f"Trying again in {TROUBLE_SECONDS:.0f} s: {str(error).splitlines()[0]}")
                self.stopping.wait(TROUBLE_SECONDS)

    def _revive_database(self) -> None:
        if self.database and self.database.pid is None:
            self.say("The database ended: starting it again.")
            connection.close()
            self.database.start_again()
            for child in self.children:
                if child.program.name in CLUSTERS:
                    child.kill()  # its processes would wait 10 s on connections that are gone

    def _revive_children(self) -> None:
        for child in list(self.children):
            if not child.is_alive():
                self._revive(child)
            elif child.program.name in CLUSTERS and self._lost_a_worker(child):
                child.kill()

    def _revive(self, child: Child) -> None:
        if child.program.runs_once:
            self.children.remove(child)
        elif child.due_at is None:
            child.kill()
            if child.program.name in CLUSTERS:
                self.helpers.pop(child.program.name, None)
                take_up_again(child.program.name, self.deaths)
            child.schedule_restart()
            self.say(f"The {child.program.name} process ended: starting it again (its log: {child.log}).")
        elif child.is_due:
            child.start()
            self._note()

    def _lost_a_worker(self, cluster: Child) -> bool:
        known = self.helpers.get(cluster.program.name, set())
        now = helpers_of(cluster.pid)
        self.helpers[cluster.program.name] = now
        return not known <= now

    def _stop(self) -> None:
        stop_all(self.children)
        connection.close()


def _own_processes(cluster: Child) -> set[int]:
    """The cluster's guard and its workers, but not what a worker starts and ends, such as a parser."""
    try:
        guards = psutil.Process(cluster.pid).children()
        return {process.pid for guard in guards for process in (guard, *guard.children())}
    except psutil.NoSuchProcess:
        return set()


def helpers_of(cluster: int) -> set[int]:
    """The workers, the pusher and the monitor of a django-q2 cluster: the children of its sentinel.

    Their own children, such as those that parse a file, come and go.
    """
    try:
        return {one.pid for sentinel in psutil.Process(cluster).children() for one in sentinel.children()}
    except psutil.NoSuchProcess:
        return set()


def health(port: int) -> dict[str, object]:
    """What the web server says of the whole; empty while it does not answer."""
    place = http.client.HTTPConnection(HOST, port, timeout=5)
    try:
        place.request("GET", "/api/health")
        return dict(json.loads(place.getresponse().read()))
    except (OSError, http.client.HTTPException, ValueError):
        return {}
    finally:
        place.close()
