"""The form that adds a data source in the admin: it is opened and read before it is kept, as everywhere."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.exceptions import PermissionDenied

from agentic.models import DataSource
from agentic.sources.registering.services import add_source
from documents.models import Role, Workspace
from documents.refusals import RefusedChange


class NewSource(forms.ModelForm):
    """`user` adds it. A source that cannot be opened is refused with the sentence that says why."""

    user: Any = None
    dsn = forms.CharField(
        label="Connection", required=False, help_text="Of a server: postgresql://user:password@host/database."
    )
    file = forms.FileField(
        required=False, help_text="SQLite, DuckDB, CSV, Parquet or Excel; several go on its page."
    )
    of_document = forms.IntegerField(
        label="Document", required=False, help_text="The number of one with tables."
    )
    insist = forms.BooleanField(required=False, label="Take credentials that can write too")

    class Meta:
        model = DataSource
        fields = ["workspace", "name", "kind", "description", "use_role", "manage_role"]

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["workspace"].queryset = Workspace.objects.visible_to(self.user)  # type: ignore[attr-defined]
        self.fields["manage_role"].choices = [(role, role.label) for role in (Role.OWNER, Role.EDITOR)]  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        given = self.cleaned_data
        if not self.errors:
            sent = [given["file"]] if given.get("file") else []
            wanted = {name: given[name] for name in (*self.Meta.fields, "dsn", "insist")}
            try:
                self.instance = add_source(
                    user=self.user, files=sent, document=given.get("of_document"), **wanted
                )
            except (RefusedChange, PermissionDenied) as refusal:
                raise forms.ValidationError(str(refusal)) from None
        return given

    def _post_clean(self) -> None:
        """Nothing is put into the row: it is as it was added."""

    def save(self, commit: bool = True) -> DataSource:
        return self.instance

    def save_m2m(self) -> None:
        """There are no such relations."""
