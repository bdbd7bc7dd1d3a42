package dev.monotable.formats.item;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.monotable.text.FilePosition;
import dev.monotable.text.Notice;
import dev.monotable.value.Item;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SeedFilesTest extends SeedFixture {
  private static final Item FIRST =
      Item.parse(
          """
          {"PK": {"S": "ROOM#1"}, "SK": {"S": "MSG#1"}, "author": {"S": "Ada ä 😀"},
           "sentAt": {"N": "1.5"}, "flags": {"M": {"pinned": {"BOOL": true}, "by": {"NULL": true}}},
           "reads": {"L": [{"S": "x"}, {"N": "2"}]}}
          """);
  private static final Item SECOND =
      Item.parse(
          """
          {"PK": {"S": "ROOM#1"}, "SK": {"S": "MSG#2"}, "author": {"S": "Bob"},
           "sentAt": {"N": "2"}}
          """);

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Chat=scan.json",
        "by-table.json",
        "chat.jsonl",
        "Chat=plain-lines.json",
        "Chat=list.json",
        "batch-get-output.json",
      })
  void everyFormHasTheSameItems(String seed) throws Exception {
    String file = seed.replaceFirst("([^=]*)$", SAMPLES.resolve("$1").toString());
    LoadSummary summary = load(file);

    assertThat(items("Chat")).containsExactly(FIRST, SECOND);
    long others = seed.equals("by-table.json") ? 1 : 0;
    assertThat(summary).isEqualTo(new LoadSummary(0, 2 + others, 0, List.of()));
  }

  @Test
  void aBatchPutsAndDeletes() throws Exception {
    for (String content :
        List.of(
            Files.readString(SAMPLES.resolve("batch-write.json")),
            "{\"RequestItems\": " + Files.readString(SAMPLES.resolve("batch-write.json")) + "}")) {
      LoadSummary summary = load(write("batch.json", content).toString());

      assertThat(summary).isEqualTo(new LoadSummary(0, 3, 1, List.of()));
      assertThat(items("Chat")).containsExactly(FIRST);
      assertThat(items("Other")).containsExactly(Item.of("id", 1));
    }
  }

  @Test
  void aRequestOfPutItemNamesItsTable() throws Exception {
    Path file = write("put.json", "{\"TableName\": \"Other\", \"Item\": {\"id\": {\"N\": \"5\"}}}");

    load(file.toString());

    assertThat(items("Other")).containsExactly(Item.of("id", 5));
  }

  @Test
  void aCompressedFileIsReadWhateverItsName() throws Exception {
    Path file = gzip("chat", Files.readString(SAMPLES.resolve("chat.jsonl")));

    load(file.toString());

    assertThat(items("Chat")).containsExactly(FIRST, SECOND);
  }

  @Test
  void binaryKeysInPlainJsonAreBase64() throws Exception {
    Path file = write("files.json", "[{\"hash\": \"AQI=\", \"name\": \"AQI=\"}]");

    load(file.toString());

    assertThat(items("Files")).containsExactly(Item.of("hash", new byte[] {1, 2}, "name", "AQI="));
  }

  @Test
  void allTypesOfDynamoDbJsonAreRead() throws Exception {
    String item =
        """
        {"hash": {"B": "AQ=="}, "s": {"S": ""}, "n": {"N": "-1E2"}, "b": {"B": ""},
         "bool": {"BOOL": false}, "nul": {"NULL": true}, "ss": {"SS": ["b", "a"]},
         "ns": {"NS": ["2", "1.0"]}, "bs": {"BS": ["Ag==", "AQ=="]},
         "l": {"L": [{"L": []}]}, "m": {"M": {"": {"S": "x"}, "m": {"M": {}}}}}
        """
            .replace("\"\": {\"S\": \"x\"}, ", "");
    Path file = write("files.json", item);

    load(file.toString());

    assertThat(items("Files")).containsExactly(Item.parse(item));
  }

  @Test
  void anIncompleteResultIsReported() throws Exception {
    Path file =
        write(
            "Other.json",
            """
            {"Items": [{"id": 1}],
             "LastEvaluatedKey": {"id": {"N": "1"}}}
            """);

    assertThat(load(file.toString()).notices())
        .containsExactly(
            new Notice(
                new FilePosition(file, 2, 2), "the file is incomplete: it has a LastEvaluatedKey"));
  }

  @Test
  void aLaterItemReplacesAnEarlierOneWithTheSameKey() throws Exception {
    Path base = write("base.json", "{\"Other\": [{\"id\": 1, \"v\": 1}, {\"id\": 2, \"v\": 1}]}");
    Path changes = write("changes.json", "{\"Other\": [{\"id\": 2, \"v\": 2}]}");

    load(base.toString(), changes.toString());

    assertThat(items("Other"))
        .containsExactlyInAnyOrder(Item.of("id", 1, "v", 1), Item.of("id", 2, "v", 2));
  }

  @Nested
  class TableNames {
    @Test
    void theFileNameNamesTheTableInAnyCase() throws Exception {
      load(write("other.json.gz", "[{\"id\": 7}]").toString());

      assertThat(items("Other")).containsExactly(Item.of("id", 7));
    }

    @Test
    void anEqualsSignMayBePartOfAFileName() throws Exception {
      Path file = write("Chat=Other.json", "{\"Other\": [{\"id\": 7}]}");

      load(file.toString());

      assertThat(items("Other")).containsExactly(Item.of("id", 7));
    }

    @Test
    void anAttributeMayHaveTheNameOfAnotherTable() throws Exception {
      Path file = write("x.json", "{\"Chat\": [{\"text\": \"hello\"}], \"id\": 1}");

      load("Other=" + file);

      assertThat(items("Other"))
          .containsExactly(
              Item.parse(
                  "{\"Chat\":{\"L\":[{\"M\":{\"text\":{\"S\":\"hello\"}}}]},\"id\":{\"N\":\"1\"}}"));
    }
  }

  @Nested
  class Csv {
    @Test
    void valuesAreStringsExceptThoseOfKeyAttributes() throws Exception {
      load(SAMPLES.resolve("chat.csv").toString());

      assertThat(items("Chat"))
          .containsExactly(
              Item.parse(
                  """
                  {"PK": {"S": "ROOM#1"}, "SK": {"S": "MSG#1"},
                   "author": {"S": "Ada \\"the first\\"\\nof all"}, "sentAt": {"N": "1.5"},
                   "note": {"S": ""}}
                  """),
              Item.parse(
                  """
                  {"PK": {"S": "ROOM#1"}, "SK": {"S": "MSG#2"}, "author": {"S": "Bob"},
                   "sentAt": {"N": "2"}, "GSI1PK": {"S": "AUTHOR#Bob"}}
                  """));
    }

    @ParameterizedTest
    @ValueSource(strings = {",", "\t", ";", "|", ":", " "})
    void theDelimiterIsDetected(String delimiter) throws Exception {
      Path file = write("other.txt", "id,\"name\"\r\n1,a\r\n\r\n2,b\r\n".replace(",", delimiter));

      load(file.toString());

      assertThat(items("Other"))
          .containsExactlyInAnyOrder(Item.of("id", 1, "name", "a"), Item.of("id", 2, "name", "b"));
    }

    @Test
    void binaryKeysAreBase64() throws Exception {
      load(write("files.csv", "name,hash\nx,AQI=\n").toString());

      assertThat(items("Files")).containsExactly(Item.of("name", "x", "hash", new byte[] {1, 2}));
    }
  }

  @Nested
  class Exports {
    private static final String SUMMARY =
        """
        {"version": "2023-08-01",
         "exportArn": "arn:aws:dynamodb:us-east-1:123456789012:table/Other/export/01234-a1b2",
         "startTime": "2026-01-01T00:00:00.000Z",
         "endTime": "2026-01-01T00:05:00.000Z",
         "tableArn": "arn:aws:dynamodb:us-east-1:123456789012:table/Other",
         "tableId": "12345a12-abcd-123a-ab12-1234abc12345",
         "s3Bucket": "exports",
         "s3Prefix": null,
         "s3SseAlgorithm": "AES256",
         "manifestFilesS3Key": "AWSDynamoDB/01234-a1b2/manifest-files.json",
         "billedSizeBytes": 0,
         "itemCount": 3,
         "outputFormat": "DYNAMODB_JSON"}
        """;
    private static final String FILES =
        """
        {"itemCount":2,"md5Checksum":"sQ==","etag":"a-1","dataFileS3Key":"AWSDynamoDB/01234-a1b2/data/a.json.gz"}
        {"itemCount":1,"md5Checksum":"sQ==","etag":"b-1","dataFileS3Key":"AWSDynamoDB/01234-a1b2/data/b.json.gz"}
        {"itemCount":0,"md5Checksum":"sQ==","etag":"c-1","dataFileS3Key":"AWSDynamoDB/01234-a1b2/data/c.json.gz"}
        """;

    @Test
    void aFullExportIsReadByItsDirectoryOrItsSummaryOrOneDataFile() throws Exception {
      writeExport("AWSDynamoDB/01234-a1b2/");

      for (String name :
          List.of(
              "",
              "AWSDynamoDB",
              "AWSDynamoDB/01234-a1b2",
              "AWSDynamoDB/01234-a1b2/manifest-summary.json",
              "Other=AWSDynamoDB/01234-a1b2/manifest-files.json")) {
        String seed = name.replaceFirst("([^=]*)$", directory.resolve("$1").toString());
        assertThat(load(seed)).isEqualTo(new LoadSummary(0, 3, 0, List.of()));
        assertThat(items("Other"))
            .containsExactlyInAnyOrder(Item.of("id", 1), Item.of("id", 2), Item.of("id", 3));
      }
      createTable(database, "Copy", "id", "N");
      load("Copy=" + directory.resolve("AWSDynamoDB/01234-a1b2/data/b.json.gz"));
      assertThat(items("Copy")).containsExactly(Item.of("id", 3));
    }

    @Test
    void anIncrementalExportPutsAndDeletes() throws Exception {
      load(write("other.json", "[{\"id\": 1}, {\"id\": 2}]").toString());
      String line =
          "{\"Metadata\":{\"WriteTimestampMicros\":{\"N\":\"1680109764000000\"}},\"Keys\":";
      write("inc/AWSDynamoDB/01234-a1b2/manifest-summary.json", SUMMARY.replace(": 3,", ": 3,"));
      write(
          "inc/AWSDynamoDB/01234-a1b2/manifest-files.json",
          "{\"itemCount\":3,\"dataFileS3Key\":\"AWSDynamoDB/data/a.json.gz\"}\n");
      gzip(
          "inc/AWSDynamoDB/data/a.json.gz",
          line
              + "{\"id\":{\"N\":\"1\"}},\"OldImage\":{\"id\":{\"N\":\"1\"}},\"NewImage\":{\"id\":{\"N\":\"1\"},\"v\":{\"S\":\"new\"}}}\n"
              + line
              + "{\"id\":{\"N\":\"2\"}},\"OldImage\":{\"id\":{\"N\":\"2\"}}}\n"
              + line
              + "{\"id\":{\"N\":\"3\"}},\"NewImage\":{\"id\":{\"N\":\"3\"}}}\n");

      assertThat(load(directory.resolve("inc").toString()))
          .isEqualTo(new LoadSummary(0, 2, 1, List.of()));
      assertThat(items("Other"))
          .containsExactlyInAnyOrder(Item.of("id", 1, "v", "new"), Item.of("id", 3));
    }

    private void writeExport(String prefix) throws Exception {
      write(prefix + "manifest-summary.json", SUMMARY);
      write(prefix + "manifest-files.json", FILES);
      gzip(
          prefix + "data/a.json.gz",
          "{\"Item\":{\"id\":{\"N\":\"1\"}}}\n{\"Item\":{\"id\":{\"N\":\"2\"}}}\n");
      gzip(prefix + "data/b.json.gz", "{\"Item\":{\"id\":{\"N\":\"3\"}}}\n");
      gzip(prefix + "data/c.json.gz", "");
    }
  }

  @Nested
  class Workbench {
    private final Path model =
        Path.of("src/test/resources/dev/monotable/formats/schema/workbench-model.json");

    @Test
    void aModelCreatesItsTablesAndWritesTheirItems() throws Exception {
      LoadSummary summary = load(model.toString());

      assertThat(summary.tablesCreated()).isEqualTo(1);
      assertThat(summary.itemsPut()).isEqualTo(2);
      assertThat(items("chat-dev"))
          .containsExactly(
              Item.parse(
                  """
                  {"PK": {"S": "ROOM#1"}, "SK": {"S": "MSG#1"}, "body": {"S": "hello"},
                   "sentAt": {"N": "1"}}
                  """),
              Item.parse(
                  """
                  {"PK": {"S": "ROOM#1"}, "SK": {"S": "MSG#2"}, "tags": {"SS": ["a", "b"]}}
                  """));
    }

    /** As in ConnectedVehicles and GamingPlayerProfiles of aws-samples/aws-dynamodb-examples. */
    @Test
    void plainValuesAndDoubledTypesInsideMapsAreRead() throws Exception {
      Path file =
          write(
              "model.json",
              """
              {"ModelName": "Vehicles", "DataModel": [{
                "TableName": "Vehicles",
                "KeyAttributes": {"PartitionKey": {"AttributeName": "PK", "AttributeType": "S"}},
                "TableFacets": [{"FacetName": "Vehicle", "TableData": [{
                  "PK": {"S": "VIN#1"},
                  "cameras": {"M": {
                    "front": {"angle": -99, "zones": ["a", {"N": "2"}, null]},
                    "recording": true}},
                  "doubled": {"M": {"M": {"attack": {"N": "10"}, "name": {"S": "sword"}}}},
                  "typed": {"M": {"M": {"S": "a map with an attribute M"}}},
                  "empty": {"M": {"M": {}}}}]}]}]}
              """);

      load(file.toString());

      assertThat(items("Vehicles"))
          .containsExactly(
              Item.parse(
                  """
                  {"PK": {"S": "VIN#1"},
                   "cameras": {"M": {
                     "front": {"M": {
                       "angle": {"N": "-99"},
                       "zones": {"L": [{"S": "a"}, {"N": "2"}, {"NULL": true}]}}},
                     "recording": {"BOOL": true}}},
                   "doubled": {"M": {"attack": {"N": "10"}, "name": {"S": "sword"}}},
                   "typed": {"M": {"M": {"S": "a map with an attribute M"}}},
                   "empty": {"M": {}}}
                  """));
    }

    @Test
    void anInvalidValueOfAModelIsReported() throws Exception {
      Path file =
          write(
              "model.json",
              """
              {"ModelName": "Vehicles", "DataModel": [{
                "TableName": "Vehicles",
                "KeyAttributes": {"PartitionKey": {"AttributeName": "PK", "AttributeType": "S"}},
                "TableData": [{"PK": {"S": "VIN#1"}, "x": {"M": {"y": {"N": 5}}}}]}]}
              """);

      assertThatThrownBy(() -> load(file.toString()))
          .hasMessage(file + ":4:63: N must hold a string in quotes, not '5'");
    }

    @Test
    void theItemsOfAModelWithOneTableMayGoToAnother() throws Exception {
      LoadSummary summary = load("Chat=" + model);

      assertThat(summary.tablesCreated()).isZero();
      assertThat(items("Chat")).hasSize(2);
    }
  }
}
