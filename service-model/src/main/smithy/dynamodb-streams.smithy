$version: "2.0"

// The four operations of DynamoDB Streams. AWS publishes no Smithy model of them on Maven Central;
// members, bounds and errors are those of the API reference:
// https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_Operations_Amazon_DynamoDB_Streams.html
namespace com.amazonaws.dynamodb.streams

use com.amazonaws.dynamodb#AttributeMap
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

operation DescribeStream {
    input: DescribeStreamInput
    output: DescribeStreamOutput
    errors: [
        InternalServerError
        ResourceNotFoundException
    ]
}

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

operation GetShardIterator {
    input: GetShardIteratorInput
    output: GetShardIteratorOutput
    errors: [
        InternalServerError
        ResourceNotFoundException
        TrimmedDataAccessException
    ]
}

operation ListStreams {
    input: ListStreamsInput
    output: ListStreamsOutput
    errors: [
        InternalServerError
        ResourceNotFoundException
    ]
}

structure DescribeStreamInput {
    @required
    StreamArn: StreamArn

    Limit: PositiveIntegerObject

    ExclusiveStartShardId: ShardId

    ShardFilter: ShardFilter
}

structure DescribeStreamOutput {
    StreamDescription: StreamDescription
}

structure GetRecordsInput {
    @required
    ShardIterator: ShardIterator

    Limit: PositiveIntegerObject
}

structure GetRecordsOutput {
    Records: RecordList
    NextShardIterator: ShardIterator
}

structure GetShardIteratorInput {
    @required
    StreamArn: StreamArn

    @required
    ShardId: ShardId

    @required
    ShardIteratorType: ShardIteratorType

    SequenceNumber: SequenceNumber
}

structure GetShardIteratorOutput {
    ShardIterator: ShardIterator
}

structure ListStreamsInput {
    TableName: TableName
    Limit: PositiveIntegerObject
    ExclusiveStartStreamArn: StreamArn
}

structure ListStreamsOutput {
    Streams: StreamList
    LastEvaluatedStreamArn: StreamArn
}

@error("client")
structure ExpiredIteratorException {
    message: ErrorMessage
}

@error("client")
structure TrimmedDataAccessException {
    message: ErrorMessage
}

structure Identity {
    PrincipalId: String
    Type: String
}

structure Record {
    eventID: String
    eventName: OperationType
    eventVersion: String
    eventSource: String
    awsRegion: String
    dynamodb: StreamRecord
    userIdentity: Identity
}

structure SequenceNumberRange {
    StartingSequenceNumber: SequenceNumber
    EndingSequenceNumber: SequenceNumber
}

structure Shard {
    ShardId: ShardId
    SequenceNumberRange: SequenceNumberRange
    ParentShardId: ShardId
}

structure ShardFilter {
    Type: ShardFilterType
    ShardId: ShardId
}

structure Stream {
    StreamArn: StreamArn
    TableName: TableName
    StreamLabel: String
}

structure StreamDescription {
    StreamArn: StreamArn
    StreamLabel: String
    StreamStatus: StreamStatus
    StreamViewType: StreamViewType
    CreationRequestDateTime: Timestamp
    TableName: TableName
    KeySchema: KeySchema
    Shards: ShardDescriptionList
    LastEvaluatedShardId: ShardId
}

structure StreamRecord {
    ApproximateCreationDateTime: Timestamp
    Keys: AttributeMap
    NewImage: AttributeMap
    OldImage: AttributeMap
    SequenceNumber: SequenceNumber
    SizeBytes: PositiveLongObject
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

enum OperationType {
    INSERT
    MODIFY
    REMOVE
}

enum ShardFilterType {
    CHILD_SHARDS
}

enum ShardIteratorType {
    TRIM_HORIZON
    LATEST
    AT_SEQUENCE_NUMBER
    AFTER_SEQUENCE_NUMBER
}

enum StreamStatus {
    ENABLING
    ENABLED
    DISABLING
    DISABLED
}
