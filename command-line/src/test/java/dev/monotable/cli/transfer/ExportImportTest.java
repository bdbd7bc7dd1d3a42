package dev.monotable.cli.transfer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.model.ContributorInsightsSummary;
import dev.monotable.model.ListContributorInsightsInput;
import dev.monotable.model.Operations;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Timeout(600)
@Execution(ExecutionMode.CONCURRENT)
class ExportImportTest extends EndpointsFixture {
  private static final String DATA_FILE = "/data/[a-z0-9]{26}";

  @TempDir Path directory;

  @Test
  void exportsAreEqualAfterAnImport() throws Exception {
    createChat(left);
    putChat(left, 2000);
    createPlain(left, "Empty");
    for (String[] options :
        new String[][] {
          {"--compress=none"},
          {"--compress=gzip"},
          {"--compress=zstd"},
          {"--format=ion", "--compress=zstd"},
          {"--s3", "--segments=3"},
          {"--s3", "--format=ion"},
        }) {
      String name = String.join("", options).replace("--", "-");
      Path first = directory.resolve("first" + name);
      Path second = directory.resolve("second" + name);

      assertThat(export(leftUrl(), first, options)).as(printed(err)).isZero();
      assertThat(printed(out)).isEqualTo("Chat: 2000 items\nEmpty: 0 items\n");
      deleteTables();
      assertThat(run(new ImportCommand(), "--endpoint", rightUrl(), first.toString()))
          .as(printed(err))
          .isZero();
      assertThat(printed(out)).isEqualTo("2 tables created, 2000 items written, 0 deleted\n");
      assertThat(export(rightUrl(), second, options)).isZero();

      assertThat(files(second)).isEqualTo(files(first));
      assertThat(items(right, "Chat")).isEqualTo(items(left, "Chat"));
      assertThat(DefinedTable.find(open(rightUrl()), "Chat"))
          .isEqualTo(DefinedTable.find(open(leftUrl()), "Chat"));
    }
  }

  @Test
  void aTableIsCreatedWithoutWhatTheOtherDatabaseDoesNotHave() throws Exception {
    Path schema = directory.resolve("schema.yaml");
    Files.writeString(
        schema,
        """
        TableName: One
        BillingMode: PAY_PER_REQUEST
        AttributeDefinitions: [{AttributeName: PK, AttributeType: S}]
        KeySchema: [{AttributeName: PK, KeyType: HASH}]
        PointInTimeRecoverySpecification: {PointInTimeRecoveryEnabled: true}
        ContributorInsightsSpecification: {Enabled: true}
        """);
    Path items = directory.resolve("One.json");
    Files.writeString(items, "{\"PK\":\"a\"}\n");
    try (FailingEndpoint other = FailingEndpoint.start(leftUrl(), "UpdateContinuousBackups", 0)) {
      assertThat(
              run(
                  new ImportCommand(),
                  "--endpoint",
                  other.url(),
                  "--schema",
                  schema.toString(),
                  items.toString()))
          .isZero();
    }

    assertThat(printed(out)).isEqualTo("1 tables created, 1 items written, 0 deleted\n");
    assertThat(printed(err))
        .startsWith("monotable: One: point-in-time recovery is not enabled: ")
        .contains("failing");
    assertThat(
            left.call(
                    Operations.LIST_CONTRIBUTOR_INSIGHTS,
                    ListContributorInsightsInput.builder().build())
                .contributorInsightsSummaries())
        .extracting(ContributorInsightsSummary::contributorInsightsStatus)
        .containsExactly("ENABLED");
  }

  @Test
  void aFileHasALineForEachItem() throws Exception {
    createPlain(left, "One");
    put(
        left,
        "One",
        "{\"PK\":{\"S\":\"a,\\\"b\"},\"n\":{\"N\":\"1.50\"},\"s\":{\"SS\":[\"x\"]},\"b\":{\"B\":\"AAE=\"},"
            + "\"t\":{\"BOOL\":true},\"z\":{\"NULL\":true},\"m\":{\"M\":{\"k\":{\"L\":[{\"N\":\"1E+3\"}]}}}}");

    assertThat(export(leftUrl(), directory, "--compress=none")).isZero();
    assertThat(export(leftUrl(), directory, "--compress=none", "--format=ion")).isZero();
    assertThat(export(leftUrl(), directory, "--compress=none", "--format=csv")).isZero();

    assertThat(files(directory))
        .isEqualTo(
            Map.of(
                "One.table.json",
                "{\"AttributeDefinitions\":[{\"AttributeName\":\"PK\",\"AttributeType\":\"S\"}],"
                    + "\"TableName\":\"One\",\"KeySchema\":[{\"AttributeName\":\"PK\","
                    + "\"KeyType\":\"HASH\"}],\"BillingMode\":\"PAY_PER_REQUEST\"}\n",
                "One.jsonl",
                "{\"Item\":{\"PK\":{\"S\":\"a,\\\"b\"},\"n\":{\"N\":\"1.5\"},\"s\":{\"SS\":[\"x\"]},\"b\":{\"B\":\"AAE=\"},\"t\":{\"BOOL\":true},\"z\":{\"NULL\":true},\"m\":{\"M\":{\"k\":{\"L\":[{\"N\":\"1000\"}]}}}}}\n",
                "One.ion",
                "$ion_1_0 {Item:{PK:\"a,\\\"b\",n:1.5,s:$dynamodb_SS::[\"x\"],b:{{AAE=}},t:true,"
                    + "z:null,m:{k:[1000.]}}}\n",
                "One.csv",
                "PK,b,m,n,s,t,z\r\n"
                    + "\"a,\"\"b\",AAE=,\"{\"\"M\"\":{\"\"k\"\":{\"\"L\"\":[{\"\"N\"\":\"\"1000\"\"}]}}}\",1.5,\"{\"\"SS\"\":[\"\"x\"\"]}\",true,\"{\"\"NULL\"\":true}\"\r\n"));
  }

  @Test
  void csvIsReadAsStrings() throws Exception {
    createPlain(left, "One");
    put(left, "One", "{\"PK\":{\"S\":\"a\"},\"x\":{\"S\":\"1, 2\"}}");
    put(left, "One", "{\"PK\":{\"S\":\"b\"}}");
    assertThat(export(leftUrl(), directory, "--format=csv")).isZero();

    assertThat(run(new ImportCommand(), "--endpoint", rightUrl(), directory.toString()))
        .as(printed(err))
        .isZero();

    assertThat(items(right, "One")).isEqualTo(items(left, "One"));
  }

  @Test
  void emptyStringsOfCsvAreKept() throws Exception {
    createPlain(left, "One");
    put(left, "One", "{\"PK\":{\"S\":\"a\"},\"x\":{\"S\":\"\"}}");
    put(left, "One", "{\"PK\":{\"S\":\"b\"}}");
    assertThat(export(leftUrl(), directory, "--format=csv", "--compress=none")).isZero();
    assertThat(Files.readString(directory.resolve("One.csv"))).contains("a,\"\"\r\n", "b,\r\n");

    assertThat(run(new ImportCommand(), "--endpoint", rightUrl(), directory.toString()))
        .as(printed(err))
        .isZero();

    assertThat(items(right, "One")).isEqualTo(items(left, "One"));
  }

  @Test
  void aTableWhoseNameBeginsWithThatOfAnotherIsKeptApart() throws Exception {
    createPlain(left, "One");
    createPlain(left, "One.v2");
    put(left, "One", "{\"PK\":{\"S\":\"a\"}}");
    put(left, "One.v2", "{\"PK\":{\"S\":\"b\"}}");
    assertThat(export(leftUrl(), directory)).isZero();

    assertThat(run(new ImportCommand(), "--endpoint", rightUrl(), directory.toString()))
        .as(printed(err))
        .isZero();

    assertThat(items(right, "One")).isEqualTo(items(left, "One"));
    assertThat(items(right, "One.v2")).isEqualTo(items(left, "One.v2"));
  }

  @Test
  void aDirectoryWithTwoExportsIsRejected() throws Exception {
    createPlain(left, "One");
    assertThat(export(leftUrl(), directory, "--compress=gzip")).isZero();
    assertThat(export(leftUrl(), directory, "--compress=zstd")).isZero();

    assertThat(run(new ImportCommand(), "--endpoint", rightUrl(), directory.toString()))
        .isEqualTo(2);

    assertThat(printed(err))
        .isEqualTo(
            "monotable: "
                + directory
                + " has the items of the table One twice, in One.jsonl.gz and One.jsonl.zst\n");
    assertThat(DefinedTable.names(open(rightUrl()))).isEmpty();
  }

  @Test
  void anExportToS3HasManifestsAndChecksums() throws Exception {
    createPlain(left, "One");
    put(left, "One", "{\"PK\":{\"S\":\"a\"}}");

    assertThat(export(leftUrl(), directory, "--s3", "--segments=1", "--json")).isZero();

    assertThat(printed(out)).isEqualTo("{\"tables\":[{\"table\":\"One\",\"items\":1}]}\n");
    Path export;
    try (Stream<Path> found = Files.list(directory.resolve("One/AWSDynamoDB"))) {
      export = found.findFirst().orElseThrow();
    }
    String id = export.getFileName().toString();
    assertThat(id).matches("[0-9]{14}-[0-9a-f]{8}");
    Path file;
    try (Stream<Path> found = Files.list(export.resolve("data"))) {
      file = found.findFirst().orElseThrow();
    }
    assertThat(file.getFileName().toString()).matches("[a-z2-7]{26}\\.json\\.gz");
    byte[] data = Files.readAllBytes(file);
    assertThat(new GZIPInputStream(new ByteArrayInputStream(data)).readAllBytes())
        .asString(UTF_8)
        .isEqualTo("{\"Item\":{\"PK\":{\"S\":\"a\"}}}\n");
    String files = Files.readString(export.resolve("manifest-files.json"));
    assertThat(files.replaceFirst("\"etag\":\"[0-9a-f]{32}-1\"", "\"etag\":\"E\""))
        .isEqualTo(
            "{\"itemCount\":1,\"md5Checksum\":\""
                + md5(data)
                + "\",\"etag\":\"E\",\"dataFileS3Key\":\"AWSDynamoDB/"
                + id
                + "/data/"
                + file.getFileName()
                + "\"}\n");
    assertThat(Files.readString(export.resolve("manifest-files.md5")))
        .isEqualTo(md5(files.getBytes(UTF_8)));
    assertThat(Files.readString(export.resolve("manifest-summary.json")))
        .contains("\"manifestFilesS3Key\":\"AWSDynamoDB/" + id + "/manifest-files.json\"")
        .contains(
            "\"itemCount\":1,\"outputFormat\":\"DYNAMODB_JSON\",\"exportType\":\"FULL_EXPORT\"}");
  }

  /** The second page fails, after the first was written. */
  @Test
  void aFailedExportLeavesTheEarlierOne() throws Exception {
    createPlain(left, "One");
    put(left, "One", "{\"PK\":{\"S\":\"a\"}}");
    for (String[] options :
        new String[][] {{"--compress=none"}, {"--format=csv"}, {"--s3", "--segments=1"}}) {
      Path to = directory.resolve("export" + String.join("", options).replace("--", "-"));
      assertThat(export(leftUrl(), to, options)).isZero();
      Map<String, String> earlier = files(to);
      for (int i = 0; i < 4; i++) {
        put(
            left,
            "One",
            "{\"PK\":{\"S\":\""
                + options[0]
                + i
                + "\"},\"v\":{\"S\":\""
                + "x".repeat(390_000)
                + "\"}}");
      }
      try (FailingEndpoint failing = FailingEndpoint.start(leftUrl(), "Scan", 1)) {
        assertThat(
                run(
                    new ExportCommand(),
                    Stream.concat(
                            Stream.of("--endpoint=" + failing.url(), to.toString()),
                            Stream.of(options))
                        .toArray(String[]::new)))
            .isEqualTo(3);
        assertThat(printed(err))
            .isEqualTo("monotable: " + failing.url() + ": ValidationException: failing\n");
      }
      assertThat(files(to)).isEqualTo(earlier);
    }
  }

  @Test
  void failuresAreOneLine() throws Exception {
    createPlain(left, "One");
    assertThat(export(leftUrl(), directory, "--table=Lost")).isEqualTo(2);
    assertThat(printed(err)).isEqualTo("monotable: the table Lost does not exist at LEFT\n");
    Path blocked = Files.writeString(directory.resolve("file"), "x");
    assertThat(export(leftUrl(), blocked)).isEqualTo(2);
    assertThat(printed(err)).startsWith("monotable: " + blocked).hasLineCount(1);

    Path items = Files.writeString(directory.resolve("One.json"), "[{\"PK\": \"a\"}, {\"PK\": 1}]");
    assertThat(run(new ImportCommand(), "--endpoint", leftUrl(), items.toString())).isEqualTo(2);
    assertThat(printed(err)).startsWith("monotable: LEFT: ValidationException: ").hasLineCount(1);
    Files.writeString(items, "[{\"PK\": ]");
    assertThat(run(new ImportCommand(), "--endpoint", leftUrl(), items.toString())).isEqualTo(2);
    assertThat(printed(err)).startsWith("monotable: " + items + ":1:9: ").hasLineCount(1);
    assertThat(run(new ImportCommand(), "--endpoint", rightUrl(), items.toString())).isEqualTo(2);
  }

  private int export(String url, Path to, String... options) {
    String[] line = new String[options.length + 3];
    line[0] = "--endpoint=" + url;
    line[1] = to.toString();
    line[2] = "--table=" + String.join(",", DefinedTable.names(open(url)));
    System.arraycopy(options, 0, line, 3, options.length);
    return run(new ExportCommand(), line);
  }

  /** Removes the tables of the second database by an empty state. */
  private void deleteTables() {
    right.restore(emptyState);
  }

  private final dev.monotable.engine.snapshot.Snapshot emptyState = right.snapshot();

  /** Returns the files below a directory, as text, without what a time determines. */
  private static Map<String, String> files(Path directory) throws IOException {
    Map<String, String> files = new TreeMap<>();
    try (Stream<Path> walk = Files.walk(directory)) {
      for (Path file : walk.filter(Files::isRegularFile).toList()) {
        String name =
            directory.relativize(file).toString().replaceFirst("[0-9]{14}-[0-9a-f]{8}", "ID");
        if (!name.contains("manifest-")) {
          String bytes =
              new String(Files.readAllBytes(file), java.nio.charset.StandardCharsets.ISO_8859_1);
          // The names of data files are random.
          files.put(name.replaceFirst(DATA_FILE, "/data/" + bytes.hashCode()), bytes);
        } else if (name.endsWith(".json")) {
          files.put(
              name,
              Files.readString(file)
                  .replaceAll("[0-9]{14}-[0-9a-f]{8}", "ID")
                  .replaceAll(DATA_FILE, "/data/FILE")
                  .replaceAll("\"tableId\":\"[^\"]*\"", "\"tableId\":\"T\"")
                  .replaceAll("[0-9-]{10}T[0-9:.]*Z", "TIME"));
        }
      }
    }
    for (String name : files.keySet()) {
      files.computeIfPresent(
          name,
          (key, text) ->
              key.endsWith(".jsonl")
                      || key.endsWith(".csv")
                      || key.endsWith(".ion")
                      || key.endsWith(".json")
                  ? new String(text.getBytes(java.nio.charset.StandardCharsets.ISO_8859_1), UTF_8)
                  : text);
    }
    return files;
  }

  private static String md5(byte[] bytes) throws Exception {
    return Base64.getEncoder().encodeToString(MessageDigest.getInstance("MD5").digest(bytes));
  }
}
