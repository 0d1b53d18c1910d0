"""Files broken at random are broken in every way, and in the same way for the same seed."""

from __future__ import annotations

import random

import pytest

from evals.endurance.mangled import OF_PDFS
from tests.reading.writing import FILLER, Text, write_pdf


@pytest.mark.parametrize("way", OF_PDFS)
def test_each_way_breaks_a_file_as_its_seed_says(tmp_path, way):
    content = write_pdf(tmp_path / "a.pdf", [[Text(FILLER)]] * 9).read_bytes()
    broken = OF_PDFS[way](content, random.Random("1"))
    assert broken != content
    assert broken == OF_PDFS[way](content, random.Random("1"))
