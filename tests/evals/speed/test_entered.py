"""What a question enters: a plain one for a figure few files, none of which calls back."""

import pytest
from django.conf import settings

from evals.speed import entered
from evals.speed.entered import walked

FILES = 90  # 84 on 2026-11-29; whoever adds one looks at every question


def _compiled(path, text):
    names = {}
    exec(compile(text, settings.BASE_DIR / path, "exec"), names)  # noqa: S102
    return names


def test_files_are_those_whose_functions_are_called_and_climbs_go_back_into_them():
    one = _compiled("agentic/one.py", "def begin(ask):\n    ask(end)\ndef end():\n    pass")
    two = _compiled("retrieval/two.py", "def ask(back):\n    back()")
    lists = _compiled("agentic/lists.py", "all_of = lambda values: [value for value in values]")
    with walked() as walk:
        one["begin"](two["ask"])
        lists["all_of"]([1])
    assert dict(walk.files) == {"agentic/one.py": 2, "retrieval/two.py": 1}
    assert dict(walk.climbs) == {("retrieval/two.py", "agentic/one.py"): 1}


@pytest.mark.django_db(transaction=True)
def test_a_plain_question_for_a_figure_enters_few_files_and_climbs_back_into_few():
    report = entered.run(limit=None)
    found = {name: count for name, count, _ in report.rows}
    assert 35 < found["all"] <= FILES
    assert found["climbs"] < entered.CLIMBS
