"""Two curators at one row: the second is told what the first changed, instead of undoing it unseen."""

from __future__ import annotations

from typing import Any

from django import forms
from django.db.models import QuerySet

from documents.curation.edits import KINDS
from documents.models import Document, Edit


class SeenForm(forms.ModelForm):
    """Refuses to save over an edit that was made since the page was opened."""

    seen = forms.IntegerField(required=False, widget=forms.HiddenInput, label="")

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        last = edits_of(self.instance).first() if self.instance.pk else None
        self.fields["seen"].initial = last.pk if last else 0

    def clean(self) -> dict[str, Any] | None:
        cleaned = super().clean()
        seen = self.cleaned_data.get("seen")
        newer = None if seen is None else edits_of(self.instance).filter(pk__gt=seen).first()
        if newer:
            fields = ", ".join(name.replace("_", " ") for name in newer.changes)
            raise forms.ValidationError(
                f"{newer.user or 'Another curator'} has changed {fields} meanwhile: open this page again and "
                "make your changes there."
            )
        return cleaned


def edits_of(row: Any) -> QuerySet[Edit]:
    """Of a document's description or of a fact, the last one first."""
    if isinstance(row, Document):
        return Edit.objects.filter(document=row, kind="document")
    return Edit.objects.filter(kind=KINDS[type(row)], fact_id=row.pk)
