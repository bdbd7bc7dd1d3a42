package dev.monotable.benchmark.against;

import dev.monotable.benchmark.chat.ChatDesign;
import dev.monotable.benchmark.chat.Load;
import dev.monotable.benchmark.server.Contender;
import dev.monotable.benchmark.server.Medians;
import dev.monotable.benchmark.server.Report;
import dev.monotable.benchmark.server.Rounds;
import dev.monotable.benchmark.server.Series;
import dev.monotable.benchmark.server.Servers;
import dev.monotable.benchmark.server.Subject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;

/**
 * Compares two revisions of Monotable. The servers of both run at the same time and are driven in
 * turns, so that other activity on the machine affects both. The values are the ratio of the lowest
 * CPU times per request, and the ratios within the rounds.
 *
 * <p>{@code benchmarks/against} runs this program.
 */
public final class Against {
  private static final int ITEMS = 10_000;
  private static final int CONNECTIONS = 16;
  private static final int PREPARED = 3_000;

  private final Contender here;
  private final Contender there;
  private final Rounds rounds;
  private final Map<Load, Comparison> comparisons = new EnumMap<>(Load.class);

  /** The measurements of one load in each start: of this revision, and of the other one. */
  private record Comparison(List<Series> here, List<Series> there) {
    Comparison() {
      this(new ArrayList<>(), new ArrayList<>());
    }

    void add(Series ofHere, Series ofThere) {
      here.add(ofHere);
      there.add(ofThere);
    }

    /** Returns the ratio in each round of each start. */
    double[] ratios() {
      List<Double> ratios = new ArrayList<>();
      for (int start = 0; start < here.size(); start++) {
        for (double ratio : here.get(start).ratiosTo(there.get(start))) {
          ratios.add(ratio);
        }
      }
      return ratios.stream().mapToDouble(Double::doubleValue).toArray();
    }

    /** Returns the median ratio of each start. */
    String starts() {
      StringJoiner medians = new StringJoiner(", ");
      for (int start = 0; start < here.size(); start++) {
        double median = here.get(start).timesOf(there.get(start));
        medians.add(String.format(Locale.ROOT, "%.3f", median));
      }
      return medians.toString();
    }

    /** Returns the lowest CPU time per request of all rounds of all starts, in microseconds. */
    static double lowest(List<Series> starts) {
      return starts.stream().mapToDouble(Series::lowestMicros).min().orElseThrow();
    }
  }

  private Against(Contender here, Contender there, Rounds rounds) {
    this.here = here;
    this.there = there;
    this.rounds = rounds;
    for (Load load : Load.values()) {
      comparisons.put(load, new Comparison());
    }
  }

  /**
   * Measures and prints the results.
   *
   * @param arguments the root directories of the sources of this revision and of the other one, the
   *     name of the other one, and optionally the number of starts (default 3), the number of
   *     rounds in each (default 5), and the seconds per load and round (default 1)
   */
  public static void main(String[] arguments) throws IOException {
    Path root = Path.of(arguments[0]).toAbsolutePath().normalize();
    Path other = Path.of(arguments[1]).toAbsolutePath().normalize();
    String name = arguments[2];
    int starts = arguments.length > 3 ? Integer.parseInt(arguments[3]) : 3;
    Rounds rounds =
        new Rounds(
            arguments.length > 4 ? Integer.parseInt(arguments[4]) : 5,
            arguments.length > 5 ? Double.parseDouble(arguments[5]) : 1);
    Against against = new Against(Contender.monotable(root), Contender.monotable(other), rounds);
    Report report = new Report(root, "against");
    for (int start = 1; start <= starts; start++) {
      System.err.println("start " + start + " of " + starts);
      // Whichever server starts first gets the better place in memory and on the processors.
      against.measure(start % 2 == 1);
    }
    against.report(report, name, starts);
  }

  /** Starts both servers, and drives them with each load. */
  private void measure(boolean hereFirst) throws IOException {
    ChatDesign design = ChatDesign.of(ITEMS);
    try (Servers servers = new Servers()) {
      Subject one = servers.start(hereFirst ? here : there, "first", CONNECTIONS, design);
      Subject two = servers.start(hereFirst ? there : here, "second", CONNECTIONS, design);
      for (Load load : Load.values()) {
        Series[] series = rounds.drive(List.of(one, two), load, design, PREPARED);
        comparison(load).add(series[hereFirst ? 0 : 1], series[hereFirst ? 1 : 0]);
      }
    }
  }

  private Comparison comparison(Load load) {
    Comparison comparison = comparisons.get(load);
    if (comparison == null) {
      throw new IllegalArgumentException(load.name());
    }
    return comparison;
  }

  private void report(Report report, String name, int starts) {
    report.add(
        "%,d items, %d connections, %d starts of %d rounds of %.1f s each.",
        ITEMS, CONNECTIONS, starts, rounds.rounds(), rounds.seconds());
    report.add("");
    report.add(
        "| load | CPU µs per request | of "
            + name
            + " | ratio | quartiles | median of each start |");
    report.add("|---|---|---|---|---|---|");
    for (Load load : Load.values()) {
      Comparison comparison = comparison(load);
      double lowest = Comparison.lowest(comparison.here());
      double lowestThere = Comparison.lowest(comparison.there());
      double[] ratios = comparison.ratios();
      report.add(
          "| %s | %.2f | %.2f | %.3f | %.3f | %.3f to %.3f | %s |",
          load,
          lowest,
          lowestThere,
          lowest / lowestThere,
          Medians.of(ratios),
          Medians.quantile(ratios, 0.25),
          Medians.quantile(ratios, 0.75),
          comparison.starts());
    }
  }
}
