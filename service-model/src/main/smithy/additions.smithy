$version: "2.0"

// What DynamoDB accepts and returns although AWS's model of it lacks it. The members of a structure
// here are added to the structure of the same name in AWS's model; another structure is a new one.
namespace com.amazonaws.dynamodb.additions

use com.amazonaws.dynamodb#BillingMode
use com.amazonaws.dynamodb#ClientToken
use com.amazonaws.dynamodb#ConditionExpression
use com.amazonaws.dynamodb#ConsumedCapacityUnits
use com.amazonaws.dynamodb#Date
use com.amazonaws.dynamodb#ExpressionAttributeNameMap
use com.amazonaws.dynamodb#ExpressionAttributeValueMap
use com.amazonaws.dynamodb#FailureCode
use com.amazonaws.dynamodb#FailureMessage
use com.amazonaws.dynamodb#IdempotentParameterMismatchException
use com.amazonaws.dynamodb#IndexName
use com.amazonaws.dynamodb#InputCompressionType
use com.amazonaws.dynamodb#KeyExpression
use com.amazonaws.dynamodb#LimitExceededException
use com.amazonaws.dynamodb#NonNegativeLongObject
use com.amazonaws.dynamodb#ProjectionExpression
use com.amazonaws.dynamodb#RegionName
use com.amazonaws.dynamodb#ResourceInUseException
use com.amazonaws.dynamodb#ResourceNotFoundException
use com.amazonaws.dynamodb#S3Bucket
use com.amazonaws.dynamodb#S3BucketOwner
use com.amazonaws.dynamodb#S3Prefix
use com.amazonaws.dynamodb#S3SseAlgorithm
use com.amazonaws.dynamodb#S3SseKmsKeyId
use com.amazonaws.dynamodb#String
use com.amazonaws.dynamodb#TableArn
use com.amazonaws.dynamodb#TableId

// TableThroughputMode: ExtendDB/extenddb tests/test_table_throughput_mode.py, measured on DynamoDB
// on 2026-08-21.
structure CreateTableInput {
    /// The capacity mode of the table, unless <code>BillingMode</code> is given, too.
    TableThroughputMode: BillingMode
}

// Disassociation of replicas: botocore 1.44.8 (20 November 2026).
structure UpdateTableInput {
    /// Whether the replica of the Region is protected from disassociation. It is, by default.
    DisassociationProtectionEnabled: DisassociationProtectionEnabled

    /// The new capacity mode of the table, unless <code>BillingMode</code> is given, too.
    TableThroughputMode: BillingMode
}

structure TableDescription {
    /// Whether the replica of the Region is protected from disassociation.
    DisassociationProtectionEnabled: DisassociationProtectionEnabled

    /// The same as <code>BillingModeSummary</code>.
    TableThroughputModeSummary: TableThroughputModeSummary
}

/// The capacity mode of a table, as in its <code>BillingModeSummary</code>.
structure TableThroughputModeSummary {
    /// The capacity mode of the table.
    TableThroughputMode: BillingMode

    /// The time when the table was last set to on-demand mode.
    LastUpdateToPayPerRequestDateTime: Date
}

// FilterSpecification: botocore 1.44.8. DestinationType: DDB-EXPORT-008 of ack-api-quirks, recorded on
// 2026-10-09; in no model.
structure ExportTableToPointInTimeInput {
    /// The criteria by which items are exported. Without it, all are.
    FilterSpecification: FilterSpecification
}

structure ExportDescription {
    /// The criteria by which items were exported.
    FilterSpecification: FilterSpecification

    /// Where the export is written to: always <code>S3</code>.
    DestinationType: String
}

/// The criteria by which items of a table are exported.
structure FilterSpecification {
    /// A condition on the items that are exported. Beside a <code>KeyConditionExpression</code> it can name
    /// no attribute of the primary key.
    FilterExpression: ConditionExpression

    /// The attributes that are exported of each item, separated by commas. Without it, all are.
    ProjectionExpression: ProjectionExpression

    /// A condition on the primary key: equality of one partition key, and optionally a condition on the sort
    /// key, as in a <code>Query</code>.
    KeyConditionExpression: KeyExpression

    /// The attribute names that placeholders in the expressions stand for.
    ExpressionAttributeNames: ExpressionAttributeNameMap

    /// The values that placeholders in the expressions stand for.
    ExpressionAttributeValues: ExpressionAttributeValueMap
}

// ExtendDB/extenddb pull request 306, from the wire.
structure VectorCapacity {
    /// The same as <code>VectorSearchRequestBytes</code>.
    VectorSearchUnits: ConsumedCapacityUnits
}

// Bulk operations: members, bounds and errors as in the service model of botocore 1.44.8
// (2026-11-20).

/// Starts a bulk operation that reads items from objects in Amazon S3 and puts them into an
/// existing table. It runs on after the response.
operation StartBulkPutItems {
    input: StartBulkPutItemsInput
    output: StartBulkPutItemsOutput
    errors: [
        IdempotentParameterMismatchException
        LimitExceededException
        ResourceInUseException
        ResourceNotFoundException
    ]
}

/// Describes a bulk operation.
operation DescribeBulkOperation {
    input: DescribeBulkOperationInput
    output: DescribeBulkOperationOutput
    errors: [
        ResourceNotFoundException
    ]
}

/// Lists the bulk operations of the account and the Region that were started within the last 90
/// days, the most recent ones first.
operation ListBulkOperations {
    input: ListBulkOperationsInput
    output: ListBulkOperationsOutput
}

/// Cancels a bulk operation that is in progress. Items that it has written remain.
operation CancelBulkOperation {
    input: CancelBulkOperationInput
    output: CancelBulkOperationOutput
    errors: [
        ResourceNotFoundException
    ]
}

@input
structure StartBulkPutItemsInput {
    /// A token that lets the operation start at most once. For 8 hours, a request with the same
    /// token and the same parameters returns the same operation.
    ClientToken: ClientToken

    /// The objects to read.
    @required
    InputS3Configuration: InputS3Configuration

    /// The place of the reports.
    @required
    OutputS3Configuration: OutputS3Configuration

    /// The name or ARN of the table.
    @required
    TableName: TableArn

    /// The maximum rate of the operation, in write request units per second. The capacity settings
    /// of the table are not changed.
    MaxWriteRequestUnits: BulkOperationMaxWriteRequestUnits

    /// The performance tier; <code>STANDARD</code> by default.
    PerformanceTier: BulkOperationPerformanceTier
}

@output
structure StartBulkPutItemsOutput {
    /// The operation that was started.
    @required
    BulkOperationDescription: BulkOperationDescription
}

@input
structure DescribeBulkOperationInput {
    /// The ARN of the bulk operation.
    @required
    BulkOperationArn: BulkOperationArn
}

@output
structure DescribeBulkOperationOutput {
    /// The bulk operation.
    @required
    BulkOperationDescription: BulkOperationDescription
}

@input
structure ListBulkOperationsInput {
    /// The number of operations of a page; 10 by default.
    MaxResults: ListBulkOperationsMaxLimit

    /// The token of the page before.
    NextToken: BulkOperationNextToken
}

@output
structure ListBulkOperationsOutput {
    /// The operations of the page.
    BulkOperationsSummaryList: BulkOperationsSummaryList

    /// The token of the next page, if there is one.
    NextToken: BulkOperationNextToken
}

@input
structure CancelBulkOperationInput {
    /// The ARN of the bulk operation.
    @required
    BulkOperationArn: BulkOperationArn
}

@output
structure CancelBulkOperationOutput {
    /// The ARN of the bulk operation.
    @required
    BulkOperationArn: BulkOperationArn

    /// The status of the operation, <code>CANCELLING</code>.
    @required
    BulkOperationStatus: BulkOperationStatus
}

/// The objects that a bulk operation reads.
structure InputS3Configuration {
    /// The account of the bucket; by default that of the request.
    S3BucketOwner: S3BucketOwner

    /// The bucket.
    @required
    S3Bucket: S3Bucket

    /// The prefix of the keys of the objects.
    S3KeyPrefix: S3Prefix

    /// The format of the objects.
    @required
    InputFormat: BulkOperationInputFormat

    /// The compression of the objects; <code>NONE</code> by default.
    InputCompressionType: InputCompressionType
}

/// The place of the reports of a bulk operation.
structure OutputS3Configuration {
    /// The account of the bucket; by default that of the request.
    S3BucketOwner: S3BucketOwner

    /// The bucket.
    S3Bucket: S3Bucket

    /// The prefix of the keys of the reports.
    S3KeyPrefix: S3Prefix

    /// The encryption of the reports; by default that of the bucket.
    S3SseAlgorithm: S3SseAlgorithm

    /// The key of the encryption with <code>KMS</code>.
    S3SseKmsKeyId: S3SseKmsKeyId

    /// What is reported.
    @required
    OutputType: OutputTypeList
}

/// A bulk operation.
structure BulkOperationDescription {
    /// The ARN of the operation.
    BulkOperationArn: BulkOperationArn

    /// The status of the operation.
    BulkOperationStatus: BulkOperationStatus

    /// The table of the operation.
    TableDetails: BulkOperationTableDetails

    /// The token of the request.
    ClientToken: ClientToken

    /// The objects that the operation reads.
    InputS3Configuration: InputS3Configuration

    /// The place of the reports.
    OutputS3Configuration: OutputS3Configuration

    /// The time when the request was accepted.
    StartTime: BulkOperationStartTime

    /// The time when the operation ended.
    EndTime: BulkOperationEndTime

    /// The number of items that were read: those that were written, that failed, and whose
    /// condition failed.
    ProcessedItemCount: BulkOperationItemCount

    /// The number of bytes that were read of the objects.
    ProcessedInputBytes: ProcessedInputBytes

    /// The size of all objects, once it is known.
    TotalInputBytes: TotalInputBytes

    /// The bytes that were written to the table and its indexes.
    BulkOperationUsage: BulkOperationUsageMultiple

    /// The number of items that could not be parsed or were invalid.
    FailedItemCount: BulkOperationItemCount

    /// The code of why the operation failed or was cancelled.
    FailureCode: FailureCode

    /// The message of why the operation failed or was cancelled.
    FailureMessage: FailureMessage

    /// The maximum rate, in write request units per second.
    MaxWriteRequestUnits: BulkOperationMaxWriteRequestUnits

    /// The performance tier.
    PerformanceTier: BulkOperationPerformanceTier
}

/// A bulk operation in a list.
structure BulkOperationSummary {
    /// The ARN of the operation.
    @required
    BulkOperationArn: BulkOperationArn

    /// The status of the operation.
    @required
    BulkOperationStatus: BulkOperationStatus

    /// The time when the request was accepted.
    @required
    StartTime: BulkOperationStartTime

    /// The time when the operation ended.
    EndTime: BulkOperationEndTime
}

/// The table of a bulk operation.
structure BulkOperationTableDetail {
    /// The name or ARN of the table.
    TableName: TableArn

    /// The ID of the table.
    TableId: TableId
}

/// The bytes that a bulk operation has written to a table and its indexes.
structure BulkOperationUsage {
    /// The name or ARN of the table.
    TableName: TableArn

    /// The bytes of the table and all indexes, without those of vector indexes.
    BulkPutBytes: NonNegativeLongObject

    /// The bytes of the table.
    Table: BulkOperationBytes

    /// The bytes of each local secondary index.
    LocalSecondaryIndexes: SecondaryIndexesBulkBytesMap

    /// The bytes of each global secondary index.
    GlobalSecondaryIndexes: SecondaryIndexesBulkBytesMap

    /// The bytes of each vector index.
    VectorIndexes: VectorIndexesBulkVectorBytesMap
}

/// The bytes that a bulk operation has written to a table or an index.
structure BulkOperationBytes {
    /// The number of bytes.
    BulkPutBytes: NonNegativeLongObject
}

/// The bytes that a bulk operation has written to a vector index.
structure BulkOperationVectorBytes {
    /// The number of bytes.
    BulkPutVectorBytes: NonNegativeLongObject
}

@length(min: 37, max: 1024)
string BulkOperationArn

@range(min: 1024)
long BulkOperationMaxWriteRequestUnits

@length(min: 1, max: 1024)
@pattern("([0-9a-f]{16})+")
string BulkOperationNextToken

@range(min: 1, max: 25)
integer ListBulkOperationsMaxLimit

enum BulkOperationInputFormat {
    DYNAMODB_JSON
    ION
}

enum BulkOperationPerformanceTier {
    STANDARD
    ACCELERATED
}

enum BulkOperationStatus {
    IN_PROGRESS
    COMPLETED
    COMPLETED_WITH_ERRORS
    CANCELLING
    CANCELLED
    FAILED
}

enum OutputTypeEnum {
    ERROR
    CONDITION_CHECK_FAILURE
}

list OutputTypeList {
    member: OutputTypeEnum
}

list BulkOperationTableDetails {
    member: BulkOperationTableDetail
}

list BulkOperationUsageMultiple {
    member: BulkOperationUsage
}

list BulkOperationsSummaryList {
    member: BulkOperationSummary
}

map SecondaryIndexesBulkBytesMap {
    key: IndexName
    value: BulkOperationBytes
}

map VectorIndexesBulkVectorBytesMap {
    key: IndexName
    value: BulkOperationVectorBytes
}

structure ReplicationGroupUpdate {
    /// The replica of the Region leaves the global table and stays as a table.
    Disassociate: DisassociateReplicationGroupMemberAction
}

/// The replica that leaves a global table with multi-Region eventual consistency.
structure DisassociateReplicationGroupMemberAction {
    /// The Region of the replica, which is that of the request.
    @required
    RegionName: RegionName

    /// What is done with changes that have not been replicated yet.
    @required
    DisassociationMode: DisassociationMode
}

/// What is done with changes that have not been replicated yet.
enum DisassociationMode {
    /// The replica leaves once they have been replicated.
    WAIT_FOR_REPLICATION
}

boolean DisassociationProtectionEnabled

timestamp BulkOperationStartTime

timestamp BulkOperationEndTime

@range(min: 0)
long BulkOperationItemCount

@range(min: 0)
long ProcessedInputBytes

@range(min: 0)
long TotalInputBytes
