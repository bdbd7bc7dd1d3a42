package dev.monotable.cli.serve;

import dev.monotable.json.HttpAnswer;
import dev.monotable.json.HttpReply;
import dev.monotable.json.HttpRequest;
import dev.monotable.json.HttpService;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A service that the first request creates. Its pages are usual. */
final class LazyService implements HttpService {
  private final Supplier<HttpService> factory;
  private volatile @Nullable HttpService created;

  LazyService(Supplier<HttpService> factory) {
    this.factory = factory;
  }

  @Override
  public Pace pace(HttpRequest head) {
    return service().pace(head);
  }

  @Override
  public void begin(HttpRequest request, HttpReply reply, int maxBytes) {
    service().begin(request, reply, maxBytes);
  }

  @Override
  public int maxBodyBytes() {
    return service().maxBodyBytes();
  }

  @Override
  public @Nullable HttpAnswer rejection(int status, String reason) {
    return service().rejection(status, reason);
  }

  private HttpService service() {
    HttpService known = created;
    return known == null ? create() : known;
  }

  private synchronized HttpService create() {
    HttpService known = created;
    if (known == null) {
      known = factory.get();
      created = known;
    }
    return known;
  }
}
