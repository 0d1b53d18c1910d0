"""What programs send: a name that is not known is refused, since what it was meant to say would be lost."""

from __future__ import annotations

from typing import Any

from ninja import Schema
from pydantic import ConfigDict, ValidationInfo, model_validator

CSRF_FIELD = "csrfmiddlewaretoken"  # browsers send it with a form


class Body(Schema):
    """JSON that is sent. Its names are all that may be there."""

    model_config = ConfigDict(extra="forbid")


class FormBody(Body):
    """Fields that are sent beside files. Only known ones reach a schema: the others are added here."""

    @model_validator(mode="before")
    @classmethod
    def _with_unknown_fields(cls, values: Any, info: ValidationInfo) -> Any:
        request = (info.context or {}).get("request")
        if request is None or not isinstance(values, dict):
            return values
        sent = {name: value for name, value in request.POST.items() if name != CSRF_FIELD}
        return {**{name: value for name, value in sent.items() if name not in cls.model_fields}, **values}
