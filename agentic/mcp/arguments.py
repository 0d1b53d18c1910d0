"""What each tool for other agents is asked with."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from agentic.routes.tools import (
    AggregateArguments,
    Arguments,
    MetadataArguments,
    PassageArguments,
    RowArguments,
)

MOST_WAIT = 600  # seconds


class Anywhere(Arguments):
    """`workspace` may be left out where the key opens one alone."""

    workspace: str | list[str] = Field(
        "", description="The slug of a workspace, or a list of them; `list_workspaces` gives them."
    )


class Placed(Anywhere):
    boxes: bool = Field(True, description="Whether the places of the words on their pages are given too.")


class SearchPassages(PassageArguments, Placed):
    pass


class SearchRows(RowArguments, Placed):
    pass


class AggregateRows(AggregateArguments, Placed):
    pass


class LookUp(MetadataArguments, Anywhere):
    pass


class Ask(Placed):
    question: str = Field("", description="The question; empty to go on with `run_id`.")
    mode: Literal["auto", "facts", "map", "sql", "search"] = Field(
        "auto", description="The way to the answer; auto chooses."
    )
    document_ids: list[int] = Field([], description="Only these documents; empty for all.")
    run_id: str = Field("", description="A run that is not over yet, or one that asked back.")
    option: str = Field("", description="The id of the option chosen, of a run that asked back.")
    wait: float = Field(60, ge=0, le=MOST_WAIT, description="Seconds to wait for the answer.")


class Facts(Placed):
    kind: Literal["metric", "claim", "entity", "topic", "row"] = "metric"
    document_id: int | None = Field(None, description="Only of this document.")
    search: str = Field("", description="Words that its label, text or owner holds.")
    measure: str = Field("", description="Of metrics: a canonical name, such as revenue.")
    fiscal_year: int | None = Field(None, description="Of metrics.")
    limit: int = Field(50, ge=1, le=500, description="Facts at most.")
    offset: int = Field(0, ge=0, description="From which one on.")


class Sql(Placed):
    statement: str = Field(description="One SELECT over the views that `describe_schema` tells.")


class CheckNumbers(Placed):
    draft: str = Field(description="The text whose numbers are to be checked; 20,000 characters at most.")
