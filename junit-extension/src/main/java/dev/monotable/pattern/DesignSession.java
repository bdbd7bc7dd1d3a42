package dev.monotable.pattern;

import dev.monotable.access.request.PrincipalUsage;
import dev.monotable.design.DesignLab;
import dev.monotable.design.StandardFindings;
import dev.monotable.design.model.DeclaredPattern;
import dev.monotable.design.model.Design;
import dev.monotable.design.render.ReportFile;
import dev.monotable.design.report.DesignReport;
import dev.monotable.design.report.ReportOptions;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.fault.ActiveRule;
import dev.monotable.engine.observe.RequestObserver;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A design that the tests of this JVM use, and the lab that listens to their requests for its
 * report. There is one for each design file and report directory. Safe for use by multiple threads.
 */
public final class DesignSession {
  private static final Map<Key, DesignSession> ALL = new HashMap<>();

  private final Key key;
  private final @Nullable Design design;
  private final @Nullable DesignLab lab;
  private final CheckedContracts contracts = new CheckedContracts();
  private final CheckedAccess access = new CheckedAccess();
  private boolean used;

  /**
   * The identity of a session.
   *
   * @param file the design file; empty without one
   * @param directory where its report is written; null for no report
   */
  private record Key(String file, @Nullable Path directory) {}

  private DesignSession(Key key, @Nullable Design design) {
    this.key = key;
    this.design = design;
    this.lab =
        key.directory() == null
            ? null
            : DesignLab.create(design, StandardFindings.catalogue(), Sender::context);
  }

  /**
   * Returns the session of a design file.
   *
   * @param source null without a design
   * @param reports where its report is written; null for no report
   * @throws IllegalArgumentException if the file does not exist or is invalid
   */
  public static DesignSession open(@Nullable DesignSource source, @Nullable Path reports) {
    DesignSource.Found found = source == null ? null : source.read();
    Path directory = reports == null ? null : reports.toAbsolutePath().normalize();
    Key key = new Key(found == null ? "" : found.file(), directory);
    synchronized (ALL) {
      return ALL.computeIfAbsent(
          key, each -> new DesignSession(each, found == null ? null : found.design()));
    }
  }

  /** Returns the design; null without one. */
  public @Nullable Design design() {
    return design;
  }

  /** Adds the fault rules of a test that no request matched to the report. */
  public void addUnmatched(String test, List<ActiveRule> rules) {
    contracts.addUnmatched(test, rules);
  }

  /** Adds what principals have used in a test to the report. */
  public void addUsages(List<PrincipalUsage> usages) {
    usages.forEach(access::add);
  }

  /** Returns the contracts that tests checked. */
  CheckedContracts contracts() {
    return contracts;
  }

  /**
   * Writes the reports of the sessions that tests have used since the last call, as {@code
   * report.html}, {@code report.json} and {@code report.md}. If several designs have the same
   * directory, each has a directory of its own in it, with the name of the design, and with a
   * number if several have the same name.
   *
   * @param directories those for which reports are written
   * @return the HTML pages that were written
   * @throws UncheckedIOException if a file cannot be written; after the others have been written
   */
  public static List<Path> writeReports(Set<Path> directories) {
    List<DesignSession> sessions;
    synchronized (ALL) {
      sessions = List.copyOf(ALL.values());
    }
    List<Path> pages = new ArrayList<>();
    UncheckedIOException failure = null;
    for (DesignSession session : sessions) {
      try {
        Path directory = session.key.directory();
        boolean chosen = directory != null && directories.contains(directory);
        Path page = chosen && session.takeUsed() ? session.write(sessions) : null;
        if (page != null) {
          pages.add(page);
        }
      } catch (IOException e) {
        failure = new UncheckedIOException("the report of a design cannot be written: " + e, e);
      }
    }
    if (failure != null) {
      throw failure;
    }
    return pages;
  }

  private synchronized boolean takeUsed() {
    boolean result = used;
    used = false;
    return result;
  }

  private @Nullable Path write(List<DesignSession> all) throws IOException {
    Path directory = key.directory();
    if (directory == null || lab == null) {
      return null;
    }
    List<DesignSession> together =
        all.stream()
            .filter(each -> directory.equals(each.key.directory()))
            .sorted(Comparator.comparing(each -> each.key.file()))
            .toList();
    Path target = together.size() == 1 ? directory : directory.resolve(directoryName(together));
    List<String> omissions = new ArrayList<>(contracts.omissions());
    omissions.addAll(access.omissions());
    DesignReport report =
        lab.report(
            ReportOptions.standard()
                .withContracts(contracts.rows())
                .withOmissions(omissions)
                .withAccess(access.rows()));
    for (String name : List.of("report.json", "report.md", "report.html")) {
      ReportFile.write(report, target.resolve(name));
    }
    return target.resolve("report.html");
  }

  /** Returns a name of its own for the directory of this report. */
  private String directoryName(List<DesignSession> together) {
    String name = plainName();
    int number = 1;
    for (DesignSession each : together) {
      if (each == this) {
        break;
      }
      number += each.plainName().equals(name) ? 1 : 0;
    }
    return number == 1 ? name : name + "-" + number;
  }

  /** Returns the name of the design with hyphens for other characters than letters and digits. */
  private String plainName() {
    String name = design == null ? "" : design.name();
    String plain =
        name.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N}]+", "-").replaceAll("^-|-$", "");
    return plain.isEmpty() ? "no-design" : plain;
  }

  /** Returns what receives the requests for the report; null without a report. */
  @Nullable RequestObserver observer() {
    return lab == null ? null : lab.observer();
  }

  /**
   * Adds the tables of a database and their items at the beginning of a test, because those that a
   * test declares are not created by requests.
   *
   * @param test the sender of the test
   */
  public void describeTables(MonotableEngine database, Sender test) {
    synchronized (this) {
      used = true;
    }
    if (lab != null) {
      try (MonotableEngine copy = database.copy(database.snapshot(), 1)) {
        lab.describe(copy, test.number());
      }
    }
  }

  /**
   * Returns the access pattern with a name.
   *
   * @throws IllegalArgumentException if the design does not declare it
   */
  static DeclaredPattern require(Design design, String pattern) {
    DeclaredPattern found = design.findPattern(pattern);
    if (found == null) {
      List<String> names = new ArrayList<>();
      design.patterns().forEach(each -> names.add("\"" + each.name() + "\""));
      throw new IllegalArgumentException(
          "the design \""
              + design.name()
              + "\" declares no access pattern \""
              + pattern
              + "\", but "
              + String.join(", ", names));
    }
    return found;
  }
}
