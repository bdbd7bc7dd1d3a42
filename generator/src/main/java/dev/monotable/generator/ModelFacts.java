package dev.monotable.generator;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Locale;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import software.amazon.smithy.model.Model;
import software.amazon.smithy.model.knowledge.TopDownIndex;
import software.amazon.smithy.model.neighbor.Walker;
import software.amazon.smithy.model.node.ArrayNode;
import software.amazon.smithy.model.node.Node;
import software.amazon.smithy.model.node.ObjectNode;
import software.amazon.smithy.model.shapes.EnumShape;
import software.amazon.smithy.model.shapes.ListShape;
import software.amazon.smithy.model.shapes.MapShape;
import software.amazon.smithy.model.shapes.MemberShape;
import software.amazon.smithy.model.shapes.OperationShape;
import software.amazon.smithy.model.shapes.ServiceShape;
import software.amazon.smithy.model.shapes.Shape;
import software.amazon.smithy.model.shapes.ShapeId;
import software.amazon.smithy.model.traits.LengthTrait;
import software.amazon.smithy.model.traits.PatternTrait;
import software.amazon.smithy.model.traits.RangeTrait;

/**
 * What models say of services, as facts that can be compared, such as {@code operation PutItem
 * error LimitExceededException} or {@code shape TableName max 255}. Forms that mean the same make
 * the same facts: the anchors of patterns and minimums of 0 are left out.
 */
final class ModelFacts {
  private final NavigableSet<String> facts = new TreeSet<>();

  private ModelFacts() {}

  /** Returns the facts of a Smithy model. */
  static NavigableSet<String> of(Model model, ShapeId... services) {
    ModelFacts all = new ModelFacts();
    for (ShapeId id : services) {
      ServiceShape service = model.expectShape(id, ServiceShape.class);
      for (OperationShape operation : TopDownIndex.of(model).getContainedOperations(service)) {
        all.operation(operation.getId().getName());
        operation
            .getErrors(service)
            .forEach(error -> all.error(operation.getId().getName(), error.getName()));
      }
      for (Shape shape : new Walker(model).walkShapes(service)) {
        all.add(shape);
      }
    }
    return all.facts;
  }

  private void add(Shape shape) {
    String name = shape.getId().getName();
    switch (shape.getType()) {
      case SERVICE, RESOURCE, OPERATION, MEMBER -> {
        return;
      }
      case STRUCTURE, UNION -> {
        for (MemberShape member : shape.members()) {
          member(name, member.getMemberName(), member.getTarget().getName(), member.isRequired());
        }
        return;
      }
      case LIST -> elements(name, ((ListShape) shape).getMember().getTarget().getName());
      case MAP -> {
        MapShape map = (MapShape) shape;
        entries(name, map.getKey().getTarget().getName(), map.getValue().getTarget().getName());
      }
      case ENUM -> {
        type(name, "string");
        ((EnumShape) shape).getEnumValues().values().forEach(value -> value(name, value));
      }
      default -> type(name, shape.getType().name().toLowerCase(Locale.ROOT));
    }
    shape
        .getTrait(LengthTrait.class)
        .ifPresent(
            length -> {
              length.getMin().ifPresent(min -> min(name, min));
              length.getMax().ifPresent(max -> max(name, max));
            });
    shape
        .getTrait(RangeTrait.class)
        .ifPresent(
            range -> {
              range.getMin().ifPresent(min -> min(name, min));
              range.getMax().ifPresent(max -> max(name, max));
            });
    shape
        .getTrait(PatternTrait.class)
        .ifPresent(pattern -> pattern(name, pattern.getPattern().pattern()));
  }

  /** Returns the facts of a {@code service-2.json} of botocore. */
  static NavigableSet<String> ofBotocore(ObjectNode service) {
    ModelFacts all = new ModelFacts();
    ObjectNode shapes = service.expectObjectMember("shapes");
    Deque<String> pending = new ArrayDeque<>();
    service
        .expectObjectMember("operations")
        .getStringMap()
        .forEach(
            (name, operation) -> {
              all.operation(name);
              ObjectNode parts = operation.expectObjectNode();
              for (Node error : array(parts, "errors")) {
                all.error(name, shape(error.expectObjectNode(), pending));
              }
              parts.getObjectMember("input").ifPresent(input -> shape(input, pending));
              parts.getObjectMember("output").ifPresent(output -> shape(output, pending));
            });
    Set<String> known = new HashSet<>();
    while (!pending.isEmpty()) {
      String name = pending.pop();
      if (known.add(name)) {
        all.add(name, shapes.expectObjectMember(name), pending);
      }
    }
    return all.facts;
  }

  private void add(String name, ObjectNode shape, Deque<String> pending) {
    String type = shape.expectStringMember("type").getValue();
    switch (type) {
      case "structure" -> {
        Set<String> required = new HashSet<>();
        array(shape, "required").forEach(member -> required.add(text(member)));
        shape
            .expectObjectMember("members")
            .getStringMap()
            .forEach(
                (member, target) ->
                    member(
                        name,
                        member,
                        shape(target.expectObjectNode(), pending),
                        required.contains(member)));
        return;
      }
      case "list" -> elements(name, shape(shape.expectObjectMember("member"), pending));
      case "map" ->
          entries(
              name,
              shape(shape.expectObjectMember("key"), pending),
              shape(shape.expectObjectMember("value"), pending));
      default -> type(name, type);
    }
    array(shape, "enum").forEach(value -> value(name, text(value)));
    shape.getNumberMember("min").ifPresent(min -> min(name, min.getValue()));
    shape.getNumberMember("max").ifPresent(max -> max(name, max.getValue()));
    shape.getStringMember("pattern").ifPresent(pattern -> pattern(name, pattern.getValue()));
  }

  private static ArrayNode array(ObjectNode object, String member) {
    return object.getArrayMember(member).orElse(Node.arrayNode());
  }

  private static String text(Node node) {
    return node.expectStringNode().getValue();
  }

  /** Returns the name of the shape that is referred to, and notes it. */
  private static String shape(ObjectNode reference, Deque<String> pending) {
    String name = reference.expectStringMember("shape").getValue();
    pending.push(name);
    return name;
  }

  private void operation(String name) {
    facts.add("operation " + name);
  }

  private void error(String operation, String name) {
    facts.add("operation " + operation + " error " + name);
  }

  private void member(String structure, String name, String target, boolean required) {
    String member = "member " + structure + "." + name;
    facts.add(member + " of " + target);
    if (required) {
      facts.add(member + " required");
    }
  }

  private void type(String name, String type) {
    facts.add("shape " + name + " is " + type);
  }

  private void elements(String name, String element) {
    facts.add("shape " + name + " is list of " + element);
  }

  private void entries(String name, String key, String value) {
    facts.add("shape " + name + " is map of " + key + " to " + value);
  }

  private void value(String name, String value) {
    facts.add("shape " + name + " value " + value);
  }

  private void min(String name, Number bound) {
    if (bound.doubleValue() != 0) {
      facts.add("shape " + name + " min " + bound);
    }
  }

  private void max(String name, Number bound) {
    facts.add("shape " + name + " max " + bound);
  }

  private void pattern(String name, String pattern) {
    int begin = pattern.startsWith("^") ? 1 : 0;
    int end = pattern.length() - (pattern.endsWith("$") ? 1 : 0);
    facts.add("shape " + name + " pattern " + pattern.substring(begin, end));
  }
}
