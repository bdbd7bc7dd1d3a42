package dev.monotable;

/** How the AWS SDK clients of a database reach it. */
public enum Transport {
  /** Within the JVM, without a socket, on the calling thread. */
  IN_PROCESS,
  /**
   * Over HTTP, through a port of 127.0.0.1, with the HTTP client of the SDK that is on the class
   * path. Slower, but it exercises connections, pools and timeouts.
   */
  HTTP
}
