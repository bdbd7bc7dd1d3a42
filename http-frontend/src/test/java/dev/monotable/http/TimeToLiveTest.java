package dev.monotable.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.ManualTime;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.json.Exchange;
import dev.monotable.json.ExchangeConfig;
import dev.monotable.testing.RawConnection;
import dev.monotable.testing.ThingRequests;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests over a socket that expired items are removed by the engine's clock. */
@Timeout(600)
class TimeToLiveTest {
  private static final Instant NOON = Instant.parse("2026-10-15T12:00:00Z");

  @Test
  void anExpiredItemIsReadableUntilItIsSwept() throws Exception {
    ManualTime time = new ManualTime(NOON);
    try (MonotableEngine engine =
            MonotableEngine.create(
                EngineConfig.builder()
                    .clock(time)
                    .scheduler(time)
                    .ttlSweepInterval(Duration.ofMinutes(1))
                    .build());
        MonotableServer server =
            MonotableServer.start(
                new Exchange(engine, ExchangeConfig.standard()),
                ServerConfig.builder().port(0).build());
        RawConnection connection = RawConnection.open(server.endpoint())) {
      connection.send(ThingRequests.CREATE_TABLE).read();
      connection
          .send(
              ThingRequests.operation(
                  "UpdateTimeToLive",
                  "{\"TableName\":\"Things\",\"TimeToLiveSpecification\":"
                      + "{\"AttributeName\":\"ttl\",\"Enabled\":true}}"))
          .read();
      long expiry = NOON.plusSeconds(30).getEpochSecond();
      String item = "{\"PK\":{\"S\":\"a\"},\"ttl\":{\"N\":\"" + expiry + "\"}}";
      connection
          .send(
              ThingRequests.operation(
                  "PutItem", "{\"TableName\":\"Things\",\"Item\":" + item + "}"))
          .read();

      time.advance(Duration.ofSeconds(45));
      String expired = connection.send(ThingRequests.getItem("a")).read().text();
      time.advance(Duration.ofMinutes(1));
      String swept = connection.send(ThingRequests.getItem("a")).read().text();

      assertThat(expired).isEqualTo("{\"Item\":" + item + "}");
      assertThat(swept).isEqualTo("{}");
    }
  }
}
