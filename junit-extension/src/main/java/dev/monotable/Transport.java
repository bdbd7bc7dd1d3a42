package dev.monotable;

import dev.monotable.client.ClientSet;
import dev.monotable.client.Target;
import java.net.URI;
import java.util.function.Supplier;

/** The way in which the AWS SDK clients of a database reach it. */
public enum Transport {
  /** Within the JVM, without a socket, on the calling thread. */
  IN_PROCESS,
  /**
   * Over HTTP, through a port of 127.0.0.1, with the HTTP client of the SDK that is on the class
   * path. Slower, but it exercises connections, pools and timeouts.
   */
  HTTP;

  /**
   * Returns clients that reach a database this way.
   *
   * @param target where clients in process pass their requests
   * @param endpoint where clients over HTTP send their requests
   */
  ClientSet clients(Target target, Supplier<URI> endpoint) {
    return switch (this) {
      case IN_PROCESS -> ClientSet.inProcess(target);
      case HTTP -> ClientSet.overHttp(target, endpoint);
    };
  }
}
