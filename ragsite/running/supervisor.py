"""`manage.py start`: the database, the model, the workers and the web, from the first process to the last."""

from __future__ import annotations

import http.client
import json
import os
import signal
import threading
import time
from collections.abc import Callable, Iterable
from contextlib import ExitStack, suppress
from pathlib import Path

import psutil
from django.conf import settings
from django.core.management import call_command
from django.db import Error, connection

from documents.configuration import local_is_at_hand
from documents.providers import current_tier
from llm.errors import Unavailable
from llm.providers.local_server import is_healthy
from ragsite.running.address import Address, address_of, listen
from ragsite.running.administrator import ensure_administrator, own_terminal
from ragsite.running.broker import CLUSTERS, clusters_for
from ragsite.running.instance import Instance, sole_instance, write_instance
from ragsite.running.interrupted import Deaths, queue_lost_runs, take_up_again
from ragsite.running.launch import (
    CannotStart,
    LocalModel,
    Tier,
    check_disk,
    choose_tier,
    cluster_program,
    local_model,
    note_local_model,
    samples_program,
    web_programs,
)
from ragsite.running.processes import Child, Program, end_left_behind, stop_all
from ragsite.running.warming import warm_in_background
from ragsite.storage.embedded import Embedded, EmbeddedError, ensure_embedded
from ragsite.storage.preparation import prepare_database
from samples.load import samples_are_due

READY_SECONDS = 180.0
TICK_SECONDS = 0.5
TROUBLE_SECONDS = 5.0  # before looking again after something failed
LOOK_SECONDS = 3.0  # between two looks for a tier chosen on the settings page
SWEEP_SECONDS = 30.0  # between two looks for work that no queue holds any more


class Supervisor:
    """Everything that one `start` runs. `say` shows the user a line."""

    def __init__(self, home: Path, *, host: str, port: int, llm: str, say: Callable[[str], None]) -> None:
        self.home = home
        self.address = address_of(host, port)
        self.llm = llm
        self.say = say
        self.stopping = threading.Event()
        self.children: list[Child] = []
        self.helpers: dict[str, set[int]] = {}
        self.deaths: Deaths = Deaths()
        self.database: Embedded | None = None
        self.model: LocalModel | None = None
        self.environment: dict[str, str] = {}

    def run(self) -> None:
        """Start everything, watch it until SIGINT or SIGTERM, and end it.

        Raises `CannotStart`, `CannotListen`, `NoAdministrator`, `AlreadyRunning`, `EmbeddedError`,
        `UnusableDatabase`, `llm.errors.Unavailable` or `OSError`.
        """
        check_disk(self.home)
        with ExitStack() as ending:
            ending.enter_context(sole_instance(self.home))
            end_left_behind(self.home)
            listener = ending.enter_context(listen(self.address))
            for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
                signal.signal(number, lambda *_: self.stopping.set())
            if settings.DATABASE_IS_EMBEDDED:
                self.database = ending.enter_context(
                    ensure_embedded(self.home, megabytes=settings.RAGSITE_DATABASE_MB)
                )
            ending.callback(self._stop)
            self._prepare()
            tier = choose_tier(self.llm)  # what the settings page says is in the database
            self.environment = self._start_model(tier)
            for cluster in clusters_for(tier):
                self._start(cluster_program(cluster, self.environment))
            for program in web_programs(listener, {**self.environment, **self._entrance()}):
                self._start(program)
            self._wait_until_ready()
            self._know_workers()
            warm_in_background()
            self._announce(tier)
            self._load_samples_once(self.environment)
            self._watch()

    def _start(self, program: Program) -> None:
        self.children.append(Child(program, self.home))

    def _start_model(self, tier: Tier) -> dict[str, str]:
        """Begin loading the local model where `tier` asks for it; what the other processes must know.

        A tier that nobody asked for is not told them: administrators may change it while they run.
        """
        told = {"RAGSITE_LLM": self.llm} if self.llm else {}
        if tier != "local":
            return told
        try:
            self.model = local_model()
        except (CannotStart, Unavailable) as error:
            if self.llm or settings.RAGSITE_LLM:
                raise
            self.say(str(error))  # the page must be there for another choice
            return told
        self._start(self.model.program)
        return {**told, "RAGSITE_LOCAL_URL": self.model.url}

    def _follow_settings(self) -> None:
        """Start what a tier takes that was chosen on the settings page; what it no longer takes may stay."""
        tier = current_tier()
        if tier == "local" and self.model is None and local_is_at_hand():
            self.say("Starting the local model.")
            self._start_model(tier)
            self._note()
        running = {child.program.name for child in self.children}
        for cluster in clusters_for(tier):
            if cluster not in running:
                self._start(cluster_program(cluster, self.environment))
                self._note()

    @property
    def _signs_in(self) -> bool:
        """Whether the page asks who comes. Where other machines reach it, it always does."""
        return not (settings.RAGSITE_AUTO_LOGIN and self.address.is_private)

    def _entrance(self) -> dict[str, str]:
        """What the web server must know of who may come in, beyond the settings.

        Names by which others reach this machine are not known here. Whoever lets a name of their own point at
        it gains nothing where everybody signs in: browsers send a session only to the name it began under.
        """
        if self.address.is_private:
            return {}
        hosts = settings.RAGSITE_ALLOWED_HOSTS or ["*"]
        return {"RAGSITE_AUTO_LOGIN": "0", "RAGSITE_ALLOWED_HOSTS": ",".join(hosts)}

    def _prepare(self) -> None:
        prepare_database()
        self.administrator = ensure_administrator(own_terminal(self.say)) if self._signs_in else ""
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
        if self.model is not None and not is_healthy(self.model.url):
            return False
        return health(self.address).get("status") == "ok"

    def _know_workers(self) -> None:
        """Look at the workers once before anybody is told of them: only one that was seen can be missed."""
        for cluster, helpers in self._helpers_now().items():
            self.helpers[cluster] = helpers

    def _announce(self, tier: Tier) -> None:
        told = self.llm or settings.RAGSITE_LLM
        self.instance = Instance(os.getpid(), self.address.url, told)
        self._note()
        if not self.stopping.is_set():
            self.say(
                f"ragsite runs at {self.instance.url} (model: {tier}).{self._next_step()} Ctrl-C stops it."
            )

    def _next_step(self) -> str:
        if not self._signs_in:
            return ""
        return f" Sign in there as “{self.administrator}”." if self.administrator else " Sign in there."

    def _note(self) -> None:
        self.instance.processes = {child.program.name: child.pid for child in self.children}
        write_instance(self.home, self.instance)
        if self.model:
            note_local_model(self.home, self.model.url, self.instance.processes[self.model.program.name])

    def _load_samples_once(self, environment: dict[str, str]) -> None:
        if settings.RAGSITE_SAMPLES and samples_are_due():
            self._start(samples_program(environment))

    def _watch(self) -> None:
        sweep_at = look_at = 0.0
        while not self.stopping.wait(TICK_SECONDS):
            try:
                self._revive_database()
                self._revive_children()
                if time.monotonic() > sweep_at:
                    sweep_at = time.monotonic() + SWEEP_SECONDS
                    queue_lost_runs()
                if time.monotonic() > look_at:
                    look_at = time.monotonic() + LOOK_SECONDS
                    self._follow_settings()
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
        now = self._helpers_now()
        for child in list(self.children):
            if not child.is_alive():
                self._revive(child)
            elif child.program.name in now and self._lost_a_worker(child.program.name, now):
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

    def _helpers_now(self) -> dict[str, set[int]]:
        """Of each cluster that was started, by its name."""
        pids = {child.program.name: child.pid for child in self.children}
        clusters = {name: pid for name, pid in pids.items() if name in CLUSTERS}
        found = helpers_of(clusters.values())
        return {name: found[pid] for name, pid in clusters.items()}

    def _lost_a_worker(self, cluster: str, now: dict[str, set[int]]) -> bool:
        known = self.helpers.get(cluster, set())
        self.helpers[cluster] = now[cluster]
        return not known <= now[cluster]

    def _stop(self) -> None:
        stop_all(self.children)
        connection.close()


def helpers_of(clusters: Iterable[int]) -> dict[int, set[int]]:
    """By cluster of django-q2, its workers, its pusher and its monitor: the children of its sentinel.

    Their own children, such as those that parse a file, come and go. The system's processes are gone through
    once for all clusters: that is most of what watching costs.
    """
    parents: dict[int, int] = {}
    for process in psutil.Process().children(recursive=True):
        with suppress(psutil.NoSuchProcess):
            parents[process.pid] = process.ppid()
    return {
        cluster: {pid for pid, parent in parents.items() if parents.get(parent) == cluster}
        for cluster in clusters
    }


def health(address: Address) -> dict[str, object]:
    """What the web server says of the whole; empty while it does not answer."""
    place = http.client.HTTPConnection(address.from_here, address.port, timeout=5)
    try:
        place.request("GET", "/api/health", headers={"Host": "localhost"})
        return dict(json.loads(place.getresponse().read()))
    except (OSError, http.client.HTTPException, ValueError):
        return {}
    finally:
        place.close()
