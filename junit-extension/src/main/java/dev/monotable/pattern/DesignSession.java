package dev.monotable.pattern;

import dev.monotable.design.DesignLab;
import dev.monotable.design.StandardFindings;
import dev.monotable.design.model.DeclaredPattern;
import dev.monotable.design.model.Design;
import dev.monotable.engine.BackgroundScheduler;
import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.observe.RequestObserver;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A design that the tests of this JVM use, and the lab that listens to their requests for its
 * report. There is one for each design file and report directory. Safe for use by multiple threads.
 */
public final class DesignSession {
  private static final BackgroundScheduler NO_BACKGROUND_WORK = (interval, task) -> () -> {};
  private static final Map<Key, DesignSession> ALL = new HashMap<>();

  private final Key key;
  private final @Nullable Design design;
  private final @Nullable DesignLab lab;

  /**
   * What identifies a session.
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

  /** Returns the file of the design; empty without one. */
  String file() {
    return key.file();
  }

  /** Returns what receives the requests for the report; null without a report. */
  @Nullable RequestObserver observer() {
    return lab == null ? null : lab.observer();
  }

  /**
   * Adds the tables of a database to the ledger, because tables that a test declares are not
   * created by requests.
   */
  public void describeTables(MonotableEngine database) {
    if (lab != null) {
      try (MonotableEngine copy = copyOf(database)) {
        lab.describe(copy);
      }
    }
  }

  /** Returns a copy of a database, which has no observers and no faults. */
  static MonotableEngine copyOf(MonotableEngine database) {
    EngineConfig config = database.config();
    MonotableEngine copy =
        MonotableEngine.create(
            EngineConfig.builder()
                .limits(config.limits())
                .clock(config.clock())
                .region(config.region())
                .account(config.account())
                .ttlSweep(EngineConfig.TtlSweep.NEVER)
                .scheduler(NO_BACKGROUND_WORK)
                .build());
    copy.restore(database.snapshot());
    return copy;
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
