package dev.monotable.junit;

import dev.monotable.Monotable;
import dev.monotable.Transport;
import java.lang.annotation.Annotation;
import java.lang.reflect.Field;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.platform.commons.support.AnnotationSupport;
import org.junit.platform.commons.support.ModifierSupport;
import org.junit.platform.commons.support.ReflectionSupport;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.Order;
import org.springframework.test.context.ContextConfigurationAttributes;
import org.springframework.test.context.ContextCustomizer;
import org.springframework.test.context.ContextCustomizerFactory;

/**
 * Adds a database to the application context of each Spring test that uses the extension, be it by
 * {@link MonotableTest}, by {@code @ExtendWith}, or by a static field. Spring finds this class by
 * {@code META-INF/spring.factories}. It comes first, because what others add to the context may
 * already use clients or the endpoint of the test class.
 */
@Order(Ordered.HIGHEST_PRECEDENCE)
final class SpringCustomizerFactory implements ContextCustomizerFactory {
  SpringCustomizerFactory() {}

  @Override
  public @Nullable ContextCustomizer createContextCustomizer(
      Class<?> testClass, List<ContextConfigurationAttributes> attributes) {
    MonotableExtension field = null;
    boolean registered = false;
    Transport transport = Transport.IN_PROCESS;
    List<Annotation> declarations = new ArrayList<>();
    Set<String> packages = new LinkedHashSet<>();
    Deque<Class<?>> outermostFirst = new ArrayDeque<>();
    for (Class<?> next = testClass; next != null; next = next.getEnclosingClass()) {
      outermostFirst.addFirst(next);
    }
    for (Class<?> next : outermostFirst) {
      MonotableTest annotation =
          AnnotationSupport.findAnnotation(next, MonotableTest.class).orElse(null);
      if (annotation != null) {
        transport = annotation.transport();
      }
      MonotableExtension own = findField(next);
      if (own != null) {
        field = own;
        transport = own.settings().transport();
      }
      registered |= own != null || isExtended(next);
      Declarations declared = Declarations.of(next, next);
      declarations.addAll(declared.annotations());
      if (declared.hasFiles()) {
        packages.add(next.getPackageName());
      }
    }
    if (!registered) {
      return null;
    }
    Monotable.Builder builder = field == null ? Monotable.builder() : field.settings().builder();
    return new SpringCustomizer(
        new SpringCustomizer.Key(field, transport, declarations, packages),
        builder,
        List.copyOf(outermostFirst));
  }

  /** Returns whether the application contexts of a test class have a database. */
  static boolean isRegistered(Class<?> testClass) {
    for (Class<?> next = testClass; next != null; next = next.getEnclosingClass()) {
      if (isExtended(next) || findField(next) != null) {
        return true;
      }
    }
    return false;
  }

  private static boolean isExtended(Class<?> testClass) {
    for (ExtendWith declared :
        AnnotationSupport.findRepeatableAnnotations(testClass, ExtendWith.class)) {
      if (Arrays.asList(declared.value()).contains(MonotableExtension.class)) {
        return true;
      }
    }
    return false;
  }

  private static @Nullable MonotableExtension findField(Class<?> testClass) {
    for (Field field :
        AnnotationSupport.findAnnotatedFields(
            testClass,
            RegisterExtension.class,
            field ->
                field.getType() == MonotableExtension.class && ModifierSupport.isStatic(field))) {
      Object value =
          ReflectionSupport.tryToReadFieldValue(field, null)
              .getOrThrow(e -> new IllegalStateException("cannot read " + field, e));
      if (value instanceof MonotableExtension extension) {
        return extension;
      }
    }
    return null;
  }
}
