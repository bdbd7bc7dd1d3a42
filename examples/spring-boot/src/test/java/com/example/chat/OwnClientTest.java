package com.example.chat;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.Monotable;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.context.TestPropertySource;

/**
 * Keeps the client that the application has configured, with its HTTP client and its retries, and
 * lets it call the database of the test over HTTP.
 */
// guide: own-client
@ChatTest
@TestPropertySource(
    properties = {
      "monotable.replace=none",
      "spring.cloud.aws.dynamodb.endpoint=${monotable.endpoint}",
      "spring.cloud.aws.credentials.access-key=any",
      "spring.cloud.aws.credentials.secret-key=any"
    })
class OwnClientTest {
  @Test
  void callsTheDatabaseOfTheTest(@Autowired Messages messages, Monotable db) {
    messages.send(Message.of("java", "2026-02-01T10:00:00Z", "ada", "Hello"));

    assertThat(db.requests()).singleElement().asString().startsWith("PutItem message");
  }
}
// end
