package dev.monotable.junit;

import dev.monotable.Monotable;
import dev.monotable.engine.MonotableEngine;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Parameter;
import java.net.URI;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolutionException;

/** A parameter that refers to a database. */
final class InjectedParameter {
  /** With these on a constructor, Spring resolves its parameters. */
  private static final Set<String> SPRING =
      Set.of(
          "org.springframework.beans.factory.annotation.Autowired",
          "org.springframework.beans.factory.annotation.Qualifier",
          "org.springframework.beans.factory.annotation.Value");

  private InjectedParameter() {}

  /** Returns whether a parameter refers to a database. */
  static boolean isSupported(ParameterContext parameter, ExtensionContext context) {
    Class<?> type = parameter.getParameter().getType();
    return (type == URI.class || isClient(type))
        && !belongsToOthers(parameter)
        && !ArgumentParameters.contain(parameter, context);
  }

  /** Returns whether annotations leave a parameter to others. */
  private static boolean belongsToOthers(ParameterContext context) {
    Executable executable = context.getDeclaringExecutable();
    return hasAnnotationOfOthers(context.getParameter())
        || executable.isAnnotationPresent(NotInjected.class)
        || isExcluded(executable.getDeclaringClass())
        || (executable instanceof Constructor<?> constructor && hasSpringAnnotation(constructor));
  }

  private static boolean isExcluded(@Nullable Class<?> type) {
    return type != null
        && (type.isAnnotationPresent(NotInjected.class) || isExcluded(type.getEnclosingClass()));
  }

  /**
   * Returns whether a parameter has an annotation by which somebody else resolves it, such as
   * {@code @Autowired}, {@code @Mock} or {@code @ConvertWith}. Those that say where null may be do
   * not.
   */
  private static boolean hasAnnotationOfOthers(Parameter parameter) {
    for (Annotation annotation : parameter.getAnnotations()) {
      Class<? extends Annotation> type = annotation.annotationType();
      if (type != Table.class && !type.getSimpleName().toLowerCase(Locale.ROOT).contains("null")) {
        return true;
      }
    }
    return false;
  }

  private static boolean hasSpringAnnotation(AnnotatedElement element) {
    for (Annotation annotation : element.getAnnotations()) {
      if (SPRING.contains(annotation.annotationType().getName())) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether a type is a client, a table or a handle of a database. */
  static boolean isClient(Class<?> type) {
    return type == Monotable.class
        || type == MonotableEngine.class
        || Monotable.hasClient(type)
        || Monotable.hasTable(type);
  }

  /** Returns the value of a parameter; always the same for a scope and a type. */
  static Object resolve(ParameterContext context, DatabaseScope scope) {
    Parameter parameter = context.getParameter();
    try {
      return new InjectedValue(parameter, parameter.getType(), parameter.getParameterizedType())
          .of(scope);
    } catch (IllegalArgumentException e) {
      throw new ParameterResolutionException(
          "Monotable cannot resolve the parameter " + parameter + ": " + e.getMessage(), e);
    }
  }
}
