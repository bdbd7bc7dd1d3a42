package dev.monotable.conformance.compare;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Set;

/** A call of an operation, its body as it goes over the wire. */
record Request(String operation, ObjectNode body) {
  private static final Set<String> OF_STREAMS =
      Set.of("ListStreams", "DescribeStream", "GetShardIterator", "GetRecords");

  /** The value of the header {@code X-Amz-Target}. */
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
