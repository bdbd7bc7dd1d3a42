package dev.monotable.cli.serve;

import dev.monotable.cli.terminal.NearName;
import dev.monotable.engine.limits.Limits;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * The limits by their names, such as {@code item.max-bytes}: the subject and the component of its
 * record in {@link Limits}. Found by reflection, so that a new limit has a name.
 */
final class LimitNames {
  /** The names that earlier versions had, with the reason why they are rejected. */
  private static final Map<String, String> REMOVED =
      Map.of(
          "account.max-legacy-global-tables",
          "no global table of version 2017.11.29 can be created, as on AWS",
          "vector.max-exact-entries",
          "every search for vectors is exact");

  private LimitNames() {}

  /** Returns all names. */
  static List<String> all() {
    List<String> names = new ArrayList<>();
    for (Method subject : Limits.class.getMethods()) {
      if (subject.getReturnType().isRecord()) {
        for (RecordComponent component : subject.getReturnType().getRecordComponents()) {
          names.add(name(subject, component));
        }
      }
    }
    names.sort(null);
    return names;
  }

  private static String name(Method subject, RecordComponent component) {
    return subject.getName()
        + '.'
        + component.getName().replaceAll("([A-Z])", "-$1").toLowerCase(Locale.ROOT);
  }

  /**
   * Sets a limit.
   *
   * @throws IllegalArgumentException if the name is unknown or was removed, or the limit rejects
   *     the number
   */
  static void set(Limits.Builder limits, String name, long number) {
    for (Method subject : Limits.class.getMethods()) {
      if (subject.getReturnType().isRecord()) {
        RecordComponent[] components = subject.getReturnType().getRecordComponents();
        for (int i = 0; i < components.length; i++) {
          if (name(subject, components[i]).equals(name)) {
            change(limits, subject, i, number);
            return;
          }
        }
      }
    }
    String reason = REMOVED.get(name);
    if (reason != null) {
      throw new IllegalArgumentException("the limit '" + name + "' was removed: " + reason);
    }
    String near = NearName.find(name, all());
    throw new IllegalArgumentException(
        "unknown limit '"
            + name
            + (near == null
                ? "'; the limits are " + String.join(", ", all())
                : "'; did you mean '" + near + "'?"));
  }

  private static void change(Limits.Builder limits, Method subject, int index, long number) {
    UnaryOperator<Record> change = record -> replaced(record, index, number);
    try {
      var unused =
          Limits.Builder.class
              .getMethod(subject.getName(), UnaryOperator.class)
              .invoke(limits, change);
    } catch (InvocationTargetException e) {
      throw e.getCause() instanceof IllegalArgumentException invalid
          ? invalid
          : new IllegalStateException(e);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns a record in which one component is another number. */
  private static Record replaced(Record record, int index, long number) {
    RecordComponent[] components = record.getClass().getRecordComponents();
    Class<?>[] types = new Class<?>[components.length];
    Object[] values = new Object[components.length];
    try {
      for (int i = 0; i < components.length; i++) {
        types[i] = components[i].getType();
        values[i] = components[i].getAccessor().invoke(record);
      }
      if (types[index] == int.class && number != (int) number) {
        throw new IllegalArgumentException("a limit must be at most " + Integer.MAX_VALUE);
      }
      values[index] = types[index] == int.class ? (Object) (int) number : (Object) number;
      return record.getClass().getConstructor(types).newInstance(values);
    } catch (InvocationTargetException e) {
      throw e.getCause() instanceof IllegalArgumentException invalid
          ? invalid
          : new IllegalStateException(e);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }
}
