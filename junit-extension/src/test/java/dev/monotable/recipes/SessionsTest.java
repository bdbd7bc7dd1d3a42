package dev.monotable.recipes;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.EngineConfig.TtlSweep;
import dev.monotable.junit.MonotableExtension;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The recipe for TTL of docs/testing.md. */
@Timeout(600)
// guide: ttl
class SessionsTest {
  @RegisterExtension
  static final MonotableExtension db =
      MonotableExtension.builder()
          .config(EngineConfig.builder().ttlSweep(TtlSweep.ON_DEMAND).build())
          .frozenAt(Instant.parse("2026-01-01T12:00:00Z"))
          .build();

  private static final Sessions sessions = new Sessions(db.client(), () -> db.clock().instant());

  @BeforeAll
  static void createTable() {
    sessions.createTable();
    sessions.enableTimeToLive();
  }

  @Test
  void aSessionEndsAfterAnHour() {
    sessions.start("s-1", Duration.ofHours(1));

    db.clock().advance(Duration.ofMinutes(59));
    assertThat(sessions.isActive("s-1")).isTrue();

    db.clock().advance(Duration.ofMinutes(2)); // has expired, but DynamoDB has not deleted it yet
    assertThat(sessions.isActive("s-1")).isFalse();

    assertThat(db.expireNow()).isEqualTo(1); // deletes it, with a stream record
  }
}
// end
