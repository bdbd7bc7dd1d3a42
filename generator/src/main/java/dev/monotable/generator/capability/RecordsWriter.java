package dev.monotable.generator.capability;

import dev.monotable.generator.capability.Capabilities.EnumType;
import dev.monotable.generator.capability.Capabilities.Member;
import dev.monotable.generator.capability.Capabilities.RecordType;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Writes the records and enums of requests and responses. */
final class RecordsWriter {
  private static final String TREE = "dev.monotable.text.FileValue";
  private static final String RAW = "dev.monotable.text.RecordCodec.RawJson";

  private final Capabilities table;
  private final String packageName;

  RecordsWriter(Capabilities table, String packageName) {
    this.table = table;
    this.packageName = packageName;
  }

  /** Returns the sources by the names of their classes. */
  Map<String, String> sources() {
    Map<String, String> sources = new TreeMap<>();
    for (RecordType type : table.records().values()) {
      sources.put(type.name(), source(type));
    }
    for (EnumType type : table.enums().values()) {
      if (type.javaClass() == null) {
        sources.put(type.name(), source(type));
      }
    }
    return sources;
  }

  private String source(RecordType type) {
    JavaSource source = new JavaSource(packageName);
    StringBuilder text = new StringBuilder(type.text()).append("\n\n");
    List<String> components = new ArrayList<>();
    for (Member member : type.members()) {
      text.append("@param ").append(member.name()).append(' ').append(member.text()).append('\n');
      components.add("    " + component(type, member, source));
    }
    return source
        .javadoc(0, text.toString().strip())
        .add("public record %s(\n%s) {}\n", type.name(), String.join(",\n", components))
        .text();
  }

  private String component(RecordType type, Member member, JavaSource source) {
    String json = table.isBody(type.name()) ? TREE : RAW;
    if (!member.nullable()) {
      return javaType(member.type(), json, source) + " " + member.name();
    }
    String name =
        member.type().isPrimitive() ? member.type().boxed() : javaType(member.type(), json, source);
    int dot = name.indexOf('<') < 0 ? name.lastIndexOf('.') + 1 : 0;
    source.type("org.jspecify.annotations.Nullable");
    return name.substring(0, dot) + "@Nullable " + name.substring(dot) + " " + member.name();
  }

  private String javaType(Type type, String json, JavaSource source) {
    EnumType constants = table.enums().get(type.name());
    if (constants != null && constants.javaClass() != null) {
      return source.type(constants.javaClass());
    }
    return switch (type.name()) {
      case "List" ->
          source.type("java.util.List") + "<" + javaType(type.element(), json, source) + ">";
      case "Map" ->
          source.type("java.util.Map") + "<String, " + javaType(type.element(), json, source) + ">";
      case "Instant", "Duration" -> source.type("java.time." + type.name());
      case "Json" -> source.type(json);
      default -> type.name();
    };
  }

  private String source(EnumType type) {
    List<String> constants = new ArrayList<>();
    type.values().keySet().forEach(value -> constants.add("  " + constant(value)));
    return new JavaSource(packageName)
        .javadoc(0, type.text())
        .add("public enum %s {\n%s\n}\n", type.name(), String.join(",\n", constants))
        .text();
  }

  static String constant(String value) {
    return value.replaceAll("([A-Z])", "_$1").toUpperCase(Locale.ROOT);
  }
}
