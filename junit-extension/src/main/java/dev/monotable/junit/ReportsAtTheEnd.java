package dev.monotable.junit;

import dev.monotable.pattern.DesignSession;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.extension.ExtensionContext.Store.CloseableResource;

/**
 * Writes the reports of designs at the end of a test run. A test may run other tests, so a JVM may
 * have several runs; each writes into the directories that its own classes use.
 */
@SuppressWarnings("deprecation") // JUnit before 5.13 closes nothing else
final class ReportsAtTheEnd implements AutoCloseable, CloseableResource {
  private final Set<Path> directories = ConcurrentHashMap.newKeySet();

  void add(Path directory) {
    directories.add(directory);
  }

  @Override
  public void close() {
    try {
      for (Path page : DesignSession.writeReports(directories)) {
        System.out.println("Monotable's report: " + page.toUri());
      }
    } catch (UncheckedIOException e) {
      System.err.println("Monotable: " + e.getMessage()); // the tests themselves have not failed
    } catch (RuntimeException e) {
      System.err.println("Monotable: the report of a design could not be made: " + e);
    }
  }
}
