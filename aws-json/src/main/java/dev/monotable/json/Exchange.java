package dev.monotable.json;

import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.error.ErrorCode;
import dev.monotable.model.Operations;
import dev.monotable.schema.OperationSchema;
import dev.monotable.schema.Structure;
import dev.monotable.schema.StructureSchema;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One HTTP exchange without a network: a request in, an answer out. Thread safe; what belongs to
 * one exchange lies in its {@link HttpReply}.
 *
 * <p>The order in which a bad request is found bad is that of AWS, as architect/dynalite recorded
 * it ({@code test/connection.js}): method and content type, then whether the body is JSON at all,
 * then the target, the authorization, and last the types of the members. An ordinary request is
 * read only once all the same: that its body is not JSON shows when it is decoded, and only a
 * request that is found bad otherwise is read over for it.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Programming.LowLevelAPI.html">DynamoDB
 *     low-level API</a>
 */
public final class Exchange {
  private static final String PLAIN_JSON = "application/json";
  private static final String NO_OPERATION = "<UnknownOperationException/>\n";
  private static final String PREFLIGHT_SECONDS = "172800";
  private static final String EXPOSED_HEADERS =
      "x-amzn-RequestId,x-amzn-ErrorType,x-amzn-ErrorMessage,Date";

  /**
   * The errors whose message is the member {@code Message}: where the model says so, and in two of
   * AWS's framework as recorded by architect/dynalite. Elsewhere it is {@code message}.
   */
  private static final Set<ErrorCode> CAPITAL_MESSAGE =
      EnumSet.of(
          ErrorCode.ACCESS_DENIED,
          ErrorCode.SERIALIZATION,
          ErrorCode.IDEMPOTENT_PARAMETER_MISMATCH,
          ErrorCode.TRANSACTION_CANCELED,
          ErrorCode.TRANSACTION_IN_PROGRESS);

  /**
   * All data is kept in memory, so it can run out. The commit that did not fit has changed nothing,
   * and what deletes items or tables may still work.
   */
  private static final String OUT_OF_MEMORY =
      "Monotable has no memory left for this: delete something, or start its JVM with a larger heap"
          + " (-Xmx)";

  private final ExchangeConfig config;
  private final RequestIds requestIds;
  private final @Nullable OperationCaller shared;
  private final Function<DatabaseName, OperationCaller> factory;
  private final ConcurrentMap<DatabaseName, OperationCaller> databases = new ConcurrentHashMap<>();

  /**
   * An exchange whose requests all go to one engine, whatever their credentials. Its wording and
   * region are the engine's, not the configuration's.
   */
  public Exchange(MonotableEngine engine, ExchangeConfig config) {
    this(
        engine::call,
        config.withWording(engine.config().wording()).withDefaultRegion(engine.config().region()));
  }

  /** An exchange whose requests all go to one database, whatever their credentials. */
  public Exchange(OperationCaller database, ExchangeConfig config) {
    this(database, name -> database, config);
  }

  private Exchange(
      @Nullable OperationCaller shared,
      Function<DatabaseName, OperationCaller> factory,
      ExchangeConfig config) {
    this.shared = shared;
    this.factory = factory;
    this.config = config;
    this.requestIds = new RequestIds(config.seed());
  }

  /**
   * An exchange with a database for each access key and region, made when it is first asked for, up
   * to {@link ExchangeConfig#maxDatabases()}.
   */
  public static Exchange splitByCredentials(
      Function<DatabaseName, ? extends OperationCaller> factory, ExchangeConfig config) {
    return new Exchange(null, factory::apply, config);
  }

  /** Answers the request. Never throws: every failure is an answer too. */
  public void handle(HttpRequest request, HttpReply reply) {
    reply.reset();
    requestIds.next(reply.requestIdBytes());
    String contentType = PLAIN_JSON;
    try {
      if (!preface(request, reply)) {
        return;
      }
      contentType = replyType(request);
      post(request, reply, contentType);
    } catch (DynamoException e) {
      error(e, reply, contentType);
    } catch (OutOfMemoryError e) {
      error(
          new DynamoException(ErrorCode.INTERNAL_SERVER_ERROR, OUT_OF_MEMORY), reply, contentType);
    } catch (RuntimeException | Error e) {
      // Whatever this is, it is ours. The client learns no more of it than AWS would tell.
      logger().log(Level.ERROR, "Request " + reply.requestId() + " failed", e);
      error(
          new DynamoException(ErrorCode.INTERNAL_SERVER_ERROR, "Internal server error"),
          reply,
          contentType);
    }
    if (reply.bodyLength() >= config.compressFromBytes()
        && Compression.acceptsGzip(request.header("accept-encoding"))) {
      try {
        reply.compression().gzip(reply);
      } catch (OutOfMemoryError e) {
        logger().log(Level.WARNING, "No memory to compress an answer", e);
      }
    }
  }

  /**
   * Answers what is no request that could be handled; the connection is to be closed after it.
   *
   * @param body JSON in ASCII, or nothing
   */
  public void refuse(int status, String body, HttpReply reply) {
    reply.reset();
    requestIds.next(reply.requestIdBytes());
    text(reply, status, body.isEmpty() ? null : HttpReply.JSON, body);
    reply.close();
  }

  /** Answers what is no call of an operation; true if it is one. */
  private boolean preface(HttpRequest request, HttpReply reply) {
    String origin = request.header("origin");
    String method = request.method();
    if (origin != null) {
      reply.addHeader("Access-Control-Allow-Origin", "*");
      if (method.equals("OPTIONS")) {
        preflight(request, reply);
        return false;
      }
      reply.addHeader("Access-Control-Expose-Headers", EXPOSED_HEADERS);
    }
    if (!method.equals("POST")) {
      if (method.equals("GET") || method.equals("HEAD")) {
        health(request, reply);
      } else {
        text(reply, 404, null, NO_OPERATION);
      }
      return false;
    }
    if (request.bodyEnd() - request.bodyStart() > config.maxBodyBytes()) {
      tooLarge(reply);
      return false;
    }
    if (request.bodyEnd() > request.bodyStart() && !isJson(request.header("content-type"))) {
      text(reply, 404, null, NO_OPERATION);
      return false;
    }
    return true;
  }

  private static void preflight(HttpRequest request, HttpReply reply) {
    String headers = request.header("access-control-request-headers");
    if (headers != null) {
      reply.addHeader("Access-Control-Allow-Headers", headers);
    }
    String method = request.header("access-control-request-method");
    if (method != null) {
      reply.addHeader("Access-Control-Allow-Methods", method);
    }
    reply.addHeader("Access-Control-Max-Age", PREFLIGHT_SECONDS);
    reply.finish(200, null);
  }

  /** The health check of AWS's endpoints; a browser gets a page that says where it is. */
  private void health(HttpRequest request, HttpReply reply) {
    String accept = request.header("accept");
    if (accept != null && accept.contains("text/html")) {
      text(
          reply,
          200,
          "text/html; charset=utf-8",
          "<!DOCTYPE html>\n<html lang=\"en\"><head><title>Monotable</title></head><body>\n"
              + "<h1>Monotable is running</h1>\n"
              + "<p>This is a DynamoDB endpoint for AWS SDKs and the AWS CLI, not a web page."
              + " Point them at it with <code>AWS_ENDPOINT_URL_DYNAMODB</code> or"
              + " <code>--endpoint-url</code>.</p>\n"
              + "</body></html>\n");
    } else {
      text(
          reply,
          200,
          "text/plain",
          "healthy: dynamodb." + config.defaultRegion() + ".amazonaws.com ");
    }
  }

  private static void text(HttpReply reply, int status, @Nullable String contentType, String body) {
    reply.writer().ascii(body);
    reply.finish(status, contentType);
  }

  /** What AWS answers to a body over 16 MB has no body (architect/dynalite test/connection.js). */
  private static void tooLarge(HttpReply reply) {
    reply.finish(413, null);
    reply.close();
  }

  private static boolean isJson(@Nullable String contentType) {
    return contentType != null
        && (contentType.equals(HttpReply.JSON)
            || mediaType(contentType).equals(HttpReply.JSON)
            || mediaType(contentType).equals(PLAIN_JSON));
  }

  private static String mediaType(String contentType) {
    int semicolon = contentType.indexOf(';');
    return (semicolon < 0 ? contentType : contentType.substring(0, semicolon)).strip();
  }

  /** An answer is of the type of its request. */
  private static String replyType(HttpRequest request) {
    String contentType = request.header("content-type");
    return contentType != null
            && (contentType.equals(HttpReply.JSON) || mediaType(contentType).equals(HttpReply.JSON))
        ? HttpReply.JSON
        : PLAIN_JSON;
  }

  private void post(HttpRequest request, HttpReply reply, String contentType) {
    byte[] body = request.body();
    int start = request.bodyStart();
    int end = request.bodyEnd();
    String encoding = request.header("content-encoding");
    if (encoding != null && !encoding.equalsIgnoreCase("identity")) {
      try {
        if (encoding.equalsIgnoreCase("gzip")) {
          body = Compression.gunzip(body, start, end, config.maxBodyBytes());
          start = 0;
          end = body.length;
        } else if (encoding.equalsIgnoreCase("deflate")) {
          body = Compression.inflate(body, start, end, config.maxBodyBytes());
          start = 0;
          end = body.length;
        }
      } catch (Compression.TooLargeException e) {
        tooLarge(reply);
        return;
      }
    }
    RequestDecoder decoder = reply.decoder(config.wording());
    OperationSchema<?, ?> operation;
    OperationCaller database;
    try {
      String target = request.header("x-amz-target");
      operation = target == null ? null : Operations.findTarget(target);
      if (operation == null) {
        throw new DynamoException(ErrorCode.UNKNOWN_OPERATION, null);
      }
      database = database(Authorization.credential(request, reply.recentSigner()));
    } catch (DynamoException e) {
      if (end > start) {
        decoder.check(body, start, end);
      }
      throw e;
    }
    if (start == end) {
      throw JsonReader.malformed();
    }
    call(operation, database, decoder, body, start, end, reply.writer());
    reply.finish(200, contentType);
  }

  private static <I extends Record, O extends Record> void call(
      OperationSchema<I, O> operation,
      OperationCaller database,
      RequestDecoder decoder,
      byte[] body,
      int start,
      int end,
      JsonWriter out) {
    I input;
    try {
      input = decoder.decode(operation.input(), body, start, end);
    } catch (DynamoException e) {
      decoder.check(body, start, end);
      throw e;
    }
    O output = database.call(operation, input);
    StructureSchema<O> schema = operation.output();
    if (schema.memberCount() > 0) { // an operation without an output answers nothing at all
      ResponseEncoder.encode(schema, output, out);
    }
  }

  private OperationCaller database(String credential) {
    if (shared != null) {
      return shared;
    }
    String[] scope = credential.split("/");
    DatabaseName name = new DatabaseName(scope[0], scope[2]);
    OperationCaller known = databases.get(name);
    if (known != null) {
      return known;
    }
    if (databases.size() >= config.maxDatabases()) {
      throw new DynamoException(
          ErrorCode.LIMIT_EXCEEDED,
          "Monotable keeps a database for each access key and region, and has reached its limit of "
              + config.maxDatabases());
    }
    return databases.computeIfAbsent(name, factory);
  }

  private static void error(DynamoException error, HttpReply reply, String contentType) {
    JsonWriter out = reply.writer();
    out.reset(Integer.MAX_VALUE);
    ErrorCode code = error.code();
    out.ascii("{\"__type\":\"");
    out.ascii(code.wireType());
    out.mark('"');
    if (error.detail() instanceof Structure detail) {
      detail(detail.schema(), error.detail(), out);
    }
    String message = error.getMessage();
    if (message != null) {
      out.ascii(CAPITAL_MESSAGE.contains(code) ? ",\"Message\":" : ",\"message\":");
      out.string(message);
    }
    out.mark('}');
    reply.finish(code.httpStatus(), contentType);
  }

  /** Looked up when something is wrong: finding the logging system would slow every start. */
  private static Logger logger() {
    return System.getLogger(Exchange.class.getName());
  }

  private static <T extends Record> void detail(
      StructureSchema<T> schema, Record detail, JsonWriter out) {
    ResponseEncoder.members(schema, schema.recordClass().cast(detail), "message", false, out);
  }
}
