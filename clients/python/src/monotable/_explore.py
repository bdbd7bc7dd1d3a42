"""Explorations: every order of the requests of some pieces of code."""

from __future__ import annotations

import asyncio
import inspect
import threading
from typing import Any, Callable, Dict, Mapping, NamedTuple, Optional, cast

from ._control import MonotableError, call
from ._model import ExplorationReport
from ._principal import Config, config


class PieceHandle(NamedTuple):
    """A piece of code in one execution. Everything that it uses is created from this."""

    name: str
    #: What boto3 creates clients with: ``boto3.client("dynamodb", **own.config)``
    config: Config


class PieceEnd(NamedTuple):
    """How a piece has ended: ``returned``, ``failed``, ``asserted`` or ``none``."""

    end: str
    value: Any = None
    error: Optional[BaseException] = None


class ExecutionEnd(NamedTuple):
    """An execution that has ended, for checks."""

    #: What reaches the database of the execution: ``boto3.client("dynamodb", **result.config)``
    config: Config
    #: How the pieces have ended, by their names.
    ends: Mapping[str, PieceEnd]


class ExplorationError(AssertionError):
    """An order of requests that fails, or pieces that cannot be explored.

    :ivar report: the result of the exploration
    """

    def __init__(self, report: ExplorationReport) -> None:
        super().__init__(report["text"])
        self.report = report

    def __reduce__(self) -> Any:  # pytest-xdist sends exceptions between processes
        return ExplorationError, (self.report,)


Piece = Callable[[PieceHandle], Any]
Check = Callable[[ExecutionEnd], Any]


def explore(
    endpoint: str,
    path: str,
    pieces: Mapping[str, Piece],
    check: Optional[Check],
    principal: Optional[str],
    bounds: Mapping[str, Any],
) -> ExplorationReport:
    """Runs pieces with every order of their requests.

    :param path: the path of the database in the control API
    """
    wanted = [{"name": name, **({"principal": principal} if principal else {})} for name in pieces]
    body = {name: value for name, value in bounds.items() if value is not None}
    turn = call(
        endpoint,
        "POST",
        f"{path}/explorations",
        {"pieces": wanted, "check": check is not None, **body},
    )
    path = f"{path}/explorations/{turn['id']}"
    execution, ends = 0, cast(Dict[str, PieceEnd], {})
    try:
        while "result" not in turn:
            if turn["execution"] != execution:
                execution, ends = turn["execution"], {}
            for piece in turn["start"]:
                arguments = (endpoint, path, piece, pieces[piece["name"]], ends)
                threading.Thread(target=_run, args=arguments, daemon=True).start()
            failure = None
            if "check" in turn and check is not None:
                failure = _problem(endpoint, turn["check"], check, ends)
            answer = {} if failure is None else {"failure": failure}
            turn = call(endpoint, "POST", f"{path}/turns", answer)
    except BaseException:
        try:
            call(endpoint, "DELETE", path)
        except MonotableError:
            pass  # the error that is raised says why
        raise
    report = cast(ExplorationReport, turn["result"])
    if report["found"] or "wrongUsage" in report:
        raise ExplorationError(report)
    return report


def _run(
    endpoint: str, path: str, started: Any, piece: Piece, ends: Dict[str, PieceEnd]
) -> None:
    own = PieceHandle(started["name"], config({**started, "endpoint": endpoint}))
    message = None
    try:
        value = piece(own)
        if inspect.isawaitable(value):
            value = asyncio.run(_awaited(value))
        end = PieceEnd("returned", value)
    except BaseException as e:
        end = PieceEnd("asserted" if isinstance(e, AssertionError) else "failed", error=e)
        message = f"{type(e).__name__}: {e}"
    ends[own.name] = end
    body = {"accessKeyId": started["accessKeyId"], "end": end.end}
    try:
        call(endpoint, "POST", f"{path}/ends", body if message is None else {**body, "message": message})
    except MonotableError:
        pass  # the exploration has ended


async def _awaited(value: Any) -> Any:
    return await value


def _problem(
    endpoint: str, wanted: Any, check: Check, known: Mapping[str, PieceEnd]
) -> Optional[str]:
    """Checks an execution; returns what is wrong, or None."""
    ends = {}
    for each in wanted["ends"]:
        name, end = each["name"], each["end"]
        found = known.get(name)
        ends[name] = found if found is not None and found.end == end else PieceEnd(end)
    try:
        check(ExecutionEnd(config({**wanted, "endpoint": endpoint}), ends))
    except Exception as e:
        return str(e) or type(e).__name__
    return None
