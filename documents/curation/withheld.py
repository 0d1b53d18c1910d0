"""What is told of a document without the words that a curator keeps out of answers or has put right."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from functools import partial
from typing import Any

from documents.models import Chunk, Document, Edit, Metric
from reading.text.sentences import sentence_spans
from reading.values.formatting import one_line
from reading.values.quantities import find_quantities

TOLD = ("summary", "purpose", "key_conclusion")


def withhold(document_id: int) -> None:
    """Leave out of the document's description and map entry the sentences that are kept out of answers.

    A sentence is where it stands in no other passage, or gives a figure that no other does; so is one that
    gives a figure as it was before a curator put it right or rejected it. What a curator wrote stays.
    """
    chunks = Chunk.objects.filter(document_id=document_id)
    put_right = _put_right(document_id)
    if not put_right and not chunks.filter(excluded=True).exists():
        return
    chunks = chunks.only("text", "excluded")
    out = {chunk.pk: one_line(chunk.text) for chunk in chunks if chunk.excluded}
    inside = [one_line(chunk.text) for chunk in chunks if not chunk.excluded]
    document = Document.objects.only("map_entry", "curated_fields", *TOLD).get(pk=document_id)
    left = partial(_left, out=list(out.values()), inside=inside, figures=_figures(document, put_right))
    changes: dict[str, Any] = {name: left(getattr(document, name)) for name in TOLD}
    changes["map_entry"] = _entry(document.map_entry, {*out}, left)
    kept = {name: value for name, value in changes.items() if name not in document.curated_fields}
    Document.objects.filter(pk=document_id).update(**kept)


def _left(text: str, *, out: Sequence[str], inside: Sequence[str], figures: set[Decimal]) -> str:
    """The sentences that may be told."""
    told = []
    for sentence in (text[start:end] for start, end in sentence_spans(text)):
        words = one_line(sentence).rstrip(".")
        is_out = any(words in passage for passage in out) and not any(words in passage for passage in inside)
        if not is_out and not any(abs(q.value) in figures for q in find_quantities(sentence)):
            told.append(sentence)
    return " ".join(told)


def _put_right(document_id: int) -> set[Decimal]:
    """The values that figures had before curators changed them."""
    edits = Edit.objects.filter(document=document_id, kind="metric", changes__has_key="numeric_value")
    before = (changes["numeric_value"][0] for changes in edits.values_list("changes", flat=True))
    return {abs(Decimal(value)) for value in before if value is not None}


def _figures(document: Document, put_right: set[Decimal]) -> set[Decimal]:
    """The values that only figures have, or had, that do not answer."""
    metrics = Metric.objects.filter(document=document).values_list("numeric_value", "kept_out")
    known = [(abs(value), out) for value, out in metrics if value is not None]
    return ({value for value, out in known if out} | put_right) - {value for value, out in known if not out}


def _entry(entry: dict[str, Any], out: set[int], left: Any) -> dict[str, Any]:
    """The map entry, its passages too."""
    if not entry:
        return entry
    essence = {name: left(text) if name in TOLD else text for name, text in entry["essence"].items()}
    chunks = [chunk for chunk in entry["chunks"] if chunk["chunk_id"] not in out]
    told = [each for each in entry["entities"].get("metrics", ()) if _is_told(each, left)]
    return {**entry, "essence": essence, "chunks": chunks, "entities": {**entry["entities"], "metrics": told}}


def _is_told(metric: Any, left: Any) -> bool:
    """Whether a metric's value may be told; older entries have names alone."""
    return isinstance(metric, str) or not metric["value"] or bool(left(metric["value"]))
