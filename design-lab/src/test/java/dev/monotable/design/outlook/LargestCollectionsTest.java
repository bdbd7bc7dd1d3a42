package dev.monotable.design.outlook;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.design.file.DesignFile;
import dev.monotable.design.load.EntitySizes;
import dev.monotable.design.load.WorkloadEstimate;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LargestCollectionsTest {
  private static final String DESIGN =
      """
      design: Rooms
      tables:
        Rooms:
          partitionKey: PK
          sortKey: SK
          indexes:
            ByUser: {partitionKey: sender, sortKey: SK}
            ByState: {partitionKey: state, sortKey: SK, projection: KEYS_ONLY}
          entities:
            Room:
              keys: {PK: "ROOM#{roomId}", SK: ROOM}
              count: 100
              bytes: 300
            Message:
              keys: {PK: "ROOM#{roomId}", SK: "{sentAt}", sender: "USER#{userId}"}
              count: 100_000
              bytes: 200
            Task:
              keys: {PK: "TASK#{taskId}", SK: TASK, state: OPEN}
              count: 5_000
              bytes: 400
      patterns:
        send:
          operation: PutItem
          key: PK = ROOM#{roomId} and SK = {sentAt}
          frequency: 1/s
      """;

  @TempDir private Path directory;

  /** 100 rooms by their items, with 1,000 messages each. */
  @Test
  void itemsWithAConstantSortKeyShowTheNumberOfKeys() throws Exception {
    assertThat(sizes(DESIGN).largest("send"))
        .isEqualTo(new LargestCollection("Rooms", "ROOM#{roomId}", 1_001, 200_300));
  }

  /** All open tasks have one key: state 5 + OPEN 4, PK 2 + TASK# 5 + 24, SK 2 + TASK 4 bytes. */
  @Test
  void aConstantKeyHasAllEntries() throws Exception {
    assertThat(sizes(DESIGN).largest())
        .isEqualTo(new LargestCollection("Rooms.ByState", "OPEN", 5_000, 5_000 * 46));
  }

  @Test
  void keysOfUnknownNumberAreNamed() throws Exception {
    assertThat(sizes(DESIGN).unknown()).containsExactly("Rooms.ByUser USER#{userId}");
    String read = "  messages of a user:\n    operation: Query\n    index: ByUser\n";
    String known = read + "    key: sender = :id\n    distribution: uniform over 50\n";
    assertThat(sizes(DESIGN + known.replace(":id", "USER#{userId}")).unknown()).isEmpty();
  }

  /** The most frequent of 100 keys has 1 / (1 + 1/2 + … + 1/100) = 19.2776 % of all puts. */
  @Test
  void anUnevenDistributionOfPutsMakesOneCollectionLarger() throws Exception {
    String uneven = "frequency: 1/s\n    distribution: zipf(1) over 100";
    assertThat(sizes(DESIGN.replace("frequency: 1/s", uneven)).largest("send"))
        .isEqualTo(new LargestCollection("Rooms", "ROOM#{roomId}", 19_278.6, 3_855_810));
    // Ten collections for each key, such as one for each day.
    String days =
        DESIGN.replace("count: 100_000\n", "count: 100_000\n        perCollection: 100\n");
    assertThat(sizes(days.replace("frequency: 1/s", uneven)).largest("send"))
        .isEqualTo(new LargestCollection("Rooms", "ROOM#{roomId}", 1_928.76, 385_851));
  }

  private LargestCollections sizes(String design) throws Exception {
    Path file = directory.resolve("design.yaml");
    Files.writeString(file, design);
    return new LargestCollections(
        WorkloadEstimate.of(DesignFile.read(file), null, 730), new EntitySizes(null));
  }
}
