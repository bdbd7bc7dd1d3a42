package dev.monotable.cli.serve;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.access.signature.Sha256;
import dev.monotable.access.signature.SigningKey;
import dev.monotable.http.MonotableServer;
import dev.monotable.model.Operations;
import dev.monotable.schema.OperationSchema;
import dev.monotable.testing.RawConnection;
import dev.monotable.text.FileReaders;
import dev.monotable.text.FileValue;
import dev.monotable.text.FileValue.Mapping;
import dev.monotable.text.FileValue.NamedValue;
import dev.monotable.text.FileValue.Scalar;
import dev.monotable.text.FileValue.Sequence;
import java.io.BufferedReader;
import java.io.StringReader;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/**
 * Sends each operation with each kind of access key, in the header and in the query, to servers
 * with policies.
 */
@Timeout(600)
class EveryKeyTest {
  private static final HttpClient CLIENT = HttpClient.newHttpClient();
  private static final DateTimeFormatter TIME =
      DateTimeFormatter.ofPattern("yyyyMMdd'T'HHmmss'Z'", Locale.ROOT).withZone(ZoneOffset.UTC);

  private static final String ARN = "arn:aws:dynamodb:us-east-1:000000000000:table/Users";

  /** The placeholder in the requests for what a database has created. */
  private static final Map<String, String> NAMES =
      Map.of(
          "$table", ARN,
          "$customers", ARN.replace("Users", "CustomerData"),
          "$stream", ARN + "/stream/2026-01-01T00:00:00.000",
          "$backup", ARN + "/backup/01489602797149-73d8d5bc",
          "$export", ARN + "/export/01489602797149-73d8d5bc",
          "$import", ARN + "/import/01489602797149-73d8d5bc",
          "$bulk", ARN + "/bulk-operation/01489602797149-73d8d5bc",
          "$shard", "shardId-00000001414576573621-f55eea83",
          "$iterator", ARN + "/stream/2026-01-01T00:00:00.000|1|AAAA");

  private static final String SCHEMA =
      """
      Resources:
        Users:
          Type: AWS::DynamoDB::Table
          Properties: {TableName: Users, BillingMode: PAY_PER_REQUEST, AttributeDefinitions: [{AttributeName: UserId, AttributeType: S}], KeySchema: [{AttributeName: UserId, KeyType: HASH}]}
      """;

  private static final String ALLOW =
      "{\"Version\": \"2012-10-17\", \"Statement\": {\"Effect\": \"Allow\", \"Action\": \"*\","
          + " \"Resource\": \"*\"}}";

  private static final String DENY = ALLOW.replace("Allow", "Deny");

  /** The outcome of a request that may do nothing. */
  private enum Outcome {
    UNSIGNED,
    UNRECOGNIZED,
    DENIED,
    ADMITTED
  }

  /**
   * An access key and its secret.
   *
   * @param id null for a request without a signature
   */
  private record Key(@Nullable String id, String secret, Outcome outcome) {}

  @TempDir private Path directory;

  private Path write(String name, String text) throws Exception {
    return Files.writeString(directory.resolve(name), text);
  }

  private MonotableServer start(String mode) throws Exception {
    List<String> line = new ArrayList<>(List.of(mode.split(" ")));
    line.remove("");
    line.addAll(
        List.of(
            "--schema=" + write("schema.yaml", SCHEMA),
            "--control-token=secret-token",
            "--policies",
            "ADMIN=" + write("allow.json", ALLOW),
            "APP=" + write("deny.json", DENY)));
    if (mode.contains("--auth")) {
      line.add("--keys");
      StringBuilder profiles = new StringBuilder();
      for (String id : List.of("ADMIN", "APP", "AKIDOTHER")) {
        profiles.append(
            "[%1$s]%naws_access_key_id = %1$s%naws_secret_access_key = secret%n".formatted(id));
      }
      line.add(write("keys", profiles.toString()).toString());
    }
    ServeCommand command = new ServeCommand();
    new CommandLine(command).parseArgs(line.toArray(new String[0]));
    command.options().port = 0;
    return ServerLauncher.start(command.options());
  }

  private static Mapping control(URI endpoint, String method, String path, String body)
      throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(endpoint.resolve("/_monotable/v1/databases" + path))
            .method(method, BodyPublishers.ofString(body))
            .header("Content-Type", "application/json")
            .header("x-monotable-token", "secret-token")
            .build();
    String answer = CLIENT.send(request, BodyHandlers.ofString()).body();
    return (Mapping)
        FileReaders.read(
            Path.of("answer"),
            new BufferedReader(new StringReader(answer.isEmpty() ? "{}" : answer)));
  }

  private static String text(Mapping mapping, String member) {
    return ((Scalar) Objects.requireNonNull(mapping.find(member), member)).text();
  }

  /** Returns an issued key. */
  private static Key issued(Mapping created, Outcome outcome) {
    return new Key(text(created, "accessKeyId"), text(created, "secretAccessKey"), outcome);
  }

  /** Returns keys of all kinds, those that lead to databases of the control API included. */
  private static Map<String, Key> keys(URI endpoint, boolean verified) throws Exception {
    Map<String, Key> keys = new LinkedHashMap<>();
    Outcome other = verified ? Outcome.UNRECOGNIZED : Outcome.DENIED;
    keys.put("none", new Key(null, "secret", Outcome.UNSIGNED));
    keys.put("empty", new Key("", "secret", other));
    keys.put("unknown", new Key("AKIDUNKNOWN", "secret", other));
    keys.put("without a policy", new Key("AKIDOTHER", "secret", Outcome.DENIED));
    keys.put("with a policy", new Key("APP", "secret", Outcome.DENIED));
    for (String odd :
        List.of(
            "*",
            "?",
            "console",
            "default",
            "shared",
            "monotable",
            "null",
            "..",
            "a:b@c",
            "admin",
            "ADMIN.",
            "user",
            "000000000000",
            "é",
            "x".repeat(200))) {
      keys.put("odd: " + odd, new Key(odd, "secret", other));
    }
    keys.put("never issued", new Key("MTDB", "secret", Outcome.UNRECOGNIZED));
    Mapping database = control(endpoint, "POST", "", "{}");
    String path = "/" + text(database, "id") + "/principals";
    String policies = "{\"policies\": [\"%s\"]}".formatted(DENY.replace("\"", "\\\""));
    Mapping revoked = control(endpoint, "POST", path, policies);
    keys.put("revoked", issued(revoked, Outcome.UNRECOGNIZED));
    var unused = control(endpoint, "DELETE", path + "/" + text(revoked, "accessKeyId"), "");
    keys.put("issued", issued(control(endpoint, "POST", path, policies), Outcome.DENIED));
    Mapping ended = control(endpoint, "POST", "", "{}");
    keys.put("ended", issued(ended, Outcome.UNRECOGNIZED));
    unused = control(endpoint, "DELETE", "/" + text(ended, "id"), "");
    keys.put("with all rights", new Key("ADMIN", "secret", Outcome.ADMITTED));
    return keys;
  }

  /** Returns a valid request for each operation. */
  private static Map<OperationSchema<?, ?>, String> requests() throws Exception {
    Path file =
        Path.of("../access-control/src/test/resources/dev/monotable/access/operations.yaml");
    Mapping rows = (Mapping) FileReaders.read(file);
    Map<OperationSchema<?, ?>, String> requests = new LinkedHashMap<>();
    for (OperationSchema<?, ?> operation : Operations.all()) {
      Sequence row = (Sequence) Objects.requireNonNull(rows.find(operation.name()));
      StringBuilder json = new StringBuilder();
      write(row.elements().get(0), json);
      String body = json.toString();
      for (Map.Entry<String, String> name : NAMES.entrySet()) {
        body = body.replace(name.getKey(), name.getValue());
      }
      requests.put(operation, body);
    }
    return requests;
  }

  private static void write(FileValue value, StringBuilder json) {
    if (value instanceof Scalar scalar) {
      boolean quoted = scalar.type() == FileValue.ScalarType.STRING;
      json.append(quoted ? quoted(scalar.text()) : scalar.text());
    } else if (value instanceof Sequence sequence) {
      json.append('[');
      for (int i = 0; i < sequence.elements().size(); i++) {
        json.append(i == 0 ? "" : ",");
        write(sequence.elements().get(i), json);
      }
      json.append(']');
    } else {
      String before = "{";
      for (NamedValue member : ((Mapping) value).members()) {
        json.append(before).append(quoted(member.name())).append(':');
        write(member.value(), json);
        before = ",";
      }
      json.append(before.equals("{") ? "{}" : "}");
    }
  }

  private static String quoted(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "--split-by-credentials",
        "--auth=sigv4",
        "--auth=sigv4 --split-by-credentials",
      })
  void onlyWhoIsAllowedToGetsIn(String mode) throws Exception {
    Map<OperationSchema<?, ?>, String> requests = requests();
    assertThat(requests).hasSizeGreaterThan(50);
    try (MonotableServer server = start(mode);
        RawConnection connection = RawConnection.open(server.endpoint())) {
      Map<String, Key> keys = keys(server.endpoint(), mode.contains("--auth"));
      for (boolean presigned : new boolean[] {false, true}) {
        for (Map.Entry<String, Key> key : keys.entrySet()) {
          requests.forEach(
              (operation, body) -> {
                Key sender = key.getValue();
                byte[] request = signed(server.endpoint(), sender, presigned, operation, body);
                assertThat(outcome(connection, request))
                    .as("%s %s, presigned %s, %s", mode, key.getKey(), presigned, operation.name())
                    .startsWith(sender.outcome() + " ");
              });
        }
      }
    }
  }

  /** Returns what became of a request, and the answer. */
  private static String outcome(RawConnection connection, byte[] request) {
    RawConnection.Answer answer;
    try {
      answer = connection.send(request).read();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
    String body = answer.text();
    Outcome outcome =
        body.contains("MissingAuthenticationTokenException")
            ? Outcome.UNSIGNED
            : body.contains("UnrecognizedClientException")
                ? Outcome.UNRECOGNIZED
                : body.contains("AccessDeniedException\"") || body.contains("\"AccessDenied\"")
                    ? Outcome.DENIED
                    : Outcome.ADMITTED;
    boolean isError = answer.status() >= 400 && answer.status() < 500;
    assertThat(isError || answer.status() == 200).as(body).isTrue();
    return outcome + " " + answer.status() + " " + body;
  }

  /** Returns a request as it is sent; its secret signs it. */
  private static byte[] signed(
      URI endpoint, Key key, boolean presigned, OperationSchema<?, ?> operation, String body) {
    String time = TIME.format(Clock.systemUTC().instant());
    SigningKey signing =
        new SigningKey(key.secret(), time.substring(0, 8), "us-east-1", "dynamodb");
    TreeMap<String, String> headers = new TreeMap<>();
    headers.put("content-type", "application/x-amz-json-1.0");
    headers.put("host", endpoint.getHost() + ":" + endpoint.getPort());
    headers.put("x-amz-target", operation.target());
    String query = "";
    String names = String.join(";", headers.keySet());
    String id = key.id();
    if (presigned && id != null) {
      query =
          "X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Credential="
              + URLEncoder.encode(id + "/" + signing.scope(), StandardCharsets.UTF_8)
              + "&X-Amz-Date="
              + time
              + "&X-Amz-SignedHeaders="
              + names.replace(";", "%3B");
    } else {
      headers.put("x-amz-date", time);
      names = String.join(";", headers.keySet());
    }
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    String canonical =
        "POST\n/\n"
            + query.replace("*", "%2A")
            + "\n"
            + headers.entrySet().stream()
                .map(header -> header.getKey() + ":" + header.getValue() + "\n")
                .collect(Collectors.joining())
            + "\n"
            + names
            + "\n"
            + Sha256.hex(bytes, 0, bytes.length);
    String signature = signing.sign(signing.stringToSign(time, Sha256.hex(canonical)));
    if (!query.isEmpty()) {
      query = "?" + query + "&X-Amz-Signature=" + signature;
    } else if (id != null) {
      headers.put(
          "authorization",
          SigningKey.ALGORITHM
              + " Credential="
              + id
              + "/"
              + signing.scope()
              + ", SignedHeaders="
              + names
              + ", Signature="
              + signature);
    }
    StringBuilder head = new StringBuilder("POST /" + query + " HTTP/1.1\r\n");
    headers.forEach((name, value) -> head.append(name + ": " + value + "\r\n"));
    head.append("content-length: " + bytes.length + "\r\n\r\n").append(body);
    return head.toString().getBytes(StandardCharsets.UTF_8);
  }
}
