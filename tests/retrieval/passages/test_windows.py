from __future__ import annotations

from retrieval.passages.windows import units_of, windows_of

TEXT = """# Supply agreement

## 12. Governing Law

This agreement is governed by the laws of Norway. Disputes go to the courts of Oslo.

Target budget: $50 per person
Head count: 6 to 8

Accommodation is reimbursed for:

- the dates of the event
- one night before it
"""


def test_a_clause_stands_under_its_heading_and_a_label_with_its_value() -> None:
    units = units_of(TEXT)
    law = next(unit for unit in units if unit.text.startswith("This agreement"))
    assert "Governing Law" in law.heading
    assert "Target budget: $50 per person" in [unit.text for unit in units if unit.kind == "label"]


def test_items_know_the_line_that_introduces_them() -> None:
    item = next(unit for unit in units_of(TEXT) if "one night" in unit.text)
    assert item.lead == "Accommodation is reimbursed for:"


def test_a_window_is_one_to_four_sentences_of_one_paragraph() -> None:
    texts = [window.text for window in windows_of(units_of(TEXT))]
    assert "This agreement is governed by the laws of Norway. Disputes go to the courts of Oslo." in texts
    assert not any("Oslo" in text and "budget" in text for text in texts)
