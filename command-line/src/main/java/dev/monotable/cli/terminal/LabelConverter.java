package dev.monotable.cli.terminal;

import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Converts one of a few labels.
 *
 * @param <T> what a label stands for
 */
public abstract class LabelConverter<T> implements ITypeConverter<T> {
  private final List<String> labels;
  private final Function<String, @Nullable T> values;

  /**
   * Creates a converter.
   *
   * @param labels the labels, for the message about another one
   * @param values returns what a label stands for; null for an unknown label
   */
  protected LabelConverter(List<String> labels, Function<String, @Nullable T> values) {
    this.labels = labels;
    this.values = values;
  }

  @Override
  public final T convert(String label) {
    T value = values.apply(label);
    if (value == null) {
      int last = labels.size() - 1;
      throw new TypeConversionException(
          "'"
              + label
              + "' is not "
              + String.join(", ", labels.subList(0, last))
              + " or "
              + labels.get(last));
    }
    return value;
  }
}
