package dev.monotable.pattern;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Gives each JVM of a test run a directory of its own, so that none overwrites the report of
 * another: the first one the directory itself, the others {@code fork-2}, {@code fork-3} and so on
 * in it.
 *
 * <p>A file in the directory is locked as long as the JVM runs, for JVMs that run at the same time,
 * as those of Gradle's {@code maxParallelForks}. It contains which build started the JVM, for JVMs
 * that run one after the other, as those of Surefire's {@code reuseForks=false}. A daemon starts
 * the JVMs of many builds, so only the lock counts then. Safe for use by multiple threads.
 */
final class ReportClaims {
  private static final String MARKER = ".worker";
  private static final int MAX_FORKS = 1000;
  private static final int MAX_MARKER_BYTES = 200;
  private static final Set<String> SHELLS = Set.of("sh", "bash", "dash", "zsh", "cmd.exe");

  private static final ReportClaims OF_THIS_JVM = new ReportClaims(build());

  /** The state of each report directory; the open files hold the locks. */
  private final Map<Path, Path> claimed = new HashMap<>();

  /** The build that runs this JVM; empty if it is unknown. */
  private final String build;

  private ReportClaims(String build) {
    this.build = build;
  }

  /** Returns the directory of this JVM: the given one, or one in it. */
  static Path claim(Path directory) {
    return OF_THIS_JVM.find(directory.toAbsolutePath().normalize());
  }

  private synchronized Path find(Path directory) {
    return claimed.computeIfAbsent(directory, this::first);
  }

  private Path first(Path directory) {
    try {
      if (take(directory)) {
        return directory;
      }
      // Surefire numbers the JVMs that run at the same time.
      int number = Math.max(2, Integer.getInteger("surefire.forkNumber", 2));
      for (int fork = number; fork < number + MAX_FORKS; fork++) {
        Path own = directory.resolve("fork-" + fork);
        if (take(own)) {
          return own;
        }
      }
    } catch (IOException e) {
      // The report cannot be written either, and that is reported.
    }
    return directory;
  }

  /** Returns whether this JVM has a directory for itself. */
  private boolean take(Path directory) throws IOException {
    Files.createDirectories(directory);
    FileChannel marker =
        FileChannel.open(
            directory.resolve(MARKER),
            StandardOpenOption.CREATE,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE);
    boolean taken = false;
    try {
      taken = marker.tryLock() != null && !isOfThisBuild(marker);
      if (taken) {
        marker.truncate(0);
        int unused = marker.write(ByteBuffer.wrap(build.getBytes(StandardCharsets.UTF_8)), 0);
      }
    } catch (OverlappingFileLockException e) {
      // Another copy of this class in this JVM has it.
    } finally {
      if (!taken) {
        marker.close();
      }
    }
    return taken;
  }

  private boolean isOfThisBuild(FileChannel marker) throws IOException {
    ByteBuffer content = ByteBuffer.allocate(MAX_MARKER_BYTES);
    int unused = marker.read(content, 0);
    String last = new String(content.array(), 0, content.position(), StandardCharsets.UTF_8);
    return !build.isEmpty() && build.equals(last);
  }

  private static String build() {
    if (System.getProperty("surefire.forkNumber") == null) {
      return ""; // Gradle's daemon or a development environment
    }
    ProcessHandle starter = starter();
    if (starter == null || starter.info().commandLine().orElse("").contains("mvnd")) {
      return "";
    }
    return starter.pid() + " " + starter.info().startInstant().map(Object::toString).orElse("");
  }

  /** Returns the process that started this one, by a shell or not; null if it is unknown. */
  private static @Nullable ProcessHandle starter() {
    Optional<ProcessHandle> found = ProcessHandle.current().parent();
    while (found.isPresent() && isShell(found.get())) {
      found = found.get().parent();
    }
    return found.orElse(null);
  }

  private static boolean isShell(ProcessHandle process) {
    return process
        .info()
        .command()
        .map(command -> SHELLS.contains(String.valueOf(Path.of(command).getFileName())))
        .orElse(false);
  }
}
