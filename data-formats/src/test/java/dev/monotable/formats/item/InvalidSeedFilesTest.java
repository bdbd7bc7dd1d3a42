package dev.monotable.formats.item;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.monotable.text.DataFileException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** Tests of the reports of invalid seed files. None of them changes the database. */
class InvalidSeedFilesTest extends SeedFixture {

  @AfterEach
  void nothingWasWritten() {
    assertThat(items("Chat")).isEmpty();
    assertThat(items("Other")).isEmpty();
    assertThat(items("Files")).isEmpty();
  }

  @Test
  void filesThatCannotBeRead() throws Exception {
    Path file = directory.resolve("nowhere.json");
    assertThatThrownBy(() -> load(file.toString()))
        .isInstanceOf(DataFileException.class)
        .hasMessage(file + ": there is no such file");
    assertThatThrownBy(() -> load(directory.toString()))
        .hasMessage(directory + ": is a directory without a manifest-summary.json");
    assertInvalid("other.json", "", "1:1: the file is empty");
    assertInvalid("other.json", " \n ", "1:1: the file is empty");
    assertInvalid(
        "other.yaml",
        "Other:\n",
        "1:1: a seed file is JSON, JSON lines, Ion or CSV, not YAML; give a file that describes"
            + " tables as a schema (--schema)");
    assertInvalidIon("$ion_1_0 {}", "record 1: expected {Item: {...}}");
    assertInvalidIon("{Item:{id:1}} [1]", "record 2: expected {Item: {...}}");
    assertInvalidIon("{Item:{id:1e0}}", "record 1: DynamoDB has no values of type FLOAT");
    assertInvalidIon("{Thing:{}}", "record 1: unknown member Thing");
    assertInvalidIon(
        "{Item:{id:1,s:$dynamodb_SS::[1]}}", "record 1: an element of SS cannot be of type INT");
  }

  @Test
  void binaryFormats() throws Exception {
    assertBinary(new int[] {0x28, 0xb5, 0x2f, 0xfd}, "cannot be read: Not enough input bytes");
    assertBinary(new int[] {'P', 'K', 3, 4}, "a ZIP archive; give the files inside it");
    assertBinary(
        new int[] {0xe0, 1, 0, 0xea}, "Amazon Ion in its binary form; convert it to Ion text");
    assertBinary(new int[] {0xff, 0xfe, '{', 0}, "UTF-16; save it as UTF-8");
    Path whole = gzip("whole.gz", "[{\"id\": 1}]".repeat(100));
    byte[] bytes = Files.readAllBytes(whole);
    Path part = Files.write(directory.resolve("other.gz"), Arrays.copyOf(bytes, bytes.length - 9));
    assertThatThrownBy(() -> load(part.toString()))
        .hasMessage(part + ": the compressed data is incomplete");
  }

  private void assertBinary(int[] start, String reason) throws Exception {
    byte[] bytes = new byte[start.length];
    for (int i = 0; i < start.length; i++) {
      bytes[i] = (byte) start[i];
    }
    Path file = Files.write(directory.resolve("other.bin"), bytes);
    assertThatThrownBy(() -> load(file.toString())).hasMessage(file + ": " + reason);
  }

  @Test
  void malformedUtf8() throws Exception {
    byte[] bytes =
        "[{\"id\": 1},\n{\"id\": 2, \"s\": \"äx\"}]".getBytes(StandardCharsets.ISO_8859_1);
    Path file = Files.write(directory.resolve("other.json"), bytes);

    assertThatThrownBy(() -> load(file.toString())).hasMessage(file + ":2:17: not UTF-8");
  }

  @Nested
  class Json {
    @Test
    void malformedJson() throws Exception {
      assertInvalid(
          "other.json",
          "[{\"id\": 1},\n {\"id\": }]",
          "2:9: not JSON: Unexpected character ('}' (code 125)): expected a value");
      assertInvalid(
          "other.json",
          "[{\"id\": 1},\n {\"id\": 2}\n",
          "3:1: not JSON: Unexpected end-of-input: expected close marker for Array (start marker at"
              + " line: 1, column: 1)");
      assertInvalid("other.json", "[{\"id\": 1, \"id\": 2}]", "1:12: 'id' is given twice");
      assertInvalid("other.json", "[1]", "1:2: expected an item, not '1'");
      assertInvalid(
          "other.json", "{\"id\": 1}\n2", "2:1: expected an item or a list of items, not '2'");
    }

    @Test
    void malformedDynamoDbJson() throws Exception {
      assertTyped("{\"X\": \"a\"}", "1:27: v has the unknown data type 'X'");
      assertTyped("{\"N\": 5}", "1:32: N must hold a string in quotes, not '5'");
      assertTyped("{\"S\": null}", "1:32: S must hold a string in quotes, not null");
      assertTyped("{\"BOOL\": \"true\"}", "1:35: BOOL must be true or false, not 'true'");
      assertTyped("{\"B\": \"?\"}", "1:32: v is binary, so it must be base64, not '?'");
      assertTyped("{\"L\": {}}", "1:32: L must be a list, not an object");
      assertTyped("{\"M\": []}", "1:32: M must be an object, not a list");
      assertTyped("{\"SS\": \"a\"}", "1:33: SS must be a list of strings, not 'a'");
      assertTyped("{\"BS\": [\"?\"]}", "1:34: an element of BS must be base64, not '?'");
      assertTyped(
          "{\"M\": {\"a\": 1}}", "1:38: v.a must be an object such as {\"S\": \"text\"}, not '1'");
      assertTyped("{\"S\": \"a\", \"N\": \"1\"}", "1:26: v must have one data type, not 2");
      assertTyped("{}", "1:26: v must have one data type, not 0");
      assertTyped("\"text\"", "1:26: v must be an object such as {\"S\": \"text\"}, not 'text'");
    }

    private void assertTyped(String value, String message) throws Exception {
      assertInvalid("other.json", "{\"id\": {\"N\": \"1\"}, \"v\":  " + value + "}", message);
    }

    @Test
    void itemsThatPutItemRejects() throws Exception {
      assertInvalid(
          "other.json",
          "[{\"id\": 1},\n  {\"no\": 2}]",
          "2:3: One or more parameter values were invalid: Missing the key id in the item");
      assertInvalid(
          "other.json",
          "{\"id\": 1}\n{\"id\": \"2\"}",
          "2:1: One or more parameter values were invalid: Type mismatch for key id expected: N"
              + " actual: S");
    }

    @Test
    void unknownTables() throws Exception {
      assertInvalid(
          "x.json",
          "{\"Others\": [{\"id\": 1}]}",
          "1:2: there is no table 'Others'; the tables are Chat, Files, Other");
      assertInvalid(
          "x.json",
          "{\"RequestItems\": {\"Others\": []}}",
          "1:19: there is no table 'Others'; the tables are Chat, Files, Other");
      assertInvalid(
          "x.json",
          "[{\"id\": 1}]",
          " the table of its items is unknown: give TABLE=FILE; the tables are Chat, Files, Other");
      Path file = write("x.json", "[]");
      Path other = write("y.json", "[{\"id\": 1}]");
      load("No=" + file);
      assertThatThrownBy(() -> load("No=" + other))
          .hasMessage(other + ": there is no table 'No'; the tables are Chat, Files, Other");
    }

    @Test
    void objectsThatMixItemsAndAttributes() throws Exception {
      assertInvalid(
          "x.json",
          "{\"Other\": [{\"id\": 1}],\n \"id\": 2}",
          "2:2: 'id' is not a list of items of a table; if this object is an item, write it as"
              + " {\"Item\": …}");
      assertInvalid(
          "x.json",
          "{\"RequestItems\": {\"Other\": {}}}",
          "1:28: Other must be a list of items, not an object");
    }
  }

  @Nested
  class Csv {
    @Test
    void invalidHeaders() throws Exception {
      assertInvalid(
          "chat.csv",
          "PK,name\na,b\n",
          "1: the header of a CSV file must have the key attributes of the table 'Chat', PK and SK,"
              + " separated by comma, tab, semicolon, pipe, colon or space");
      assertInvalid("other.csv", "id,a,a\n1,2,3\n", "1: 'a' is given twice");
      assertInvalid("other.csv", "id,,a\n1,2,3\n", "1: the header has an empty name");
    }

    @Test
    void invalidRows() throws Exception {
      assertInvalid("other.csv", "id,a\n1,2\n3\n", "3: 1 fields, but the header has 2");
      assertInvalid("other.csv", "id,a\n1,\"x\ny\"\n3,4,5\n", "4: 3 fields, but the header has 2");
      assertInvalid(
          "other.csv",
          "id,a\n1,2\nx,4\n",
          "3: 1 validation error detected: The parameter cannot be converted to a numeric value:"
              + " x");
      assertInvalid(
          "files.csv", "hash\nAQ==\n?\n", "3: hash is binary, so it must be base64, not '?'");
      assertInvalid(
          "other.csv",
          "id,a\n,2\n",
          "2: One or more parameter values were invalid: Missing the key id in the item");
    }

    @Test
    void malformedQuotes() throws Exception {
      Path file = write("other.csv", "id,a\n1,\"x\" y\n");

      assertThatThrownBy(() -> load(file.toString()))
          .isInstanceOf(DataFileException.class)
          .hasMessageStartingWith(file + ":2: not CSV: ");
    }
  }

  @Nested
  class Exports {
    private String summary(String format, String table) {
      return "{\"exportArn\": \"arn\", \"manifestFilesS3Key\": \"x/manifest-files.json\",\n"
          + " \"tableArn\": \"arn:aws:dynamodb:us-east-1:123456789012:table/"
          + table
          + "\",\n \"itemCount\": 2, \"outputFormat\": \""
          + format
          + "\"}";
    }

    @Test
    void anExportThatDoesNotFit() throws Exception {
      assertInvalid(
          "manifest-summary.json",
          summary("PARQUET", "Other"),
          "3:18: the format PARQUET is not supported; export as DYNAMODB_JSON or ION");
      assertInvalid(
          "manifest-summary.json",
          summary("DYNAMODB_JSON", "Gone"),
          "2:2: there is no table 'Gone'; to write to another table, give TABLE=FILE");
    }

    @Test
    void anExportThatListsItselfIsAnError() throws Exception {
      String summary =
          "{\"version\":\"2020-06-30\",\"exportArn\":\"arn:x/export/1\",\"tableArn\":"
              + "\"arn:x:table/Other\",\"itemCount\":1,\"outputFormat\":\"DYNAMODB_JSON\","
              + "\"manifestFilesS3Key\":\"AWSDynamoDB/1/manifest-files.json\"}\n";
      String line = "{\"itemCount\":1,\"dataFileS3Key\":\"AWSDynamoDB/1/data/x.json\"}\n";
      write("1/manifest-summary.json", summary);
      write("1/manifest-files.json", line);
      for (String content : new String[] {line, summary}) {
        Path data = write("1/data/x.json", content);
        write("1/data/manifest-files.json", line);
        write("1/data/data/x.json", content);

        assertThatThrownBy(() -> load(directory.resolve("1").toString()))
            .hasMessage(data + ":1:1: a data file of an export has items, but this is a manifest");
      }
    }

    @Test
    void missingDataFiles() throws Exception {
      Path summary = write("manifest-summary.json", summary("DYNAMODB_JSON", "Other"));
      Path files =
          write(
              "manifest-files.json",
              "{\"itemCount\": 1, \"dataFileS3Key\": \"AWSDynamoDB/1/data/a.json.gz\"}");
      assertThatThrownBy(() -> load(summary.toString()))
          .hasMessage(files + ":1:18: the data file data/a.json.gz is missing");

      gzip("data/a.json.gz", "{\"Item\":{\"id\":{\"N\":\"1\"}}}\n");
      assertThatThrownBy(() -> load(summary.toString()))
          .hasMessage(summary + ":3:2: the manifest lists 2 items, but there are 1");

      gzip("data/a.json.gz", "");
      assertThatThrownBy(() -> load(summary.toString()))
          .hasMessage(files + ":1:2: the manifest lists 1 items, but there are 0");
    }
  }

  private void assertInvalid(String name, String content, String message) throws Exception {
    Path file = write(name, content);
    assertThatThrownBy(() -> load(file.toString()))
        .isInstanceOf(DataFileException.class)
        .hasMessage(file + ":" + message);
  }

  private void assertInvalidIon(String content, String reason) throws Exception {
    Path file = write("other.ion", content);
    assertThatThrownBy(() -> load(file.toString()))
        .isInstanceOf(DataFileException.class)
        .hasMessage(file + ": " + reason);
  }
}
