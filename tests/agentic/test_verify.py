from agentic.verification import verify as verification
from agentic.verify import verify


def test_programs_find_the_check_under_its_public_name():
    assert verify is verification.verify
