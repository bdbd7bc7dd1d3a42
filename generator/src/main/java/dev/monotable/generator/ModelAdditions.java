package dev.monotable.generator;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import software.amazon.smithy.model.Model;
import software.amazon.smithy.model.shapes.ListShape;
import software.amazon.smithy.model.shapes.MapShape;
import software.amazon.smithy.model.shapes.MemberShape;
import software.amazon.smithy.model.shapes.OperationShape;
import software.amazon.smithy.model.shapes.ServiceShape;
import software.amazon.smithy.model.shapes.Shape;
import software.amazon.smithy.model.shapes.ShapeId;
import software.amazon.smithy.model.shapes.StructureShape;
import software.amazon.smithy.model.transform.ModelTransformer;

/**
 * The operations and members that a service has and its model lacks. An operation of the namespace
 * {@code NAME.additions} is added to the service of {@code NAME}, and a structure there adds its
 * members to the structure of {@code NAME} with the same name.
 */
final class ModelAdditions {
  private static final String SUFFIX = ".additions";

  private ModelAdditions() {}

  /** Returns whether a shape is of no namespace of AWS. */
  static boolean isOwn(ShapeId id) {
    return id.getNamespace().endsWith(SUFFIX);
  }

  /**
   * Returns a model in which services and structures have their additions.
   *
   * @throws IllegalStateException if the model has one of them anyway, or if a structure of the
   *     additions is neither in the model nor used by another addition
   */
  static Model merge(Model model) {
    List<Shape> completed = new ArrayList<>();
    Set<ShapeId> unknown = new TreeSet<>();
    Set<ShapeId> used = new HashSet<>();
    for (ServiceShape service : model.getServiceShapes()) {
      completed.add(with(model, service, used));
    }
    for (ListShape addition : model.getListShapes()) {
      if (isOwn(addition.getId())) {
        used.add(addition.getMember().getTarget());
      }
    }
    for (MapShape addition : model.getMapShapes()) {
      if (isOwn(addition.getId())) {
        used.add(addition.getValue().getTarget());
      }
    }
    for (StructureShape addition : model.getStructureShapes()) {
      if (isOwn(addition.getId())) {
        addition.members().forEach(member -> used.add(member.getTarget()));
        model
            .getShape(extended(addition.getId()))
            .flatMap(Shape::asStructureShape)
            .ifPresentOrElse(
                structure -> completed.add(with(model, structure, addition)),
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

  private static ServiceShape with(Model model, ServiceShape service, Set<ShapeId> used) {
    ServiceShape.Builder builder = service.toBuilder();
    for (OperationShape addition : model.getOperationShapes()) {
      ShapeId id = addition.getId();
      if (isOwn(id) && extended(id).getNamespace().equals(service.getId().getNamespace())) {
        requireAbsent(model, extended(id));
        used.add(addition.getInputShape());
        used.add(addition.getOutputShape());
        builder.addOperation(id);
      }
    }
    return builder.build();
  }

  private static StructureShape with(
      Model model, StructureShape structure, StructureShape addition) {
    StructureShape.Builder builder = structure.toBuilder();
    for (MemberShape member : addition.members()) {
      ShapeId id = structure.getId().withMember(member.getMemberName());
      requireAbsent(model, id);
      builder.addMember(member.toBuilder().id(id).build());
    }
    return builder.build();
  }

  private static void requireAbsent(Model model, ShapeId id) {
    if (model.getShape(id).isPresent()) {
      throw new IllegalStateException("the model has " + id + ": remove the addition");
    }
  }
}
