package dev.monotable.generator;

import static dev.monotable.generator.Names.literal;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import software.amazon.smithy.model.shapes.MemberShape;
import software.amazon.smithy.model.shapes.Shape;

/** Writes a structure, or a union, as a record with its schema and its builder. */
final class StructureWriter {
  private final String packageName;
  private final ShapeTypes types;
  private final String name;
  private final @Nullable String page;
  private final String documentation;
  private final List<Component> components = new ArrayList<>();

  private record Component(
      String wireName, String name, String type, Shape shape, boolean required, String html) {
    /** Returns the type as it is declared. */
    String declared() {
      return required ? type : "@Nullable " + type;
    }
  }

  /**
   * @param page the address of the structure's page; null if there is none
   */
  StructureWriter(String packageName, ShapeTypes types, Shape shape, @Nullable String page) {
    this.packageName = packageName;
    this.types = types;
    this.name = shape.getId().getName();
    this.page = page;
    this.documentation =
        DocComment.of(shape, "The structure <code>%s</code> of the API.".formatted(name));
    for (MemberShape member : shape.members()) {
      Shape target = types.target(member);
      String fallback = "The member <code>%s</code>.".formatted(member.getMemberName());
      components.add(
          new Component(
              member.getMemberName(),
              Names.component(member.getMemberName()),
              types.javaType(target),
              target,
              member.isRequired(),
              DocComment.of(member, DocComment.of(target, fallback))));
    }
  }

  String write() {
    String body =
        """
        %2$spublic record %1$s(%3$s) implements Structure {
          /** The schema of this structure. */
          public static final StructureSchema<%1$s> SCHEMA = new Shape();

        %4$s  /** {@return a builder with no component set} */
          public static Builder builder() {
            return new Builder();
          }

          /** {@return a builder with the components of this record} */
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
            .formatted(name, comment(), header(), constructor(), toBuilder(), builder(), schema());
    return Imports.source(packageName, body);
  }

  private DocComment comment() {
    DocComment comment = new DocComment(0).text(documentation);
    for (Component component : components) {
      comment.tag("@param " + component.name(), component.html());
    }
    return page == null ? comment : comment.see(page + ".html", "API reference");
  }

  private String header() {
    List<String> declarations = new ArrayList<>();
    for (Component component : components) {
      declarations.add("\n    " + component.declared() + " " + component.name());
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
    return copies.isEmpty()
        ? ""
        : """
            /** Makes its lists and maps immutable. */
            public %s {
          %s  }

          """
            .formatted(name, copies);
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
      fields.append("    private @Nullable %s %s;\n".formatted(component.type(), component.name()));
      setters.append(
          """

              /**
               * Sets {@code %3$s}.
               *
               * @param %1$s the new value
               * @return this builder
               */
              public Builder %1$s(%2$s %1$s) {
                this.%1$s = %1$s;
                return this;
              }
          """
              .formatted(component.name(), component.declared(), component.wireName()));
      arguments.add(component.name());
    }
    return """
      /** Builds a {@link %1$s}. Not thread safe. */
      public static final class Builder {
    %2$s
        private Builder() {}
    %3$s
        /** {@return the record with the components that were set} */
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
    %3$s    public %1$s create(@Nullable Object[] values) {
          return new %1$s(%4$s);
        }

        @Override
        public @Nullable Object value(%1$s structure, int index) {
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
