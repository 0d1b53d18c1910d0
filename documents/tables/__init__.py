"""Tables read from the positions of words on the page: rows, columns, periods, units and scales."""

from documents.tables.model import Cell, Column, Table, TableLine
from documents.tables.reading import read_tables

__all__ = ["Cell", "Column", "Table", "TableLine", "read_tables"]
