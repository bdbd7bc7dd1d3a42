package dev.monotable.engine.error;

import static dev.monotable.engine.error.Phrases.ACCESS_DENIED;
import static dev.monotable.engine.error.Phrases.invalid;

/**
 * Faults of exports to Amazon S3 and imports from it.
 *
 * <p>The source is DDB-EXPORT-001 to -009 and DDB-IMPORT-009 to -019 of the findings that {@link
 * TagFault} names, unless noted otherwise.
 */
public sealed interface TransferFault extends Fault {
  /** Faults that their text and the values in it describe. */
  enum Plain implements TransferFault, FaultText {
    /** A database without Amazon S3. The text is ours. */
    NO_FILES(
        "This database has no Amazon S3. Start Monotable with --s3 DIR, where DIR/BUCKET is the "
            + "bucket; in a test, give the database s3(DIR)."),
    OTHER_ACCOUNT(ACCESS_DENIED),
    // Exports.
    NO_SUCH_TABLE("Table not found: %s"),
    TYPE_MISSING(
        "Invalid Request: Export Type expected to be Incremental Export when incremental export "
            + "specification is provided"),
    PERIOD_OF_FULL_EXPORT(
        "Invalid Request: When Export Type is Full Export , Incremental Export Specification should "
            + "not be provided"),
    PERIOD_MISSING(
        "Invalid Request: Incremental Export Specification expected when export type is set as "
            + "Incremental Export"),
    FROM_MISSING(
        "Invalid Request: ExportFromTime must be provided in IncrementalExportSpecification"),
    KEY_WITHOUT_KMS("Invalid Request: KMS Key Id is not supported for this encryption type"),
    FROM_BEFORE_CREATION(
        "Incremental export period from time cannot be less than the table creation time : %s"),
    TO_AFTER_NOW("Incremental export period to time cannot be greater than the current time : %s"),
    PERIOD_TOO_SHORT(
        "Difference between export period from time and export period to time is less than 15 "
            + "minutes"),
    /** The text is by analogy with the one before. */
    PERIOD_TOO_LONG(
        "Difference between export period from time and export period to time is greater than 24 "
            + "hours"),
    INVALID_TIME("Export Time is invalid"),
    TIME_UNAVAILABLE("Point in Time Recovery is not available for specified export time"),
    EXPORT_CONFLICT("Export conflict: Duplicate request detected with conflicting parameters"),
    INVALID_EXPORT_ARN("Invalid Export ARN"),
    NO_SUCH_EXPORT("Export not found: Export not found: %s"),
    EXPORT_OF_OTHER_REGION("Export not found: Invalid export arn"),
    /** More exports in progress than the quota of the account. The text is not known of AWS. */
    TOO_MANY_EXPORTS(
        "Subscriber limit exceeded: There is a limit of %s concurrent exports per subscriber"),
    // Imports.
    /** InputFormatOptions.Csv of another format. */
    OPTIONS_OF_CSV(
        "Invalid Request: Unsupported InputFormatOptions for the given input format: %s."),
    INVALID_IMPORT_ARN("Invalid Import ARN"),
    /** The text is by analogy with exports. */
    NO_SUCH_IMPORT("Import not found: Import not found: %s"),
    /** The text is by analogy with exports. */
    IMPORT_OF_OTHER_REGION("Import not found: Invalid import arn"),
    IMPORT_CONFLICT("Import conflict: Duplicate request detected with conflicting parameters"),
    /** More imports in progress than the quota of the account. The text is not known of AWS. */
    TOO_MANY_IMPORTS(
        "Subscriber limit exceeded: There is a limit of %s concurrent imports per subscriber"),
    /** The descriptions of imports and exports in progress take too much memory. Ours. */
    TOO_LARGE(
        "Subscriber limit exceeded: The parameters of exports and imports in progress exceed "
            + "%s bytes"),
    // Pages.
    INVALID_PAGE_TOKEN("Invalid Request: Provided nextToken is invalid: %s"),
    NOT_AN_ARN(invalid("tableArn is not a valid ARN")),
    /** An ARN of something else than a table. Source: DDB-EXPORT-002. */
    INVALID_TABLE_ARN("Invalid Request: Table ARN is invalid.");

    private final String text;

    Plain(String text) {
      this.text = text;
    }

    @Override
    public ErrorCode code() {
      return switch (this) {
        case OTHER_ACCOUNT -> ErrorCode.ACCESS_DENIED;
        case NO_SUCH_IMPORT, IMPORT_OF_OTHER_REGION -> ErrorCode.IMPORT_NOT_FOUND;
        case IMPORT_CONFLICT -> ErrorCode.IMPORT_CONFLICT;
        case TOO_MANY_EXPORTS, TOO_MANY_IMPORTS, TOO_LARGE -> ErrorCode.LIMIT_EXCEEDED;
        case NO_SUCH_TABLE -> ErrorCode.TABLE_NOT_FOUND;
        case NO_SUCH_EXPORT, EXPORT_OF_OTHER_REGION -> ErrorCode.EXPORT_NOT_FOUND;
        case EXPORT_CONFLICT -> ErrorCode.EXPORT_CONFLICT;
        case FROM_BEFORE_CREATION,
            TO_AFTER_NOW,
            PERIOD_TOO_SHORT,
            PERIOD_TOO_LONG,
            INVALID_TIME,
            TIME_UNAVAILABLE ->
            ErrorCode.INVALID_EXPORT_TIME;
        case NO_FILES,
            TYPE_MISSING,
            PERIOD_OF_FULL_EXPORT,
            PERIOD_MISSING,
            FROM_MISSING,
            KEY_WITHOUT_KMS,
            INVALID_EXPORT_ARN,
            OPTIONS_OF_CSV,
            INVALID_IMPORT_ARN,
            INVALID_PAGE_TOKEN,
            NOT_AN_ARN,
            INVALID_TABLE_ARN ->
            ErrorCode.VALIDATION;
      };
    }

    @Override
    public String text(Wording wording) {
      return text;
    }
  }
}
