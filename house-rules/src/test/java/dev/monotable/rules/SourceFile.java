package dev.monotable.rules;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreePath;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * A source file with the sizes of its declarations, according to the compiler's parser.
 *
 * @param module the directory of the module, such as {@code engine}
 * @param types the top-level types, by simple name
 * @param lines the number of lines
 * @param methods the methods and constructors of all types, nested and anonymous ones included
 * @param callables the declarations with positional parameters: methods, constructors, records
 * @param texts the string literals
 */
record SourceFile(
    String module,
    String packageName,
    List<String> types,
    int lines,
    List<Method> methods,
    List<Measured> callables,
    Set<String> texts) {

  /**
   * The size of a named declaration, such as {@code Limits.Builder.build}.
   *
   * @param size in lines or parameters
   */
  record Measured(String name, int size) {}

  /**
   * A method or constructor.
   *
   * @param name such as {@code Limits.Builder.build}, with {@code <init>} for a constructor
   * @param lines the number of lines without annotations
   * @param javadoc its text, without the characters of the comment; empty if there is none
   * @param isPublic whether the method and all types around it are public
   */
  record Method(String name, int lines, String javadoc, boolean isPublic, boolean isOverride) {
    boolean isConstructor() {
      return name.endsWith(".<init>");
    }
  }

  /** Returns the qualified name of the file, without its extension. */
  String name() {
    return packageName + "." + types.get(0);
  }

  /**
   * Returns all source files below a directory except those that only describe a package.
   *
   * @param directory may be missing, which counts as empty
   */
  static List<SourceFile> below(String module, Path directory) {
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    List<Path> paths;
    try (Stream<Path> walk = Files.walk(directory)) {
      paths =
          walk.filter(path -> path.toString().endsWith(".java"))
              .filter(path -> !path.endsWith("package-info.java"))
              .sorted()
              .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return paths.isEmpty() ? List.of() : parse(module, paths);
  }

  private static List<SourceFile> parse(String module, List<Path> paths) {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    List<SourceFile> files = new ArrayList<>();
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
                  manager.getJavaFileObjectsFromPaths(paths));
      for (CompilationUnitTree unit : task.parse()) {
        files.add(measure(module, unit, Trees.instance(task)));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return files;
  }

  private static SourceFile measure(String module, CompilationUnitTree unit, Trees trees)
      throws IOException {
    Sizes sizes = new Sizes(unit, trees);
    sizes.scan(new TreePath(unit), null);
    List<String> types = new ArrayList<>();
    for (Tree tree : unit.getTypeDecls()) {
      if (tree instanceof ClassTree type) {
        types.add(type.getSimpleName().toString());
      }
    }
    return new SourceFile(
        module,
        unit.getPackageName().toString(),
        List.copyOf(types),
        (int) unit.getSourceFile().getCharContent(true).toString().lines().count(),
        List.copyOf(sizes.methods),
        List.copyOf(sizes.callables),
        Set.copyOf(sizes.texts));
  }

  /** Visits the types of a file, including nested ones. */
  private static final class Sizes extends TreePathScanner<Void, Void> {
    final List<Method> methods = new ArrayList<>();
    final List<Measured> callables = new ArrayList<>();
    final Set<String> texts = new HashSet<>();

    private final CompilationUnitTree unit;
    private final Trees trees;
    private final SourcePositions positions;
    private final Deque<String> enclosing = new ArrayDeque<>();

    Sizes(CompilationUnitTree unit, Trees trees) {
      this.unit = unit;
      this.trees = trees;
      this.positions = trees.getSourcePositions();
    }

    @Override
    public Void visitClass(ClassTree type, Void unused) {
      String name = type.getSimpleName().toString();
      enclosing.addLast(name.isEmpty() ? "(anonymous)" : name);
      if (type.getKind() == Tree.Kind.RECORD) {
        long components =
            type.getMembers().stream()
                .filter(VariableTree.class::isInstance)
                .map(VariableTree.class::cast)
                .filter(field -> !field.getModifiers().getFlags().contains(Modifier.STATIC))
                .count();
        callables.add(new Measured(String.join(".", enclosing), (int) components));
      }
      super.visitClass(type, null);
      enclosing.removeLast();
      return null;
    }

    @Override
    public Void visitLiteral(LiteralTree literal, Void unused) {
      if (literal.getValue() instanceof String text) {
        texts.add(text);
      }
      return super.visitLiteral(literal, null);
    }

    private static boolean isOverride(MethodTree method) {
      return method.getModifiers().getAnnotations().stream()
          .anyMatch(annotation -> annotation.getAnnotationType().toString().equals("Override"));
    }

    /** Returns whether a declaration and all types around it are public. */
    private static boolean isPublic(TreePath path) {
      Tree tree = path.getLeaf();
      if (tree instanceof CompilationUnitTree) {
        return true;
      }
      Set<Modifier> flags;
      if (tree instanceof MethodTree method) {
        flags = method.getModifiers().getFlags();
      } else if (tree instanceof ClassTree type) {
        flags = type.getModifiers().getFlags();
      } else {
        return false; // an anonymous class
      }
      Tree.Kind around = path.getParentPath().getLeaf().getKind();
      boolean isOfInterface = around == Tree.Kind.INTERFACE || around == Tree.Kind.ANNOTATION_TYPE;
      return flags.contains(isOfInterface ? Modifier.PRIVATE : Modifier.PUBLIC) != isOfInterface
          && isPublic(path.getParentPath());
    }

    private boolean isCanonical(MethodTree method) {
      Measured last = callables.isEmpty() ? null : callables.get(callables.size() - 1);
      return method.getName().contentEquals("<init>")
          && last != null
          && last.name().equals(String.join(".", enclosing))
          && last.size() == method.getParameters().size();
    }

    @Override
    public Void visitMethod(MethodTree method, Void unused) {
      long start = positions.getStartPosition(unit, method);
      long end = positions.getEndPosition(unit, method);
      // Annotations, which may contain whole tables of arguments, are not part of the method.
      start = Math.max(start, positions.getEndPosition(unit, method.getModifiers()));
      // A constructor added by the parser has no end position.
      if (start >= 0 && end > start) {
        String name = String.join(".", enclosing) + "." + method.getName();
        long lines =
            unit.getLineMap().getLineNumber(end) - unit.getLineMap().getLineNumber(start) + 1;
        String javadoc = trees.getDocComment(getCurrentPath());
        methods.add(
            new Method(
                name,
                (int) lines,
                javadoc == null ? "" : javadoc.strip(),
                isPublic(getCurrentPath()),
                isOverride(method)));
        // An explicit canonical constructor of a record has the same parameters as the record.
        if (!isCanonical(method)) {
          callables.add(new Measured(name, method.getParameters().size()));
        }
      }
      return super.visitMethod(method, null);
    }
  }
}
