package monotable

// Code generated from capabilities.txt by mvn -pl generator test -Dmonotable.expected=write. DO NOT EDIT.

// AccessUse: An action that was used on a resource.
type AccessUse struct {
	// The action, such as dynamodb:GetItem.
	Action string `json:"action"`
	// The ARN of the resource, or *.
	Resource string `json:"resource"`
}

// CapacityEntry: The capacity consumed on a table or index.
type CapacityEntry struct {
	// The name of the index; absent for the table.
	Index string `json:"index,omitempty"`
	// The read capacity units.
	ReadUnits float64 `json:"readUnits"`
	// The name of the table.
	Table string `json:"table"`
	// The write capacity units.
	WriteUnits float64 `json:"writeUnits"`
}

// CheckToMake: An execution to check: how to reach its database, and how its pieces have ended.
type CheckToMake struct {
	// The access key. It is valid until the check has ended.
	AccessKeyId string `json:"accessKeyId"`
	// The endpoint URL of the server.
	Endpoint string `json:"endpoint"`
	// The ends of the pieces.
	Ends []EndedPiece `json:"ends"`
	// The Region in the ARNs of the tables.
	Region string `json:"region"`
	// The secret access key.
	SecretAccessKey string `json:"secretAccessKey"`
}

// ClockChange: A change of a clock: `set` first, then `advance`, then `frozen`.
type ClockChange struct {
	// How far to advance the clock, such as 40d, 15m or PT2H.
	Advance string `json:"advance,omitempty"`
	// Whether the clock stands still from now on.
	Frozen *bool `json:"frozen,omitempty"`
	// The time to set the clock to, in the past or in the future.
	Set string `json:"set,omitempty"`
}

// ClockSettlement: What a database has waited for.
type ClockSettlement struct {
	// What the clock shows now.
	Now string `json:"now"`
	// What has ended by now, in the order of its ends.
	Waits []EndedWait `json:"waits"`
}

// ClockState: What the clock of a database shows.
type ClockState struct {
	// Whether the clock stands still.
	Frozen bool `json:"frozen"`
	// The time.
	Now string `json:"now"`
}

// ContributorEntry: A key that is accessed or throttled often.
type ContributorEntry struct {
	// The capacity units that accesses consumed, or the number of throttled requests.
	Count float64 `json:"count"`
	// By how much the count may be too high; absent for an exact one.
	Error *float64 `json:"error,omitempty"`
	// The key, in DynamoDB JSON.
	Key map[string]any `json:"key"`
}

// ContributorList: The most accessed and the most throttled keys of a table or index since Contributor Insights was enabled for it, the first ones most.
type ContributorList struct {
	// Partition and sort keys by the capacity units that they consumed.
	AccessedKeys []ContributorEntry `json:"accessedKeys"`
	// Partition keys by the capacity units that they consumed.
	AccessedPartitionKeys []ContributorEntry `json:"accessedPartitionKeys"`
	// The name of the index; absent for the table.
	Index string `json:"index,omitempty"`
	// The name of the table.
	Table string `json:"table"`
	// Partition and sort keys by the number of throttled requests.
	ThrottledKeys []ContributorEntry `json:"throttledKeys"`
	// Partition keys by the number of throttled requests.
	ThrottledPartitionKeys []ContributorEntry `json:"throttledPartitionKeys"`
}

// ControlError: An error.
type ControlError struct {
	// The type of the error, such as UnknownDatabase.
	Error string `json:"error"`
	// What is wrong, in a sentence.
	Message string `json:"message"`
}

// DataToLoad: Files to load, all or nothing: the tables first.
type DataToLoad struct {
	// Parameters of templates, or options of the Serverless Framework.
	Parameters map[string]string `json:"parameters,omitempty"`
	// Schema files, by their names. A table that exists is left as it is.
	Schema map[string]string `json:"schema,omitempty"`
	// Seed files, by their names, which may begin with a table, such as `Chat=items.csv`.
	Seed map[string]string `json:"seed,omitempty"`
}

// DatabaseAccess: How to reach a database: what an AWS SDK is configured with.
type DatabaseAccess struct {
	// The access key. Requests that are signed with it see this database.
	AccessKeyId string `json:"accessKeyId"`
	// The endpoint URL of the server, as this request has reached it.
	Endpoint string `json:"endpoint"`
	// The ID of the database, which is its access key.
	Id string `json:"id"`
	// The name that it was created with.
	Name string `json:"name,omitempty"`
	// The Region in the ARNs of its tables.
	Region string `json:"region"`
	// The secret access key.
	SecretAccessKey string `json:"secretAccessKey"`
}

// DatabaseDescription: A database with its tables.
type DatabaseDescription struct {
	// After which time without a request it ends.
	ExpireAfter string `json:"expireAfter,omitempty"`
	// The ID: `default`, an access key that was issued, or an access key and a Region.
	Id string `json:"id"`
	// The name that it was created with.
	Name string `json:"name,omitempty"`
	// The Region in the ARNs of its tables.
	Region string `json:"region"`
	// The tables, by name.
	Tables []TableSummary `json:"tables"`
}

// DatabaseEntry: A database in a list.
type DatabaseEntry struct {
	// After which time without a request it ends.
	ExpireAfter string `json:"expireAfter,omitempty"`
	// The ID.
	Id string `json:"id"`
	// The name that it was created with.
	Name string `json:"name,omitempty"`
	// The Region in the ARNs of its tables.
	Region string `json:"region"`
}

// DatabaseList: All databases.
type DatabaseList struct {
	// The databases: `default` first, the others by ID.
	Databases []DatabaseEntry `json:"databases"`
}

// DatabaseToCreate: A database to create. All members are optional.
type DatabaseToCreate struct {
	// After which time without a request the database ends, such as 30m.
	ExpireAfter string `json:"expireAfter,omitempty"`
	// The ID of a database. The new one is its fork: it begins with its data and its time.
	From string `json:"from,omitempty"`
	// A name, which is unique. If there is a database with this name, the response is that database, with the status 200.
	Name string `json:"name,omitempty"`
	// Parameters of templates, or options of the Serverless Framework.
	Parameters map[string]string `json:"parameters,omitempty"`
	// The Region in the ARNs of its tables. A fork has that of the other database.
	Region string `json:"region,omitempty"`
	// Regions that have tables of their own, apart from `region`. All other Regions see the tables of `region`.
	Regions []string `json:"regions,omitempty"`
	// Schema files, by their names: contents of CloudFormation, SAM, Serverless or Terraform files, or CreateTable requests. A file whose name has a slash is not loaded itself; others can refer to it. Without this member and `seed`, the database begins as the server's options --schema and --seed say.
	Schema map[string]string `json:"schema,omitempty"`
	// Seed files, by their names: contents with items in JSON or CSV. `Chat=items.csv` is a file with items of the table Chat.
	Seed map[string]string `json:"seed,omitempty"`
	// The name of a snapshot of the other database, to begin with instead of its present data.
	Snapshot string `json:"snapshot,omitempty"`
}

// DeliveryLag: What an event source mapping has still to deliver.
type DeliveryLag struct {
	// Whether these are all; at most 10000 that were not read yet are counted.
	Complete bool `json:"complete"`
	// The time of the oldest record; absent if there is none.
	Oldest string `json:"oldest,omitempty"`
	// The number of records, including those that its filters will drop.
	Records int `json:"records"`
	// The batches that have failed and are delivered again.
	Retried []RetriedRecords `json:"retried"`
}

// DesignDescription: The design of a database: the declared one, or a draft by the requests that are kept.
type DesignDescription struct {
	// Whether it was declared.
	Declared bool `json:"declared"`
	// The entities of its tables, in the order of the design.
	Entities []EntityDescription `json:"entities"`
	// The name of the design.
	Name string `json:"name"`
	// What of the file has no effect; only in the response to declaring it.
	Notices []string `json:"notices,omitempty"`
	// The names of its access patterns.
	Patterns []string `json:"patterns"`
}

// DesignToDeclare: A design to declare.
type DesignToDeclare struct {
	// The content: a design file in YAML or JSON, or a model of NoSQL Workbench, of the DynamoDB MCP server or of the Agent Toolkit for AWS.
	Content string `json:"content"`
	// The name of the file, which errors name; design.yaml by default.
	File string `json:"file,omitempty"`
}

// DiscardedRecords: A batch that was discarded, with the names of Lambda's on-failure destinations.
type DiscardedRecords struct {
	// How often the function was invoked with the batch.
	ApproximateInvokeCount int `json:"approximateInvokeCount"`
	// The number of records.
	BatchSize int `json:"batchSize"`
	// `RetryAttemptsExhausted` or `RecordAgeExceeded`.
	Condition string `json:"condition"`
	// The sequence number of the last record.
	EndSequenceNumber string `json:"endSequenceNumber"`
	// The last error; absent if the function has reported failures in its response.
	Error string `json:"error,omitempty"`
	// The shard of the records.
	ShardId string `json:"shardId"`
	// The sequence number of the first record.
	StartSequenceNumber string `json:"startSequenceNumber"`
}

// DrainResult: The result of a drain: all records of all mappings of the database were delivered.
type DrainResult struct {
	// The batches of the mapping that were discarded since its last drain, at most 1000.
	Discarded []DiscardedRecords `json:"discarded"`
	// How often the function of the mapping was invoked meanwhile.
	Invocations int64 `json:"invocations"`
}

// DrainToRun: How to deliver all records. All members are optional.
type DrainToRun struct {
	// After which time to give up, at most 15m; 1m by default.
	Timeout string `json:"timeout,omitempty"`
}

// EndedPiece: A piece that has ended.
type EndedPiece struct {
	// How it has ended.
	End string `json:"end"`
	// The name.
	Name string `json:"name"`
}

// EndedWait: A change that has ended.
type EndedWait struct {
	// When it ended, by the clock; absent if another thread has ended it.
	Until string `json:"until,omitempty"`
	// What it was, such as `table Chat: backfill index ByAuthor`.
	What string `json:"what"`
}

// EntityDescription: A kind of items in a table.
type EntityDescription struct {
	// The attributes that have the same value in all of its items, with that value.
	Constants map[string]string `json:"constants"`
	// What it is, for people.
	Description string `json:"description,omitempty"`
	// The templates of the key attributes of the table and its indexes, by attribute, such as `ROOM#{room}`. A field in braces contains no `#` or `|` that the text of its template has, unless its name ends with three dots.
	Keys map[string]string `json:"keys"`
	// The name of the entity.
	Name string `json:"name"`
	// The name of the table.
	Table string `json:"table"`
}

// EventSourceMappingDescription: An event source mapping.
type EventSourceMappingDescription struct {
	// How many batches were discarded.
	Discarded int64 `json:"discarded"`
	// The ID of the mapping.
	Id string `json:"id"`
	// How often the function was invoked.
	Invocations int64 `json:"invocations"`
	// What is still to be delivered.
	Lag *DeliveryLag `json:"lag"`
	// The batches that were discarded last, at most 10, oldest first.
	LastDiscarded []DiscardedRecords `json:"lastDiscarded"`
	// The settings, as they were given.
	Settings *EventSourceMappingToCreate `json:"settings"`
}

// EventSourceMappingList: The event source mappings of a database.
type EventSourceMappingList struct {
	// The mappings in the order in which they were created.
	EventSourceMappings []EventSourceMappingDescription `json:"eventSourceMappings"`
}

// EventSourceMappingToCreate: An event source mapping to create: the stream of a table, and a function behind a URL.
type EventSourceMappingToCreate struct {
	// Whether batches are also delivered in the background; false by default. Otherwise they are delivered by a drain only.
	Automatic *bool `json:"automatic,omitempty"`
	// The maximum number of records of a batch, 1 to 10000; 100 by default.
	BatchSize *int `json:"batchSize,omitempty"`
	// Whether a failed batch is split into two; false by default.
	BisectBatchOnFunctionError *bool `json:"bisectBatchOnFunctionError,omitempty"`
	// Which records are delivered; all by default.
	FilterCriteria *FilterList `json:"filterCriteria,omitempty"`
	// The name of the function in the ARN of its events; `function` by default.
	FunctionName string `json:"functionName,omitempty"`
	// `ReportBatchItemFailures`, if the function returns which records have failed.
	FunctionResponseTypes []string `json:"functionResponseTypes,omitempty"`
	// How long to wait for a full batch, 0 to 300 seconds; 0 by default.
	MaximumBatchingWindowInSeconds *int `json:"maximumBatchingWindowInSeconds,omitempty"`
	// After which age records are discarded, 60 to 604800 seconds; -1, the default, if never.
	MaximumRecordAgeInSeconds *int `json:"maximumRecordAgeInSeconds,omitempty"`
	// After how many retries a failed batch is discarded, 0 to 10000; -1, the default, until the records expire.
	MaximumRetryAttempts *int `json:"maximumRetryAttempts,omitempty"`
	// How many batches of a shard are formed at a time, 1 to 10; 1 by default.
	ParallelizationFactor *int `json:"parallelizationFactor,omitempty"`
	// `TRIM_HORIZON` (the default) begins at the oldest record, `LATEST` after those that exist, `AT_TIMESTAMP` at a time.
	StartingPosition string `json:"startingPosition,omitempty"`
	// The time at which `AT_TIMESTAMP` begins, not in the future.
	StartingPositionTimestamp string `json:"startingPositionTimestamp,omitempty"`
	// Enables the stream of the table with this view, such as NEW_AND_OLD_IMAGES, if it is not enabled.
	StreamViewType string `json:"streamViewType,omitempty"`
	// The name of the table whose stream is read.
	Table string `json:"table"`
	// How long an invocation may take, at most 15m; 1m by default.
	Timeout string `json:"timeout,omitempty"`
	// The length of tumbling windows, 1 to 900 seconds; 0, the default, without windows.
	TumblingWindowInSeconds *int `json:"tumblingWindowInSeconds,omitempty"`
	// The URL of the function, which receives the batches as Lambda's events by POST. Without a path, it is that of Lambda's runtime interface emulator.
	Url string `json:"url"`
}

// ExpiredItems: How many items were deleted, because their time to live has expired.
type ExpiredItems struct {
	// The number of items.
	Deleted int64 `json:"deleted"`
}

// ExplorationReport: The result of an exploration.
type ExplorationReport struct {
	// What was not explored, and why: one sentence each.
	Cuts []string `json:"cuts"`
	// The number of executions, without those of single pieces.
	Executions int64 `json:"executions"`
	// Whether an execution was found that fails.
	Found bool `json:"found"`
	// What limits the result besides: one sentence each.
	Notices []string `json:"notices"`
	// Why the execution fails that was found.
	Reason string `json:"reason,omitempty"`
	// The number of requests that were held.
	Requests int64 `json:"requests"`
	// The requests of that execution in their order, in a column for each piece.
	Schedule string `json:"schedule,omitempty"`
	// All of this for people.
	Text string `json:"text"`
	// Why the pieces cannot be explored, such as one that fails although it runs alone.
	WrongUsage string `json:"wrongUsage,omitempty"`
}

// ExplorationToStart: Pieces of code to explore, and the bounds. All executions begin with the database as it is now.
type ExplorationToStart struct {
	// Whether the invariants hold after each request, too; false by default.
	Always *bool `json:"always,omitempty"`
	// Whether the client checks the database after each execution; false by default.
	Check *bool `json:"check,omitempty"`
	// The maximum number of executions; 100000 by default.
	Executions *int `json:"executions,omitempty"`
	// PartiQL statements that return no item after an execution, or `at most N: SELECT …`; at most 100.
	Invariants []string `json:"invariants,omitempty"`
	// Whether a write that overwrites a change which its piece has not seen is a failure; false by default.
	LostWrites *bool `json:"lostWrites,omitempty"`
	// How long a piece may neither send a request nor end, before the others go on without it, in real time; 5s by default, at most 1m.
	Patience string `json:"patience,omitempty"`
	// The pieces, 1 to 16.
	Pieces []PieceToExplore `json:"pieces"`
	// How often an execution goes on with another piece although the last one has a request held, at most; 2 by default.
	Preemptions *int `json:"preemptions,omitempty"`
	// If given, the result of each execution is that of some order of whole pieces, except for these attributes; at most 100.
	Serial []string `json:"serial,omitempty"`
}

// ExplorationTurn: What the client of an exploration has to do. It then awaits the next turn, unless there is a result.
type ExplorationTurn struct {
	// The check to make now. Its result is a part of the request for the next turn.
	Check *CheckToMake `json:"check,omitempty"`
	// The number of the execution, from 1; those of single pieces count, too. Pieces of earlier executions have ended: their access keys are invalid.
	Execution int64 `json:"execution"`
	// The ID of the exploration.
	Id string `json:"id"`
	// The result. The exploration has ended.
	Result *ExplorationReport `json:"result,omitempty"`
	// The pieces to start now.
	Start []PieceToRun `json:"start"`
}

// FaultDescription: A rule with its counts.
type FaultDescription struct {
	// The ID of the rule in its database.
	Id string `json:"id"`
	// How many faults were injected.
	Injected int64 `json:"injected"`
	// How many requests have matched.
	Matched int64 `json:"matched"`
	// The rule as text, which the header `x-monotable-fault` of a response has if the rule has changed it.
	Name string `json:"name"`
}

// FaultList: The rules of a database.
type FaultList struct {
	// The rules in the order in which they were added.
	Faults []FaultDescription `json:"faults"`
	// The seed of all draws.
	Seed int64 `json:"seed"`
}

// FaultToAdd: A rule that injects a fault. Without the members that select requests, it hits all.
type FaultToAdd struct {
	// How many matching requests pass before the first fault.
	After *int64 `json:"after,omitempty"`
	// For `error`: the name of its type, such as ServiceUnavailableException; 1 to 100 letters, digits, dots and underscores.
	Code string `json:"code,omitempty"`
	// For `staleReads` and `laggingIndex`: how many commits the state is old.
	Commits *int `json:"commits,omitempty"`
	// For `latency`, `realLatency` and `lateRecords`: the delay. For `staleReads` and `laggingIndex`: the age of the state.
	Duration string `json:"duration,omitempty"`
	// The fault.
	Fault string `json:"fault"`
	// The name of an index.
	Index string `json:"index,omitempty"`
	// For `pagesOf`: how many items a page has at most.
	Items *int `json:"items,omitempty"`
	// The partition key, or the primary key, of an item in DynamoDB JSON.
	Key map[string]any `json:"key,omitempty"`
	// For `throttle`: the limit that is exceeded.
	Limit string `json:"limit,omitempty"`
	// For `error`: its message, at most 1000 characters; none by default.
	Message string `json:"message,omitempty"`
	// An operation, such as PutItem.
	Operation string `json:"operation,omitempty"`
	// For `unprocessed`: how many parts of a batch are unprocessed at most; default 1.
	Parts *int `json:"parts,omitempty"`
	// The probability of the fault for each matching request, more than 0 and at most 1.
	Probability *float64 `json:"probability,omitempty"`
	// The seed of all draws from now on. The rules that exist are removed.
	Seed *int64 `json:"seed,omitempty"`
	// For `error`: the HTTP status of the response, 400 to 599; 400 by default.
	Status *int `json:"status,omitempty"`
	// The name of a table.
	Table string `json:"table,omitempty"`
	// After how many faults the rule ends.
	Times *int64 `json:"times,omitempty"`
}

// Filter: A filter of records.
type Filter struct {
	// The pattern, which is JSON in a string.
	Pattern string `json:"pattern"`
}

// FilterList: Filters: a record is delivered if it matches one of them.
type FilterList struct {
	// The filters, at most 10.
	Filters []Filter `json:"filters"`
}

// FindingDescription: A finding of the design lab.
type FindingDescription struct {
	// What to do.
	Advice string `json:"advice"`
	// The kind of finding, such as `large-item`.
	Id string `json:"id"`
	// The page of the AWS documentation.
	Link string `json:"link"`
	// What happens on AWS.
	OnAws string `json:"onAws"`
	// How much it matters.
	Severity string `json:"severity"`
	// What was found, with its numbers.
	Statement string `json:"statement"`
	// What it is about: a kind of requests, a table, an index or an entity.
	Subject string `json:"subject"`
	// The kind of finding in a few words.
	Title string `json:"title"`
}

// IndexChangeDescription: The change of an index by a write.
type IndexChangeDescription struct {
	// What happened to the entry.
	Change string `json:"change"`
	// The name of the index.
	Index string `json:"index"`
	// The write capacity units.
	Units float64 `json:"units"`
}

// IndexEntryDescription: The entry of an item in an index.
type IndexEntryDescription struct {
	// Its size in bytes; 0 without an entry.
	Bytes int64 `json:"bytes"`
	// The entry in DynamoDB JSON; absent if the index has none for the item.
	Entry map[string]any `json:"entry,omitempty"`
	// The name of the index.
	Index string `json:"index"`
}

// ItemChanged: An item that was changed, in DynamoDB JSON.
type ItemChanged struct {
	// The item after.
	After map[string]any `json:"after"`
	// The item before.
	Before map[string]any `json:"before"`
}

// ItemDescription: An item with its size, its index entries and its time to live.
type ItemDescription struct {
	// Its size in bytes, as capacity is charged for it; 0 if it does not exist.
	Bytes int64 `json:"bytes"`
	// When its time to live expires; absent if it has none.
	Expires string `json:"expires,omitempty"`
	// What it was before; absent if it was not asked for, or point-in-time recovery is disabled for the table.
	History *ItemHistoryDescription `json:"history,omitempty"`
	// Its entries in the indexes of the table.
	IndexEntries []IndexEntryDescription `json:"indexEntries"`
	// The item in DynamoDB JSON; absent if it does not exist.
	Item map[string]any `json:"item,omitempty"`
}

// ItemHistoryDescription: What an item was in the window of point-in-time recovery.
type ItemHistoryDescription struct {
	// Whether these are all versions in the window.
	Complete bool `json:"complete"`
	// The begin of the window.
	Earliest string `json:"earliest"`
	// The versions of the item, the present one first; at most 100.
	Versions []ItemVersionDescription `json:"versions"`
}

// ItemToDescribe: An item to describe.
type ItemToDescribe struct {
	// Whether to return its history; false by default.
	History *bool `json:"history,omitempty"`
	// The primary key of the item, in DynamoDB JSON.
	Key map[string]any `json:"key"`
	// The name of the table.
	Table string `json:"table"`
}

// ItemVersionDescription: What an item was from a second on. Of several changes in a second, the last one counts.
type ItemVersionDescription struct {
	// The item in DynamoDB JSON; absent if it did not exist.
	Item map[string]any `json:"item,omitempty"`
	// The second.
	Since string `json:"since"`
}

// KinesisDestinationDescription: A Kinesis destination of a table.
type KinesisDestinationDescription struct {
	// Why the last attempt to write to it has failed; absent if it has succeeded.
	Failure string `json:"failure,omitempty"`
	// When the first of them was made; absent if there is none.
	Oldest string `json:"oldest,omitempty"`
	// The status, as DescribeKinesisStreamingDestination returns it.
	Status string `json:"status"`
	// Why the destination could not be enabled; absent if it could.
	StatusDescription string `json:"statusDescription,omitempty"`
	// The ARN of the Kinesis data stream.
	StreamArn string `json:"streamArn"`
	// The name of the table.
	Table string `json:"table"`
	// The number of changes that the destination has not received.
	Waiting int64 `json:"waiting"`
}

// KinesisDestinationList: The Kinesis destinations of a database.
type KinesisDestinationList struct {
	// The destinations by the names of their tables.
	KinesisDestinations []KinesisDestinationDescription `json:"kinesisDestinations"`
	// How many changes were skipped, because their records are larger than 1 MB.
	Skipped int64 `json:"skipped"`
	// How many records were written since the server was started.
	Written int64 `json:"written"`
}

// KinesisDrainResult: The result of a drain: all changes were written.
type KinesisDrainResult struct {
	// How many records were written meanwhile.
	Written int64 `json:"written"`
}

// LoadResult: What the files have changed.
type LoadResult struct {
	// The number of keys deleted.
	ItemsDeleted int64 `json:"itemsDeleted"`
	// The number of items put.
	ItemsPut int64 `json:"itemsPut"`
	// The parts of the files that had no effect.
	Notices []string `json:"notices"`
	// The number of tables created.
	TablesCreated int64 `json:"tablesCreated"`
}

// PartDescription: What a request, or a part of a batch or transaction, read or wrote.
type PartDescription struct {
	// The name of the index that was read; absent for the table.
	Index string `json:"index,omitempty"`
	// The primary key of an item, in DynamoDB JSON.
	Key map[string]any `json:"key,omitempty"`
	// The kind of the part.
	Kind string `json:"kind"`
	// What was read.
	Read *ReadDescription `json:"read,omitempty"`
	// The name of the table, or the ARN of the stream.
	Table string `json:"table"`
	// The capacity units on the table or index.
	Units float64 `json:"units"`
	// What was written.
	Write *WriteDescription `json:"write,omitempty"`
}

// PieceEndToReport: The end of a piece. If its execution has ended before, it has no effect.
type PieceEndToReport struct {
	// The access key that the piece was started with.
	AccessKeyId string `json:"accessKeyId"`
	// How it has ended.
	End string `json:"end"`
	// Why it has failed, and what it has printed; at most the last 16384 characters are kept.
	Message string `json:"message,omitempty"`
}

// PieceToExplore: A piece of code to explore.
type PieceToExplore struct {
	// The name, which is unique in the exploration; at most 100 characters.
	Name string `json:"name"`
	// The access key of the principal whose policies decide about its requests. By default, it is the access key of the database.
	Principal string `json:"principal,omitempty"`
}

// PieceToRun: A piece to start, with what its AWS SDK is configured with.
type PieceToRun struct {
	// The access key, by which the explorer knows the requests of the piece.
	AccessKeyId string `json:"accessKeyId"`
	// The endpoint URL of the server.
	Endpoint string `json:"endpoint"`
	// The name.
	Name string `json:"name"`
	// The Region in the ARNs of the tables.
	Region string `json:"region"`
	// The secret access key.
	SecretAccessKey string `json:"secretAccessKey"`
}

// PrincipalAccess: How to send requests as a principal: what an AWS SDK is configured with.
type PrincipalAccess struct {
	// The access key. Requests that are signed with it see the database.
	AccessKeyId string `json:"accessKeyId"`
	// The ARN of the principal.
	Arn string `json:"arn"`
	// The endpoint URL of the server, as this request has reached it.
	Endpoint string `json:"endpoint"`
	// The Region in the ARNs of the tables.
	Region string `json:"region"`
	// The secret access key.
	SecretAccessKey string `json:"secretAccessKey"`
}

// PrincipalDescription: What a principal was allowed, has used and has never used, since it exists. Only requests that were allowed count.
type PrincipalDescription struct {
	// The access key; * for all access keys without a principal.
	AccessKeyId string `json:"accessKeyId"`
	// The ARN; that of * is the name of no user.
	Arn string `json:"arn"`
	// A policy that allows what it has used and nothing else, with the forms of the partition keys as dynamodb:LeadingKeys; a JSON document as text.
	Draft string `json:"draft"`
	// What its policies allow and it has never used, statement by statement.
	Unused []UnusedStatement `json:"unused"`
	// What it has used.
	Used []AccessUse `json:"used"`
}

// PrincipalEntry: A principal in a list.
type PrincipalEntry struct {
	// The access key.
	AccessKeyId string `json:"accessKeyId"`
	// The ARN.
	Arn string `json:"arn"`
}

// PrincipalList: The principals of a database.
type PrincipalList struct {
	// The principals, by their access keys.
	Principals []PrincipalEntry `json:"principals"`
}

// PrincipalToCreate: A principal to create: a user, or a session of a role. All members are optional.
type PrincipalToCreate struct {
	// Its permissions boundary, a JSON document as text.
	Boundary string `json:"boundary,omitempty"`
	// The values of other condition keys, such as cognito-identity.amazonaws.com:sub, which policies can also use as variables.
	Context map[string]string `json:"context,omitempty"`
	// The name of the user, or of the session. Default: the access key.
	Name string `json:"name,omitempty"`
	// Its identity-based policies, each a JSON document as text. Without this member, everything is allowed.
	Policies []string `json:"policies,omitempty"`
	// The name of the role of which the principal is a session.
	Role string `json:"role,omitempty"`
	// The policies of its session, each a JSON document as text.
	SessionPolicies []string `json:"sessionPolicies,omitempty"`
	// Its tags, the values of aws:PrincipalTag.
	Tags map[string]string `json:"tags,omitempty"`
}

// ReadDescription: A read of an item, of a page or of stream records.
type ReadDescription struct {
	// Whether a page is read in descending order of the keys.
	Backward bool `json:"backward"`
	// The size of what was read, in bytes.
	Bytes int64 `json:"bytes"`
	// Whether the read is strongly consistent.
	Consistent bool `json:"consistent"`
	// The number of items that were evaluated.
	Evaluated int `json:"evaluated"`
	// The filter of a page.
	Filter string `json:"filter,omitempty"`
	// The key conditions of a page; several for a SELECT with OR or IN, none for a Scan.
	KeyConditions []string `json:"keyConditions,omitempty"`
	// The Limit of a page.
	Limit *int `json:"limit,omitempty"`
	// The attributes to return; absent for all.
	Projection string `json:"projection,omitempty"`
	// The number of items that were not discarded by a filter.
	Returned int `json:"returned"`
}

// RegionEntry: A Region of a database. Requests that are signed for it see this Region alone.
type RegionEntry struct {
	// The ID of the database of the Region, for other operations of the control API.
	Id string `json:"id"`
	// The name of the Region.
	Region string `json:"region"`
}

// RegionList: The Regions of a database, in which its global tables can have replicas.
type RegionList struct {
	// The first one sees all requests to Regions that are not listed.
	Regions []RegionEntry `json:"regions"`
}

// RegionToAdd: A Region to add to a database.
type RegionToAdd struct {
	// The name of the Region, such as eu-west-1.
	Region string `json:"region"`
}

// ReplicationChange: A change of the replication. Without `source` and `target`, `paused` and `delay` are for all Regions.
type ReplicationChange struct {
	// A Region to cut off: nothing is sent to it or from it.
	Cut string `json:"cut,omitempty"`
	// How much later than its write a change is sent, such as 2s; 0s sends at once.
	Delay string `json:"delay,omitempty"`
	// Whether everything that was written is sent now, also what is delayed.
	Deliver *bool `json:"deliver,omitempty"`
	// Whether nothing is sent. What is written meanwhile is sent later. false, without Regions, connects all Regions again, too.
	Paused *bool `json:"paused,omitempty"`
	// A Region to connect again that was cut off.
	Reconnect string `json:"reconnect,omitempty"`
	// The Region of the writes; needs `target`.
	Source string `json:"source,omitempty"`
	// The Region that receives them; needs `source`.
	Target string `json:"target,omitempty"`
}

// ReplicationLink: The replication from one Region to another.
type ReplicationLink struct {
	// Whether nothing is sent, because one of the Regions is cut off.
	Cut bool `json:"cut"`
	// How much later than its write a change is sent.
	Delay string `json:"delay"`
	// Whether nothing is sent, because it was paused.
	Paused bool `json:"paused"`
	// The number of changes that have not been sent, at most 10,000 of each table.
	Pending int `json:"pending"`
	// The Region of the writes.
	Source string `json:"source"`
	// The Region that receives them.
	Target string `json:"target"`
}

// ReplicationState: The replication of the global tables of a database between its Regions.
type ReplicationState struct {
	// The replication between each two Regions, in both directions.
	Links []ReplicationLink `json:"links"`
}

// RequestEntry: A request that was handled.
type RequestEntry struct {
	// The size of what was read, in bytes.
	BytesRead int64 `json:"bytesRead"`
	// True if a fault dropped the connection.
	ConnectionDropped *bool `json:"connectionDropped,omitempty"`
	// The error type.
	Error string `json:"error,omitempty"`
	// The fault rules that have hit it.
	Faults []string `json:"faults,omitempty"`
	// The index that it reads.
	Index string `json:"index,omitempty"`
	// The number of items that were read.
	ItemsRead int64 `json:"itemsRead"`
	// The number of items that were returned.
	ItemsReturned int64 `json:"itemsReturned"`
	// The message of the error.
	Message string `json:"message,omitempty"`
	// True if the response says that there is more to read.
	More *bool `json:"more,omitempty"`
	// How long it took inside the server, in milliseconds.
	Ms float64 `json:"ms"`
	// The number of the request, from 1.
	Number *int64 `json:"number,omitempty"`
	// The operation.
	Operation string `json:"operation"`
	// The read capacity units that it consumed.
	ReadUnits float64 `json:"readUnits"`
	// The request on one line: access path, key condition and result.
	Summary string `json:"summary"`
	// The tables that it names.
	Tables []string `json:"tables"`
	// Its parts that were throttled.
	Throttled []ThrottledPart `json:"throttled,omitempty"`
	// When it began, by the clock of the database.
	Time string `json:"time"`
	// The number of unprocessed keys or items.
	Unprocessed *int `json:"unprocessed,omitempty"`
	// The write capacity units that it consumed.
	WriteUnits float64 `json:"writeUnits"`
}

// RequestExplanation: A request with its plan, and with what would have been enough.
type RequestExplanation struct {
	// The capacity that it consumed, by table and index.
	Capacity []CapacityEntry `json:"capacity"`
	// What would have been enough for the same result, one sentence each.
	Enough []string `json:"enough"`
	// The request in short.
	Entry *RequestEntry `json:"entry"`
	// The findings about requests of its kind, its tables and its indexes.
	Findings []FindingDescription `json:"findings"`
	// The number of further parts.
	OmittedParts int `json:"omittedParts"`
	// What it read and wrote: one part for each item, page, action or statement; at most 100.
	Parts []PartDescription `json:"parts"`
	// The request as the client sent it; absent if it could not be decoded.
	Request map[string]any `json:"request,omitempty"`
}

// RequestPage: A page of requests, oldest first.
type RequestPage struct {
	// How many older requests are no longer kept.
	Dropped int64 `json:"dropped"`
	// The value of `after` for the next page; absent at the end.
	Next *int64 `json:"next,omitempty"`
	// The requests.
	Requests []RequestEntry `json:"requests"`
	// When the server began to keep them, by the clock of the database; absent if that was before its first request.
	Since string `json:"since,omitempty"`
}

// RetriedRecords: A batch that has failed and is delivered again.
type RetriedRecords struct {
	// How often the function was invoked with the batch.
	ApproximateInvokeCount int `json:"approximateInvokeCount"`
	// The number of records; 0 for the end of a tumbling window.
	BatchSize int `json:"batchSize"`
	// The last error; absent if the function has reported failures in its response.
	Error string `json:"error,omitempty"`
	// When the function is invoked again, by the clock of the database.
	NextAttempt string `json:"nextAttempt"`
	// The shard of the records.
	ShardId string `json:"shardId"`
	// The sequence number of the first record; absent without records.
	StartSequenceNumber string `json:"startSequenceNumber,omitempty"`
}

// ServerStatus: The status of the server.
type ServerStatus struct {
	// `ready`: the server answers requests, and its files are loaded.
	Status string `json:"status"`
	// The version of the server.
	Version string `json:"version"`
}

// SettlementToReach: How far the clock may be advanced until nothing waits for it.
type SettlementToReach struct {
	// How far at most, such as 1h. If something has not ended within this time, the error says what it is.
	Within string `json:"within"`
}

// SnapshotDescription: A snapshot.
type SnapshotDescription struct {
	// The name.
	Name string `json:"name"`
	// When it was taken, by the clock of the database.
	Taken string `json:"taken"`
}

// SnapshotList: The snapshots of a database.
type SnapshotList struct {
	// The snapshots in the order in which they were taken.
	Snapshots []SnapshotDescription `json:"snapshots"`
}

// StateDifference: What differs between two states, by table.
type StateDifference struct {
	// False if there are more items that differ than `count`, or too many to compare.
	Complete bool `json:"complete"`
	// The tables that differ.
	Tables []TableChange `json:"tables"`
}

// TableChange: What differs in a table.
type TableChange struct {
	// The items that were added, in DynamoDB JSON.
	Added []map[string]any `json:"added"`
	// The items that were changed.
	Changed []ItemChanged `json:"changed"`
	// Whether the table itself was `added`, `removed` or `kept`.
	Presence string `json:"presence"`
	// The items that were removed, in DynamoDB JSON.
	Removed []map[string]any `json:"removed"`
	// The name of the table.
	Table string `json:"table"`
}

// TableSummary: A table in short.
type TableSummary struct {
	// The size of its items in bytes.
	Bytes int64 `json:"bytes"`
	// The number of its items.
	Items int64 `json:"items"`
	// The name of the table.
	Name string `json:"name"`
}

// ThrottledPart: A part of a request that was throttled.
type ThrottledPart struct {
	// The index whose throughput was exceeded; absent for the table.
	Index string `json:"index,omitempty"`
	// The partition key in the table or index, in DynamoDB JSON; absent for a Scan.
	Key map[string]any `json:"key,omitempty"`
	// The reason, such as TableWriteKeyRangeThroughputExceeded.
	Reason string `json:"reason"`
	// The name of the table.
	Table string `json:"table"`
}

// ThrottlingChange: Whether a database is to throttle from now on.
type ThrottlingChange struct {
	// Whether it throttles.
	Enabled bool `json:"enabled"`
}

// ThrottlingState: Whether a database throttles requests that exceed the throughput of their table, index or partition.
type ThrottlingState struct {
	// Whether it throttles.
	Enabled bool `json:"enabled"`
}

// TurnToAwait: The result of the check of the last turn, if there was one.
type TurnToAwait struct {
	// Why the check has failed; absent if it has not.
	Failure string `json:"failure,omitempty"`
}

// UnusedStatement: A statement of a policy, with the actions that it allows and that were never used.
type UnusedStatement struct {
	// The actions that were not used on any of its resources.
	Actions []string `json:"actions"`
	// The statement with its place, such as statement OwnItems at policy.json:4:5.
	Statement string `json:"statement"`
}

// WriteDescription: A write of an item, or a condition that was checked.
type WriteDescription struct {
	// The item after the write, in DynamoDB JSON; left out after 1 MB of items.
	After map[string]any `json:"after,omitempty"`
	// Whether the write took effect.
	Applied bool `json:"applied"`
	// The item before the write, in DynamoDB JSON; left out after 1 MB of items.
	Before map[string]any `json:"before,omitempty"`
	// The condition.
	Condition string `json:"condition,omitempty"`
	// The entries of indexes that the write changed.
	IndexChanges []IndexChangeDescription `json:"indexChanges"`
	// The kind of the write.
	Kind string `json:"kind"`
	// The update.
	Update string `json:"update,omitempty"`
}
