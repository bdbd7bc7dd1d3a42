package dev.monotable.engine.validation;

import dev.monotable.engine.error.Violation;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Collects the violations of one request. */
final class Violations {
  /** The maximum number of violations that AWS reports at once. */
  private static final int MOST = 10;

  private final boolean terseMinimum;
  private final boolean terseMaximum;
  private final List<Violation> all = new ArrayList<>();
  private @Nullable Violation decisive;
  private @Nullable Violation yielding;
  private @Nullable Violation last;

  /**
   * Creates an empty collection.
   *
   * @param terseMinimum whether a violated minimum is reported in the form of the newer layer
   * @param terseMaximum whether the violated maximum of a number is, too
   */
  Violations(boolean terseMinimum, boolean terseMaximum) {
    this.terseMinimum = terseMinimum;
    this.terseMaximum = terseMaximum;
  }

  /**
   * Returns whether violations that are reported by their path are no longer collected. A request
   * of 16 MB can have millions.
   */
  boolean isFull() {
    return all.size() >= MOST;
  }

  /** Returns whether the newer layer validates the request. */
  boolean isTerse() {
    return terseMinimum;
  }

  void add(Violation violation) {
    if (violation.isDecisive() && decisive == null) {
      decisive = violation;
    }
    if (all.size() < MOST) {
      all.add(violation);
    }
  }

  void add(String path, String wirePath, @Nullable String value, Violation.Demand demand) {
    add(new Violation(Violation.Form.VALUE, path, wirePath, value, demand));
  }

  /** Adds a violation that is reported only if there is no other. */
  void addYielding(String path, String wirePath, @Nullable String value, Violation.Demand demand) {
    if (yielding == null) {
      yielding = new Violation(Violation.Form.VALUE, path, wirePath, value, demand);
    }
  }

  /** Adds a violation of a length that the newer layer reports in its own form. */
  void addTerse(String path, String wirePath, @Nullable String value, Violation.Demand demand) {
    Violation.Form form = terseMinimum ? Violation.Form.NAMED : Violation.Form.VALUE;
    add(new Violation(form, path, wirePath, value, demand));
  }

  /** Adds a violation of the maximum of a number. */
  void addMaximum(String path, String wirePath, @Nullable String value, Violation.Demand demand) {
    Violation.Form form = terseMaximum ? Violation.Form.NAMED : Violation.Form.VALUE;
    add(new Violation(form, path, wirePath, value, demand));
  }

  /** Adds a violation that is reported by its wire name and without its value. */
  void addNamed(String path, String wirePath, @Nullable String value, Violation.Demand demand) {
    add(new Violation(Violation.Form.NAMED, path, wirePath, value, demand));
  }

  /** Adds a violation that is reported after all others, unless a required member is missing. */
  void addLast(String path, String wirePath, Violation.Demand demand) {
    last = new Violation(Violation.Form.STATED, path, wirePath, null, demand);
  }

  List<Violation> reported(boolean firstOnly) {
    if (last != null && decisive == null && !lacksMember()) {
      all.add(last);
      last = null;
    }
    if (all.isEmpty() && yielding != null) {
      return List.of(yielding);
    }
    if (decisive != null) {
      return decisive.form() == Violation.Form.NAMED ? named() : List.of(decisive);
    }
    return List.copyOf(firstOnly ? ofFirstMember() : all);
  }

  private boolean lacksMember() {
    for (Violation violation : all) {
      if (violation.demand() == Violation.PlainDemand.NOT_NULL) {
        return true;
      }
    }
    return false;
  }

  private List<Violation> named() {
    List<Violation> named = new ArrayList<>();
    for (Violation violation : all) {
      if (violation.form() == Violation.Form.NAMED) {
        named.add(violation);
      }
    }
    return named;
  }

  private List<Violation> ofFirstMember() {
    int end = Math.min(1, all.size());
    while (end < all.size() && all.get(end).path().equals(all.get(0).path())) {
      end++;
    }
    return all.subList(0, end);
  }
}
