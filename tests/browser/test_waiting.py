"""While a model takes its time: what waits says behind what, and nobody has to wait for it."""

import json
import re
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from llm.fakes import HashEmbedder
from tests.browser.conftest import DESKTOP, READ_SECONDS, Site, started, wait_until_read, watched
from tests.homes import new_home

pytestmark = pytest.mark.browser
PATIENCE = 240_000  # milliseconds; a machine may be busy with other tests
NOTES = {  # with fewer documents there is nothing to choose from the map
    "Terms of payment.txt": "Terms of payment of Tarnholt Pumps.\n\nInvoices bear interest at 8% a year from "
    "the due date, since money that comes late has to be borrowed elsewhere. " * 3,
    "Delivery.txt": "Delivery by Tarnholt Pumps.\n\nPumps are sent within ten days of the order, by road. "
    "Freight is paid by the buyer, who tells of damage within three days. " * 3,
    "Repairs.txt": "Repairs by Tarnholt Pumps.\n\nPumps are repaired in the works at Tarnholt. "
    "Whoever sends one says what is wrong with it and since when. " * 3,
    "Warranty.txt": "Warranty of Tarnholt Pumps.\n\nEach pump has a warranty of 24 months. Parts that wear, "
    "such as seals and bearings, are left out of it. " * 3,
}


@pytest.fixture(scope="module")
def silent_model() -> Iterator[str]:
    """The address of a server that takes every question and says nothing; of texts it gives vectors."""
    is_over, embedder = threading.Event(), HashEmbedder()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            if not self.path.endswith("/embeddings"):
                is_over.wait()
                return
            texts = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["input"]
            vectors = embedder.embed(texts).tolist()
            data = [{"index": at, "embedding": vector} for at, vector in enumerate(vectors)]
            body = json.dumps({"object": "list", "model": "hash", "data": data}).encode()
            self.send_response(200)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    serving = threading.Thread(target=server.serve_forever)
    serving.start()
    yield f"http://127.0.0.1:{server.server_port}/v1"
    is_over.set()
    server.shutdown()
    server.server_close()
    serving.join()


@pytest.fixture(scope="module")
def site(prepared, silent_model, chromium, tmp_path_factory) -> Iterator[Site]:
    """A site whose few documents rules have read, and the model is to read."""
    notes = tmp_path_factory.mktemp("notes")
    variables = {
        "OPENAI_BASE_URL": silent_model,
        "OPENAI_MODEL": "silent",
        "RAGSITE_EMBEDDER": "openai",  # in place of the own one, which takes seconds of a processor to load
        "RAGSITE_EMBEDDING_MODEL": "hash",
        "RAGSITE_EMBEDDING_DIMENSIONS": str(HashEmbedder.dimensions),
        "RAGSITE_SAMPLES": "0",
        "RAGSITE_WEB_PROCESSES": "1",
    }
    with new_home(prepared) as home, started(home, llm="openai", **variables) as site:
        page = chromium.new_page(base_url=site.url)
        page.goto("/w/default/documents/")
        page.set_input_files("#file-input", [written(notes / name, text) for name, text in NOTES.items()])
        page.get_by_text("of 4 ready").wait_for(timeout=READ_SECONDS * 1000)  # all are sent
        page.close()
        wait_until_read(site, 4)
        yield site


def written(path: Path, text: str) -> Path:
    path.write_text(text)
    return path


@pytest.fixture
def open_page(chromium, site) -> Iterator[object]:
    """Pages of one user, whose consoles must stay free of errors."""
    context = chromium.new_context(base_url=site.url, viewport=DESKTOP, reduced_motion="reduce")
    context.set_default_timeout(PATIENCE)
    errors: list[list[str]] = []

    def opened(address: str) -> Page:
        page = context.new_page()
        errors.append(watched(page))
        page.goto(address)
        return page

    yield opened
    assert errors == [[]] * len(errors)
    context.close()


def ask(page: Page, question: str, mode: str) -> None:
    page.locator(f"input[name=mode][value={mode}]").check(force=True)
    page.get_by_label("Your question").fill(question)
    page.keyboard.press("Enter")
    shown(page.locator("[data-live]"))


def shown(locator: Locator) -> Locator:
    expect(locator).to_be_visible(timeout=PATIENCE)
    return locator


def running(page: Page, words: str) -> Locator:
    """The line of what is under way."""
    return shown(page.locator(".live-step.running").filter(has_text=words))


def test_documents_are_ready_although_the_model_reads_and_say_behind_what_they_wait(open_page):
    page = open_page("/w/default/documents/")
    shown(page.get_by_text("Answers questions; the model is reading for the summary"))
    shown(page.get_by_text("Answers questions; the model will read it after 3 other documents"))


def test_questions_say_what_is_done_and_a_quick_answer_needs_no_model(open_page):
    page, behind = open_page("/w/default/"), open_page("/w/default/")
    ask(page, "Which invoice is the most unusual, and why?", "sql")
    seconds = running(page, "Writing SQL").locator("[data-elapsed]")
    first = seconds.inner_text()
    assert re.fullmatch(r"\d+ s", first)
    expect(seconds).not_to_have_text(first, timeout=PATIENCE)

    ask(behind, "Why do invoices bear interest?", "map")
    waited = running(behind, "Waiting: 1 question before yours").locator("[data-elapsed]")
    expect(waited).to_have_text(re.compile(r"^([2-9]|\d\d) s$"), timeout=PATIENCE)
    behind.get_by_role("button", name="Quick answer now").click()
    answer = shown(behind.locator("[data-answer]"))
    shown(answer.get_by_text("This is the quick answer that you asked for"))
    shown(answer.get_by_text(re.compile("of which .* waiting")))
    shown(answer.get_by_role("button", name="Let the model answer"))

    running(page, "Writing SQL")
    page.get_by_role("button", name="Stop answering").click()
    shown(page.locator("[data-answer]").get_by_text("Stopped before the answer was whole."))


def test_a_question_that_the_model_is_at_is_answered_quickly_too(open_page):
    page = open_page("/w/default/")
    ask(page, "Why do invoices bear interest?", "map")
    running(page, "Consulting the document map")
    page.get_by_role("button", name="Quick answer now").click()
    answer = shown(page.locator("[data-answer]"))
    shown(answer.get_by_text("This is the quick answer that you asked for"))
    expect(answer.locator(".step.failed")).to_have_count(1)
