package dev.monotable.benchmark.inprocess;

import dev.monotable.benchmark.chat.Load;
import dev.monotable.benchmark.server.Report;
import dev.monotable.benchmark.stored.Footprint;
import dev.monotable.benchmark.stored.StoredFormBenchmark;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.Result;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/**
 * Runs the JMH benchmarks and writes the results to {@code benchmarks/RESULTS.md}. {@code
 * benchmarks/inprocess} runs this program.
 */
public final class InProcess {
  private final CommandLineOptions options;

  private InProcess(CommandLineOptions options) {
    this.options = options;
  }

  /**
   * Measures and writes the results.
   *
   * @param arguments the root directory of the sources, then options of JMH
   */
  public static void main(String[] arguments)
      throws IOException, RunnerException, CommandLineOptionException {
    Path root = Path.of(arguments[0]);
    List<String> rest = List.of(arguments).subList(1, arguments.length);
    InProcess run = new InProcess(new CommandLineOptions(rest.toArray(new String[0])));
    Report requests = new Report(root, "in process");
    run.requests(requests);
    requests.write();
    Report forms = new Report(root, "stored forms");
    run.forms(forms);
    forms.write();
  }

  private Collection<RunResult> run(Class<?> benchmark) throws RunnerException {
    return new Runner(
            new OptionsBuilder()
                .parent(options)
                .include(benchmark.getName())
                .addProfiler(GCProfiler.class)
                .build())
        .run();
  }

  private void requests(Report report) throws RunnerException {
    Collection<RunResult> results = run(RequestBenchmark.class);
    report.add(
        "10,000 items. Time in ns, and allocated bytes in parentheses; both are means by JMH. Every"
            + " column includes the envelope, that is, the cost of an empty request.");
    report.add("");
    report.add(
        "| load | decoded request to response bytes | goal | request bytes to response bytes |"
            + " decode | encode | envelope |");
    report.add("|---|---|---|---|---|---|---|");
    for (Load load : Load.values()) {
      report.add(
          "| %s | %s | %s | %s | %s | %s | %s |",
          load,
          cell(results, "answer", "load", load.name()),
          goal(load),
          cell(results, "whole", "load", load.name()),
          cell(results, "decode", "load", load.name()),
          cell(results, "encode", "load", load.name()),
          cell(results, "envelope", "load", load.name()));
    }
  }

  private static String goal(Load load) {
    return switch (load) {
      case GET_ITEM -> "1,000";
      case PUT_ITEM -> "4,000";
      case QUERY_50 -> "5,000";
      case UPDATE_ITEM, INDEX_QUERY_20, TRANSACT_WRITE_2 -> "";
    };
  }

  private void forms(Report report) throws RunnerException {
    Collection<RunResult> results = run(StoredFormBenchmark.class);
    report.add("Time in ns, and allocated bytes in parentheses; both are means by JMH.");
    report.add("");
    report.add(
        "| format | live bytes per item | store (PutItem) | write (GetItem) | write 50 (Query) |"
            + " evaluate a condition | evaluate and update (UpdateItem) |");
    report.add("|---|---|---|---|---|---|---|");
    for (StoredFormBenchmark.Form form : StoredFormBenchmark.Form.values()) {
      report.add(
          "| %s | %.0f | %s | %s | %s | %s | %s |",
          form,
          Footprint.of(form),
          cell(results, "store", "form", form.name()),
          cell(results, "writeOne", "form", form.name()),
          cell(results, "writePage", "form", form.name()),
          cell(results, "test", "form", form.name()),
          cell(results, "conditionalUpdate", "form", form.name()));
    }
  }

  private static String cell(
      Collection<RunResult> results, String method, String parameter, String value) {
    for (RunResult result : results) {
      if (result.getParams().getBenchmark().endsWith("." + method)
          && result.getParams().getParam(parameter).equals(value)) {
        Result<?> allocated =
            Objects.requireNonNull(result.getSecondaryResults().get("gc.alloc.rate.norm"));
        return String.format(
            Locale.ROOT,
            "%,.0f (%,.0f)",
            result.getPrimaryResult().getScore(),
            allocated.getScore());
      }
    }
    return "";
  }
}
