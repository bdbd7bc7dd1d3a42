package dev.monotable.junit;

import dev.monotable.pattern.DesignSession;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import org.junit.jupiter.api.extension.ExtensionContext.Store.CloseableResource;

/** Writes the reports of designs at the end of a test run. */
@SuppressWarnings("deprecation") // JUnit before 5.13 closes nothing else
final class ReportsAtTheEnd implements AutoCloseable, CloseableResource {
  @Override
  public void close() {
    try {
      for (Path page : DesignSession.writeReports()) {
        System.out.println("Monotable's report: " + page.toUri());
      }
    } catch (UncheckedIOException e) {
      System.err.println("Monotable: " + e.getMessage()); // the tests themselves have not failed
    } catch (RuntimeException e) {
      System.err.println("Monotable: the report of a design could not be made: " + e);
    }
  }
}
