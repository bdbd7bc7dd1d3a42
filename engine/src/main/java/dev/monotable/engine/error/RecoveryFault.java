package dev.monotable.engine.error;

import static dev.monotable.engine.error.Phrases.invalidRequest;

/** Faults of point-in-time recovery. */
public sealed interface RecoveryFault extends Fault {
  /** Faults that their text and the values in it describe. */
  enum Plain implements RecoveryFault, FaultText {
    /** Source: DDB-TABLE-100, -272. */
    UNAVAILABLE("Point in time recovery is not enabled for table '%s'"),
    /**
     * A time to which the table cannot be restored. Source: DDB-TABLE-100 and -086, where the text
     * is cut off in the last name.
     */
    OUTSIDE_WINDOW(
        "RestoreDateTime '%s' must be within EarliestRestorableDateTime '%s' and "
            + "LatestRestorableDateTime '%s'"),
    /** The table is being created. Source: DDB-TABLE-116. */
    BEING_ENABLED("Backups are being enabled for the table: %s. Please retry later"),
    /** Source: DDB-TABLE-084. */
    PERIOD_WHEN_DISABLED(
        invalidRequest(
            "Cannot specify RecoveryPeriodInDays when disabling point-in-time recovery.")),
    /** Source: DDB-TABLE-100, where the last sentence is cut off after its first letters. */
    BOTH_TIMES(
        invalidRequest(
            "Both RestoreDateTime and UseLatestRestorableTime cannot be set for point-in-time "
                + "restore request. Please specify either RestoreDateTime time or "
                + "UseLatestRestorableTime")),
    /** Source: DDB-TABLE-100. */
    NO_TIME(
        invalidRequest(
            "Either one of RestoreDateTime or UseLatestRestorableTime must be specified, but not "
                + "both")),
    /** Source: DDB-TABLE-272, which leaves out how such a text begins. */
    BOTH_SOURCES(invalidRequest("Must provide exactly one of: sourceTableArn, sourceTableName")),
    /** Source: DDB-TABLE-272. */
    NO_SOURCE("The parameter 'TableName' is required but was not present in the request"),
    /** Source: DDB-TABLE-272, which leaves out how such a text begins. */
    SOURCE_NOT_AN_ARN(invalidRequest("sourceTableArn is not a valid ARN")),
    /** Source: DDB-TABLE-272. */
    SOURCE_OF_OTHER_ACCOUNT(
        "This action is only supported by accounts that match the resource owner's account");

    private final String text;

    Plain(String text) {
      this.text = text;
    }

    @Override
    public ErrorCode code() {
      return switch (this) {
        case UNAVAILABLE -> ErrorCode.POINT_IN_TIME_RECOVERY_UNAVAILABLE;
        case OUTSIDE_WINDOW -> ErrorCode.INVALID_RESTORE_TIME;
        case BEING_ENABLED -> ErrorCode.CONTINUOUS_BACKUPS_UNAVAILABLE;
        case PERIOD_WHEN_DISABLED,
            BOTH_TIMES,
            NO_TIME,
            BOTH_SOURCES,
            NO_SOURCE,
            SOURCE_NOT_AN_ARN,
            SOURCE_OF_OTHER_ACCOUNT ->
            ErrorCode.VALIDATION;
      };
    }

    @Override
    public String text(Wording wording) {
      return text;
    }
  }
}
