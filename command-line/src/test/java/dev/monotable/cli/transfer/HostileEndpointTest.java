package dev.monotable.cli.transfer;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import dev.monotable.testing.TestServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** An endpoint that answers what DynamoDB never would. */
@Timeout(120)
class HostileEndpointTest extends EndpointsFixture {
  private static final String TABLE =
      "{\"Table\":{\"TableName\":\"Tab\",\"TableStatus\":\"ACTIVE\",\"KeySchema\":["
          + "{\"AttributeName\":\"PK\",\"KeyType\":\"HASH\"}],\"AttributeDefinitions\":["
          + "{\"AttributeName\":\"PK\",\"AttributeType\":\"S\"}]}}";

  @TempDir Path directory;

  /** The responses of an operation: each one once, and the last one for ever. */
  private final Map<String, ConcurrentLinkedQueue<String>> responses = new ConcurrentHashMap<>();

  private TestServer server;

  @BeforeEach
  void startHostile() {
    server = TestServer.handling(this::answer);
    respond("ListTables", "{\"TableNames\":[\"Tab\"]}");
    respond("DescribeTable", TABLE);
    respond("DescribeTimeToLive", "{}");
    respond("ListTagsOfResource", "{}");
    respond("Scan", "{\"Items\":[]}");
  }

  @AfterEach
  void stopHostile() {
    server.close();
  }

  private void respond(String operation, String... bodies) {
    responses.put(operation, new ConcurrentLinkedQueue<>(List.of(bodies)));
  }

  private void answer(HttpExchange exchange) throws IOException {
    String target = exchange.getRequestHeaders().getFirst("X-Amz-Target");
    exchange.getRequestBody().readAllBytes();
    ConcurrentLinkedQueue<String> queue = responses.get(target.substring(target.indexOf('.') + 1));
    String body = queue.size() > 1 ? queue.remove() : queue.element();
    TestServer.send(exchange, body.startsWith("{\"__type\"") ? 400 : 200, body);
  }

  private String url() {
    return server.url();
  }

  /** Asserts that a command fails with one line, and that nothing was written. */
  private void assertFails(Callable<Integer> command, int code, String message, String... options)
      throws IOException {
    assertThat(run(command, options)).as(printed(err)).isEqualTo(code);
    assertThat(printed(err).replace(url(), "URL")).isEqualTo("monotable: " + message + "\n");
    assertThat(printed(out)).isEmpty();
    assertThat(files()).isEmpty();
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> found = Files.walk(directory)) {
      return found.filter(Files::isRegularFile).toList();
    }
  }

  private String[] export() {
    return new String[] {"--endpoint", url(), directory.resolve("out").toString()};
  }

  private String[] copy() {
    return new String[] {"--from", url(), "--to", rightUrl(), "--segments", "1"};
  }

  @ParameterizedTest
  @CsvSource({
    "../../outside, ../../outside",
    "/etc/cron.d/x, /etc/cron.d/x",
    ".., ..",
    "a/b, a/b",
    "a\\\\b, a\\\\b",
    "a\\u0000b, a\\u0000b",
    "\\u001b[2J, \\u001b[2J",
  })
  void theNameOfATableIsNeverAPath(String name, String shown) throws Exception {
    respond("ListTables", "{\"TableNames\":[\"" + name + "\"]}");
    String message = "URL: it lists a table with the invalid name \"" + shown + "\"";

    assertFails(new ExportCommand(), 3, message, export());
    assertFails(new CopyCommand(), 3, message, copy());
    assertFails(new DiffCommand(), 3, message, url(), rightUrl());
  }

  @Test
  void aGivenNameIsCheckedToo() throws Exception {
    String[] options = {"--endpoint", url(), "--table=../x", directory.resolve("out").toString()};

    assertFails(new ExportCommand(), 2, "'../x' is not the name of a table", options);
  }

  @ParameterizedTest
  @CsvSource({
    "NaN, is not a number",
    "'', is not a number",
    "1e500, is too large for a number",
    "-1E+126, is too large for a number",
    "1e-500, is too small for a number",
    "1234567890123456789012345678901234567890, has more than 38 digits",
  })
  void aNumberThatCannotBeReadIsAnError(String number, String problem) throws Exception {
    respond(
        "Scan",
        "{\"Items\":[{\"PK\":{\"S\":\"good\"},\"n\":{\"N\":\"1\"}},"
            + "{\"PK\":{\"S\":\"bad\"},\"m\":{\"M\":{\"n\":{\"N\":\""
            + number
            + "\"}}}}]}");
    String message =
        "URL: the table Tab has an item with an invalid value in the attribute \"m\": '"
            + number
            + "' "
            + problem
            + "; its key is {\"PK\":{\"S\":\"bad\"}}";

    assertFails(new ExportCommand(), 3, message, export());
    assertFails(new ExportCommand(), 3, message, with(export(), "--s3"));
    assertFails(new ExportCommand(), 3, message, with(export(), "--format=csv"));
    createPlain(right, "Tab");
    assertFails(new CopyCommand(), 3, message, copy());
    assertFails(new DiffCommand(), 3, message, with(new String[] {rightUrl(), url()}, "--most=1"));
    assertThat(items(right, "Tab")).isEmpty();
  }

  @Test
  void anInvalidKeyIsAnError() throws Exception {
    respond("Scan", "{\"Items\":[{\"PK\":{\"N\":\"NaN\"}}]}");
    String message =
        "URL: the table Tab has an item with an invalid value in the attribute \"PK\": ";
    assertFails(new ExportCommand(), 3, message + "'NaN' is not a number; its key is {}", export());

    respond("Scan", "{\"Items\":[],\"LastEvaluatedKey\":{\"PK\":{\"N\":\"1e500\"}}}");
    assertFails(
        new ExportCommand(),
        3,
        message + "'1e500' is too large for a number; its key is {}",
        export());
  }

  @Test
  void pagesThatRepeatAreAnError() throws Exception {
    String[] pages = new String[7];
    for (int i = 0; i < pages.length; i++) {
      pages[i] = "{\"Items\":[],\"LastEvaluatedKey\":{\"PK\":{\"S\":\"" + i + "\"}}}";
    }
    for (int circle = 1; circle < pages.length; circle++) {
      String[] all = new String[100];
      for (int i = 0; i < all.length; i++) {
        all[i] = pages[i < circle ? i : i % circle];
      }
      respond("Scan", all);
      assertThat(run(new ExportCommand(), export())).isEqualTo(3);
      assertThat(printed(err))
          .matches(
              "monotable: http://[^ ]*: Scan of the table Tab repeats the LastEvaluatedKey"
                  + " \\{\"PK\":\\{\"S\":\"[0-6]\"}}\n");
    }
    respond("ListTables", "{\"TableNames\":[\"Tab\"],\"LastEvaluatedTableName\":\"Tab\"}");
    assertFails(
        new ExportCommand(), 3, "URL: ListTables repeats the LastEvaluatedTableName Tab", export());
    respond(
        "DescribeTable", TABLE.replace("\"TableName\"", "\"TableArn\":\"arn:x\",\"TableName\""));
    respond("ListTables", "{\"TableNames\":[\"Tab\"]}");
    respond("ListTagsOfResource", "{\"Tags\":[],\"NextToken\":\"x\"}");
    assertFails(
        new ExportCommand(),
        3,
        "URL: ListTagsOfResource of the table Tab repeats the NextToken x",
        export());
  }

  /** Returns pages without a result, each with another token, and a last one. */
  private static String[] emptyPages(int count, String token, String last) {
    String[] pages = new String[count + 1];
    for (int i = 0; i < count; i++) {
      pages[i] = token.replace("#", "t" + i);
    }
    pages[count] = last;
    return pages;
  }

  @Test
  void aThousandPagesWithoutAResultEndTheReading() throws Exception {
    String scan = "{\"Items\":[],\"LastEvaluatedKey\":{\"PK\":{\"S\":\"#\"}}}";
    String message =
        "URL: Scan of the table Tab returned 1,000 pages in succession without a result, each with"
            + " a LastEvaluatedKey; reading ends here";
    String[] all = emptyPages(1_000, scan, "{\"Items\":[]}");
    respond("Scan", all);
    assertFails(new ExportCommand(), 3, message, export());
    respond("Scan", all);
    assertFails(new CopyCommand(), 3, message, copy());
    respond("Scan", all); // the copy has created the table
    assertFails(new DiffCommand(), 3, message, url(), rightUrl());

    respond(
        "ListTables",
        emptyPages(1_000, "{\"TableNames\":[],\"LastEvaluatedTableName\":\"#\"}", "{}"));
    assertFails(
        new ExportCommand(),
        3,
        "URL: ListTables returned 1,000 pages in succession without a result, each with a"
            + " LastEvaluatedTableName; reading ends here",
        export());
    respond("ListTables", "{\"TableNames\":[\"Tab\"]}");
    respond(
        "DescribeTable", TABLE.replace("\"TableName\"", "\"TableArn\":\"arn:x\",\"TableName\""));
    respond("ListTagsOfResource", emptyPages(1_000, "{\"Tags\":[],\"NextToken\":\"#\"}", "{}"));
    assertFails(
        new ExportCommand(),
        3,
        "URL: ListTagsOfResource of the table Tab returned 1,000 pages in succession without a"
            + " result, each with a NextToken; reading ends here",
        export());
  }

  @Test
  void fewerPagesWithoutAResultAreRead() throws Exception {
    String empty = "{\"Items\":[],\"LastEvaluatedKey\":{\"PK\":{\"S\":\"#\"}}}";
    String[] pages = emptyPages(1_999, empty, "{\"Items\":[{\"PK\":{\"S\":\"last\"}}]}");
    pages[999] =
        "{\"Items\":[{\"PK\":{\"S\":\"first\"}}],\"LastEvaluatedKey\":{\"PK\":{\"S\":\"first\"}}}";
    respond("Scan", pages);

    assertThat(run(new CopyCommand(), copy())).as(printed(err)).isZero();

    assertThat(items(right, "Tab")).hasLineCount(2);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "null", "[]", "<html>", "{\"Items\":{}}", "{\"Items\":[", "\"x"})
  void aResponseOfAnotherFormIsAnErrorOrEmpty(String body) throws Exception {
    respond("Scan", body);

    int code = run(new ExportCommand(), export());

    assertThat(printed(err)).doesNotContain("null\n", "Exception:", "\tat ");
    if (code == 3) {
      assertThat(printed(err).replace(url(), "URL"))
          .startsWith("monotable: URL: the response of Scan is invalid: ")
          .hasLineCount(1);
    } else {
      assertThat(code).isZero();
    }
  }

  @Test
  void anIncompleteDescriptionIsAnError() throws Exception {
    for (String member : List.of("LocalSecondaryIndexes", "GlobalSecondaryIndexes")) {
      respond(
          "DescribeTable",
          TABLE
              .replace("{\"Table", "{\"Table")
              .replace("\"KeySchema\"", "\"" + member + "\":[{}],\"KeySchema\""));
      assertFails(
          new ExportCommand(), 3, "URL: the description of the table Tab is incomplete", export());
    }
    respond("DescribeTable", "{\"Table\":{\"AttributeDefinitions\":[{},{}]}}");
    assertFails(
        new ExportCommand(), 3, "URL: the description of the table Tab is incomplete", export());
  }

  @Test
  void anErrorOfTheEndpointIsOneShortLine() throws Exception {
    respond(
        "ListTables",
        "{\"__type\":\"Evil\\u001b[31m\",\"message\":\"" + "a\\u001b\\n".repeat(50_000) + "\"}");

    assertThat(run(new ExportCommand(), export())).isEqualTo(3);

    assertThat(printed(err))
        .startsWith("monotable: " + url() + ": Evil\\u001b[31m: a\\u001b\\na")
        .hasLineCount(1)
        .hasSizeLessThan(2_200)
        .doesNotContain("\u001b");
  }

  @Test
  void theManifestOfAnExportIsJsonWhateverTheArnIs() throws Exception {
    respond(
        "DescribeTable",
        TABLE.replace(
            "\"TableName\"", "\"TableArn\":\"a\\\"},\\n{\",\"TableId\":\"\\\"\",\"TableName\""));

    assertThat(run(new ExportCommand(), with(export(), "--s3"))).as(printed(err)).isZero();

    Path summary =
        files().stream().filter(file -> file.endsWith("manifest-summary.json")).findFirst().get();
    assertThat(Files.readString(summary))
        .contains("\"tableArn\":\"a\\\"},\\n{\"", "\"tableId\":\"\\\"\"");
  }

  private static String[] with(String[] options, String option) {
    String[] all = java.util.Arrays.copyOf(options, options.length + 1);
    all[options.length] = option;
    return all;
  }
}
