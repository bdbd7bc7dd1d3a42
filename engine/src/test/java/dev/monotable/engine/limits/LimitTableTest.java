package dev.monotable.engine.limits;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Compares the limits of the table with those written by hand. */
class LimitTableTest {
  private static final Object GENERATED = dev.monotable.engine.limits.table.Limits.AWS;

  @Test
  void theDefaultsAreTheSame() throws Exception {
    assertThat(describe(GENERATED)).isEqualTo(describe(Limits.AWS)).hasSizeGreaterThan(40);
  }

  @Test
  void eachSubjectHasTheSameMethods() throws Exception {
    for (Method subject : subjects(Limits.AWS).toList()) {
      Class<?> generated = GENERATED.getClass().getMethod(subject.getName()).getReturnType();
      for (Method each : subject.getReturnType().getDeclaredMethods()) {
        if (each.getName().matches("with.*") && !each.getName().equals("withKept")) {
          assertThat(generated.getMethod(each.getName(), each.getParameterTypes())).isNotNull();
        }
      }
    }
  }

  @Test
  void theSameNumbersAreInvalid() throws Exception {
    for (long number : new long[] {-1, 0, 1}) {
      assertThat(errors(GENERATED, number)).isEqualTo(errors(Limits.AWS, number));
    }
  }

  private static Map<String, Object> describe(Object limits) throws Exception {
    Map<String, Object> values = new TreeMap<>();
    for (Method subject : subjects(limits).toList()) {
      Object record = subject.invoke(limits);
      int order = 0;
      for (RecordComponent each : record.getClass().getRecordComponents()) {
        values.put(
            subject.getName() + "." + each.getName() + " " + order++ + " " + each.getType(),
            each.getAccessor().invoke(record));
      }
    }
    return values;
  }

  /** Returns which limits reject a number, and how. */
  private static Map<String, String> errors(Object limits, long number) throws Exception {
    Map<String, String> errors = new TreeMap<>();
    for (Method subject : subjects(limits).toList()) {
      Object record = subject.invoke(limits);
      RecordComponent[] components = record.getClass().getRecordComponents();
      for (int i = 0; i < components.length; i++) {
        Object[] values = new Object[components.length];
        for (int j = 0; j < components.length; j++) {
          values[j] = components[j].getAccessor().invoke(record);
        }
        values[i] = components[i].getType() == int.class ? (Object) (int) number : (Object) number;
        String name = subject.getName() + "." + components[i].getName();
        try {
          errors.put(name, record.getClass().getConstructors()[0].newInstance(values) + "");
        } catch (java.lang.reflect.InvocationTargetException e) {
          errors.put(name, e.getCause().toString());
        }
      }
    }
    errors.replaceAll((name, text) -> text.replaceAll("^[A-Za-z]*\\[", "["));
    return errors;
  }

  private static Stream<Method> subjects(Object limits) {
    return Arrays.stream(limits.getClass().getMethods())
        .filter(method -> method.getReturnType().isRecord());
  }
}
