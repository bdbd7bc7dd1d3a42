package dev.monotable.engine.expression;

import dev.monotable.engine.error.FaultException;
import dev.monotable.expression.DocumentPath;
import dev.monotable.value.Item;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A projection expression without its names. Immutable. */
public final class CompiledProjection {
  private final PathTemplate[] paths;

  /** The bound form of a projection without placeholders, which is the same for every request. */
  private final @Nullable BoundProjection constant;

  private CompiledProjection(PathTemplate[] paths, boolean isConstant) {
    this.paths = paths;
    this.constant = isConstant ? bindAnew(Bindings.internal(Map.of(), Item.EMPTY)) : null;
  }

  /**
   * Compiles paths.
   *
   * @throws FaultException if a path has too many elements or two paths without placeholders
   *     overlap
   */
  static CompiledProjection of(List<DocumentPath> paths, StructureChecks checks) {
    PathTemplate[] templates = new PathTemplate[paths.size()];
    for (int i = 0; i < templates.length; i++) {
      templates[i] = checks.path(paths.get(i));
    }
    checks.throwFirst();
    return new CompiledProjection(templates, checks.isConstant());
  }

  /**
   * Returns the projection with the names of a request.
   *
   * @throws FaultException if a name is not defined or two paths overlap
   */
  public BoundProjection bind(Bindings bindings) {
    return constant != null ? constant : bindAnew(bindings);
  }

  private BoundProjection bindAnew(Bindings bindings) {
    Binder binder = new Binder(bindings, ExpressionKind.PROJECTION, false);
    for (PathTemplate path : paths) {
      binder.path(path);
    }
    PathTree tree = PathTree.of(binder.paths);
    if (tree == null) {
      PathTree.reportClash(binder.paths, binder.problems);
    }
    binder.problems.throwFirst();
    if (tree == null) {
      throw new IllegalStateException("a clash was not reported");
    }
    return new BoundProjection(binder.paths, tree);
  }
}
