package dev.monotable.compare.endpoint;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Set;

/** A request for an operation, with its body in JSON. */
public record Request(String operation, ObjectNode body) {
  /** The value of the header {@code X-Amz-Date}. */
  public static final String DATE = "20260101T000000Z";

  /** The value of the header {@code Authorization}. */
  public static final String AUTHORIZATION =
      "AWS4-HMAC-SHA256 Credential=AKID/20260101/us-east-1/dynamodb/aws4_request,"
          + " SignedHeaders=host;x-amz-date;x-amz-target, Signature=0123abcd";

  private static final Set<String> OF_STREAMS =
      Set.of("ListStreams", "DescribeStream", "GetShardIterator", "GetRecords");

  /** Returns the value of the header {@code X-Amz-Target}. */
  String target() {
    return (OF_STREAMS.contains(operation) ? "DynamoDBStreams_20120810." : "DynamoDB_20120810.")
        + operation;
  }

  Request with(String member, com.fasterxml.jackson.databind.JsonNode value) {
    ObjectNode copy = body.deepCopy();
    copy.set(member, value);
    return new Request(operation, copy);
  }

  @Override
  public String toString() {
    return operation + " " + Json.text(body);
  }
}
