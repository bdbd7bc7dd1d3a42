package dev.monotable.cli.serve;

import static dev.monotable.testing.Calls.tableNames;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.monotable.access.signature.AccessKey;
import dev.monotable.cli.credential.AccessKeyFile;
import dev.monotable.cli.endpoint.EndpointClient;
import dev.monotable.cli.endpoint.EndpointConfig;
import dev.monotable.http.MonotableServer;
import dev.monotable.text.DataFileException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Tests a server that verifies signatures, with the client of the commands. */
@Timeout(600)
class AuthTest {
  private static final HttpClient CLIENT = HttpClient.newHttpClient();

  @TempDir private Path directory;
  private final List<MonotableServer> servers = new ArrayList<>();

  @AfterEach
  void close() {
    servers.forEach(MonotableServer::close);
  }

  private URI start(String... line) throws Exception {
    ServeCommand command = new ServeCommand();
    new CommandLine(command).parseArgs(line);
    command.options().port = 0;
    MonotableServer server = ServerLauncher.start(command.options());
    servers.add(server);
    return server.endpoint();
  }

  private Path keys(String text) throws Exception {
    return Files.writeString(directory.resolve("keys"), text);
  }

  /** Returns the names of the tables, or the error. */
  private static String tables(URI endpoint, String id, String secret, String region) {
    EndpointClient client =
        EndpointClient.of(
            new EndpointConfig(
                endpoint.toString(),
                region,
                null,
                null,
                Map.of("AWS_ACCESS_KEY_ID", id, "AWS_SECRET_ACCESS_KEY", secret)));
    try {
      return tableNames(client::call).toString();
    } catch (RuntimeException e) {
      return e.getMessage();
    }
  }

  private static HttpResponse<String> control(
      URI endpoint, String method, String path, String... headers) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(endpoint.resolve("/_monotable/v1" + path))
            .method(method, BodyPublishers.ofString("{}"))
            .header("Content-Type", "application/json");
    if (headers.length > 0) {
      request.headers(headers);
    }
    return CLIENT.send(request.build(), BodyHandlers.ofString());
  }

  @Test
  void onlyTheKeysOfTheFilesAreAccepted() throws Exception {
    Path csv = directory.resolve("alice.csv");
    Files.writeString(csv, "Access key ID,Secret access key\nAKIDB,def\n");
    URI endpoint =
        start(
            "--auth=sigv4",
            "--keys",
            keys("[a]\naws_access_key_id = AKIDA\naws_secret_access_key = abc\n").toString(),
            csv.toString());

    assertThat(tables(endpoint, "AKIDA", "abc", "us-east-1")).isEqualTo("[]");
    assertThat(tables(endpoint, "AKIDB", "def", "us-east-1")).isEqualTo("[]");
    assertThat(tables(endpoint, "AKIDA", "def", "us-east-1"))
        .contains("The request signature we calculated does not match")
        .contains("\\nhost:127.0.0.1:" + endpoint.getPort() + "\\n");
    assertThat(tables(endpoint, "AKIDC", "abc", "us-east-1"))
        .contains("The security token included in the request is invalid.");
    assertThat(tables(endpoint, "AKIAIOSFODNN7EXAMPLE", AccessKey.EXAMPLE.secret(), "us-east-1"))
        .contains("The security token included in the request is invalid.");
  }

  @Test
  void theRegionIsThatOfTheServer() throws Exception {
    URI endpoint = start("--auth=sigv4", "--example-key", "--region=eu-west-1");
    AccessKey key = AccessKey.EXAMPLE;

    assertThat(tables(endpoint, key.id(), key.secret(), "eu-west-1")).isEqualTo("[]");
    assertThat(tables(endpoint, key.id(), key.secret(), "us-east-1"))
        .contains("Credential should be scoped to a valid region. ");
  }

  @Test
  void eachRegionIsServedIfCredentialsSplitTheDatabases() throws Exception {
    URI endpoint =
        start("--auth=sigv4", "--example-key", "--split-by-credentials", "--max-databases=2");
    AccessKey key = AccessKey.EXAMPLE;

    assertThat(tables(endpoint, key.id(), key.secret(), "eu-west-1")).isEqualTo("[]");
    for (int i = 0; i < 5; i++) { // which creates no database
      assertThat(tables(endpoint, "AKID" + i, key.secret(), "us-east-1"))
          .contains("The security token included in the request is invalid.");
    }
    assertThat(tables(endpoint, key.id(), key.secret(), "us-east-1")).isEqualTo("[]");
  }

  @Test
  void theControlApiNeedsItsTokenAndIssuesSecrets() throws Exception {
    URI endpoint = start("--auth=sigv4", "--example-key", "--control-token=secret-token");
    String[] token = {"x-monotable-token", "secret-token"};

    assertThat(control(endpoint, "GET", "/databases").statusCode()).isEqualTo(401);
    assertThat(control(endpoint, "POST", "/databases").statusCode()).isEqualTo(401);
    assertThat(control(endpoint, "GET", "/health").statusCode()).isEqualTo(200);
    String created = control(endpoint, "POST", "/databases", token).body();
    String id = created.replaceFirst(".*\"accessKeyId\":\"(\\w+)\".*", "$1");
    String secret = created.replaceFirst(".*\"secretAccessKey\":\"([^\"]+)\".*", "$1");
    assertThat(secret).hasSize(40);

    assertThat(tables(endpoint, id, secret, "us-east-1")).isEqualTo("[]");
    assertThat(tables(endpoint, id, "monotable", "us-east-1"))
        .contains("The request signature we calculated does not match");
    assertThat(control(endpoint, "DELETE", "/databases/" + id, token).statusCode()).isEqualTo(204);
    assertThat(tables(endpoint, id, secret, "us-east-1"))
        .contains("The security token included in the request is invalid.");
  }

  @Test
  void aKeyIsGeneratedForEachRun() throws Exception {
    Path folder = directory.resolve("generated");
    ServerProcess server =
        ServerProcess.start(
            "--port=0", "--auth=sigv4", "--keys-directory", folder.toString(), "--console=full");
    try {
      assertThat(server.firstLines())
          .containsExactly(
              "export AWS_CONFIG_FILE=%1$s/config AWS_SHARED_CREDENTIALS_FILE=%1$s/credentials"
                  .formatted(folder));
      AccessKey key = AccessKeyFile.read(folder.resolve("credentials")).get(0);
      assertThat(tables(server.endpoint(), key.id(), key.secret(), "us-east-1")).isEqualTo("[]");
      assertThat(tables(server.endpoint(), "any", "any", "us-east-1"))
          .contains("The security token included in the request is invalid.");
      server.process().destroy();
      assertThat(server.process().waitFor()).isEqualTo(143);
      assertThat(folder).isEmptyDirectory();
    } finally {
      server.end();
    }
  }

  @Test
  void keysOfDatabasesAndKeysWithTwoSecretsAreRejected() throws Exception {
    String first = "[a]\naws_access_key_id = AKIDA\naws_secret_access_key = abc\n";
    String second = "[b]\naws_access_key_id = AKIDA\naws_secret_access_key = def\n";
    String[] same = {"--auth=sigv4", "--keys", keys(first + first).toString()};
    start(same);

    String[] two = {"--auth=sigv4", "--keys", keys(first + second).toString()};
    assertThatThrownBy(() -> start(two))
        .isInstanceOf(DataFileException.class)
        .hasMessageEndingWith("keys: the access key AKIDA has two secrets");
    String[] issued = {"--auth=sigv4", "--keys", keys(first.replace("AKIDA", "MTDBA")).toString()};
    assertThatThrownBy(() -> start(issued))
        .isInstanceOf(DataFileException.class)
        .hasMessageEndingWith(
            "access keys that begin with MTDB lead to databases of the control API: MTDBA");
  }

  @Test
  void optionsWithoutEffectAreRejected() {
    assertThat(error("--keys=a")).contains("--keys needs --auth");
    assertThat(error("--example-key")).contains("--example-key needs --auth");
    assertThat(error("--keys-directory=a")).contains("--keys-directory needs --auth");
    assertThat(error("--auth=sigv4", "--example-key", "--keys-directory=a"))
        .contains("--keys-directory is for a generated key");
    assertThat(error("--auth=none")).contains("Invalid value for option '--auth': must be sigv4");
  }

  private static String error(String... line) {
    CommandLine parser = new CommandLine(new ServeCommand());
    StringWriter err = new StringWriter();
    parser.setErr(new PrintWriter(err));
    assertThat(parser.execute(line)).isEqualTo(2);
    return err.toString();
  }

  private Path policy() throws Exception {
    return Files.writeString(
        directory.resolve("policy.json"),
        "{\"Version\": \"2012-10-17\", \"Statement\": {\"Effect\": \"Deny\", \"Action\":"
            + " \"dynamodb:ListTables\", \"Resource\": \"*\"}}");
  }

  /** Creates a database, and returns the tables that its own access key sees, or the error. */
  private static String ownTables(URI endpoint) throws Exception {
    String key =
        control(endpoint, "POST", "/databases")
            .body()
            .replaceFirst(".*\"accessKeyId\":\"(\\w+)\".*", "$1");
    return tables(endpoint, key, "monotable", "us-east-1");
  }

  @Test
  void policiesOfSomeKeysDoNotRestrictTheOwnerOfADatabase() throws Exception {
    URI endpoint = start("--policies", "APP=" + policy());

    assertThat(tables(endpoint, "APP", "x", "us-east-1")).contains("with an explicit deny");
    assertThat(tables(endpoint, "OTHER", "x", "us-east-1"))
        .contains("user/OTHER is not authorized", "no identity-based policy allows");
    assertThat(ownTables(endpoint)).isEqualTo("[]");
  }

  @Test
  void aPolicyOfAllKeysRestrictsTheOwnerOfADatabase() throws Exception {
    URI endpoint = start("--policies", policy().toString());

    assertThat(tables(endpoint, "OTHER", "x", "us-east-1")).contains("with an explicit deny");
    assertThat(ownTables(endpoint)).contains("with an explicit deny");
  }

  /** Sends what a page sends with the access key of the console; returns the answer. */
  private static String console(URI endpoint, @Nullable String origin, @Nullable String token)
      throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(endpoint.resolve("/"))
            .POST(BodyPublishers.ofString("{}"))
            .header("Content-Type", "application/x-amz-json-1.0")
            .header("X-Amz-Target", "DynamoDB_20120810.ListTables")
            .header("X-Amz-Date", "20260101T000000Z")
            .header(
                "Authorization",
                "AWS4-HMAC-SHA256 Credential=console/20260101/us-east-1/dynamodb/aws4_request,"
                    + " SignedHeaders=host;x-amz-date;x-amz-target, Signature=0");
    if (origin != null) {
      request.header("Origin", origin);
    }
    if (token != null) {
      request.header("x-monotable-token", token);
    }
    String body = CLIENT.send(request.build(), BodyHandlers.ofString()).body();
    return body.replaceFirst("(?s).* because (no identity-based policy) .*", "$1");
  }

  @Test
  void theConsoleMayDoEverythingWithItsTokenAndOriginOnly() throws Exception {
    String token = "secret-token";
    for (String[] mode : new String[][] {{}, {"--split-by-credentials"}, {"--cors=*"}}) {
      List<String> line =
          new ArrayList<>(List.of("--control-token=" + token, "--policies", "APP=" + policy()));
      line.addAll(List.of(mode));
      URI endpoint = start(line.toArray(new String[0]));
      String own = "http://127.0.0.1:" + endpoint.getPort();

      assertThat(console(endpoint, own, token)).isEqualTo("{\"TableNames\":[]}");
      String denied = "no identity-based policy";
      assertThat(console(endpoint, own, null)).isEqualTo(denied);
      assertThat(console(endpoint, own, "secret-tokem")).isEqualTo(denied);
      assertThat(console(endpoint, own, "")).isEqualTo(denied);
      assertThat(console(endpoint, null, token)).isEqualTo(denied);
      assertThat(console(endpoint, null, null)).isEqualTo(denied);
      for (String other :
          List.of(
              own + "1",
              "http://localhost:" + endpoint.getPort(),
              "https://127.0.0.1:" + endpoint.getPort(),
              "http://127.0.0.1")) {
        assertThat(console(endpoint, other, token)).as(other).isEqualTo(denied);
      }
    }
  }

  @Test
  void withoutAConsoleNoTokenHelps() throws Exception {
    for (String option : List.of("--no-console", "--host=0.0.0.0")) {
      URI endpoint = start(option, "--control-token=secret-token", "--policies", "APP=" + policy());
      URI local = URI.create("http://127.0.0.1:" + endpoint.getPort());

      assertThat(console(local, local.toString(), "secret-token"))
          .isEqualTo("no identity-based policy");
    }
  }

  @Test
  void theConsoleCanHaveAPolicy() throws Exception {
    URI endpoint = start("--control-token=secret-token", "--policies", "console=" + policy());
    String own = "http://127.0.0.1:" + endpoint.getPort();

    assertThat(tables(endpoint, "console", "x", "us-east-1")).contains("with an explicit deny");
    assertThat(console(endpoint, own, "secret-token")).contains("with an explicit deny");
  }
}
