package dev.monotable.torture.soak;

/** The behavior of a client on one connection. */
enum Behavior {
  /** Sends requests and reads each response. */
  KEEP_ALIVE,
  /** Asks the server to close the connection after the first response. */
  CLOSE,
  /** Sends many requests, then reads the responses. */
  PIPELINE,
  /** Aborts while it sends a request. */
  ABORT_REQUEST,
  /** Aborts after it has sent a request. */
  ABORT_WAITING,
  /** Aborts while it reads a long response. */
  ABORT_RESPONSE,
  /** Sends a request in small pieces. */
  WRITE_SLOWLY,
  /** Sends requests with long responses, which it reads in small pieces. */
  READ_SLOWLY,
  /** Ends its output after a request and reads the response. */
  HALF_CLOSE,
  /** Compresses its requests and accepts compressed responses. */
  GZIP,
  /** Sends a body of several megabytes. */
  LARGE_BODY,
  /** Waits for 100 Continue. */
  EXPECT_CONTINUE,
  /** Sends bytes that are no request. */
  NO_HTTP,
  /** Connects and sends nothing. */
  SILENT
}
