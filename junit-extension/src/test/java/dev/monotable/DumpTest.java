package dev.monotable;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.monotable.formats.item.LoadSummary;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Tests the texts of tables, and that their lines of JSON give the same tables again. */
class DumpTest {
  private static final String SCHEMA = "junit/schemas/create-table.json";

  @TempDir Path directory;

  private final Monotable db =
      Monotable.builder().schema(SCHEMA).table("Counters", Counter.class).createFor(DumpTest.class);

  @AfterEach
  void close() {
    db.close();
  }

  @Test
  void tablesAndIndexesAreTextsForPeople() {
    put("ROOM#1", "MSG#2", Map.of("author", AttributeValue.fromS("Bob")));
    put(
        "ROOM#1",
        "MSG#1",
        Map.of("author", AttributeValue.fromS("Ada"), "sentAt", AttributeValue.fromN("7")));
    put("ROOM#2", "MSG#1", Map.of("seen", AttributeValue.fromSs(List.of("b", "a"))));

    String chat =
        """
        Chat (PK, SK): 3 items
        "ROOM#1"  "MSG#1"  author: "Ada", sentAt: 7
                  "MSG#2"  author: "Bob"
        "ROOM#2"  "MSG#1"  seen: <"a", "b">
        """;
    assertThat(db.dump("Chat")).isEqualTo(chat);
    assertThat(db.dump("Chat", "ByAuthor"))
        .isEqualTo(
            """
            Chat.ByAuthor (author, sentAt): 1 item
            "Ada"  7  PK: "ROOM#1", SK: "MSG#1"
            """);
    assertThat(db.dump()).isEqualTo(chat + "\nCounters (id): 0 items\n");
  }

  @Test
  void linesOfJsonGiveTheSameTablesAgain() throws Exception {
    Map<String, AttributeValue> all = new LinkedHashMap<>();
    all.put("digits", AttributeValue.fromN("-1234567890.1234567890123456789012345678"));
    all.put("large", AttributeValue.fromN("9.9999999999999999999999999999999999999E+125"));
    all.put("small", AttributeValue.fromN("1E-130"));
    all.put("text ü 😀", AttributeValue.fromS("line\n\"two\"\u0000\u2028 \\ 日本語 😀"));
    all.put("empty", AttributeValue.fromS(""));
    all.put("binary", AttributeValue.fromB(bytes(0, 255, 128)));
    all.put("strings", AttributeValue.fromSs(List.of("", "b", "é")));
    all.put("numbers", AttributeValue.fromNs(List.of("1", "2.50", "-3E+40")));
    all.put("binaries", AttributeValue.fromBs(List.of(bytes(), bytes(1, 2))));
    all.put("yes", AttributeValue.fromBool(true));
    all.put("nothing", AttributeValue.fromNul(true));
    all.put(
        "nested",
        AttributeValue.fromM(
            Map.of(
                "list",
                AttributeValue.fromL(
                    List.of(AttributeValue.fromM(Map.of()), AttributeValue.fromB(bytes(7)))))));
    put("ROOM#1", "ä", all);
    put("ROOM#1", "b", Map.of());
    db.client()
        .putItem(r -> r.tableName("Counters").item(Map.of("id", AttributeValue.fromN("10"))));
    db.client().putItem(r -> r.tableName("Counters").item(Map.of("id", AttributeValue.fromN("9"))));
    assertThat(db.dumpJson("Counters"))
        .isEqualTo("{\"Item\":{\"id\":{\"N\":\"9\"}}}\n{\"Item\":{\"id\":{\"N\":\"10\"}}}\n");

    Path chat = Files.writeString(directory.resolve("Chat.json"), db.dumpJson("Chat"));
    Path tables = directory.resolve("all.json");
    db.dumpTo(tables);
    Path counters = directory.resolve("counters.json");
    db.dumpTo(counters, "Counters");

    assertThat(Files.readString(counters))
        .isEqualTo(
            """
            {"TableName":"Counters","Item":{"id":{"N":"9"}}}
            {"TableName":"Counters","Item":{"id":{"N":"10"}}}
            """);
    try (Monotable copy =
            Monotable.builder()
                .schema(SCHEMA)
                .table("Counters", Counter.class)
                .seed(tables)
                .createFor(DumpTest.class);
        Monotable other = Monotable.builder().schema(SCHEMA).createFor(DumpTest.class)) {
      assertThat(copy.dumpJson("Chat")).isEqualTo(db.dumpJson("Chat"));
      assertThat(copy.dumpJson("Counters")).isEqualTo(db.dumpJson("Counters"));
      assertThat(copy.client().scan(r -> r.tableName("Chat")).items())
          .isEqualTo(db.client().scan(r -> r.tableName("Chat")).items());
      assertThat(other.load(chat)).isEqualTo(new LoadSummary(0, 2, 0, List.of()));
      assertThat(other.dumpJson("Chat")).isEqualTo(db.dumpJson("Chat"));
    }
  }

  @Test
  void dumpsAreNoRequestsAndHaveNoFaults() {
    db.faults().on().serverError();

    assertThat(db.dump("Chat")).isEqualTo("Chat (PK, SK): 0 items\n");
    assertThat(db.dumpJson("Chat")).isEmpty();
    assertThat(db.requests()).isEmpty();
    assertThat(db.faults().rules().get(0).matched()).isZero();
  }

  @Test
  void anUnknownTableOrIndexAndAnInvalidFileAreReported() {
    assertThatThrownBy(() -> db.dump("Nothing"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Requested resource not found: Table: Nothing not found");
    assertThatThrownBy(() -> db.dumpJson("Nothing"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Requested resource not found: Table: Nothing not found");
    assertThatThrownBy(() -> db.dumpTo(directory.resolve("dump.json"), "Nothing"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("Requested resource not found: Table: Nothing not found");
    assertThatThrownBy(() -> db.dump("Chat", "Nothing"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("The table does not have the specified index: Nothing");
    assertThatThrownBy(() -> db.dumpTo(directory))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining(directory.toString());
  }

  @Test
  void anInvalidFileChangesNothing() throws Exception {
    Path seed =
        Files.writeString(
            directory.resolve("chat.json"), "[{\"PK\": \"a\", \"SK\": \"1\"},\n{\"PK\": \"a\"}]");

    assertThatThrownBy(() -> db.load(seed))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            seed
                + ":2:1: One or more parameter values were invalid: Missing the key SK in the item");
    assertThatThrownBy(() -> db.load(DataFiles.create().seedInto("Nothing", seed)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(seed + ": there is no table 'Nothing'; the tables are Chat, Counters");
    assertThat(db.dump("Chat")).isEqualTo("Chat (PK, SK): 0 items\n");
  }

  private void put(String partition, String sort, Map<String, AttributeValue> attributes) {
    Map<String, AttributeValue> item = new LinkedHashMap<>();
    item.put("PK", AttributeValue.fromS(partition));
    item.put("SK", AttributeValue.fromS(sort));
    item.putAll(attributes);
    db.client().putItem(r -> r.tableName("Chat").item(item));
  }

  private static SdkBytes bytes(int... values) {
    byte[] bytes = new byte[values.length];
    for (int i = 0; i < values.length; i++) {
      bytes[i] = (byte) values[i];
    }
    return SdkBytes.fromByteArray(bytes);
  }
}
