package dev.monotable.engine.error;

import dev.monotable.model.Operations;
import dev.monotable.value.ValueFault;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The wordings of the engine. */
final class Wordings {
  private static final String SCAN = Operations.SCAN.name();
  private static final String BATCH_WRITE = Operations.BATCH_WRITE_ITEM.name();
  private static final String TRANSACT_GET = Operations.TRANSACT_GET_ITEMS.name();
  private static final String TRANSACT_WRITE = Operations.TRANSACT_WRITE_ITEMS.name();

  static final Wording US_EAST_1 = new UsEast1Wording();
  static final Wording REGIONAL = new RegionalWording();
  static final Wording CLASSIC = new ClassicWording("classic", false, false);
  static final List<Wording> ALL = List.of(US_EAST_1, REGIONAL, CLASSIC);

  /** The recorded Regions in which the newer layer parses what it parses in us-east-1. */
  private static final String LIKE_US_EAST_1 =
      "ap-east-1 ap-northeast-1 ap-northeast-3 ap-south-1 ap-south-2 ap-southeast-2 "
          + "ap-southeast-6 ap-southeast-7 ca-central-1 ca-west-1 eu-central-2 eu-south-1 "
          + "eu-west-3 il-central-1 mx-central-1 sa-east-1 us-east-1 us-east-2 "
          + "us-west-2";

  /**
   * The wordings of the Regions that are recorded in parity {@code registry/splits.json} and {@code
   * captures/2026-10-07-sweep-follow-up.json} (Scan), {@code
   * captures/2026-10-08-transact-write-rollout.json} and {@code
   * captures/2026-10-08-transact-get-empty-transact-items.json} (transactions), and {@code
   * captures/2026-10-07-batch-empty-request-items.json} (BatchWriteItem).
   */
  static final Map<String, Wording> OF_REGIONS = ofRegions();

  private Wordings() {}

  private static Map<String, Wording> ofRegions() {
    Map<String, Wording> wordings = new HashMap<>();
    for (String region : LIKE_US_EAST_1.split(" ")) {
      wordings.put(region, US_EAST_1);
    }
    for (RegionWording region :
        List.of(
            new RegionWording("af-south-1", Set.of(SCAN)),
            new RegionWording("ap-east-2", Set.of(SCAN, BATCH_WRITE)),
            new RegionWording("ap-northeast-2", Set.of(SCAN, TRANSACT_GET, TRANSACT_WRITE)),
            new RegionWording("ap-southeast-1", Set.of(SCAN, BATCH_WRITE)),
            new RegionWording("ap-southeast-3", Set.of(SCAN)),
            new RegionWording("ap-southeast-4", Set.of(SCAN)),
            new RegionWording("ap-southeast-5", Set.of(SCAN)),
            new RegionWording("eu-central-1", Set.of(SCAN, BATCH_WRITE)),
            new RegionWording("eu-north-1", Set.of(BATCH_WRITE, TRANSACT_GET, TRANSACT_WRITE)),
            new RegionWording("us-west-1", Set.of(SCAN)))) {
      wordings.put(region.label(), region);
    }
    wordings.put("eu-south-2", new ClassicWording("eu-south-2", true, false));
    wordings.put("eu-west-1", new EuWest1Wording());
    wordings.put("eu-west-2", REGIONAL);
    wordings.put("me-central-1", CLASSIC);
    return Map.copyOf(wordings);
  }

  /** The wording of us-east-1 since October 2026: the default methods of {@link Wording}. */
  private static class UsEast1Wording implements Wording {
    @Override
    public String label() {
      return "us-east-1";
    }

    @Override
    public String toString() {
      return label();
    }
  }

  /** The wording of eu-west-1, which repeats itself for invalid vectors. */
  private static final class EuWest1Wording extends UsEast1Wording {
    private final Wording older = new ClassicWording("classic", false, true);

    @Override
    public String label() {
      return "eu-west-1";
    }

    @Override
    public String overlayTag() {
      return US_EAST_1.overlayTag();
    }

    @Override
    public Wording older() {
      return older;
    }

    @Override
    public boolean repeatsInvalidVector() {
      return true;
    }
  }

  /**
   * The wording of Regions such as eu-west-2 since October 2026. The new layer parses scans,
   * transactions and batches of writes too (dynoxide 3.2.0 {@code tests/scan_member_stages.rs};
   * parity {@code captures/2026-10-08-transact-write-rollout.json}). Everything else is as in
   * us-east-1.
   */
  private static final class RegionalWording implements Wording {
    private final OtherTexts texts = OtherWordings.regional(this);

    @Override
    public String label() {
      return "regional";
    }

    @Override
    public String overlayTag() {
      return label();
    }

    /**
     * Returns the older wording for BatchWriteItem, of which the newer layer checks the members
     * only. The older one checks its values in eu-west-2, too (parity {@code
     * tests/tier3/error-messages/valueLayers.test.ts}, 2026-10-09).
     */
    @Override
    public Wording forOperation(String operation) {
      return operation.equals(BATCH_WRITE) ? older() : this;
    }

    @Override
    public boolean boundsTransactedStatements() {
      return true;
    }

    @Override
    public boolean checksScanInNewerOrder() {
      return true;
    }

    /**
     * Omits the prefix for an empty name in the start key of a Scan, see {@code
     * scan_member_stages.rs}.
     */
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

  /**
   * The wording of a Region in which the newer layer parses some of the operations that it does not
   * parse in us-east-1.
   *
   * @param newer the names of these operations
   */
  private record RegionWording(String label, Set<String> newer) implements Wording {
    @Override
    public Wording forOperation(String operation) {
      return overlayWording(operation).forOperation(operation);
    }

    @Override
    public Wording overlayWording(String operation) {
      return newer.contains(operation) ? REGIONAL : US_EAST_1;
    }

    @Override
    public String toString() {
      return label;
    }
  }

  /**
   * The wording of the older layer of the service, which parsed all requests but those of Query in
   * May 2026.
   */
  private static final class ClassicWording implements Wording {
    private final String label;

    /** Whether the layer of 2026 parses BatchGetItem. */
    private final boolean newerBatchGet;

    private final boolean repeatsInvalidVector;
    private final OtherTexts texts = OtherWordings.classic(this);

    ClassicWording(String label, boolean newerBatchGet, boolean repeatsInvalidVector) {
      this.label = label;
      this.newerBatchGet = newerBatchGet;
      this.repeatsInvalidVector = repeatsInvalidVector;
    }

    @Override
    public boolean repeatsInvalidVector() {
      return repeatsInvalidVector;
    }

    @Override
    public String label() {
      return label;
    }

    @Override
    public String overlayTag() {
      return "classic";
    }

    @Override
    public Wording forOperation(String operation) {
      return switch (operation) {
        case "BatchGetItem" -> newerBatchGet ? Wording.usEast1() : this;
        case "Query", "SearchVectors" -> Wording.usEast1();
        default -> this;
      };
    }

    @Override
    public Wording overlayWording(String operation) {
      return forOperation(operation);
    }

    @Override
    public Wording older() {
      return this;
    }

    @Override
    public String message(String operation, Fault fault) {
      return message(fault);
    }

    @Override
    public boolean counts(String operation, FaultException failure) {
      return false;
    }

    /** Leaves only Query to the older layer: the layer of 2026 reads it in this wording too. */
    @Override
    public boolean leavesToOlder(String operation, Fault fault) {
      return operation.equals("Query") && Wording.super.leavesToOlder(operation, fault);
    }

    @Override
    public boolean boundsStatements() {
      return false;
    }

    @Override
    public boolean acceptsDeeperSubstitutes() {
      return true;
    }

    @Override
    public boolean checksWritesInOlderOrder() {
      return true;
    }

    @Override
    public boolean capitalizesMessageBesideItem() {
      return true;
    }

    @Override
    public boolean namesJavaClasses() {
      return true;
    }

    @Override
    public String value(ValueFault value) {
      return ValueTexts.OLDER.text(value);
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
