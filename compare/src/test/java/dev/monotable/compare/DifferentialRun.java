package dev.monotable.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.compare.difference.AnswerDifference;
import dev.monotable.compare.difference.KnownDifferences;
import dev.monotable.compare.endpoint.Emulator;
import dev.monotable.compare.endpoint.EmulatorKind;
import dev.monotable.compare.endpoint.Endpoint;
import dev.monotable.compare.endpoint.Json;
import dev.monotable.compare.endpoint.MonotableEndpoint;
import dev.monotable.compare.workload.Workload;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The differential run. It is not named like a test, so that only the profile {@code compare} runs
 * it: it needs another emulator, which no module depends on. Properties: {@code compare.with} (an
 * {@link EmulatorKind}), {@code compare.workload} (a comma-separated list of {@link Workload.Kind},
 * or {@code all}), {@code compare.seeds} ({@code 7} or {@code 1-5}), and, for each seed, {@code
 * compare.requests} and {@code compare.minutes}.
 */
class DifferentialRun {
  private static final String SEEDS = System.getProperty("compare.seeds", "1");
  private static final int REQUESTS = Integer.getInteger("compare.requests", 20_000);
  private static final Duration LIMIT = Duration.ofMinutes(Long.getLong("compare.minutes", 15));

  /** An entry that none of this many seeds needs is obsolete. */
  private static final int SEEDS_THAT_MEET_ALL = 12;

  private static final Path OUTPUT = Path.of("target", "compare");
  private static final EmulatorKind WITH =
      EmulatorKind.of(System.getProperty("compare.with", "dynamodb-local"));

  private static List<Workload.Kind> kinds() {
    String names = System.getProperty("compare.workload", "all").toUpperCase(Locale.ROOT);
    return names.equals("ALL")
        ? List.of(Workload.Kind.values())
        : Stream.of(names.split(",")).map(Workload.Kind::valueOf).toList();
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void everyDifferenceIsListed(Workload.Kind kind) throws IOException {
    Files.createDirectories(OUTPUT);
    KnownDifferences known = KnownDifferences.of(WITH, kind);
    List<String> failures = new ArrayList<>();
    long[] seeds = seeds();
    for (long seed : seeds) {
      failures.addAll(run(kind, seed, known));
    }
    write("entries-" + name(kind) + "-" + SEEDS, entries(known));
    if (seeds.length >= SEEDS_THAT_MEET_ALL) {
      for (KnownDifferences.Entry entry : known.entries()) {
        if (entry.matches() == 0 && known.owns(entry)) {
          failures.add("stale: " + entry);
        }
      }
    }
    assertThat(failures).as("%s, seeds %s", kind, SEEDS).isEmpty();
  }

  private static long[] seeds() {
    String[] ends = SEEDS.split("-", 2);
    return LongStream.rangeClosed(Long.parseLong(ends[0]), Long.parseLong(ends[ends.length - 1]))
        .toArray();
  }

  private static String name(Workload.Kind kind) {
    return kind.name().toLowerCase(Locale.ROOT);
  }

  /** Runs one seed and returns the failures. */
  private static List<String> run(Workload.Kind kind, long seed, KnownDifferences known)
      throws IOException {
    Differential run;
    int sent;
    try (Emulator other = WITH.start(OUTPUT)) {
      Endpoint ours = new MonotableEndpoint(other.region(), WITH.wording(), seed);
      run = new Differential(ours, other, WITH, kind, known, seed);
      sent = run.run(REQUESTS, LIMIT);
    }
    write("report-" + name(kind) + "-" + seed, report(kind, seed, run, sent));
    List<String> failures = new ArrayList<>(run.shares().violations());
    run.unlisted().keySet().forEach(difference -> failures.add("not listed: " + difference));
    if (sent < REQUESTS) {
      failures.add("sent only " + sent + " requests within the time limit");
    }
    failures.replaceAll(failure -> "seed " + seed + ": " + failure);
    return failures;
  }

  private static void write(String name, String text) throws IOException {
    Files.writeString(OUTPUT.resolve(name + ".txt"), text, StandardCharsets.UTF_8);
    System.out.println(text);
  }

  private static String report(Workload.Kind kind, long seed, Differential run, int sent) {
    StringBuilder text = new StringBuilder();
    text.append(kind).append(", seed ").append(seed).append(", ").append(sent);
    text.append(" requests\n").append(run.shares());
    run.unlisted().values().stream()
        .sorted((a, b) -> b.size() - a.size())
        .forEach(
            same ->
                append(same.get(0), text.append("NOT LISTED ").append(same.size()).append(" x ")));
    text.append(run.normalisation().report());
    return text.append(run.summary()).append('\n').toString();
  }

  /** Returns what each entry of the lists explained, with an example. */
  private static String entries(KnownDifferences known) {
    StringBuilder text = new StringBuilder();
    for (KnownDifferences.Entry entry : known.entries()) {
      AnswerDifference example = entry.example();
      if (example != null) {
        text.append(entry.matches()).append(" x ").append(entry).append("\n  ");
        append(example, text);
      } else if (known.owns(entry)) {
        text.append("STALE, unused: ").append(entry).append('\n');
      }
    }
    return text.toString();
  }

  private static void append(AnswerDifference difference, StringBuilder text) {
    text.append(difference.request().operation())
        .append(" | ")
        .append(difference.aspect())
        .append("\n  ours:    ")
        .append(difference.ours())
        .append("\n  other:   ")
        .append(difference.local())
        .append("\n  request: ")
        .append(Json.text(difference.request().body()))
        .append('\n');
  }
}
