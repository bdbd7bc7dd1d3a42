package dev.monotable.generator;

import static dev.monotable.generator.Names.literal;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import software.amazon.smithy.model.shapes.EnumShape;
import software.amazon.smithy.model.shapes.MemberShape;

/** Writes an enum and the values that its constants have in requests and responses. */
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
      MemberShape member = shape.getMember(value.getKey()).orElseThrow();
      String html = DocComment.of(member, "<code>%s</code>.".formatted(value.getValue()));
      constants.add(
          "%s  %s(%s)"
              .formatted(new DocComment(2).text(html), constant, literal(value.getValue())));
      cases.append(
          "      case %s:\n        return %s;\n".formatted(literal(value.getValue()), constant));
    }
    DocComment comment =
        new DocComment(0)
            .text(DocComment.of(shape, "The values of the enum <code>%s</code>.".formatted(name)));
    String body =
        """
        %1$spublic enum %2$s {
        %3$s;

          private final String wire;

          %2$s(String wire) {
            this.wire = wire;
          }

          /** {@return the value in requests and responses} */
          public String wire() {
            return wire;
          }

          /**
           * Finds a constant.
           *
           * @param wire the value in a request or response, or null
           * @return its constant, or null if the value is unknown
           */
          public static @Nullable %2$s find(@Nullable String wire) {
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
            .formatted(comment, name, String.join(",\n\n", constants), cases);
    return Imports.source(packageName, body);
  }
}
