"""Names that texts have by their initials alone."""

from retrieval.passages.forms.abbreviations import names_by_initials
from tests.cases import every_case


@every_case(
    "question, text, names",
    [
        (
            "For how long does Legal Help of East Anglia keep e-mails?",
            "LHEA will retain electronic communications for two years.",
            ["Legal Help of East Anglia"],
        ),
        (
            "Who chairs the Tide Survey Council Board?",
            "The TSCB meets in May.",
            ["Tide Survey Council Board"],
        ),
        ("For how long does Legal Help of East Anglia keep e-mails?", "The LEA keeps them.", []),
        ("How long does LHEA keep e-mails?", "LHEA keeps them.", []),
    ],
)
def test_a_name_is_known_by_its_initials(question, text, names):
    assert names_by_initials(question, [text]) == names
