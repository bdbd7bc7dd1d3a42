$version: "2.0"

// What DynamoDB accepts and returns although AWS's model of it lacks it. The members of a structure
// here are added to the structure of the same name in AWS's model; another structure is a new one.
namespace com.amazonaws.dynamodb.additions

use com.amazonaws.dynamodb#BillingMode
use com.amazonaws.dynamodb#Date

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
