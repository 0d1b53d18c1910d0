"""Which marks of a question are a document's own."""

import pytest

from retrieval.alike.everyday import everyday_in
from retrieval.passages.identity.document_names import marks_naming, stems_called_alike


@pytest.mark.parametrize(
    ("mark", "called", "begins", "names_it"),
    [
        ("KL/2031/0455", "Notice", "Notice of hearing. Case number KL/2031/0455", True),
        ("kiln2", "kiln2 manual", "How to fire a kiln", True),
        ("H-0412", "Orders", "Orders H-0411, H-0412 and H-0413", False),  # one of several
        ("GPIO23", "Pins", "Pins such as GPIO23", False),  # too short for a number that one goes by
        ("4.7.1", "Notes", "Version 4.7.1", False),
    ],
)
def test_a_document_goes_by_a_mark_that_it_is_called_by_or_alone_begins_with(mark, called, begins, names_it):
    assert bool(marks_naming((mark,), called, begins)) is names_it


def test_a_document_goes_by_words_of_its_own_language_for_those_of_the_question():
    alike = {"garden": everyday_in("garden", "en"), "roof": everyday_in("roof", "en")}
    documents = {1: ("Règlement du jardin", ""), 2: ("Dachsanierung", "")}
    named = stems_called_alike(documents, alike, {1: "fr", 2: "de"}, "en")
    assert named == {1: frozenset({"garden"}), 2: frozenset({"roof"})}
