package dev.monotable.control;

import dev.monotable.control.ControlException.Type;
import dev.monotable.control.content.BodyMemory;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.json.HttpAnswer;
import dev.monotable.json.HttpReply;
import dev.monotable.json.HttpRequest;
import dev.monotable.json.HttpService;
import dev.monotable.text.OneLine;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The control API, {@code /_monotable/v1}: what a test in any language may do with the databases of
 * a server. {@link Routes} lists its operations.
 *
 * <p>An error is a JSON object with the members {@code error} and {@code message}. Thread-safe.
 */
public final class ControlApi implements HttpService {
  /** The path of the API. */
  public static final String PATH = "/_monotable/v1";

  /** A longer number is not parsed. */
  private static final int SMALL_DIGITS = 6;

  private final ControlConfig config;
  private final List<ControlRoute> routes;
  private final BodyMemory memory;

  /** Creates the API of some databases. */
  public ControlApi(ControlConfig config) {
    this.config = config;
    this.routes = Routes.of(config);
    this.memory = new BodyMemory(Runtime.getRuntime().maxMemory(), config.server().hasRoom());
  }

  @Override
  public Pace pace(HttpRequest head) {
    try {
      Found found = find(head);
      if (found == null) {
        return Pace.SHORT;
      }
      return hasLargeBody(head) ? Pace.WAITING : found.route().pace(); // it may wait for memory
    } catch (ControlException e) {
      return Pace.SHORT; // which begin() throws again
    }
  }

  private static boolean hasLargeBody(HttpRequest head) {
    String length = head.header("content-length");
    return length == null
        ? head.header("transfer-encoding") != null
        : length.length() > SMALL_DIGITS
            || Integer.parseInt(length.trim()) >= BodyMemory.SMALL_BYTES;
  }

  @Override
  public HttpAnswer rejection(int status, String reason) {
    return Result.rejection(status, reason);
  }

  @Override
  public void begin(HttpRequest request, HttpReply reply, int maxBytes) {
    try {
      handle(request).into(reply);
    } catch (ControlException e) {
      reply.answer(Result.answer(e));
    } catch (DynamoException e) {
      reply.answer(Result.answer(e));
    }
  }

  private Result handle(HttpRequest request) {
    Found found = find(request);
    if (found == null) {
      throw missing(request);
    }
    ControlRoute route = found.route();
    if (!route.open()) {
      config.access().check(request);
    }
    int bytes = request.bodyEnd() - request.bodyStart();
    if (!memory.acquire(bytes)) {
      throw ControlException.memoryFull();
    }
    try {
      return route.handler().handle(new ControlRequest(config, request, route, found.variables()));
    } finally {
      memory.release(bytes);
    }
  }

  private record Found(ControlRoute route, Map<String, String> variables) {}

  private @Nullable Found find(HttpRequest request) {
    List<String> segments = ControlRequest.segments(request.path(), PATH.length());
    String method = request.method().equals("HEAD") ? "GET" : request.method();
    for (ControlRoute route : routes) {
      if (route.method().equals(method)) {
        Map<String, String> variables = route.match(segments);
        if (variables != null) {
          return new Found(route, variables);
        }
      }
    }
    return null;
  }

  /** Returns the error of a request that no route matches. */
  private ControlException missing(HttpRequest request) {
    List<String> segments = ControlRequest.segments(request.path(), PATH.length());
    TreeSet<String> methods = new TreeSet<>();
    for (ControlRoute route : routes) {
      if (route.match(segments) != null) {
        methods.add(route.method());
      }
    }
    String shown = OneLine.quote("/" + String.join("/", segments));
    return methods.isEmpty()
        ? new ControlException(
            Type.UNKNOWN_ROUTE,
            "There is no " + shown + "; " + PATH + "/openapi.json lists what there is")
        : new ControlException(
            Type.METHOD_NOT_ALLOWED, shown + " accepts " + String.join(", ", methods) + " only");
  }
}
