"""Questions that the page suggests on the sample documents. tests/flows asks each of them."""

from __future__ import annotations

from dataclasses import dataclass

from samples import filenames
from samples.facts import INVOICES, TRAVEL_POLICIES


@dataclass(frozen=True)
class SuggestedQuestion:
    """`shows`: what the answer is an example of. `document`: the file it rests on."""

    text: str
    shows: str
    document: str


SUGGESTED: tuple[SuggestedQuestion, ...] = (
    SuggestedQuestion(
        "What was Skerrivane's revenue in the second quarter of 2025?",
        "Two documents disagree",
        filenames.report(2025, 2),
    ),
    SuggestedQuestion(
        "What is the total amount due of all invoices?",
        "A sum over every document",
        filenames.invoice(INVOICES[0]),
    ),
    SuggestedQuestion(
        "What is the meal allowance per day?",
        "A newer version wins",
        filenames.policy(TRAVEL_POLICIES[1]),
    ),
    SuggestedQuestion(
        "What was Skerrivane's operating income in the third quarter of 2025?",
        "A figure and its proof",
        filenames.report(2025, 3),
    ),
    SuggestedQuestion(
        "What is the termination notice of the supply agreement with Dooncrane?",
        "A term of a contract",
        filenames.AGREEMENT,
    ),
)
