package dev.monotable.junit;

import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.net.URI;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.platform.commons.support.HierarchyTraversalMode;
import org.junit.platform.commons.support.ReflectionSupport;

/**
 * Decides which parameters of parameterized tests and classes are arguments. Arguments come before
 * parameters that extensions resolve. Since version 5.13, JUnit says how many a test has. For
 * constructors, and before, it follows from the source of the arguments and from the types of the
 * parameters, unless a {@link NotInjected} says it.
 *
 * <p>Annotations are identified by name, because {@code junit-jupiter-params} may be missing.
 */
final class ArgumentParameters {
  private static final String PARAMS = "org.junit.jupiter.params.";
  private static final String ARGUMENTS_SOURCE = PARAMS + "provider.ArgumentsSource";

  /** Passes the arguments to the extensions. */
  private static final String INFO = PARAMS + "support.ParameterInfo";

  private static final Set<String> PARAMETERIZED =
      Set.of(PARAMS + "ParameterizedTest", PARAMS + "ParameterizedClass");

  /** Sources that provide one argument, so that a second parameter is none. */
  private static final Set<String> SINGLE_ARGUMENT =
      Set.of(
          PARAMS + "provider.ValueSource",
          PARAMS + "provider.EnumSource",
          PARAMS + "provider.NullSource",
          PARAMS + "provider.EmptySource",
          PARAMS + "provider.NullAndEmptySource");

  /** Sources of texts, which JUnit does not convert into clients or tables. */
  private static final Set<String> TEXTS =
      Set.of(
          PARAMS + "provider.CsvSource",
          PARAMS + "provider.CsvSources",
          PARAMS + "provider.CsvFileSource",
          PARAMS + "provider.CsvFileSources");

  private final Executable executable;
  private final AnnotatedElement annotated;

  /** The index of the first parameter that may be an argument: after the enclosing instance. */
  private final int first;

  private ArgumentParameters(Executable executable) {
    this.executable = executable;
    this.annotated =
        executable instanceof Constructor<?> constructor
            ? constructor.getDeclaringClass()
            : executable;
    this.first = annotated instanceof Class<?> type && isInner(type) ? 1 : 0;
  }

  /** Returns whether a parameter of a type that extensions inject is an argument. */
  static boolean contain(ParameterContext parameter, ExtensionContext context) {
    ArgumentParameters parameters = new ArgumentParameters(parameter.getDeclaringExecutable());
    return parameters.areParameterized() && parameters.contain(parameter.getIndex(), context);
  }

  /** Returns whether the first parameter of constructors is the instance of the enclosing class. */
  private static boolean isInner(Class<?> type) {
    return type.isMemberClass() && !Modifier.isStatic(type.getModifiers());
  }

  private boolean areParameterized() {
    return hasAnnotation(annotated, PARAMETERIZED, new HashSet<>())
        && !(annotated instanceof Class<?> type && hasParameterFields(type));
  }

  /** Returns whether the arguments of a class go to its fields instead of its constructor. */
  private static boolean hasParameterFields(Class<?> type) {
    Set<String> parameter = Set.of(PARAMS + "Parameter");
    return !ReflectionSupport.findFields(
            type,
            field -> hasAnnotation(field, parameter, new HashSet<>()),
            HierarchyTraversalMode.TOP_DOWN)
        .isEmpty();
  }

  private boolean contain(int index, ExtensionContext context) {
    if (index < first || followsAggregator(index)) {
      return false;
    }
    Integer count = findCount(context);
    return count == null ? isLikely(index) : index - first < count;
  }

  /** Returns whether a parameter before another one contains several arguments. */
  private boolean followsAggregator(int index) {
    Parameter[] parameters = executable.getParameters();
    for (int i = first; i < index; i++) {
      if (parameters[i].getType().getName().equals(PARAMS + "aggregator.ArgumentsAccessor")
          || hasAnnotation(
              parameters[i], Set.of(PARAMS + "aggregator.AggregateWith"), new HashSet<>())) {
        return true;
      }
    }
    return false;
  }

  /** Returns the number of arguments; null if this version of JUnit does not say it. */
  private static @Nullable Integer findCount(ExtensionContext context) {
    Class<?> type = ReflectionSupport.tryToLoadClass(INFO).toOptional().orElse(null);
    if (type == null) {
      return null;
    }
    Object info = call(type, "get", null, context);
    Object arguments = info == null ? null : call(type, "getArguments", info);
    Object size = arguments == null ? null : call(arguments.getClass(), "size", arguments);
    return size instanceof Integer count ? count : null;
  }

  private static @Nullable Object call(
      Class<?> type, String name, @Nullable Object target, Object... arguments) {
    Class<?>[] types =
        arguments.length == 0 ? new Class<?>[0] : new Class<?>[] {ExtensionContext.class};
    Method method = ReflectionSupport.findMethod(type, name, types).orElse(null);
    return method == null ? null : ReflectionSupport.invokeMethod(method, target, arguments);
  }

  /** Returns whether a parameter is an argument, as far as its place and the types say. */
  private boolean isLikely(int index) {
    boolean single = true;
    boolean texts = true;
    for (Annotation annotation : annotated.getAnnotations()) {
      Class<? extends Annotation> type = annotation.annotationType();
      String name = type.getName();
      boolean isSource =
          name.startsWith(PARAMS + "provider.")
              || hasAnnotation(type, Set.of(ARGUMENTS_SOURCE), new HashSet<>());
      single &= !isSource || SINGLE_ARGUMENT.contains(name);
      texts &= !isSource || SINGLE_ARGUMENT.contains(name) || TEXTS.contains(name);
    }
    if (index == first || single) {
      return index == first;
    }
    Parameter[] parameters = executable.getParameters();
    for (int i = index + 1; i < parameters.length && !texts; i++) {
      if (isCertain(parameters[i])) {
        return true;
      }
    }
    boolean followsInjected = false;
    for (int i = first; i < index; i++) {
      followsInjected |= InjectedParameter.isClient(parameters[i].getType());
    }
    return parameters[index].getType() == URI.class && !followsInjected;
  }

  /** Returns whether a parameter can hardly be anything else than an argument. */
  private static boolean isCertain(Parameter parameter) {
    Annotation[] annotations = parameter.getAnnotations();
    if (annotations.length > 0) {
      return annotations[0].annotationType().getName().startsWith(PARAMS);
    }
    Class<?> type = parameter.getType();
    return type != URI.class
        && !InjectedParameter.isClient(type)
        && !type.getName().startsWith("org.junit.jupiter.api.");
  }

  /** Returns whether an element has an annotation, or one that has it. */
  private static boolean hasAnnotation(
      AnnotatedElement element, Set<String> names, Set<Class<?>> visited) {
    for (Annotation annotation : element.getAnnotations()) {
      Class<? extends Annotation> type = annotation.annotationType();
      if (names.contains(type.getName())
          || (visited.add(type) && hasAnnotation(type, names, visited))) {
        return true;
      }
    }
    return false;
  }
}
