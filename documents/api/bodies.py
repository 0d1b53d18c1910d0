"""What programs send: a name that is not known is refused, since what it was meant to say would be lost."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Annotated, Any
from uuid import UUID

from django.http import HttpRequest
from ninja import Schema
from ninja.errors import HttpError
from ninja.signature import ViewSignature
from pydantic import BeforeValidator, ConfigDict, ValidationInfo, model_validator

UNKNOWN = "“{name}” is not known here: check how it is written, or leave it out."
NO_ID = "Send a UUID, such as 123e4567-e89b-12d3-a456-426614174000, or leave it out."
CSRF_FIELD = "csrfmiddlewaretoken"  # browsers send it with a form


def _id_or_none(value: Any) -> UUID | None:
    """An empty text is what clients send for an id that they do not have yet."""
    if value is None or value == "" or isinstance(value, UUID):
        return value or None
    try:
        return UUID(value)
    except (ValueError, AttributeError, TypeError):
        raise ValueError(NO_ID) from None


OptionalId = Annotated[UUID | None, BeforeValidator(_id_or_none)]


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


def with_known_names(endpoint: Callable[..., Any]) -> Callable[..., Any]:
    """The endpoint, refusing with 422 an address whose query string has a name that it does not take."""
    models = (each for each in ViewSignature("", endpoint).models if each.__ninja_param_source__ == "query")
    known = {name for model in models for name in getattr(model, "__ninja_flatten_map__", ())}

    @wraps(endpoint)
    def refusing(request: HttpRequest, **values: Any) -> Any:
        in_path = request.resolver_match.kwargs if request.resolver_match else {}
        unknown = next((name for name in request.GET if name not in known or name in in_path), None)
        if unknown is not None:
            raise HttpError(422, UNKNOWN.format(name=unknown[:80]))
        return endpoint(request, **values)

    return refusing
