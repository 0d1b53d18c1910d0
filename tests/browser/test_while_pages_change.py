"""What one is doing is left alone while a page keeps itself up to date; and what one copies can be used."""

import re

import pytest
from playwright.sync_api import expect
from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas

from tests.browser.conftest import write

pytestmark = pytest.mark.browser

LONG = 240_000  # milliseconds; the embedder may have to start, and a long report to be read
PAGES = 25  # of each long report
REPORTS = 3  # sent at once: more than are read before another page has opened
QUESTION = "operating income in the third quarter"
BUSY = "row => row.dataset.busy = row.id.replace('document-', '')"  # as if it were being read


@pytest.fixture
def long_reports(tmp_path):
    """Reports that differ; those read last are still being read when another page has opened."""
    return [written(tmp_path / f"Works-{number}.pdf", number) for number in range(REPORTS)]


def written(path, number):
    canvas = Canvas(str(path), pagesize=A4, invariant=True)
    for page in range(1, PAGES + 1):
        bricks = [f"Kiln {page}.{n} fired {page * n + number} bricks in 2024." for n in range(15)]
        write(canvas, [f"Works {number} Ltd, page {page}", *bricks])
    canvas.save()
    return path


def until_it_was_updated(row):
    """What is known of a row that is ready comes anew, and it is marked busy no more."""
    row.evaluate(BUSY)
    expect(row).not_to_have_attribute("data-busy", re.compile("."))


def test_what_a_dialog_asks_is_done_although_its_row_was_updated(page, samples_read, tmp_path):
    notes = tmp_path / "to-be-deleted.txt"
    notes.write_text("The lighthouse lamp was replaced on May 4, 2024 for $9,100. " * 4)
    page.goto("/w/default/documents/")
    page.set_input_files("#file-input", notes)
    row = page.locator(".document", has_text=notes.name)
    expect(row.get_by_text("Ready")).to_be_visible(timeout=LONG)
    row.locator("summary").click()
    row.get_by_role("button", name="Delete").click()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    until_it_was_updated(row)
    dialog.get_by_role("button", name="Delete").click()
    expect(page.locator(".notice")).to_contain_text("Deleted “to-be-deleted.txt”")
    expect(row).to_have_count(0)


def test_the_choice_for_a_duplicate_stays_until_it_is_made(page, samples_read, tmp_path):
    notes = tmp_path / "twice.txt"
    notes.write_text("The kiln was relined in March 2024. It cost $40,000 and took nine days. " * 3)
    page.goto("/w/default/documents/")
    for _ in range(2):
        page.set_input_files("#file-input", notes)
        row = page.locator(".document", has_text=notes.name)
        expect(row.get_by_text("Ready")).to_be_visible(timeout=LONG)
    choice = row.get_by_label("The document that it is a new version of")
    choice.select_option(label="Skerrivane-Q2-2025-report.pdf")
    until_it_was_updated(row)
    expect(row.get_by_role("button", name="Keep both")).to_be_visible()
    expect(choice.locator("option:checked")).to_have_text("Skerrivane-Q2-2025-report.pdf")
    row.get_by_role("button", name="Keep the one there").click()
    expect(row.get_by_role("button", name="Keep both")).to_have_count(0)


def test_focus_and_an_open_menu_survive_an_update_of_their_row(page, samples_read):
    page.goto("/w/default/documents/")
    row = page.locator("#documents .document").first
    name = row.locator("a.document-name")
    name.focus()
    until_it_was_updated(row)
    expect(name).to_be_focused()
    row.locator("summary").click()
    until_it_was_updated(row)
    expect(row.get_by_role("button", name="Delete")).to_be_visible()


def test_the_menu_of_the_last_row_opens_within_the_page(page, samples_read):
    page.set_viewport_size({"width": 1440, "height": 640})
    page.goto("/w/default/documents/")
    row = page.locator("#documents .document").last
    row.scroll_into_view_if_needed()
    row.locator("summary").click()
    menu = row.locator(".menu-list").bounding_box()
    assert menu["y"] + menu["height"] <= 640
    assert menu["y"] >= 0


def test_a_question_that_is_refused_stays_to_be_shortened(context, samples_read):
    page = context.new_page()  # its console tells of the refusal
    page.goto("/w/default/")
    question = "How much? " * 2000
    page.get_by_label("Your question").fill(question)
    page.keyboard.press("Enter")
    expect(page.locator("#ask-error")).to_contain_text("characters")
    expect(page.get_by_label("Your question")).to_have_value(question)


def test_what_is_typed_while_a_question_is_sent_is_kept(page, samples_read):
    page.goto("/w/default/")
    page.route("**/ask/", lambda route: (page.wait_for_timeout(700), route.continue_()))
    field = page.get_by_label("Your question")
    field.fill("What was operating income in Q3 2025?")
    page.keyboard.press("Enter")
    field.fill("And in Q2?")
    expect(page.locator(".question")).to_be_visible()
    expect(field).to_have_value("And in Q2?")
    page.unroute_all(behavior="ignoreErrors")


def test_a_filter_keeps_what_is_typed_while_its_answer_is_on_the_way(page, samples_read):
    page.goto("/w/default/documents/")
    page.get_by_role("link", name="Interim Report Q3 2025").click()
    page.locator(".tabs").get_by_role("link", name="Figures").click()
    page.route(re.compile("q=oper"), lambda route: (page.wait_for_timeout(700), route.continue_()))
    field = page.get_by_label("Filter the rows")
    field.press_sequentially("oper")
    with page.expect_response(re.compile("q=oper$|q=oper&")):
        page.wait_for_timeout(400)
        field.press_sequentially("ating")
    page.wait_for_timeout(300)
    expect(field).to_have_value("operating")
    page.unroute_all(behavior="ignoreErrors")
    page.get_by_role("link", name="Claims").click()
    expect(page.locator(".tabs [aria-current]")).to_contain_text("Claims", timeout=LONG)
    expect(page.get_by_label("Filter the rows")).to_have_value("")


def test_the_end_of_reading_takes_nothing_away_on_the_page_of_a_document(page, samples_read, long_reports):
    page.goto("/w/default/documents/")
    page.set_input_files("#file-input", long_reports)
    page.locator(".document", has_text=long_reports[-1].name).locator("a.document-name").click()
    page.get_by_text("Mark as a new version").click()
    page.get_by_label("The earlier version").select_option(index=2)
    chosen = page.get_by_label("The earlier version").input_value()
    expect(page.locator("#badges")).to_have_attribute("hx-get", re.compile("."))
    expect(page.locator("#badges")).to_contain_text("Ready", timeout=LONG)
    expect(page.locator(".tabs")).to_contain_text(re.compile(r"Passages \d"))
    expect(page.get_by_label("The earlier version")).to_have_value(chosen)
    expect(page.get_by_label("The earlier version")).to_be_visible()
    expect(page.get_by_role("button", name="Delete document")).to_be_visible()


def test_a_suggestion_keeps_the_focus_while_documents_are_read(page, samples_read, tmp_path):
    others = [written(tmp_path / f"Others-{number}.pdf", number + REPORTS) for number in range(REPORTS)]
    page.goto("/w/default/documents/")
    page.set_input_files("#file-input", others)
    # A row without an identity is a file on its way, which a change of pages breaks off.
    sent = page.locator(".document[id^=document-]", has_text=others[-1].name)
    expect(sent).to_be_visible(timeout=LONG)
    page.goto("/w/default/")
    expect(page.locator(".reading")).to_be_visible()
    suggestion = page.locator("button.suggestion").first
    suggestion.focus()
    expect(page.locator(".reading")).to_have_count(0, timeout=LONG)
    expect(suggestion).to_be_focused()


def test_a_tab_is_called_by_the_new_name_of_its_conversation(page, samples_read):
    page.goto("/w/default/")
    page.get_by_role("button", name=QUESTION).click()
    expect(page.locator("[data-answer]")).to_be_visible()
    row = page.locator(".conversation").first
    row.hover()
    row.locator("summary").click()
    row.get_by_label("New name").fill("Income of the third quarter")
    page.keyboard.press("Enter")
    expect(page).to_have_title("Income of the third quarter · ragsite")


def test_a_copied_answer_carries_its_sources_and_no_glued_digits(page, context, samples_read):
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto("/w/default/")
    page.get_by_role("button", name=QUESTION).click()
    page.get_by_role("button", name="Copy the answer").click()
    expect(page.locator(".notice")).to_contain_text("Copied")
    text = page.evaluate("navigator.clipboard.readText()")
    assert "€4,256 thousand [1]." in text
    assert "[1] Skerrivane-Q3-2025-report.pdf, page 2: “Operating income 4,256 2,600" in text
    html = page.evaluate(
        """async () => {
          const [item] = await navigator.clipboard.read();
          return (await item.getType("text/html")).text();
        }"""
    )
    assert "<li" in html
    assert "Operating income 4,256" in html


GROWS = """() => {
  const box = document.createElement("div");
  box.innerHTML = "<p>Revenue was up</p>";
  document.querySelector("#thread").append(box);
  const range = document.createRange();
  range.setStart(box.querySelector("p").firstChild, 0);
  range.setEnd(box.querySelector("p").firstChild, 7);
  getSelection().removeAllRanges();
  getSelection().addRange(range);
  const grown = "<p>Revenue was up in 2024.</p><p>Costs fell.</p>";
  htmx.swap(box, grown, { swapStyle: "morph:innerHTML" }, { contextElement: box });
  return [getSelection().toString(), box.innerText];
}"""


def test_words_that_are_selected_stay_so_while_an_answer_grows(page, samples_read):
    page.goto("/w/default/")
    selected, text = page.evaluate(GROWS)
    assert selected == "Revenue"
    assert text.split("\n\n") == ["Revenue was up in 2024.", "Costs fell."]


def test_a_button_keeps_the_focus_when_what_it_says_changes(page, samples_read):
    page.goto("/w/default/")
    page.get_by_role("button", name=QUESTION).click()
    rating = page.get_by_role("button", name="Good answer")
    rating.focus()
    page.keyboard.press("Enter")
    expect(rating).to_have_attribute("aria-pressed", "true")
    expect(rating).to_be_focused()
    page.keyboard.press("Enter")
    expect(rating).to_have_attribute("aria-pressed", "false")
