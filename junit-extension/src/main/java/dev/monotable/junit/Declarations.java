package dev.monotable.junit;

import dev.monotable.DataFiles;
import dev.monotable.Monotable;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * The tables and items that are declared on a class or a method.
 *
 * @param element the class or the method
 * @param testClass the class to whose package names of files are relative
 */
record Declarations(
    AnnotatedElement element,
    Class<?> testClass,
    List<Schema> schemas,
    List<Table> tables,
    List<Seed> seeds) {

  static Declarations of(AnnotatedElement element, Class<?> testClass) {
    return new Declarations(
        element,
        testClass,
        find(element, Schema.class),
        find(element, Table.class),
        find(element, Seed.class));
  }

  /**
   * Returns what is declared on a class.
   *
   * @param inherits whether what is declared on the enclosing classes of a {@code @Nested} class is
   *     included, because they have no database that the class starts from
   */
  static Declarations ofClass(Class<?> testClass, boolean inherits) {
    Declarations own = of(testClass, testClass);
    Class<?> enclosing = testClass.getEnclosingClass();
    if (!inherits || enclosing == null || Modifier.isStatic(testClass.getModifiers())) {
      return own;
    }
    Declarations outer = ofClass(enclosing, true);
    return new Declarations(
        testClass,
        testClass,
        union(outer.schemas(), own.schemas()),
        union(outer.tables(), own.tables()),
        union(outer.seeds(), own.seeds()));
  }

  private static <T> List<T> union(List<T> first, List<T> second) {
    List<T> all = new ArrayList<>(first);
    all.addAll(second);
    return all;
  }

  private static <A extends Annotation> List<A> find(AnnotatedElement element, Class<A> type) {
    return AnnotationSupport.findRepeatableAnnotations(element, type);
  }

  /** Returns all annotations. */
  List<Annotation> annotations() {
    List<Annotation> all = new ArrayList<>(schemas);
    all.addAll(tables);
    all.addAll(seeds);
    return all;
  }

  boolean isEmpty() {
    return tables.isEmpty() && !hasFiles();
  }

  boolean hasFiles() {
    return !schemas.isEmpty() || !seeds.isEmpty();
  }

  /**
   * Creates the tables and writes the items.
   *
   * @throws ExtensionConfigurationException if a file or a table is invalid
   */
  void applyTo(Monotable database) {
    for (Schema schema : schemas) {
      load(database, schema);
    }
    createTables(database);
    for (Seed seed : seeds) {
      load(database, seed);
    }
  }

  /**
   * Creates the tables of beans.
   *
   * @throws ExtensionConfigurationException if a table is invalid, or exists with other keys
   */
  void createTables(Monotable database) {
    for (Table table : tables) {
      try {
        database.createTable(nameOf(table), table.value());
      } catch (IllegalArgumentException e) {
        throw new ExtensionConfigurationException(
            "@Table on " + element + ": " + e.getMessage(), e);
      }
    }
  }

  private String nameOf(Table table) {
    if (!table.name().isEmpty()) {
      return table.name();
    }
    if (table.value().length == 0) {
      throw new IllegalArgumentException("a bean is missing, whose annotations declare the keys");
    }
    return table.value()[0].getSimpleName();
  }

  private void load(Monotable database, Schema schema) {
    DataFiles files = DataFiles.relativeTo(testClass).schema(schema.value());
    for (String parameter : schema.parameters()) {
      int equals = parameter.indexOf('=');
      if (equals <= 0) {
        throw invalid(
            "@Schema",
            schema.value(),
            new IllegalArgumentException(
                "a parameter must be NAME=VALUE, not '" + parameter + "'"));
      }
      files.parameter(parameter.substring(0, equals), parameter.substring(equals + 1));
    }
    load(database, files, "@Schema", schema.value());
  }

  private void load(Monotable database, Seed seed) {
    DataFiles files = DataFiles.relativeTo(testClass);
    if (seed.table().isEmpty()) {
      files.seed(seed.value());
    } else {
      files.seedInto(seed.table(), seed.value());
    }
    load(database, files, "@Seed", seed.value());
  }

  private void load(Monotable database, DataFiles files, String annotation, String[] names) {
    try {
      database.load(files);
    } catch (IllegalArgumentException e) {
      throw invalid(annotation, names, e);
    }
  }

  private ExtensionConfigurationException invalid(
      String annotation, String[] names, IllegalArgumentException reason) {
    return new ExtensionConfigurationException(
        annotation
            + "(\""
            + String.join("\", \"", names)
            + "\") on "
            + element
            + ": "
            + reason.getMessage(),
        reason);
  }
}
