package dev.monotable.http;

import static dev.monotable.testing.Calls.table;

import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.json.Exchange;
import dev.monotable.json.ExchangeConfig;
import dev.monotable.model.Operations;
import dev.monotable.testing.ThingRequests;

/** Creates exchanges with a fresh database. */
final class TestExchange {
  private TestExchange() {}

  /** Returns an exchange whose database has the table of {@link ThingRequests}. */
  static Exchange withTable() {
    return new Exchange(engineWithTable(), ExchangeConfig.standard());
  }

  /** Returns such an exchange, whose operations pass the gate. */
  static Exchange withTable(Gate gate) {
    return new Exchange(gate.before(engineWithTable()), ExchangeConfig.standard());
  }

  private static MonotableEngine engineWithTable() {
    MonotableEngine engine =
        MonotableEngine.create(
            EngineConfig.builder().ttlSweep(EngineConfig.TtlSweep.ON_DEMAND).build());
    engine.call(Operations.CREATE_TABLE, table(ThingRequests.TABLE, "PK").build());
    return engine;
  }
}
