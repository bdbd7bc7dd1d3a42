package dev.monotable.engine.expression;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Substitutes the names and values of a request in one expression and collects its paths. */
final class Binder {
  final Bindings bindings;
  final Problems problems;

  /** All paths, in order of appearance. */
  final List<BoundPath> paths = new ArrayList<>();

  /** The number of operands that are compared or passed to functions. */
  int operands;

  /** All paths together, if there are many. */
  private final BoundPath.@Nullable Crowd crowd;

  /**
   * Creates a binder.
   *
   * @param crowded whether the expression has many paths. What is bound is then not thread-safe
   */
  Binder(Bindings bindings, ExpressionKind kind, boolean crowded) {
    this.bindings = bindings;
    this.problems = new Problems(kind);
    this.crowd = crowded ? new BoundPath.Crowd() : null;
  }

  BoundPath path(PathTemplate template) {
    BoundPath path = template.bind(bindings, problems);
    if (crowd != null) {
      path = crowd.add(path);
    }
    paths.add(path);
    return path;
  }

  OperandNode value(String placeholder) {
    int at = bindings.value(placeholder);
    if (at < 0) {
      problems.valueNotDefined(placeholder);
      return OperandNode.Wrong.INSTANCE;
    }
    return new OperandNode.Literal(bindings.valuesJson(), at);
  }

  /** Returns the top-level names of the paths, without duplicates. */
  static List<String> topLevelNames(List<BoundPath> paths) {
    if (paths.size() == 1) {
      return List.of(paths.get(0).topLevelName());
    }
    Set<String> names = new LinkedHashSet<>();
    for (BoundPath path : paths) {
      names.add(path.topLevelName());
    }
    return new ArrayList<>(names);
  }

  /** Returns whether a name in one of the paths has more UTF-8 bytes. */
  static boolean hasLongerName(List<BoundPath> paths, int maxBytes) {
    for (BoundPath path : paths) {
      for (PathStep step : path.steps) {
        if (step.name.getBytes(StandardCharsets.UTF_8).length > maxBytes) {
          return true;
        }
      }
    }
    return false;
  }

  /** Returns the top-level names of the nested paths, without duplicates. */
  static List<String> nestedNames(List<BoundPath> paths) {
    List<String> names = new ArrayList<>(0);
    for (BoundPath path : paths) {
      if (!path.isTopLevel() && !names.contains(path.topLevelName())) {
        names.add(path.topLevelName());
      }
    }
    return names;
  }
}
