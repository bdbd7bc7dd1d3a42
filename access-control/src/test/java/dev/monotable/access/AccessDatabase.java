package dev.monotable.access;

import dev.monotable.access.request.AccessControl;
import dev.monotable.access.request.Principals;
import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.ManualTime;
import dev.monotable.engine.database.Database;
import dev.monotable.engine.database.DatabaseIdentity;
import dev.monotable.engine.database.Region;
import dev.monotable.formats.BucketFiles;
import dev.monotable.formats.bucket.BucketFolders;
import dev.monotable.json.Exchange;
import dev.monotable.json.ExchangeConfig;
import dev.monotable.json.HttpReply;
import dev.monotable.json.HttpRequest;
import dev.monotable.model.Operations;
import dev.monotable.text.FileReaders;
import dev.monotable.text.FileValue;
import dev.monotable.text.FileValue.Mapping;
import dev.monotable.text.FileValue.NamedValue;
import dev.monotable.text.FileValue.Scalar;
import dev.monotable.text.FileValue.Sequence;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** A database with some tables, in which the access key ALICE is restricted and ADMIN is not. */
final class AccessDatabase implements AutoCloseable {
  static final String ACCOUNT = "123456789012";
  static final String ARN = "arn:aws:dynamodb:us-west-2:" + ACCOUNT + ":";
  static final String USER = "arn:aws:iam::" + ACCOUNT + ":user/alice";

  private static final String CODE = "FailureCode";
  private static final String MESSAGE = "FailureMessage";

  /** The buckets {@code files} and {@code others}, whose folders have an item to import. */
  private static final BucketFiles FILES = new BucketFiles(new BucketFolders(buckets()));

  private final ManualTime time = new ManualTime(Instant.parse("2026-11-25T12:00:00Z"));
  private final Region database;
  private final Exchange exchange;
  private final AccessControl control;

  private AccessDatabase() {
    EngineConfig config =
        EngineConfig.DEFAULT.toBuilder()
            .region("us-west-2")
            .account(ACCOUNT)
            .clock(time)
            .scheduler(time)
            .tableFiles(FILES)
            .build();
    this.database = Database.create(DatabaseIdentity.shared("us-west-2"), config).home();
    this.exchange = new Exchange(database.engine(), ExchangeConfig.standard());
    this.control = AccessControl.install(database, Principals.create(false));
    control
        .principals()
        .put("ADMIN", Principal.user(ACCOUNT, "admin", List.of(Policy.allowingAll())));
    for (FileValue step : steps("data")) {
      NamedValue request = ((Mapping) step).members().get(0);
      require(request.name(), json(request.value()));
    }
  }

  private static List<FileValue> steps(String member) {
    Mapping file = (Mapping) resource("database.yaml");
    return ((Sequence) Objects.requireNonNull(file.find(member))).elements();
  }

  /** Sends the requests that prepare cases, and returns the names of what they returned. */
  Map<String, String> prepare() {
    Map<String, String> names = new LinkedHashMap<>();
    for (FileValue step : steps("prepared")) {
      NamedValue request = ((Mapping) step).members().get(0);
      Mapping answer = require(request.name(), replaced(json(request.value()), names));
      if (((Mapping) step).find("names") instanceof Mapping wanted) {
        for (NamedValue name : wanted.members()) {
          names.put(name.name(), find(answer, ((Scalar) name.value()).text()));
        }
      }
    }
    return names;
  }

  /** Returns the text at a path; of a list it follows the first element. */
  private static String find(FileValue answer, String path) {
    FileValue value = answer;
    for (String member : path.split("\\.")) {
      if (value instanceof Sequence list) {
        value = list.elements().get(0);
      }
      value = Objects.requireNonNull(((Mapping) value).find(member), path);
    }
    return ((Scalar) value).text();
  }

  /** Returns a text with the values of names in it. */
  static String replaced(String text, Map<String, String> names) {
    String result = text;
    for (Map.Entry<String, String> name : names.entrySet()) {
      result = result.replace(name.getKey(), name.getValue());
    }
    return result;
  }

  private static Path buckets() {
    try {
      Path folder = Path.of("target", "access-buckets");
      for (String prefix : List.of("files/json", "files/other", "files/secret", "others/json")) {
        Path objects = Files.createDirectories(folder.resolve(prefix));
        Files.writeString(objects.resolve("items.json"), "{\"Item\": {\"a\": {\"S\": \"1\"}}}\n");
      }
      return folder;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns a database in which ALICE has policies, tags and values of other condition keys. */
  static AccessDatabase of(
      List<Policy> policies, Map<String, String> tags, Map<String, String> context) {
    AccessDatabase created = new AccessDatabase();
    created.allow(policies, tags, context);
    return created;
  }

  void allow(List<Policy> policies, Map<String, String> tags, Map<String, String> context) {
    control
        .principals()
        .put(
            "ALICE",
            Principal.user(ACCOUNT, "alice", policies).withTags(tags).withContext(context));
  }

  AccessControl control() {
    return control;
  }

  Region database() {
    return database;
  }

  /** A response: its status and its body. */
  record Answer(int status, Mapping body) {
    @Nullable String text(String member) {
      return body.find(member) instanceof Scalar scalar ? scalar.text() : null;
    }
  }

  /** Sends a request that must succeed, as ADMIN. */
  Mapping require(String operation, String json) {
    Answer answer = send("ADMIN", operation, json);
    if (answer.status() != 200) {
      throw new IllegalArgumentException(operation + ": " + answer);
    }
    return answer.body();
  }

  Answer send(String accessKey, String operation, String json) {
    HttpReply reply = new HttpReply();
    exchange.handle(new Post(accessKey, operation, json.getBytes(StandardCharsets.UTF_8)), reply);
    String body =
        reply.bodyLength() == 0
            ? "{}"
            : new String(reply.body(), 0, reply.bodyLength(), StandardCharsets.UTF_8);
    return new Answer(
        reply.status(),
        (Mapping) FileReaders.read(Path.of("reply"), new BufferedReader(new StringReader(body))));
  }

  /**
   * Returns how the export or import of a response has ended: its status, code and message. IDs are
   * written as {@code ID}.
   */
  String end(Mapping response) {
    NamedValue begun = response.members().get(0);
    boolean export = begun.name().equals("ExportDescription");
    String arn = export ? "ExportArn" : "ImportArn";
    String text = ((Scalar) Objects.requireNonNull(((Mapping) begun.value()).find(arn))).text();
    Mapping body =
        require(
            export ? "DescribeExport" : "DescribeImport", "{\"" + arn + "\": \"" + text + "\"}");
    Mapping ended = (Mapping) body.members().get(0).value();
    StringBuilder end = new StringBuilder();
    for (String member : List.of(export ? "ExportStatus" : "ImportStatus", CODE, MESSAGE)) {
      if (ended.find(member) instanceof Scalar value) {
        end.append(end.length() == 0 ? "" : " ").append(value.text());
      }
    }
    return end.toString().replace(text.substring(text.lastIndexOf('/') + 1), "ID");
  }

  private record Post(String accessKey, String operation, byte[] body) implements HttpRequest {
    @Override
    public String method() {
      return "POST";
    }

    @Override
    public String path() {
      return "/";
    }

    @Override
    public @Nullable String header(String name) {
      return switch (name) {
        case "content-type" -> "application/x-amz-json-1.0";
        case "x-amz-date" -> "20261125T120000Z";
        case "user-agent" -> "aws-sdk-test";
        case "x-amz-target" -> Objects.requireNonNull(Operations.find(operation)).target();
        case "authorization" ->
            "AWS4-HMAC-SHA256 Credential="
                + accessKey
                + "/20261125/us-west-2/dynamodb/aws4_request, SignedHeaders=host;x-amz-date,"
                + " Signature=0";
        default -> null;
      };
    }

    @Override
    public String sourceIp() {
      return "198.51.100.7";
    }

    @Override
    public boolean isSecure() {
      return true;
    }
  }

  @Override
  public void close() {
    database.database().close();
  }

  /** Returns a resource of this package. */
  static FileValue resource(String name) {
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(
                Objects.requireNonNull(AccessDatabase.class.getResourceAsStream(name)),
                StandardCharsets.UTF_8))) {
      return FileReaders.read(Path.of(name), reader);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns a value as JSON. */
  static String json(FileValue value) {
    if (value instanceof Scalar scalar) {
      return scalar.type() == FileValue.ScalarType.STRING
          ? '"' + scalar.text().replace("\\", "\\\\").replace("\"", "\\\"") + '"'
          : scalar.text();
    }
    StringBuilder json = new StringBuilder();
    if (value instanceof Sequence sequence) {
      for (FileValue element : sequence.elements()) {
        json.append(json.length() == 0 ? "" : ",").append(json(element));
      }
      return "[" + json + "]";
    }
    for (NamedValue member : ((Mapping) value).members()) {
      json.append(json.length() == 0 ? "\"" : ",\"")
          .append(member.name())
          .append("\":")
          .append(json(member.value()));
    }
    return "{" + json + "}";
  }
}
