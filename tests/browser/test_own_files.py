"""Files of one's own are dropped into the chat, asked alone, and removed."""

import base64
import re

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

LONG = 120_000  # milliseconds; the embedder may have to start
DROP = """([name, content]) => {
  const bytes = Uint8Array.from(atob(content), (character) => character.charCodeAt(0));
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([bytes], name, { type: "application/pdf" }));
  for (const type of ["dragenter", "dragover", "drop"]) {
    document.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
  }
}"""


def test_dropped_files_alone_are_asked_and_can_be_removed(page, samples_read, foundry_report):
    page.goto("/w/default/")
    content = base64.b64encode(foundry_report.read_bytes()).decode()
    page.evaluate(DROP, [foundry_report.name, content])
    page.wait_for_url(re.compile(r"/w/session-"))
    note = page.locator(".session-note")
    expect(note).to_contain_text(f"Only {foundry_report.name} is asked.")
    expect(page.locator(".welcome")).to_contain_text("Answers from 1 document", timeout=LONG)

    page.get_by_label("Your question").fill("What was revenue in 2024?")
    page.keyboard.press("Enter")
    answer = page.locator("[data-answer]")
    expect(answer).to_contain_text("$7.4 million", timeout=LONG)
    expect(answer).to_contain_text("Searched 1 of 1")

    note.get_by_role("button", name="Remove").click()
    page.get_by_role("dialog").get_by_role("button", name="Remove").click()
    page.wait_for_url(re.compile(r"/w/default/$"))
    expect(page.locator(".notice")).to_contain_text("Deleted")


def test_files_are_chosen_with_the_keyboard_too(page, samples_read):
    # Listening from the start: the browser is told of it on the way, and an early key would open a window.
    page.on("filechooser", lambda chooser: None)
    page.goto("/w/default/")
    page.get_by_role("button", name="Ask only files of your own").focus()
    with page.expect_file_chooser() as chooser:
        page.keyboard.press("Enter")
    assert chooser.value.is_multiple()
