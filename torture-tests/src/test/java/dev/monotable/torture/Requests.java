package dev.monotable.torture;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Writes requests as bytes. */
public final class Requests {
  /** The prefix of the operations of DynamoDB. */
  public static final String DYNAMODB = "DynamoDB_20120810.";

  /** The prefix of the operations of DynamoDB Streams. */
  public static final String STREAMS = "DynamoDBStreams_20120810.";

  private static final String HEADERS =
      "Host: localhost\r\n"
          + "Content-Type: application/x-amz-json-1.0\r\n"
          + "X-Amz-Date: 20260101T000000Z\r\n"
          + "Authorization: AWS4-HMAC-SHA256 Credential=torture/20260101/us-east-1/dynamodb/"
          + "aws4_request, SignedHeaders=host;x-amz-date;x-amz-target, Signature=0\r\n";

  private Requests() {}

  /** Returns a request to an operation, such as {@code PutItem} or {@code GetRecords}. */
  public static byte[] of(String operation, byte[] body) {
    return of(operation, "", body);
  }

  /**
   * Returns a request to an operation.
   *
   * @param headers additional lines, each with its end
   */
  public static byte[] of(String operation, String headers, byte[] body) {
    return bytes(head(operation, headers), body);
  }

  /** Returns a request to an operation in a Region. */
  public static byte[] inRegion(String region, String operation, byte[] body) {
    return bytes(head(operation, "").replace("/us-east-1/", "/" + region + "/"), body);
  }

  /**
   * Returns a request to the control API, for the database of the server.
   *
   * @param path behind that of the database, such as {@code /reset}
   */
  public static byte[] control(String method, String path, byte[] body) {
    return bytes(
        method
            + " /_monotable/v1/databases/default"
            + path
            + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n",
        body);
  }

  private static byte[] bytes(String start, byte[] body) {
    String head = start + "Content-Length: " + body.length + "\r\n\r\n";
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(head.length() + body.length);
    bytes.writeBytes(head.getBytes(StandardCharsets.ISO_8859_1));
    bytes.writeBytes(body);
    return bytes.toByteArray();
  }

  /** Returns the request line and the headers without the length of the body. */
  public static String head(String operation, String headers) {
    return "POST / HTTP/1.1\r\n"
        + HEADERS
        + "X-Amz-Target: "
        + target(operation)
        + "\r\n"
        + headers;
  }

  private static String target(String operation) {
    return switch (operation) {
      case "ListStreams", "DescribeStream", "GetShardIterator", "GetRecords" -> STREAMS + operation;
      default -> DYNAMODB + operation;
    };
  }
}
