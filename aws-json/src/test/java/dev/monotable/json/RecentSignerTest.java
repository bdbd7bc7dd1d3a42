package dev.monotable.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.request.Caller;
import dev.monotable.testing.Seed;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("seeds")
class RecentSignerTest {
  private static final long SEED = Seed.of(20261121L);
  private static final Caller.Client CALLER = new Caller.Client("AKID", "us-east-1");
  private static final String DATE = "20240101T000000Z";

  private static String outcome(String header, @Nullable String date, RecentSigner recent) {
    TestRequest request =
        TestRequest.call("ListTables", "{}")
            .header("Authorization", header)
            .header("X-Amz-Date", date);
    try {
      return Authorization.caller(request, recent).toString();
    } catch (DynamoException e) {
      return e.code() + ": " + e.getMessage();
    }
  }

  @Test
  void onlyTheSignatureMayDiffer() {
    RecentSigner recent = new RecentSigner();
    String header = TestRequest.AUTHORIZATION;
    assertThat(recent.caller(header, DATE)).as("of the first request").isNull();
    assertThat(outcome(header, DATE, recent)).isEqualTo(CALLER.toString());

    assertThat(recent.caller(header + "9", DATE)).isEqualTo(CALLER);
    assertThat(recent.caller(header, "20240101T235959Z")).isEqualTo(CALLER);
    assertThat(recent.caller(header, null)).isNull();
    assertThat(recent.caller(header, "20240102T000000Z")).as("of another day").isNull();
    assertThat(recent.caller(header, "20240101")).as("no time").isNull();
    assertThat(recent.caller(" " + header, DATE)).isNull();
    assertThat(recent.caller(header.replace("AKID", "AKIE"), DATE)).isNull();
    assertThat(recent.caller(header.replace("0123abcd", ""), DATE)).isNull();
  }

  @Test
  void severalSignersAreRemembered() {
    RecentSigner recent = new RecentSigner();
    List<String> keys = List.of("MTDBAAAAAAAAAAAAAAAA", "MTDBAAAAAAAAAAAAAAAB", "k");
    for (String key : keys) {
      outcome(TestRequest.AUTHORIZATION.replace("AKID", key), DATE, recent);
    }
    for (String key : keys) {
      assertThat(recent.caller(TestRequest.AUTHORIZATION.replace("AKID", key) + "9", DATE))
          .isEqualTo(new Caller.Client(key, "us-east-1"));
    }
  }

  @Test
  void theResultDoesNotDependOnEarlierRequests() {
    Random random = new Random(SEED);
    RecentSigner recent = new RecentSigner();
    List<String> dates = List.of(DATE, "20240101T235959Z", "20240102T000000Z", "20240101", "");
    for (int i = 0; i < 5_000; i++) {
      StringBuilder header = new StringBuilder(TestRequest.AUTHORIZATION);
      if (random.nextInt(3) == 0) {
        header.setCharAt(random.nextInt(header.length()), "A/=, ;1".charAt(random.nextInt(7)));
      } else if (random.nextInt(3) == 0) {
        header.setLength(header.length() - random.nextInt(20));
      }
      String date = random.nextInt(20) == 0 ? null : dates.get(random.nextInt(dates.size()));
      assertThat(outcome(header.toString(), date, recent))
          .as("seed %s, request %s: %s, %s", SEED, i, header, date)
          .isEqualTo(outcome(header.toString(), date, new RecentSigner()));
    }
  }
}
