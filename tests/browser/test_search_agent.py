"""The search agent asks back: a button goes on with the same question, a link takes all matches."""

import base64
import re

import pytest
from playwright.sync_api import expect

from tests.browser.test_own_files import DROP, LONG

pytestmark = pytest.mark.browser

VENDORS = ("Auto Point", "Kellin Garage")
LINES = 310  # more than are read


def test_too_many_matches_are_narrowed_by_a_button_or_taken_as_a_file(page, samples_read):
    rows = [f"Winter tire {number},{VENDORS[number % 2]},4" for number in range(LINES)]
    content = "\n".join(["Item,Vendor,Quantity", *rows])
    page.goto("/w/default/")
    page.evaluate(DROP, ["purchases.csv", base64.b64encode(content.encode()).decode()])
    page.wait_for_url(re.compile(r"/w/session-"))
    expect(page.locator(".welcome")).to_contain_text("Answers from 1 document", timeout=LONG)

    page.locator("[name=mode][value=search]").check(force=True)
    page.get_by_label("Your question").fill("List all lines with tires")
    page.keyboard.press("Enter")
    asked = page.locator(".clarification")
    expect(asked).to_contain_text(f"{LINES} rows match", timeout=LONG)
    link = asked.get_by_role("link", name=re.compile("CSV")).get_attribute("href")
    taken = page.context.request.get(link)
    assert taken.ok
    assert len(taken.text().splitlines()) == LINES + 1

    asked.get_by_role("button", name=re.compile("Kellin Garage")).click()
    answer = page.locator("[data-answer]")
    expect(answer).to_contain_text(f"{LINES // 2} rows are found with Kellin Garage", timeout=LONG)
    expect(answer).to_have_count(1)
    page.locator(".session-note").get_by_role("button", name="Remove").click()
    page.get_by_role("dialog").get_by_role("button", name="Remove").click()
    page.wait_for_url(re.compile(r"/w/default/$"))
