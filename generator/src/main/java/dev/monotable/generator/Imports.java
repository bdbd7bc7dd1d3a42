package dev.monotable.generator;

import java.util.List;
import java.util.regex.Pattern;

/** The imports of generated sources. */
final class Imports {
  private static final List<String> CLASSES =
      List.of(
          "dev.monotable.schema.Constraints",
          "dev.monotable.schema.Frozen",
          "dev.monotable.schema.ListSchema",
          "dev.monotable.schema.MapSchema",
          "dev.monotable.schema.Member",
          "dev.monotable.schema.OperationSchema",
          "dev.monotable.schema.OperationTraits",
          "dev.monotable.schema.OperationTraits.Effect",
          "dev.monotable.schema.OperationTraits.Feature",
          "dev.monotable.schema.OperationTraits.NamedResource",
          "dev.monotable.schema.OperationTraits.Parts",
          "dev.monotable.schema.OperationTraits.ResourceType",
          "dev.monotable.schema.OperationTraits.Subject",
          "dev.monotable.schema.Service",
          "dev.monotable.schema.ShapeType",
          "dev.monotable.schema.SimpleSchema",
          "dev.monotable.schema.Structure",
          "dev.monotable.schema.StructureSchema",
          "dev.monotable.value.AttributeValue",
          "dev.monotable.value.Item",
          "java.time.Instant",
          "java.util.HashMap",
          "java.util.List",
          "java.util.Map",
          "org.jspecify.annotations.Nullable");

  private static final Pattern COMMENT = Pattern.compile("/\\*.*?\\*/", Pattern.DOTALL);

  private Imports() {}

  /** Returns a source file of a package, with the imports that its body needs. */
  static String source(String packageName, String body) {
    String code = COMMENT.matcher(body).replaceAll("");
    StringBuilder source = new StringBuilder("package ").append(packageName).append(";\n\n");
    for (String name : CLASSES) {
      String simpleName = name.substring(name.lastIndexOf('.') + 1);
      if (Pattern.compile("(?<![.\"])\\b" + simpleName + "\\b(?!\")").matcher(code).find()) {
        source.append("import ").append(name).append(";\n");
      }
    }
    return source.append('\n').append(body).toString();
  }
}
