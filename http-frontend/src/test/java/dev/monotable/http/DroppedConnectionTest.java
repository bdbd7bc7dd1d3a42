package dev.monotable.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.fault.FaultRule;
import dev.monotable.engine.fault.InjectedFault;
import dev.monotable.json.Exchange;
import dev.monotable.json.ExchangeConfig;
import dev.monotable.model.Operations;
import dev.monotable.testing.RawConnection;
import dev.monotable.testing.ThingRequests;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Connections that an injected fault drops. */
@Timeout(600)
class DroppedConnectionTest extends MonotableServerFixture {
  @Test
  void earlierResponsesAreSentAndTheConnectionIsClosed() throws IOException {
    MonotableEngine engine = MonotableEngine.create(EngineConfig.DEFAULT);
    opened.add(engine);
    engine
        .faults()
        .add(
            FaultRule.on(Operations.LIST_TABLES)
                .after(1)
                .times(1)
                .inject(new InjectedFault.DroppedConnection(false)));
    MonotableServer server =
        MonotableServer.start(new Exchange(engine, ExchangeConfig.standard()), CONFIG);
    opened.add(server);
    RawConnection connection = connect(server.endpoint());
    String list = ThingRequests.operation("ListTables", "{}");

    connection.send(list + list + list);

    assertThat(connection.read().text()).isEqualTo("{\"TableNames\":[]}");
    assertThat(connection.closedByServer()).isTrue();
    assertThat(connect(server.endpoint()).send(list).read().text())
        .isEqualTo("{\"TableNames\":[]}");
  }
}
