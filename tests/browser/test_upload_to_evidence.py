"""The whole way: a file is dropped, read, asked about, and its answer leads to the words on the page."""

import re

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

LONG = 120_000  # milliseconds; the embedder starts with the first document


def test_the_first_visit_says_what_is_read_and_suggests_questions(page, live_site):
    page.goto("/")
    expect(page.get_by_role("heading", name="Ask your documents.")).to_be_visible()
    question = page.get_by_role("button", name="operating income in the third quarter")
    expect(question).to_be_enabled(timeout=2 * LONG)
    question.click()
    expect(page.locator("[data-answer]")).to_contain_text("4,256")
    expect(page.locator(".proof")).to_contain_text("1 of 1 figure proven")
    expect(page).to_have_url(re.compile(r"/w/default/c/[0-9a-f-]{36}/$"))
    expect(page).to_have_title(re.compile("operating income"))


def test_upload_progress_question_and_the_highlighted_page(page, samples_read, foundry_report):
    page.goto("/w/default/documents/")
    page.set_input_files("#file-input", foundry_report)
    row = page.locator(".document", has_text=foundry_report.name)
    # Read in a second, its progress may pass between two looks of the page.
    expect(row.locator("progress").or_(row.get_by_text("Ready", exact=True))).to_be_visible(timeout=LONG)
    expect(row.get_by_text("Ready")).to_be_visible(timeout=LONG)
    expect(row).to_contain_text("2 pages")

    page.get_by_role("link", name="New question").click()
    page.get_by_label("Your question").fill("What was Brightwater Foundry's revenue in 2024?")
    page.keyboard.press("Enter")
    answer = page.locator("[data-answer]")
    expect(answer).to_contain_text("$7.4 million", timeout=LONG)
    expect(answer.locator(".figure-exact, .figure-rounded").first).to_be_visible()

    answer.locator("a.cite").first.click()
    evidence = page.locator("#evidence")
    expect(evidence).to_contain_text("Brightwater-Foundry-2024.pdf, page 2")
    picture = evidence.locator("img")
    expect(picture).to_have_js_property("complete", True)
    assert picture.evaluate("image => image.naturalWidth") > 300
    highlight = evidence.locator("rect.highlight").first.bounding_box()
    sheet = picture.bounding_box()
    height = (highlight["y"] - sheet["y"]) / sheet["height"]
    assert 0.08 < height < 0.2, "the words stand in the fourth line of the page"
    assert highlight["width"] > 100


def test_refused_files_and_duplicates_are_told_apart(page, samples_read, foundry_report, tmp_path):
    broken = tmp_path / "program.exe"
    broken.write_bytes(b"MZ\x90\x00" + bytes(range(256)) * 4)
    notes = tmp_path / "notes.md"
    notes.write_text(
        "# Notes\n\nThe kiln was relined in March 2024. It cost $40,000 and took nine days.\n" * 3
    )
    page.goto("/w/default/documents/")
    page.set_input_files("#file-input", [broken, notes])
    expect(page.locator(".document.refused")).to_contain_text("program.exe")
    expect(page.locator(".document", has_text="notes.md").get_by_text("Ready")).to_be_visible(timeout=LONG)
    page.set_input_files("#file-input", notes)
    expect(page.locator(".duplicate")).to_contain_text("“notes.md” is already there")
    expect(page.locator(".document", has_text="notes.md")).to_have_count(1)


DROP = """([name, text]) => {
  const data = new DataTransfer();
  data.items.add(new File([text], name, { type: "text/plain" }));
  for (const type of ["dragenter", "dragover", "drop"]) {
    document.body.dispatchEvent(new DragEvent(type, { dataTransfer: data, bubbles: true, cancelable: true }));
  }
}"""


def test_a_file_dropped_anywhere_is_read_and_its_deletion_leaves_a_receipt(page, samples_read):
    page.goto("/w/default/documents/")
    counts = page.locator("#reading-line").inner_text()
    page.evaluate(DROP, ["dropped.txt", "The lighthouse lamp was replaced on May 4, 2024 for $9,100. " * 4])
    row = page.locator(".document", has_text="dropped.txt")
    expect(row.get_by_text("Ready")).to_be_visible(timeout=LONG)
    expect(page.locator("#drop")).to_be_hidden()

    row.locator("summary").click()
    row.get_by_role("button", name="Delete").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Delete “dropped.txt”?")
    expect(dialog).to_contain_text("will be gone")
    dialog.get_by_role("button", name="Keep").click()
    expect(row).to_be_visible()
    row.locator("summary").click()
    row.get_by_role("button", name="Delete").click()
    dialog.get_by_role("button", name="Delete").click()
    expect(page.locator(".notice")).to_contain_text("Deleted “dropped.txt”")
    expect(row).to_have_count(0)
    expect(page.locator("#reading-line")).to_have_text(counts)


def test_how_files_are_read_next_is_seen_when_its_menu_is_closed(page, samples_read):
    page.goto("/w/default/documents/")
    menu = page.locator(".upload-options summary")
    expect(menu).to_have_text("How to read")
    menu.click()
    page.get_by_label("A map entry only").check()
    page.get_by_label("Bucket").fill("letters")
    page.keyboard.press("Escape")
    expect(menu).to_have_text("How to read: map only, letters")


def test_a_menu_stays_open_while_its_document_is_read(page, samples_read):
    page.goto("/w/default/documents/")
    first, second = page.locator("#documents .document").nth(0), page.locator("#documents .document").nth(1)
    first.locator("summary").click()
    mark = "row => row.dataset.busy = row.id.replace('document-', '')"  # as if it were being read
    first.evaluate(mark)
    second.evaluate(mark)
    expect(second).not_to_have_attribute("data-busy", re.compile("."))  # what is known of it has come anew
    expect(first.get_by_role("button", name="Delete")).to_be_visible()


def test_a_free_question_streams_its_steps_and_survives_a_reload(page, samples_read):
    page.goto("/w/default/")
    page.get_by_role("radio", name="Document map").check()
    page.get_by_label("Your question").fill("What does the supply agreement say about termination?")
    page.keyboard.press("Enter")
    expect(page.locator(".question")).to_contain_text("termination")
    page.reload()
    answer = page.locator("[data-answer]")
    expect(answer).to_contain_text("90", timeout=LONG)
    expect(page.locator("[data-live]")).to_have_count(0)
    answer.locator(".steps > summary").click()
    expect(answer.locator(".step").first).to_be_visible()


def test_an_answer_shows_its_sql_and_can_be_rated_and_exported(page, samples_read):
    page.goto("/w/default/")
    page.get_by_role("button", name="operating income in the third quarter").click()
    answer = page.locator("[data-answer]")
    answer.locator(".steps > summary").click()
    expect(answer.locator(".sql-keyword").first).to_have_text("SELECT")
    answer.get_by_role("button", name="Good answer").click()
    expect(answer.get_by_role("button", name="Good answer")).to_have_attribute("aria-pressed", "true")
    answer.get_by_label("Export the answer").click()
    with page.expect_download() as download:
        answer.get_by_role("link", name="Markdown").click()
    assert "4,256" in download.value.path().read_text()


def test_a_documents_page_shows_its_tables_and_its_figures_lead_to_their_words(page, samples_read):
    page.goto("/w/default/documents/")
    page.get_by_role("link", name="Interim Report Q3 2025").click()
    page.get_by_role("link", name="Next page").click()
    expect(page.locator(".sheet .outline").first).to_be_attached(timeout=LONG)
    page.locator(".tabs").get_by_role("link", name="Figures").click()
    page.get_by_label("Filter the rows").fill("operating income 4,256")
    row = page.locator(".facts tbody tr", has_text="4,256").first
    expect(row).to_contain_text("4,256,000")
    row.locator("a.cite").click()
    expect(page.locator("#evidence rect.highlight").first).to_be_attached()


def test_table_outlines_lead_to_their_rows_and_can_be_hidden(page, samples_read):
    page.goto("/w/default/documents/")
    page.get_by_role("link", name="Interim Report Q3 2025").click()
    page.get_by_role("link", name="Next page").click()
    outline = page.locator(".outlines a").first
    expect(outline).to_be_visible(timeout=LONG)
    toggle = page.get_by_role("button", name="Table outlines")
    toggle.click()
    expect(outline).to_be_hidden()
    expect(toggle).to_have_attribute("aria-pressed", "false")
    toggle.click()
    outline.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".facts tbody tr", has_text="Operating income").first).to_be_visible()
    expect(page).to_have_url(re.compile("tab=rows&table="))


def test_a_passage_is_kept_out_and_conflicts_are_shown(page, samples_read):
    page.goto("/w/default/documents/")
    page.get_by_role("link", name="conflict between documents").click()
    expect(page.locator(".conflict").first).to_contain_text("Because")
    page.goto("/w/default/documents/")
    page.get_by_role("link", name="Interim Report Q3 2025").click()
    page.get_by_role("link", name="Passages").click()
    page.get_by_role("button", name="Keep out of answers: passage 1").click()
    passage = page.locator(".chunk").first
    expect(passage).to_contain_text("Kept out of answers")
    page.get_by_role("button", name="Let in again: passage 1").click()
    expect(passage).not_to_contain_text("Kept out of answers")


def found_by_search(page, question):
    """The answer's words where the text of documents is searched."""
    page.goto("/w/default/")
    page.locator(".mode", has_text="Document map").click()
    page.get_by_label("Your question").fill(question)
    page.keyboard.press("Enter")
    answer = page.locator("[data-answer]")
    expect(answer.locator(".proof")).to_be_visible(timeout=LONG)
    return answer.inner_text()


def test_a_passage_that_is_kept_out_is_not_found_by_search(page, samples_read, tmp_path):
    notes = tmp_path / "lighthouse.txt"
    notes.write_text(
        "The lantern of the lighthouse at Penmarrow burns rapeseed oil from the island's farms. " * 2
    )
    page.goto("/w/default/documents/")
    page.set_input_files("#file-input", notes)
    row = page.locator(".document", has_text=notes.name)
    expect(row.get_by_text("Ready")).to_be_visible(timeout=LONG)
    question = "What does the lantern of the lighthouse at Penmarrow burn?"
    assert "rapeseed oil" in found_by_search(page, question)

    page.goto("/w/default/documents/")
    row.locator(".document-name").click()
    page.get_by_role("link", name="Passages").click()
    page.get_by_role("button", name="Keep out of answers: passage 1").click()
    expect(page.locator(".chunk").first).to_contain_text("Kept out of answers")
    address = page.url
    assert "rapeseed oil" not in found_by_search(page, question)

    page.goto(address)
    page.get_by_role("button", name="Let in again: passage 1").click()
    expect(page.locator(".chunk").first).not_to_contain_text("Kept out of answers")
    assert "rapeseed oil" in found_by_search(page, question)


def test_evidence_leaves_room_for_the_rows_that_it_is_of(page, samples_read):
    page.goto("/w/default/documents/")
    page.get_by_role("link", name="Interim Report Q3 2025").click()
    page.locator(".tabs").get_by_role("link", name="Figures").click()
    mark = page.locator(".facts tbody tr a.cite").nth(3)
    before = mark.bounding_box()["y"]
    mark.click()
    expect(page.locator("#evidence rect.highlight").first).to_be_attached()
    row = page.locator(".facts tbody tr").nth(3)
    pane = page.locator("#evidence").bounding_box()["x"]
    value = row.locator("td").nth(3).bounding_box()
    assert value["x"] + value["width"] <= pane, "the value is seen beside its words"
    assert abs(mark.bounding_box()["y"] - before) < 3, "the row stays under the pointer"
    page.keyboard.press("Escape")
    expect(page.get_by_role("heading", name="Interim Report Q3 2025")).to_be_visible()


def test_on_a_phone_the_evidence_opens_at_the_proven_cell(phone, samples_read):
    phone.goto("/w/default/")
    phone.get_by_role("button", name="operating income in the third quarter").tap()
    phone.locator("[data-answer] a.figure").first.tap()
    cell = phone.locator("#evidence rect.proven").first
    expect(cell).to_be_attached()
    expect(phone.locator("#evidence .dimmed")).to_be_attached()
    expect(phone.locator("#evidence img")).to_have_js_property("complete", True)
    shown, frame = cell.bounding_box(), phone.locator("#evidence-body").bounding_box()
    assert frame["x"] <= shown["x"]
    assert shown["x"] + shown["width"] <= frame["x"] + frame["width"]
    assert frame["y"] <= shown["y"] < frame["y"] + frame["height"] / 2
    assert shown["width"] < frame["width"] / 3, "the cell, not its row"
