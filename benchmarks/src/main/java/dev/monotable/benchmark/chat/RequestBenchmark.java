package dev.monotable.benchmark.chat;

import dev.monotable.engine.Snapshot;
import dev.monotable.json.Exchange;
import dev.monotable.json.ExchangeConfig;
import dev.monotable.json.HttpReply;
import dev.monotable.json.OperationCaller;
import dev.monotable.schema.OperationSchema;
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
 * A request in process, from its bytes to the bytes of its answer: the whole of it, and decoding
 * and encoding apart. {@code -prof gc} tells the bytes allocated.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 10, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 10, time = 500, timeUnit = TimeUnit.MILLISECONDS)
@Fork(
    value = 1,
    jvmArgsAppend = {"-XX:+UseParallelGC", "-Xms3g", "-Xmx3g"})
public class RequestBenchmark {
  @Param Load load = Load.GET_ITEM;

  @Param("10000")
  int items = 10_000;

  private final HttpReply reply = new HttpReply();
  private final PreparedRequest request = new PreparedRequest();
  private ChatServer server;
  private Snapshot loaded;
  private Requests requests;
  private Exchange decoding;
  private Exchange encoding;
  private byte[] emptyRequest;

  /** Answers every request alike. */
  private static final class FixedAnswer implements OperationCaller {
    private final Record answer;

    FixedAnswer(Record answer) {
      this.answer = answer;
    }

    @Override
    public <I extends Record, O extends Record> O call(OperationSchema<I, O> operation, I input) {
      return operation.output().recordClass().cast(answer);
    }
  }

  /** Keeps the last answer of the engine. */
  private static final class Recorder implements OperationCaller {
    private final OperationCaller engine;
    private @Nullable Record answer;

    Recorder(OperationCaller engine) {
      this.engine = engine;
    }

    @Override
    public <I extends Record, O extends Record> O call(OperationSchema<I, O> operation, I input) {
      O output = engine.call(operation, input);
      answer = output;
      return output;
    }
  }

  @Setup
  public void load() {
    ChatDesign design = ChatDesign.of(items);
    server = ChatServer.of(design);
    loaded = server.engine().snapshot();
    requests = Requests.of(design, load);
    emptyRequest = ChatDesign.utf8("{}");
    Recorder recorder = new Recorder(server.engine()::call);
    new Exchange(recorder, ExchangeConfig.standard())
        .handle(request.with(load.target(), requests.next()), reply);
    encoding =
        new Exchange(
            new FixedAnswer(Objects.requireNonNull(recorder.answer, "answer")),
            ExchangeConfig.standard());
    decoding =
        new Exchange(
            new OperationCaller() {
              @Override
              public <I extends Record, O extends Record> O call(
                  OperationSchema<I, O> operation, I input) {
                return operation.output().create(new Object[operation.output().memberCount()]);
              }
            },
            ExchangeConfig.standard());
  }

  /** So that writes begin with the same table each time. */
  @Setup(Level.Iteration)
  public void restore() {
    server.engine().restore(loaded);
  }

  /** The whole request. */
  @Benchmark
  public int whole() {
    server.exchange().handle(request.with(load.target(), requests.next()), reply);
    return reply.bodyLength();
  }

  /** The exchange with decoding, and with an empty answer. */
  @Benchmark
  public int decode() {
    decoding.handle(request.with(load.target(), requests.next()), reply);
    return reply.bodyLength();
  }

  /** The exchange with an empty request, and with encoding. */
  @Benchmark
  public int encode() {
    encoding.handle(request.with(load.target(), emptyRequest), reply);
    return reply.bodyLength();
  }
}
