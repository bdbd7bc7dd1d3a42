package dev.monotable.compare.endpoint;

import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.error.Wording;
import dev.monotable.json.Exchange;
import dev.monotable.json.ExchangeConfig;
import dev.monotable.json.HttpReply;
import dev.monotable.json.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Monotable without a network. */
public final class MonotableEndpoint implements Endpoint {
  private final HttpReply reply = new HttpReply();
  private final Exchange exchange;

  public MonotableEndpoint(String region, Wording wording, long seed) {
    exchange =
        new Exchange(
            MonotableEngine.create(
                EngineConfig.builder()
                    .wording(wording)
                    .region(region)
                    .seed(seed == 0 ? 1 : seed)
                    .ttlSweep(EngineConfig.TtlSweep.ON_DEMAND)
                    .build()),
            ExchangeConfig.standard());
  }

  @Override
  public Reply call(Request request) {
    exchange.handle(
        new Posted(
            Json.text(request.body()).getBytes(StandardCharsets.UTF_8),
            Map.of(
                "content-type",
                "application/x-amz-json-1.0",
                "x-amz-target",
                request.target(),
                "x-amz-date",
                Request.DATE,
                "authorization",
                Request.AUTHORIZATION)),
        reply);
    String body = new String(reply.body(), 0, reply.bodyLength(), StandardCharsets.UTF_8);
    return new Reply(reply.status(), body.isEmpty() ? Json.object() : Json.parse(body));
  }

  private record Posted(byte[] body, Map<String, String> headers) implements HttpRequest {
    @Override
    public String method() {
      return "POST";
    }

    @Override
    public String path() {
      return "/";
    }

    @Override
    public @Nullable String header(String name) {
      return headers.get(name.toLowerCase(java.util.Locale.ROOT));
    }
  }
}
