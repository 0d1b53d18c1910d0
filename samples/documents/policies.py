"""The travel policy in two versions; the second says that it replaces the first."""

from __future__ import annotations

from pathlib import Path

from reportlab.platypus import Flowable

from samples import facts, filenames
from samples.documents.layout import CONTENT_WIDTH, grid, heading, prose, title, write_pdf
from samples.facts import TravelPolicy


def write_policy(policy: TravelPolicy, folder: Path, *, replaces: TravelPolicy | None) -> Path:
    path = folder / filenames.policy(policy)
    story = [*_scope(policy, replaces), *_limits(policy), *_rules(policy)]
    name = f"Travel and Expense Policy {policy.version}"
    write_pdf(path, story, title=name, author=facts.COMPANY, dated=policy.effective)
    return path


def _scope(policy: TravelPolicy, replaces: TravelPolicy | None) -> list[Flowable]:
    day = f"{policy.effective:%-d %B %Y}"
    texts = [
        f"This policy applies to all employees of {facts.COMPANY} who travel on business. "
        f"It takes effect on {day}."
    ]
    if replaces:
        texts.append(
            f"This policy supersedes Travel and Expense Policy version {replaces.version} of "
            f"{replaces.effective:%-d %B %Y}, which no longer applies to trips that start on or after {day}."
        )
    return [
        *title("Travel and Expense Policy", f"Version {policy.version} · Effective {day} · Human Resources"),
        heading("1. Scope"),
        *prose(*texts),
    ]


def _limits(policy: TravelPolicy) -> list[Flowable]:
    rows = [
        ("Expense", "Limit", "Basis"),
        ("Hotel", f"EUR {policy.hotel_per_night}", "per night, breakfast included"),
        ("Meal allowance", f"EUR {policy.meals_per_day}", "per day"),
        ("Mileage allowance", f"EUR {policy.mileage_per_km}", "per kilometre in one's own car"),
        ("Approval threshold", f"EUR {policy.approval_above:,}", "per trip, by the head of department"),
    ]
    return [
        heading("2. Limits"),
        grid(rows, widths=(150, 110, CONTENT_WIDTH - 260), right=(1,)),
    ]


def _rules(policy: TravelPolicy) -> list[Flowable]:
    return [
        heading("3. Booking"),
        *prose(
            f"Flights and trains are booked at least {policy.booking_days} days before departure where the "
            "trip is known. Economy class is the rule; a premium cabin needs the approval of the Chief "
            "Financial Officer."
        ),
        heading("4. Meals"),
        *prose(
            f"The meal allowance is EUR {policy.meals_per_day} per day. It is paid in full for days of "
            "travel of more than eight hours and at half for shorter days. Receipts are not needed."
        ),
        heading("5. Claims"),
        *prose(
            f"Expense claims are handed in within {policy.claim_days} days of the end of the trip. Trips of "
            f"more than EUR {policy.approval_above:,} are approved before they are booked."
        ),
    ]
