package dev.monotable.engine.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class LimitsTest {
  @Test
  void aNameSetsItsLimitAndNoOther() throws Exception {
    assertThat(values(Limits.AWS).keySet()).containsExactlyElementsOf(Limits.names());
    for (String name : Limits.names()) {
      Map<String, Object> expected = values(Limits.AWS);
      expected.put(name, 7L);
      Limits.Builder limits = Limits.builder();
      assertThat(limits.set(name, 7)).isTrue();
      assertThat(values(limits.build())).isEqualTo(expected);
    }
  }

  @Test
  void anInvalidNumberIsRejected() {
    Limits.Builder limits = Limits.builder();
    assertThat(limits.set("item.max-byte", 7)).isFalse();
    assertThatThrownBy(() -> limits.set("item.max-bytes", 0))
        .hasMessage("a limit must be positive: 0");
    assertThatThrownBy(() -> limits.set("item.max-bytes", 1L << 31))
        .hasMessage("a limit must be at most 2147483647");
    assertThatThrownBy(() -> limits.set("table.ttl-change-seconds", -1))
        .hasMessage("a limit must not be negative: -1");
  }

  private static Map<String, Object> values(Limits limits) throws Exception {
    Map<String, Object> values = new TreeMap<>();
    for (Method subject : Limits.class.getMethods()) {
      if (subject.getReturnType().isRecord()) {
        for (RecordComponent limit : subject.getReturnType().getRecordComponents()) {
          Number value = (Number) limit.getAccessor().invoke(subject.invoke(limits));
          values.put(
              subject.getName()
                  + '.'
                  + limit.getName().replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT),
              value.longValue());
        }
      }
    }
    return values;
  }
}
