package dev.monotable.benchmark.compare;

import dev.monotable.benchmark.chat.ChatDesign;
import dev.monotable.benchmark.chat.Load;
import dev.monotable.benchmark.server.Contender;
import dev.monotable.benchmark.server.Report;
import dev.monotable.benchmark.server.Rounds;
import dev.monotable.benchmark.server.Servers;
import dev.monotable.benchmark.server.Subject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Compares Monotable in memory with Monotable on a data directory, in each sync mode. {@code
 * benchmarks/compare durable} runs this program.
 */
final class DurableWrites {
  private static final int CONNECTIONS = 16;
  private static final List<String> MODES = List.of("os", "100ms", "always");

  private static final List<Load> LOADS =
      List.of(Load.PUT_ITEM, Load.UPDATE_ITEM, Load.TRANSACT_WRITE_2, Load.GET_ITEM);

  private DurableWrites() {}

  /**
   * Measures and writes the results.
   *
   * @param memory the server without a data directory
   */
  static void run(Path root, Path scratch, Contender memory, ChatDesign design, Rounds rounds)
      throws IOException {
    Report report = new Report(root, "durable");
    Path data = Files.createTempDirectory(scratch, "data");
    try (Servers servers = new Servers()) {
      List<Subject> subjects = new ArrayList<>();
      subjects.add(servers.start(memory, "in memory", CONNECTIONS, design));
      for (String mode : MODES) {
        Contender durable = memory.with("--data", data.resolve(mode).toString(), "--sync", mode);
        subjects.add(servers.start(durable, "`--sync " + mode + "`", CONNECTIONS, design));
      }
      Servers.compare(subjects, LOADS, design, CONNECTIONS, rounds, report);
    } finally {
      delete(data);
    }
    report.write();
  }

  private static void delete(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
