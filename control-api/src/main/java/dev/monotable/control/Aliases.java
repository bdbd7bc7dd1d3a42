package dev.monotable.control;

import dev.monotable.control.ControlException.Type;
import dev.monotable.engine.database.Databases;
import dev.monotable.engine.database.Region;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.request.Caller;
import dev.monotable.json.HttpAnswer;
import dev.monotable.json.HttpReply;
import dev.monotable.json.HttpRequest;
import dev.monotable.json.HttpService;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Routes of other emulators that the helpers of their users call. They concern the database of the
 * access key that the request is signed with. An unsigned reset concerns the database {@code
 * default}, if the server was started with {@code --control-aliases}.
 */
public final class Aliases implements HttpService {
  /** The paths of the service. */
  public static final List<String> PATHS = List.of("/_aws", "/_localstack", "/moto-api");

  /** The access key and the Region of a signature. */
  private static final Pattern SCOPE =
      Pattern.compile("Credential=([^/,\\s]{1,200})/[0-9]{1,20}/([^/,\\s]{1,50})/");

  private static final String HEALTH =
      "{\"services\":{\"dynamodb\":\"running\",\"dynamodbstreams\":\"running\"}}";

  private final ControlConfig config;
  private final DatabaseControls controls;

  /** Creates the routes of some databases. */
  public Aliases(ControlConfig config) {
    this.config = config;
    this.controls = config.controls();
  }

  @Override
  public Pace pace(HttpRequest head) {
    return head.method().equals("GET") ? Pace.SHORT : Pace.LONG;
  }

  @Override
  public HttpAnswer rejection(int status, String reason) {
    return Result.rejection(status, reason);
  }

  @Override
  public void begin(HttpRequest request, HttpReply reply, int maxBytes) {
    try {
      reply.answer(answer(request));
    } catch (ControlException e) {
      reply.answer(Result.answer(e));
    } catch (DynamoException e) {
      reply.answer(Result.answer(e));
    }
  }

  private HttpAnswer answer(HttpRequest request) {
    int query = request.path().indexOf('?');
    String path = query < 0 ? request.path() : request.path().substring(0, query);
    String route = request.method() + " " + path;
    switch (route) {
      case "GET /_localstack/health" -> {
        return HttpAnswer.of(200, Result.JSON, HEALTH);
      }
      case "DELETE /_aws/dynamodb/expired" -> {
        config.access().check(request);
        long expired = database(request).engine().sweepExpired();
        return HttpAnswer.of(200, Result.JSON, "{\"ExpiredItems\": " + expired + "}");
      }
      case "POST /_localstack/state/reset", "POST /moto-api/reset" -> {
        config.access().check(request);
        controls.reset(database(request));
        return HttpAnswer.of(200, Result.JSON, "{\"status\": \"ok\"}");
      }
      default -> throw new ControlException(Type.UNKNOWN_ROUTE, "There is no " + route);
    }
  }

  private Region database(HttpRequest request) {
    Databases databases = config.databases();
    Caller.Client caller = caller(request.header("authorization"));
    if (caller != null) {
      return databases.find(caller);
    }
    Region shared = databases.findId(ControlConfig.DEFAULT);
    if (!config.aliases() || shared == null) {
      throw new ControlException(
          Type.FORBIDDEN,
          "The request is not signed, so it would concern the database 'default'. Start the server"
              + " with --control-aliases to allow that, or call POST "
              + ControlApi.PATH
              + "/databases/default/reset");
    }
    return shared;
  }

  /** Returns who has signed a request; null if no request is signed. */
  private static Caller.@Nullable Client caller(@Nullable String authorization) {
    Matcher scope = authorization == null ? null : SCOPE.matcher(authorization);
    return scope != null && scope.find() ? new Caller.Client(scope.group(1), scope.group(2)) : null;
  }
}
