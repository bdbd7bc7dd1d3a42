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
 * Tells how the CPU time of a request changes with what there is, as ratios within one run of
 * {@code ./monotable}: part by part, each with its section of {@code benchmarks/RESULTS.md}.
 *
 * <p>Run by {@code benchmarks/growth}. It uses loopback only, and ends by itself: what is not done
 * by then is given up.
 */
public final class Growth {
  private static final String USAGE =
      """
      benchmarks/growth [OPTION=VALUE…] [PART…]

      Parts, all of them if none is named: sizes collection indexes connections writers scan
        loads=GET_ITEM,…   which of the six, all of them if not said
        requests=100000,1000
                           how many different ones there are in turn, of the part sizes
        rounds=5           that count, of each part
        seconds=0.6        for each load of a round
        small=10000        items of the smaller tables
        large=1000000      items of the large table
        largest=10000000   items of the largest table; 0 leaves it out
        java=""            options of the JVM for the servers, over those of ./monotable
        minutes=15         after which it gives up
        report=yes         whether RESULTS.md is written
      """;

  private final Path root;
  private final Path scratch;
  private final List<Part> parts = new ArrayList<>();
  private List<Integer> requests = List.of(100_000, 1_000);
  private int rounds = 5;
  private double seconds = 0.6;
  private Set<Load> loads = EnumSet.allOf(Load.class);
  private int small = 10_000;
  private int large = 1_000_000;
  private int largest = 10_000_000;
  private String java = "";
  private long minutes = 15;
  private boolean reported = true;

  /** What can be measured. */
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
   * Measures, and writes the results.
   *
   * @param arguments the directory of the sources, one for what is made, options and parts
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

  /** Has a thread end the run, and with it the servers, should it take longer. */
  private static void endAfter(long minutes) {
    Thread watch =
        new Thread(
            () -> {
              try {
                TimeUnit.MINUTES.sleep(minutes);
                System.err.println("given up after " + minutes + " minutes");
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
