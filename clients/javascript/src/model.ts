// Generated from capabilities.txt by mvn -pl generator test -Dmonotable.expected=write

/** An action that was used on a resource. */
export interface AccessUse {
  /** The action, such as dynamodb:GetItem. */
  action: string;
  /** The ARN of the resource, or *. */
  resource: string;
}

/** The capacity consumed on a table or index. */
export interface CapacityEntry {
  /** The name of the table. */
  table: string;
  /** The name of the index; absent for the table. */
  index?: string;
  /** The read capacity units. */
  readUnits: number;
  /** The write capacity units. */
  writeUnits: number;
}

/** An execution to check: how to reach its database, and how its pieces have ended. */
export interface CheckToMake {
  /** The access key. It is valid until the check has ended. */
  accessKeyId: string;
  /** The secret access key. */
  secretAccessKey: string;
  /** The Region in the ARNs of the tables. */
  region: string;
  /** The endpoint URL of the server. */
  endpoint: string;
  /** The ends of the pieces. */
  ends: EndedPiece[];
}

/** A change of a clock: `set` first, then `advance`, then `frozen`. */
export interface ClockChange {
  /** The time to set the clock to, in the past or in the future. */
  set?: string;
  /** How far to advance the clock, such as 40d, 15m or PT2H. */
  advance?: string;
  /** Whether the clock stands still from now on. */
  frozen?: boolean;
}

/** What a database has waited for. */
export interface ClockSettlement {
  /** What the clock shows now. */
  now: string;
  /** What has ended by now, in the order of its ends. */
  waits: EndedWait[];
}

/** What the clock of a database shows. */
export interface ClockState {
  /** The time. */
  now: string;
  /** Whether the clock stands still. */
  frozen: boolean;
}

/** A key that is accessed or throttled often. */
export interface ContributorEntry {
  /** The key, in DynamoDB JSON. */
  key: Record<string, unknown>;
  /** The capacity units that accesses consumed, or the number of throttled requests. */
  count: number;
  /** By how much the count may be too high; absent for an exact one. */
  error?: number;
}

/** The most accessed and the most throttled keys of a table or index since Contributor Insights was enabled for it, the first ones most. */
export interface ContributorList {
  /** The name of the table. */
  table: string;
  /** The name of the index; absent for the table. */
  index?: string;
  /** Partition keys by the capacity units that they consumed. */
  accessedPartitionKeys: ContributorEntry[];
  /** Partition and sort keys by the capacity units that they consumed. */
  accessedKeys: ContributorEntry[];
  /** Partition keys by the number of throttled requests. */
  throttledPartitionKeys: ContributorEntry[];
  /** Partition and sort keys by the number of throttled requests. */
  throttledKeys: ContributorEntry[];
}

/** An error. */
export interface ControlError {
  /** The type of the error, such as UnknownDatabase. */
  error: string;
  /** What is wrong, in a sentence. */
  message: string;
}

/** Files to load, all or nothing: the tables first. */
export interface DataToLoad {
  /** Schema files, by their names. A table that exists is left as it is. */
  schema?: Record<string, string>;
  /** Seed files, by their names, which may begin with a table, such as `Chat=items.csv`. */
  seed?: Record<string, string>;
  /** Parameters of templates, or options of the Serverless Framework. */
  parameters?: Record<string, string>;
}

/** How to reach a database: what an AWS SDK is configured with. */
export interface DatabaseAccess {
  /** The ID of the database, which is its access key. */
  id: string;
  /** The name that it was created with. */
  name?: string;
  /** The access key. Requests that are signed with it see this database. */
  accessKeyId: string;
  /** The secret access key. */
  secretAccessKey: string;
  /** The Region in the ARNs of its tables. */
  region: string;
  /** The endpoint URL of the server, as this request has reached it. */
  endpoint: string;
}

/** A database with its tables. */
export interface DatabaseDescription {
  /** The ID: `default`, an access key that was issued, or an access key and a Region. */
  id: string;
  /** The name that it was created with. */
  name?: string;
  /** The Region in the ARNs of its tables. */
  region: string;
  /** After which time without a request it ends. */
  expireAfter?: string;
  /** The tables, by name. */
  tables: TableSummary[];
}

/** A database in a list. */
export interface DatabaseEntry {
  /** The ID. */
  id: string;
  /** The name that it was created with. */
  name?: string;
  /** The Region in the ARNs of its tables. */
  region: string;
  /** After which time without a request it ends. */
  expireAfter?: string;
}

/** All databases. */
export interface DatabaseList {
  /** The databases: `default` first, the others by ID. */
  databases: DatabaseEntry[];
}

/** A database to create. All members are optional. */
export interface DatabaseToCreate {
  /** The ID of a database. The new one is its fork: it begins with its data and its time. */
  from?: string;
  /** The name of a snapshot of the other database, to begin with instead of its present data. */
  snapshot?: string;
  /** A name, which is unique. If there is a database with this name, the response is that database, with the status 200. */
  name?: string;
  /** The Region in the ARNs of its tables. A fork has that of the other database. */
  region?: string;
  /** Regions that have tables of their own, apart from `region`. All other Regions see the tables of `region`. */
  regions?: string[];
  /** Schema files, by their names: contents of CloudFormation, SAM, Serverless or Terraform files, or CreateTable requests. A file whose name has a slash is not loaded itself; others can refer to it. Without this member and `seed`, the database begins as the server's options --schema and --seed say. */
  schema?: Record<string, string>;
  /** Seed files, by their names: contents with items in JSON or CSV. `Chat=items.csv` is a file with items of the table Chat. */
  seed?: Record<string, string>;
  /** Parameters of templates, or options of the Serverless Framework. */
  parameters?: Record<string, string>;
  /** After which time without a request the database ends, such as 30m. */
  expireAfter?: string;
}

/** What an event source mapping has still to deliver. */
export interface DeliveryLag {
  /** The number of records, including those that its filters will drop. */
  records: number;
  /** Whether these are all; at most 10000 that were not read yet are counted. */
  complete: boolean;
  /** The time of the oldest record; absent if there is none. */
  oldest?: string;
  /** The batches that have failed and are delivered again. */
  retried: RetriedRecords[];
}

/** The design of a database: the declared one, or a draft by the requests that are kept. */
export interface DesignDescription {
  /** Whether it was declared. */
  declared: boolean;
  /** The name of the design. */
  name: string;
  /** The entities of its tables, in the order of the design. */
  entities: EntityDescription[];
  /** The names of its access patterns. */
  patterns: string[];
  /** What of the file has no effect; only in the response to declaring it. */
  notices?: string[];
}

/** A design to declare. */
export interface DesignToDeclare {
  /** The name of the file, which errors name; design.yaml by default. */
  file?: string;
  /** The content: a design file in YAML or JSON, or a model of NoSQL Workbench, of the DynamoDB MCP server or of the Agent Toolkit for AWS. */
  content: string;
}

/** A batch that was discarded, with the names of Lambda's on-failure destinations. */
export interface DiscardedRecords {
  /** `RetryAttemptsExhausted` or `RecordAgeExceeded`. */
  condition: string;
  /** How often the function was invoked with the batch. */
  approximateInvokeCount: number;
  /** The shard of the records. */
  shardId: string;
  /** The sequence number of the first record. */
  startSequenceNumber: string;
  /** The sequence number of the last record. */
  endSequenceNumber: string;
  /** The number of records. */
  batchSize: number;
  /** The last error; absent if the function has reported failures in its response. */
  error?: string;
}

/** The result of a drain: all records of all mappings of the database were delivered. */
export interface DrainResult {
  /** How often the function of the mapping was invoked meanwhile. */
  invocations: number;
  /** The batches of the mapping that were discarded since its last drain, at most 1000. */
  discarded: DiscardedRecords[];
}

/** How to deliver all records. All members are optional. */
export interface DrainToRun {
  /** After which time to give up, at most 15m; 1m by default. */
  timeout?: string;
}

/** A piece that has ended. */
export interface EndedPiece {
  /** The name. */
  name: string;
  /** How it has ended. */
  end: 'returned' | 'failed' | 'asserted' | 'none';
}

/** A change that has ended. */
export interface EndedWait {
  /** When it ended, by the clock; absent if another thread has ended it. */
  until?: string;
  /** What it was, such as `table Chat: backfill index ByAuthor`. */
  what: string;
}

/** A kind of items in a table. */
export interface EntityDescription {
  /** The name of the table. */
  table: string;
  /** The name of the entity. */
  name: string;
  /** What it is, for people. */
  description?: string;
  /** The templates of the key attributes of the table and its indexes, by attribute, such as `ROOM#{room}`. A field in braces contains no `#` or `|` that the text of its template has, unless its name ends with three dots. */
  keys: Record<string, string>;
  /** The attributes that have the same value in all of its items, with that value. */
  constants: Record<string, string>;
}

/** An event source mapping. */
export interface EventSourceMappingDescription {
  /** The ID of the mapping. */
  id: string;
  /** The settings, as they were given. */
  settings: EventSourceMappingToCreate;
  /** How often the function was invoked. */
  invocations: number;
  /** How many batches were discarded. */
  discarded: number;
  /** What is still to be delivered. */
  lag: DeliveryLag;
  /** The batches that were discarded last, at most 10, oldest first. */
  lastDiscarded: DiscardedRecords[];
}

/** The event source mappings of a database. */
export interface EventSourceMappingList {
  /** The mappings in the order in which they were created. */
  eventSourceMappings: EventSourceMappingDescription[];
}

/** An event source mapping to create: the stream of a table, and a function behind a URL. */
export interface EventSourceMappingToCreate {
  /** The name of the table whose stream is read. */
  table: string;
  /** The URL of the function, which receives the batches as Lambda's events by POST. Without a path, it is that of Lambda's runtime interface emulator. */
  url: string;
  /** Enables the stream of the table with this view, such as NEW_AND_OLD_IMAGES, if it is not enabled. */
  streamViewType?: string;
  /** The maximum number of records of a batch, 1 to 10000; 100 by default. */
  batchSize?: number;
  /** How long to wait for a full batch, 0 to 300 seconds; 0 by default. */
  maximumBatchingWindowInSeconds?: number;
  /** How many batches of a shard are formed at a time, 1 to 10; 1 by default. */
  parallelizationFactor?: number;
  /** `TRIM_HORIZON` (the default) begins at the oldest record, `LATEST` after those that exist, `AT_TIMESTAMP` at a time. */
  startingPosition?: string;
  /** The time at which `AT_TIMESTAMP` begins, not in the future. */
  startingPositionTimestamp?: string;
  /** After how many retries a failed batch is discarded, 0 to 10000; -1, the default, until the records expire. */
  maximumRetryAttempts?: number;
  /** After which age records are discarded, 60 to 604800 seconds; -1, the default, if never. */
  maximumRecordAgeInSeconds?: number;
  /** Whether a failed batch is split into two; false by default. */
  bisectBatchOnFunctionError?: boolean;
  /** `ReportBatchItemFailures`, if the function returns which records have failed. */
  functionResponseTypes?: string[];
  /** The length of tumbling windows, 1 to 900 seconds; 0, the default, without windows. */
  tumblingWindowInSeconds?: number;
  /** Which records are delivered; all by default. */
  filterCriteria?: FilterList;
  /** The name of the function in the ARN of its events; `function` by default. */
  functionName?: string;
  /** How long an invocation may take, at most 15m; 1m by default. */
  timeout?: string;
  /** Whether batches are also delivered in the background; false by default. Otherwise they are delivered by a drain only. */
  automatic?: boolean;
}

/** How many items were deleted, because their time to live has expired. */
export interface ExpiredItems {
  /** The number of items. */
  deleted: number;
}

/** The result of an exploration. */
export interface ExplorationReport {
  /** Whether an execution was found that fails. */
  found: boolean;
  /** Why the pieces cannot be explored, such as one that fails although it runs alone. */
  wrongUsage?: string;
  /** Why the execution fails that was found. */
  reason?: string;
  /** The requests of that execution in their order, in a column for each piece. */
  schedule?: string;
  /** The number of executions, without those of single pieces. */
  executions: number;
  /** The number of requests that were held. */
  requests: number;
  /** What was not explored, and why: one sentence each. */
  cuts: string[];
  /** What limits the result besides: one sentence each. */
  notices: string[];
  /** All of this for people. */
  text: string;
}

/** Pieces of code to explore, and the bounds. All executions begin with the database as it is now. */
export interface ExplorationToStart {
  /** The pieces, 1 to 16. */
  pieces: PieceToExplore[];
  /** Whether the client checks the database after each execution; false by default. */
  check?: boolean;
  /** PartiQL statements that return no item after an execution, or `at most N: SELECT …`; at most 100. */
  invariants?: string[];
  /** Whether the invariants hold after each request, too; false by default. */
  always?: boolean;
  /** If given, the result of each execution is that of some order of whole pieces, except for these attributes; at most 100. */
  serial?: string[];
  /** Whether a write that overwrites a change which its piece has not seen is a failure; false by default. */
  lostWrites?: boolean;
  /** How often an execution goes on with another piece although the last one has a request held, at most; 2 by default. */
  preemptions?: number;
  /** The maximum number of executions; 100000 by default. */
  executions?: number;
  /** How long a piece may neither send a request nor end, before the others go on without it, in real time; 5s by default, at most 1m. */
  patience?: string;
}

/** What the client of an exploration has to do. It then awaits the next turn, unless there is a result. */
export interface ExplorationTurn {
  /** The ID of the exploration. */
  id: string;
  /** The number of the execution, from 1; those of single pieces count, too. Pieces of earlier executions have ended: their access keys are invalid. */
  execution: number;
  /** The pieces to start now. */
  start: PieceToRun[];
  /** The check to make now. Its result is a part of the request for the next turn. */
  check?: CheckToMake;
  /** The result. The exploration has ended. */
  result?: ExplorationReport;
}

/** A rule with its counts. */
export interface FaultDescription {
  /** The ID of the rule in its database. */
  id: string;
  /** The rule as text, which the header `x-monotable-fault` of a response has if the rule has changed it. */
  name: string;
  /** How many requests have matched. */
  matched: number;
  /** How many faults were injected. */
  injected: number;
}

/** The rules of a database. */
export interface FaultList {
  /** The seed of all draws. */
  seed: number;
  /** The rules in the order in which they were added. */
  faults: FaultDescription[];
}

/** A rule that injects a fault. Without the members that select requests, it hits all. */
export interface FaultToAdd {
  /** The fault. */
  fault: 'throttle' | 'unprocessed' | 'serverError' | 'serverErrorAfterwards' | 'error' | 'dropConnection' | 'dropConnectionAfterwards' | 'latency' | 'realLatency' | 'transactionConflict' | 'transactionInProgress' | 'pagesOf' | 'staleReads' | 'laggingIndex' | 'lateRecords' | 'repeatedRecords';
  /** An operation, such as PutItem. */
  operation?: string;
  /** The name of a table. */
  table?: string;
  /** The name of an index. */
  index?: string;
  /** The partition key, or the primary key, of an item in DynamoDB JSON. */
  key?: Record<string, unknown>;
  /** After how many faults the rule ends. */
  times?: number;
  /** How many matching requests pass before the first fault. */
  after?: number;
  /** The probability of the fault for each matching request, more than 0 and at most 1. */
  probability?: number;
  /** The seed of all draws from now on. The rules that exist are removed. */
  seed?: number;
  /** For `throttle`: the limit that is exceeded. */
  limit?: 'provisioned' | 'keyRange' | 'maxOnDemand' | 'account';
  /** For `unprocessed`: how many parts of a batch are unprocessed at most; default 1. */
  parts?: number;
  /** For `pagesOf`: how many items a page has at most. */
  items?: number;
  /** For `staleReads` and `laggingIndex`: how many commits the state is old. */
  commits?: number;
  /** For `error`: the name of its type, such as ServiceUnavailableException; 1 to 100 letters, digits, dots and underscores. */
  code?: string;
  /** For `error`: its message, at most 1000 characters; none by default. */
  message?: string;
  /** For `error`: the HTTP status of the response, 400 to 599; 400 by default. */
  status?: number;
  /** For `latency`, `realLatency` and `lateRecords`: the delay. For `staleReads` and `laggingIndex`: the age of the state. */
  duration?: string;
}

/** A filter of records. */
export interface Filter {
  /** The pattern, which is JSON in a string. */
  pattern: string;
}

/** Filters: a record is delivered if it matches one of them. */
export interface FilterList {
  /** The filters, at most 10. */
  filters: Filter[];
}

/** A finding of the design lab. */
export interface FindingDescription {
  /** The kind of finding, such as `large-item`. */
  id: string;
  /** How much it matters. */
  severity: 'error' | 'warning' | 'advice';
  /** The kind of finding in a few words. */
  title: string;
  /** What it is about: a kind of requests, a table, an index or an entity. */
  subject: string;
  /** What was found, with its numbers. */
  statement: string;
  /** What happens on AWS. */
  onAws: string;
  /** What to do. */
  advice: string;
  /** The page of the AWS documentation. */
  link: string;
}

/** The change of an index by a write. */
export interface IndexChangeDescription {
  /** The name of the index. */
  index: string;
  /** What happened to the entry. */
  change: 'added' | 'removed' | 'moved' | 'updated';
  /** The write capacity units. */
  units: number;
}

/** The entry of an item in an index. */
export interface IndexEntryDescription {
  /** The name of the index. */
  index: string;
  /** The entry in DynamoDB JSON; absent if the index has none for the item. */
  entry?: Record<string, unknown>;
  /** Its size in bytes; 0 without an entry. */
  bytes: number;
}

/** An item that was changed, in DynamoDB JSON. */
export interface ItemChanged {
  /** The item before. */
  before: Record<string, unknown>;
  /** The item after. */
  after: Record<string, unknown>;
}

/** An item with its size, its index entries and its time to live. */
export interface ItemDescription {
  /** The item in DynamoDB JSON; absent if it does not exist. */
  item?: Record<string, unknown>;
  /** Its size in bytes, as capacity is charged for it; 0 if it does not exist. */
  bytes: number;
  /** Its entries in the indexes of the table. */
  indexEntries: IndexEntryDescription[];
  /** When its time to live expires; absent if it has none. */
  expires?: string;
  /** What it was before; absent if it was not asked for, or point-in-time recovery is disabled for the table. */
  history?: ItemHistoryDescription;
}

/** What an item was in the window of point-in-time recovery. */
export interface ItemHistoryDescription {
  /** The begin of the window. */
  earliest: string;
  /** The versions of the item, the present one first; at most 100. */
  versions: ItemVersionDescription[];
  /** Whether these are all versions in the window. */
  complete: boolean;
}

/** An item to describe. */
export interface ItemToDescribe {
  /** The name of the table. */
  table: string;
  /** The primary key of the item, in DynamoDB JSON. */
  key: Record<string, unknown>;
  /** Whether to return its history; false by default. */
  history?: boolean;
}

/** What an item was from a second on. Of several changes in a second, the last one counts. */
export interface ItemVersionDescription {
  /** The second. */
  since: string;
  /** The item in DynamoDB JSON; absent if it did not exist. */
  item?: Record<string, unknown>;
}

/** A Kinesis destination of a table. */
export interface KinesisDestinationDescription {
  /** The name of the table. */
  table: string;
  /** The ARN of the Kinesis data stream. */
  streamArn: string;
  /** The status, as DescribeKinesisStreamingDestination returns it. */
  status: string;
  /** Why the destination could not be enabled; absent if it could. */
  statusDescription?: string;
  /** The number of changes that the destination has not received. */
  waiting: number;
  /** When the first of them was made; absent if there is none. */
  oldest?: string;
  /** Why the last attempt to write to it has failed; absent if it has succeeded. */
  failure?: string;
}

/** The Kinesis destinations of a database. */
export interface KinesisDestinationList {
  /** The destinations by the names of their tables. */
  kinesisDestinations: KinesisDestinationDescription[];
  /** How many records were written since the server was started. */
  written: number;
  /** How many changes were skipped, because their records are larger than 1 MB. */
  skipped: number;
}

/** The result of a drain: all changes were written. */
export interface KinesisDrainResult {
  /** How many records were written meanwhile. */
  written: number;
}

/** What the files have changed. */
export interface LoadResult {
  /** The number of tables created. */
  tablesCreated: number;
  /** The number of items put. */
  itemsPut: number;
  /** The number of keys deleted. */
  itemsDeleted: number;
  /** The parts of the files that had no effect. */
  notices: string[];
}

/** What a request, or a part of a batch or transaction, read or wrote. */
export interface PartDescription {
  /** The kind of the part. */
  kind: 'itemRead' | 'pageRead' | 'itemWritten' | 'recordsRead';
  /** The name of the table, or the ARN of the stream. */
  table: string;
  /** The name of the index that was read; absent for the table. */
  index?: string;
  /** The primary key of an item, in DynamoDB JSON. */
  key?: Record<string, unknown>;
  /** What was read. */
  read?: ReadDescription;
  /** What was written. */
  write?: WriteDescription;
  /** The capacity units on the table or index. */
  units: number;
}

/** The end of a piece. If its execution has ended before, it has no effect. */
export interface PieceEndToReport {
  /** The access key that the piece was started with. */
  accessKeyId: string;
  /** How it has ended. */
  end: 'returned' | 'failed' | 'asserted' | 'none';
  /** Why it has failed, and what it has printed; at most the last 16384 characters are kept. */
  message?: string;
}

/** A piece of code to explore. */
export interface PieceToExplore {
  /** The name, which is unique in the exploration; at most 100 characters. */
  name: string;
  /** The access key of the principal whose policies decide about its requests. By default, it is the access key of the database. */
  principal?: string;
}

/** A piece to start, with what its AWS SDK is configured with. */
export interface PieceToRun {
  /** The name. */
  name: string;
  /** The access key, by which the explorer knows the requests of the piece. */
  accessKeyId: string;
  /** The secret access key. */
  secretAccessKey: string;
  /** The Region in the ARNs of the tables. */
  region: string;
  /** The endpoint URL of the server. */
  endpoint: string;
}

/** How to send requests as a principal: what an AWS SDK is configured with. */
export interface PrincipalAccess {
  /** The access key. Requests that are signed with it see the database. */
  accessKeyId: string;
  /** The secret access key. */
  secretAccessKey: string;
  /** The ARN of the principal. */
  arn: string;
  /** The Region in the ARNs of the tables. */
  region: string;
  /** The endpoint URL of the server, as this request has reached it. */
  endpoint: string;
}

/** What a principal was allowed, has used and has never used, since it exists. Only requests that were allowed count. */
export interface PrincipalDescription {
  /** The access key; * for all access keys without a principal. */
  accessKeyId: string;
  /** The ARN; that of * is the name of no user. */
  arn: string;
  /** What it has used. */
  used: AccessUse[];
  /** What its policies allow and it has never used, statement by statement. */
  unused: UnusedStatement[];
  /** A policy that allows what it has used and nothing else, with the forms of the partition keys as dynamodb:LeadingKeys; a JSON document as text. */
  draft: string;
}

/** A principal in a list. */
export interface PrincipalEntry {
  /** The access key. */
  accessKeyId: string;
  /** The ARN. */
  arn: string;
}

/** The principals of a database. */
export interface PrincipalList {
  /** The principals, by their access keys. */
  principals: PrincipalEntry[];
}

/** A principal to create: a user, or a session of a role. All members are optional. */
export interface PrincipalToCreate {
  /** The name of the user, or of the session. Default: the access key. */
  name?: string;
  /** The name of the role of which the principal is a session. */
  role?: string;
  /** Its identity-based policies, each a JSON document as text. Without this member, everything is allowed. */
  policies?: string[];
  /** Its permissions boundary, a JSON document as text. */
  boundary?: string;
  /** The policies of its session, each a JSON document as text. */
  sessionPolicies?: string[];
  /** Its tags, the values of aws:PrincipalTag. */
  tags?: Record<string, string>;
  /** The values of other condition keys, such as cognito-identity.amazonaws.com:sub, which policies can also use as variables. */
  context?: Record<string, string>;
}

/** A read of an item, of a page or of stream records. */
export interface ReadDescription {
  /** The key conditions of a page; several for a SELECT with OR or IN, none for a Scan. */
  keyConditions?: string[];
  /** The filter of a page. */
  filter?: string;
  /** The attributes to return; absent for all. */
  projection?: string;
  /** Whether the read is strongly consistent. */
  consistent: boolean;
  /** Whether a page is read in descending order of the keys. */
  backward: boolean;
  /** The Limit of a page. */
  limit?: number;
  /** The number of items that were evaluated. */
  evaluated: number;
  /** The number of items that were not discarded by a filter. */
  returned: number;
  /** The size of what was read, in bytes. */
  bytes: number;
}

/** A Region of a database. Requests that are signed for it see this Region alone. */
export interface RegionEntry {
  /** The name of the Region. */
  region: string;
  /** The ID of the database of the Region, for other operations of the control API. */
  id: string;
}

/** The Regions of a database, in which its global tables can have replicas. */
export interface RegionList {
  /** The first one sees all requests to Regions that are not listed. */
  regions: RegionEntry[];
}

/** A Region to add to a database. */
export interface RegionToAdd {
  /** The name of the Region, such as eu-west-1. */
  region: string;
}

/** A change of the replication. Without `source` and `target`, `paused` and `delay` are for all Regions. */
export interface ReplicationChange {
  /** The Region of the writes; needs `target`. */
  source?: string;
  /** The Region that receives them; needs `source`. */
  target?: string;
  /** Whether nothing is sent. What is written meanwhile is sent later. false, without Regions, connects all Regions again, too. */
  paused?: boolean;
  /** How much later than its write a change is sent, such as 2s; 0s sends at once. */
  delay?: string;
  /** A Region to cut off: nothing is sent to it or from it. */
  cut?: string;
  /** A Region to connect again that was cut off. */
  reconnect?: string;
  /** Whether everything that was written is sent now, also what is delayed. */
  deliver?: boolean;
}

/** The replication from one Region to another. */
export interface ReplicationLink {
  /** The Region of the writes. */
  source: string;
  /** The Region that receives them. */
  target: string;
  /** Whether nothing is sent, because it was paused. */
  paused: boolean;
  /** Whether nothing is sent, because one of the Regions is cut off. */
  cut: boolean;
  /** How much later than its write a change is sent. */
  delay: string;
  /** The number of changes that have not been sent, at most 10,000 of each table. */
  pending: number;
}

/** The replication of the global tables of a database between its Regions. */
export interface ReplicationState {
  /** The replication between each two Regions, in both directions. */
  links: ReplicationLink[];
}

/** A request that was handled. */
export interface RequestEntry {
  /** The number of the request, from 1. */
  number?: number;
  /** When it began, by the clock of the database. */
  time: string;
  /** The operation. */
  operation: string;
  /** The tables that it names. */
  tables: string[];
  /** The index that it reads. */
  index?: string;
  /** The request on one line: access path, key condition and result. */
  summary: string;
  /** The number of items that were read. */
  itemsRead: number;
  /** The number of items that were returned. */
  itemsReturned: number;
  /** The size of what was read, in bytes. */
  bytesRead: number;
  /** The read capacity units that it consumed. */
  readUnits: number;
  /** The write capacity units that it consumed. */
  writeUnits: number;
  /** How long it took inside the server, in milliseconds. */
  ms: number;
  /** The number of unprocessed keys or items. */
  unprocessed?: number;
  /** True if the response says that there is more to read. */
  more?: boolean;
  /** The fault rules that have hit it. */
  faults?: string[];
  /** Its parts that were throttled. */
  throttled?: ThrottledPart[];
  /** True if a fault dropped the connection. */
  connectionDropped?: boolean;
  /** The error type. */
  error?: string;
  /** The message of the error. */
  message?: string;
}

/** A request with its plan, and with what would have been enough. */
export interface RequestExplanation {
  /** The request in short. */
  entry: RequestEntry;
  /** The request as the client sent it; absent if it could not be decoded. */
  request?: Record<string, unknown>;
  /** The capacity that it consumed, by table and index. */
  capacity: CapacityEntry[];
  /** What it read and wrote: one part for each item, page, action or statement; at most 100. */
  parts: PartDescription[];
  /** The number of further parts. */
  omittedParts: number;
  /** What would have been enough for the same result, one sentence each. */
  enough: string[];
  /** The findings about requests of its kind, its tables and its indexes. */
  findings: FindingDescription[];
}

/** A page of requests, oldest first. */
export interface RequestPage {
  /** The requests. */
  requests: RequestEntry[];
  /** The value of `after` for the next page; absent at the end. */
  next?: number;
  /** How many older requests are no longer kept. */
  dropped: number;
  /** When the server began to keep them, by the clock of the database; absent if that was before its first request. */
  since?: string;
}

/** A batch that has failed and is delivered again. */
export interface RetriedRecords {
  /** The shard of the records. */
  shardId: string;
  /** The number of records; 0 for the end of a tumbling window. */
  batchSize: number;
  /** The sequence number of the first record; absent without records. */
  startSequenceNumber?: string;
  /** How often the function was invoked with the batch. */
  approximateInvokeCount: number;
  /** When the function is invoked again, by the clock of the database. */
  nextAttempt: string;
  /** The last error; absent if the function has reported failures in its response. */
  error?: string;
}

/** The status of the server. */
export interface ServerStatus {
  /** `ready`: the server answers requests, and its files are loaded. */
  status: string;
  /** The version of the server. */
  version: string;
}

/** How far the clock may be advanced until nothing waits for it. */
export interface SettlementToReach {
  /** How far at most, such as 1h. If something has not ended within this time, the error says what it is. */
  within: string;
}

/** A snapshot. */
export interface SnapshotDescription {
  /** The name. */
  name: string;
  /** When it was taken, by the clock of the database. */
  taken: string;
}

/** The snapshots of a database. */
export interface SnapshotList {
  /** The snapshots in the order in which they were taken. */
  snapshots: SnapshotDescription[];
}

/** What differs between two states, by table. */
export interface StateDifference {
  /** The tables that differ. */
  tables: TableChange[];
  /** False if there are more items that differ than `count`, or too many to compare. */
  complete: boolean;
}

/** What differs in a table. */
export interface TableChange {
  /** The name of the table. */
  table: string;
  /** Whether the table itself was `added`, `removed` or `kept`. */
  presence: 'added' | 'removed' | 'kept';
  /** The items that were added, in DynamoDB JSON. */
  added: Record<string, unknown>[];
  /** The items that were removed, in DynamoDB JSON. */
  removed: Record<string, unknown>[];
  /** The items that were changed. */
  changed: ItemChanged[];
}

/** A table in short. */
export interface TableSummary {
  /** The name of the table. */
  name: string;
  /** The number of its items. */
  items: number;
  /** The size of its items in bytes. */
  bytes: number;
}

/** A part of a request that was throttled. */
export interface ThrottledPart {
  /** The name of the table. */
  table: string;
  /** The index whose throughput was exceeded; absent for the table. */
  index?: string;
  /** The partition key in the table or index, in DynamoDB JSON; absent for a Scan. */
  key?: Record<string, unknown>;
  /** The reason, such as TableWriteKeyRangeThroughputExceeded. */
  reason: string;
}

/** Whether a database is to throttle from now on. */
export interface ThrottlingChange {
  /** Whether it throttles. */
  enabled: boolean;
}

/** Whether a database throttles requests that exceed the throughput of their table, index or partition. */
export interface ThrottlingState {
  /** Whether it throttles. */
  enabled: boolean;
}

/** The result of the check of the last turn, if there was one. */
export interface TurnToAwait {
  /** Why the check has failed; absent if it has not. */
  failure?: string;
}

/** A statement of a policy, with the actions that it allows and that were never used. */
export interface UnusedStatement {
  /** The statement with its place, such as statement OwnItems at policy.json:4:5. */
  statement: string;
  /** The actions that were not used on any of its resources. */
  actions: string[];
}

/** A write of an item, or a condition that was checked. */
export interface WriteDescription {
  /** The kind of the write. */
  kind: 'put' | 'insert' | 'update' | 'delete' | 'conditionCheck';
  /** The update. */
  update?: string;
  /** The condition. */
  condition?: string;
  /** Whether the write took effect. */
  applied: boolean;
  /** The item before the write, in DynamoDB JSON; left out after 1 MB of items. */
  before?: Record<string, unknown>;
  /** The item after the write, in DynamoDB JSON; left out after 1 MB of items. */
  after?: Record<string, unknown>;
  /** The entries of indexes that the write changed. */
  indexChanges: IndexChangeDescription[];
}
