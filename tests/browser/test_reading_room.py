"""What everybody must be able to do: by keyboard, on a phone, in the dark, with little contrast vision."""

import re

import pytest
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

PAGES = ("/w/default/", "/w/default/documents/")
QUESTION = "operating income in the third quarter"


@pytest.fixture
def answered(page, samples_read):
    """A page with one answer."""
    page.goto("/w/default/")
    page.get_by_role("button", name=QUESTION).click()
    expect(page.locator("[data-answer]")).to_be_visible()
    return page


def test_keys_write_walk_and_close(answered):
    page = answered
    page.locator("h2.question").click()
    page.keyboard.press("/")
    expect(page.get_by_label("Your question")).to_be_focused()
    page.keyboard.type("a/b")
    expect(page.get_by_label("Your question")).to_have_value("a/b")

    page.locator("a.figure").first.focus()
    expect(page.get_by_role("tooltip").filter(has_text="report.pdf")).to_be_visible()
    page.keyboard.press("Enter")
    evidence = page.locator("#evidence")
    expect(evidence).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    expect(evidence).to_be_hidden()
    expect(page.locator("a.figure").first).to_be_focused()


def test_arrows_walk_through_the_sources(page, samples_read):
    page.goto("/w/default/")
    page.get_by_role("button", name="meal allowance").click()
    page.locator("[data-answer] a.cite").first.click()
    position = page.locator("#evidence-position")
    first = position.inner_text()
    assert first.startswith("1 of ")
    page.keyboard.press("ArrowRight")
    expect(position).to_have_text(first.replace("1 of", "2 of", 1))
    page.keyboard.press("ArrowLeft")
    expect(position).to_have_text(first)


def test_everything_can_be_reached_and_seen_by_keyboard(answered):
    page = answered
    page.evaluate("document.activeElement.blur()")
    seen = set()
    for _ in range(40):
        page.keyboard.press("Tab")
        name, outline = page.evaluate(
            """() => {
              const focused = document.activeElement;
              const shown = focused.matches("[type=radio]") ? focused.nextElementSibling : focused;
              const box = focused.closest(".composer-box");
              const style = getComputedStyle(focused.matches("textarea") ? box : shown);
              return [focused.getAttribute("aria-label") || focused.textContent.trim() || focused.name,
                      style.outlineStyle !== "none" || style.borderColor];
            }"""
        )
        assert outline, f"“{name}” does not show that it has the focus"
        seen.add(name)
    assert {"Send the question", "Copy the answer", "Good answer"} <= seen


def test_buttons_and_fields_have_names(answered):
    page = answered
    for address in (page.url, *PAGES):
        page.goto(address)
        nameless = page.evaluate(
            """() => [...document.querySelectorAll("button, a, input:not([type=hidden]), textarea, summary")]
              .filter((e) => e.checkVisibility())
              .filter((e) => !(e.getAttribute("aria-label") || e.textContent.trim() || e.title ||
                               e.labels?.length || e.closest("label")?.textContent.trim()))
              .map((e) => e.outerHTML.slice(0, 120))"""
        )
        assert nameless == []


def overflow(page):
    return page.evaluate("document.documentElement.scrollWidth - window.innerWidth")


def test_a_phone_shows_everything_without_scrolling_sideways(phone, samples_read):
    phone.goto("/w/default/")
    assert overflow(phone) <= 0
    phone.get_by_role("button", name=QUESTION).tap()
    expect(phone.locator("[data-answer]")).to_be_visible()
    assert overflow(phone) <= 0
    phone.locator("a.cite").first.tap()
    expect(phone.locator("#evidence img")).to_be_visible()
    assert overflow(phone) <= 0
    phone.get_by_role("button", name="Close the evidence").tap()

    phone.get_by_role("button", name="Open the sidebar").tap()
    phone.locator("#sidebar").get_by_role("link", name="Documents").tap()
    expect(phone.get_by_role("button", name="Add documents")).to_be_visible()
    assert overflow(phone) <= 0
    phone.get_by_role("link", name="Interim Report Q3 2025").tap()
    for tab in ("Figures", "Table rows", "Passages", "History"):
        phone.get_by_role("link", name=tab).tap()
        expect(phone.get_by_role("link", name=tab)).to_have_attribute("aria-current", "page")
        assert overflow(phone) <= 0, tab


WITH_A_SOURCE = """async () => {
  const token = document.cookie.match(/csrftoken=(\\w+)/)[1];
  const headers = { "X-CSRFToken": token };
  const send = (path, body) => fetch(path, { method: "POST", body, headers });
  const name = new Blob(['{"name": "Orders"}'], { type: "application/json" });
  const workspace = await send("/api/workspaces", name);
  const { slug } = await workspace.json();
  const form = new FormData();
  form.append("workspace", slug);
  form.append("name", "orders");
  form.append("files", new File(["customer,amount\\nAcme,10\\nBolt,3\\n"], "orders.csv"));
  const source = await send("/api/sources/files", form);
  return [source.status, slug];
}"""


@pytest.mark.parametrize("width", [320, 390, 1440])
def test_all_ways_of_answering_have_room_beside_a_data_source(page, live_site, width):
    page.goto("/w/default/")
    status, slug = page.evaluate(WITH_A_SOURCE)
    assert status == 201
    page.set_viewport_size({"width": width, "height": 844})
    page.goto(f"/w/{slug}/")
    source = page.get_by_label("Data source, for the mode of that name")
    expect(source).to_be_hidden()
    assert apart(page.locator(".mode, .send, .attach"))
    page.get_by_role("radio", name="Data source").check()
    expect(source).to_be_visible()
    expect(page.get_by_label("Your question")).to_have_attribute(
        "placeholder", "Ask a question about this data source"
    )
    assert apart(page.locator(".mode, .send, .attach, .source-choice"))
    assert overflow(page) <= 0


def apart(places):
    """Whether no two of them lie over each other."""
    boxes = [places.nth(at).bounding_box() for at in range(places.count())]
    return not any(
        one["x"] < other["x"] + other["width"]
        and other["x"] < one["x"] + one["width"]
        and one["y"] < other["y"] + other["height"]
        and other["y"] < one["y"] + one["height"]
        for at, one in enumerate(boxes)
        for other in boxes[:at]
    )


CONTRAST = """() => {
  const channel = (v) => (v /= 255) <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
  const light = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
  const paint = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const over = (colours) => {
    paint.clearRect(0, 0, 1, 1);
    for (const colour of colours) { paint.fillStyle = colour; paint.fillRect(0, 0, 1, 1); }
    return [...paint.getImageData(0, 0, 1, 1).data];
  };
  const grounds = (e) => e ? [...grounds(e.parentElement), getComputedStyle(e).backgroundColor] : ["Canvas"];
  const poor = [];
  for (const e of document.querySelectorAll("body *")) {
    const own = [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim());
    if (!own || !e.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    if (e.closest(".sr-only, :disabled, .mode-tip, .row-menu")) continue;
    const ground = grounds(e);
    const a = light(over(ground)), b = light(over([...ground, getComputedStyle(e).color]));
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    const words = e.textContent.trim().slice(0, 30);
    if (ratio < 4.5) poor.push(`${ratio.toFixed(2)} ${e.tagName}.${e.className} ${words}`);
  }
  return poor;
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_has_contrast_in_both_themes(answered, scheme):
    page = answered
    page.emulate_media(color_scheme=scheme)
    for address in (page.url, *PAGES):
        page.goto(address)
        assert page.evaluate(CONTRAST) == [], address


def brightness(page):
    colour = page.evaluate("getComputedStyle(document.body).backgroundColor")
    return sum(int(part) for part in colour.removeprefix("rgb(").removesuffix(")").split(","))


def test_the_theme_follows_the_system_until_it_is_chosen(page, live_site):
    page.emulate_media(color_scheme="dark")
    page.goto("/w/default/")
    assert brightness(page) < 150
    page.get_by_role("button", name="Change between light and dark").click()
    assert brightness(page) > 600
    page.reload()
    assert brightness(page) > 600


def test_a_conversation_is_renamed_found_and_deleted(answered):
    page = answered
    row = page.locator(".conversation").first
    row.hover()
    row.locator("summary").click()
    row.get_by_label("New name").fill("Zebra question")
    page.keyboard.press("Enter")
    expect(page.locator(".conversation", has_text="Zebra question")).to_be_visible()
    page.get_by_label("Search conversations").fill("zebra")
    expect(page.locator(".conversation")).to_have_count(1)
    row.hover()
    row.locator("summary").click()
    row.get_by_role("button", name="Delete").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(page.locator(".notice")).to_contain_text("Deleted “Zebra question” with 1 answer")
    expect(page).to_have_url(re.compile(r"/w/default/$"))


def test_no_answer_offers_other_ways(page, samples_read):
    page.goto("/w/default/")
    page.get_by_role("radio", name="Facts").check()
    page.get_by_label("Your question").fill("How many zebras live on the moon of Endor?")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Not in these documents")).to_be_visible(timeout=60_000)
    page.locator(".widen").get_by_role("button", name="Document map").click()
    expect(page.locator(".exchange")).to_have_count(2)
    expect(page.locator(".exchange").last.locator("[data-answer]")).to_be_visible(timeout=60_000)
