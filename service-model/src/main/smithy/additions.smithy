$version: "2.0"

// What DynamoDB accepts and returns although AWS's model of it lacks it. The members of a structure
// here are added to the structure of the same name in AWS's model; another structure is a new one.
namespace com.amazonaws.dynamodb.additions

use com.amazonaws.dynamodb#BillingMode
use com.amazonaws.dynamodb#ConditionExpression
use com.amazonaws.dynamodb#Date
use com.amazonaws.dynamodb#ExpressionAttributeNameMap
use com.amazonaws.dynamodb#ExpressionAttributeValueMap
use com.amazonaws.dynamodb#KeyExpression
use com.amazonaws.dynamodb#ProjectionExpression
use com.amazonaws.dynamodb#String

// TableThroughputMode: ExtendDB/extenddb tests/test_table_throughput_mode.py, measured on DynamoDB
// on 2026-08-21.
structure CreateTableInput {
    /// The capacity mode of the table, unless <code>BillingMode</code> is given, too.
    TableThroughputMode: BillingMode
}

structure UpdateTableInput {
    /// The new capacity mode of the table, unless <code>BillingMode</code> is given, too.
    TableThroughputMode: BillingMode
}

structure TableDescription {
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
