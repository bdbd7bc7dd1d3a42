package dev.monotable.benchmark.server;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A section of {@code benchmarks/RESULTS.md} between two markers. It begins with the date, the
 * commit and the machine. Each line is printed when it is added; {@link #write} writes the section
 * to the file.
 */
public final class Report {
  private final Path root;
  private final String begin;
  private final String end;
  private final StringBuilder text = new StringBuilder();

  /**
   * Creates a report and adds its first paragraph.
   *
   * @param root the root directory of the sources
   * @param section the name in the markers {@code <!-- section: begin -->} and {@code <!-- section:
   *     end -->}
   * @throws IOException if the state of the machine cannot be read
   */
  public Report(Path root, String section) throws IOException {
    this.root = root;
    this.begin = "<!-- " + section + ": begin -->";
    this.end = "<!-- " + section + ": end -->";
    add(
        "%s, commit %s, %s, %d processors, %s %s. Load average at the start: %s.",
        LocalDate.now(Clock.systemUTC()),
        firstLine("git", "-C", root.toString(), "describe", "--always", "--dirty"),
        processor(),
        Runtime.getRuntime().availableProcessors(),
        System.getProperty("java.vm.name"),
        System.getProperty("java.vm.version"),
        Files.readString(Path.of("/proc/loadavg")).split(" ")[0]);
    add("");
  }

  /** Prints and adds a line; without values, {@code format} is the line itself. */
  public void add(String format, Object... values) {
    String line = values.length == 0 ? format : String.format(Locale.ROOT, format, values);
    System.out.println(line);
    text.append(line).append('\n');
  }

  /**
   * Adds the head of a table with a row for each load and a column for each subject.
   *
   * @param reference the position of the subject to which the others are compared
   * @param columns the names of the subjects, and of further columns
   */
  public void addLoads(int reference, List<String> columns) {
    add("");
    add(
        "CPU µs per request (ratio to the %s column), requests/s, p99 µs:",
        reference == 0 ? "first" : "second");
    add("");
    add("| load | %s |", String.join(" | ", columns));
    add("|---|%s", "---|".repeat(columns.size()));
  }

  /** Returns the cells of a row: what the subjects need for a load. */
  public static List<String> cells(Series[] series, int reference) {
    List<String> cells = new ArrayList<>();
    for (int i = 0; i < series.length; i++) {
      String ratio =
          i < reference
              ? ""
              : String.format(Locale.ROOT, " (%.2f)", series[i].timesOf(series[reference]));
      cells.add(
          String.format(
              Locale.ROOT,
              "%.1f%s, %,.0f/s, %,.0f",
              series[i].micros(),
              ratio,
              series[i].rate(),
              series[i].p99()));
    }
    return cells;
  }

  /** Adds the row of a load. */
  public void addLoad(String load, List<String> cells) {
    add("| %s | %s |", load, String.join(" | ", cells));
  }

  /**
   * Replaces the section in the file.
   *
   * @throws IOException if the file has no markers for the section
   */
  public void write() throws IOException {
    Path file = root.resolve("benchmarks/RESULTS.md");
    String old = Files.readString(file);
    int from = old.indexOf(begin);
    int to = old.indexOf(end);
    if (from < 0 || to < from) {
      throw new IOException(file + " does not contain " + begin);
    }
    Files.writeString(
        file, old.substring(0, from + begin.length()) + "\n" + text + old.substring(to));
  }

  private static String processor() throws IOException {
    for (String line : Files.readAllLines(Path.of("/proc/cpuinfo"))) {
      if (line.startsWith("model name")) {
        return line.substring(line.indexOf(':') + 2);
      }
    }
    return System.getProperty("os.arch");
  }

  private static String firstLine(String... command) throws IOException {
    Process process = new ProcessBuilder(command).start();
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      String line = reader.readLine();
      return line == null ? "unknown" : line;
    }
  }
}
