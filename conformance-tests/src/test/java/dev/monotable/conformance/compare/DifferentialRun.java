package dev.monotable.conformance.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The differential run. Not named as a test, so that only the profile {@code compare} runs it: it
 * needs DynamoDB Local, which is no dependency of anything here. Properties: {@code
 * compare.workload} (of {@link Workload.Kind}, several with commas between, or {@code all}), {@code
 * compare.seed}, {@code compare.requests}, {@code compare.minutes}.
 */
class DifferentialRun {
  private static final long SEED = Long.getLong("compare.seed", 1);
  private static final int REQUESTS = Integer.getInteger("compare.requests", 20_000);
  private static final Duration LIMIT = Duration.ofMinutes(Long.getLong("compare.minutes", 15));

  private static List<Workload.Kind> kinds() {
    String names = System.getProperty("compare.workload", "all").toUpperCase(Locale.ROOT);
    return names.equals("ALL")
        ? List.of(Workload.Kind.values())
        : Stream.of(names.split(",")).map(Workload.Kind::valueOf).toList();
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void everyDifferenceFromDynamoDbLocalIsListed(Workload.Kind kind) throws IOException {
    Path output = Files.createDirectories(Path.of("target", "compare"));
    Path libraries =
        Path.of(System.getProperty("compare.libraries", "dynamodb-local/target/libraries"))
            .toAbsolutePath();
    KnownDifferences known = kind.known();
    Differential run;
    int sent;
    try (DynamoDbLocal local =
        DynamoDbLocal.start(libraries, output.resolve("dynamodb-local.log").toFile())) {
      run = new Differential(new ExchangeEndpoint(SEED), local, kind, known, SEED);
      sent = run.run(REQUESTS, LIMIT);
    }
    String report = report(kind, run, known, sent);
    String name = "report-" + kind.name().toLowerCase(Locale.ROOT) + "-" + SEED + ".txt";
    Files.writeString(output.resolve(name), report, StandardCharsets.UTF_8);
    System.out.println(report);
    assertThat(run.unlisted().keySet()).as("seed %d", SEED).isEmpty();
    assertThat(run.shares().violations()).as("seed %d", SEED).isEmpty();
    assertThat(sent).as("requests sent in the time, seed %d", SEED).isEqualTo(REQUESTS);
  }

  private static String report(
      Workload.Kind kind, Differential run, KnownDifferences known, int sent) {
    StringBuilder text = new StringBuilder();
    text.append(kind)
        .append(", seed ")
        .append(SEED)
        .append(", ")
        .append(sent)
        .append(" requests\n");
    text.append(run.shares());
    run.unlisted().entrySet().stream()
        .sorted((a, b) -> b.getValue().size() - a.getValue().size())
        .forEach(differences -> unlisted(differences, text));
    for (KnownDifferences.Entry entry : known.entries()) {
      if (entry.matches() > 0) {
        text.append(entry.matches()).append(" x ").append(entry).append('\n');
      } else if (kind.owns(entry)) {
        text.append("STALE, unused: ").append(entry).append('\n');
      }
    }
    text.append(run.normalisation().report());
    return text.append(run.summary()).append('\n').toString();
  }

  private static void unlisted(Map.Entry<String, List<Difference>> kind, StringBuilder text) {
    Difference first = kind.getValue().get(0);
    text.append("NOT LISTED ")
        .append(kind.getValue().size())
        .append(" x ")
        .append(first.request().operation())
        .append(" | ")
        .append(first.aspect())
        .append("\n  ours:    ")
        .append(first.ours())
        .append("\n  local:   ")
        .append(first.local())
        .append("\n  request: ")
        .append(Json.text(first.request().body()))
        .append('\n');
  }
}
