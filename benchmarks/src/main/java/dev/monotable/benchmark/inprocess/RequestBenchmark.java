package dev.monotable.benchmark.inprocess;

import dev.monotable.benchmark.chat.ChatDesign;
import dev.monotable.benchmark.chat.ChatServer;
import dev.monotable.benchmark.chat.Load;
import dev.monotable.benchmark.chat.PreparedRequest;
import dev.monotable.benchmark.chat.Requests;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.OperationCaller;
import dev.monotable.engine.Snapshot;
import dev.monotable.engine.request.RequestEnvelope;
import dev.monotable.json.Exchange;
import dev.monotable.json.ExchangeConfig;
import dev.monotable.json.HttpReply;
import dev.monotable.schema.OperationSchema;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures a request in process, as a whole and in parts. Every benchmark calls the same exchange
 * as the server, so every result includes the {@link #envelope}: checking the headers, creating the
 * request ID, and beginning and completing a response.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 6, time = 400, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 7, time = 400, timeUnit = TimeUnit.MILLISECONDS)
@Fork(
    value = 1,
    jvmArgsAppend = {"-XX:+UseSerialGC", "-Xms64m", "-Xmn40m", "-Xmx3g"})
public class RequestBenchmark {
  /** The number of requests between two restores of the table, so that new items are new. */
  private static final int PREPARED = 30_000;

  private static final byte[] NOTHING = "{}".getBytes(StandardCharsets.US_ASCII);

  @Param Load load = Load.GET_ITEM;

  @Param("10000")
  int items = 10_000;

  private final HttpReply reply = new HttpReply();
  private final PreparedRequest request = new PreparedRequest();
  private ChatServer server;
  private Snapshot loaded;
  private Requests requests;
  private int untilRestored;
  private Exchange decoding;
  private Exchange answering;
  private Exchange encoding;
  private Exchange idle;

  /** Returns the same output for every request. */
  private static final class FixedAnswer implements OperationCaller {
    private final Record answer;

    FixedAnswer(Record answer) {
      this.answer = answer;
    }

    @Override
    public <I extends Record, O extends Record> O call(
        OperationSchema<I, O> operation, I input, RequestEnvelope envelope) {
      return operation.output().recordClass().cast(answer);
    }
  }

  /** Returns an empty output for every request, and records the last input. */
  private static final class Listener implements OperationCaller {
    private @Nullable Record heard;

    @Override
    public <I extends Record, O extends Record> O call(
        OperationSchema<I, O> operation, I input, RequestEnvelope envelope) {
      heard = input;
      return operation.output().create(new Object[operation.output().memberCount()]);
    }

    Record heard() {
      return Objects.requireNonNull(heard, "no request");
    }
  }

  /** Calls the engine with decoded requests in turn, and records the last output. */
  private static final class Decoded implements OperationCaller {
    private final MonotableEngine engine;
    private final Record[] inputs;
    private int next;
    private @Nullable Record answer;

    Decoded(MonotableEngine engine, Record[] inputs) {
      this.engine = engine;
      this.inputs = inputs;
    }

    @Override
    public <I extends Record, O extends Record> O call(
        OperationSchema<I, O> operation, I input, RequestEnvelope envelope) {
      Record decoded = inputs[next];
      next = next + 1 == inputs.length ? 0 : next + 1;
      O output = engine.call(operation, operation.input().recordClass().cast(decoded), envelope);
      answer = output;
      return output;
    }

    Record answer() {
      return Objects.requireNonNull(answer, "no answer");
    }
  }

  private static Exchange exchange(OperationCaller caller) {
    return new Exchange(caller, ExchangeConfig.standard());
  }

  @Setup
  public void load() {
    ChatDesign design = ChatDesign.of(items);
    server = ChatServer.of(design);
    loaded = server.engine().snapshot();
    requests = Requests.of(design, load, 0, PREPARED);
    Listener listener = new Listener();
    decoding = exchange(listener);
    Record[] inputs = new Record[PREPARED];
    for (int i = 0; i < PREPARED; i++) {
      decode();
      inputs[i] = listener.heard();
    }
    Decoded decoded = new Decoded(server.engine(), inputs);
    answering = exchange(decoded);
    answer();
    encoding = exchange(new FixedAnswer(decoded.answer()));
    idle = exchange(new Listener());
  }

  /** Restores the table, so that the writes of each iteration start from the same state. */
  @Setup(Level.Iteration)
  public void restore() {
    server.engine().restore(loaded);
    untilRestored = PREPARED;
  }

  private void restoreInTime() {
    if (--untilRestored < 0) {
      restore();
    }
  }

  /** Measures from the bytes of a request to the bytes of its response. */
  @Benchmark
  public int whole() {
    restoreInTime();
    server.exchange().handle(request.with(load.target(), requests.next()), reply);
    return reply.bodyLength();
  }

  /** Measures from a decoded request to the bytes of its response. */
  @Benchmark
  public int answer() {
    restoreInTime();
    answering.handle(request.with(load.target(), NOTHING), reply);
    return reply.bodyLength();
  }

  /** Measures from the bytes of a request to the decoded request. */
  @Benchmark
  public int decode() {
    decoding.handle(request.with(load.target(), requests.next()), reply);
    return reply.bodyLength();
  }

  /** Measures from an output to the bytes of the response. */
  @Benchmark
  public int encode() {
    encoding.handle(request.with(load.target(), NOTHING), reply);
    return reply.bodyLength();
  }

  /** Measures the part that all other benchmarks include: an empty request and response. */
  @Benchmark
  public int envelope() {
    idle.handle(request.with(load.target(), NOTHING), reply);
    return reply.bodyLength();
  }
}
