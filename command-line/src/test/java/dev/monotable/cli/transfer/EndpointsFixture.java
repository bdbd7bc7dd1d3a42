package dev.monotable.cli.transfer;

import static dev.monotable.testing.Calls.expire;
import static dev.monotable.testing.Calls.table;

import dev.monotable.cli.endpoint.EndpointClient;
import dev.monotable.cli.endpoint.EndpointConfig;
import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.limits.Limits;
import dev.monotable.formats.DatabaseDump;
import dev.monotable.http.MonotableServer;
import dev.monotable.http.ServerConfig;
import dev.monotable.json.Exchange;
import dev.monotable.json.ExchangeConfig;
import dev.monotable.model.AttributeDefinition;
import dev.monotable.model.CreateTableInput;
import dev.monotable.model.GlobalSecondaryIndex;
import dev.monotable.model.KeySchemaElement;
import dev.monotable.model.LocalSecondaryIndex;
import dev.monotable.model.Operations;
import dev.monotable.model.Projection;
import dev.monotable.model.ProvisionedThroughput;
import dev.monotable.model.StreamSpecification;
import dev.monotable.model.Tag;
import dev.monotable.testing.Calls;
import dev.monotable.value.Item;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import picocli.CommandLine;

/** Two servers with databases of their own. */
abstract class EndpointsFixture {
  final MonotableEngine left = MonotableEngine.create(EngineConfig.DEFAULT);

  /** Accepts smaller items only. */
  final MonotableEngine right =
      MonotableEngine.create(
          EngineConfig.builder()
              .limits(Limits.builder().item(item -> item.withMaxBytes(4000)).build())
              .build());

  final StringWriter out = new StringWriter();
  final StringWriter err = new StringWriter();
  private MonotableServer leftServer;
  private MonotableServer rightServer;

  @BeforeEach
  void start() throws IOException {
    leftServer = serve(left);
    rightServer = serve(right);
  }

  @AfterEach
  void stop() {
    leftServer.close();
    rightServer.close();
    left.close();
    right.close();
  }

  private static MonotableServer serve(MonotableEngine engine) throws IOException {
    return MonotableServer.start(
        new Exchange(engine, ExchangeConfig.standard()), ServerConfig.builder().port(0).build());
  }

  String leftUrl() {
    return leftServer.endpoint().toString();
  }

  String rightUrl() {
    return rightServer.endpoint().toString();
  }

  static EndpointClient open(String url) {
    return EndpointClient.of(EndpointConfig.of(url));
  }

  /** Runs a command in this process; returns its exit code. */
  int run(Callable<Integer> command, String... arguments) {
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    return new CommandLine(command)
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(arguments);
  }

  /** Returns what was printed, with names instead of the URLs. */
  String printed(StringWriter writer) {
    return writer
        .toString()
        .replace("\r\n", "\n")
        .replace(leftUrl(), "LEFT")
        .replace(rightUrl(), "RIGHT");
  }

  /** Creates a table with everything that a table can have. */
  static void createChat(MonotableEngine engine) {
    engine.call(
        Operations.CREATE_TABLE,
        CreateTableInput.builder()
            .tableName("Chat")
            .attributeDefinitions(
                List.of(
                    attribute("PK", "S"),
                    attribute("SK", "N"),
                    attribute("GSI1PK", "B"),
                    attribute("LSI1SK", "S")))
            .keySchema(key("PK", "SK"))
            .localSecondaryIndexes(
                List.of(
                    LocalSecondaryIndex.builder()
                        .indexName("LSI1")
                        .keySchema(key("PK", "LSI1SK"))
                        .projection(Projection.builder().projectionType("KEYS_ONLY").build())
                        .build()))
            .globalSecondaryIndexes(
                List.of(
                    GlobalSecondaryIndex.builder()
                        .indexName("GSI1")
                        .keySchema(
                            List.of(
                                KeySchemaElement.builder()
                                    .attributeName("GSI1PK")
                                    .keyType("HASH")
                                    .build()))
                        .projection(
                            Projection.builder()
                                .projectionType("INCLUDE")
                                .nonKeyAttributes(List.of("text"))
                                .build())
                        .provisionedThroughput(units(3, 4))
                        .build()))
            .provisionedThroughput(units(1, 2))
            .streamSpecification(
                StreamSpecification.builder()
                    .streamEnabled(true)
                    .streamViewType("NEW_AND_OLD_IMAGES")
                    .build())
            .tags(List.of(Tag.builder().key("team").value("chat").build()))
            .deletionProtectionEnabled(true)
            .build());
    expire(engine::call, "Chat", "expires");
  }

  static void createPlain(MonotableEngine engine, String name) {
    engine.call(Operations.CREATE_TABLE, table(name, "PK").build());
  }

  private static AttributeDefinition attribute(String name, String type) {
    return AttributeDefinition.builder().attributeName(name).attributeType(type).build();
  }

  private static List<KeySchemaElement> key(String partition, String sort) {
    return List.of(
        KeySchemaElement.builder().attributeName(partition).keyType("HASH").build(),
        KeySchemaElement.builder().attributeName(sort).keyType("RANGE").build());
  }

  private static ProvisionedThroughput units(long read, long write) {
    return ProvisionedThroughput.builder()
        .readCapacityUnits(read)
        .writeCapacityUnits(write)
        .build();
  }

  static void put(MonotableEngine engine, String table, String item) {
    Calls.put(engine::call, table, Item.parse(item));
  }

  /** Puts items with values of every type. */
  static void putChat(MonotableEngine engine, int count) {
    for (int i = 0; i < count; i++) {
      put(
          engine,
          "Chat",
          "{\"PK\":{\"S\":\"ROOM#"
              + i % 7
              + "\"},\"SK\":{\"N\":\""
              + i
              + ".5\"},\"GSI1PK\":{\"B\":\"AAE=\"},\"text\":{\"S\":\"Grüße, \\\"\\n"
              + "x".repeat(i % 300)
              + "\"},\"tags\":{\"SS\":[\"b\",\"a\"]},\"n\":{\"NS\":[\"1\",\"-2.5E+20\"]},"
              + "\"bs\":{\"BS\":[\"AQ==\"]},\"l\":{\"L\":[{\"BOOL\":true},{\"NULL\":true},"
              + "{\"M\":{\"k\":{\"N\":\"12345678901234567890123456789012345678\"}}}]}}");
    }
  }

  /** Returns the items of a table as lines, sorted by key. */
  static String items(MonotableEngine engine, String table) {
    ByteArrayOutputStream lines = new ByteArrayOutputStream();
    try (DatabaseDump dump = DatabaseDump.of(engine)) {
      dump.lines(table, lines);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
    return lines.toString(StandardCharsets.UTF_8);
  }
}
