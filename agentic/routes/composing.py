"""An answer in a model's words: once more where a number has no source, and then only what holds."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from agentic.citations.sentences import figures_in, narrowed, placed, sentences, span_of, with_marks
from agentic.evidence import Draft, Evidence, Span
from agentic.facts.figures.target import ASKING
from agentic.running.prompts import prompt
from agentic.trace import Trace
from agentic.verification.sentences.borne_out import borne_out
from agentic.verification.sentences.statements import MARK, own_mark
from agentic.verification.verify import verify
from llm.fencing import fenced_sources
from llm.types import ChatModel, ChatRequest, Message
from retrieval.passages.labels import is_line_of_labels
from retrieval.passages.scoring import Scored
from retrieval.passages.windows import Unit
from retrieval.question.model import QueryAnalysis
from retrieval.stems import stems

NOT_FOUND = "NOT FOUND"
VALUE_WORDS = 6  # of a reply that is no sentence
OF_QUESTION = 0.5  # of the question's words that stand in the source of such a reply
REFUSAL_WORDS = 6  # in a longer reply the words are those of an answer
ANSWER_TOKENS = 300  # four sentences
READ_BY_SMALL = 1_000  # characters of passages: it reads 220 a second; 1,600 hold the answer hardly oftener
WITH_NEIGHBOURS = 2  # sentences, the best, that are read with those beside them
SHORT_BLOCK = 500  # characters of a table or list that is read whole
IN_BLOCKS = frozenset({"row", "item", "label"})
AGAIN = (
    "No source has {numbers} as you say it. Answer the question again from the sources alone, without that; "
    "if they do not answer it, write only: NOT FOUND"
)


@dataclass(frozen=True)
class Composed:
    """`text`: the answer; "" where the sources hold none. `warnings`: what was struck of it.

    `claims`: as of a `Draft`.
    """

    text: str = ""
    warnings: tuple[str, ...] = ()
    claims: str | None = None


Page = tuple[int, int, int]
Place = tuple[Page, int]  # and where it starts there


def nearest_parts(evidence: Evidence, near: Sequence[Scored], *, most: int = READ_BY_SMALL) -> Evidence:
    """The evidence cut to the sentences, rows and items nearest to the question; as it was where none is.

    A short table or list is read whole, a row of a long one with the first, which says what stands in its
    columns, and the best sentences with those beside them. `most`: characters of all.
    """
    pages: dict[Page, dict[int, Scored]] = {}
    for each in near:
        pages.setdefault(_page(each), {}).setdefault(each.window.units[0].start, each)
    taken: dict[Place, Scored] = {}
    room = most
    for rank, each in enumerate(near):
        page = pages[_page(each)]
        for chosen in (with_context(each, page, beside=rank < WITH_NEIGHBOURS), [each]):
            new = {place: one for one in chosen if (place := _place(one)) not in taken}
            length = sum(len(one.window.text) for one in new.values())
            if length <= room or not taken:
                taken.update(new)
                room -= length
                break
    if not taken:
        return evidence
    spans = tuple(_span(run) for run in _runs(taken, pages))
    return replace(evidence, spans=spans, figures=tuple(f for span in spans for f in figures_in(span)))


def with_context(each: Scored, page: Mapping[int, Scored], *, beside: bool) -> list[Scored]:
    """A sentence, row or item with what it is read with. `page`: all of its page, by where they start."""
    own = each.window.units[0]
    units = [page[start] for start in sorted(page)]
    at = next(at for at, one in enumerate(units) if one.window.units[0].start == own.start)
    if own.kind in IN_BLOCKS or is_line_of_labels(own):
        first, last = at, at
        while first and _goes_on(units[first - 1], own):
            first -= 1
        while last + 1 < len(units) and _goes_on(units[last + 1], own):
            last += 1
        lead = units[first - 1 : first] if first and units[first - 1].window.text == own.lead else []
        block = [*lead, *units[first : last + 1]]
        is_short = sum(len(one.window.text) for one in block) <= SHORT_BLOCK
        return block if is_short else [*(lead or units[first : first + 1]), each]
    return units[max(0, at - 1) : at + 2] if beside else [each]


def _goes_on(other: Scored, own: Unit) -> bool:
    """Whether it is of the same table or list."""
    unit = other.window.units[0]
    is_alike = unit.kind == own.kind or (unit.paragraph == own.paragraph and is_line_of_labels(unit))
    return unit.heading == own.heading and is_alike


def _page(each: Scored) -> Page:
    return each.passage.hit.document_id, each.passage.page, each.passage.rank


def _place(each: Scored) -> Place:
    return _page(each), each.window.units[0].start


def _runs(taken: Mapping[Place, Scored], pages: Mapping[Page, Mapping[int, Scored]]) -> list[list[Scored]]:
    """Those that stand next to one another, the run with the one first taken first."""
    order = {place: at for at, place in enumerate(taken)}
    runs: list[list[Scored]] = []
    for page, units in pages.items():
        last = False
        for start in sorted(units):
            if (page, start) not in taken:
                last = False
                continue
            if not last:
                runs.append([])
            runs[-1].append(units[start])
            last = True
    return sorted(runs, key=lambda run: min(order[_place(each)] for each in run))


def _span(run: Sequence[Scored]) -> Span:
    first = run[0]
    quote = " ".join(each.window.text for each in run)
    span = replace(span_of(first.passage.hit, quote), page=first.passage.page)
    return placed(replace(span, section=first.window.around or first.passage.hit.section))


def compose(
    analysis: QueryAnalysis,
    evidence: Evidence,
    headed: Callable[[Span], str],
    chat: ChatModel,
    trace: Trace,
    *,
    once: bool = False,
) -> Composed | None:
    """The model's answer, each sentence borne out by its source and each number found.

    `once`: it is not asked again where a number has no source. None where it refuses in words that a source
    may have put into its mouth.
    """
    rules = prompt("compose")
    trace.prompt_versions[rules.name] = rules.version
    sources = fenced_sources((headed(span), span.quote) for span in evidence.spans)
    messages = [Message("user", f"Sources:\n{sources}\n\nQuestion: {analysis.transformed_query}")]
    text = _ask(rules.text, messages, chat, trace, "Write the answer from the passages")
    if _refuses(text, evidence):
        return None if text and _may_be_quoted(evidence) else Composed()
    text = with_marks(text, evidence.spans)
    if quoted := _in_its_words(text, evidence.spans, analysis.transformed_query):
        return Composed(quoted, claims="")
    if unsupported := _unsupported(text, evidence, analysis):
        if once:
            return Composed()
        messages += [
            Message("assistant", text),
            Message("user", AGAIN.format(numbers=", ".join(unsupported))),
        ]
        text = _ask(rules.text, messages, chat, trace, "Write the answer again without what no source has")
        text = with_marks(text, evidence.spans)
        if _refuses(text, evidence) or _unsupported(text, evidence, analysis):
            return Composed()
    left = borne_out(text, evidence.spans, question=analysis.transformed_query)
    warnings = tuple(f"Struck, since no source bears it out: “{sentence}”" for sentence in left.struck)
    return Composed(left.text, warnings)


def _in_its_words(reply: str, spans: Sequence[Span], question: str) -> str:
    """A value that was given without a sentence and a mark, with the words of a source that it stands in.

    "" for any other reply, and where these words have nothing of the question, or their source little.
    """
    value = reply.strip().rstrip(".").strip("“”\"'")
    if not value or MARK.search(value) or len(value.split()) > VALUE_WORDS:
        return ""
    stands = re.compile(rf"(?<!\w){re.escape(value)}(?!\w)", re.IGNORECASE)
    asked = stems(question) - stems(ASKING)
    found = [
        (len(asked & stems(sentence)), -number, sentence)
        for number, span in enumerate(spans, start=1)
        if len(asked & stems(f"{span.filename} {span.section} {span.quote}")) >= OF_QUESTION * len(asked)
        for sentence in sentences(span.quote)
        if stands.search(sentence)
    ]
    shared, number, sentence = max(found, default=(0, 0, ""))
    return f"{value}: “{sentence}” {own_mark(-number)}" if shared else ""


def _ask(system: str, messages: list[Message], chat: ChatModel, trace: Trace, why: str) -> str:
    trace.restart_text()
    request = ChatRequest(
        system=system, messages=list(messages), max_tokens=ANSWER_TOKENS, on_text=trace.text
    )
    with trace.step("compose", why) as step:
        reply = chat.complete(request)
        trace.spent(reply.usage)
        step.output = {"model": reply.model, "finish_reason": reply.finish_reason}
    return reply.text.strip()


def _refuses(text: str, evidence: Evidence) -> bool:
    """Whether it says that there is no answer; of words that a source has too, only where they are all."""
    if NOT_FOUND in text and _may_be_quoted(evidence):
        return len(text.split()) <= REFUSAL_WORDS
    return not text or NOT_FOUND in text


def _may_be_quoted(evidence: Evidence) -> bool:
    """Whether a source may have put a refusal into the model's mouth."""
    return any(NOT_FOUND in " ".join(span.quote.upper().split()) for span in evidence.spans)


def _unsupported(text: str, evidence: Evidence, analysis: QueryAnalysis) -> list[str]:
    """The numbers of the text that stand in no source and follow from none."""
    answer = verify(Draft(text=text), narrowed(text, evidence), question=analysis.question, analysis=analysis)
    return list(dict.fromkeys(each.text for each in answer.numbers if each.status == "unsupported"))
