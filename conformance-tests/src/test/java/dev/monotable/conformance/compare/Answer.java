package dev.monotable.conformance.compare;

import com.fasterxml.jackson.databind.JsonNode;

/** What an endpoint answered. */
record Answer(int status, JsonNode body) {
  boolean accepted() {
    return status == 200;
  }

  /** The name of the error without its name space; empty if accepted. */
  String errorType() {
    if (accepted()) {
      return "";
    }
    String type = body.path("__type").asText();
    return type.substring(type.indexOf('#') + 1);
  }

  /** The message, whichever way its member is spelled: that differs, and is tested elsewhere. */
  String message() {
    return body.path("message").asText(body.path("Message").asText());
  }
}
