"""Say which pins of constraints.txt some promised Python cannot install: `python scripts/check_pins.py`.

The pins are made on one Python. A package that wants a later patch release of 3.11 than a distribution ships
installs there and nowhere else. What each package wants is in its own metadata: no network is needed.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.metadata import Distribution, distributions
from pathlib import Path

from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.utils import NormalizedName, canonicalize_name
from packaging.version import Version

ROOT = Path(__file__).resolve().parent.parent
CLASSIFIER = re.compile(r"Programming Language :: Python :: (3\.\d+)")


def main() -> int:
    installed = {canonicalize_name(one.name): one for one in distributions()}
    wrong = [*complaints(pins((ROOT / "constraints.txt").read_text()), installed, promised_pythons())]
    for sentence in wrong:
        sys.stderr.write(f"constraints.txt: {sentence}\n")
    return 1 if wrong else 0


def promised_pythons() -> list[str]:
    """The first release of each Python that pyproject.toml names, such as 3.11.0."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    named = [match[1] for line in project["classifiers"] if (match := CLASSIFIER.fullmatch(line))]
    return [f"{minor}.0" for minor in named]


def pins(constraints: str) -> list[Requirement]:
    return [Requirement(line) for line in constraints.splitlines() if line and not line.startswith("#")]


def complaints(
    pinned: Iterable[Requirement], installed: Mapping[NormalizedName, Distribution], pythons: Sequence[str]
) -> Iterator[str]:
    """A sentence for each pin that one of `pythons` cannot install, or of which that cannot be told."""
    for pin in pinned:
        package = installed.get(canonicalize_name(pin.name))
        if package is None or not pin.specifier.contains(Version(package.version).public, prereleases=True):
            found = package.version if package else "no version"
            yield f"{pin} is pinned, but {found} is installed: run `make test`, or `make constraints`."
            continue
        wanted = package.metadata["Requires-Python"]
        refused = [python for python in pythons if wanted and python not in SpecifierSet(wanted)]
        if refused:
            yield f"{pin} wants Python {wanted}, which shuts out {', '.join(refused)}: pin an older release."


if __name__ == "__main__":
    sys.exit(main())
