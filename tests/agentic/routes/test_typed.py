"""What an answer from the text may rest on."""

from types import SimpleNamespace

from agentic.routes.typed import _named_at_head


def test_of_how_a_document_begins_only_names_and_numbers_of_the_question_count():
    passage = SimpleNamespace(
        identity="Lorn pond pumps: sheet LP-03. Flow, head and warranty of the Lorn 80."
    )
    assert _named_at_head("What is the flow of the Lorn 80 of Varga?", passage) == "Lorn 80"
