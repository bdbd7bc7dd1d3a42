package dev.monotable.generator;

import static dev.monotable.generator.Names.literal;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import software.amazon.smithy.model.shapes.EnumShape;

/** Writes an enum with its values on the wire. */
final class EnumWriter {
  private final String packageName;
  private final EnumShape shape;

  EnumWriter(String packageName, EnumShape shape) {
    this.packageName = packageName;
    this.shape = shape;
  }

  String write() {
    String name = shape.getId().getName();
    List<String> constants = new ArrayList<>();
    StringBuilder cases = new StringBuilder();
    for (Map.Entry<String, String> value : shape.getEnumValues().entrySet()) {
      String constant = Names.constant(value.getKey());
      constants.add("  %s(%s)".formatted(constant, literal(value.getValue())));
      cases.append(
          "      case %s:\n        return %s;\n".formatted(literal(value.getValue()), constant));
    }
    return """
    package %1$s;

    /** The values of the enum {@code %2$s} of the service's model. */
    public enum %2$s {
    %3$s;

      private final String wire;

      %2$s(String wire) {
        this.wire = wire;
      }

      /** The value on the wire. */
      public String wire() {
        return wire;
      }

      /** The constant of that value on the wire, or null. */
      public static %2$s find(String wire) {
        if (wire == null) {
          return null;
        }
        switch (wire) {
    %4$s      default:
            return null;
        }
      }
    }
    """
        .formatted(packageName, name, String.join(",\n", constants), cases);
  }
}
