package dev.monotable.compare.endpoint;

import com.fasterxml.jackson.databind.JsonNode;

/** The response of an endpoint. */
public record Reply(int status, JsonNode body) {
  public boolean accepted() {
    return status == 200;
  }

  /** Returns the name of the error without its namespace, or an empty string for success. */
  public String errorType() {
    if (accepted()) {
      return "";
    }
    String type = body.path("__type").asText();
    return type.substring(type.indexOf('#') + 1);
  }

  /** Returns the message. The spelling of its member varies and is tested elsewhere. */
  public String message() {
    return body.path("message").asText(body.path("Message").asText());
  }
}
