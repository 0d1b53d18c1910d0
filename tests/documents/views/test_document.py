"""What a document's page shows beside its pages: passages, conflicts, charts, versions, history."""

from datetime import date

import pytest
from django.urls import reverse

from documents.library.staging import RefusedUpload
from documents.library.versions import editions, mark_newer
from documents.models import Conflict, Edit, Role
from tests import factories

HTMX = {"HX-Request": "true"}


@pytest.fixture
def signed_in(client, user, settings):
    settings.RAGSITE_AUTO_LOGIN = False
    client.force_login(user)
    return client


@pytest.fixture
def document(workspace):
    return factories.DocumentFactory(workspace=workspace, filename="report.txt")


def tab(client, document, name, **query):
    address = reverse("document", args=[document.workspace.slug, document.pk])
    return client.get(address, {"tab": name, **query}).content.decode()


def exclude(client, chunk, excluded="1", slug="mine", **headers):
    address = reverse("exclude_passage", args=[slug, chunk.document_id, chunk.pk])
    return client.post(address, {"excluded": excluded}, headers=headers)


def test_passages_show_their_context(signed_in, document):
    factories.ChunkFactory(
        document=document,
        section="Terms › Notice",
        section_topic="Ending the lease",
        key_information="Ninety days.",
        retrieval_hint="Asked how to leave.",
        contextual_note="Follows the rent.",
    )
    html = tab(signed_in, document, "chunks")
    for words in ("Terms › Notice", "Ending the lease", "Ninety days.", "Asked how to leave.", "Follows the"):
        assert words in html


def test_what_a_model_left_out_is_said_on_the_page(signed_in, document):
    address = reverse("document", args=[document.workspace.slug, document.pk])
    assert "gave no summary" not in signed_in.get(address).content.decode()
    type(document).objects.update(model_note="The model gave no summary: its reply was cut off.")
    assert "The model gave no summary: its reply was cut off." in signed_in.get(address).content.decode()


def test_a_passage_is_kept_out_and_let_in_again(signed_in, document):
    chunk = factories.ChunkFactory(document=document)
    html = exclude(signed_in, chunk, **HTMX).content.decode()
    assert "Kept out of answers" in html
    chunk.refresh_from_db()
    assert chunk.excluded
    assert exclude(signed_in, chunk, excluded="").url.endswith("?tab=chunks")
    chunk.refresh_from_db()
    assert not chunk.excluded


def test_viewers_see_passages_but_keep_none_out(client, document, other_user, settings):
    settings.RAGSITE_AUTO_LOGIN = False
    factories.MembershipFactory(user=other_user, workspace=document.workspace, role=Role.VIEWER)
    client.force_login(other_user)
    chunk = factories.ChunkFactory(document=document)
    assert "Keep out" not in tab(client, document, "chunks")
    assert exclude(client, chunk).status_code == 403
    assert not Edit.objects.exists()


def test_a_passage_is_found_only_under_its_own_document(signed_in, document, workspace, other_workspace):
    chunk = factories.ChunkFactory(document=document)
    stranger = factories.ChunkFactory(document__workspace=other_workspace)
    neighbour = factories.DocumentFactory(workspace=workspace)
    assert exclude(signed_in, stranger, slug=other_workspace.slug).status_code == 404
    wrong = reverse("exclude_passage", args=["mine", neighbour.pk, chunk.pk])
    assert signed_in.post(wrong, {"excluded": "1"}).status_code == 404


@pytest.fixture
def conflict(document, workspace):
    other = factories.DocumentFactory(workspace=workspace, filename="restated.txt")
    return factories.ConflictFactory(
        winner=factories.MetricFactory(document=other, value="$4.4 million", page=3),
        loser=factories.MetricFactory(document=document, value="$4.2 million", page=1),
        reason=Conflict.Reason.LATER,
        explanation="restated.txt is the later one.",
        entity_name="Acme",
        measure="revenue",
        period_end=date(2024, 12, 31),
    )


def test_a_conflict_shows_both_values_and_why_one_wins(signed_in, document, conflict):
    for html in (
        tab(signed_in, document, "conflicts"),
        signed_in.get(reverse("conflicts", args=["mine"])).content.decode(),
    ):
        for words in (
            "$4.4 million",
            "$4.2 million",
            "Because its document is the later one",
            "restated.txt",
        ):
            assert words in html
        assert f"/documents/{conflict.winner.document_id}/?page=3&amp;quote=" in html


def test_conflicts_are_narrowed_by_words_and_by_reason(signed_in, conflict):
    address = reverse("conflicts", args=["mine"])
    for query, shown in (
        ({"q": "acme revenue"}, True),
        ({"q": "bolt"}, False),
        ({"reason": "later"}, True),
        ({"reason": "open"}, False),
        ({"reason": "nonsense"}, True),
    ):
        html = signed_in.get(address, query, headers=HTMX | {"HX-Target": "conflicts"}).content.decode()
        assert ("$4.4 million" in html) is shown
        assert "<html" not in html


def test_conflicts_of_others_are_not_shown(client, other_user, other_workspace, conflict, settings):
    settings.RAGSITE_AUTO_LOGIN = False
    client.force_login(other_user)
    assert client.get(reverse("conflicts", args=["mine"])).status_code == 404
    html = client.get(reverse("conflicts", args=[other_workspace.slug])).content.decode()
    assert "$4.4 million" not in html


@pytest.mark.parametrize("count", [1, 20])
def test_many_conflicts_cost_no_more_queries(
    signed_in, workspace, document, django_assert_max_num_queries, count
):
    for _ in range(count):
        factories.ConflictFactory(
            winner=factories.MetricFactory(document=document),
            loser=factories.MetricFactory(document__workspace=workspace),
        )
    with django_assert_max_num_queries(9):
        signed_in.get(reverse("conflicts", args=["mine"]))


def test_a_figure_over_periods_is_drawn_with_its_values_in_a_table(signed_in, document):
    for year in (2022, 2023, 2024):
        factories.MetricFactory(
            document=document,
            metric_name="Net sales",
            canonical_name="revenue",
            value=f"{year},5",
            numeric_value=year * 1_000_000,
            unit="USD",
            period_start=date(year, 1, 1),
            period_end=date(year, 12, 31),
            fiscal_year=year,
        )
    html = tab(signed_in, document, "chart")
    assert html.count('<rect class="bar"') == 3
    assert '<title id="chart-title">Revenue by year' in html
    assert "2022: $2.02B" in html
    assert '<td class="number">2024,5</td>' in html


def test_a_document_without_series_says_so(signed_in, document):
    assert "No figure of this document has values for three periods" in tab(signed_in, document, "chart")


def test_tabs_count_what_they_hold(signed_in, document, conflict):
    factories.TopicFactory.create_batch(3, document=document)
    html = tab(signed_in, document, "pages")
    assert 'Topics <span class="tab-count figures">3</span>' in html
    assert 'Conflicts <span class="tab-count figures">1</span>' in html


def test_history_shows_times_edits_and_recognised_pages(signed_in, document, user):
    document.timings = {"map": 1.0, "embed": 4.0, "parse": 2.0}
    document.save()
    factories.PageFactory(document=document, ocr_confidence=0.81)
    factories.EditFactory(document=document, user=user, changes={"title": ["Old title", "New title"]})
    html = tab(signed_in, document, "history")
    for words in ('width="50.0"', 'width="100.0"', "confidence 81%", "Title: Old title → New title", "ada"):
        assert words in html
    factories.EditFactory(document=document, user=user, kind="entity", is_rejection=True, changes={})
    assert "Rejected an entity" in " ".join(tab(signed_in, document, "history").split())
    parse, embed, on_map = (html.index(f'<th scope="row">{name}') for name in ("Parse", "Embed", "Map"))
    assert parse < embed < on_map


def test_the_chain_of_editions_is_newest_first_and_ends_in_a_circle(workspace):
    first = factories.DocumentFactory(workspace=workspace)
    second = factories.DocumentFactory(workspace=workspace, supersedes=first)
    third = factories.DocumentFactory(workspace=workspace, supersedes=second)
    assert editions(second) == [third, second, first]
    first.supersedes = third
    first.save()
    assert sorted(one.pk for one in editions(second)) == [first.pk, second.pk, third.pk]


def test_a_document_is_marked_as_a_new_version(signed_in, user, document, workspace):
    older = factories.DocumentFactory(workspace=workspace)
    address = reverse("supersede_document", args=["mine", document.pk])
    signed_in.post(address, {"older": older.pk})
    document.refresh_from_db()
    assert (document.supersedes, document.curated_fields) == (older, ["supersedes"])
    response = signed_in.post(reverse("supersede_document", args=["mine", older.pk]), {"older": document.pk})
    older.refresh_from_db()
    assert older.supersedes is None
    assert "choose an earlier edition" in signed_in.get(response.url).content.decode()
    signed_in.post(address, {"older": ""})
    document.refresh_from_db()
    assert document.supersedes is None


def test_versions_never_cross_workspaces(signed_in, user, document, other_workspace):
    stranger = factories.DocumentFactory(workspace=other_workspace)
    address = reverse("supersede_document", args=["mine", document.pk])
    assert signed_in.post(address, {"older": stranger.pk}).status_code == 404
    with pytest.raises(RefusedUpload):
        mark_newer(document, stranger, user=user)


def test_the_page_says_how_others_bear_on_the_document_from_its_own_side(signed_in, document, workspace):
    deck, review = (
        factories.DocumentFactory(workspace=workspace, filename=f"{name}.txt") for name in ("deck", "review")
    )
    for source, kind, target in (
        (document, "references", deck), (review, "references", document), (deck, "contradicts", document),
    ):  # fmt: skip
        factories.RelationshipFactory(
            source=source,
            target=target,
            relationship_type=kind,
            workspace=workspace,
            description=f"Because {kind}.",
        )
    page = " ".join(tab(signed_in, document, "history").split())
    for said, other in (("References", deck), ("Referenced by", review), ("Contradicts", deck)):
        assert f'<dt>{said}</dt><dd><a href="{reverse("document", args=["mine", other.pk])}' in page


def test_the_page_says_when_to_use_the_document_and_when_not(signed_in, document):
    document.map_entry = {
        "retrieval_profile": {"use_when": ["Figures of Acme are asked for"], "do_not_use_for": ["Cash flows"]}
    }
    document.save()
    page = tab(signed_in, document, "history")
    assert "Figures of Acme are asked for" in page
    assert "Cash flows" in page
