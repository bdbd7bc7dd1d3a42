package dev.monotable.formats.item;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TableTextTest extends SeedFixture {
  @Test
  void itemsAreOrderedByKeyInAlignedColumns() throws Exception {
    load(
        "Chat="
            + write(
                "chat.json",
                """
                {"PK": "ROOM#2", "SK": "MSG#1", "sentAt": 1000, "text": "line\\n\\"two\\""}
                {"PK": "ROOM#1", "SK": "MSG#2", "sentAt": 7}
                {"PK": "ROOM#1", "SK": "MSG#1", "tags": ["a", 1, {"b": null}], "text": "ä😀"}
                """));

    assertThat(TableText.standard().of(database, "Chat"))
        .isEqualTo(
            """
            Chat: 3 items
            PK        SK       tags                 text             sentAt
            "ROOM#1"  "MSG#1"  ["a", 1, {b: null}]  "ä😀"
            "ROOM#1"  "MSG#2"                                             7
            "ROOM#2"  "MSG#1"                       "line\\n\\"two\\""    1000
            """);
  }

  @Test
  void allTypesAreShown() throws Exception {
    load(
        write(
                "files.json",
                """
                {"hash": {"B": "AQ=="}, "bool": {"BOOL": true}, "nul": {"NULL": true},
                 "ss": {"SS": ["b", "a"]}, "ns": {"NS": ["2", "1"]}, "bs": {"BS": ["Ag=="]}}
                """)
            .toString());

    assertThat(TableText.standard().of(database, "Files"))
        .isEqualTo(
            """
            Files: 1 item
            hash      bool  nul   ss          ns      bs
            b64:AQ==  true  null  <"a", "b">  <1, 2>  <b64:Ag==>
            """);
  }

  @Test
  void longValuesAndManyItemsAreShortened() throws Exception {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 12; i++) {
      lines.append("{\"id\": ").append(i).append(", \"text\": \"" + "x".repeat(500) + "\"}\n");
    }
    load(write("other.json", lines.toString()).toString());

    String text = TableText.standard().withMaxItems(2).withMaxWidth(6).of(database, "Other");

    assertThat(text)
        .matches(
            """
            Other: 12 items
            id  text
            [ 0-9]+  "xxxx…
            [ 0-9]+  "xxxx…
            … and 10 more
            """);
  }

  @Test
  void manyAttributesAreShortened() throws Exception {
    StringBuilder item = new StringBuilder("{\"id\": 1");
    for (int i = 0; i < 60; i++) {
      item.append(", \"a").append(i).append("\": ").append(i);
    }
    load(write("other.json", item + "}").toString());

    assertThat(TableText.standard().of(database, "Other").lines())
        .hasSize(4)
        .last()
        .isEqualTo("… and 11 more attributes");
  }

  @Test
  void anEmptyTableHasNoColumns() {
    assertThat(TableText.standard().of(database, "Other")).isEqualTo("Other: 0 items\n");
  }
}
