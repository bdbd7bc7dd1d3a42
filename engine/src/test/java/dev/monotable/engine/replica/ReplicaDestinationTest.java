package dev.monotable.engine.replica;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.engine.KinesisChange;
import dev.monotable.engine.database.GlobalTables;
import dev.monotable.model.KinesisStreamingDestinationInput;
import dev.monotable.model.Operations;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The Kinesis destinations of the replicas of a global table, which belong to each replica. */
class ReplicaDestinationTest {
  private static final String EAST = GlobalTables.HOME;
  private static final String OHIO = "us-east-2";
  private static final String WEST = "us-west-2";

  private static String stream(String region) {
    return "arn:aws:kinesis:" + region + ":000000000000:stream/changes";
  }

  private static void enable(GlobalTables table, String region) {
    table
        .in(region)
        .engine()
        .call(
            Operations.ENABLE_KINESIS_STREAMING_DESTINATION,
            KinesisStreamingDestinationInput.builder()
                .tableName(GlobalTables.NAME)
                .streamArn(stream(region))
                .build());
  }

  /** Returns the changes that a destination receives, as the items before and after. */
  private static List<String> changes(GlobalTables table, String region) {
    List<String> changes = new ArrayList<>();
    for (KinesisChange change :
        table
            .in(region)
            .engine()
            .kinesisOutbox()
            .changes(GlobalTables.NAME, stream(region), 0, 1000)) {
      changes.add(change.oldImage() + " -> " + change.newImage());
    }
    return changes;
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aDestinationGetsTheWritesOfAllRegionsOnce(boolean strong) {
    GlobalTables table = new GlobalTables();
    try (table) {
      if (strong) {
        table.withStrongReplicas(OHIO, WEST);
      } else {
        table.withReplicas(OHIO, WEST);
      }
      enable(table, OHIO);
      table.put(EAST, "a", 1);
      table.home.replication().deliver();
      table.put(OHIO, "a", 2);
      table.home.replication().deliver();
      table.delete(WEST, "a");
      table.home.replication().deliver();
      String one = "{\"PK\":{\"S\":\"a\"},\"V\":{\"N\":\"1\"}}";
      String two = "{\"PK\":{\"S\":\"a\"},\"V\":{\"N\":\"2\"}}";
      assertThat(changes(table, OHIO))
          .containsExactly("null -> " + one, one + " -> " + two, two + " -> null");
      assertThat(table.in(EAST).engine().kinesisOutbox().destinations()).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aDestinationGetsWhatItsRegionHasMissedWhenThatIsConnectedAgain(boolean strong) {
    GlobalTables table = new GlobalTables();
    try (table) {
      if (strong) {
        table.withStrongReplicas(OHIO, WEST);
      } else {
        table.withReplicas(OHIO, WEST);
      }
      enable(table, OHIO);
      table.home.replication().cut(OHIO);
      table.put(EAST, "a", 1);
      assertThat(changes(table, OHIO)).isEmpty();
      table.home.replication().reconnect(OHIO);
      table.home.replication().deliver();
      assertThat(changes(table, OHIO))
          .containsExactly("null -> {\"PK\":{\"S\":\"a\"},\"V\":{\"N\":\"1\"}}");
    }
  }
}
