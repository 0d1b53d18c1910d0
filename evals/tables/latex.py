"""LaTeX tables as grids of cells: the gold of made PDFs of scientific tables."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

_BODY = re.compile(r"\\begin\{(tabular[*xy]?|array|longtable)\}(.*)\\end\{\1\}", re.DOTALL)
_RULES = re.compile(
    r"\\(?:hline|toprule|midrule|bottomrule|endhead|endfirsthead|endfoot|addlinespace|thickhline)(?:\[[^\]]*\])?"
    r"|\\(?:cline|cmidrule)(?:\([^)]*\))?\{[^}]*\}|\\(?:rowcolor|arrayrulecolor|cellcolor|color)(?:\[[^\]]*\])?\{[^}]*\}"
    r"|\\specialrule\{[^}]*\}\{[^}]*\}\{[^}]*\}|\\(?:rule|vspace|hspace)\*?(?:\[[^\]]*\])?\{[^}]*\}(?:\{[^}]*\})?"
)
_SPAN = re.compile(r"\\multicolumn\s*\{\s*(\d+)\s*\}")
_ROWS = re.compile(r"\\multirow\s*(?:\[[^\]]*\])?\s*\{\s*-?(\d+)\s*\}\s*(?:\[[^\]]*\])?")
_COMMAND = re.compile(r"\\[a-zA-Z]+\*?(?:\[[^\]]*\])?")
_NUMBER = re.compile(r"[-+−–]?\$?\d[\d,]*(?:\.\d+)?%?")
_GREEK = re.compile(r"[\u0370-\u03ff\U0001d6a8-\U0001d7cb]")
_PLAIN = {
    "\\%": "%",
    "\\&": "&",
    "\\$": "$",
    "\\_": "_",
    "\\#": "#",
    "~": " ",
    "\\,": "",
    "\\;": " ",
    "\\ ": " ",
}


@dataclass(frozen=True)
class GoldCell:
    """A numeric cell. `number`: its digits. `label`: of its row. `header`: of its column, the leaf alone."""

    number: str
    label: str
    header: str


def gold_cells(latex: str) -> list[GoldCell]:
    """The numeric cells of a table below its headers, with label and header; none of what is no table."""
    grid = grid_of(latex)
    first = next((at for at, row in enumerate(grid) if _is_data(row)), len(grid))
    if not 0 < first < len(grid):
        return []
    heads = [row for row in grid[:first] if len(set(filter(None, row))) > 1]
    half = _half_of(heads)
    found = []
    for row in grid[first:]:
        if len(set(row)) == 1:
            continue
        for column, text in enumerate(row[1:], 1):
            number = number_in(text)
            header = next((row[column] for row in reversed(heads) if row[column]), "")
            label = row[half if half and column > half else 0]
            if number and key(label) and key(header) and column != half:
                found.append(GoldCell(number, label, header))
    return found


def _half_of(heads: Sequence[Sequence[str]]) -> int:
    """Where the second of two halves beside each other begins, each with its labels; else 0."""
    for row in heads[-1:]:
        half, odd = divmod(len(row), 2)
        if not odd and half > 1 and row[0] and list(row[:half]) == list(row[half:]):
            return half
    return 0


def _is_data(row: Sequence[str]) -> bool:
    cells = [text for text in row[1:] if text.strip()]
    numeric = sum(number_in(text) != "" for text in cells)
    return (
        bool(cells)
        and numeric >= len(cells) / 2
        and not all(re.fullmatch(r"(?:19|20)\d\d", text) for text in cells)
    )


def number_in(text: str) -> str:
    """The digits of the first number of a cell that is a number in the main; "" of others."""
    letters = sum(map(str.isalpha, text))
    match = _NUMBER.search(text)
    if match is None or letters > 3 or any(map(str.isalpha, text[: match.start()])):  # “F1”, “R@5”
        return ""
    return re.sub(r"[^\d.]", "", match[0]).strip(".")


def key(text: str) -> str:
    """Letters and digits of the text alone, in small letters: marks are set in many ways.

    Without Greek letters, which are commands in LaTeX, and those go from the gold.
    """
    return "".join(char for char in text.lower() if char.isalnum() and not _GREEK.match(char))


def grid_of(latex: str) -> list[list[str]]:
    """The table's cells in plain words, spans filled with their words."""
    body = _BODY.search(latex)
    if body is None:
        return []
    text = _without_argument(re.sub(r"(?<!\\)%.*", "", body[2]))
    rows: list[list[str]] = []
    held: dict[int, tuple[int, str]] = {}  # column → how many more rows a cell reaches down, and its words
    for line in _split(_RULES.sub(" ", text), "\\\\"):
        line = re.sub(r"^\s*\[[^\]]*\]", "", line)
        if not line.strip():
            continue
        row: list[str] = []
        for cell in _split(line, "&"):
            span = _SPAN.search(cell)
            down = _ROWS.search(cell)
            words = plain(cell)
            for _ in range(int(span[1]) if span else 1):
                at = len(row)
                if at in held and not words:
                    left, above = held[at]
                    row.append(above)
                    held[at] = (left - 1, above)
                    if left == 1:
                        del held[at]
                else:
                    row.append(words)
                    if down and int(down[1]) > 1:
                        held[at] = (int(down[1]) - 1, words)
        rows.append(row)
    width = max(map(len, rows), default=0)
    return [row + [""] * (width - len(row)) for row in rows]


def _without_argument(text: str) -> str:
    """The text without the arguments behind “\\begin{tabular}”, whose braces may nest."""
    text = text.lstrip()
    while text[:1] in ("{", "["):
        depth, closing = 0, "}" if text[0] == "{" else "]"
        for at, char in enumerate(text):
            depth += char in "{["
            depth -= char in "}]"
            if depth == 0 and char == closing:
                text = text[at + 1 :].lstrip()
                break
        else:
            return text
    return text


def _split(text: str, mark: str) -> Iterator[str]:
    """The parts between marks that stand in no braces."""
    depth = start = at = 0
    while at < len(text):
        if text[at] == "\\" and text[at : at + 2] != "\\\\":
            at += 2
            continue
        if depth == 0 and text.startswith(mark, at):
            yield text[start:at]
            at += len(mark)
            start = at
            continue
        depth += text[at] == "{"
        depth -= text[at] == "}"
        at += 2 if text.startswith("\\\\", at) else 1
    yield text[start:]


def plain(cell: str) -> str:
    """The words of a cell without its commands."""
    cell = _SPAN.sub("", cell)
    if "multicolumn" not in cell and (match := re.match(r"\s*\{[@|lcrp !>\\{}\d.a-zA-Z]*?\}\s*\{", cell)):
        cell = cell[match.end() - 1 :]
    cell = _ROWS.sub("", cell)
    cell = re.sub(r"\\(?:begin|end)\{tabular\}(?:\[[^\]]*\])?(?:\{[@{}lcr|]*\})?", "", cell)
    cell = re.sub(r"\\(?:makecell|shortstack|thead)(?:\[[^\]]*\])?", "", cell)
    cell = re.sub(r"\\(?:cite|ref|label|citep|citet)\{[^}]*\}", "", cell)
    for written, seen in _PLAIN.items():
        cell = cell.replace(written, seen)
    cell = re.sub(r"\\(?:pm)\b", "±", cell)
    cell = _COMMAND.sub(" ", cell.replace("\\\\", " "))
    return " ".join(re.sub(r"[{}$^*]", "", cell).replace("_", "").split())
