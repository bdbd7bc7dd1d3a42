package dev.monotable.junit;

import dev.monotable.Monotable;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionContext.Store.CloseableResource;
import org.junit.platform.commons.support.AnnotationSupport;

/** A class or a test that has a database. JUnit closes it with the context that it belongs to. */
@SuppressWarnings("deprecation") // JUnit before 5.13 closes nothing else
abstract class DatabaseScope implements AutoCloseable, CloseableResource {
  /** The scope that was current on the thread before this one. */
  @Nullable DatabaseScope previous;

  /** Returns the database, which is opened by the first call. */
  abstract Monotable database();

  /** Returns the handle that parameters refer to. Its clients stay the same. */
  abstract Monotable handle();

  @Override
  public abstract void close();

  /** Closes two handles, the second even if closing the first fails. */
  static void close(@Nullable Monotable first, @Nullable Monotable second) {
    try {
      if (first != null) {
        first.close();
      }
    } finally {
      if (second != null) {
        second.close();
      }
    }
  }

  /** Creates the tables that are declared on a class or a method. */
  static void createTables(Monotable database, AnnotatedElement element) {
    for (Table table : AnnotationSupport.findRepeatableAnnotations(element, Table.class)) {
      database.createTable(nameOf(table, element), table.value());
    }
  }

  /** Returns the annotations that declare the contents of a class's database. */
  static List<? extends Annotation> declarations(Class<?> testClass) {
    return AnnotationSupport.findRepeatableAnnotations(testClass, Table.class);
  }

  private static String nameOf(Table table, Object declaredOn) {
    if (!table.name().isEmpty()) {
      return table.name();
    }
    if (table.value().length == 0) {
      throw new IllegalArgumentException("@Table without a bean on " + declaredOn);
    }
    return table.value()[0].getSimpleName();
  }
}
