package dev.monotable.design.rule;

import dev.monotable.design.ledger.ShapeReader;
import dev.monotable.design.model.DeclaredPattern;
import dev.monotable.design.model.Design;
import dev.monotable.design.model.Shape;
import dev.monotable.engine.observe.ObservedRequest;
import dev.monotable.engine.observe.RequestPart;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Names the subjects of findings about requests, as the ledger does. Not thread-safe. */
final class RequestSubjects {
  private final @Nullable Design design;
  private final ShapeReader shapes;

  RequestSubjects(@Nullable Design design) {
    this.design = design;
    this.shapes = ShapeReader.of(design);
  }

  /** Returns the shape of a part of a request. */
  Shape shape(ObservedRequest request, RequestPart part) {
    return shapes.of(request, part);
  }

  /** Returns the access pattern of a shape if it is part of exactly one, otherwise its text. */
  String subject(Shape shape) {
    List<DeclaredPattern> patterns = design == null ? List.of() : design.patternsOf(shape);
    return patterns.size() == 1 ? patterns.get(0).name() : shape.toString();
  }
}
