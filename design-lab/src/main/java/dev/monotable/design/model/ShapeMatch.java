package dev.monotable.design.model;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Compares declared shapes with observed ones. */
final class ShapeMatch {
  private ShapeMatch() {}

  static boolean covers(Shape declared, Shape observed) {
    return declared.operation().equals(observed.operation())
        && declared.action() == observed.action()
        && declared.table().equals(observed.table())
        && Objects.equals(declared.index(), observed.index())
        && covers(declared.expressions(), observed.expressions()) // cheaper than the key
        && covers(declared.key(), observed.key());
  }

  private static boolean covers(ShapeExpressions declared, ShapeExpressions observed) {
    return covers(declared.filter(), observed.filter())
        && covers(declared.condition(), observed.condition())
        && covers(declared.update(), observed.update());
  }

  private static boolean covers(@Nullable String declared, @Nullable String observed) {
    return declared == null || declared.equals(observed);
  }

  private static boolean covers(
      @Nullable KeyConditionTemplate declared, @Nullable KeyConditionTemplate observed) {
    if (declared == null || observed == null) {
      return declared == observed;
    }
    if (declared.terms().size() != observed.terms().size()) {
      return false;
    }
    for (TermTemplate term : declared.terms()) {
      TermTemplate other = observed.find(term.attribute());
      if (other == null
          || other.comparison() != term.comparison()
          || !covers(term.values(), other.values())) {
        return false;
      }
    }
    return true;
  }

  private static boolean covers(List<KeyTemplate> declared, List<KeyTemplate> observed) {
    for (int i = 0; i < declared.size(); i++) {
      if (!declared.get(i).covers(observed.get(i))) {
        return false;
      }
    }
    return true;
  }
}
