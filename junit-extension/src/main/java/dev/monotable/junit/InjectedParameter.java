package dev.monotable.junit;

import dev.monotable.Monotable;
import dev.monotable.engine.MonotableEngine;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.lang.reflect.ParameterizedType;
import java.net.URI;
import java.util.Set;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;

/** A parameter that refers to a database. */
final class InjectedParameter {
  private static final Set<String> PARAMETERIZED =
      Set.of(
          "org.junit.jupiter.params.ParameterizedTest",
          "org.junit.jupiter.params.ParameterizedClass");

  /** Sources that provide one argument, so that a second parameter is none. */
  private static final Set<String> SINGLE_ARGUMENT =
      Set.of(
          "org.junit.jupiter.params.provider.ValueSource",
          "org.junit.jupiter.params.provider.EnumSource",
          "org.junit.jupiter.params.provider.NullSource",
          "org.junit.jupiter.params.provider.EmptySource",
          "org.junit.jupiter.params.provider.NullAndEmptySource");

  /** With these, Spring resolves a parameter. */
  private static final Set<String> SPRING =
      Set.of(
          "org.springframework.beans.factory.annotation.Autowired",
          "org.springframework.beans.factory.annotation.Qualifier",
          "org.springframework.beans.factory.annotation.Value");

  private InjectedParameter() {}

  /** Returns whether a parameter refers to a database. */
  static boolean isSupported(ParameterContext context) {
    Class<?> type = context.getParameter().getType();
    if (isResolvedBySpring(context)) {
      return false;
    }
    return type == URI.class
        ? !mayBeArgument(context.getDeclaringExecutable(), context.getIndex())
        : isOurs(type);
  }

  /** Returns whether annotations ask for a bean of Spring. */
  private static boolean isResolvedBySpring(ParameterContext context) {
    return hasSpringAnnotation(context.getParameter())
        || (context.getDeclaringExecutable() instanceof Constructor<?> constructor
            && hasSpringAnnotation(constructor));
  }

  private static boolean hasSpringAnnotation(AnnotatedElement element) {
    for (Annotation annotation : element.getAnnotations()) {
      if (SPRING.contains(annotation.annotationType().getName())) {
        return true;
      }
    }
    return false;
  }

  private static boolean isOurs(Class<?> type) {
    return type == Monotable.class
        || type == MonotableEngine.class
        || Monotable.hasClient(type)
        || Monotable.hasTable(type);
  }

  /**
   * Returns whether a URI may be an argument of a parameterized test or class. Arguments come
   * before parameters that extensions resolve.
   */
  private static boolean mayBeArgument(Executable executable, int index) {
    boolean parameterized = false;
    boolean single = true;
    AnnotatedElement annotated =
        executable instanceof Constructor<?> constructor
            ? constructor.getDeclaringClass()
            : executable;
    for (var annotation : annotated.getAnnotations()) {
      String name = annotation.annotationType().getName();
      parameterized |= PARAMETERIZED.contains(name);
      if (name.startsWith("org.junit.jupiter.params.provider.")) {
        single &= SINGLE_ARGUMENT.contains(name);
      }
    }
    int first = annotated instanceof Class<?> type && isInner(type) ? 1 : 0;
    if (!parameterized || (single && index > first)) {
      return false;
    }
    Parameter[] parameters = executable.getParameters();
    for (int i = first; i < index; i++) {
      if (isOurs(parameters[i].getType())) {
        return false;
      }
    }
    return true;
  }

  /** Returns whether the first parameter of constructors is the instance of the enclosing class. */
  private static boolean isInner(Class<?> type) {
    return type.isMemberClass() && !Modifier.isStatic(type.getModifiers());
  }

  /** Returns the value of a parameter; always the same for a scope and a type. */
  static Object resolve(ParameterContext context, DatabaseScope scope) {
    Class<?> type = context.getParameter().getType();
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
      return table(context, scope);
    }
    return scope.handle().client(type);
  }

  private static Object table(ParameterContext context, DatabaseScope scope) {
    Parameter parameter = context.getParameter();
    if (!(parameter.getParameterizedType() instanceof ParameterizedType generic)
        || !(generic.getActualTypeArguments()[0] instanceof Class<?> bean)) {
      throw new ParameterResolutionException(
          "Monotable cannot find the bean of the parameter " + parameter + ": name its class");
    }
    Table named = context.findAnnotation(Table.class).orElse(null);
    try {
      if (named == null) {
        return scope.handle().table(parameter.getType(), bean);
      }
      String name = named.name().isEmpty() ? bean.getSimpleName() : named.name();
      scope.database().createTable(name, bean);
      return scope.handle().table(parameter.getType(), name, bean);
    } catch (IllegalArgumentException e) {
      throw new ParameterResolutionException(
          "Monotable cannot resolve the parameter "
              + parameter
              + ": "
              + e.getMessage()
              + "; declare its table with @Table",
          e);
    }
  }
}
