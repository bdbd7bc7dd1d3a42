package dev.monotable.benchmark.growth;

import dev.monotable.benchmark.chat.Load;
import dev.monotable.benchmark.server.Contender;
import dev.monotable.benchmark.server.Report;
import dev.monotable.benchmark.server.Rounds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Measures how the CPU time of a request depends on the size of the database and on the number of
 * clients. Each part of the run reports ratios within that part, in a section of {@code
 * benchmarks/RESULTS.md}.
 *
 * <p>{@code benchmarks/growth} runs this program. It uses loopback only, and exits after a time
 * limit even if some parts are not complete.
 */
public final class Growth {
  private static final String USAGE =
      """
      benchmarks/growth [OPTION=VALUE…] [PART…]

      Parts (default: all): sizes collection indexes connections writers scan
      Options:
        loads=GET_ITEM,…   loads to measure (default: all)
        requests=100000    numbers of different requests, for the part sizes
        rounds=5           measured rounds of each part
        seconds=0.6        duration of each load in a round
        small=10000        items in the small tables
        large=1000000      items in the large table
        largest=10000000   items in the largest table; 0 skips it
        java=""            additional JVM options for the servers
        minutes=15         time limit of the whole run
        report=yes         whether to write RESULTS.md
      """;

  private final Path root;
  private final Path scratch;
  private final List<Part> parts = new ArrayList<>();
  private List<Integer> requests = List.of(100_000);
  private int rounds = 5;
  private double seconds = 0.6;
  private Set<Load> loads = EnumSet.allOf(Load.class);
  private int small = 10_000;
  private int large = 1_000_000;
  private int largest = 10_000_000;
  private String java = "";
  private long minutes = 15;
  private boolean reported = true;

  /** The parts of a run. */
  private enum Part {
    SIZES,
    COLLECTION,
    INDEXES,
    CONNECTIONS,
    WRITERS,
    SCAN
  }

  private Growth(Path root, Path scratch) {
    this.root = root;
    this.scratch = scratch;
  }

  /**
   * Measures and writes the results.
   *
   * @param arguments the root directory of the sources, a scratch directory, then options and parts
   */
  public static void main(String[] arguments) throws IOException {
    Path root = Path.of(arguments[0]).toAbsolutePath().normalize();
    Path scratch = Files.createDirectories(Path.of(arguments[1]).toAbsolutePath());
    Growth growth = new Growth(root, scratch);
    try {
      for (String argument : List.of(arguments).subList(2, arguments.length)) {
        growth.parse(argument);
      }
    } catch (IllegalArgumentException e) {
      System.err.print(USAGE);
      System.exit(2);
    }
    growth.run();
  }

  private void parse(String argument) {
    int equals = argument.indexOf('=');
    String value = argument.substring(equals + 1);
    switch (equals < 0 ? "" : argument.substring(0, equals)) {
      case "" -> parts.add(Part.valueOf(argument.toUpperCase(Locale.ROOT)));
      case "loads" -> {
        loads = EnumSet.noneOf(Load.class);
        for (String load : value.split(",")) {
          loads.add(Load.valueOf(load));
        }
      }
      case "requests" -> {
        requests = new ArrayList<>();
        for (String count : value.split(",")) {
          requests.add(Integer.parseInt(count));
        }
      }
      case "rounds" -> rounds = Integer.parseInt(value);
      case "seconds" -> seconds = Double.parseDouble(value);
      case "small" -> small = Integer.parseInt(value);
      case "large" -> large = Integer.parseInt(value);
      case "largest" -> largest = Integer.parseInt(value);
      case "java" -> java = value;
      case "minutes" -> minutes = Long.parseLong(value);
      case "report" -> reported = value.equals("yes");
      default -> throw new IllegalArgumentException(argument);
    }
  }

  private void run() throws IOException {
    endAfter(minutes);
    Contender bare = Contender.bare(scratch);
    Contender monotable = Contender.monotable(root);
    Rounds timing = new Rounds(rounds, seconds);
    for (Part part : parts.isEmpty() ? List.of(Part.values()) : parts) {
      Report report = new Report(root, "growth " + part.name().toLowerCase(Locale.ROOT));
      try (Bench bench = new Bench(bare, monotable, java, timing, loads, report)) {
        switch (part) {
          case SIZES -> Sizes.measure(bench, requests, small, large, largest);
          case COLLECTION -> Tables.ofOneCollection(bench, large);
          case INDEXES -> Tables.ofIndexes(bench, small);
          case CONNECTIONS -> Connections.measure(bench, small);
          case WRITERS -> Writers.measure(bench, small);
          case SCAN -> ScanBeside.measure(bench, large);
        }
      }
      if (reported) {
        report.write();
      }
    }
  }

  /** Starts a thread that ends this JVM, and with it the servers, after the time limit. */
  private static void endAfter(long minutes) {
    Thread watch =
        new Thread(
            () -> {
              try {
                TimeUnit.MINUTES.sleep(minutes);
                System.err.println(
                    "stopped: the time limit of " + minutes + " minutes was reached");
                System.exit(3);
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            },
            "watch");
    watch.setDaemon(true);
    watch.start();
  }
}
