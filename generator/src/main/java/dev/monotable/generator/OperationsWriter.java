package dev.monotable.generator;

import static dev.monotable.generator.Names.literal;

import java.util.List;
import software.amazon.smithy.model.shapes.OperationShape;
import software.amazon.smithy.model.shapes.ServiceShape;
import software.amazon.smithy.model.shapes.ShapeId;

/** Writes the catalogue of the operations. */
final class OperationsWriter {
  private final String packageName;
  private final List<Entry> entries;

  /**
   * An operation.
   *
   * @param javaService the constant of {@code Service}
   * @param page the address of its page in the API reference, without the extension
   * @param row what the operation is
   */
  record Entry(
      String javaService,
      ServiceShape service,
      OperationShape operation,
      String page,
      OperationRows.Row row) {
    String name() {
      return operation.getId().getName();
    }

    String constant() {
      return Names.constant(name());
    }

    String input() {
      return operation.getInputShape().getName();
    }

    String output() {
      return operation.getOutputShape().getName();
    }
  }

  OperationsWriter(String packageName, List<Entry> entries) {
    this.packageName = packageName;
    this.entries = entries;
  }

  String write() {
    StringBuilder constants = new StringBuilder();
    StringBuilder all = new StringBuilder();
    StringBuilder inputs = new StringBuilder();
    StringBuilder outputs = new StringBuilder();
    for (int i = 0; i < entries.size(); i++) {
      Entry entry = entries.get(i);
      StringBuilder errors = new StringBuilder();
      for (ShapeId error : entry.operation().getErrors(entry.service())) {
        errors.append(",\n          ").append(literal(error.getName()));
      }
      DocComment comment =
          new DocComment(2)
              .text(DocComment.of(entry.operation(), "<code>%s</code>.".formatted(entry.name())))
              .see(entry.page() + ".html", "API reference");
      constants.append(
          """
          %8$s  public static final OperationSchema<%1$s, %2$s> %3$s =
                new OperationSchema<>(
                    %4$s,
                    Service.%5$s,
                    %6$s,
                    %9$s,
                    SHAPES%7$s);

          """
              .formatted(
                  entry.input(),
                  entry.output(),
                  entry.constant(),
                  i,
                  entry.javaService(),
                  literal(entry.name()),
                  errors,
                  comment,
                  entry.row().expression()));
      all.append(i == 0 ? "" : ",\n          ").append(entry.constant());
      inputs.append("        case %s -> %s.SCHEMA;\n".formatted(i, entry.input()));
      outputs.append("        case %s -> %s.SCHEMA;\n".formatted(i, entry.output()));
    }
    return source(constants, all, shapes(inputs, outputs));
  }

  private String source(CharSequence constants, CharSequence all, String shapes) {
    String body =
        """
        /** The catalogue of the operations. An operation's records are loaded on first use. */
        public final class Operations {
          private static final OperationSchema.Shapes SHAPES = new Shapes();

        %1$s  private static final List<OperationSchema<?, ?>> ALL =
              List.of(
                  %2$s);

          private static final Map<String, OperationSchema<?, ?>> BY_NAME = new HashMap<>(256);
          private static final Map<String, OperationSchema<?, ?>> BY_TARGET = new HashMap<>(256);

          static {
            for (OperationSchema<?, ?> operation : ALL) {
              BY_NAME.put(operation.name(), operation);
              BY_TARGET.put(operation.target(), operation);
            }
          }

          private Operations() {}

          /** {@return every operation, in the order of the ordinals} */
          public static List<OperationSchema<?, ?>> all() {
            return ALL;
          }

          /**
           * Finds an operation by name.
           *
           * @param name such as {@code PutItem}
           * @return null if there is no such operation
           */
          public static @Nullable OperationSchema<?, ?> find(String name) {
            return BY_NAME.get(name);
          }

          /**
           * Finds an operation by the value of the header {@code X-Amz-Target}.
           *
           * @param target such as {@code DynamoDB_20120810.PutItem}
           * @return null if there is no such operation
           */
          public static @Nullable OperationSchema<?, ?> findTarget(String target) {
            return BY_TARGET.get(target);
          }

        %3$s}
        """
            .formatted(constants, all, shapes);
    return Imports.source(packageName, body);
  }

  private static String shapes(CharSequence inputs, CharSequence outputs) {
    return """
      private static final class Shapes implements OperationSchema.Shapes {
        @Override
        public StructureSchema<?> input(int ordinal) {
          return switch (ordinal) {
    %1$s        default -> throw new IndexOutOfBoundsException(ordinal);
          };
        }

        @Override
        public StructureSchema<?> output(int ordinal) {
          return switch (ordinal) {
    %2$s        default -> throw new IndexOutOfBoundsException(ordinal);
          };
        }
      }
    """
        .formatted(inputs, outputs);
  }
}
