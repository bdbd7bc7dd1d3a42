package dev.monotable.formats;

import static dev.monotable.testing.Calls.scan;
import static dev.monotable.testing.Calls.tableNames;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.ManualTime;
import dev.monotable.engine.database.Database;
import dev.monotable.engine.database.Region;
import dev.monotable.engine.limits.Delays;
import dev.monotable.formats.item.LoadSummary;
import dev.monotable.model.GlobalTableWitnessDescription;
import dev.monotable.model.TableDescription;
import dev.monotable.testing.Calls;
import dev.monotable.text.DataFileException;
import dev.monotable.text.FilePosition;
import dev.monotable.text.Notice;
import dev.monotable.value.Item;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Loads files whose tables have replicas into the Regions of a database. */
class ReplicaLoaderTest {
  private static final String TEMPLATE =
      """
      Resources:
        Things:
          Type: AWS::DynamoDB::GlobalTable
          Properties:
            TableName: Things
            BillingMode: PAY_PER_REQUEST
            KeySchema: [{AttributeName: k, KeyType: HASH}]
            AttributeDefinitions: [{AttributeName: k, AttributeType: S}]
      """;
  private static final String EVENTUAL =
      TEMPLATE
          + """
                Replicas: [{Region: us-east-1}, {Region: eu-west-1}]
          """;
  private static final String STRONG =
      TEMPLATE
          + """
                MultiRegionConsistency: STRONG
                GlobalTableWitnesses: [{Region: us-west-2}]
                Replicas: [{Region: us-east-1}, {Region: us-east-2}]
          """;

  @TempDir Path directory;

  private final ManualTime time = new ManualTime(Instant.parse("2026-01-01T00:00:00Z"));
  private final Region home =
      Database.create(
              EngineConfig.builder()
                  .clock(time)
                  .scheduler(time)
                  .seed(7)
                  .delays(Delays.builder().createTable(Duration.ofHours(1)).build())
                  .build())
          .home();

  @AfterEach
  void close() {
    home.database().close();
  }

  private Path write(String name, String content) throws Exception {
    return Files.writeString(directory.resolve(name), content);
  }

  private List<String> regions() {
    return home.database().regions().stream().map(Region::name).toList();
  }

  private static TableDescription describe(Region region) {
    return Objects.requireNonNull(Calls.describe(region.engine()::call, "Things"));
  }

  private static List<Item> items(Region region) {
    return Objects.requireNonNull(scan(region.engine()::call, "Things"));
  }

  private static void put(Region region, String key) {
    Calls.put(region.engine()::call, "Things", Item.of("k", key));
  }

  @Test
  void itemsAreInAllReplicasAtOnce() throws Exception {
    LoadSummary loaded =
        DatabaseLoader.load(
            home, write("t.yaml", EVENTUAL), write("Things.json", "[{\"k\": \"a\"}]"));

    assertThat(loaded).isEqualTo(new LoadSummary(1, 1, 0, List.of()));
    assertThat(regions()).containsExactly("us-east-1", "eu-west-1");
    Region europe = home.database().in("eu-west-1");
    for (Region region : List.of(home, europe)) {
      assertThat(items(region)).containsExactly(Item.of("k", "a"));
      assertThat(describe(region).tableStatus()).isEqualTo("ACTIVE");
      assertThat(describe(region).multiRegionConsistency()).isNull();
    }
    assertThat(describe(europe).tableArn())
        .isEqualTo("arn:aws:dynamodb:eu-west-1:000000000000:table/Things");
    assertThat(describe(home).replicas())
        .extracting(replica -> replica.regionName() + " " + replica.replicaStatus())
        .containsExactly("eu-west-1 ACTIVE");

    put(europe, "b");
    assertThat(items(home)).containsExactlyInAnyOrder(Item.of("k", "a"), Item.of("k", "b"));
  }

  @Test
  void eachReplicaIsCreatedByItself() throws Exception {
    DatabaseLoader.load(
        home, write("t.yaml", EVENTUAL.replace("eu-west-1}", "eu-west-1}, {Region: sa-east-1}")));

    assertThat(regions()).containsExactly("us-east-1", "eu-west-1", "sa-east-1");
    put(home.database().in("sa-east-1"), "a");
    assertThat(items(home.database().in("eu-west-1"))).containsExactly(Item.of("k", "a"));
  }

  @Test
  void aTableWithStrongConsistencyHasItemsAndAWitness() throws Exception {
    LoadSummary loaded =
        DatabaseLoader.load(
            home, write("t.yaml", STRONG), write("Things.json", "[{\"k\": \"a\"}]"));

    assertThat(loaded).isEqualTo(new LoadSummary(1, 1, 0, List.of()));
    assertThat(regions()).containsExactly("us-east-1", "us-east-2");
    assertThat(describe(home).multiRegionConsistency()).isEqualTo("STRONG");
    assertThat(describe(home).globalTableWitnesses())
        .containsExactly(new GlobalTableWitnessDescription("us-west-2", "ACTIVE"));
    Region ohio = home.database().in("us-east-2");
    assertThat(items(ohio)).containsExactly(Item.of("k", "a"));

    put(ohio, "b");
    assertThat(items(home)).containsExactlyInAnyOrder(Item.of("k", "a"), Item.of("k", "b"));
  }

  @Test
  void resetReturnsToTheFilesInAllRegions() throws Exception {
    DatabaseLoader.load(home, write("t.yaml", STRONG), write("Things.json", "[{\"k\": \"a\"}]"));
    home.setResetPoint();
    put(home, "b");

    home.reset();

    Region ohio = home.database().in("us-east-2");
    assertThat(items(home)).containsExactly(Item.of("k", "a"));
    assertThat(items(ohio)).containsExactly(Item.of("k", "a"));
    put(ohio, "c");
    assertThat(items(home)).containsExactlyInAnyOrder(Item.of("k", "a"), Item.of("k", "c"));
  }

  @Test
  void regionsThatExistKeepWhatTheyHave() throws Exception {
    DatabaseLoader.load(home, write("t.yaml", EVENTUAL));
    put(home.database().in("eu-west-1"), "a");
    String other = EVENTUAL.replace("Things", "Other");

    LoadSummary loaded = DatabaseLoader.load(home, write("other.yaml", other));

    assertThat(loaded).isEqualTo(new LoadSummary(1, 0, 0, List.of()));
    for (Region region : home.database().regions()) {
      assertThat(items(region)).containsExactly(Item.of("k", "a"));
      assertThat(tableNames(region.engine()::call)).containsExactly("Other", "Things");
    }
    put(home.database().in("eu-west-1"), "b");
    assertThat(items(home)).hasSize(2);
  }

  @Test
  void aFurtherRegionIsLoadedAsTheFirst() throws Exception {
    DatabaseLoader.load(home, write("own.yaml", TEMPLATE.replace("GlobalTable", "Table")));
    Region europe = home.database().add("eu-west-1");

    DatabaseLoader.load(europe, write("other.yaml", EVENTUAL.replace("Things", "Other")));

    assertThat(tableNames(home.engine()::call)).containsExactly("Other", "Things");
    assertThat(tableNames(europe.engine()::call)).containsExactly("Other");
  }

  @Test
  void nothingChangesIfAReplicaCannotBeCreated() throws Exception {
    Path file = write("t.yaml", STRONG.replace("us-west-2", "us-west-1"));

    assertThatThrownBy(() -> DatabaseLoader.load(home, file))
        .isInstanceOf(DataFileException.class)
        .hasMessage(
            file
                + ":2:3: Unsupported Region(s) specified for global tables with"
                + " MultiRegionConsistency set to STRONG: [us-west-1].");
    assertThat(regions()).containsExactly("us-east-1");
    assertThat(tableNames(home.engine()::call)).isEmpty();
  }

  @Test
  void anEngineAloneHasNoReplicas() throws Exception {
    Path file = write("t.yaml", STRONG);

    assertThat(DatabaseLoader.load(home.engine(), file))
        .isEqualTo(
            new LoadSummary(
                1,
                0,
                0,
                List.of(
                    new Notice(
                        new FilePosition(file, 2, 3),
                        "the table 'Things' is not created in us-east-2, us-west-2"))));
    assertThat(regions()).containsExactly("us-east-1");
  }
}
