package dev.monotable.conformance.compare;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** A call of an operation, its body as it goes over the wire. */
record Request(String operation, ObjectNode body) {
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
