package dev.monotable.engine.expression;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Substitutes the names and values of a request in one expression and collects its paths. */
final class Binder {
  final Bindings bindings;
  final Problems problems;

  /** All paths, in order of appearance. */
  final List<BoundPath> paths = new ArrayList<>();

  Binder(Bindings bindings, ExpressionKind kind) {
    this.bindings = bindings;
    this.problems = new Problems(kind);
  }

  BoundPath path(PathTemplate template) {
    BoundPath path = template.bind(bindings, problems);
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
