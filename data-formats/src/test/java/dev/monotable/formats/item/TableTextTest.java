package dev.monotable.formats.item;

import static org.assertj.core.api.Assertions.assertThat;

import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

class TableTextTest extends SeedFixture {
  @Test
  void itemsAreSortedByKeyAndCollectionsAreTogether() throws Exception {
    loadChat();

    assertThat(TableText.standard().of(database, "Chat"))
        .isEqualTo(
            """
            Chat (PK, SK): 4 items
            "ROOM#1"   "MSG#1"   tags: ["a", 1, {b: null}], text: "ä😀"
                       "MSG#10"  sentAt: 7
                       "MSG#2"   GSI1PK: "USER#1", sentAt: 9
            "ROOM#10"  "MSG#1"   GSI1PK: "USER#1", "odd name": 1, sentAt: -1000, text: "line\\n\\"two\\""
            """);
  }

  @Test
  void theEntriesOfAnIndexAreSortedByItsKeys() throws Exception {
    loadChat();

    assertThat(TableText.standard().of(database, "Chat", "GSI1"))
        .isEqualTo(
            """
            Chat.GSI1 (GSI1PK, sentAt): 2 items
            "USER#1"  -1000  PK: "ROOM#10", SK: "MSG#1", "odd name": 1, text: "line\\n\\"two\\""
                          9  PK: "ROOM#1", SK: "MSG#2"
            """);
  }

  private void loadChat() throws Exception {
    load(
        "Chat="
            + write(
                "chat.json",
                """
                {"PK": "ROOM#10", "SK": "MSG#1", "sentAt": -1000, "GSI1PK": "USER#1",
                 "text": "line\\n\\"two\\"", "odd name": 1}
                {"PK": "ROOM#1", "SK": "MSG#2", "sentAt": 9, "GSI1PK": "USER#1"}
                {"PK": "ROOM#1", "SK": "MSG#10", "sentAt": 7}
                {"PK": "ROOM#1", "SK": "MSG#1", "tags": ["a", 1, {"b": null}], "text": "ä😀"}
                """));
  }

  @Test
  void numbersAndBinaryKeysAreSortedByValue() throws Exception {
    load(
        write("other.json", "[{\"id\": 10}, {\"id\": 9, \"n\": 1}, {\"id\": -1.5}]").toString(),
        write("files.json", "[{\"hash\": \"/w==\"}, {\"hash\": \"AA==\"}]").toString());

    assertThat(TableText.standard().of(database, "Other"))
        .isEqualTo(
            """
            Other (id): 3 items
            -1.5
               9  n: 1
              10
            """);
    assertThat(TableText.standard().of(database, "Files"))
        .isEqualTo(
            """
            Files (hash): 2 items
            b64:AA==
            b64:/w==
            """);
  }

  @Test
  void allTypesAreShown() throws Exception {
    load(
        write(
                "files.json",
                """
                {"hash": {"B": "AQ=="}, "bool": {"BOOL": true}, "nul": {"NULL": true},
                 "ss": {"SS": ["b", "a"]}, "ns": {"NS": ["2", "1"]}, "bs": {"BS": ["Ag=="]},
                 "n": {"N": "12345678901234567890123456789012345678"}, "control": {"S": "\\u0007"}}
                """)
            .toString());

    assertThat(TableText.standard().of(database, "Files"))
        .isEqualTo(
            """
            Files (hash): 1 item
            b64:AQ==  bool: true, bs: <b64:Ag==>, control: "\\u0007", \
            n: 12345678901234567890123456789012345678, ns: <1, 2>, nul: null, ss: <"a", "b">
            """);
  }

  @Test
  void longValuesAndManyItemsAreShortened() throws Exception {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 12; i++) {
      lines.append("{\"id\": ").append(i).append(", \"text\": \"" + "x".repeat(500) + "\"}\n");
    }
    load(write("other.json", lines.toString()).toString());

    assertThat(TableText.standard().withMaxItems(2).withMaxWidth(6).of(database, "Other"))
        .isEqualTo(
            """
            Other (id): 12 items
            0  text: "xxxx…
            1  text: "xxxx…
            … and 10 more
            """);
  }

  @Test
  void manyAttributesAreShortened() throws Exception {
    StringBuilder item = new StringBuilder("{\"id\": 1");
    for (int i = 10; i < 70; i++) {
      item.append(", \"a").append(i).append("\": ").append(i);
    }
    load(write("other.json", item + "}").toString());

    assertThat(TableText.standard().of(database, "Other").lines())
        .hasSize(2)
        .last(InstanceOfAssertFactories.STRING)
        .startsWith("1  a10: 10, a11: 11, ")
        .endsWith(", a59: 59, … and 10 more attributes");
  }

  @Test
  void anEmptyTableHasNoLines() {
    assertThat(TableText.standard().of(database, "Other")).isEqualTo("Other (id): 0 items\n");
  }
}
