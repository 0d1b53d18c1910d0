"""Whatever a document or a model says, a Markdown file of an answer holds no live link, picture or HTML."""

import itertools
import re

import markdown
import mistune
import pytest
from bs4 import BeautifulSoup
from lxml import etree
from lxml.html import document_fromstring
from markdown_it import MarkdownIt

from agentic.models import Run
from chat.presentation.export import as_markdown
from chat.presentation.markdown_escapes import as_code, as_prose, as_words
from tests import factories
from tests.cases import every_case

ADDRESSES = [
    "https://evil.example/x?a=1&b=2",
    "javascript:alert(1)",
    "www.evil.com",
    "evil.com/a_(b)",
    "a@evil.com",
]
ADDRESSES += ["//evil.com", "data:text/html,<script>alert(1)</script>", "mailto:a@evil.com", "ftp://evil.com"]
FORMS = [
    "{a}",
    "<{a}>",
    "[click]({a})",
    "![pixel]({a})",
    "[click](<{a}> 'title')",
    "[click]: {a}\n\n[click]",
    "[1]: {a}\n\nAs said [1].",
    "[1][1]\n\n[1]:{a}",
    "\\[click]({a})",
    "\\\\[click]({a})",
    "[1]({a})",
    "![1]({a})",
    "**{a}**",
    "`{a}",
    "``{a}`",
    "\\{a}",
    "\\`{a}`",
    "~~~\n{a}\n~~~\n<b>{a}</b>",
    "```\n{a}\n```\n[x]({a})",
    "<a href='{a}'>x</a>",
    "<img src=x onerror=alert(1)> {a}",
    "<script>alert(1)</script>{a}",
    "<!-- --><svg onload=alert(1)>",
    "&lt;script&gt;{a}&lt;/script&gt;",
    "&#91;x&#93;({a})",
    "# Title {{#id onclick='x' href='{a}'}}",
    "word {{: onclick=alert(1) href='{a}' }}",
    "*[{a}]: x",
    "[^1]\n\n[^1]: {a}",
    "| a | b |\n|---|---|\n| {a} | <b>x</b> |",
    "    {a}\n\n<b>{a}</b>",
    "- [ ] {a}",
    "x\u200b{a}\u2028{a}",
    "ht**tp**s://evil.com evil\\.com https\\://evil.com www\\.evil.com a\\@evil.com",
    "https:\\//evil.com http&#58;//evil.com \U000f005b{a}\U000f005d",
]
ATTACKS = [form.format(a=address) for form, address in itertools.product(FORMS, ADDRESSES)]
ALLOWED = {"html", "body", "p", "em", "strong", "code", "pre", "br", "hr", "ul", "ol", "li", "blockquote"}
ALLOWED |= {"table", "thead", "tbody", "tr", "th", "td", "h1", "h2", "h3", "h4", "h5", "h6"}
PLAIN_ATTRIBUTES = {"class", "style", "start", "value", "align", "id"}
EXTENSIONS = ["extra", "attr_list", "nl2br", "sane_lists", "toc", "admonition"]


def linkifying():
    parser = MarkdownIt("gfm-like", {"html": True, "linkify": True, "typographer": True})
    return parser.enable(["linkify", "html_inline", "html_block"])


RENDERERS = {
    "commonmark with HTML": MarkdownIt("commonmark", {"html": True}).render,
    "every address a link": linkifying().render,
    "attributes in braces": lambda text: markdown.markdown(text, extensions=EXTENSIONS),
    "original syntax": markdown.markdown,
    "mistune": mistune.create_markdown(
        escape=False, plugins=["url", "table", "strikethrough", "footnotes", "task_lists", "abbr", "math"]
    ),
}


def live(html):
    """What is more than words in the HTML."""
    elements = document_fromstring(html).iter(etree.Element) if html.strip() else ()
    return [one for one in elements if one.tag not in ALLOWED or set(one.attrib) - PLAIN_ATTRIBUTES]


@pytest.fixture(params=RENDERERS)
def render(request):
    return RENDERERS[request.param]


def test_the_attacks_are_live_where_nothing_is_escaped(render):
    assert sum(bool(live(render(attack))) for attack in ATTACKS) > len(ATTACKS) / 4


@pytest.mark.parametrize("safe", [as_prose, as_words])
def test_no_attack_is_live(render, safe):
    assert [attack for attack in ATTACKS if live(render(safe(attack)))] == []


def test_no_attack_is_live_beside_another(render):
    for first, second in itertools.pairwise(ATTACKS):
        text = (
            f"# {as_words(first)}\n\n{as_prose(second)}\n\n1. a: “{as_words(first)}”\n- {as_words(second)}\n"
        )
        assert not live(render(text)), (first, second)


def seen(html):
    return " ".join(BeautifulSoup(html, "lxml").get_text().split())


@every_case(
    "words",
    [
        "Revenue was $4.2 million (2024) & 5 > 3 < 7, up 3%.",
        "snake_case_name and *stars* and a|b and ~x~ and `code`",
        "See https://example.com/a_b?c=d&e=[f] or write to me@example.com.",
        "Q1-2024: [see note 3] {draft} #5 \\ back\\slash",
        "&lt; and &amp; stay as they are",
    ],
)
@every_case("name", ["commonmark with HTML", "every address a link"])
def test_words_are_shown_as_they_were(words, name):
    assert seen(RENDERERS[name](as_words(words))).replace("“", '"') == words


def test_an_answer_keeps_its_emphasis_lists_tables_and_citations():
    text = "**Revenue** was *4* [1, 2]; net \\[income\\] rose[3].\n\n- one\n- two\n\n"
    text += "| a | b |\n|---|---|\n| 1 | 2 |"
    soup = BeautifulSoup(MarkdownIt("commonmark").enable("table").render(as_prose(text)), "lxml")
    assert [tag.get_text() for tag in soup.find_all(["strong", "em", "li", "td"])] == [
        "Revenue",
        "4",
        "one",
        "two",
        "1",
        "2",
    ]
    assert "4 [1, 2]; net [income] rose[3]." in soup.get_text()
    assert "[1, 2]" in as_prose(text)


def test_a_whole_export_holds_nothing_live(render, db):
    for attack in ATTACKS[:: len(ADDRESSES) + 1]:
        table = {"columns": [attack, "b"], "rows": [[attack, 1]], "spans": [{"document": attack, "page": 1}]}
        result = {
            "text": attack,
            "citations": [{"number": 1, "document": attack, "page": 1, "quote": attack, "document_id": 1}],
            "numbers": [
                {"text": "5", "status": "computed", "formula": attack, "document": attack, "page": 1}
            ],
            "tables": [table],
        }
        run = factories.RunFactory(question=attack, status=Run.Status.DONE, result=result, answered=True)
        assert not live(render(as_markdown(run))), attack


def test_a_query_cannot_leave_its_block():
    code = as_code("SELECT '```'\n```\n<script>", "sql")
    assert live(MarkdownIt("commonmark", {"html": True}).render(code)) == []
    assert re.match(r"````sql\n", code)
