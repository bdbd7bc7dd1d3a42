package dev.monotable.cli.prepare;

import dev.monotable.cli.Main;
import dev.monotable.cli.container.ContainerHealth;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * Prepares fast starts; the start script runs this after a build, for the server and for the
 * commands, while the JVM records the loaded classes for an archive of each. The JVM loads all
 * classes of an archive at each start, so a run does only what most users do first: other
 * operations load their classes when they are first requested.
 */
final class Preparation {
  private static final List<String> NATIVES =
      List.of(
          "libnetty_transport_native_epoll_x86_64.so",
          "libnetty_transport_native_epoll_aarch_64.so");

  private static final String KEY = "{\"PK\":{\"S\":\"a\"},\"SK\":{\"S\":\"b\"}}";
  private static final String ITEM =
      "{\"PK\":{\"S\":\"a\"},\"SK\":{\"S\":\"b\"},"
          + "\"n\":{\"N\":\"12.5\"},\"l\":{\"L\":[{\"BOOL\":true},{\"NULL\":true}]},"
          + "\"m\":{\"M\":{\"b\":{\"B\":\"AAEC\"},\"s\":{\"SS\":[\"x\",\"y\"]}}},"
          + "\"GSI1PK\":{\"S\":\"g\"}}";

  /** The operation and the body of each request, in the order in which they are sent. */
  private static final List<List<String>> REQUESTS =
      List.of(
          List.of(
              "CreateTable",
              "{\"TableName\":\"Things\",\"BillingMode\":\"PAY_PER_REQUEST\",\"AttributeDefinitions\":["
                  + "{\"AttributeName\":\"PK\",\"AttributeType\":\"S\"},"
                  + "{\"AttributeName\":\"SK\",\"AttributeType\":\"S\"},"
                  + "{\"AttributeName\":\"GSI1PK\",\"AttributeType\":\"S\"}],"
                  + "\"KeySchema\":[{\"AttributeName\":\"PK\",\"KeyType\":\"HASH\"},"
                  + "{\"AttributeName\":\"SK\",\"KeyType\":\"RANGE\"}],"
                  + "\"GlobalSecondaryIndexes\":[{\"IndexName\":\"GSI1\",\"KeySchema\":["
                  + "{\"AttributeName\":\"GSI1PK\",\"KeyType\":\"HASH\"}],"
                  + "\"Projection\":{\"ProjectionType\":\"ALL\"}}]}"),
          List.of("PutItem", "{\"TableName\":\"Things\",\"Item\":" + ITEM + "}"),
          List.of("GetItem", "{\"TableName\":\"Things\",\"Key\":" + KEY + "}"),
          List.of(
              "UpdateItem",
              "{\"TableName\":\"Things\",\"Key\":"
                  + KEY
                  + ",\"UpdateExpression\":\"SET #n = #n + :one\","
                  + "\"ConditionExpression\":\"attribute_exists(PK)\","
                  + "\"ExpressionAttributeNames\":{\"#n\":\"n\"},"
                  + "\"ExpressionAttributeValues\":{\":one\":{\"N\":\"1\"}}}"),
          List.of(
              "Query",
              "{\"TableName\":\"Things\",\"KeyConditionExpression\":\"PK = :p\","
                  + "\"ExpressionAttributeValues\":{\":p\":{\"S\":\"a\"}}}"));

  /** Commands that ask a server, each for the classes of many like it. */
  private static final List<List<String>> COMMANDS =
      List.of(List.of("clock"), List.of("database", "list"), List.of("fault", "list"));

  private Preparation() {}

  /**
   * Runs the server or the commands, and ends the process, so that the JVM writes its archive.
   *
   * @param args {@code server} or {@code commands}, and the directory for the native libraries
   */
  public static void main(String[] args) throws Exception {
    if (args[0].equals("server")) {
      unpackNatives(Path.of(args[1]));
      askServer();
    } else {
      runCommands();
    }
    System.exit(0);
  }

  /** Starts a server in this process, and sends it each request. */
  private static void askServer() throws IOException {
    FirstLine ready = new FirstLine();
    System.setOut(new PrintStream(ready, true, StandardCharsets.UTF_8));
    Thread server = new Thread(() -> runServer(ready), "monotable-server");
    server.setDaemon(true);
    server.start();
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port(ready.text.join()))) {
      for (List<String> request : REQUESTS) {
        ask(socket, request.get(0), request.get(1));
      }
    }
  }

  private static int port(String endpoint) {
    return Integer.parseInt(endpoint.substring(endpoint.lastIndexOf(':') + 1));
  }

  /** Checks the health of a server in another process, and runs each command against it. */
  private static void runCommands() throws IOException {
    Process server =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "--port",
                "0")
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(server.getInputStream(), StandardCharsets.UTF_8))) {
      int port = port(lines.readLine());
      ContainerHealth.check(Map.of("MONOTABLE_PORT", Integer.toString(port)), System.err);
      for (List<String> command : COMMANDS) {
        List<String> arguments = new ArrayList<>(command);
        arguments.addAll(List.of("--endpoint", "http://127.0.0.1:" + port));
        Main.main(arguments.toArray(String[]::new));
      }
    } finally {
      server.destroy();
    }
  }

  private static void runServer(FirstLine ready) {
    try {
      Main.main(new String[] {"--port", "0"});
    } finally {
      ready.text.completeExceptionally(new IllegalStateException("the server did not start"));
    }
  }

  /** Standard output of the server, whose first line contains the endpoint. */
  private static final class FirstLine extends ByteArrayOutputStream {
    final CompletableFuture<String> text = new CompletableFuture<>();

    @Override
    public void flush() {
      String all = toString(StandardCharsets.UTF_8);
      if (all.endsWith("\n")) {
        text.complete(all.strip());
      }
    }
  }

  private static void unpackNatives(Path directory) throws IOException {
    Files.createDirectories(directory);
    for (String name : NATIVES) {
      try (InputStream library =
          Preparation.class.getResourceAsStream("/META-INF/native/" + name)) {
        if (library != null) {
          Files.copy(library, directory.resolve(name), StandardCopyOption.REPLACE_EXISTING);
        }
      }
    }
  }

  /** Sends a request and discards its response. */
  private static void ask(Socket socket, String operation, String body) throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    String head =
        "POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/x-amz-json-1.0\r\n"
            + "X-Amz-Target: DynamoDB_20120810."
            + operation
            + "\r\nX-Amz-Date: 20260101T000000Z\r\n"
            + "Authorization: AWS4-HMAC-SHA256"
            + " Credential=local/20260101/us-east-1/dynamodb/aws4_request,"
            + " SignedHeaders=host;x-amz-date;x-amz-target, Signature=0\r\nContent-Length: "
            + bytes.length
            + "\r\n\r\n";
    socket.getOutputStream().write((head + body).getBytes(StandardCharsets.UTF_8));
    InputStream in = socket.getInputStream();
    StringBuilder answer = new StringBuilder();
    while (answer.indexOf("\r\n\r\n") < 0) {
      int next = in.read();
      if (next < 0) {
        throw new IOException("no response to " + operation);
      }
      answer.append((char) next);
    }
    int at = answer.indexOf("Content-Length: ") + "Content-Length: ".length();
    in.skipNBytes(Long.parseLong(answer.substring(at, answer.indexOf("\r\n", at))));
  }
}
