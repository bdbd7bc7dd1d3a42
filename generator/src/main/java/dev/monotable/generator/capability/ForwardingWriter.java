package dev.monotable.generator.capability;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ImportTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.JavacTask;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Writes a class that passes the calls of an interface to another object. */
final class ForwardingWriter {
  private final CompilationUnitTree unit;
  private final ClassTree type;

  /**
   * Creates a writer.
   *
   * @param file the source of the interface
   */
  ForwardingWriter(Path file) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    try (StandardJavaFileManager files =
        compiler.getStandardFileManager(null, Locale.ROOT, StandardCharsets.UTF_8)) {
      JavacTask task =
          (JavacTask)
              compiler.getTask(null, files, null, null, null, files.getJavaFileObjects(file));
      this.unit = task.parse().iterator().next();
    }
    this.type = (ClassTree) unit.getTypeDecls().get(0);
  }

  String packageName() {
    return Objects.requireNonNull(unit.getPackageName()).toString();
  }

  String className() {
    return "Forwarding" + type.getSimpleName();
  }

  /** Returns the source of the class. */
  String source() {
    StringBuilder methods = new StringBuilder();
    for (Tree member : type.getMembers()) {
      if (member instanceof MethodTree method && method.getBody() == null) {
        methods.append(method(method));
      }
    }
    JavaSource source = new JavaSource(packageName());
    source.type("dev.monotable.api.Experimental");
    for (ImportTree each : unit.getImports()) {
      String name = each.getQualifiedIdentifier().toString();
      String simple = name.substring(name.lastIndexOf('.') + 1);
      if (Pattern.compile("\\b" + simple + "\\b").matcher(methods).find()) {
        source.type(name);
      }
    }
    return source
        .javadoc(0, "A handle that passes all calls to another one.")
        .add(
            """
            @Experimental
            public abstract class %1$s implements %2$s {
              /** Creates a handle that passes all calls to {@link #delegate}. */
              protected %1$s() {}

              /** Returns the handle that receives the calls; called for each of them. */
              protected abstract %2$s delegate();
            %3$s}
            """,
            className(), type.getSimpleName(), methods)
        .text();
  }

  private static String method(MethodTree method) {
    String generics = joined(method.getTypeParameters(), Object::toString);
    return """

      @Override
      public %s%s %s(%s) {
        %sdelegate().%s(%s);
      }
    """
        .formatted(
            generics.isEmpty() ? "" : "<" + generics + "> ",
            method.getReturnType(),
            method.getName(),
            joined(method.getParameters(), Object::toString),
            "void".equals(String.valueOf(method.getReturnType())) ? "" : "return ",
            method.getName(),
            joined(method.getParameters(), each -> each.getName().toString()));
  }

  private static <T> String joined(List<? extends T> all, Function<T, String> text) {
    return all.stream().map(text).collect(Collectors.joining(", "));
  }
}
