package dev.monotable.conformance;

import dev.monotable.Monotable;
import dev.monotable.engine.EngineConfig;
import java.net.URI;

/** A fresh engine in this JVM, called through the HTTP clients of the JUnit extension. */
final class InProcess {
  private static final URI NOWHERE = URI.create("http://in-process.monotable.invalid");

  private static final EngineConfig CONFIG =
      EngineConfig.builder().ttlSweep(EngineConfig.TtlSweep.ON_DEMAND).build();

  private InProcess() {}

  static Dynamo open(boolean async) {
    Monotable db = Monotable.builder().config(CONFIG).s3(Server.BUCKETS).create();
    return new Dynamo(
        SdkClients.sync(NOWHERE, db.httpClient()),
        SdkClients.async(NOWHERE, db.asyncHttpClient()),
        async);
  }
}
