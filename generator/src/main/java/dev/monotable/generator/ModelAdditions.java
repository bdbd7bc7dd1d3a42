package dev.monotable.generator;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import software.amazon.smithy.model.Model;
import software.amazon.smithy.model.shapes.MemberShape;
import software.amazon.smithy.model.shapes.Shape;
import software.amazon.smithy.model.shapes.ShapeId;
import software.amazon.smithy.model.shapes.StructureShape;
import software.amazon.smithy.model.transform.ModelTransformer;

/**
 * The members that a service has and its model lacks. A structure of the namespace {@code
 * NAME.additions} adds its members to the structure of {@code NAME} with the same name.
 */
final class ModelAdditions {
  private static final String SUFFIX = ".additions";

  private ModelAdditions() {}

  /** Returns whether a shape is of no namespace of AWS. */
  static boolean isOwn(ShapeId id) {
    return id.getNamespace().endsWith(SUFFIX);
  }

  /**
   * Returns a model in which the structures have their additions.
   *
   * @throws IllegalStateException if a structure has one of them anyway, or if a structure of the
   *     additions is neither in the model nor the type of an added member
   */
  static Model merge(Model model) {
    List<Shape> completed = new ArrayList<>();
    Set<ShapeId> unknown = new TreeSet<>();
    Set<ShapeId> used = new HashSet<>();
    for (StructureShape addition : model.getStructureShapes()) {
      if (isOwn(addition.getId())) {
        addition.members().forEach(member -> used.add(member.getTarget()));
        model
            .getShape(extended(addition.getId()))
            .flatMap(Shape::asStructureShape)
            .ifPresentOrElse(
                structure -> completed.add(with(structure, addition)),
                () -> unknown.add(addition.getId()));
      }
    }
    unknown.removeAll(used);
    if (!unknown.isEmpty()) {
      throw new IllegalStateException("additions to nothing: " + unknown);
    }
    return ModelTransformer.create().replaceShapes(model, completed);
  }

  private static ShapeId extended(ShapeId addition) {
    String namespace = addition.getNamespace();
    return ShapeId.fromParts(
        namespace.substring(0, namespace.length() - SUFFIX.length()), addition.getName());
  }

  private static StructureShape with(StructureShape structure, StructureShape addition) {
    StructureShape.Builder builder = structure.toBuilder();
    for (MemberShape member : addition.members()) {
      ShapeId id = structure.getId().withMember(member.getMemberName());
      if (structure.getMember(member.getMemberName()).isPresent()) {
        throw new IllegalStateException("the model has " + id + ": remove the addition");
      }
      builder.addMember(member.toBuilder().id(id).build());
    }
    return builder.build();
  }
}
