"""Reads documents without a model: a file in, its pages, tables, figures and statements out.

`read(path)` gives all of it; `python -m reading FILE` prints it as JSON.
"""

from reading.model import Reading, UnreadableDocument
from reading.pipeline import read

__all__ = ["Reading", "UnreadableDocument", "read"]
