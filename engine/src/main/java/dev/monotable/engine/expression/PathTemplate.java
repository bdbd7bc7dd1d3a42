package dev.monotable.engine.expression;

import dev.monotable.expression.DocumentPath;
import dev.monotable.expression.PathElement;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A document path in which each {@code #name} placeholder is still to be substituted. */
final class PathTemplate {
  /** The placeholder of each step; null for a step that is known. */
  private final @Nullable String[] placeholders;

  private final PathStep[] steps;

  /** The path itself if it has no placeholder, shared by all requests. */
  private final @Nullable BoundPath constant;

  private PathTemplate(@Nullable String[] placeholders, PathStep[] steps, boolean constant) {
    this.placeholders = placeholders;
    this.steps = steps;
    this.constant = constant ? new BoundPath(steps) : null;
  }

  static PathTemplate of(DocumentPath path) {
    List<PathElement> elements = path.elements();
    @Nullable String[] placeholders = new @Nullable String[elements.size()];
    PathStep[] steps = new PathStep[elements.size()];
    boolean constant = true;
    for (int i = 0; i < steps.length; i++) {
      PathElement element = elements.get(i);
      if (element instanceof PathElement.Name name) {
        steps[i] = PathStep.name(name.name());
      } else if (element instanceof PathElement.Index index) {
        steps[i] = PathStep.index(index.index());
      } else if (element instanceof PathElement.Placeholder placeholder) {
        placeholders[i] = placeholder.placeholder();
        // Stands for an undefined name until that is reported.
        steps[i] = PathStep.name("");
        constant = false;
      }
    }
    return new PathTemplate(placeholders, steps, constant);
  }

  boolean isConstant() {
    return constant != null;
  }

  int length() {
    return steps.length;
  }

  BoundPath bind(Bindings bindings, Problems problems) {
    if (constant != null) {
      return constant;
    }
    PathStep[] bound = steps.clone();
    for (int i = 0; i < bound.length; i++) {
      String placeholder = placeholders[i];
      if (placeholder != null) {
        String name = bindings.name(placeholder);
        if (name == null) {
          problems.nameNotDefined(placeholder);
        } else {
          bound[i] = PathStep.name(name);
        }
      }
    }
    return new BoundPath(bound);
  }
}
