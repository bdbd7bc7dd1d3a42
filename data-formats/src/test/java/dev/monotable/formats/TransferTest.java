package dev.monotable.formats;

import static dev.monotable.testing.Calls.scan;
import static dev.monotable.testing.Calls.tableNames;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.ManualTime;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.error.ErrorCode;
import dev.monotable.engine.limits.Limits;
import dev.monotable.engine.request.Admission;
import dev.monotable.engine.request.AdmissionRequest;
import dev.monotable.engine.snapshot.Snapshot;
import dev.monotable.engine.transfer.ImportTarget;
import dev.monotable.engine.transfer.StoredObject;
import dev.monotable.engine.transfer.TransferException;
import dev.monotable.formats.bucket.BucketFolders;
import dev.monotable.formats.bucket.ObjectStore;
import dev.monotable.formats.item.ImportedObject;
import dev.monotable.model.AttributeDefinition;
import dev.monotable.model.CsvOptions;
import dev.monotable.model.DescribeImportInput;
import dev.monotable.model.ImportTableDescription;
import dev.monotable.model.ImportTableInput;
import dev.monotable.model.InputFormatOptions;
import dev.monotable.model.KeySchemaElement;
import dev.monotable.model.ListImportsInput;
import dev.monotable.model.ListImportsOutput;
import dev.monotable.model.Operations;
import dev.monotable.model.S3BucketSource;
import dev.monotable.model.TableCreationParameters;
import dev.monotable.text.FileCompression;
import dev.monotable.value.Item;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests imports from buckets that are folders. */
class TransferTest {
  private static final List<Item> ITEMS =
      List.of(
          Item.parse("{\"PK\":{\"S\":\"a\"},\"n\":{\"N\":\"1.50\"},\"b\":{\"B\":\"AAE=\"}}"),
          Item.parse("{\"PK\":{\"S\":\"b\"},\"l\":{\"L\":[{\"NULL\":true},{\"BOOL\":false}]}}"),
          Item.parse("{\"PK\":{\"S\":\"c\"},\"s\":{\"SS\":[\"x\",\"y\"]},\"t\":{\"NS\":[\"2\"]}}"));

  @TempDir Path folder;

  private final ManualTime time = new ManualTime(Instant.parse("2026-10-10T12:00:00Z"));
  private MonotableEngine engine;

  @BeforeEach
  void create() throws IOException {
    Files.createDirectories(folder.resolve("files"));
    engine = MonotableEngine.create(config());
  }

  @AfterEach
  void close() {
    engine.close();
  }

  private EngineConfig config() {
    return EngineConfig.builder()
        .clock(time)
        .scheduler(time)
        .seed(1)
        .tableFiles(new BucketFiles(new BucketFolders(folder)))
        .build();
  }

  private void write(String key, FileCompression compression, String content) throws IOException {
    Path file = folder.resolve("files").resolve(key);
    Files.createDirectories(file.getParent());
    try (OutputStream out = compression.compress(Files.newOutputStream(file))) {
      out.write(content.getBytes(StandardCharsets.UTF_8));
    }
  }

  private static ImportTableInput.Builder request(String prefix, String format) {
    return ImportTableInput.builder()
        .s3BucketSource(new S3BucketSource(null, "files", prefix))
        .inputFormat(format)
        .tableCreationParameters(table("Imported"));
  }

  private static TableCreationParameters table(String name) {
    return TableCreationParameters.builder()
        .tableName(name)
        .attributeDefinitions(List.of(new AttributeDefinition("PK", "S")))
        .keySchema(List.of(new KeySchemaElement("PK", "HASH")))
        .billingMode("PAY_PER_REQUEST")
        .build();
  }

  /** Returns the import at its end. */
  private ImportTableDescription run(ImportTableInput request) {
    return describe(
        engine.call(Operations.IMPORT_TABLE, request).importTableDescription().importArn());
  }

  private ImportTableDescription describe(String arn) {
    return engine
        .call(Operations.DESCRIBE_IMPORT, new DescribeImportInput(arn))
        .importTableDescription();
  }

  private Set<Item> items() {
    return new HashSet<>(scan(engine::call, "Imported"));
  }

  private static String result(ImportTableDescription description) {
    return description.importStatus()
        + ' '
        + description.processedItemCount()
        + ' '
        + description.importedItemCount()
        + ' '
        + description.errorCount();
  }

  @Test
  void jsonLinesAreImportedInEachCompression() throws IOException {
    for (FileCompression compression : FileCompression.values()) {
      StringBuilder lines = new StringBuilder("\uFEFF");
      ITEMS.forEach(item -> lines.append("{\"Item\":").append(item).append("}\r\n\n"));
      write(compression + "/items", compression, lines.toString());
      create();

      ImportTableDescription ended =
          run(
              request(compression + "/", "DYNAMODB_JSON")
                  .inputCompressionType(compression.name())
                  .build());

      assertThat(result(ended)).isEqualTo("COMPLETED 3 3 0");
      assertThat(ended.processedSizeBytes())
          .isEqualTo(lines.toString().getBytes(StandardCharsets.UTF_8).length);
      assertThat(items()).isEqualTo(Set.copyOf(ITEMS));
    }
  }

  /** As test_import_table_single_file_with_multiple_items of moto, which was recorded on AWS. */
  @Test
  void jsonValuesNeedNoLineBreaksBetweenThem() throws IOException {
    StringBuilder text = new StringBuilder();
    List<Item> all = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      Item item = Item.of("PK", "msg" + i, "data", "x");
      all.add(item);
      text.append("{\"Item\": ").append(item).append('}').append(i < 5 ? "\n" : "");
    }
    write("data.json", FileCompression.NONE, text.toString());

    assertThat(result(run(request("data.json", "DYNAMODB_JSON").build())))
        .isEqualTo("COMPLETED 10 10 0");
    assertThat(items()).isEqualTo(Set.copyOf(all));
  }

  @Test
  void aJsonValueMayHaveSeveralLines() throws IOException {
    write(
        "data.json",
        FileCompression.NONE,
        "{\n"
            + "  \"Item\": {\n"
            + "    \"PK\": {\"S\": \"a\"}\n"
            + "  }\n"
            + "}\n"
            + "{\"Item\": {\"PK\": {\"S\": \"b\"}}}");

    assertThat(result(run(request("data.json", "DYNAMODB_JSON").build())))
        .isEqualTo("COMPLETED 2 2 0");
    assertThat(items()).isEqualTo(Set.of(Item.of("PK", "a"), Item.of("PK", "b")));
  }

  @Test
  void itemsBeforeWhatIsNotJsonAreImportedFromTheSameLine() throws IOException {
    write(
        "data.json",
        FileCompression.NONE,
        "{\"Item\":{\"PK\":{\"S\":\"a\"}}}{\"Item\":{\"PK\":{\"S\":\"b\"}}},"
            + "{\"Item\":{\"PK\":{\"S\":\"c\"}}}");

    assertThat(result(run(request("data.json", "DYNAMODB_JSON").build())))
        .isEqualTo("FAILED 3 2 1");
    assertThat(items()).isEqualTo(Set.of(Item.of("PK", "a"), Item.of("PK", "b")));
  }

  /** A line of many items has more characters than one item may have. */
  @Test
  void aLineMayBeLongerThanAnItem() throws Exception {
    byte[] item =
        ("{\"Item\":{\"PK\":{\"S\":\"a\"},\"x\":{\"S\":\"" + "x".repeat(300_000) + "\"}}}")
            .getBytes(StandardCharsets.UTF_8);
    int[] put = new int[1];

    new ImportedObject("key", description("DYNAMODB_JSON"), new CountingTarget(put))
        .read(new Repeated(item, 40));

    assertThat(put[0]).isEqualTo(40);
  }

  /** The bytes of a text that is repeated. */
  private static final class Repeated extends InputStream {
    private final byte[] text;
    private final long times;
    private long read;

    Repeated(byte[] text, long times) {
      this.text = text;
      this.times = times;
    }

    @Override
    public int read() {
      return read == times * text.length ? -1 : text[(int) (read++ % text.length)];
    }

    @Override
    public int read(byte[] bytes, int from, int length) {
      int count = 0;
      int next;
      while (count < length && (next = read()) >= 0) {
        bytes[from + count++] = (byte) next;
      }
      return count == 0 ? -1 : count;
    }
  }

  private static ImportTableDescription description(String format) {
    return ImportTableDescription.builder()
        .inputFormat(format)
        .tableCreationParameters(table("Imported"))
        .build();
  }

  /** A target that counts items and has no place for errors. */
  private record CountingTarget(int[] put) implements ImportTarget {
    @Override
    public void put(Item item, String key, long index) {
      put[0]++;
    }

    @Override
    public void reject(String reason, String key, long index) {
      throw new AssertionError(reason);
    }

    @Override
    public void addBytes(long bytes) {}
  }

  @Test
  void ionIsImported() throws IOException {
    write(
        "a.ion",
        FileCompression.NONE,
        "$ion_1_0 {Item:{PK:\"a\",n:1.5,b:{{AAE=}}}}\n"
            + "$ion_1_0 {Item:{PK:\"b\",l:[null,false]}}\n"
            + "$ion_1_0 {Item:{PK:\"c\",s:$dynamodb_SS::[\"x\",\"y\"],t:$dynamodb_NS::[2]}}\n");

    assertThat(result(run(request("a", "ION").build()))).isEqualTo("COMPLETED 3 3 0");
    assertThat(items()).isEqualTo(Set.copyOf(ITEMS));
  }

  @Test
  void csvIsImportedWithEachRuleOfItsFields() throws IOException {
    write(
        "a.csv",
        FileCompression.NONE,
        "PK,x\na,1\n\"b\",\"with \"\"quotes\"\"\"\nc,\nd,too,many\ne,not \"escaped\"\n,no key\n");

    assertThat(result(run(request("a.csv", "CSV").build()))).isEqualTo("FAILED 6 3 3");
    assertThat(items())
        .isEqualTo(
            Set.of(
                Item.of("PK", "a", "x", "1"),
                Item.of("PK", "b", "x", "with \"quotes\""),
                Item.of("PK", "c")));
  }

  @Test
  void csvWithAHeaderListHasNoHeader() throws IOException {
    write("a.csv", FileCompression.NONE, "a\t1\nb\t2\n");

    ImportTableInput request =
        request("a.csv", "CSV")
            .inputFormatOptions(new InputFormatOptions(new CsvOptions("\t", List.of("PK", "x"))))
            .build();

    assertThat(result(run(request))).isEqualTo("COMPLETED 2 2 0");
    assertThat(items())
        .isEqualTo(Set.of(Item.of("PK", "a", "x", "1"), Item.of("PK", "b", "x", "2")));
  }

  @Test
  void aPrefixIsNotAFolder() throws IOException {
    write("data/1.json", FileCompression.NONE, "{\"Item\":{\"PK\":{\"S\":\"a\"}}}");
    write("data2/x.json", FileCompression.NONE, "garbage");
    write("data.bak", FileCompression.NONE, "garbage");

    // As DDB-IMPORT-014 of ack-api-quirks.
    assertThat(result(run(request("data", "DYNAMODB_JSON").build()))).isEqualTo("FAILED 3 1 2");
    create();
    assertThat(result(run(request("data/1.json", "DYNAMODB_JSON").build())))
        .isEqualTo("COMPLETED 1 1 0");
  }

  @Test
  void linksAndOddKeysDoNotLeaveTheFolderOfTheBucket() throws Exception {
    Files.createDirectories(folder.resolve("secret"));
    Files.writeString(folder.resolve("secret/items"), "{\"Item\":{\"PK\":{\"S\":\"secret\"}}}");
    Files.createSymbolicLink(folder.resolve("files/link"), folder.resolve("secret"));
    Files.createSymbolicLink(folder.resolve("files/file"), folder.resolve("secret/items"));
    Files.createSymbolicLink(folder.resolve("linked"), folder.resolve("secret"));
    ObjectStore store = new BucketFolders(folder);

    assertThat(store.list("files", "", 10)).isEmpty();
    for (String bucket : List.of("linked", "..", ".", "files/..", "../x", "missing", "a\0b")) {
      assertThatThrownBy(() -> store.list(bucket, "", 10))
          .isInstanceOfSatisfying(
              TransferException.class, e -> assertThat(e.code()).isEqualTo("S3NoSuchBucket"));
    }
    for (String key :
        List.of("../secret/items", "a/../../secret/items", "./a", "link/items", "file", "..\\a")) {
      assertThatThrownBy(() -> store.read("files", key).close())
          .as(key)
          .isInstanceOfSatisfying(
              TransferException.class, e -> assertThat(e.code()).isEqualTo("S3AccessDenied"));
    }
    for (String key : List.of("../escaped", "a/../../escaped", "link/escaped", "file", "", "a\0")) {
      assertThatThrownBy(() -> store.write("files", key).close())
          .as(key)
          .isInstanceOf(TransferException.class);
    }
    assertThat(folder.resolve("escaped")).doesNotExist();
    assertThat(Files.readString(folder.resolve("secret/items"))).contains("secret");
    store.write("files", "/a//b").close();
    assertThat(store.list("files", "/a/", 10)).extracting(StoredObject::key).containsExactly("a/b");
  }

  @Test
  void theNewestImportsAreKeptWithinTheirBound() throws IOException {
    create();
    MonotableEngine small =
        MonotableEngine.create(
            config().toBuilder()
                .limits(
                    Limits.builder()
                        .transfer(limit -> limit.withMaxKept(3).withMaxKeptBytes(1 << 20))
                        .build())
                .build());
    for (int i = 0; i < 5; i++) {
      small.call(
          Operations.IMPORT_TABLE,
          request("none", "ION").tableCreationParameters(table("Table" + i)).build());
      time.advance(Duration.ofSeconds(1));
    }

    ListImportsOutput listed =
        small.call(Operations.LIST_IMPORTS, ListImportsInput.builder().build());

    assertThat(listed.importSummaryList())
        .extracting(summary -> summary.tableArn().replaceAll(".*/", ""))
        .containsExactly("Table4", "Table3", "Table2");
    small.close();
  }

  /** Each item replaces an earlier one, so the object has many times the memory of the table. */
  @Test
  void anObjectIsNotKeptInMemory() throws Exception {
    long[] mostAhead = new long[1];
    byte[] line =
        ("{\"Item\":{\"PK\":{\"S\":\"a\"},\"x\":{\"S\":\"" + "x".repeat(1000) + "\"}}}\n")
            .getBytes(StandardCharsets.UTF_8);
    long lines = 20_000;
    Repeated endless = new Repeated(line, lines);
    long[] put = new long[1];
    new ImportedObject(
            "key",
            description("DYNAMODB_JSON"),
            new ImportTarget() {
              @Override
              public void put(Item item, String key, long index) {
                put[0]++;
                mostAhead[0] = Math.max(mostAhead[0], endless.read - put[0] * line.length);
              }

              @Override
              public void reject(String reason, String key, long index) {
                throw new AssertionError(reason);
              }

              @Override
              public void addBytes(long bytes) {}
            })
        .read(endless);

    assertThat(put[0]).isEqualTo(lines);
    assertThat(mostAhead[0]).isLessThan(1 << 18);
  }

  @Test
  void anItemThatIsTooLongForMemoryIsAnError() throws Exception {
    for (String format : List.of("DYNAMODB_JSON", "ION", "CSV")) {
      long[] left = {100L << 20};
      List<String> errors = new ArrayList<>();
      new ImportedObject(
              "key",
              description(format),
              new ImportTarget() {
                @Override
                public void put(Item item, String key, long index) {
                  throw new AssertionError();
                }

                @Override
                public void reject(String reason, String key, long index) {
                  errors.add(reason);
                }

                @Override
                public void addBytes(long bytes) {
                  left[0] -= bytes;
                }
              })
          .read(
              new InputStream() {
                @Override
                public int read() {
                  return '"';
                }

                @Override
                public int read(byte[] bytes, int from, int length) {
                  Arrays.fill(bytes, from, from + length, (byte) 'x');
                  bytes[from] = '"';
                  return left[0] <= 0 ? -1 : length;
                }
              });
      assertThat(errors).as(format).hasSize(1);
      assertThat(left[0]).as(format).isGreaterThan(80L << 20);
    }
  }

  @Test
  void anImportFailsWhenMemoryIsShortAndLeavesNoTable() throws IOException {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < 2000; i++) {
      lines.append("{\"Item\":{\"PK\":{\"S\":\"").append(i).append("\"}}}\n");
    }
    write("many", FileCompression.NONE, lines.toString());
    int[] asked = new int[1];
    var unused =
        engine.admit(
            new Admission() {
              @Override
              public void enter(AdmissionRequest request) {
                if (request.operation() == Operations.IMPORT_TABLE && ++asked[0] > 2) {
                  throw new DynamoException(ErrorCode.INTERNAL_SERVER_ERROR, "full");
                }
              }
            });

    ImportTableDescription ended = run(request("many", "DYNAMODB_JSON").build());

    assertThat(ended.importStatus()).isEqualTo("FAILED");
    assertThat(ended.failureMessage()).isEqualTo("Monotable's memory is full");
    assertThat(tableNames(engine::call)).isEmpty();
  }

  /** A copy from the time of an import runs it by itself. */
  @Test
  void anImportThatDidNotEndIsRunAgain() throws Exception {
    write("items", FileCompression.NONE, "{\"Item\":{\"PK\":{\"S\":\"a\"}}}");
    Snapshot[] during = new Snapshot[1];
    MonotableEngine[] source = new MonotableEngine[1];
    ObjectStore folders = new BucketFolders(folder);
    ObjectStore watched =
        new ObjectStore() {
          @Override
          public List<StoredObject> list(String bucket, String prefix, int most)
              throws TransferException {
            if (during[0] == null) {
              during[0] = source[0].snapshot();
            }
            return folders.list(bucket, prefix, most);
          }

          @Override
          public InputStream read(String bucket, String key) throws TransferException {
            return folders.read(bucket, key);
          }

          @Override
          public InputStream read(String bucket, StoredObject object) throws TransferException {
            return folders.read(bucket, object);
          }

          @Override
          public OutputStream write(String bucket, String key) throws TransferException {
            return folders.write(bucket, key);
          }
        };
    EngineConfig config = config().toBuilder().tableFiles(new BucketFiles(watched)).build();
    source[0] = MonotableEngine.create(config);
    String arn =
        source[0]
            .call(Operations.IMPORT_TABLE, request("items", "DYNAMODB_JSON").build())
            .importTableDescription()
            .importArn();
    source[0].close();

    engine.restore(during[0]);
    assertThat(describe(arn).importStatus()).isEqualTo("IN_PROGRESS");
    time.advance(Duration.ofSeconds(1)); // runs the background work

    assertThat(result(describe(arn))).isEqualTo("COMPLETED 1 1 0");
    assertThat(items()).isEqualTo(Set.of(Item.of("PK", "a")));
  }
}
