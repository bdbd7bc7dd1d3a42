package dev.monotable.engine.error;

import dev.monotable.api.Experimental;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The messages of a {@link Wording} that differ from the texts of the faults themselves. They are
 * found by the type of a fault, or by the fault if it is an enum constant. Immutable.
 */
@Experimental
public final class OtherTexts {
  /** No message differs. */
  public static final OtherTexts NONE = new OtherTexts(Map.of());

  private final Map<Object, Function<Fault, String>> texts;

  private OtherTexts(Map<Object, Function<Fault, String>> texts) {
    this.texts = texts;
  }

  /** Returns these messages and one for a fault without data. */
  public OtherTexts with(Enum<?> fault, String text) {
    return and(fault, sent -> text);
  }

  /** Returns these messages and one for all faults of a type. */
  public <F extends Record & Fault> OtherTexts with(Class<F> type, Function<F, String> text) {
    return and(type, fault -> text.apply(type.cast(fault)));
  }

  private OtherTexts and(Object key, Function<Fault, String> text) {
    Map<Object, Function<Fault, String>> all = new HashMap<>(texts);
    all.put(key, text);
    return new OtherTexts(all);
  }

  /** Returns the message for a fault; null if it does not differ. */
  @Nullable String find(Fault fault) {
    Function<Fault, String> text = texts.get(fault instanceof Enum<?> ? fault : fault.getClass());
    return text == null ? null : text.apply(fault);
  }
}
