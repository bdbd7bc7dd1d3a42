package dev.monotable.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.fault.ActiveRule;
import dev.monotable.engine.fault.FaultRule;
import dev.monotable.engine.fault.InjectedFault;
import dev.monotable.engine.fault.InjectedFault.LatencyClock;
import dev.monotable.json.Exchange;
import dev.monotable.json.ExchangeConfig;
import dev.monotable.model.Operations;
import dev.monotable.testing.RawConnection;
import dev.monotable.testing.ThingRequests;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * ThingRequests that an injected latency delays in real time: they do not occupy the event loop.
 */
@Timeout(600)
class DelayedRequestsTest extends MonotableServerFixture {
  private static final String LIST = ThingRequests.operation("ListTables", "{}");
  private static final String LIMITS = ThingRequests.operation("DescribeLimits", "{}");
  private static final int DELAYED = 8;

  private final MonotableEngine engine = MonotableEngine.create(EngineConfig.DEFAULT);
  private final List<RawConnection> delayed = new ArrayList<>();

  private MonotableServer startWithDelayedRequests() throws IOException {
    opened.add(engine);
    ActiveRule rule =
        engine
            .faults()
            .add(
                FaultRule.on(Operations.LIST_TABLES)
                    .inject(new InjectedFault.Latency(Duration.ofHours(1), LatencyClock.REAL)));
    MonotableServer server =
        MonotableServer.start(
            new Exchange(engine, ExchangeConfig.standard()),
            ServerConfig.builder().port(0).threads(1).build());
    opened.add(server);
    for (int i = 0; i < DELAYED; i++) {
      delayed.add(connect(server.endpoint()).send(LIST));
    }
    while (rule.injected() < DELAYED) {
      Thread.onSpinWait();
    }
    return server;
  }

  private void assertAnswered() throws IOException {
    for (RawConnection connection : delayed) {
      assertThat(connection.read().text()).isEqualTo("{\"TableNames\":[]}");
    }
  }

  @Test
  void otherRequestsAreAnswered() throws IOException {
    MonotableServer server = startWithDelayedRequests();

    for (int i = 0; i < 3; i++) {
      assertThat(connect(server.endpoint()).send(LIMITS).read().text())
          .startsWith("{\"AccountMaxReadCapacityUnits\":");
    }
    engine.faults().clear();
    assertAnswered();
  }

  @Test
  void closingTheEngineEndsTheDelay() throws IOException {
    startWithDelayedRequests();

    engine.close();

    assertAnswered();
  }
}
