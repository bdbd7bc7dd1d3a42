package dev.monotable.generator.builder;

import com.sun.source.doctree.DocCommentTree;
import com.sun.source.doctree.ParamTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import dev.monotable.generator.DocComment;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * A record that has a builder.
 *
 * @param imports the classes that its file imports, and those that are nested in it
 */
record BuiltRecord(
    String packageName, String name, List<String> imports, List<Component> components) {

  /**
   * A component.
   *
   * @param annotations those before its type, other than {@code Nullable}
   * @param type the type with {@code @Nullable} if it may be null
   * @param about the meaning, from the comment of the record
   */
  record Component(String annotations, String type, String name, String about) {}

  /** Returns the records of source files, each of which begins with one. */
  static List<BuiltRecord> parse(List<Path> files) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    List<BuiltRecord> records = new ArrayList<>();
    try (StandardJavaFileManager manager =
        compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8)) {
      JavacTask task =
          (JavacTask)
              compiler.getTask(
                  null,
                  manager,
                  null,
                  List.of("-proc:none"),
                  null,
                  manager.getJavaFileObjectsFromPaths(files));
      for (CompilationUnitTree unit : task.parse()) {
        records.add(of(unit, DocTrees.instance(task)));
      }
    }
    return records;
  }

  private static BuiltRecord of(CompilationUnitTree unit, DocTrees comments) {
    ClassTree type = (ClassTree) unit.getTypeDecls().get(0);
    Map<String, String> meanings = new HashMap<>();
    DocCommentTree comment = comments.getDocCommentTree(new TreePath(new TreePath(unit), type));
    for (Object tag : comment == null ? List.of() : comment.getBlockTags()) {
      if (tag instanceof ParamTree param) {
        String text =
            param.getDescription().stream().map(Object::toString).collect(Collectors.joining());
        meanings.put(
            param.getName().toString(),
            text.replaceAll("\\s+", " ")
                .replace("{@link #", "{@link " + type.getSimpleName() + "#"));
      }
    }
    List<Component> components = new ArrayList<>();
    for (Tree member : type.getMembers()) {
      if (member instanceof VariableTree field
          && !field.getModifiers().getFlags().contains(Modifier.STATIC)) {
        String annotations =
            field.getModifiers().getAnnotations().stream()
                .map(annotation -> annotation.toString().replace("()", "") + " ")
                .collect(Collectors.joining());
        String component = field.getName().toString();
        String nullable = "@Nullable ";
        components.add(
            new Component(
                annotations.replace(nullable, ""),
                (annotations.contains(nullable) ? nullable : "") + field.getType(),
                component,
                meanings.getOrDefault(component, "the component {@code " + component + "}")));
      }
    }
    String packageName = String.valueOf(unit.getPackageName());
    String name = type.getSimpleName().toString();
    Stream<String> imported =
        unit.getImports().stream()
            .filter(each -> !each.isStatic())
            .map(each -> each.getQualifiedIdentifier().toString());
    Stream<String> nested =
        type.getMembers().stream()
            .filter(ClassTree.class::isInstance)
            .map(each -> packageName + '.' + name + '.' + ((ClassTree) each).getSimpleName())
            .filter(each -> !each.endsWith(".Builder"));
    List<String> imports = Stream.concat(imported, nested).sorted().toList();
    return new BuiltRecord(packageName, name, imports, components);
  }

  /** Returns the source of the class that the builder extends. */
  String builder() {
    String body =
        """
        /** The components of a {@link %1$s} that is being built. */
        abstract class %1$sBuilder {
        %2$s
          %1$sBuilder() {}

          %1$sBuilder(%1$s from) {
        %3$s  }
        %4$s
          /** Returns the {@link %1$s}. */
          public %1$s build() {
            return new %1$s(%5$s);
          }
        }
        """
            .formatted(
                name,
                each("", one -> "  %s %s;\n".formatted(one.type, one.name)),
                each("", one -> "    %1$s = from.%1$s();\n".formatted(one.name)),
                each("", this::setter),
                each(",", one -> "\n        " + one.name));
    String imported =
        imports.stream()
            .filter(each -> mentions(body, each.substring(each.lastIndexOf('.') + 1)))
            .map("import %s;\n"::formatted)
            .collect(Collectors.joining());
    return "package %s;\n\n%s\n%s".formatted(packageName, imported, body);
  }

  private String setter(Component one) {
    return """

    %1$s\
      %2$spublic %3$s.Builder %4$s(%5$s value) {
        %4$s = value;
        return (%3$s.Builder) this;
      }
    """
        .formatted(
            new DocComment(2).javadoc("Sets " + one.about + "."),
            one.annotations,
            name,
            one.name,
            one.type);
  }

  private String each(String separator, Function<Component, String> part) {
    return components.stream().map(part).collect(Collectors.joining(separator));
  }

  private static boolean mentions(String body, String type) {
    return Pattern.compile("\\b" + type + "\\b").matcher(body).find();
  }
}
