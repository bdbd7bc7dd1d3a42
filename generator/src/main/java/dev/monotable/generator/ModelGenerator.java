package dev.monotable.generator;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import software.amazon.smithy.model.Model;
import software.amazon.smithy.model.knowledge.TopDownIndex;
import software.amazon.smithy.model.neighbor.Walker;
import software.amazon.smithy.model.shapes.EnumShape;
import software.amazon.smithy.model.shapes.OperationShape;
import software.amazon.smithy.model.shapes.ServiceShape;
import software.amazon.smithy.model.shapes.Shape;
import software.amazon.smithy.model.shapes.ShapeId;
import software.amazon.smithy.model.shapes.StructureShape;
import software.amazon.smithy.model.shapes.UnionShape;

/** Generates a source file for each structure, union and enum of the services, and a catalogue. */
final class ModelGenerator {
  private final Model model;
  private final String packageName;
  private final OperationRows rows;

  /**
   * @param rows what the operations of the services are
   */
  ModelGenerator(Model model, String packageName, OperationRows rows) {
    this.model = model;
    this.packageName = packageName;
    this.rows = rows;
  }

  /**
   * Returns the sources by file name. The first service is DynamoDB, the second is DynamoDB
   * Streams.
   *
   * @throws IllegalStateException if two shapes would have the same name in Java
   * @throws IllegalArgumentException if an operation has no row, or a row no operation
   */
  Map<String, String> generate(ShapeId... services) {
    Map<String, String> sources = new TreeMap<>();
    Map<String, ShapeId> owners = new LinkedHashMap<>();
    Walker walker = new Walker(model);
    List<OperationsWriter.Entry> operations = new ArrayList<>();
    Map<ShapeId, String> pages = new LinkedHashMap<>();
    for (int i = 0; i < services.length; i++) {
      ServiceShape service = model.expectShape(services[i], ServiceShape.class);
      String javaService = i == 0 ? "DYNAMODB" : "STREAMS";
      for (OperationShape operation : TopDownIndex.of(model).getContainedOperations(service)) {
        String page = pagePrefix(javaService) + operation.getId().getName();
        operations.add(
            new OperationsWriter.Entry(javaService, service, operation, page, row(operation)));
        pages.putIfAbsent(operation.getInputShape(), page);
        pages.putIfAbsent(operation.getOutputShape(), page);
        // An operation without an output has Smithy's Unit, which no service contains.
        owners.put(operation.getInputShape().getName(), operation.getInputShape());
        owners.put(operation.getOutputShape().getName(), operation.getOutputShape());
      }
      for (Shape shape : walker.walkShapes(service)) {
        String name = shape.getId().getName();
        if (ShapeTypes.isGenerated(shape)) {
          ShapeId owner = owners.putIfAbsent(name, shape.getId());
          if (owner != null && !owner.equals(shape.getId())) {
            throw new IllegalStateException(owner + " and " + shape.getId());
          }
          if (!ModelAdditions.isOwn(shape.getId())) {
            pages.putIfAbsent(shape.getId(), pagePrefix(javaService) + name);
          }
        }
      }
    }
    rows.requireUsed();
    ShapeTypes types = new ShapeTypes(model);
    for (ShapeId id : owners.values()) {
      Shape shape = model.expectShape(id);
      String source;
      if (shape instanceof StructureShape || shape instanceof UnionShape) {
        source = new StructureWriter(packageName, types, shape, pages.get(id)).write();
      } else {
        source = new EnumWriter(packageName, (EnumShape) shape).write();
      }
      sources.put(id.getName() + ".java", source);
    }
    sources.put("Operations.java", new OperationsWriter(packageName, operations).write());
    sources.put("package-info.java", packageInfo());
    return sources;
  }

  /** Returns the row of an operation, whose members are in its request. */
  private OperationRows.Row row(OperationShape operation) {
    OperationRows.Row row = rows.take(operation.getId().getName());
    row.requireMembers(model.expectShape(operation.getInputShape()).getMemberNames());
    return row;
  }

  private static String pagePrefix(String javaService) {
    return "https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_"
        + (javaService.equals("STREAMS") ? "streams_" : "");
  }

  private String packageInfo() {
    return """
    /**
     * Every shape of the API, generated from AWS's service model: a record for each structure, an
     * enum for each enum, and the catalogue of the operations.
     *
     * <p>A record holds a request or response as sent. A component that is null is absent.
     * Components that the model requires are not marked {@code Nullable}: an absent one is reported
     * when the request is validated, before any handler reads it. Values of enums are strings, so
     * that an unknown value can be reported as AWS does.
     *
     * <p>The documentation is AWS's, taken from the same model.
     */
    @NullMarked
    package %s;

    import org.jspecify.annotations.NullMarked;
    """
        .formatted(packageName);
  }
}
