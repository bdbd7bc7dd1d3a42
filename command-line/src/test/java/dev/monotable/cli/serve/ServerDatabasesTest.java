package dev.monotable.cli.serve;

import static dev.monotable.testing.Calls.drop;
import static dev.monotable.testing.Calls.scan;
import static dev.monotable.testing.Calls.table;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.ManualTime;
import dev.monotable.engine.database.Databases;
import dev.monotable.engine.database.NewDatabase;
import dev.monotable.engine.database.Region;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.request.Caller;
import dev.monotable.engine.request.RequestEnvelope;
import dev.monotable.formats.item.SeedFile;
import dev.monotable.model.DescribeLimitsInput;
import dev.monotable.model.Operations;
import dev.monotable.model.ScanInput;
import dev.monotable.schema.OperationSchema;
import dev.monotable.testing.Calls;
import dev.monotable.value.Item;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests what the databases of a server start with, which end, and which are kept. */
class ServerDatabasesTest {
  private static final Item SEED = Item.of("PK", "a");
  private static final Item OWN = Item.of("PK", "b");

  @TempDir Path directory;
  private final ManualTime time = new ManualTime(Instant.parse("2026-11-23T12:00:00Z"));
  private final EngineConfig base = EngineConfig.builder().clock(time).scheduler(time).build();
  private final ServeOptions options = new ServeOptions();

  @BeforeEach
  void writeFiles() throws Exception {
    Path schema =
        Files.writeString(
            directory.resolve("schema.yaml"),
            """
            Resources:
              Things:
                Type: AWS::DynamoDB::Table
                Properties:
                  TableName: Things
                  BillingMode: PAY_PER_REQUEST
                  AttributeDefinitions: [{AttributeName: PK, AttributeType: S}]
                  KeySchema: [{AttributeName: PK, KeyType: HASH}]
            """);
    options.schemas = List.of(schema);
    options.seeds =
        List.of(
            SeedFile.of(Files.writeString(directory.resolve("seed.json"), "[{\"PK\": \"a\"}]")));
  }

  private ServerDatabases databases() {
    return new ServerDatabases(options, base, new PrintStream(PrintStream.nullOutputStream()));
  }

  @Test
  void policiesDecideAboutEveryDatabase() throws Exception {
    Path policy = scanPolicy();
    options.policies = List.of("READER=" + policy);
    try (Databases databases = databases().open()) {
      Region created = databases.create(NewDatabase.DEFAULT).home();
      for (Region database :
          List.of(databases.find(new Caller.Client("READER", "us-east-1")), created)) {
        ScanInput scan = ScanInput.builder().tableName("Things").build();
        RequestEnvelope envelope = new RequestEnvelope();
        envelope.sign(new Caller.Client("READER", "us-east-1"));
        assertThat(database.engine().call(Operations.SCAN, scan, envelope).items())
            .containsExactly(SEED);
        envelope.sign(new Caller.Client("OTHER", "us-east-1"));
        assertThatThrownBy(() -> database.engine().call(Operations.SCAN, scan, envelope))
            .hasMessage(
                "User: arn:aws:iam::000000000000:user/OTHER is not authorized to perform:"
                    + " dynamodb:Scan on resource:"
                    + " arn:aws:dynamodb:us-east-1:000000000000:table/Things because no"
                    + " identity-based policy allows the dynamodb:Scan action");
      }
    }
  }

  /** The access key of 12 digits is the account of its tables, and so that of its principal. */
  @Test
  void aPrincipalIsInTheAccountOfItsDatabase() throws Exception {
    options.splitByCredentials = true;
    Path policy = scanPolicy();
    Path list =
        Files.writeString(
            directory.resolve("principals.yaml"),
            "principals:\n  \"444455556666\": {role: App, policies: [policy.json]}\n");
    options.policies = List.of("111122223333=" + policy, list.toString());
    try (Databases databases = databases().open()) {
      for (String key : List.of("111122223333", "444455556666")) {
        Caller.Client caller = new Caller.Client(key, "us-east-1");
        Region database = databases.find(caller);
        RequestEnvelope envelope = new RequestEnvelope();
        envelope.sign(caller);
        ScanInput scan = ScanInput.builder().tableName("Things").build();
        assertThat(database.engine().call(Operations.SCAN, scan, envelope).items())
            .containsExactly(SEED);
        assertThatThrownBy(
                () ->
                    database
                        .engine()
                        .call(
                            Operations.DESCRIBE_LIMITS,
                            DescribeLimitsInput.builder().build(),
                            envelope))
            .hasMessageContaining(key.startsWith("1") ? "iam::" + key : "sts::" + key);
      }
    }
  }

  @Test
  void aDeniedRequestCreatesNoDatabase() throws Exception {
    options.splitByCredentials = true;
    Path policy = scanPolicy();
    options.policies = List.of("READER=" + policy);
    try (Databases databases = databases().open()) {
      for (String key : List.of("READER", "OTHER")) {
        assertThatThrownBy(
                () ->
                    first(
                        databases,
                        key,
                        Operations.DESCRIBE_LIMITS,
                        DescribeLimitsInput.builder().build()))
            .hasMessageContaining("user/" + key + " is not authorized to perform");
      }
      assertThat(databases.list()).isEmpty();
      ScanInput scan = ScanInput.builder().tableName("Things").build();
      assertThat(first(databases, "READER", Operations.SCAN, scan).items()).containsExactly(SEED);
      assertThat(databases.list()).hasSize(1);
      assertThatThrownBy(() -> first(databases, "OTHER", Operations.SCAN, scan))
          .hasMessageContaining("user/OTHER is not authorized to perform");
      assertThat(databases.list()).hasSize(1);
    }
  }

  private static <I extends Record, O extends Record> O first(
      Databases databases, String key, OperationSchema<I, O> operation, I request) {
    Caller.Client caller = new Caller.Client(key, "us-east-1");
    RequestEnvelope envelope = new RequestEnvelope();
    envelope.sign(caller);
    return databases.reach(caller).call(operation, request, envelope);
  }

  private static List<Item> items(Region database) {
    return scan(database.engine()::call, "Things");
  }

  private static void put(Region database, Item item) {
    Calls.put(database.engine()::call, "Things", item);
  }

  private void waitUntilIdle() {
    time.advance(Duration.ofSeconds(1));
    time.advance(Duration.ofMinutes(10));
  }

  @Test
  void aNewDatabaseStartsWithTheFilesOfTheServer() throws Exception {
    try (Databases all = databases().open()) {
      put(all.find(new Caller.Client("any", "us-east-1")), OWN);

      assertThat(items(all.create(NewDatabase.DEFAULT).home())).containsExactly(SEED);
      assertThat(items(all.create(NewDatabase.DEFAULT.withRegion("eu-west-1")).home()))
          .containsExactly(SEED);
      Region empty = all.create(NewDatabase.DEFAULT.withoutTables()).home();
      assertThatThrownBy(() -> items(empty))
          .isInstanceOf(DynamoException.class)
          .hasMessageContaining("not found");
    }
  }

  @Test
  void aNewDatabaseIsResetToTheFilesOfTheServer() throws Exception {
    try (Databases all = databases().open()) {
      Region database = all.create(NewDatabase.DEFAULT).home();
      put(database, OWN);
      database.reset();
      assertThat(items(database)).containsExactly(SEED);
    }
  }

  @Test
  void anUnchangedDatabaseOfCredentialsEndsWhenNobodyUsesIt() throws Exception {
    options.splitByCredentials = true;
    options.maxDatabases = 2;
    try (Databases all = databases().open()) {
      Caller.Client first = new Caller.Client("a", "us-east-1");
      Caller.Client second = new Caller.Client("b", "eu-west-1");
      Region unchanged = all.find(first);
      Region changed = all.find(second);
      put(changed, OWN);
      waitUntilIdle();

      assertThat(all.list()).containsExactly(changed);
      assertThat(all.find(first)).isNotSameAs(unchanged);
      assertThat(items(all.find(first))).containsExactly(SEED);
      assertThat(all.find(second)).isSameAs(changed);
    }
  }

  @Test
  void aDatabaseThatIsEmptyAgainEndsWhenNobodyUsesIt() throws Exception {
    options.splitByCredentials = true;
    options.schemas = List.of();
    options.seeds = List.of();
    try (Databases all = databases().open()) {
      Region database = all.find(new Caller.Client("a", "us-east-1"));
      database.engine().call(Operations.CREATE_TABLE, table("Things", "PK").build());
      waitUntilIdle();
      assertThat(all.list()).containsExactly(database);

      drop(database.engine()::call, "Things");
      waitUntilIdle();
      assertThat(all.list()).isEmpty();
    }
  }

  @Test
  void aDatabaseInADirectoryDoesNotEnd() throws Exception {
    options.splitByCredentials = true;
    options.data = directory.resolve("data");
    ServerDatabases server = databases();
    Databases all = server.open();
    Region kept = all.find(new Caller.Client("a", "us-east-1"));
    waitUntilIdle();
    assertThat(all.list()).containsExactly(kept);
    assertThat(server.end()).isEmpty();
  }

  @Test
  void anEmptyAccessKeyHasDatabasesOfItsOwn() throws Exception {
    options.splitByCredentials = true;
    options.data = directory.resolve("data");
    ServerDatabases server = databases();
    Databases all = server.open();
    put(all.find(new Caller.Client("", "us-east-1")), OWN);
    assertThat(items(all.find(new Caller.Client("", "eu-west-1")))).containsExactly(SEED);
    assertThat(server.end()).isEmpty();

    options.splitByCredentials = false;
    ServerDatabases later = databases();
    Databases again = later.open();
    assertThat(items(again.find(new Caller.Client("", "us-east-1")))).containsExactly(SEED);
    assertThat(later.end()).isEmpty();
  }

  @Test
  void databasesWithANameAreKept() throws Exception {
    options.data = directory.resolve("data");
    ServerDatabases server = databases();
    Databases all = server.open();
    Region shared = all.find(new Caller.Client("any", "us-east-1"));
    put(shared, OWN);
    Region named =
        all.create(NewDatabase.DEFAULT.withName("First_1").withRegion("eu-west-1")).home();
    Region fork =
        all.fork(shared, shared.engine().snapshot(), NewDatabase.DEFAULT.withName("fork.2")).home();
    Region dropped = all.create(NewDatabase.DEFAULT.withName("dropped")).home();
    Region unnamed = all.create(NewDatabase.DEFAULT).home();
    put(named, Item.of("PK", "c"));
    all.drop(dropped.id());
    assertThat(server.end()).isEmpty();

    ServerDatabases later = databases();
    Databases again = later.open();
    assertThat(again.list())
        .extracting(Region::identity)
        .containsExactlyInAnyOrder(shared.identity(), named.identity(), fork.identity());
    assertThat(items(again.find(new Caller.Client(named.id(), "us-east-1"))))
        .containsExactlyInAnyOrder(SEED, Item.of("PK", "c"));
    assertThat(items(again.find(new Caller.Client(fork.id(), "us-east-1"))))
        .containsExactlyInAnyOrder(SEED, OWN);
    for (Region ended : List.of(dropped, unnamed)) {
      assertThatThrownBy(() -> again.find(new Caller.Client(ended.id(), "us-east-1")))
          .hasMessageContaining(ended.id());
    }
    assertThat(later.takeNotices())
        .containsExactly(
            options.data + " has a database already; --schema and --seed were not applied to it");
    assertThat(later.end()).isEmpty();
    try (Stream<Path> files = Files.list(options.data)) {
      assertThat(files.filter(Files::isDirectory)).hasSize(3);
    }
  }

  @Test
  void aDatabaseThatIsKeptDoesNotExpire() throws Exception {
    options.data = directory.resolve("data");
    ServerDatabases server = databases();
    Databases all = server.open();
    NewDatabase settings =
        NewDatabase.DEFAULT.withName("first").withExpireAfter(Duration.ofHours(1));
    assertThatThrownBy(() -> all.create(settings))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a database with a name is kept in the data directory, and does not expire");
    assertThat(all.list()).hasSize(1);
    assertThat(server.end()).isEmpty();
  }

  /** Writes a policy that allows Scan alone, and returns its file. */
  private Path scanPolicy() throws IOException {
    return Files.writeString(
        directory.resolve("policy.json"),
        "{\"Statement\": {\"Effect\": \"Allow\", \"Action\": \"dynamodb:Scan\","
            + " \"Resource\": \"*\"}}");
  }
}
