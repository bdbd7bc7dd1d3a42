package dev.monotable.engine.error;

import static dev.monotable.engine.error.Phrases.invalidRequest;

/** Faults of Kinesis destinations, which AWS reports as ValidationExceptions. */
public sealed interface KinesisFault extends Fault {
  /** Faults that their text and the values in it describe. */
  enum Plain implements KinesisFault, FaultText {
    // Source: DDB-TABLE-268, also for any other destination of the table.
    NOT_TO_ENABLE(
        invalidState(
            "EnableKinesisStreamingDestination must be DISABLED or ENABLE_FAILED to perform ENABLE"
                + " operation.")),
    // Source: DDB-TABLE-299, -302, also for a stream that was never enabled.
    NOT_TO_DISABLE(
        invalidState("KinesisStreamingDestination must be ACTIVE to perform DISABLE operation.")),
    /** The configuration to enable a stream in a request to disable it. Source: DDB-TABLE-301. */
    CONFIGURATION_TO_DISABLE(
        "Stream cannot be disabled using EnableKinesisStreamingConfiguration parameters"),
    /** Source: DDB-TABLE-302, completed from LocalStack. */
    NO_DESTINATION(
        invalidState(
            "No streaming destination with streamArn: %s found for table with tableName: %s")),
    /** Source: DDB-TABLE-268, -300, and the list of all texts of ack-api-quirks. */
    NOT_TO_UPDATE(
        invalidState(
            "Kinesis streaming is not in ACTIVE state. Updates are only allowed in ACTIVE state."
                + " TableName: %s, kdsArn: %s")),
    /** Source: DDB-TABLE-300. */
    NOTHING_TO_UPDATE(
        "Streaming destination cannot be updated with given parameters:"
            + " UpdateKinesisStreamingConfiguration cannot be null or contain only null values"),
    /** Source: DDB-TABLE-300, -460, and the list of all texts of ack-api-quirks. */
    SAME_PRECISION(
        invalidRequest(
            "Precision is already set to the desired value of %s for tableId: %s, kdsArn: %s"));

    private final String text;

    Plain(String text) {
      this.text = text;
    }

    private static String invalidState(String reason) {
      return "Table is not in a valid state to enable Kinesis Streaming Destination: " + reason;
    }

    @Override
    public String text(Wording wording) {
      return text;
    }
  }
}
