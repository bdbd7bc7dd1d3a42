package dev.monotable.benchmark.fresh;

import dev.monotable.benchmark.server.Medians;
import dev.monotable.benchmark.server.Report;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Measures a test class of 1,000 tests with a fresh database each: four tables of two indexes, a
 * PutItem and a Query through the AWS SDK. The subjects take turns, each in a JVM of its own.
 *
 * <p>{@code benchmarks/fresh} runs this program. It writes the results to {@code
 * benchmarks/RESULTS.md}.
 */
public final class FreshDatabases {
  /** The number of times that a JVM runs the class. The last run is called warm. */
  private static final int CLASSES = 6;

  /** The subjects, in the order of a round. */
  private enum Subject {
    SDK_ALONE(SdkAlone.class, "SDK alone, 6 requests", 1),
    TABLES_IN_EACH_TEST(TablesInEachTest.class, "Monotable, tables in each test", 1),
    SDK_ALONE_ONCE(SdkAloneOnce.class, "SDK alone, 2 requests", 1),
    TABLES_ONCE(TablesOnce.class, "Monotable, tables in @BeforeAll", 1),
    SDK_ALONE_4(SdkAlone.class, "SDK alone, 6 requests", 4),
    TABLES_IN_EACH_TEST_4(TablesInEachTest.class, "Monotable, tables in each test", 4),
    TABLES_ONCE_4(TablesOnce.class, "Monotable, tables in @BeforeAll", 4);

    private final Class<?> tests;
    private final String title;
    private final int threads;

    Subject(Class<?> tests, String title, int threads) {
      this.tests = tests;
      this.title = title;
      this.threads = threads;
    }
  }

  private final Path recording;

  private FreshDatabases(Path recording) throws IOException {
    this.recording = recording;
    RecordedTransport.record(recording);
  }

  /**
   * Measures and writes the results.
   *
   * @param arguments the root directory of the sources, a scratch directory, and optionally the
   *     number of rounds (default 5) and names of subjects, which are then only printed
   */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    Path root = Path.of(arguments[0]).toAbsolutePath().normalize();
    Path scratch = Files.createDirectories(Path.of(arguments[1]).toAbsolutePath());
    int rounds = arguments.length > 2 ? Integer.parseInt(arguments[2]) : 5;
    List<Subject> subjects = new ArrayList<>();
    for (int i = 3; i < arguments.length; i++) {
      subjects.add(Subject.valueOf(arguments[i]));
    }
    boolean complete = subjects.isEmpty();
    if (complete) {
      subjects.addAll(List.of(Subject.values()));
    }
    Report report = new Report(root, "fresh databases");
    new FreshDatabases(scratch.resolve("responses")).measure(subjects, rounds, report);
    if (complete) {
      report.write();
    }
  }

  private void measure(List<Subject> subjects, int rounds, Report report)
      throws IOException, InterruptedException {
    FreshRun.Cost[][] costs = new FreshRun.Cost[subjects.size()][rounds];
    for (int round = 0; round < rounds; round++) {
      for (int i = 0; i < subjects.size(); i++) {
        costs[i][round] = run(subjects.get(i));
      }
    }
    report.add(
        "A class of %,d tests, %d times in a JVM; median of %d JVMs that take turns. CPU time of"
            + " the process in ms; \"elapsed\" and \"thread\" are the elapsed time and the CPU time"
            + " of the test's thread, which are less because other threads compile.",
        FreshRun.TESTS, CLASSES, rounds);
    report.add("");
    report.add(
        "| subject | threads | until the first test ends | elapsed | until 300 tests end | each"
            + " other test of the first class | each test of the last class | thread |");
    report.add("|---|---|---|---|---|---|---|---|");
    for (int i = 0; i < subjects.size(); i++) {
      Subject subject = subjects.get(i);
      report.add(
          "| %s | %d | %.0f | %.0f | %.0f | %.2f | %.2f | %s |",
          subject.title,
          subject.threads,
          median(costs[i], FreshRun.Cost::first),
          median(costs[i], FreshRun.Cost::firstWall),
          median(costs[i], FreshRun.Cost::some),
          median(costs[i], FreshRun.Cost::cold),
          median(costs[i], FreshRun.Cost::warm),
          subject.threads > 1
              ? ""
              : String.format("%.2f", median(costs[i], FreshRun.Cost::warmThread)));
    }
  }

  private static double median(FreshRun.Cost[] costs, ToDoubleFunction<FreshRun.Cost> value) {
    double[] values = new double[costs.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = value.applyAsDouble(costs[i]);
    }
    return Medians.of(values);
  }

  /** Runs the tests of a subject in a new JVM with its default options. */
  private FreshRun.Cost run(Subject subject) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-D" + RecordedTransport.FILE + "=" + recording);
    command.add("-cp");
    command.add(classPath());
    command.add(FreshRun.class.getName());
    command.add(subject.tests.getSimpleName());
    command.add(Integer.toString(subject.threads));
    command.add(Integer.toString(CLASSES));
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    FreshRun.Cost cost = null;
    try (BufferedReader lines =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        if (line.startsWith(FreshRun.RESULT)) {
          cost = FreshRun.Cost.of(line);
        }
      }
    }
    if (process.waitFor() != 0 || cost == null) {
      throw new IOException(subject + " failed");
    }
    return cost;
  }

  /** Returns the class path of a user: our only jar is that of the JUnit extension. */
  private static String classPath() {
    List<String> path = new ArrayList<>();
    for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
      String name = Path.of(entry).getFileName().toString();
      if (name.startsWith("junit-")
          || name.startsWith("opentest4j-")
          || name.startsWith("slf4j-")
          || name.equals("classes")
          || entry.contains("/junit-extension/")
          || entry.contains("/awssdk/")
          || entry.contains("/reactivestreams/")) {
        path.add(entry);
      }
    }
    return String.join(File.pathSeparator, path);
  }
}
