package dev.monotable.control;

import dev.monotable.testing.TestServer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A function behind a URL, whose answers a test chooses. Keeps what it has received. */
final class TestFunction implements AutoCloseable {
  private static final Pattern KEY =
      Pattern.compile("\"Keys\":\\{\"PK\":\\{\"S\":\"([^\"]*)\"\\}\\}");

  /** An invocation: the path, and the partition keys of the records. */
  record Invocation(String path, List<String> keys) {}

  final BlockingQueue<Invocation> invocations = new LinkedBlockingQueue<>();
  private final TestServer server;

  TestFunction(TestServer.Answer answer) {
    server =
        TestServer.answering(
            (exchange, event) -> {
              invocations.add(new Invocation(exchange.getRequestURI().toString(), keys(event)));
              answer.send(exchange, event);
            });
  }

  /** Starts a function that returns nothing. */
  static TestFunction start() {
    return returning(200, "");
  }

  /** Starts a function that answers with a status and a body. */
  static TestFunction returning(int status, String body) {
    return new TestFunction((exchange, event) -> TestServer.send(exchange, status, body));
  }

  private static List<String> keys(String event) {
    List<String> keys = new ArrayList<>();
    Matcher each = KEY.matcher(event);
    while (each.find()) {
      keys.add(each.group(1));
    }
    return keys;
  }

  /** Returns the invocations since the last call. */
  List<Invocation> taken() {
    List<Invocation> taken = new ArrayList<>();
    invocations.drainTo(taken);
    return taken;
  }

  /** Returns its URL without a path. */
  String url() {
    return server.url();
  }

  @Override
  public void close() {
    server.close();
  }
}
