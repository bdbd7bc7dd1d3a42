package dev.monotable.formats.item;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.monotable.text.FilePosition;
import dev.monotable.text.Notice;
import dev.monotable.value.Item;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Outputs of operations as seeds. */
class OutputSeedsTest extends SeedFixture {
  private static final String ITEM = "{\"id\": {\"N\": \"1\"}, \"v\": {\"S\": \"x\"}}";
  private static final String CAPACITY = "{\"TableName\": \"Prod\", \"CapacityUnits\": 0.5}";

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"Item\": ITEM}",
        "{\"Item\": ITEM, \"ConsumedCapacity\": CAPACITY}",
        "{\"ConsumedCapacity\": CAPACITY, \"Item\": ITEM}",
        "{\"$metadata\": {\"attempts\": 1}, \"Item\": {\"id\": 1, \"v\": \"x\"}}",
        "{\"ResponseMetadata\": {}, \"Item\": ITEM}",
        "{\"Responses\": [{\"Item\": ITEM}, {}], \"ConsumedCapacity\": [CAPACITY]}",
        "{\"ConsumedCapacity\": [CAPACITY], \"Responses\": [{}, {\"Item\": ITEM}]}",
        "{\"Responses\": [{\"TableName\": \"Other\", \"Item\": ITEM}, {\"TableName\": \"Other\"}]}",
        "{\"Responses\": {\"Prod\": [ITEM]}, \"UnprocessedKeys\": {}}",
        "{\"RequestItems\": {\"Prod\": [{\"PutRequest\": {\"Item\": ITEM}}]}}",
        "{\"Items\": [ITEM], \"Count\": 1, \"ScannedCount\": 1, \"ConsumedCapacity\": CAPACITY}",
      })
  void anOutputIsLoadedIntoTheTableThatIsGiven(String content) throws Exception {
    Path file = write("x.json", text(content));

    assertThat(load("Other=" + file)).isEqualTo(new LoadSummary(0, 1, 0, List.of()));

    assertThat(items("Other")).containsExactly(Item.parse(ITEM));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"Item\": ITEM}                                | the output of GetItem",
        "{\"Item\": ITEM, \"ConsumedCapacity\": CAPACITY} | the output of GetItem",
        "{\"Responses\": [{\"Item\": ITEM}]}             | the output of TransactGetItems",
        "{\"Items\": [ITEM]}                             | the output of Scan, Query or ExecuteStatement",
      })
  void anOutputThatDoesNotNameItsTableSaysHowToNameIt(String content, String what)
      throws Exception {
    Path file = write("x.json", text(content));

    assertThatThrownBy(() -> load(file.toString()))
        .hasMessage(
            file
                + ": "
                + what
                + " does not name the table of its items: give TABLE=FILE; the tables are Chat,"
                + " Files, Other");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"Attributes\": ITEM}                         | the output of PutItem, UpdateItem or DeleteItem",
        "{\"Records\": [{\"dynamodb\": {}}]}            | the output of GetRecords",
        "{\"TableNames\": [\"a\"]}                      | the output of ListTables",
        "{\"TransactItems\": [{\"Put\": {}}]}           | a request of TransactWriteItems or TransactGetItems",
        "{\"Count\": 5, \"ScannedCount\": 5}            | the output of Scan or Query with Select=COUNT",
      })
  void anOutputThatIsNotReadIsNamed(String content, String what) throws Exception {
    Path file = write("x.json", text(content));

    assertThatThrownBy(() -> load("Other=" + file))
        .hasMessage(
            file + ":1:1: " + what + " is not read as a seed; write each item as {\"Item\": …}");
    assertThat(items("Other")).isEmpty();
  }

  @Test
  void anErrorAmongResponsesIsReported() throws Exception {
    Path file =
        write(
            "Other.json",
            text("{\"Responses\": [\n {\"Item\": ITEM},\n {\"Error\": {\"Code\": \"x\"}}]}"));

    assertThat(load(file.toString()).notices())
        .containsExactly(
            new Notice(
                new FilePosition(file, 3, 2), "the file is incomplete: a response is an Error"));
  }

  @Test
  void anItemMayHaveAListOfTheNameOfResponses() throws Exception {
    Path file = write("other.json", "{\"Responses\": [{\"q\": 1}, {\"q\": 2}], \"id\": 1}");

    load(file.toString());

    assertThat(items("Other"))
        .containsExactly(
            Item.parse(
                "{\"Responses\":{\"L\":[{\"M\":{\"q\":{\"N\":\"1\"}}},{\"M\":{\"q\":{\"N\":\"2\"}}}]},"
                    + "\"id\":{\"N\":\"1\"}}"));
  }

  @Test
  void anItemMayHaveAnAttributeOfTheNameOfAnOutput() throws Exception {
    Path file = write("other.json", "{\"id\": 1, \"Attributes\": {\"a\": {}}, \"Count\": 2}");

    load(file.toString());

    assertThat(items("Other")).hasSize(1);
  }

  @Test
  void theItemsOfSeveralTablesDoNotFitIntoOne() throws Exception {
    Path file = write("x.json", text("{\"Responses\": {\"A\": [ITEM],\n \"B\": [ITEM]}}"));

    assertThatThrownBy(() -> load("Other=" + file))
        .hasMessage(file + ":2:2: the items of several tables, but one table is given");
    assertThat(items("Other")).isEmpty();
  }

  private static String text(String content) {
    return content.replace("ITEM", ITEM).replace("CAPACITY", CAPACITY);
  }
}
