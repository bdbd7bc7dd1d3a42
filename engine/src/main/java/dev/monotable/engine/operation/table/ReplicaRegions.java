package dev.monotable.engine.operation.table;

import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.ReplicaFault;
import java.util.ArrayList;
import java.util.List;

/**
 * The Regions in which tables can have replicas. Regions that an account opts in to are enabled.
 */
final class ReplicaRegions {
  /**
   * The Regions of each partition: those of botocore 1.44.8, {@code partitions.json}. AWS's message
   * lists all of them and begins with these five (DDB-TABLE-223); the order of the others is not
   * known.
   */
  private static final List<List<String>> PARTITIONS =
      List.of(
          List.of(
              ("ap-south-2 ap-south-1 eu-south-1 eu-south-2 me-central-1 "
                      + "af-south-1 ap-east-1 ap-east-2 ap-northeast-1 ap-northeast-2 "
                      + "ap-northeast-3 ap-southeast-1 ap-southeast-2 ap-southeast-3 "
                      + "ap-southeast-4 ap-southeast-5 ap-southeast-6 ap-southeast-7 ca-central-1 "
                      + "ca-west-1 eu-central-1 eu-central-2 eu-north-1 eu-west-1 eu-west-2 "
                      + "eu-west-3 il-central-1 me-south-1 me-west-1 mx-central-1 sa-east-1 "
                      + "sa-west-1 us-east-1 us-east-2 us-west-1 us-west-2")
                  .split(" ")),
          List.of("cn-north-1", "cn-northwest-1"),
          List.of("us-gov-east-1", "us-gov-west-1"));

  /** The Regions with strong consistency: the Region sets of the developer guide, in any mix. */
  private static final List<String> STRONG =
      List.of(
          "us-east-1",
          "us-east-2",
          "us-west-2",
          "eu-west-1",
          "eu-west-2",
          "eu-west-3",
          "eu-central-1",
          "ap-northeast-1",
          "ap-northeast-2",
          "ap-northeast-3");

  private ReplicaRegions() {}

  /**
   * Checks that a table can have a replica, or a witness, in a Region.
   *
   * @param home the Region of the table
   * @throws FaultException if the Region does not exist in the partition of the table
   */
  static void require(String region, String home) {
    List<String> known = PARTITIONS.get(0);
    for (List<String> partition : PARTITIONS) {
      if (partition.contains(home)) {
        known = partition;
      }
    }
    if (!known.contains(region)) {
      throw new FaultException(ReplicaFault.Plain.UNKNOWN_REGION.with(region, known));
    }
  }

  /**
   * Checks that a global table in these Regions can have strong consistency.
   *
   * @throws FaultException that names those in which it cannot
   */
  static void requireStrong(List<String> regions) {
    List<String> unsupported = new ArrayList<>();
    for (String region : regions) {
      if (!STRONG.contains(region) && !unsupported.contains(region)) {
        unsupported.add(region);
      }
    }
    if (!unsupported.isEmpty()) {
      throw new FaultException(ReplicaFault.Plain.STRONG_REGIONS.with(unsupported));
    }
  }
}
