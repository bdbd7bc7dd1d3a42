package dev.monotable.access.signature;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.ManualTime;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.json.Exchange;
import dev.monotable.json.ExchangeConfig;
import dev.monotable.json.HttpReply;
import dev.monotable.testing.Seed;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Sends signatures that are made of random pieces of signatures. */
@Tag("seeds")
class OddSignaturesTest {
  private static final long SEED = Seed.any();
  private static final Instant NOW = Instant.parse("2026-10-10T10:00:00Z");

  /** Empty ones are more frequent than others. */
  private static final String[] PIECES =
      ("|||AKIDEXAMPLE|20261010|eu-west-1|dynamodb|aws4_request|host|\u00e9|/|//|%2F|%|%zz|=|,| |;|;;"
              + "|&|+|?|\"|\\|Credential=|SignedHeaders=|Signature=|x-amz-date|..|0|-1|\u00ff")
          .split("[|]", -1);

  private static final String[] ALGORITHMS = {
    "AWS4-HMAC-SHA256", "AWS4-HMAC-SHA256", "AWS4-ECDSA-P256-SHA256", "AWS4-", "AWS4", "Basic", ""
  };

  private static final String[] DATES = {
    "20261010T100000Z",
    "20261010T100000Z",
    "20261010T101500Z",
    "00000101T000000Z",
    "99991231T235959Z",
    "20260231T000000Z",
    "20261010T240000Z",
    "20261010",
    "Sat, 10 Oct 2026 10:00:00 GMT",
    "Fri, 10 Oct 2026 10:00:00 GMT",
    "10 Oct 2026 10:00:00 +1800",
    "10 Oct 2026 10:00:00 +9999",
    "31 Feb 2026 10:00:00 GMT",
    "1 Jan 0000 00:00:00 +1800",
    "31 Dec 9999 23:59:60 -1800",
    "today",
    ""
  };

  private static final String[] HASHES = {
    "UNSIGNED-PAYLOAD",
    "STREAMING-AWS4-HMAC-SHA256-PAYLOAD",
    "STREAMING-UNSIGNED-PAYLOAD-TRAILER",
    "STREAMING-",
    "streaming",
    ""
  };

  private final Random random = new Random(SEED);

  private String any(String[] choices) {
    return choices[random.nextInt(choices.length)];
  }

  private String pieces(int most) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(most); i >= 0; i--) {
      text.append(any(PIECES));
    }
    return text.toString();
  }

  /** Returns a scope that is nearly right, or anything. */
  private String credential() {
    if (random.nextInt(4) == 0) {
      return pieces(8);
    }
    String[] parts = {"AKIDEXAMPLE", "20261010", "eu-west-1", "dynamodb", "aws4_request"};
    parts[random.nextInt(parts.length)] = pieces(2);
    return String.join("/", parts);
  }

  private String authorization() {
    String[] parts = {
      "Credential=" + credential(),
      "SignedHeaders=" + (random.nextBoolean() ? "host;x-amz-date" : pieces(4)),
      "Signature=" + pieces(2)
    };
    parts[random.nextInt(parts.length)] += random.nextInt(4) == 0 ? pieces(4) : "";
    return any(ALGORITHMS) + " " + String.join(random.nextBoolean() ? ", " : ",", parts);
  }

  private String query() {
    return "/?X-Amz-Algorithm="
        + any(ALGORITHMS)
        + "&X-Amz-Credential="
        + credential().replace("/", random.nextBoolean() ? "/" : "%2F")
        + "&X-Amz-Date="
        + any(DATES)
        + "&X-Amz-SignedHeaders="
        + (random.nextBoolean() ? "host" : pieces(3))
        + "&X-Amz-Signature="
        + pieces(2)
        + (random.nextBoolean() ? "" : "&X-Amz-Security-Token=" + pieces(3))
        + pieces(3);
  }

  private ReceivedText request() {
    ReceivedText request =
        new ReceivedText("POST", random.nextInt(3) == 0 ? query() : "/" + pieces(2))
            .header("Host", "localhost")
            .header("Content-Type", "application/x-amz-json-1.0")
            .header("X-Amz-Target", "DynamoDB_20120810.ListTables")
            .body(random.nextInt(4) == 0 ? pieces(4) : "{}");
    if (random.nextInt(3) != 0) {
      request.header("Authorization", authorization());
    }
    if (random.nextInt(4) != 0) {
      request.header("X-Amz-Date", any(DATES));
    }
    if (random.nextBoolean()) {
      request.header("Date", any(DATES));
    }
    if (random.nextInt(3) == 0) {
      request.header("X-Amz-Content-Sha256", any(HASHES));
    }
    if (random.nextInt(4) == 0) {
      request.header("Content-Encoding", random.nextBoolean() ? "aws-chunked" : "identity");
    }
    if (random.nextInt(4) == 0) {
      request.header("X-Amz-Security-Token", pieces(3));
    }
    return request;
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void eachIsAnsweredOrRejected(boolean verified) {
    ManualTime time = new ManualTime(NOW);
    AccessKey key = new AccessKey("AKIDEXAMPLE", "secret", null, null, "a");
    ExchangeConfig config =
        ExchangeConfig.standard()
            .withVerifier(
                verified
                    ? new KeyVerifier(
                        id -> id.equals(key.id()) ? key : null,
                        caller -> caller.region().equals("eu-west-1"),
                        time)
                    : null);
    HttpReply reply = new HttpReply();
    try (MonotableEngine engine =
        MonotableEngine.create(EngineConfig.builder().clock(time).scheduler(time).build())) {
      Exchange exchange = new Exchange(engine, config);
      for (int i = 0; i < 20_000; i++) {
        ReceivedText request = request();
        exchange.handle(request, reply);
        assertThat(reply.status()).as("seed %d, request %d: %s", SEED, i, request).isIn(200, 400);
        assertThat(verified && reply.status() == 200).as("%s", request).isFalse();
      }
    }
  }
}
