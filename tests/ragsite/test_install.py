"""The installer, as far as it goes without installing."""

import importlib.util
import json
import platform
import re
from importlib.metadata import distributions

import pytest
from django.conf import settings


def script(name):
    path = settings.BASE_DIR / "scripts" / f"{name}.py"
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def installer(tmp_path):
    """scripts/install.py, on a checkout in a folder of the test's own."""
    module = script("install")
    module.ROOT, module.CONSTRAINTS = tmp_path, tmp_path / "constraints.txt"
    module.STAMP, module.PYTHON = tmp_path / "installed.json", tmp_path / "python"
    for name in ("pyproject.toml", "constraints.txt", "python"):
        (tmp_path / name).write_text("torch==2.13.0\n")
    return module


def test_what_is_installed_is_not_installed_again(installer):
    assert not installer.is_done(["local"])
    installer.STAMP.write_text(json.dumps({"pins": installer.digest(), "extras": ["dev", "local"]}))
    assert installer.is_done(["local"])
    assert installer.is_done([])
    assert not installer.is_done(["local", "gpu"])


def test_new_pins_are_installed(installer):
    installer.STAMP.write_text(json.dumps({"pins": installer.digest(), "extras": []}))
    installer.CONSTRAINTS.write_text("torch==2.14.0\n")
    assert not installer.is_done([])


def test_a_terminal_less_install_says_one_line_and_forgets_nothing(installer, capsys):
    assert installer.follow(["Collecting torch\n", "ERROR: no\n"]) == ["Collecting torch\n", "ERROR: no\n"]
    assert capsys.readouterr().out.count("\n") == 1


def test_what_this_python_cannot_have_is_named(installer):
    conflict = [
        "ERROR: Cannot install ragsite because these package versions have conflicting dependencies.\n",
        "The conflict is caused by:\n",
        "    beautifulsoup4 4.15.0 depends on soupsieve>=1.6.1\n",
        "    The user requested (constraint) soupsieve==4.1.2\n",
        "ERROR: ResolutionImpossible: for help visit https://pip.example/\n",
    ]
    said = installer.why(conflict)
    assert said.startswith(f"soupsieve==4.1.2 cannot be had for Python {platform.python_version()} on ")
    assert "make clean run PYTHON=" in said
    assert "network" not in said
    assert installer.why(["ERROR: No matching distribution found for torch==2.13.0\n"]).startswith(
        "torch==2.13.0 cannot be had"
    )


def test_an_index_that_cannot_be_reached_is_told_from_a_missing_release(installer):
    said = installer.why(
        [
            "  WARNING: Retrying (Retry(total=0, connect=None)) after connection broken by 'ProxyError'\n",
            "  ERROR: No matching distribution found for setuptools>=77\n",
        ]
    )
    assert said.startswith("The package index cannot be reached: check the network")


def test_any_other_complaint_of_pips_is_given(installer):
    said = installer.why(["ERROR: Failed building wheel for shapely.\n"])
    assert said.startswith("The dependencies could not be installed (Failed building wheel for shapely): ")
    assert str(installer.LOG) in said


def test_a_full_disk_is_named(installer):
    assert installer.why(["ERROR: Could not install packages: No space left on device"]).startswith(
        "The disk is full"
    )


def test_every_pin_is_exact_and_names_no_index():
    lines = (settings.BASE_DIR / "constraints.txt").read_text().splitlines()
    pins = [line for line in lines if not line.startswith("#")]
    assert "torch==2.13.0" in pins
    assert all(line.count("==") == 1 and "/" not in line and "+" not in line for line in pins)


@pytest.fixture
def complaints(tmp_path):
    """What scripts/check_pins.py says of a pin, where release 1.0 is installed and wants this Python."""
    checker = script("check_pins")

    def judge(pin, wanted, *pythons):
        folder = tmp_path / "sieve-1.0.dist-info"
        folder.mkdir(exist_ok=True)
        (folder / "METADATA").write_text(f"Name: sieve\nVersion: 1.0\nRequires-Python: {wanted}\n")
        installed = {one.name: one for one in distributions(path=[str(tmp_path)])}
        return list(checker.complaints(checker.pins(f"# pins\n{pin}\n"), installed, pythons))

    return judge


def test_a_pin_that_wants_a_later_patch_release_is_named(complaints):
    assert complaints("sieve==1.0", ">=3.11", "3.11.0", "3.14.0") == []
    assert complaints("sieve==1.0", ">=3.11.5", "3.11.0", "3.12.0") == [
        "sieve==1.0 wants Python >=3.11.5, which shuts out 3.11.0: pin an older release."
    ]
    assert complaints("sieve==1.0", ">=3.11,<3.14", "3.11.0", "3.14.0")


def test_a_pin_that_is_not_what_is_installed_is_not_taken_for_checked(complaints):
    assert "but 1.0 is installed" in complaints("sieve==2.0", ">=3.11", "3.11.0")[0]
    assert "but no version is installed" in complaints("saw==2.0", ">=3.11", "3.11.0")[0]


def test_every_python_from_the_readmes_on_is_checked():
    promised = script("check_pins").promised_pythons()
    readme = (settings.BASE_DIR / "README.md").read_text()
    assert promised[0] == re.search(r"You need Python (\S+) or newer", readme)[1] + ".0"
    assert f"{'.'.join(platform.python_version_tuple()[:2])}.0" in promised
