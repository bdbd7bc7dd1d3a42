package dev.monotable.generator;

import static dev.monotable.generator.Names.literal;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import software.amazon.smithy.model.shapes.MemberShape;
import software.amazon.smithy.model.shapes.Shape;

/** Writes a structure, or a union, as a record with its schema and its builder. */
final class StructureWriter {
  private static final List<String> SCHEMA_CLASSES =
      List.of(
          "Constraints",
          "Frozen",
          "ListSchema",
          "MapSchema",
          "Member",
          "ShapeType",
          "SimpleSchema",
          "Structure",
          "StructureSchema");

  private final String packageName;
  private final ShapeTypes types;
  private final String name;
  private final String page;
  private final List<Component> components = new ArrayList<>();

  private record Component(
      String wireName, String name, String type, Shape shape, boolean required) {}

  StructureWriter(String packageName, ShapeTypes types, Shape shape, String page) {
    this.packageName = packageName;
    this.types = types;
    this.name = shape.getId().getName();
    this.page = page;
    for (MemberShape member : shape.members()) {
      Shape target = types.target(member);
      components.add(
          new Component(
              member.getMemberName(),
              Names.component(member.getMemberName()),
              types.javaType(target),
              target,
              member.isRequired()));
    }
  }

  String write() {
    String body =
        """
        /**
         * The structure {@code %1$s} of the API; each component may be null, which means absent.
         *
         * @see <a href="%2$s.html">API reference</a>
         */
        public record %1$s(%3$s) implements Structure {
          public static final StructureSchema<%1$s> SCHEMA = new Shape();

        %4$s  /** A builder of which nothing is set. */
          public static Builder builder() {
            return new Builder();
          }

          /** A builder of which everything is set as it is here. */
          public Builder toBuilder() {
            Builder builder = new Builder();
        %5$s    return builder;
          }

          @Override
          public StructureSchema<%1$s> schema() {
            return SCHEMA;
          }

        %6$s
        %7$s}
        """
            .formatted(name, page, header(), constructor(), toBuilder(), builder(), schema());
    StringBuilder source = new StringBuilder("package ").append(packageName).append(";\n\n");
    for (String schemaClass : SCHEMA_CLASSES) {
      if (Pattern.compile("\\b" + schemaClass + "\\b").matcher(body).find()) {
        source.append("import dev.monotable.schema.").append(schemaClass).append(";\n");
      }
    }
    return source.append('\n').append(body).toString();
  }

  private String header() {
    List<String> declarations = new ArrayList<>();
    for (Component component : components) {
      declarations.add("\n    " + component.type() + " " + component.name());
    }
    return String.join(",", declarations);
  }

  private String constructor() {
    StringBuilder copies = new StringBuilder();
    for (Component component : components) {
      String method =
          types.isList(component.shape()) ? "list" : types.isMap(component.shape()) ? "map" : null;
      if (method != null) {
        copies.append("    %1$s = Frozen.%2$s(%1$s);\n".formatted(component.name(), method));
      }
    }
    return copies.isEmpty() ? "" : "  public %s {\n%s  }\n\n".formatted(name, copies);
  }

  private String toBuilder() {
    StringBuilder copies = new StringBuilder();
    for (Component component : components) {
      copies.append("    builder.%1$s = %1$s;\n".formatted(component.name()));
    }
    return copies.toString();
  }

  private String builder() {
    StringBuilder fields = new StringBuilder();
    StringBuilder setters = new StringBuilder();
    List<String> arguments = new ArrayList<>();
    for (Component component : components) {
      fields.append("    private %s %s;\n".formatted(component.type(), component.name()));
      setters.append(
          """

              public Builder %1$s(%2$s %1$s) {
                this.%1$s = %1$s;
                return this;
              }
          """
              .formatted(component.name(), component.type()));
      arguments.add(component.name());
    }
    return """
      /** Collects the components of a {@link %1$s}. Not thread safe. */
      public static final class Builder {
    %2$s
        private Builder() {}
    %3$s
        public %1$s build() {
          return new %1$s(%4$s);
        }
      }
    """
        .formatted(name, fields, setters, String.join(", ", arguments));
  }

  private String schema() {
    StringBuilder members = new StringBuilder();
    StringBuilder values = new StringBuilder();
    List<String> arguments = new ArrayList<>();
    boolean unchecked = false;
    for (int i = 0; i < components.size(); i++) {
      Component component = components.get(i);
      members
          .append(i == 0 ? "" : ",")
          .append(
              "\n        Member.of(%s, %s, %s, %s)"
                  .formatted(
                      i,
                      literal(component.wireName()),
                      component.required(),
                      types.schema(component.shape())));
      values.append("        case %s -> structure.%s();\n".formatted(i, component.name()));
      arguments.add("\n          (%s) values[%s]".formatted(component.type(), i));
      unchecked |= component.type().contains("<");
    }
    return """
      private static final class Shape extends StructureSchema<%1$s> {
        Shape() {
          super("%1$s", %1$s.class);
        }

        @Override
        protected Member[] createMembers() {
          return new Member[] {%2$s
          };
        }

        @Override
    %3$s    public %1$s create(Object[] values) {
          return new %1$s(%4$s);
        }

        @Override
        public Object value(%1$s structure, int index) {
    %5$s    }
      }
    """
        .formatted(
            name,
            members,
            unchecked ? "    @SuppressWarnings(\"unchecked\") // by the schema\n" : "",
            String.join(",", arguments),
            components.isEmpty()
                ? "      throw new IndexOutOfBoundsException(index);\n"
                : """
                      return switch (index) {
                %s        default -> throw new IndexOutOfBoundsException(index);
                      };
                """
                    .formatted(values));
  }
}
