package dev.monotable.engine.error;

import static dev.monotable.engine.error.Phrases.invalid;
import static dev.monotable.engine.error.Phrases.phrase;

/** Faults of global tables and their replicas. */
public sealed interface ReplicaFault extends Fault {
  /** Faults that their text and the values in it describe. */
  enum Plain implements ReplicaFault, FaultText {
    // Source: aws/aws-cli, issue 4906.
    LOCAL_REGION(
        "Cannot add, delete, or update the local region through ReplicaUpdates. Use CreateTable,"
            + " DeleteTable, or UpdateTable as required."),
    // Source: questions of users about CloudFormation and Terraform, who quote it.
    EXISTS(
        "Failed to create a the new replica of table with name: '%s' because one or more replicas"
            + " already existed as tables."),
    // Source: as for the last one.
    NOT_FOUND(
        "Replica specified in the Replica Update or Replica Delete action of the request was not"
            + " found."),
    // Source: hashicorp/terraform-provider-aws, pull request 29102, for an update without changes.
    NO_CHANGE(invalid("KMSMasterKeyId must be specified for each replica.")),
    // Source: hashicorp/terraform-provider-aws, issue 34450.
    STREAM_REQUIRED(invalid("Disabling Stream is not allowed for a Global Table replica.")),
    // Source: as for EXISTS; the 24 hours are those of the developer guide.
    WAS_SOURCE(
        "Replica cannot be deleted because it has acted as a source region for new replica(s) being"
            + " added to the table in the last 24 hours."),
    // Source: the developer guide, Programming.Errors.
    CONFLICT(
        ErrorCode.REPLICATED_WRITE_CONFLICT,
        "One or more items in this request are being modified by a request in another Region."),
    // The texts of all others are not known.
    TRANSACTION(
        "Transactional operations are not supported on tables with multi-Region strong"
            + " consistency"),
    STRONG_WITHOUT_REPLICAS(
        invalid(
            "MultiRegionConsistency can only be specified with Create actions in ReplicaUpdates")),
    STRONG_REGIONS(
        invalid(
            "A global table with multi-Region strong consistency must be in exactly three Regions,"
                + " with three replicas, or with two replicas and a witness")),
    STRONG_REGION_SET(
        invalid(
            "The Regions of a global table with multi-Region strong consistency must be in one"
                + " Region set: %s")),
    STRONG_NOT_EMPTY(
        invalid(
            "A table must be empty to become a global table with multi-Region strong consistency")),
    STRONG_TTL(invalid("Time to Live is not supported with multi-Region strong consistency")),
    STRONG_LOCAL_INDEX(
        invalid("Local secondary indexes are not supported with multi-Region strong consistency")),
    STRONG_EXISTING(invalid("The consistency mode of a global table cannot be changed")),
    STRONG_ADDED(
        invalid("Replicas cannot be added to a global table with multi-Region strong consistency")),
    STRONG_DELETED(
        invalid(
            "A single replica or witness of a global table with multi-Region strong consistency"
                + " cannot be deleted: delete both other replicas, or the other replica and the"
                + " witness, in one request")),
    WITNESS_EVENTUAL(invalid("A witness requires MultiRegionConsistency STRONG")),
    WITNESS_ACTION(
        invalid("GlobalTableWitnessUpdates must have exactly one of the actions Create, Delete")),
    WITNESS_NOT_FOUND(invalid("The global table has no witness in the Region %s")),
    ONE_ACTION(
        invalid("Each ReplicaUpdate must have exactly one of the actions Create, Update, Delete")),
    REGION_TWICE(invalid("ReplicaUpdates can have one action for a Region only: %s")),
    ALONE(invalid("ReplicaUpdates must be the only operation in the request")),
    UNKNOWN_REGION(invalid("Unknown Region: %s"));

    private final ErrorCode code;
    private final String text;

    Plain(String text) {
      this(ErrorCode.VALIDATION, text);
    }

    Plain(ErrorCode code, String text) {
      this.code = code;
      this.text = text;
    }

    @Override
    public ErrorCode code() {
      return code;
    }

    @Override
    public String text(Wording wording) {
      return text;
    }
  }

  /** More Regions than a database may have. */
  record TooManyRegions(int limit) implements ReplicaFault {
    @Override
    public ErrorCode code() {
      return ErrorCode.LIMIT_EXCEEDED;
    }

    @Override
    public String text(Wording wording) {
      return phrase("Monotable has at most %s Regions for a database", limit);
    }
  }
}
