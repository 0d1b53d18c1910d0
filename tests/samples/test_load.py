import pytest

from documents.models import Document
from samples.load import load_samples, samples_were_loaded


@pytest.fixture(autouse=True)
def home(settings, tmp_path):
    settings.RAGSITE_HOME = tmp_path
    return tmp_path


def test_samples_are_uploaded_once(user, workspace):
    first = load_samples(user, workspace)
    second = load_samples(user, workspace)
    assert [document.pk for document in first] == [document.pk for document in second]
    assert Document.objects.filter(workspace=workspace).count() == len(first) == 10


def test_a_home_remembers_that_it_had_its_samples(user, workspace):
    assert not samples_were_loaded()
    load_samples(user, workspace)
    Document.objects.all().delete()
    assert samples_were_loaded()


def test_samples_go_into_buckets(user, workspace):
    load_samples(user, workspace)
    assert Document.objects.filter(bucket="invoices").count() == 3
