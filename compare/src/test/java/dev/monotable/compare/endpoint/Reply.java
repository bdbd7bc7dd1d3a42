package dev.monotable.compare.endpoint;

import com.fasterxml.jackson.databind.JsonNode;

/** What an endpoint answered. */
public record Reply(int status, JsonNode body) {
  public boolean accepted() {
    return status == 200;
  }

  /** The name of the error without its name space; empty if accepted. */
  public String errorType() {
    if (accepted()) {
      return "";
    }
    String type = body.path("__type").asText();
    return type.substring(type.indexOf('#') + 1);
  }

  /** The message, whichever way its member is spelled: that differs, and is tested elsewhere. */
  public String message() {
    return body.path("message").asText(body.path("Message").asText());
  }
}
