"""Questions that the page suggests on the sample documents. tests/flows asks each of them."""

from __future__ import annotations

SUGGESTED: tuple[str, ...] = (
    "What was Skerrivane's operating income in the third quarter of 2025?",
    "What was Skerrivane's revenue in the second quarter of 2025?",
    "How many invoices are there and what is their total?",
    "What is the meal allowance per day?",
    "What is the termination notice of the supply agreement with Dooncrane?",
)
