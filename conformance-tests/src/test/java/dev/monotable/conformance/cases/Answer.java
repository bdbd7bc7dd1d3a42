package dev.monotable.conformance.cases;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.io.IOException;

/** An answer: its status and its body as JSON; a body of no bytes is the empty text. */
record Answer(int status, JsonNode body) {
  /** Reads the first bytes of a body. */
  static Answer of(int status, byte[] body, int length) throws IOException {
    return new Answer(
        status, length == 0 ? TextNode.valueOf("") : Database.JSON.readTree(body, 0, length));
  }
}
