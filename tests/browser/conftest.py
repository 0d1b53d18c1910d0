"""A whole ragsite of its own, started as users start it, and a real Chromium in front of it."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx2
import pytest
from django.conf import settings
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright
from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas

from tests.homes import new_home

CHROMIUM_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
ARGUMENTS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update")
START_SECONDS = 120
READ_SECONDS = 600  # ten small documents and the start of the embedder, on a machine busy with other tests
LOOK_SECONDS = 1
DESKTOP = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}


@dataclass(frozen=True)
class Site:
    """A running ragsite. `log`: what its processes wrote."""

    url: str
    log: Path


@pytest.fixture(scope="package")
def live_site(prepared) -> Iterator[Site]:
    """A site without a model."""
    with new_home(prepared) as home, started(home, llm="none") as site:
        yield site


@contextmanager
def started(home: Path, *, llm: str, **variables: str) -> Iterator[Site]:
    """`manage.py start` in a home of its own: database, workers, web, and the samples of a first start."""
    port = free_port()
    kept = {
        name: value for name, value in os.environ.items() if not name.startswith(("RAGSITE_", "DATABASE_"))
    }
    environment = {
        **kept,
        "DJANGO_SETTINGS_MODULE": "ragsite.settings",
        "RAGSITE_HOME": str(home),
    } | variables
    command = [sys.executable, "manage.py", "start", "--port", str(port), "--llm", llm]
    with (home / "start.log").open("wb") as log:
        process = subprocess.Popen(
            command, cwd=settings.BASE_DIR, env=environment, stdout=log, stderr=log, start_new_session=True
        )
    site = Site(f"http://127.0.0.1:{port}", home / "start.log")
    try:
        wait_until_up(site, process)
        yield site
    finally:
        process.send_signal(signal.SIGINT)
        try:
            process.wait(60)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def wait_until_up(site: Site, process: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + START_SECONDS
    with httpx2.Client(base_url=site.url, timeout=5) as client:
        while time.monotonic() < deadline and process.poll() is None:
            try:
                if client.get("/api/health").status_code < 600:
                    return
            except httpx2.TransportError:
                time.sleep(0.3)
    pytest.fail(f"ragsite did not start: {site.log.read_text()}")


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    path = next(filter(None, map(shutil.which, CHROMIUM_NAMES)), None)
    if path is None:
        pytest.skip("Chromium is not installed: apt-get install chromium.")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(ARGUMENTS))
        yield browser
        browser.close()


@pytest.fixture
def context(chromium, live_site) -> Iterator[BrowserContext]:
    """A new browser profile on a desktop, in the light theme and without motion, which takes a processor."""
    context = chromium.new_context(
        base_url=live_site.url, viewport=DESKTOP, color_scheme="light", reduced_motion="reduce"
    )
    context.set_default_timeout(30_000)
    yield context
    context.close()


@pytest.fixture
def page(context) -> Iterator[Page]:
    """A page whose console must stay free of errors."""
    page = context.new_page()
    errors = watched(page)
    yield page
    assert errors == []


@pytest.fixture
def phone(chromium, live_site) -> Iterator[Page]:
    context = chromium.new_context(
        base_url=live_site.url, viewport=PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce"
    )
    page = context.new_page()
    errors = watched(page)
    yield page
    assert errors == []
    context.close()


def watched(page: Page) -> list[str]:
    """Grows with each error that the page reports."""
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.on("console", lambda line: line.type == "error" and errors.append(line.text))
    return errors


@pytest.fixture(scope="package")
def samples_read(chromium, live_site) -> Site:
    """The site, once its sample documents are read."""
    wait_until_read(live_site, 10)
    page = chromium.new_page(base_url=live_site.url)
    page.goto("/w/default/documents/")
    page.get_by_text("10 of 10 ready").wait_for(timeout=READ_SECONDS * 1000)
    page.close()
    return live_site


def wait_until_read(site: Site, count: int) -> None:
    """Asks now and then: reading gives way to a page that keeps itself up to date, and such a page costs
    more than what it waits for.
    """
    deadline = time.monotonic() + READ_SECONDS
    states: list[str] = []
    with httpx2.Client(base_url=site.url, timeout=60) as client:
        while time.monotonic() < deadline:
            reply = client.get("/api/documents", params={"limit": 100})
            if reply.is_success:
                states = [document["status"] for document in reply.json()["documents"]]
            if states == ["ready"] * count:
                return
            time.sleep(LOOK_SECONDS)
    pytest.fail(f"The documents of {site.url} were not read: {states}")


@pytest.fixture(scope="package")
def foundry_report(tmp_path_factory) -> Path:
    """A report of two pages that no sample resembles; the second page holds its results."""
    path = tmp_path_factory.mktemp("reports") / "Brightwater-Foundry-2024.pdf"
    canvas = Canvas(str(path), pagesize=A4, invariant=True)
    write(canvas, ["Brightwater Foundry Ltd", "Annual report 2024", "", *["We cast bells and pumps."] * 8])
    write(
        canvas,
        [
            "Brightwater Foundry Ltd",
            "Results of the year ended December 31, 2024",
            "",
            "Revenue was $7.4 million in 2024, after $6.1 million in 2023.",
            "Operating income was $1.2 million in 2024.",
        ],
    )
    canvas.save()
    return path


def write(canvas: Canvas, lines: list[str]) -> None:
    text = canvas.beginText(72, 760)
    text.setFont("Helvetica", 12)
    for line in lines:
        text.textLine(line)
    canvas.drawText(text)
    canvas.showPage()
