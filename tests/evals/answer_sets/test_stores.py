from __future__ import annotations

import time
from pathlib import Path

import pytest

from agentic.models import Run
from agentic.runs import create_run
from documents.models import Workspace
from documents.providers import get_chat_model, get_embedder
from evals.answer_sets.stores import first_words, open_stores
from evals.report import CannotMeasure
from evals.workspace import ingest, temporary_workspace

PAGE = """<html><body><p>We sell what people need at home, in shops and by mail, at a fair price.</p>
<p>Net sales were as follows:</p><table>
<tr><th>(in thousands)</th><th>2019</th><th>2018</th></tr>
<tr><td>Net sales</td><td>{}</td><td>4,187</td></tr></table></body></html>"""
ASKED = "What were net sales in 2019?"


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    made = []
    for name, figure in (("lamps", "$4,512"), ("chairs", "$9,033")):
        path = tmp_path / f"{name}.html"
        path.write_text(PAGE.format(figure))
        made.append(path)
    return made


@pytest.mark.django_db(transaction=True)
def test_a_chosen_document_alone_answers_and_nothing_is_left(files: list[Path]) -> None:
    with open_stores(groups=[files], tier="none") as stores:
        assert "4,512" in stores.ask(ASKED, "lamps", only=True).text
        given = stores.ask(ASKED, "chairs", only=True)
        assert "9,033" in given.text
        assert given.is_green
        assert given.cited == {("chairs.html", 1)}
        assert Run.objects.count() == 2
    assert not Run.objects.exists()
    assert not Workspace.objects.filter(name="Evaluation").exists()


@pytest.mark.django_db(transaction=True)
def test_a_kept_workspace_is_asked_as_it_is_and_stays(files: list[Path]) -> None:
    with temporary_workspace() as (user, workspace):
        chat, embedder = get_chat_model("none"), get_embedder()
        ingest(files[0], user=user, workspace=workspace, chat=chat, embedder=embedder)
        with open_stores(groups=[], tier="none", keep=workspace.slug) as stores:
            assert "4,512" in stores.ask(ASKED, "lamps").text
            with pytest.raises(CannotMeasure, match="chairs is in none"):
                stores.ask(ASKED, "chairs")
        assert Workspace.objects.filter(pk=workspace.pk).exists()
        assert not Run.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_each_group_is_a_store_and_its_documents_say_which_is_asked(files: list[Path]) -> None:
    with open_stores(groups=[[files[0]], [files[1]]], tier="none") as stores:
        assert "9,033" in stores.ask(ASKED, "chairs").text
        assert "4,512" in stores.ask(ASKED, "lamps").text


@pytest.mark.django_db(transaction=True)
def test_first_words_are_told_when_the_page_shows_them_and_not_without_a_watcher() -> None:
    with temporary_workspace() as (user, workspace):
        run = create_run(user=user, workspace=workspace, question=ASKED)
        with first_words(run.pk, watches=True) as seconds:
            assert seconds == []
            Run.objects.filter(pk=run.pk).update(partial="Net sales")
            deadline = time.monotonic() + 10
            while not seconds and time.monotonic() < deadline:
                time.sleep(0.02)
        assert len(seconds) == 1
        with first_words(run.pk, watches=False) as unwatched:
            time.sleep(0.3)
        assert unwatched == []
