package dev.monotable.engine.error;

import dev.monotable.value.ValueFault;
import java.util.List;

/** The wordings of the engine. */
final class Wordings {
  static final Wording US_EAST_1 = new UsEast1Wording();
  static final Wording REGIONAL = new RegionalWording();
  static final Wording CLASSIC = new ClassicWording();
  static final List<Wording> ALL = List.of(US_EAST_1, REGIONAL, CLASSIC);

  private Wordings() {}

  /** The wording of us-east-1 since October 2026: the default methods of {@link Wording}. */
  private static final class UsEast1Wording implements Wording {
    @Override
    public String label() {
      return "us-east-1";
    }

    @Override
    public String toString() {
      return label();
    }
  }

  /**
   * The wording of Regions such as eu-west-2 since October 2026. The new layer parses scans,
   * transactions and batches of writes too (dynoxide 3.2.0 {@code tests/scan_member_stages.rs};
   * parity {@code captures/2026-10-08-transact-write-rollout.json}). Everything else is as in
   * us-east-1.
   */
  private static final class RegionalWording implements Wording {
    /**
     * {@code registry/splits.json}, scan-segment-out-of-range-message, scan-bad-start-key-message.
     */
    private final OtherTexts texts =
        OtherTexts.NONE
            .with(ReadFault.SegmentOutOfRange.class, fault -> Phrases.SEGMENT_OUT_OF_RANGE)
            .with(
                ReadFault.InvalidStartKey.class,
                fault ->
                    fault.cause() == KeyFault.Plain.MISMATCH
                        ? Phrases.START_KEY_INVALID
                        : fault.text(this))
            .with(
                TransactionFault.Plain.ACTION_REQUIRED,
                Phrases.ONE_ERROR
                    + "Value '' at 'transactItems' failed to satisfy constraint:"
                    + " TransactWriteRequest should contain Delete or Put or Update or"
                    + " ConditionCheck");

    @Override
    public String label() {
      return "regional";
    }

    @Override
    public String overlayTag() {
      return label();
    }

    @Override
    public Wording forOperation(String operation) {
      return this;
    }

    @Override
    public boolean checksScanInNewerOrder() {
      return true;
    }

    /** An empty name in the start key of a Scan has no prefix: {@code scan_member_stages.rs}. */
    @Override
    public String message(String operation, Fault fault) {
      return operation.equals("Scan")
              && fault instanceof ReadFault.InvalidStartKeyValue start
              && start.value().kind() == ValueFault.Kind.EMPTY_ATTRIBUTE_NAME
          ? value(start.value())
          : Wording.super.message(operation, fault);
    }

    @Override
    public OtherTexts otherTexts() {
      return texts;
    }

    @Override
    public String toString() {
      return label();
    }
  }
}
