package dev.monotable.generator;

import static dev.monotable.generator.Names.literal;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import software.amazon.smithy.model.Model;
import software.amazon.smithy.model.shapes.EnumShape;
import software.amazon.smithy.model.shapes.ListShape;
import software.amazon.smithy.model.shapes.MapShape;
import software.amazon.smithy.model.shapes.MemberShape;
import software.amazon.smithy.model.shapes.Shape;
import software.amazon.smithy.model.traits.LengthTrait;
import software.amazon.smithy.model.traits.PatternTrait;
import software.amazon.smithy.model.traits.RangeTrait;

/** Determines the Java type of each shape, and the expression that creates its schema. */
final class ShapeTypes {
  /** The union that the hand-written class {@code AttributeValue} represents. */
  private static final String ATTRIBUTE_VALUE = "AttributeValue";

  private final Model model;

  ShapeTypes(Model model) {
    this.model = model;
  }

  /** Returns whether the shape gets its own source file. */
  static boolean isGenerated(Shape shape) {
    return shape.isStructureShape()
        || shape.isEnumShape()
        || (shape.isUnionShape() && !isAttributeValue(shape));
  }

  private static boolean isAttributeValue(Shape shape) {
    return shape.isUnionShape() && shape.getId().getName().equals(ATTRIBUTE_VALUE);
  }

  Shape target(MemberShape member) {
    return model.expectShape(member.getTarget());
  }

  /** Returns the name of the shape's {@code ShapeType}. */
  String shapeType(Shape shape) {
    return switch (shape.getType()) {
      case STRING, ENUM -> "STRING";
      case INTEGER -> "INTEGER";
      case LONG -> "LONG";
      case DOUBLE, FLOAT -> "DOUBLE";
      case BOOLEAN -> "BOOLEAN";
      case TIMESTAMP -> "TIMESTAMP";
      case LIST -> "LIST";
      case MAP -> isAttributeValue(target(((MapShape) shape).getValue())) ? "ITEM" : "MAP";
      case UNION -> isAttributeValue(shape) ? "ATTRIBUTE_VALUE" : "STRUCTURE";
      case STRUCTURE -> "STRUCTURE";
      default ->
          throw new IllegalArgumentException("no Java type for " + shape.getType() + " " + shape);
    };
  }

  /** Returns the simple name of the Java type; {@link Imports} knows its package. */
  String javaType(Shape shape) {
    String type = shapeType(shape);
    return switch (type) {
      case "STRING" -> "String";
      case "INTEGER" -> "Integer";
      case "LONG" -> "Long";
      case "DOUBLE" -> "Double";
      case "BOOLEAN" -> "Boolean";
      case "LIST" -> "List<" + javaType(target(((ListShape) shape).getMember())) + ">";
      case "MAP" -> "Map<String, " + javaType(target(((MapShape) shape).getValue())) + ">";
      case "STRUCTURE" -> shape.getId().getName();
      case "ITEM" -> "Item";
      case "ATTRIBUTE_VALUE" -> "AttributeValue";
      case "TIMESTAMP" -> "Instant";
      default -> throw new IllegalArgumentException(type);
    };
  }

  boolean isList(Shape shape) {
    return shapeType(shape).equals("LIST");
  }

  boolean isMap(Shape shape) {
    return shapeType(shape).equals("MAP");
  }

  /** Returns an expression that creates the shape's schema. */
  String schema(Shape shape) {
    String type = shapeType(shape);
    String name = literal(shape.getId().getName());
    return switch (type) {
      case "STRUCTURE" -> shape.getId().getName() + ".SCHEMA";
      case "LIST" ->
          "ListSchema.of(%s, %s, %s)"
              .formatted(name, constraints(shape), schema(target(((ListShape) shape).getMember())));
      case "MAP" ->
          "MapSchema.of(%s, %s, %s, %s)"
              .formatted(
                  name,
                  constraints(shape),
                  schema(target(((MapShape) shape).getKey())),
                  schema(target(((MapShape) shape).getValue())));
      default -> "SimpleSchema.of(ShapeType.%s, %s, %s)".formatted(type, name, constraints(shape));
    };
  }

  private static String constraints(Shape shape) {
    if (shape instanceof EnumShape enumeration) {
      List<String> values = List.copyOf(enumeration.getEnumValues().values());
      return values.stream()
          .map(Names::literal)
          .collect(Collectors.joining(", ", "Constraints.oneOf(", ")"));
    }
    Optional<PatternTrait> pattern = shape.getTrait(PatternTrait.class);
    Optional<LengthTrait> length = shape.getTrait(LengthTrait.class);
    Optional<RangeTrait> range = shape.getTrait(RangeTrait.class);
    Optional<String> min =
        length
            .flatMap(LengthTrait::getMin)
            .map(Object::toString)
            .or(() -> range.flatMap(RangeTrait::getMin).map(Object::toString));
    Optional<String> max =
        length
            .flatMap(LengthTrait::getMax)
            .map(Object::toString)
            .or(() -> range.flatMap(RangeTrait::getMax).map(Object::toString));
    if (min.isPresent() || max.isPresent()) {
      String bounds =
          "Constraints.bounds(%s, %s)"
              .formatted(
                  min.map(bound -> bound + "L").orElse("Constraints.NO_MIN"),
                  max.map(bound -> bound + "L").orElse("Constraints.NO_MAX"));
      return pattern
          .map(trait -> bounds + ".andPattern(" + literal(trait.getValue()) + ")")
          .orElse(bounds);
    }
    return pattern
        .map(trait -> "Constraints.pattern(" + literal(trait.getValue()) + ")")
        .orElse("Constraints.NONE");
  }
}
