package dev.monotable.engine.error;

import dev.monotable.value.AttributeValue;
import dev.monotable.value.Echo;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A fault that its text describes. If the text has places for values, which are marked {@code %s},
 * the fault is {@link #with} these values.
 */
public non-sealed interface FaultText extends Fault {
  /**
   * Returns this fault with the values of its text.
   *
   * @param values in the order of the text: strings, numbers, enum constants, values of attributes,
   *     faults, whose text is inserted, or lists of strings, which are separated by commas
   */
  default Fault with(@Nullable Object... values) {
    return Filled.of(this, values);
  }

  /**
   * A fault with the values of its text.
   *
   * @param kind the fault, whose text has a place for each value
   */
  record Filled(FaultText kind, List<Object> values) implements Fault {
    public Filled {
      values = List.copyOf(values);
    }

    static Filled of(FaultText kind, @Nullable Object... values) {
      List<Object> kept = new ArrayList<>(values.length);
      for (Object value : values) {
        kept.add(kept(value));
      }
      return new Filled(kind, kept);
    }

    private static Object kept(@Nullable Object value) {
      if (value instanceof List<?> list) {
        return String.join(", ", Echo.of(list.stream().map(String::valueOf).toList()));
      }
      return value instanceof String text ? Echo.of(text) : value == null ? "null" : value;
    }

    @Override
    public ErrorCode code() {
      return kind.code();
    }

    @Override
    public @Nullable Record detail(Wording wording) {
      return kind.detail(wording);
    }

    @Override
    public String text(Wording wording) {
      Object[] shown = new Object[values.size()];
      for (int i = 0; i < shown.length; i++) {
        shown[i] = shown(values.get(i), wording);
      }
      return PlaceTexts.filled(wording.message(kind), shown);
    }

    private static Object shown(Object value, Wording wording) {
      if (value instanceof Fault fault) {
        return wording.message(fault);
      }
      return value instanceof AttributeValue attribute ? PlaceTexts.shown(attribute) : value;
    }
  }
}
