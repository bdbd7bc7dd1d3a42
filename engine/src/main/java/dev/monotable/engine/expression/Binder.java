package dev.monotable.engine.expression;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Fills names and values into one expression and remembers its paths. */
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

  /** The top-level names of the paths, each once. */
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

  /** The top-level names of those paths that lead into an attribute, each once. */
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
