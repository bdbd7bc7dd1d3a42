$version: "2.0"

// The four operations of DynamoDB Streams. AWS publishes no Smithy model of them on Maven Central;
// members, bounds and errors are those of the API reference, AT_TIMESTAMP and Timestamp of botocore
// 1.44.8:
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_Operations_Amazon_DynamoDB_Streams.html
namespace com.amazonaws.dynamodb.streams

use com.amazonaws.dynamodb#AttributeMap
use com.amazonaws.dynamodb#Date
use com.amazonaws.dynamodb#ErrorMessage
use com.amazonaws.dynamodb#InternalServerError
use com.amazonaws.dynamodb#KeySchema
use com.amazonaws.dynamodb#LimitExceededException
use com.amazonaws.dynamodb#PositiveIntegerObject
use com.amazonaws.dynamodb#PositiveLongObject
use com.amazonaws.dynamodb#ResourceNotFoundException
use com.amazonaws.dynamodb#StreamArn
use com.amazonaws.dynamodb#StreamViewType
use com.amazonaws.dynamodb#TableName

service DynamoDBStreams_20120810 {
    version: "2012-08-10"
    operations: [
        DescribeStream
        GetRecords
        GetShardIterator
        ListStreams
    ]
}

/// Returns information about a stream, including its status, its ARN, the composition of its
/// shards, and its table.
operation DescribeStream {
    input: DescribeStreamInput
    output: DescribeStreamOutput
    errors: [
        InternalServerError
        ResourceNotFoundException
    ]
}

/// Retrieves the stream records from a shard, starting at the position of a shard iterator.
operation GetRecords {
    input: GetRecordsInput
    output: GetRecordsOutput
    errors: [
        ExpiredIteratorException
        InternalServerError
        LimitExceededException
        ResourceNotFoundException
        TrimmedDataAccessException
    ]
}

/// Returns a shard iterator: the position in a shard from which <code>GetRecords</code> starts to
/// read.
operation GetShardIterator {
    input: GetShardIteratorInput
    output: GetShardIteratorOutput
    errors: [
        InternalServerError
        ResourceNotFoundException
        TrimmedDataAccessException
    ]
}

/// Returns the ARNs of all streams, or of the streams of one table.
operation ListStreams {
    input: ListStreamsInput
    output: ListStreamsOutput
    errors: [
        InternalServerError
        ResourceNotFoundException
    ]
}

/// Represents the input of a <code>DescribeStream</code> operation.
structure DescribeStreamInput {
    /// The ARN of the stream.
    @required
    StreamArn: StreamArn

    /// The maximum number of shards to return, at most 100.
    Limit: PositiveIntegerObject

    /// The shard after which the page starts: the <code>LastEvaluatedShardId</code> of the previous
    /// response.
    ExclusiveStartShardId: ShardId

    /// Returns only the shards that match.
    ShardFilter: ShardFilter
}

/// Represents the output of a <code>DescribeStream</code> operation.
structure DescribeStreamOutput {
    /// The description of the stream.
    StreamDescription: StreamDescription
}

/// Represents the input of a <code>GetRecords</code> operation.
structure GetRecordsInput {
    /// The position to read from.
    @required
    ShardIterator: ShardIterator

    /// The maximum number of records to return, at most 1000.
    Limit: PositiveIntegerObject
}

/// Represents the output of a <code>GetRecords</code> operation.
structure GetRecordsOutput {
    /// The stream records.
    Records: RecordList
    /// The position after the last record returned; absent if the shard is closed and has been read
    /// to its end.
    NextShardIterator: ShardIterator
}

/// Represents the input of a <code>GetShardIterator</code> operation.
structure GetShardIteratorInput {
    /// The ARN of the stream.
    @required
    StreamArn: StreamArn

    /// The ID of the shard.
    @required
    ShardId: ShardId

    /// Where to start: at the oldest record (<code>TRIM_HORIZON</code>), after the newest
    /// (<code>LATEST</code>), at or after a sequence number, or at a time.
    @required
    ShardIteratorType: ShardIteratorType

    /// The sequence number to start at or after.
    SequenceNumber: SequenceNumber

    /// The time to start at, in milliseconds: at the first record whose
    /// <code>ApproximateCreationDateTime</code> is not earlier. It must not be in the future.
    Timestamp: Timestamp
}

/// Represents the output of a <code>GetShardIterator</code> operation.
structure GetShardIteratorOutput {
    /// The position. It expires after 15 minutes.
    ShardIterator: ShardIterator
}

/// Represents the input of a <code>ListStreams</code> operation.
structure ListStreamsInput {
    /// The table whose streams are listed; absent for all tables.
    TableName: TableName
    /// The maximum number of streams to return, at most 100.
    Limit: PositiveIntegerObject
    /// The stream after which the page starts: the <code>LastEvaluatedStreamArn</code> of the
    /// previous response.
    ExclusiveStartStreamArn: StreamArn
}

/// Represents the output of a <code>ListStreams</code> operation.
structure ListStreamsOutput {
    /// The streams.
    Streams: StreamList
    /// The last stream of this page; absent on the last page.
    LastEvaluatedStreamArn: StreamArn
}

/// The shard iterator has expired: it is older than 15 minutes.
@error("client")
structure ExpiredIteratorException {
    /// The message of the error.
    message: ErrorMessage
}

/// The operation tried to read beyond the oldest stream record of a shard: its records are older
/// than 24 hours and have been trimmed.
@error("client")
structure TrimmedDataAccessException {
    /// The message of the error.
    message: ErrorMessage
}

/// The identity of the service that made a change, if Time to Live made it.
structure Identity {
    /// The service, <code>dynamodb.amazonaws.com</code> for Time to Live.
    PrincipalId: String
    /// The type of the identity, <code>Service</code> for Time to Live.
    Type: String
}

/// A change of one item, with the metadata of the event.
structure Record {
    /// A globally unique identifier of the event.
    eventID: String
    /// What changed: <code>INSERT</code>, <code>MODIFY</code> or <code>REMOVE</code>.
    eventName: OperationType
    /// The version of the format of the record.
    eventVersion: String
    /// The service that wrote the record, <code>aws:dynamodb</code>.
    eventSource: String
    /// The Region of the table.
    awsRegion: String
    /// The change of the item.
    dynamodb: StreamRecord
    /// The service that made the change; absent unless Time to Live deleted the item.
    userIdentity: Identity
}

/// The first and the last sequence number of the records of a shard.
structure SequenceNumberRange {
    /// The first sequence number of the shard.
    StartingSequenceNumber: SequenceNumber
    /// The last sequence number of the shard; absent while the shard is open.
    EndingSequenceNumber: SequenceNumber
}

/// A group of stream records.
structure Shard {
    /// The ID of the shard.
    ShardId: ShardId
    /// The range of its sequence numbers.
    SequenceNumberRange: SequenceNumberRange
    /// The ID of the shard that this one continues.
    ParentShardId: ShardId
}

/// Selects the shards that <code>DescribeStream</code> returns.
structure ShardFilter {
    /// Which shards to return.
    Type: ShardFilterType
    /// The shard whose children are returned.
    ShardId: ShardId
}

/// A stream of a table.
structure Stream {
    /// The ARN of the stream.
    StreamArn: StreamArn
    /// The table of the stream.
    TableName: TableName
    /// A timestamp in ISO 8601 format; the last part of the ARN.
    StreamLabel: String
}

/// The details of a stream.
structure StreamDescription {
    /// The ARN of the stream.
    StreamArn: StreamArn
    /// A timestamp in ISO 8601 format; the last part of the ARN.
    StreamLabel: String
    /// The status of the stream.
    StreamStatus: StreamStatus
    /// Which images of the item the records contain.
    StreamViewType: StreamViewType
    /// When the stream was requested.
    CreationRequestDateTime: Date
    /// The table of the stream.
    TableName: TableName
    /// The key schema of the table.
    KeySchema: KeySchema
    /// The shards of this page.
    Shards: ShardDescriptionList
    /// The last shard of this page; absent on the last page.
    LastEvaluatedShardId: ShardId
}

/// A single modification of an item.
structure StreamRecord {
    /// When the change was made, rounded down to the second.
    ApproximateCreationDateTime: Date
    /// The primary key of the item.
    Keys: AttributeMap
    /// The item after the change.
    NewImage: AttributeMap
    /// The item before the change.
    OldImage: AttributeMap
    /// The sequence number of the record.
    SequenceNumber: SequenceNumber
    /// The size of the record, in bytes.
    SizeBytes: PositiveLongObject
    /// Which images of the item the record contains.
    StreamViewType: StreamViewType
}

list RecordList {
    member: Record
}

list ShardDescriptionList {
    member: Shard
}

list StreamList {
    member: Stream
}

@length(min: 21, max: 40)
string SequenceNumber

@length(min: 28, max: 65)
string ShardId

@length(min: 1, max: 2048)
string ShardIterator

/// The kind of a change of an item.
enum OperationType {
    /// An item was added.
    INSERT
    /// An item was changed.
    MODIFY
    /// An item was deleted.
    REMOVE
}

/// Which shards a filter selects.
enum ShardFilterType {
    /// The children of a shard.
    CHILD_SHARDS
}

/// Where a shard iterator starts.
enum ShardIteratorType {
    /// At the oldest record of the shard.
    TRIM_HORIZON
    /// After the newest record of the shard.
    LATEST
    /// At the record of a sequence number.
    AT_SEQUENCE_NUMBER
    /// After the record of a sequence number.
    AFTER_SEQUENCE_NUMBER
    /// At the first record that is not older than a time.
    AT_TIMESTAMP
}

/// The status of a stream.
enum StreamStatus {
    /// The stream is being enabled.
    ENABLING
    /// The stream is enabled.
    ENABLED
    /// The stream is being disabled.
    DISABLING
    /// The stream is disabled; its records can still be read for 24 hours.
    DISABLED
}
