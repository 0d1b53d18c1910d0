"""Files made to hold reading up: each kind grows with its size, and is read."""

from __future__ import annotations

import pytest

from evals.endurance.hostile import KINDS, run
from evals.report import CannotMeasure
from tests.cases import every_case


@every_case("kind", KINDS)
def test_each_kind_grows_with_its_size(kind):
    make = KINDS[kind][2]
    assert len(make(200)) > 1.8 * len(make(100)) > 0


def test_an_unknown_kind_is_refused(tmp_path):
    with pytest.raises(CannotMeasure, match="no kind “lamps”"):
        run(limit=None, kind="lamps")
