package dev.monotable.benchmark.fresh;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestExecutionResult.Status;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * One JVM of {@link FreshDatabases}: runs a test class several times, as a build tool does once,
 * and prints what its tests cost.
 */
final class FreshRun implements TestExecutionListener {
  static final int TESTS = 1_000;

  /** The number of tests of a usual project. */
  private static final int SOME_TESTS = 300;

  /** The text before the results in the output. */
  static final String RESULT = "result";

  private static final OperatingSystemMXBean PROCESS =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  private final AtomicInteger ended = new AtomicInteger();
  private volatile @Nullable Moment first;
  private volatile @Nullable Moment some;

  private FreshRun() {}

  /**
   * A moment in nanoseconds.
   *
   * @param wall by the monotonic clock
   * @param process the CPU time of the process
   * @param thread the CPU time of the thread; meaningful if all tests run on one
   */
  private record Moment(long wall, long process, long thread) {
    static Moment now() {
      return new Moment(
          System.nanoTime(),
          PROCESS.getProcessCpuTime(),
          ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime());
    }
  }

  /**
   * Runs the tests.
   *
   * @param arguments the simple name of a test class, the number of threads, and how often the
   *     class runs
   */
  public static void main(String[] arguments) {
    int threads = Integer.parseInt(arguments[1]);
    int classes = Integer.parseInt(arguments[2]);
    Moment begin = Moment.now();
    FreshRun cold = run(arguments[0], threads);
    Moment second = Moment.now();
    Moment last = second;
    for (int i = 1; i < classes; i++) {
      last = Moment.now();
      run(arguments[0], threads);
    }
    Moment end = Moment.now();
    Moment first = Objects.requireNonNull(cold.first);
    Moment some = Objects.requireNonNull(cold.some);
    System.out.printf(
        Locale.ROOT,
        RESULT + " %.3f %.3f %.3f %.4f %.4f %.4f%n",
        (first.wall() - begin.wall()) / 1e6,
        (first.process() - begin.process()) / 1e6,
        (some.process() - begin.process()) / 1e6,
        (second.process() - first.process()) / 1e6 / (TESTS - 1),
        (end.process() - last.process()) / 1e6 / TESTS,
        (end.thread() - last.thread()) / 1e6 / TESTS);
  }

  /** Runs the class once. */
  private static FreshRun run(String testClass, int threads) {
    LauncherDiscoveryRequest request =
        LauncherDiscoveryRequestBuilder.request()
            .selectors(
                DiscoverySelectors.selectClass(FreshRun.class.getPackageName() + "." + testClass))
            .configurationParameters(
                Map.of(
                    "junit.jupiter.execution.parallel.enabled",
                    Boolean.toString(threads > 1),
                    "junit.jupiter.execution.parallel.mode.default",
                    "concurrent",
                    "junit.jupiter.execution.parallel.config.strategy",
                    "fixed",
                    "junit.jupiter.execution.parallel.config.fixed.parallelism",
                    Integer.toString(threads)))
            .build();
    FreshRun run = new FreshRun();
    LauncherFactory.create().execute(request, run);
    if (run.ended.get() != TESTS) {
      throw new IllegalStateException(run.ended + " tests");
    }
    return run;
  }

  @Override
  public void executionFinished(TestIdentifier test, TestExecutionResult result) {
    if (result.getStatus() != Status.SUCCESSFUL) {
      throw new IllegalStateException(
          test.getDisplayName() + " failed", result.getThrowable().orElse(null));
    }
    int count = test.isTest() ? ended.incrementAndGet() : 0;
    if (count == 1) {
      first = Moment.now();
    } else if (count == SOME_TESTS) {
      some = Moment.now();
    }
  }

  /**
   * The cost of the tests of a JVM, in milliseconds.
   *
   * @param firstWall from the start of JUnit until the first test has ended
   * @param first the CPU time of the process until then
   * @param some the CPU time of the process until 300 tests have ended
   * @param cold the CPU time of the process for each test of the first class after that
   * @param warm the CPU time of the process for each test of the last class
   * @param warmThread the CPU time of the thread of the tests for each of these; meaningful if
   *     there is one
   */
  record Cost(
      double firstWall, double first, double some, double cold, double warm, double warmThread) {
    /** Reads a line that a run has printed. */
    static Cost of(String line) {
      String[] values = line.split(" ");
      return new Cost(
          Double.parseDouble(values[1]),
          Double.parseDouble(values[2]),
          Double.parseDouble(values[3]),
          Double.parseDouble(values[4]),
          Double.parseDouble(values[5]),
          Double.parseDouble(values[6]));
    }
  }
}
