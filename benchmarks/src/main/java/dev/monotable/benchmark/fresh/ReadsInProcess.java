package dev.monotable.benchmark.fresh;

import com.sun.management.ThreadMXBean;
import dev.monotable.Monotable;
import dev.monotable.benchmark.server.Medians;
import java.lang.management.ManagementFactory;
import java.util.Locale;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;

/**
 * Compares a GetItem through the AWS SDK in process with the same request through a {@linkplain
 * ConstantTransport transport that does nothing}: the CPU time of the single thread, in turns, and
 * the allocated bytes.
 *
 * <pre>java -cp $(benchmarks/classes) dev.monotable.benchmark.fresh.ReadsInProcess [rounds]</pre>
 */
public final class ReadsInProcess {
  private static final int READS = 10_000;
  private static final int WARM_UP = 10;

  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private static final GetItemRequest REQUEST =
      GetItemRequest.builder()
          .tableName("Table0")
          .key(
              Map.of(
                  "PK", AttributeValue.fromS("USER#1"),
                  "SK", AttributeValue.fromS("ORDER#1")))
          .build();

  private ReadsInProcess() {}

  /** The cost of a request: CPU time in microseconds, and allocated bytes. */
  private record Cost(double micros, long bytes) {}

  /**
   * Measures and prints.
   *
   * @param arguments optionally the number of rounds
   */
  public static void main(String[] arguments) {
    int rounds = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 41;
    try (Monotable db = Monotable.create()) {
      TestWork.createTables(db.client());
      TestWork.putAndQuery(db.client(), 1);
      DynamoDbClient constant = RecordedTransport.client(new ConstantTransport(db.httpClient()));
      double[] ours = new double[rounds];
      double[] theirs = new double[rounds];
      long bytes = 0;
      for (int round = -WARM_UP; round < rounds; round++) {
        Cost subject = reads(db.client());
        Cost reference = reads(constant);
        if (round >= 0) {
          ours[round] = subject.micros();
          theirs[round] = reference.micros();
          bytes = subject.bytes() - reference.bytes();
        }
      }
      System.out.printf(
          Locale.ROOT,
          "GetItem in process %.2f µs, constant response %.2f µs, ratio %.3f, %d bytes more%n",
          Medians.of(ours),
          Medians.of(theirs),
          Medians.ofRatios(ours, theirs),
          bytes);
    }
  }

  private static Cost reads(DynamoDbClient client) {
    long thread = Thread.currentThread().getId();
    long bytes = THREADS.getThreadAllocatedBytes(thread);
    long begin = THREADS.getCurrentThreadCpuTime();
    for (int i = 0; i < READS; i++) {
      if (!client.getItem(REQUEST).hasItem()) {
        throw new IllegalStateException("no item");
      }
    }
    return new Cost(
        (THREADS.getCurrentThreadCpuTime() - begin) / 1e3 / READS,
        (THREADS.getThreadAllocatedBytes(thread) - bytes) / READS);
  }
}
