"""Databases of a server: their data, clocks, faults and requests."""

from __future__ import annotations

import json
from datetime import datetime, timedelta, timezone
from typing import Any, Dict, List, Mapping, Optional, Sequence, Union, cast

from ._calls import DatabaseCalls
from ._control import MonotableError, call, query, segment
from ._explore import Check, Piece, explore
from ._files import Schema, Seed, read
from ._model import (
    ClockState,
    ExplorationReport,
    FaultDescription,
    LoadResult,
    ReplicationLink,
    RequestEntry,
)
from ._principal import Policy, Principal, config, create_principal
from ._server import endpoint
from ._stream import TableStream


class Clock:
    """The clock of a database. Everything in the database that depends on time follows it."""

    def __init__(self, database: "Database") -> None:
        self._database = database

    def state(self) -> ClockState:
        """Returns the time, and whether the clock stands still."""
        return cast(ClockState, self._database._call("GET", "/clock"))

    def now(self) -> datetime:
        """Returns the time."""
        return datetime.fromisoformat(self.state()["now"].replace("Z", "+00:00"))

    def set(self, time: Union[datetime, str]) -> ClockState:
        """Sets the time. The clock runs on from there, unless it is frozen.

        :param time: a time with its time zone, or an ISO 8601 text such as ``2026-01-01T00:00:00Z``
        """
        return self._change(set=_instant(time))

    def advance(self, duration: Union[timedelta, str]) -> ClockState:
        """Advances the clock, and does what is due by then.

        :param duration: also a text such as ``2h``, ``30s`` or ``PT2H``
        """
        if isinstance(duration, timedelta):
            micros = duration // timedelta(microseconds=1)
            sign, micros = ("-", -micros) if micros < 0 else ("", micros)
            duration = f"{sign}PT{micros // 1_000_000}.{micros % 1_000_000:06}S"
        return self._change(advance=duration)

    def freeze(self, time: Union[datetime, str, None] = None) -> ClockState:
        """Lets the clock stand still, at the given time if there is one."""
        if time is None:
            return self._change(frozen=True)
        return self._change(set=_instant(time), frozen=True)

    def resume(self) -> ClockState:
        """Lets the clock run on."""
        return self._change(frozen=False)

    def _change(self, **change: Any) -> ClockState:
        return cast(ClockState, self._database._call("PATCH", "/clock", change))


class Database(DatabaseCalls):
    """A database of a server: independent of all others, reached by its access key. As a context
    manager it ends with its block.

    :ivar config: what boto3 creates clients with: ``boto3.client("dynamodb", **db.config)``
    :ivar clock: its clock
    """

    def __init__(self, access: Mapping[str, Any]) -> None:
        self.config = config(access)
        self.clock = Clock(self)
        self._path = f"/databases/{segment(self.id)}"
        self._streams: Dict[str, TableStream] = {}

    @property
    def id(self) -> str:
        """The ID of the database, which is its access key."""
        return self.config["aws_access_key_id"]

    @property
    def environment(self) -> Dict[str, str]:
        """The environment variables that lead the default configuration of AWS SDKs to it."""
        config = self.config
        return {
            "AWS_ACCESS_KEY_ID": config["aws_access_key_id"],
            "AWS_SECRET_ACCESS_KEY": config["aws_secret_access_key"],
            "AWS_REGION": config["region_name"],
            "AWS_DEFAULT_REGION": config["region_name"],
            "AWS_ENDPOINT_URL_DYNAMODB": config["endpoint_url"],
            "AWS_ENDPOINT_URL_DYNAMODB_STREAMS": config["endpoint_url"],
        }

    def fork(self) -> "Database":
        """Creates an independent copy with its own access key, in microseconds."""
        return create(self.config["endpoint_url"], {"from": self.id})

    def drop(self) -> None:
        """Ends the database. Its access key is invalid then."""
        try:
            self.close_streams()
        finally:
            self._call("DELETE", "")

    def close_streams(self) -> None:
        """Ends the event source mappings of all streams of this handle."""
        streams, self._streams = list(self._streams.values()), {}
        for stream in streams:
            stream.close()

    def __enter__(self) -> "Database":
        return self

    def __exit__(self, *error: object) -> None:
        try:
            self.drop()
        except MonotableError as e:
            # The server has ended, and the block has failed by that.
            if e.type != "Unreachable" or error[0] is None:
                raise

    def load(
        self,
        schema: Optional[Schema] = None,
        seed: Optional[Seed] = None,
        parameters: Optional[Mapping[str, str]] = None,
    ) -> LoadResult:
        """Loads schema and seed files, all or nothing. See :func:`monotable.database`."""
        return cast(LoadResult, self._call("POST", "/load", read(schema, seed, parameters)))

    def fault(self, fault: str, **rule: Any) -> FaultDescription:
        """Adds a rule that lets requests fail: ``db.fault("throttle", operation="PutItem", times=2)``.

        :param fault: the name of the fault
        :param rule: ``operation``, ``table``, ``index``, ``key``, ``times``, ``after``,
            ``probability``, ``seed`` and the settings of the fault
        """
        return cast(FaultDescription, self._call("POST", "/faults", {"fault": fault, **rule}))

    def explore(
        self,
        pieces: Mapping[str, Piece],
        check: Optional[Check] = None,
        principal: Optional[str] = None,
        invariants: Optional[Sequence[str]] = None,
        always: Optional[bool] = None,
        serial: Optional[Sequence[str]] = None,
        lost_writes: Optional[bool] = None,
        preemptions: Optional[int] = None,
        executions: Optional[int] = None,
        patience: Optional[str] = None,
    ) -> ExplorationReport:
        """Runs pieces of code with every order of their requests that can matter, each time on a
        copy of the database. Each runs on a thread, a coroutine function in a loop of its own, and
        creates its clients by ``boto3.client("dynamodb", **own.config)``.

        :param pieces: functions of a :class:`PieceHandle`, by their names
        :param check: raises an exception if the database of an execution is not as it should be
        :param principal: the access key by whose policies the requests of the pieces are decided
        :param invariants: PartiQL statements that return no item after an execution, or
            ``at most N: SELECT …``
        :param always: whether the invariants hold after each request, too
        :param serial: the result is that of some order of whole pieces, except for these attributes
        :param lost_writes: whether a write that overwrites a change which its piece has not seen is
            a failure
        :param preemptions: how often an execution goes on with another piece although the last one
            could go on; 2 by default
        :param executions: the maximum number of executions; 100000 by default
        :param patience: how long a piece may neither send a request nor end, such as ``5s``
        :raises ExplorationError: with the order that fails, if one is found
        """
        bounds = {
            "invariants": invariants,
            "always": always,
            "serial": serial,
            "lostWrites": lost_writes,
            "preemptions": preemptions,
            "executions": executions,
            "patience": patience,
        }
        url = self.config["endpoint_url"]
        return explore(url, self._path, pieces, check, principal, bounds)

    def acting_as(self, *policies: Policy) -> Principal:
        """Acts under IAM policies: ``boto3.client("dynamodb", **db.acting_as(policy).config)`` may
        do what they allow. The clients of the database may do everything.
        """
        return self.principal(policies=policies)

    def principal(
        self,
        name: Optional[str] = None,
        role: Optional[str] = None,
        policies: Optional[Sequence[Policy]] = None,
        boundary: Optional[Policy] = None,
        session_policies: Optional[Sequence[Policy]] = None,
        tags: Optional[Mapping[str, str]] = None,
        context: Optional[Mapping[str, str]] = None,
    ) -> Principal:
        """Acts as a user, or as a session of a role.

        :param name: the name of the user, or of the session
        :param role: the name of the role of which it is a session
        :param policies: its identity-based policies; without them, it may do everything
        :param boundary: its permissions boundary
        :param session_policies: the policies of its session
        :param tags: the values of ``aws:PrincipalTag``
        :param context: the values of other condition keys
        """
        others = {"name": name, "role": role, "tags": tags, "context": context}
        url = self.config["endpoint_url"]
        return create_principal(url, self._path, policies, boundary, session_policies, others)

    def replication(
        self,
        paused: Optional[bool] = None,
        delay: Union[timedelta, str, None] = None,
        source: Optional[str] = None,
        target: Optional[str] = None,
        cut: Optional[str] = None,
        reconnect: Optional[str] = None,
        deliver: Optional[bool] = None,
    ) -> List[ReplicationLink]:
        """Returns the replication of global tables between the Regions, after changing it.

        :param paused: whether nothing is sent; ``False`` without Regions connects all again, too
        :param delay: how much later than its write a change is sent, also as a text such as ``2s``
        :param source: the Region of the writes, for one direction only; needs ``target``
        :param target: the Region that receives them
        :param cut: a Region to cut off
        :param reconnect: a Region to connect again
        :param deliver: whether everything is sent now, also what is delayed
        """
        if isinstance(delay, timedelta):
            delay = f"PT{delay / timedelta(seconds=1):f}S"
        members: Dict[str, Any] = {
            "paused": paused,
            "delay": delay,
            "source": source,
            "target": target,
            "cut": cut,
            "reconnect": reconnect,
            "deliver": deliver,
        }
        change = {name: value for name, value in members.items() if value is not None}
        state = (
            self._call("PATCH", "/replication", change)
            if change
            else self._call("GET", "/replication")
        )
        return cast(List[ReplicationLink], state["links"])

    def requests(
        self,
        operation: Optional[str] = None,
        table: Optional[str] = None,
        index: Optional[str] = None,
        error: Optional[str] = None,
    ) -> List[RequestEntry]:
        """Returns the requests since the database was created, reset, or its requests were
        forgotten; the last 1000 at most.

        :param error: the type of an error; ``any`` for all requests that failed
        """
        selection = {"operation": operation, "table": table, "index": index, "error": error}
        found: List[RequestEntry] = []
        after = None
        while True:
            page = self._call("GET", f"/requests{query(**selection, after=after, count=100)}")
            found += page["requests"]
            after = page.get("next")
            if after is None:
                return found

    def stream(self, table: str, **settings: Any) -> TableStream:
        """Returns the stream of a table: ``db.stream("Chat").drain(handler)``.

        :param settings: of the event source mapping, with the names of Lambda's API in lower camel
            case, such as ``batchSize``
        """
        key = json.dumps([table, settings], sort_keys=True)
        if key not in self._streams:
            url = self.config["endpoint_url"]
            self._streams[key] = TableStream(url, self._path, table, settings)
        return self._streams[key]

    def _call(self, method: str, path: str, body: Optional[object] = None) -> Any:
        return call(self.config["endpoint_url"], method, self._path + path, body)


def database(
    schema: Optional[Schema] = None,
    seed: Optional[Seed] = None,
    parameters: Optional[Mapping[str, str]] = None,
) -> Database:
    """Creates a database, and the server of this test run if there is none.

    :param schema: what defines the tables: files, the directory ``cdk.out``, or arguments of
        ``create_table``, one or several
    :param seed: files, also as ``TABLE=FILE`` with the table of their items, or for each table a list of items as the resources of boto3 have them
    :param parameters: values of the parameters of templates, or options of the Serverless Framework
    """
    return create(endpoint(), read(schema, seed, parameters))


def create(url: str, body: Mapping[str, Any]) -> Database:
    """Creates a database of a server. Its requests are kept from the beginning."""
    access = call(url, "POST", "/databases", body)
    # The endpoint by which this process reaches the server.
    created = Database({**access, "endpoint": url})
    call(url, "GET", f"/databases/{segment(created.id)}/requests?count=1")
    return created


def _instant(time: Union[datetime, str]) -> str:
    if isinstance(time, str):
        return time
    if time.tzinfo is None:
        raise ValueError("a time must have a time zone")
    return time.astimezone(timezone.utc).isoformat().replace("+00:00", "Z")
