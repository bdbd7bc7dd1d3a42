package dev.monotable.json;

import dev.monotable.engine.Databases;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.OperationCaller;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.error.ErrorCode;
import dev.monotable.engine.fault.DroppedConnectionException;
import dev.monotable.engine.fault.FaultRule;
import dev.monotable.engine.request.Caller;
import dev.monotable.engine.request.CommitTicket;
import dev.monotable.model.Operations;
import dev.monotable.schema.OperationSchema;
import dev.monotable.schema.OperationTraits.Feature;
import dev.monotable.schema.Structure;
import dev.monotable.schema.StructureSchema;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.EnumSet;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * DynamoDB's API as a service without a network. Thread safe; the state of a request is in its
 * {@link HttpReply}.
 *
 * <p>Invalid requests are reported in AWS's order, as recorded by architect/dynalite ({@code
 * test/connection.js}): method and content type, then malformed JSON, then the target, the
 * authorization, and the types of the members. A valid request is still parsed only once: malformed
 * JSON is found while decoding, and only a request with another error is parsed again to check its
 * JSON first.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Programming.LowLevelAPI.html">DynamoDB
 *     low-level API</a>
 */
public final class Exchange implements HttpService {
  private static final String PLAIN_JSON = "application/json";
  private static final String NO_OPERATION = "<UnknownOperationException/>\n";

  /**
   * The errors whose message is the member {@code Message}: those of the model, and two of AWS's
   * framework as recorded by architect/dynalite. All others have {@code message}, unless a {@link
   * DynamoException} says otherwise.
   */
  private static final Set<ErrorCode> CAPITAL_MESSAGE =
      EnumSet.of(
          ErrorCode.ACCESS_DENIED,
          ErrorCode.SERIALIZATION,
          ErrorCode.IDEMPOTENT_PARAMETER_MISMATCH,
          ErrorCode.TRANSACTION_CANCELED,
          ErrorCode.TRANSACTION_IN_PROGRESS);

  /**
   * All data is in memory, which can run out. The failed commit has changed nothing, and requests
   * that delete items or tables may still succeed.
   */
  private static final String OUT_OF_MEMORY =
      "Monotable has no memory left for this: delete items, indexes or tables, or start its JVM"
          + " with a larger heap (-Xmx)";

  /** Names the injected faults of a response. */
  private static final String FAULT_HEADER = "x-monotable-fault";

  private static final int MAX_FAULT_NAMES = 500;

  /** How many times longer it takes to compress a byte than to encode it. */
  private static final int COMPRESSION_COST = 8;

  private final ExchangeConfig config;
  private final RequestIds requestIds;

  /** What runs all requests; null if each finds its database in {@link #databases}. */
  private final @Nullable OperationCaller single;

  private final @Nullable Databases databases;

  /**
   * Creates an exchange that sends all requests to one engine, regardless of their credentials. Its
   * wording and region are the engine's, not the configuration's.
   */
  public Exchange(MonotableEngine engine, ExchangeConfig config) {
    this(
        engine,
        null,
        config.withWording(engine.config().wording()).withDefaultRegion(engine.config().region()));
  }

  /**
   * Creates an exchange that sends all requests to one database, regardless of their credentials.
   */
  public Exchange(OperationCaller database, ExchangeConfig config) {
    this(database, null, config);
  }

  /** Creates an exchange that sends each request to the database of its caller. */
  public Exchange(Databases databases, ExchangeConfig config) {
    this(null, databases, config);
  }

  private Exchange(
      @Nullable OperationCaller single, @Nullable Databases databases, ExchangeConfig config) {
    this.single = single;
    this.databases = databases;
    this.config = config;
    this.requestIds = new RequestIds(config.seed());
  }

  /**
   * Returns the names of the operations whose requests may wait on the calling thread, because a
   * fault rule delays them; usually none. A transport with few threads handles such requests on
   * others.
   */
  public Set<String> waitingOperations() {
    return single != null
        ? single.waitingOperations()
        : Objects.requireNonNull(databases).waitingOperations();
  }

  /** Handles a request on the calling thread. Never throws: every failure becomes a reply. */
  public void handle(HttpRequest request, HttpReply reply) {
    reply.reset();
    begin(request, reply, Integer.MAX_VALUE);
    awaitCommit(reply);
  }

  /**
   * Handles a request, except for the end of a large reply, which would block the thread. Never
   * throws.
   *
   * <p>If the database has a log, {@link HttpReply#awaitsCommit()} says whether the reply must not
   * be sent yet.
   *
   * @param maxBytes the maximum length of a body that this method encodes. It compresses only
   *     bodies of an eighth of it, because compression takes much longer.
   */
  @Override
  public void begin(HttpRequest request, HttpReply reply, int maxBytes) {
    reply.setExchange(this);
    reply.identify(requestIds);
    respond(request, reply);
    if (!reply.envelope().injected().isEmpty()) {
      nameFaults(reply);
    }
    boolean isLong = reply.kind() == HttpReply.Kind.LONG;
    if (!isLong && reply.bodyLength() < config.compressFromBytes()) {
      return;
    }
    ContentCoding coding = ContentCoding.accepted(request.header("accept-encoding"));
    if (coding == null) {
      return;
    }
    if (isLong) {
      reply.compressLong(coding);
    } else if (reply.bodyLength() > maxBytes / COMPRESSION_COST) {
      reply.compressLater(coding);
    } else {
      compress(reply, coding);
    }
  }

  /** Adds a header with the fault rules that have hit the request, on one line of ASCII. */
  private static void nameFaults(HttpReply reply) {
    StringBuilder names = new StringBuilder();
    for (FaultRule rule : reply.envelope().injected()) {
      names.append(names.length() == 0 ? "" : "; ").append(rule);
    }
    names.setLength(Math.min(names.length(), MAX_FAULT_NAMES));
    reply.addHeader(FAULT_HEADER, names.toString().replaceAll("[^ -~]", "?"));
  }

  @Override
  public Pages pages() {
    return Pages.LOCAL;
  }

  @Override
  public int maxBodyBytes() {
    return config.maxBodyBytes();
  }

  @Override
  public Pace pace(HttpRequest head) {
    String target = head.header("x-amz-target");
    OperationSchema<?, ?> operation = target == null ? null : Operations.findTarget(target);
    if (operation != null) {
      Set<String> waiting = waitingOperations();
      if (!waiting.isEmpty() && waiting.contains(operation.name())) {
        return Pace.WAITING;
      }
      if (operation.traits().has(Feature.TAKES_LONG)) {
        return Pace.LONG;
      }
    }
    return head.header("content-encoding") == null ? Pace.SHORT : Pace.LONG;
  }

  private void respond(HttpRequest request, HttpReply reply) {
    String contentType = PLAIN_JSON;
    try {
      if (!preface(request, reply)) {
        return;
      }
      contentType = replyType(request);
      post(request, reply, contentType);
    } catch (DynamoException e) {
      error(e, reply, contentType);
    } catch (DroppedConnectionException e) {
      reply.drop();
      return;
    } catch (OutOfMemoryError e) {
      error(outOfMemory(), reply, contentType);
    } catch (RuntimeException | Error e) {
      // An internal error. The client gets no details, as on AWS.
      logger().log(Level.ERROR, "Request " + reply.requestId() + " failed", e);
      error(internalError(), reply, contentType);
    }
  }

  /**
   * Waits until the log has what the reply depends on. If the log has failed, the reply is the
   * error instead. Does not block if {@link CommitTicket#whenDone} has returned false. Never
   * throws.
   */
  public void awaitCommit(HttpReply reply) {
    if (reply.awaitsCommit()) {
      awaitCommit(reply.ticket(), reply);
    }
  }

  /**
   * Waits like {@link #awaitCommit(HttpReply)}, for a ticket that was taken from a reply.
   *
   * @param reply becomes the error if the log has failed
   * @return whether the original reply may be sent
   */
  public boolean awaitCommit(CommitTicket ticket, HttpReply reply) {
    try {
      ticket.await();
      return true;
    } catch (DynamoException e) {
      String contentType = reply.contentType();
      reply.dropOutput();
      reply.identify(requestIds);
      error(e, reply, contentType == null ? PLAIN_JSON : contentType);
      return false;
    }
  }

  /** Compresses the body of a reply, unless there is no memory for that. Never throws. */
  static void compress(HttpReply reply, ContentCoding coding) {
    try {
      Compression.compress(reply, coding);
    } catch (OutOfMemoryError e) {
      logger().log(Level.WARNING, "No memory to compress a response", e);
    }
  }

  /** Replaces a reply by an error, because there is no memory for its body. */
  void outOfMemory(HttpReply reply) {
    String contentType = reply.contentType();
    reply.dropOutput();
    error(outOfMemory(), reply, contentType == null ? PLAIN_JSON : contentType);
  }

  private static DynamoException outOfMemory() {
    return new DynamoException(ErrorCode.INTERNAL_SERVER_ERROR, OUT_OF_MEMORY);
  }

  /**
   * Replies to a request that does not call an operation. Returns true if the request calls one.
   */
  private boolean preface(HttpRequest request, HttpReply reply) {
    String method = request.method();
    if (!method.equals("POST")) {
      if ((method.equals("GET") || method.equals("HEAD")) && isHealthCheck(request.path())) {
        if (!config.rootIsHealthy() && !request.path().startsWith("/health")) {
          throw new DynamoException(
              ErrorCode.MISSING_AUTHENTICATION_TOKEN, Authorization.MISSING_TOKEN);
        }
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

  private static boolean isHealthCheck(String path) {
    return path.equals("/") || path.startsWith("/?") || path.startsWith("/health");
  }

  /**
   * Replies to the health check, as AWS's endpoints do. A browser gets a page that explains the
   * endpoint.
   */
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

  /**
   * Replies to a body that is too long: on AWS, the reply is empty (architect/dynalite
   * test/connection.js).
   */
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

  /** Returns the content type of the reply, which is that of the request. */
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
    if ((encoding != null || config.verifier() != null)
        && Authorization.isInChunks(request, encoding)) {
      var unusedOperation = operation(request); // the faults of the head are reported before
      var unusedClient = caller(request, reply);
      throw Authorization.mismatch();
    }
    if (encoding != null && !encoding.isEmpty() && !encoding.equalsIgnoreCase("identity")) {
      try {
        body = decompressed(encoding, body, start, end);
        start = 0;
        end = body.length;
      } catch (Compression.TooLargeException e) {
        tooLarge(reply);
        return;
      }
    }
    RequestDecoder decoder = reply.decoder(config.wording());
    OperationSchema<?, ?> operation;
    OperationCaller database;
    try {
      operation = operation(request);
      Caller.Client caller = caller(request, reply);
      reply.envelope().sign(caller);
      reply.envelope().headers(request);
      database = database(caller);
    } catch (DynamoException e) {
      if (end > start) {
        decoder.check(body, start, end);
      }
      throw e;
    }
    if (start == end) {
      throw rejected(operation, database, JsonReader.malformed());
    }
    if (operation == Operations.DESCRIBE_ENDPOINTS) {
      String address = request.address();
      database = address == null ? database : new OwnEndpoint(database, address);
    }
    call(operation, database, decoder, body, start, end, reply);
    reply.finish(200, contentType);
  }

  private static OperationSchema<?, ?> operation(HttpRequest request) {
    String target = request.header("x-amz-target");
    OperationSchema<?, ?> operation = target == null ? null : Operations.findTarget(target);
    if (operation == null) {
      throw new DynamoException(ErrorCode.UNKNOWN_OPERATION, null);
    }
    return operation;
  }

  private Caller.Client caller(HttpRequest request, HttpReply reply) {
    SignatureVerifier verifier = config.verifier();
    return verifier == null
        ? Authorization.caller(request, reply.recentSigner())
        : Authorization.verifiedCaller(request, verifier);
  }

  /** Decompresses a body. Source: scylladb/scylladb, {@code test_compressed_request.py}. */
  private byte[] decompressed(String encoding, byte[] body, int start, int end)
      throws Compression.TooLargeException {
    ContentCoding coding = ContentCoding.find(encoding);
    if (coding == null) {
      throw internalError();
    }
    try {
      return Compression.decompress(coding, body, start, end, config.maxBodyBytes());
    } catch (IOException e) {
      throw internalError();
    }
  }

  private static DynamoException internalError() {
    return new DynamoException(ErrorCode.INTERNAL_SERVER_ERROR, "Internal server error");
  }

  private static <I extends Record, O extends Record> void call(
      OperationSchema<I, O> operation,
      OperationCaller database,
      RequestDecoder decoder,
      byte[] body,
      int start,
      int end,
      HttpReply reply) {
    I input;
    try {
      input = decode(operation, decoder, body, start, end);
    } catch (DynamoException e) {
      throw rejected(operation, database, e);
    }
    O output = database.call(operation, input, reply.envelope());
    StructureSchema<O> schema = operation.output();
    if (schema.memberCount() > 0) { // an operation without an output has an empty reply
      try {
        ResponseEncoder.encode(schema, output, reply.writer());
      } catch (JsonWriter.TooLongException e) {
        reply.postpone(schema, output);
      }
    }
  }

  private static <I extends Record> I decode(
      OperationSchema<I, ?> operation, RequestDecoder decoder, byte[] body, int start, int end) {
    try {
      return decoder.decode(
          operation.input(), body, start, end, operation.traits().has(Feature.STRICT));
    } catch (DynamoException e) {
      decoder.check(body, start, end);
      throw e;
    }
  }

  /** Reports a request that is not run to its database; returns the error. */
  private static DynamoException rejected(
      OperationSchema<?, ?> operation, OperationCaller database, DynamoException error) {
    database.reject(operation, error);
    return error;
  }

  private OperationCaller database(Caller.Client caller) {
    return single != null ? single : Objects.requireNonNull(databases).find(caller).engine();
  }

  private static void error(DynamoException error, HttpReply reply, String contentType) {
    JsonWriter out = reply.writer();
    out.reset(Integer.MAX_VALUE, Integer.MAX_VALUE);
    ErrorCode code = error.code();
    out.ascii("{\"__type\":\"");
    out.ascii(code.wireType());
    out.mark('"');
    if (error.detail() instanceof Structure detail) {
      detail(detail.schema(), error.detail(), out);
    }
    String message = error.getMessage();
    if (message != null) {
      boolean capital = error.hasCapitalMessage() || CAPITAL_MESSAGE.contains(code);
      out.ascii(capital ? ",\"Message\":" : ",\"message\":");
      out.string(message);
    }
    out.mark('}');
    reply.finish(code.httpStatus(), contentType);
  }

  /**
   * Returns the logger. Called only on an internal error: loading the logging system would slow
   * down every start.
   */
  private static Logger logger() {
    return System.getLogger(Exchange.class.getName());
  }

  private static <T extends Record> void detail(
      StructureSchema<T> schema, Record detail, JsonWriter out) {
    ResponseEncoder.members(schema, schema.recordClass().cast(detail), "message", false, out);
  }
}
