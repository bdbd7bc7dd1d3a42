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
        case TOO_MANY_IMPORTS, TOO_LARGE -> ErrorCode.LIMIT_EXCEEDED;
        case NO_FILES,
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
