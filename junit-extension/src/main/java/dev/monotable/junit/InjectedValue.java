package dev.monotable.junit;

import dev.monotable.Monotable;
import dev.monotable.engine.MonotableEngine;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Parameter;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.net.URI;
import org.jspecify.annotations.Nullable;
import org.junit.platform.commons.support.AnnotationSupport;

/**
 * The object that a parameter or a field of a test refers to.
 *
 * @param element the parameter or the field
 * @param declared its type with the type arguments
 */
record InjectedValue(AnnotatedElement element, Class<?> type, Type declared) {
  /**
   * Returns the value; always the same for a scope and a type.
   *
   * @throws IllegalArgumentException if no table fits
   */
  Object of(DatabaseScope scope) {
    if (type == Monotable.class) {
      return scope.handle();
    }
    if (type == MonotableEngine.class) {
      return scope.database().engine();
    }
    if (type == URI.class) {
      return scope.handle().endpoint();
    }
    if (Monotable.hasTable(type)) {
      return table(scope);
    }
    return scope.handle().client(type);
  }

  private Class<?> bean() {
    if (!(declared instanceof ParameterizedType generic)
        || !(generic.getActualTypeArguments()[0] instanceof Class<?> bean)) {
      throw new IllegalArgumentException(
          "its bean is unknown: declare it as "
              + type.getSimpleName()
              + "<Order> if the class Order is the bean of the table, which @Table(Order.class)"
              + " creates");
    }
    return bean;
  }

  private Object table(DatabaseScope scope) {
    Class<?> bean = bean();
    try {
      return scope.handle().table(type, name(bean, scope), bean);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(e.getMessage() + "; declare its table with @Table", e);
    }
  }

  private String name(Class<?> bean, DatabaseScope scope) {
    Table named = findTable();
    if (named == null) {
      return scope.declaring().tableName(bean);
    }
    String name = name(named, bean);
    if (element instanceof Parameter) {
      scope.database().createTable(name, bean);
    }
    return name;
  }

  private static String name(Table named, Class<?> bean) {
    return named.name().isEmpty() ? bean.getSimpleName() : named.name();
  }

  /** Returns the annotation that names the table; null without one. */
  @Nullable Table findTable() {
    return AnnotationSupport.findAnnotation(element, Table.class).orElse(null);
  }

  /** Creates the table that an annotation names, if there is one. */
  void createTable(Monotable database) {
    Table named = findTable();
    if (named != null && Monotable.hasTable(type)) {
      Class<?> bean = bean();
      database.createTable(name(named, bean), bean);
    }
  }
}
