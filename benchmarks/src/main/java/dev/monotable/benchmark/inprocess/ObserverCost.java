package dev.monotable.benchmark.inprocess;

import com.sun.management.ThreadMXBean;
import dev.monotable.benchmark.chat.ChatDesign;
import dev.monotable.benchmark.chat.ChatServer;
import dev.monotable.benchmark.chat.Load;
import dev.monotable.benchmark.chat.PreparedRequest;
import dev.monotable.benchmark.chat.Requests;
import dev.monotable.design.ledger.LedgerBounds;
import dev.monotable.design.ledger.LedgerRecorder;
import dev.monotable.design.ledger.RequestContext;
import dev.monotable.design.ledger.RequestQueue;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.OperationCaller;
import dev.monotable.engine.fault.FaultRule;
import dev.monotable.engine.fault.InjectedFault;
import dev.monotable.engine.observe.ObservedRequest;
import dev.monotable.engine.observe.RequestLog;
import dev.monotable.engine.observe.RequestObserver;
import dev.monotable.engine.request.RequestEnvelope;
import dev.monotable.engine.snapshot.Snapshot;
import dev.monotable.json.Exchange;
import dev.monotable.json.ExchangeConfig;
import dev.monotable.json.HttpReply;
import dev.monotable.model.Operations;
import dev.monotable.schema.OperationSchema;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Measures what observers and fault rules cost a request, from the decoded request to the response
 * record: the CPU time of the single thread in the fastest round, which depends little on what else
 * the machine does, and the allocated bytes. Variants take turns in one JVM; measure one variant
 * for each JVM to see it as the compiler does when it is the only one.
 *
 * <pre>java -cp $(benchmarks/classes) dev.monotable.benchmark.inprocess.ObserverCost
 *     [rounds [variant ...]]</pre>
 */
public final class ObserverCost {
  private static final int ROUND = 5_000;
  private static final int WARM_UP = 20;

  private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
  private final MonotableEngine engine;
  private final Snapshot loaded;

  /** The last observed request, so that no event is optimized away. */
  private @Nullable ObservedRequest last;

  private ObserverCost(MonotableEngine engine) {
    this.engine = engine;
    this.loaded = engine.snapshot();
  }

  /** The listeners while requests are measured. */
  private enum Variant {
    /** No listener. */
    OFF,
    /** An observer that keeps the last request. */
    OBSERVER,
    /** A log of the last 1,000 requests. */
    LOG,
    /** The ledger of the design lab: what the thread of the requests does. */
    LEDGER,
    /** The same on the thread of the requests, to see what the other thread does. */
    LEDGER_INLINE,
    /** A fault rule for another operation. */
    OTHER_RULE
  }

  public static void main(String[] arguments) {
    int rounds = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 60;
    List<Variant> variants = new ArrayList<>();
    for (int i = 1; i < arguments.length; i++) {
      variants.add(Variant.valueOf(arguments[i]));
    }
    if (variants.isEmpty()) {
      variants.addAll(List.of(Variant.values()));
    }
    ChatDesign design = ChatDesign.of(10_000);
    try (ChatServer server = ChatServer.of(design)) {
      for (Load load : List.of(Load.GET_ITEM, Load.QUERY_50, Load.PUT_ITEM)) {
        server.engine().restore(server.engine().snapshot());
        new ObserverCost(server.engine()).measure(load, decoded(design, load), rounds, variants);
      }
    }
  }

  /** A decoded request. */
  private record Call<I extends Record, O extends Record>(
      OperationSchema<I, O> operation, I input) {
    Record on(MonotableEngine engine) {
      return engine.call(operation, input);
    }
  }

  /** Decodes the requests of a load. */
  private static Call<?, ?>[] decoded(ChatDesign design, Load load) {
    List<Call<?, ?>> calls = new ArrayList<>(ROUND);
    OperationCaller recorder =
        new OperationCaller() {
          @Override
          public <I extends Record, O extends Record> O call(
              OperationSchema<I, O> operation, I input, RequestEnvelope envelope) {
            calls.add(new Call<>(operation, input));
            return operation.output().create(new Object[operation.output().memberCount()]);
          }
        };
    Exchange exchange = new Exchange(recorder, ExchangeConfig.standard());
    Requests requests = Requests.of(design, load, 0, ROUND);
    HttpReply reply = new HttpReply();
    PreparedRequest request = new PreparedRequest();
    for (int i = 0; i < ROUND; i++) {
      exchange.handle(request.with(load.target(), requests.next()), reply);
    }
    return calls.toArray(new Call<?, ?>[0]);
  }

  private void measure(Load load, Call<?, ?>[] calls, int rounds, List<Variant> variants) {
    double[] nanos = new double[Variant.values().length];
    long[] bytes = new long[Variant.values().length];
    Arrays.fill(nanos, Double.MAX_VALUE);
    for (int round = -WARM_UP; round < rounds; round++) {
      for (Variant variant : variants) {
        long[] cost = round(variant, calls);
        if (round >= 0) {
          int at = variant.ordinal();
          nanos[at] = Math.min(nanos[at], cost[0] / (double) calls.length);
          bytes[at] = cost[1] / calls.length;
        }
      }
    }
    for (Variant variant : variants) {
      int at = variant.ordinal();
      System.out.printf(
          Locale.ROOT, "| %s | %s | %.0f | %d |%n", load, variant, nanos[at], bytes[at]);
    }
  }

  /** Performs all requests once; returns the CPU time and the allocated bytes. */
  private long[] round(Variant variant, Call<?, ?>[] calls) {
    engine.restore(loaded);
    RequestObserver.Registration registration = null;
    LedgerRecorder ledger = new LedgerRecorder(null, LedgerBounds.DEFAULT);
    RequestQueue queue = new RequestQueue(ledger, () -> RequestContext.NONE);
    switch (variant) {
      case OFF -> {}
      case OBSERVER -> registration = engine.observe(request -> last = request);
      case LOG -> registration = engine.observe(new RequestLog(1_000, 1 << 20));
      case LEDGER -> registration = engine.observe(queue);
      case LEDGER_INLINE ->
          registration = engine.observe(request -> ledger.accept(request, RequestContext.NONE));
      case OTHER_RULE ->
          engine
              .faults()
              .add(FaultRule.on(Operations.SCAN).inject(new InjectedFault.ServerError(false)));
    }
    long self = Thread.currentThread().getId();
    long allocated = threads.getThreadAllocatedBytes(self);
    long cpu = threads.getCurrentThreadCpuTime();
    for (Call<?, ?> call : calls) {
      call.on(engine);
    }
    cpu = threads.getCurrentThreadCpuTime() - cpu;
    allocated = threads.getThreadAllocatedBytes(self) - allocated;
    if (registration != null) {
      registration.close();
    }
    queue.close();
    engine.faults().clear();
    return new long[] {cpu, allocated};
  }
}
