"""A conversation of twelve turns: narrowed, added up, widened, moved to another bucket, and back."""

import re
import uuid
from datetime import date

import pytest

from tests.agentic.search.conftest import given, stored
from tests.agentic.search.test_clarify import again

pytestmark = pytest.mark.django_db(transaction=True)

REPAIRS = {  # repair order → bucket, year, mechanic, boat, cost
    "RO-1": ("north", 2023, "Ida Blom", "Tern", 100),
    "RO-2": ("north", 2023, "Karl Oster", "Heron", 250),
    "RO-3": ("north", 2024, "Ida Blom", "Heron", 400),
    "RO-4": ("north", 2024, "Karl Oster", "Tern", 50),
    "RO-5": ("south", 2023, "Ida Blom", "Plover", 700),
    "RO-6": ("south", 2023, "Karl Oster", "Plover", 30),
    "RO-7": ("south", 2024, "Ida Blom", "Plover", 60),
    "RO-8": ("south", 2024, "Ida Blom", "Dunlin", 20),
}
TALK = """
List the repair orders. → RO-1 RO-2 RO-3 RO-4 RO-5 RO-6 RO-7 RO-8
Only those by Ida Blom. → RO-1 RO-3 RO-5 RO-7 RO-8
And those of 2023? → RO-1 RO-5
What did they cost altogether? → 800
And in 2024? → 480
By boat? → Heron: 400 | Plover: 60 | Dunlin: 20
Only in the south bucket. → Plover: 60 | Dunlin: 20
List them. → RO-7 RO-8
And in the north bucket? → RO-3
Of all years. → RO-1 RO-3
And those by Karl Oster too. → RO-1 RO-2 RO-3 RO-4
Back to Ida Blom in all buckets. → RO-1 RO-3 RO-5 RO-7 RO-8
"""


@pytest.fixture
def harbour(workspace, hash_embedder):
    for number, (bucket, year, mechanic, boat, cost) in REPAIRS.items():
        order = stored(
            workspace, number, f"Repair order {number}", hash_embedder, bucket=bucket,
            document_date=date(year, 6, 1),
        )  # fmt: skip
        given(order, Mechanic=mechanic, Boat=boat, Cost=(cost, "EUR"))


def numbers_of(run):
    return sorted(set(re.findall(r"RO-\d", run.answer)))


def test_a_conversation_keeps_what_was_said(search, harbour):
    talk, wrong = uuid.uuid4(), []
    for line in TALK.strip().splitlines():
        question, expected = line.split(" → ")
        run = search(question, session=talk)
        told = numbers_of(run)
        figures = run.answer.replace("€", "")
        if expected.startswith("RO"):
            holds = told == expected.split()
        else:
            parts = map(re.escape, expected.split(" | "))
            holds = all(re.search(rf"(?<!\d){part}(?!\d)", figures) for part in parts)
        if not holds:
            wrong.append(f"{question} → {run.answer} (for {expected})")
    assert not wrong, "\n".join(wrong)


def test_what_is_asked_back_and_chosen_is_carried_on(search, harbour, hash_embedder):
    talk = uuid.uuid4()
    run = search("List the repair orders with Tern as boat and a cost over EUR 300.", session=talk)
    options = run.result["clarify"]["options"]
    wider = next(option for option in options if option["label"].startswith("With cost"))
    run = again(run, wider["id"], hash_embedder)
    assert numbers_of(run) == ["RO-1"], run.answer
    run = search("And with any cost?", session=talk)
    assert numbers_of(run) == ["RO-1", "RO-4"], run.answer
