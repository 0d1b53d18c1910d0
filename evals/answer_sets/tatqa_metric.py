"""Exact match and F1 with scale, as the TAT-QA paper defines them (Zhu et al., 2021)."""

from __future__ import annotations

import re
import string
from collections.abc import Sequence

SCALES = {"": 1.0, "thousand": 1e3, "million": 1e6, "billion": 1e9, "percent": 0.01}
_ARTICLES = re.compile(r"\b(?:a|an|the)\b")


def score(predicted: Sequence[str], scale: str, gold: Sequence[str], gold_scale: str) -> tuple[float, float]:
    """Exact match and F1 of a prediction, both 0 where there is none."""
    if not predicted:
        return 0.0, 0.0
    wanted = _as_one(gold, gold_scale)
    offered = [_as_one(predicted, scale)]
    if len(predicted) == 1 and not scale and "%" not in predicted[0] and is_number(predicted[0]):
        offered.append(f"{number_of(predicted[0]):.4f}")  # 0.2342 for 23.42 per cent
    pairs = [_compared(each, wanted) for each in offered]
    return max(pair[0] for pair in pairs), max(pair[1] for pair in pairs)


def _as_one(answers: Sequence[str], scale: str) -> str:
    return " ".join(_scaled(str(answer), scale) for answer in sorted(map(str, answers)))


def _scaled(answer: str, scale: str) -> str:
    if not is_number(answer):
        return f"{answer} {scale}".strip()
    value = number_of(answer)
    return f"{value:.4f}" if "%" in answer else f"{round(value, 2) * SCALES[scale]:.4f}"


def is_number(text: str) -> bool:
    """Whether a text is one number, with a currency, a scale in words or a per cent sign at most."""
    words = re.sub(r"[$€£,()%]|\b(?:thousand|million|billion|percent)s?\b", "", text.lower())
    return re.fullmatch(r"\s*[-−–+]?\s*(?:\d+(?:\.\d*)?|\.\d+)\s*", words) is not None


def number_of(text: str) -> float:
    """Its value: in brackets negative, per cent as a fraction, a scale in words counted."""
    digits = re.search(r"\d[\d,]*(?:\.\d+)?|\.\d+", text)
    assert digits is not None, text
    value = float(digits[0].replace(",", ""))
    if re.search(r"\(\s*[$€£]?\s*[\d.]|[-−–]\s*[$€£]?\s*[\d.]", text):
        value = -value
    scale = re.search(r"\b(thousand|million|billion)s?\b", text.lower())
    value *= SCALES[scale[1]] if scale else 1.0
    return round(value / 100, 4) if "%" in text or "percent" in text.lower() else value


def _compared(predicted: str, wanted: str) -> tuple[float, float]:
    one, other = _normalised(predicted), _normalised(wanted)
    return float(one == other), round(_f1(set(one.split()), set(other.split())), 2)


def _normalised(text: str) -> str:
    parts = [_ARTICLES.sub(" ", _bare(token)) for token in text.lower().split(" ")]
    return " ".join(" ".join(parts).split())


def _bare(token: str) -> str:
    if is_number(token):
        return str(number_of(token))
    return "".join(sign for sign in token if sign not in string.punctuation)


def _f1(predicted: set[str], wanted: set[str]) -> float:
    common = len(predicted & wanted)
    precision = common / len(predicted) if predicted else 1.0
    recall = common / len(wanted) if wanted else 1.0
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0
