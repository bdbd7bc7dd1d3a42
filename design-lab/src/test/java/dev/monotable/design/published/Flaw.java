package dev.monotable.design.published;

import dev.monotable.design.DesignLab;
import dev.monotable.design.draft.DesignDraft;
import dev.monotable.design.file.DesignWriter;
import dev.monotable.design.finding.Finding;
import dev.monotable.design.model.Design;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.value.Item;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.ObjIntConsumer;
import java.util.function.UnaryOperator;

/** A published design with a flaw in its tables, its items or its requests; or without one. */
final class Flaw {
  /** By design and mode. */
  private static final Map<String, List<String>> WITHOUT = new ConcurrentHashMap<>();

  /** Kinds of findings that one occasion does not show: it may be a coincidence. */
  private static final Set<String> COINCIDENCES =
      Set.of(
          "get-after-get",
          "index-read-after-write",
          "lost-update",
          "pages-read-again",
          "read-for-each-result",
          "unconditional-create");

  private static final int OCCASIONS = 16;

  /** Where most requests are those of loops, they follow each other by chance. */
  private static final int LOOPS = 2;

  private final String name;
  private final Set<String> expected;
  private final int occasions;
  private PublishedDesign design;
  private String tableFrom = "";
  private String tableTo = "";
  private UnaryOperator<Item> items = item -> item;
  private Consumer<App> after = app -> {};

  /** The input of a lab beside the requests. */
  enum Mode {
    /** The requests alone. */
    NONE,
    /** The design that is drafted from the requests. */
    DRAFT,
    /** The declared design. */
    DESIGN
  }

  private Flaw(String name, Set<String> expected) {
    this.name = name;
    this.expected = expected;
    this.occasions = Collections.disjoint(expected, COINCIDENCES) ? 1 : OCCASIONS;
  }

  /**
   * Creates a flaw.
   *
   * @param expected the ids of findings one of which names it
   */
  static Flaw flaw(String name, String... expected) {
    return new Flaw(name, Set.of(expected));
  }

  static Flaw none(PublishedDesign design) {
    return flaw("no flaw").in(design);
  }

  Flaw in(PublishedDesign flawed) {
    design = flawed;
    return this;
  }

  /** Changes the tables that are created, and the design. */
  Flaw tables(String from, String to) {
    tableFrom = from;
    tableTo = to;
    return this;
  }

  /** Changes the items that are put. */
  Flaw items(UnaryOperator<Item> change) {
    items = change;
    return this;
  }

  /** Sends requests after the others. */
  Flaw after(Consumer<App> requests) {
    after =
        app -> {
          for (int i = 0; i < occasions; i++) {
            requests.accept(app);
          }
        };
    return this;
  }

  /** Sends requests a number of times after the others. */
  Flaw times(int times, ObjIntConsumer<App> requests) {
    boolean creates =
        expected.contains("unconditional-create") || expected.contains("index-read-after-write");
    after =
        app -> {
          int all = (expected.contains("get-after-get") ? LOOPS : occasions) * times;
          for (int i = 0; i < all; i++) {
            // What is created exists only once; otherwise, the same is requested again.
            requests.accept(app, creates ? i : i % times);
          }
        };
    return this;
  }

  PublishedDesign design() {
    return design;
  }

  /**
   * Returns whether a finding names the flaw that the design without it does not have, and says
   * what to do here.
   */
  boolean isFound(Mode mode) throws Exception {
    List<String> before = linesWithout(mode);
    for (Finding finding : findings(mode)) {
      if (expected.contains(finding.id())
          && finding.advice() != null
          && !before.contains(line(finding))) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns the ids and subjects of the findings that the design without the flaw does not have.
   */
  List<String> newFindings(Mode mode) throws Exception {
    List<String> before = linesWithout(mode);
    List<String> added = new ArrayList<>();
    for (Finding finding : findings(mode)) {
      if (!before.contains(line(finding))) {
        added.add(line(finding));
      }
    }
    return added;
  }

  /** Returns the findings of the design without the flaw, which many flaws share. */
  private List<String> linesWithout(Mode mode) throws Exception {
    String key = design + " " + mode;
    List<String> known = WITHOUT.get(key);
    if (known == null) {
      known = none(design).findings(mode).stream().map(Flaw::line).toList();
      WITHOUT.put(key, known);
    }
    return known;
  }

  static String line(Finding finding) {
    return finding.id() + " " + finding.subject();
  }

  List<Finding> findings(Mode mode) throws Exception {
    String file = design.file();
    if (!file.contains(tableFrom)) {
      throw new AssertionError("the design does not contain " + tableFrom);
    }
    Design declared = PublishedDesign.read(file.replace(tableFrom, tableTo));
    return switch (mode) {
      case NONE -> run(declared, null).findings();
      case DESIGN -> run(declared, declared).findings();
      case DRAFT -> {
        Design draft;
        try (DesignLab lab = run(declared, null)) {
          draft = DesignDraft.of("Draft", lab.ledger());
        }
        yield run(declared, PublishedDesign.read(DesignWriter.yaml(draft))).findings();
      }
    };
  }

  /** Sends all requests, without the names of tests, as an application does. */
  private DesignLab run(Design tables, Design judged) {
    try (MonotableEngine engine = PublishedDesign.engine(tables);
        DesignLab lab = DesignLab.of(judged)) {
      lab.listenTo(engine);
      App app = design.app(engine, tables, items);
      design.send(app);
      after.accept(app);
      return lab;
    }
  }

  @Override
  public String toString() {
    return design + ": " + name;
  }
}
