package dev.monotable.cli.prepare;

import dev.monotable.cli.Main;
import dev.monotable.cli.container.ContainerHealth;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
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
 * Prepares a fast start; the start script runs this once after a build. It unpacks the native
 * libraries, so that they need not be unpacked at each start, and starts a server as the command
 * line does and sends it a request of each common kind, while the JVM records the loaded classes
 * for its archive.
 */
final class Preparation {
  private static final List<String> NATIVES =
      List.of(
          "libnetty_transport_native_epoll_x86_64.so",
          "libnetty_transport_native_epoll_aarch_64.so");

  private static final String KEY = "{\"PK\":{\"S\":\"a\"},\"SK\":{\"S\":\"b\"}}";
  private static final String PUT =
      "{\"TableName\":\"Things\",\"Item\":{\"PK\":{\"S\":\"a\"},\"SK\":{\"S\":\"b\"},"
          + "\"n\":{\"N\":\"12.5\"},\"l\":{\"L\":[{\"BOOL\":true},{\"NULL\":true}]},"
          + "\"m\":{\"M\":{\"b\":{\"B\":\"AAEC\"},\"s\":{\"SS\":[\"x\",\"y\"]}}},"
          + "\"GSI1PK\":{\"S\":\"g\"}}}";

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
          List.of("DescribeTable", "{\"TableName\":\"Things\"}"),
          List.of("ListTables", "{}"),
          List.of("PutItem", PUT),
          List.of(
              "PutItem",
              PUT.substring(0, PUT.length() - 1)
                  + ",\"ConditionExpression\":\"attribute_not_exists(PK)\"}"),
          List.of("GetItem", "{\"TableName\":\"Things\",\"Key\":" + KEY + "}"),
          List.of(
              "UpdateItem",
              "{\"TableName\":\"Things\",\"Key\":"
                  + KEY
                  + ",\"UpdateExpression\":\"SET #n = #n + :one, v = :v REMOVE l\","
                  + "\"ConditionExpression\":\"#n > :zero AND attribute_exists(PK)\","
                  + "\"ExpressionAttributeNames\":{\"#n\":\"n\"},\"ExpressionAttributeValues\":"
                  + "{\":one\":{\"N\":\"1\"},\":zero\":{\"N\":\"0\"},\":v\":{\"S\":\"w\"}},"
                  + "\"ReturnValues\":\"ALL_NEW\",\"ReturnConsumedCapacity\":\"TOTAL\"}"),
          List.of(
              "Query",
              "{\"TableName\":\"Things\",\"KeyConditionExpression\":"
                  + "\"PK = :p AND begins_with(SK, :s)\",\"FilterExpression\":\"size(v) < :n\","
                  + "\"ExpressionAttributeValues\":{\":p\":{\"S\":\"a\"},\":s\":{\"S\":\"b\"},"
                  + "\":n\":{\"N\":\"9\"}},\"ScanIndexForward\":false,\"Limit\":50}"),
          List.of(
              "Query",
              "{\"TableName\":\"Things\",\"IndexName\":\"GSI1\",\"KeyConditionExpression\":"
                  + "\"GSI1PK = :p\",\"ExpressionAttributeValues\":{\":p\":{\"S\":\"g\"}}}"),
          List.of("Scan", "{\"TableName\":\"Things\"}"),
          List.of(
              "BatchWriteItem",
              "{\"RequestItems\":{\"Things\":[{\"PutRequest\":{\"Item\":" + KEY + "}}]}}"),
          List.of("BatchGetItem", "{\"RequestItems\":{\"Things\":{\"Keys\":[" + KEY + "]}}}"),
          List.of(
              "TransactWriteItems",
              "{\"TransactItems\":[{\"Put\":{\"TableName\":\"Things\",\"Item\":" + KEY + "}}]}"),
          List.of(
              "TransactGetItems",
              "{\"TransactItems\":[{\"Get\":{\"TableName\":\"Things\",\"Key\":" + KEY + "}}]}"),
          List.of("DeleteItem", "{\"TableName\":\"Things\",\"Key\":" + KEY + "}"),
          List.of("DeleteTable", "{\"TableName\":\"Things\"}"));

  /** Commands that ask a server, each for the classes of many like it. */
  private static final List<List<String>> COMMANDS =
      List.of(List.of("clock"), List.of("database", "list"), List.of("fault", "list"));

  private Preparation() {}

  /**
   * Starts a server, sends it each request, runs each command, and ends the process, so that the
   * JVM writes its archive.
   *
   * @param args the directory for the native libraries
   */
  public static void main(String[] args) throws Exception {
    unpackNatives(Path.of(args[0]));
    FirstLine ready = new FirstLine();
    System.setOut(new PrintStream(ready, true, StandardCharsets.UTF_8));
    Thread server = new Thread(() -> runServer(ready), "monotable-server");
    server.setDaemon(true);
    server.start();
    String endpoint = ready.text.join();
    int port = Integer.parseInt(endpoint.substring(endpoint.lastIndexOf(':') + 1));
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
      for (List<String> request : REQUESTS) {
        ask(socket, request.get(0), request.get(1));
      }
    }
    ContainerHealth.check(Map.of("MONOTABLE_PORT", Integer.toString(port)), System.err);
    for (List<String> command : COMMANDS) {
      List<String> arguments = new ArrayList<>(command);
      arguments.addAll(List.of("--endpoint", "http://127.0.0.1:" + port));
      Main.main(arguments.toArray(String[]::new));
    }
    System.exit(0);
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
