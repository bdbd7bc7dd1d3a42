package dev.monotable.generator.capability;

import dev.monotable.generator.capability.Capabilities.EnumType;
import dev.monotable.generator.capability.Capabilities.Member;
import dev.monotable.generator.capability.Capabilities.RecordType;
import dev.monotable.generator.capability.Capabilities.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Writes what makes an object by a value of an enum and the other members of its record. */
final class MakerWriter {
  private final EnumType type;
  private final String made;
  private final RecordType record;

  /** The member of the record that has the enum. */
  private final String kind;

  MakerWriter(Capabilities table, EnumType type) {
    this.type = type;
    this.made = type.made().get(0).replaceAll(".*\\.", "");
    this.record =
        table.records().values().stream()
            .filter(each -> kind(each) != null)
            .findFirst()
            .orElseThrow();
    this.kind = Objects.requireNonNull(kind(record));
  }

  private @Nullable String kind(RecordType candidate) {
    return candidate.members().stream()
        .filter(member -> member.type().is(type.name()))
        .map(Member::name)
        .findFirst()
        .orElse(null);
  }

  /** Returns the record whose members make an object. */
  RecordType record() {
    return record;
  }

  /** Returns the name of the class. */
  String className() {
    return made + "s";
  }

  /** Returns its source. */
  String source(String packageName, String models) {
    JavaSource source = new JavaSource(packageName);
    source.type(type.made().get(0));
    source.type(models + "." + type.name());
    source.type(models + "." + record.name());
    source.type("dev.monotable.text.RecordCodec");
    source.type("java.util.Objects");
    source.type("org.jspecify.annotations.Nullable");
    source.javadoc(0, "Makes objects by values of " + type.name() + ".");
    source.add("final class %s {\n  private %1$s() {}\n\n", className());
    source.javadoc(2, "Returns the object of a request.");
    source.add("  static %s of(%s request) {\n", made, record.name());
    source.add("    return switch (request.%s()) {\n", kind);
    type.values()
        .forEach(
            (name, value) ->
                source.add(
                    "      case %s -> new %s.%s(%s);\n",
                    RecordsWriter.constant(name),
                    made,
                    value.maker().get(0),
                    String.join(", ", arguments(value))));
    return source
        .add(
            """
                };
              }

              static <T> T required(@Nullable T value, String name, %s by) {
                if (value == null) {
                  throw ControlException.invalid(
                      "The fault " + RecordCodec.STRICT.name(by) + " needs '" + name + "'");
                }
                return value;
              }
            }
            """,
            type.name())
        .text();
  }

  private List<String> arguments(Value value) {
    List<String> arguments = new ArrayList<>();
    for (String argument : value.maker().subList(1, value.maker().size())) {
      int equals = argument.indexOf('=');
      String name = argument.replaceAll("[(?=].*", "");
      if (Value.isLiteral(argument)) {
        arguments.add(argument);
      } else if (argument.endsWith(")")) {
        arguments.add(type.made().get(1) + "." + name + "(request)");
      } else if (equals > 0) {
        arguments.add(
            "Objects.requireNonNullElse(request.%s(), %s)"
                .formatted(name, argument.substring(equals + 1)));
      } else if (argument.endsWith("?")) {
        arguments.add("request." + name + "()");
      } else {
        arguments.add(
            "required(request.%s(), %s, request.%s())"
                .formatted(name, JavaSource.literal(name), kind));
      }
    }
    return arguments;
  }
}
