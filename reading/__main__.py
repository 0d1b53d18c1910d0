"""`python -m reading FILE`: what is read of one file, as JSON, for whoever looks into a layout."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

import msgspec

from reading import Reading, UnreadableDocument, read
from reading.model import Table

PARTS = ("rows", "claims", "entities", "topics", "essence")


def as_json(reading: Reading) -> dict[str, Any]:
    """Pages, tables, figures and the rest, in types that JSON has; decimals and dates as text."""
    pages = reading.parsed.pages if reading.parsed else ()
    return {
        "pages": [{"number": page.number, "text": page.text} for page in pages],
        "tables": [_table(table) for table in reading.tables],
        "figures": msgspec.to_builtins(reading.metrics),
        **{name: msgspec.to_builtins(getattr(reading, name)) for name in PARTS},
    }


def _table(table: Table) -> dict[str, Any]:
    return {
        "page": table.page,
        "title": table.title,
        "columns": [
            {"header": each.header, "period": each.period.text if each.period else "", "unit": each.unit}
            for each in table.columns
        ],
        "rows": [
            {"label": row.label, "path": row.path, "cells": [cell.text for cell in row.cells]}
            for row in table.rows
        ],
    }


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m reading", description="Print what is read of a file as JSON."
    )
    parser.add_argument("file", type=Path)
    parser.add_argument("--password", default="", help="Of a PDF that is encrypted.")
    parser.add_argument("--max-pages", type=int, help="Refuse a file with more.")
    options = parser.parse_args(arguments)
    try:
        reading = read(options.file, password=options.password, max_pages=options.max_pages)
    except (UnreadableDocument, OSError) as error:
        sys.stderr.write(f"{error}\n")
        return 1
    sys.stdout.write(msgspec.json.format(msgspec.json.encode(as_json(reading))).decode() + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
