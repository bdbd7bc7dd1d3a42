"""The calls of the control API about a database.

Generated from capabilities.txt by mvn -pl generator test -Dmonotable.expected=write
"""

from __future__ import annotations

from typing import Any, List, Optional, Union, cast

from ._control import query, segment, text
from ._model import (
    ClockSettlement,
    ContributorList,
    DatabaseDescription,
    FaultDescription,
    SnapshotDescription,
    StateDifference,
)


class DatabaseCalls:
    """The calls of the control API about a database."""

    @property
    def id(self) -> str:
        """The ID of the database, which is its access key."""
        raise NotImplementedError

    def _call(self, method: str, path: str, body: Optional[object] = None) -> Any:
        raise NotImplementedError

    def describe(self) -> DatabaseDescription:
        """Returns the tables with the number of their items."""
        return cast(DatabaseDescription, self._call("GET", ""))

    def reset(self) -> None:
        """Sets the data back to how the database began, and forgets requests and faults. The
        clock continues."""
        self._call("POST", "/reset")

    def settle(self, within: str) -> ClockSettlement:
        """Advances the clock until nothing waits for it: no table, index or replica is being
        changed, no export, import or bulk operation is in progress, and other Regions and
        Kinesis data streams have received every change: ``db.settle("1h")``."""
        return cast(ClockSettlement, self._call("POST", "/settle", {"within": within}))

    def expire(self) -> int:
        """Deletes the items whose time to live has expired; returns how many."""
        return cast(int, self._call("POST", "/expire")["deleted"])

    def throttle(self, enabled: bool = True) -> None:
        """Lets requests fail that exceed the throughput of their table, index or partition, by
        the clock of the database; with false, no longer."""
        self._call("PATCH", "/throttling", {"enabled": enabled})

    def contributors(self, table: str, index: Optional[str] = None) -> ContributorList:
        """Returns the keys of a table, or of an index, that were accessed and throttled most,
        while Contributor Insights is enabled for it."""
        return cast(
            ContributorList, self._call("GET", "/contributors" + query(table=table, index=index))
        )

    def snapshot(self, name: str) -> SnapshotDescription:
        """Keeps the present data under a name."""
        return cast(SnapshotDescription, self._call("PUT", "/snapshots/" + segment(name)))

    def restore(self, name: str) -> None:
        """Sets the data back to a snapshot. The clock continues."""
        self._call("POST", "/snapshots/" + segment(name) + "/restore")

    def diff(self, start: Union[str, "DatabaseCalls"]) -> StateDifference:
        """Returns what has changed since a snapshot, or compared with another database."""
        return cast(
            StateDifference, self._call("GET", "/diff" + query(**{"from": start if isinstance(start, str) else start.id}))
        )

    def dump(self, table: Optional[str] = None) -> str:
        """Returns the items of a table, or of all, as lines of DynamoDB JSON, which a seed may
        have."""
        return text(self._call("GET", "/dump" + query(table=table)))

    def faults(self) -> List[FaultDescription]:
        """Returns the rules, with how many requests have matched them."""
        return cast(List[FaultDescription], self._call("GET", "/faults")["faults"])

    def clear_faults(self) -> None:
        """Removes all rules."""
        self._call("DELETE", "/faults")

    def clear_requests(self) -> None:
        """Forgets the requests so far."""
        self._call("DELETE", "/requests")

    def report(self, format: str = "text") -> str:
        """Returns the report of the design lab on the requests that are kept, in a format:
        text, json, markdown or html."""
        return text(self._call("GET", "/report" + query(format=format)))
