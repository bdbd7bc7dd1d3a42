package dev.monotable.json;

import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.OperationCaller;
import dev.monotable.engine.database.Databases;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.error.ErrorCode;
import dev.monotable.engine.fault.DroppedConnectionException;
import dev.monotable.engine.fault.FaultRule;
import dev.monotable.engine.request.Caller;
import dev.monotable.engine.request.HeldException;
import dev.monotable.engine.request.HeldRequest;
import dev.monotable.engine.request.RequestHeaders;
import dev.monotable.model.Operations;
import dev.monotable.schema.OperationSchema;
import dev.monotable.schema.OperationTraits.Feature;
import dev.monotable.schema.StructureSchema;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.util.Arrays;
import java.util.Map;
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
  /** Names the injected faults of a response. */
  private static final String FAULT_HEADER = "x-monotable-fault";

  private static final int MAX_FAULT_NAMES = 500;

  /** The factor by which it takes longer to compress a byte than to encode it. */
  private static final int COMPRESSION_COST = 8;

  private final ExchangeConfig config;
  private final RequestIds requestIds;

  /** The database that runs all requests; null if each finds its database in {@link #databases}. */
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

  /**
   * Handles a request on the calling thread, and waits while the request is held. Never throws:
   * every failure becomes a reply.
   */
  public void handle(HttpRequest request, HttpReply reply) {
    reply.reset();
    begin(request, reply, Integer.MAX_VALUE);
    if (reply.kind() == HttpReply.Kind.LATE) {
      reply.lateAnswer().await(reply);
    } else {
      reply.awaitCommit();
    }
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
    reply.identify(requestIds);
    respond(request, reply);
    nameFaults(reply);
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
      Compression.tryCompress(reply, coding);
    }
  }

  /** Adds a header with the fault rules that have hit the request, on one line of ASCII. */
  private static void nameFaults(HttpReply reply) {
    if (reply.envelope().injected().isEmpty()) {
      return;
    }
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
    String contentType = Preface.PLAIN_JSON;
    try {
      if (!Preface.passes(request, reply, config)) {
        return;
      }
      contentType = Preface.replyType(request);
      reply.expect(contentType);
      post(request, reply);
    } catch (RuntimeException | Error e) {
      fail(e, reply, contentType);
    }
  }

  /** Makes a failure the reply. */
  private static void fail(Throwable failure, HttpReply reply, String contentType) {
    if (failure instanceof DynamoException e) {
      ErrorReply.write(e, reply, contentType);
    } else if (failure instanceof DroppedConnectionException) {
      reply.drop();
    } else if (failure instanceof OutOfMemoryError) {
      ErrorReply.write(ErrorReply.outOfMemory(), reply, contentType);
    } else {
      // An internal error. The client gets no details, as on AWS.
      // The logging system is loaded only here, because it would slow down every start.
      System.getLogger(Exchange.class.getName())
          .log(Level.ERROR, "Request " + reply.requestId() + " failed", failure);
      ErrorReply.write(ErrorReply.internal(), reply, contentType);
    }
  }

  private void post(HttpRequest request, HttpReply reply) {
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
        Preface.tooLarge(reply);
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
      throw ErrorReply.internal();
    }
    try {
      return Compression.decompress(coding, body, start, end, config.maxBodyBytes());
    } catch (IOException e) {
      throw ErrorReply.internal();
    }
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
    try {
      answer(operation, database.call(operation, input, reply.envelope()), reply);
    } catch (HeldException e) {
      HeldCall.begin(e.request(), operation, input, database, reply);
    }
  }

  /** Answers with the output of an operation. */
  private static <O extends Record> void answer(
      OperationSchema<?, O> operation, O output, HttpReply reply) {
    StructureSchema<O> schema = operation.output();
    if (schema.memberCount() > 0) { // an operation without an output has an empty reply
      try {
        ResponseEncoder.encode(schema, output, reply.writer());
      } catch (JsonWriter.TooLongException e) {
        reply.postpone(schema, output);
      }
    }
    reply.finish(200);
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
    return single != null ? single : Objects.requireNonNull(databases).reach(caller);
  }

  /**
   * A request that is held. When it is let go, it runs anew with its decoded input, on the thread
   * that lets it go, and gets a late answer. It is withdrawn if the client goes before.
   */
  private record HeldCall<I extends Record, O extends Record>(
      OperationSchema<I, O> operation,
      I input,
      OperationCaller database,
      Caller.Client caller,
      @Nullable RequestHeaders headers,
      String contentType,
      LateAnswer answer)
      implements Runnable {

    /** Postpones the answer of a request until it has run. */
    static <I extends Record, O extends Record> void begin(
        HeldRequest held,
        OperationSchema<I, O> operation,
        I input,
        OperationCaller database,
        HttpReply reply) {
      RequestHeaders headers = reply.envelope().headers();
      HeldCall<I, O> call =
          new HeldCall<>(
              operation,
              input,
              database,
              reply.envelope().caller(),
              headers == null ? null : headers.kept(),
              Objects.requireNonNull(reply.contentType()),
              reply.answerLater());
      call.answer.whenAbandoned(held::withdraw);
      held.hold(call);
    }

    @Override
    public void run() {
      HttpReply reply = new HttpReply();
      reply.reset();
      reply.expect(contentType);
      reply.envelope().sign(caller);
      if (headers != null) {
        reply.envelope().headers(headers);
      }
      try {
        Exchange.answer(operation, database.call(operation, input, reply.envelope()), reply);
      } catch (HeldException e) {
        e.request().hold(this); // again
        return;
      } catch (RuntimeException | Error e) {
        Exchange.fail(e, reply, contentType);
      }
      try {
        reply.ticket().await();
      } catch (DynamoException e) {
        ErrorReply.replace(reply, e);
      }
      Exchange.nameFaults(reply);
      if (reply.dropped()) {
        answer.drop();
      } else {
        answer.complete(complete(reply));
      }
    }

    private static HttpAnswer complete(HttpReply reply) {
      HttpAnswer complete =
          HttpAnswer.of(
              reply.status(),
              Objects.requireNonNull(reply.contentType()),
              Arrays.copyOf(reply.body(), reply.bodyLength()));
      for (Map.Entry<String, String> header : reply.extraHeaders()) {
        complete = complete.withHeader(header.getKey(), header.getValue());
      }
      return complete;
    }
  }
}
