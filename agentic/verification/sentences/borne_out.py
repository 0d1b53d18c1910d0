"""Which sentences of a model's answer a source bears out: its words, its names, and whether it says no.

Numbers are checked apart, in `verify`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from agentic.citations.sentences import sentences, with_marks
from agentic.evidence import Span
from agentic.verification.sentences.statements import MARK, Statement, split_statements
from retrieval.stems import stems

SHARED = 0.4  # least part of a sentence's words, without the question's, in its sources
SAME = 0.6  # of them in one sentence of a source: then both say yes, or both no
LEAST_WORDS = 2  # with fewer of its own a sentence is compared with the question's too
NAME = re.compile(r"(?<=[\w,;:’'] )[A-Z][A-Za-z&.-]+\b(?!\d)")  # not the first word of a sentence
NO = re.compile(r"\b(?:no|not|never|none|neither|nor|without|cannot|hardly)\b|n['’]t\b", re.IGNORECASE)
NO_DENIAL = re.compile(
    r"\b(?:not only|not limited to|whether or not|if not|no later than|"
    r"(?:not|no) (?:more|less|fewer) than)\b",
    re.IGNORECASE,
)
ANSWERS_ALONE = re.compile(r"^\W*(?:yes|no)\b\W*$", re.IGNORECASE)
OPENS_LIST = re.compile(r":\s*\**\s*$")


@dataclass(frozen=True)
class BorneOut:
    """`text`: what is left of an answer; "" where nothing of it cites a source. `struck`: what is not."""

    text: str
    struck: tuple[str, ...] = ()


def borne_out(text: str, spans: Sequence[Span], *, question: str) -> BorneOut:
    """The text without sentences that cite nothing, or what does not bear them out.

    One that cites another source than the one that has its words cites that one: models miscount.
    """
    text = _mended(text, spans, question)
    statements = split_statements(text)
    kept = [_is_kept(each, spans, question) for each in statements]
    struck = [each for each, keep in zip(statements, kept, strict=True) if keep is False]
    if True not in kept:
        return BorneOut("", tuple(_plain(each) for each in struck))
    left = text
    for each in reversed(struck):
        left = f"{left[: each.start]}{left[each.end :]}"
    lines = [re.sub(r"[ \t]{2,}", " ", line).strip(" ") for line in left.split("\n")]
    lines = [line for line in lines if not re.fullmatch(r"[-*•]|\d+\.", line)]
    tidy = re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()
    return BorneOut(tidy, tuple(_plain(each) for each in struck))


def _mended(text: str, spans: Sequence[Span], question: str) -> str:
    for each in reversed(split_statements(text)):
        if not each.marks or _is_kept(each, spans, question) is not False:
            continue
        bare = MARK.sub("", each.text)
        right = with_marks(bare, [span for span in spans if _bears_out(_plain(each), [span], question)])
        if not MARK.search(right):
            continue
        right = with_marks(bare, spans)
        text = f"{text[: each.start]}{re.sub(r'  +', ' ', right)}{text[each.end :]}"
    return text


def _plain(statement: Statement) -> str:
    return " ".join(MARK.sub("", statement.text).split())


def _is_kept(statement: Statement, spans: Sequence[Span], question: str) -> bool | None:
    """None of what claims nothing by itself: “Yes.”, the line over a list, a number of an item."""
    words = _plain(statement)
    if not stems(words) or ANSWERS_ALONE.match(words) or OPENS_LIST.search(words):
        return None
    cited = [spans[n - 1] for n in sorted(statement.marks) if 1 <= n <= len(spans)]
    return bool(cited) and _bears_out(words, cited, question)


def _bears_out(words: str, cited: Sequence[Span], question: str) -> bool:
    passages = [span.around or span.quote for span in cited]
    told = set[str]().union(*map(stems, passages))
    asked = stems(question)
    said = stems(words) - asked
    said = said if len(said) >= LEAST_WORDS else stems(words)
    if len(said & told) < SHARED * len(said):
        return False
    heads = stems(
        " ".join(f"{span.filename} {span.filename.replace('_', ' ')} {span.section}" for span in cited)
    )
    if any(not stems(name) <= told | asked | heads for name in NAME.findall(words)):
        return False
    return not any(_says_otherwise(words, said, passage) for passage in passages)


def _says_otherwise(words: str, said: set[str], passage: str) -> bool:
    """Whether the passage's sentence of the same words says no where these say yes, or yes for no."""
    near = max(sentences(passage) or [passage], key=lambda each: len(said & stems(each)))
    return len(said & stems(near)) >= SAME * len(said) and _denies(words) != _denies(near)


def _denies(text: str) -> bool:
    return NO.search(NO_DENIAL.sub(" ", text)) is not None
