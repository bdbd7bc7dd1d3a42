package dev.monotable.conformance;

import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.json.Exchange;
import dev.monotable.json.ExchangeConfig;
import dev.monotable.junit.ExchangeAsyncHttpClient;
import dev.monotable.junit.ExchangeHttpClient;
import java.net.URI;

/** A fresh engine in this JVM, called through the HTTP clients of the JUnit extension. */
final class InProcess {
  private static final URI NOWHERE = URI.create("http://in-process.monotable.invalid");

  private static final EngineConfig CONFIG =
      EngineConfig.builder().ttlSweep(EngineConfig.TtlSweep.ON_DEMAND).build();

  private InProcess() {}

  static Dynamo open(boolean async) {
    MonotableEngine engine = MonotableEngine.create(CONFIG);
    Exchange exchange = new Exchange(engine, ExchangeConfig.standard());
    return new Dynamo(
        SdkClients.sync(NOWHERE, ExchangeHttpClient.create(exchange)),
        SdkClients.async(NOWHERE, ExchangeAsyncHttpClient.create(exchange)),
        async);
  }
}
