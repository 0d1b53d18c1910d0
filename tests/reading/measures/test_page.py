from pathlib import Path

from django.core.management import call_command

from reading.measures.catalogue import MEASURES
from reading.measures.page import vocabulary_page
from tests.cases import every_case

PAGE = Path(__file__).parents[3] / "docs" / "vocabulary.md"


def test_page_of_the_documentation_is_as_the_vocabulary_now_stands():
    written = PAGE.read_text(encoding="utf-8")
    assert written == vocabulary_page(), "Run: python manage.py vocabulary > docs/vocabulary.md"


@every_case("name", MEASURES)
def test_each_name_stands_on_the_page_once_with_its_meaning(name):
    rows = [line for line in vocabulary_page().splitlines() if line.startswith(f"| `{name}` |")]
    assert len(rows) == 1
    assert MEASURES[name].meaning in rows[0]


def test_command_prints_the_page(capsys):
    call_command("vocabulary")
    assert capsys.readouterr().out == vocabulary_page()
