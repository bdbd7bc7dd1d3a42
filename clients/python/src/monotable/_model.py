"""The types of the control API.

Generated from capabilities.txt by mvn -pl generator test -Dmonotable.expected=write
"""

from __future__ import annotations

from typing import Any, Dict, List, Literal, TypedDict


class AccessUse(TypedDict):
    """An action that was used on a resource."""

    action: str
    resource: str


class _CapacityEntryRequired(TypedDict):
    table: str
    readUnits: float
    writeUnits: float


class CapacityEntry(_CapacityEntryRequired, total=False):
    """The capacity consumed on a table or index."""

    index: str


class CheckToMake(TypedDict):
    """An execution to check: how to reach its database, and how its pieces have ended."""

    accessKeyId: str
    secretAccessKey: str
    region: str
    endpoint: str
    ends: List[EndedPiece]


class ClockChange(TypedDict, total=False):
    """A change of a clock: `set` first, then `advance`, then `frozen`."""

    set: str
    advance: str
    frozen: bool


class ClockSettlement(TypedDict):
    """What a database has waited for."""

    now: str
    waits: List[EndedWait]


class ClockState(TypedDict):
    """What the clock of a database shows."""

    now: str
    frozen: bool


class _ContributorEntryRequired(TypedDict):
    key: Dict[str, Any]
    count: float


class ContributorEntry(_ContributorEntryRequired, total=False):
    """A key that is accessed or throttled often."""

    error: float


class _ContributorListRequired(TypedDict):
    table: str
    accessedPartitionKeys: List[ContributorEntry]
    accessedKeys: List[ContributorEntry]
    throttledPartitionKeys: List[ContributorEntry]
    throttledKeys: List[ContributorEntry]


class ContributorList(_ContributorListRequired, total=False):
    """The most accessed and the most throttled keys of a table or index since Contributor
    Insights was enabled for it, the first ones most."""

    index: str


class ControlError(TypedDict):
    """An error."""

    error: str
    message: str


class DataToLoad(TypedDict, total=False):
    """Files to load, all or nothing: the tables first."""

    schema: Dict[str, str]
    seed: Dict[str, str]
    parameters: Dict[str, str]


class _DatabaseAccessRequired(TypedDict):
    id: str
    accessKeyId: str
    secretAccessKey: str
    region: str
    endpoint: str


class DatabaseAccess(_DatabaseAccessRequired, total=False):
    """How to reach a database: what an AWS SDK is configured with."""

    name: str


class _DatabaseDescriptionRequired(TypedDict):
    id: str
    region: str
    tables: List[TableSummary]


class DatabaseDescription(_DatabaseDescriptionRequired, total=False):
    """A database with its tables."""

    name: str
    expireAfter: str


class _DatabaseEntryRequired(TypedDict):
    id: str
    region: str


class DatabaseEntry(_DatabaseEntryRequired, total=False):
    """A database in a list."""

    name: str
    expireAfter: str


class DatabaseList(TypedDict):
    """All databases."""

    databases: List[DatabaseEntry]


DatabaseToCreate = TypedDict(
    "DatabaseToCreate",
    {
        "from": str,
        "snapshot": str,
        "name": str,
        "region": str,
        "regions": List[str],
        "schema": Dict[str, str],
        "seed": Dict[str, str],
        "parameters": Dict[str, str],
        "expireAfter": str,
    },
    total=False,
)


class _DeliveryLagRequired(TypedDict):
    records: int
    complete: bool
    retried: List[RetriedRecords]


class DeliveryLag(_DeliveryLagRequired, total=False):
    """What an event source mapping has still to deliver."""

    oldest: str


class _DesignDescriptionRequired(TypedDict):
    declared: bool
    name: str
    entities: List[EntityDescription]
    patterns: List[str]


class DesignDescription(_DesignDescriptionRequired, total=False):
    """The design of a database: the declared one, or a draft by the requests that are kept."""

    notices: List[str]


class _DesignToDeclareRequired(TypedDict):
    content: str


class DesignToDeclare(_DesignToDeclareRequired, total=False):
    """A design to declare."""

    file: str


class _DiscardedRecordsRequired(TypedDict):
    condition: str
    approximateInvokeCount: int
    shardId: str
    startSequenceNumber: str
    endSequenceNumber: str
    batchSize: int


class DiscardedRecords(_DiscardedRecordsRequired, total=False):
    """A batch that was discarded, with the names of Lambda's on-failure destinations."""

    error: str


class DrainResult(TypedDict):
    """The result of a drain: all records of all mappings of the database were delivered."""

    invocations: int
    discarded: List[DiscardedRecords]


class DrainToRun(TypedDict, total=False):
    """How to deliver all records. All members are optional."""

    timeout: str


class EndedPiece(TypedDict):
    """A piece that has ended."""

    name: str
    end: Literal["returned", "failed", "asserted", "none"]


class _EndedWaitRequired(TypedDict):
    what: str


class EndedWait(_EndedWaitRequired, total=False):
    """A change that has ended."""

    until: str


class _EntityDescriptionRequired(TypedDict):
    table: str
    name: str
    keys: Dict[str, str]
    constants: Dict[str, str]


class EntityDescription(_EntityDescriptionRequired, total=False):
    """A kind of items in a table."""

    description: str


class EventSourceMappingDescription(TypedDict):
    """An event source mapping."""

    id: str
    settings: EventSourceMappingToCreate
    invocations: int
    discarded: int
    lag: DeliveryLag
    lastDiscarded: List[DiscardedRecords]


class EventSourceMappingList(TypedDict):
    """The event source mappings of a database."""

    eventSourceMappings: List[EventSourceMappingDescription]


class _EventSourceMappingToCreateRequired(TypedDict):
    table: str
    url: str


class EventSourceMappingToCreate(_EventSourceMappingToCreateRequired, total=False):
    """An event source mapping to create: the stream of a table, and a function behind a URL."""

    streamViewType: str
    batchSize: int
    maximumBatchingWindowInSeconds: int
    parallelizationFactor: int
    startingPosition: str
    startingPositionTimestamp: str
    maximumRetryAttempts: int
    maximumRecordAgeInSeconds: int
    bisectBatchOnFunctionError: bool
    functionResponseTypes: List[str]
    tumblingWindowInSeconds: int
    filterCriteria: FilterList
    functionName: str
    timeout: str
    automatic: bool


class ExpiredItems(TypedDict):
    """How many items were deleted, because their time to live has expired."""

    deleted: int


class _ExplorationReportRequired(TypedDict):
    found: bool
    executions: int
    requests: int
    cuts: List[str]
    notices: List[str]
    text: str


class ExplorationReport(_ExplorationReportRequired, total=False):
    """The result of an exploration."""

    wrongUsage: str
    reason: str
    schedule: str


class _ExplorationToStartRequired(TypedDict):
    pieces: List[PieceToExplore]


class ExplorationToStart(_ExplorationToStartRequired, total=False):
    """Pieces of code to explore, and the bounds. All executions begin with the database as it
    is now."""

    check: bool
    invariants: List[str]
    always: bool
    serial: List[str]
    lostWrites: bool
    preemptions: int
    executions: int
    patience: str


class _ExplorationTurnRequired(TypedDict):
    id: str
    execution: int
    start: List[PieceToRun]


class ExplorationTurn(_ExplorationTurnRequired, total=False):
    """What the client of an exploration has to do. It then awaits the next turn, unless there
    is a result."""

    check: CheckToMake
    result: ExplorationReport


class FaultDescription(TypedDict):
    """A rule with its counts."""

    id: str
    name: str
    matched: int
    injected: int


class FaultList(TypedDict):
    """The rules of a database."""

    seed: int
    faults: List[FaultDescription]


class _FaultToAddRequired(TypedDict):
    fault: Literal["throttle", "unprocessed", "serverError", "serverErrorAfterwards", "error", "dropConnection", "dropConnectionAfterwards", "latency", "realLatency", "transactionConflict", "transactionInProgress", "pagesOf", "staleReads", "laggingIndex", "lateRecords", "repeatedRecords"]


class FaultToAdd(_FaultToAddRequired, total=False):
    """A rule that injects a fault. Without the members that select requests, it hits all."""

    operation: str
    table: str
    index: str
    key: Dict[str, Any]
    times: int
    after: int
    probability: float
    seed: int
    limit: Literal["provisioned", "keyRange", "maxOnDemand", "account"]
    parts: int
    items: int
    commits: int
    code: str
    message: str
    status: int
    duration: str


class Filter(TypedDict):
    """A filter of records."""

    pattern: str


class FilterList(TypedDict):
    """Filters: a record is delivered if it matches one of them."""

    filters: List[Filter]


class FindingDescription(TypedDict):
    """A finding of the design lab."""

    id: str
    severity: Literal["error", "warning", "advice"]
    title: str
    subject: str
    statement: str
    onAws: str
    advice: str
    link: str


class IndexChangeDescription(TypedDict):
    """The change of an index by a write."""

    index: str
    change: Literal["added", "removed", "moved", "updated"]
    units: float


class _IndexEntryDescriptionRequired(TypedDict):
    index: str
    bytes: int


class IndexEntryDescription(_IndexEntryDescriptionRequired, total=False):
    """The entry of an item in an index."""

    entry: Dict[str, Any]


class ItemChanged(TypedDict):
    """An item that was changed, in DynamoDB JSON."""

    before: Dict[str, Any]
    after: Dict[str, Any]


class _ItemDescriptionRequired(TypedDict):
    bytes: int
    indexEntries: List[IndexEntryDescription]


class ItemDescription(_ItemDescriptionRequired, total=False):
    """An item with its size, its index entries and its time to live."""

    item: Dict[str, Any]
    expires: str
    history: ItemHistoryDescription


class ItemHistoryDescription(TypedDict):
    """What an item was in the window of point-in-time recovery."""

    earliest: str
    versions: List[ItemVersionDescription]
    complete: bool


class _ItemToDescribeRequired(TypedDict):
    table: str
    key: Dict[str, Any]


class ItemToDescribe(_ItemToDescribeRequired, total=False):
    """An item to describe."""

    history: bool


class _ItemVersionDescriptionRequired(TypedDict):
    since: str


class ItemVersionDescription(_ItemVersionDescriptionRequired, total=False):
    """What an item was from a second on. Of several changes in a second, the last one
    counts."""

    item: Dict[str, Any]


class _KinesisDestinationDescriptionRequired(TypedDict):
    table: str
    streamArn: str
    status: str
    waiting: int


class KinesisDestinationDescription(_KinesisDestinationDescriptionRequired, total=False):
    """A Kinesis destination of a table."""

    statusDescription: str
    oldest: str
    failure: str


class KinesisDestinationList(TypedDict):
    """The Kinesis destinations of a database."""

    kinesisDestinations: List[KinesisDestinationDescription]
    written: int
    skipped: int


class KinesisDrainResult(TypedDict):
    """The result of a drain: all changes were written."""

    written: int


class LoadResult(TypedDict):
    """What the files have changed."""

    tablesCreated: int
    itemsPut: int
    itemsDeleted: int
    notices: List[str]


class _PartDescriptionRequired(TypedDict):
    kind: Literal["itemRead", "pageRead", "itemWritten", "recordsRead"]
    table: str
    units: float


class PartDescription(_PartDescriptionRequired, total=False):
    """What a request, or a part of a batch or transaction, read or wrote."""

    index: str
    key: Dict[str, Any]
    read: ReadDescription
    write: WriteDescription


class _PieceEndToReportRequired(TypedDict):
    accessKeyId: str
    end: Literal["returned", "failed", "asserted", "none"]


class PieceEndToReport(_PieceEndToReportRequired, total=False):
    """The end of a piece. If its execution has ended before, it has no effect."""

    message: str


class _PieceToExploreRequired(TypedDict):
    name: str


class PieceToExplore(_PieceToExploreRequired, total=False):
    """A piece of code to explore."""

    principal: str


class PieceToRun(TypedDict):
    """A piece to start, with what its AWS SDK is configured with."""

    name: str
    accessKeyId: str
    secretAccessKey: str
    region: str
    endpoint: str


class PrincipalAccess(TypedDict):
    """How to send requests as a principal: what an AWS SDK is configured with."""

    accessKeyId: str
    secretAccessKey: str
    arn: str
    region: str
    endpoint: str


class PrincipalDescription(TypedDict):
    """What a principal was allowed, has used and has never used, since it exists. Only requests
    that were allowed count."""

    accessKeyId: str
    arn: str
    used: List[AccessUse]
    unused: List[UnusedStatement]
    draft: str


class PrincipalEntry(TypedDict):
    """A principal in a list."""

    accessKeyId: str
    arn: str


class PrincipalList(TypedDict):
    """The principals of a database."""

    principals: List[PrincipalEntry]


class PrincipalToCreate(TypedDict, total=False):
    """A principal to create: a user, or a session of a role. All members are optional."""

    name: str
    role: str
    policies: List[str]
    boundary: str
    sessionPolicies: List[str]
    tags: Dict[str, str]
    context: Dict[str, str]


class _ReadDescriptionRequired(TypedDict):
    consistent: bool
    backward: bool
    evaluated: int
    returned: int
    bytes: int


class ReadDescription(_ReadDescriptionRequired, total=False):
    """A read of an item, of a page or of stream records."""

    keyConditions: List[str]
    filter: str
    projection: str
    limit: int


class RegionEntry(TypedDict):
    """A Region of a database. Requests that are signed for it see this Region alone."""

    region: str
    id: str


class RegionList(TypedDict):
    """The Regions of a database, in which its global tables can have replicas."""

    regions: List[RegionEntry]


class RegionToAdd(TypedDict):
    """A Region to add to a database."""

    region: str


class ReplicationChange(TypedDict, total=False):
    """A change of the replication. Without `source` and `target`, `paused` and `delay` are for
    all Regions."""

    source: str
    target: str
    paused: bool
    delay: str
    cut: str
    reconnect: str
    deliver: bool


class ReplicationLink(TypedDict):
    """The replication from one Region to another."""

    source: str
    target: str
    paused: bool
    cut: bool
    delay: str
    pending: int


class ReplicationState(TypedDict):
    """The replication of the global tables of a database between its Regions."""

    links: List[ReplicationLink]


class _RequestEntryRequired(TypedDict):
    time: str
    operation: str
    tables: List[str]
    summary: str
    itemsRead: int
    itemsReturned: int
    bytesRead: int
    readUnits: float
    writeUnits: float
    ms: float


class RequestEntry(_RequestEntryRequired, total=False):
    """A request that was handled."""

    number: int
    index: str
    unprocessed: int
    more: bool
    faults: List[str]
    throttled: List[ThrottledPart]
    connectionDropped: bool
    error: str
    message: str


class _RequestExplanationRequired(TypedDict):
    entry: RequestEntry
    capacity: List[CapacityEntry]
    parts: List[PartDescription]
    omittedParts: int
    enough: List[str]
    findings: List[FindingDescription]


class RequestExplanation(_RequestExplanationRequired, total=False):
    """A request with its plan, and with what would have been enough."""

    request: Dict[str, Any]


class _RequestPageRequired(TypedDict):
    requests: List[RequestEntry]
    dropped: int


class RequestPage(_RequestPageRequired, total=False):
    """A page of requests, oldest first."""

    next: int
    since: str


class _RetriedRecordsRequired(TypedDict):
    shardId: str
    batchSize: int
    approximateInvokeCount: int
    nextAttempt: str


class RetriedRecords(_RetriedRecordsRequired, total=False):
    """A batch that has failed and is delivered again."""

    startSequenceNumber: str
    error: str


class ServerStatus(TypedDict):
    """The status of the server."""

    status: str
    version: str


class SettlementToReach(TypedDict):
    """How far the clock may be advanced until nothing waits for it."""

    within: str


class SnapshotDescription(TypedDict):
    """A snapshot."""

    name: str
    taken: str


class SnapshotList(TypedDict):
    """The snapshots of a database."""

    snapshots: List[SnapshotDescription]


class StateDifference(TypedDict):
    """What differs between two states, by table."""

    tables: List[TableChange]
    complete: bool


class TableChange(TypedDict):
    """What differs in a table."""

    table: str
    presence: Literal["added", "removed", "kept"]
    added: List[Dict[str, Any]]
    removed: List[Dict[str, Any]]
    changed: List[ItemChanged]


class TableSummary(TypedDict):
    """A table in short."""

    name: str
    items: int
    bytes: int


class _ThrottledPartRequired(TypedDict):
    table: str
    reason: str


class ThrottledPart(_ThrottledPartRequired, total=False):
    """A part of a request that was throttled."""

    index: str
    key: Dict[str, Any]


class ThrottlingChange(TypedDict):
    """Whether a database is to throttle from now on."""

    enabled: bool


class ThrottlingState(TypedDict):
    """Whether a database throttles requests that exceed the throughput of their table, index or
    partition."""

    enabled: bool


class TurnToAwait(TypedDict, total=False):
    """The result of the check of the last turn, if there was one."""

    failure: str


class UnusedStatement(TypedDict):
    """A statement of a policy, with the actions that it allows and that were never used."""

    statement: str
    actions: List[str]


class _WriteDescriptionRequired(TypedDict):
    kind: Literal["put", "insert", "update", "delete", "conditionCheck"]
    applied: bool
    indexChanges: List[IndexChangeDescription]


class WriteDescription(_WriteDescriptionRequired, total=False):
    """A write of an item, or a condition that was checked."""

    update: str
    condition: str
    before: Dict[str, Any]
    after: Dict[str, Any]
