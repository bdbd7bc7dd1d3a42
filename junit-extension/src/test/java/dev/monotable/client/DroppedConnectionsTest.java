package dev.monotable.client;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.fault.ActiveRule;
import dev.monotable.engine.fault.FaultRule;
import dev.monotable.engine.fault.InjectedFault;
import dev.monotable.json.Exchange;
import dev.monotable.json.ExchangeConfig;
import dev.monotable.model.Operations;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.DynamoDbAsyncClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** A dropped connection is an I/O error for the AWS SDK, which repeats the request. */
class DroppedConnectionsTest {
  private final MonotableEngine engine = MonotableEngine.create(EngineConfig.DEFAULT);
  private final Exchange exchange = new Exchange(engine, ExchangeConfig.standard());
  private final ActiveRule rule =
      engine
          .faults()
          .add(
              FaultRule.on(Operations.LIST_TABLES)
                  .times(1)
                  .inject(new InjectedFault.DroppedConnection(false)));

  private ClientSet clients() {
    return ClientSet.inProcess(() -> exchange);
  }

  @Test
  void theSynchronousClientRepeatsTheRequest() throws IOException {
    try (ClientSet clients = clients()) {
      DynamoDbClient client = (DynamoDbClient) clients.get(ClientKind.SYNC);
      assertThat(client.listTables().tableNames()).isEmpty();
    }
    assertThat(List.of(rule.matched(), rule.injected())).containsExactly(2L, 1L);
  }

  @Test
  void theAsynchronousClientRepeatsTheRequest() throws IOException {
    try (ClientSet clients = clients()) {
      DynamoDbAsyncClient client = (DynamoDbAsyncClient) clients.get(ClientKind.ASYNC);
      assertThat(client.listTables().join().tableNames()).isEmpty();
    }
    assertThat(List.of(rule.matched(), rule.injected())).containsExactly(2L, 1L);
  }
}
