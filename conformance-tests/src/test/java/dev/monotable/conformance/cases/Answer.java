package dev.monotable.conformance.cases;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.io.IOException;

/** A response: its status and its body as JSON. An empty body is the empty string. */
public record Answer(int status, JsonNode body) {
  /** Reads a response from the first bytes of an array. */
  static Answer of(int status, byte[] body, int length) throws IOException {
    return new Answer(
        status, length == 0 ? TextNode.valueOf("") : Database.JSON.readTree(body, 0, length));
  }
}
