"""The installer, as far as it goes without installing."""

import importlib.util
import json

import pytest
from django.conf import settings


@pytest.fixture
def installer(tmp_path):
    """scripts/install.py, on a checkout in a folder of the test's own."""
    path = settings.BASE_DIR / "scripts" / "install.py"
    spec = importlib.util.spec_from_file_location("install", path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
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


def test_pips_last_error_is_the_reason_given(installer, capsys):
    errors = installer.follow(["Collecting torch\n", "ERROR: No matching distribution found for torch\n"])
    assert installer.why(errors) == (
        "The dependencies could not be installed (No matching distribution found for torch): "
        "check the network and run it again."
    )
    assert capsys.readouterr().out.count("\n") == 1


def test_a_full_disk_is_named(installer):
    assert installer.why(["ERROR: Could not install packages: No space left on device"]).startswith(
        "The disk is full"
    )


def test_every_pin_is_exact_and_names_no_index():
    lines = (settings.BASE_DIR / "constraints.txt").read_text().splitlines()
    pins = [line for line in lines if not line.startswith("#")]
    assert "torch==2.13.0" in pins
    assert all(line.count("==") == 1 and "/" not in line and "+" not in line for line in pins)
