package dev.monotable.engine.storage;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The fields of records, written or read in one order. A form states each field once, by its
 * accessor: the field of a record is written and returned, and that of null is read.
 */
public final class Fields {
  private final @Nullable ByteWriter out;
  private final @Nullable ByteReader in;

  private Fields(@Nullable ByteWriter out, @Nullable ByteReader in) {
    this.out = out;
    this.in = in;
  }

  /** Returns what writes the fields of a record. */
  public static Fields of(ByteWriter out) {
    return new Fields(out, null);
  }

  /** Returns what reads the fields of a record, which is null then. */
  public static Fields of(ByteReader in) {
    return new Fields(null, in);
  }

  /**
   * The fields of one class of records.
   *
   * @param <T> the class
   */
  public interface Form<T> {
    /** Writes a record and returns one that is equal to it; reads one if it is null. */
    T apply(Fields fields, @Nullable T of);
  }

  /** Returns a field that is written and read in its own way. */
  public <T, V extends @Nullable Object> V field(
      @Nullable T of,
      Function<T, V> accessor,
      BiConsumer<ByteWriter, V> put,
      Function<ByteReader, V> next) {
    if (of == null) {
      return next.apply(Objects.requireNonNull(in));
    }
    V value = accessor.apply(of);
    put.accept(Objects.requireNonNull(out), value);
    return value;
  }

  /** Returns a string. */
  public <T> String string(@Nullable T of, Function<T, String> accessor) {
    return field(of, accessor, ByteWriter::putString, ByteReader::nextString);
  }

  /** Returns a string or null. */
  public <T> @Nullable String optionalString(
      @Nullable T of, Function<T, @Nullable String> accessor) {
    return field(of, accessor, ByteWriter::putOptionalString, ByteReader::nextOptionalString);
  }

  /** Returns a truth value. */
  public <T> boolean truth(@Nullable T of, Function<T, Boolean> accessor) {
    return field(of, accessor, ByteWriter::putBoolean, ByteReader::nextBoolean);
  }

  /** Returns a time. */
  public <T> Instant time(@Nullable T of, Function<T, Instant> accessor) {
    return field(of, accessor, ByteWriter::putTime, ByteReader::nextTime);
  }

  /** Returns a time or null. */
  public <T> @Nullable Instant optionalTime(
      @Nullable T of, Function<T, @Nullable Instant> accessor) {
    return field(of, accessor, ByteWriter::putOptionalTime, ByteReader::nextOptionalTime);
  }

  /** Returns a number that may be negative. */
  public <T> long number(@Nullable T of, Function<T, Long> accessor) {
    return field(of, accessor, ByteWriter::putNumber, ByteReader::nextNumber);
  }

  /** Returns a number or null. */
  public <T> @Nullable Long optionalNumber(@Nullable T of, Function<T, @Nullable Long> accessor) {
    return field(of, accessor, ByteWriter::putOptionalNumber, ByteReader::nextOptionalNumber);
  }

  /** Returns a number that is usually small and not negative. */
  public <T> long count(@Nullable T of, Function<T, Long> accessor) {
    return field(of, accessor, ByteWriter::putCount, ByteReader::nextCount);
  }

  /** Returns a constant that is written by its code. */
  public <T, E extends Enum<E>> E code(
      @Nullable T of, Function<T, E> accessor, E[] constants, ToIntFunction<E> codes) {
    return field(
        of,
        accessor,
        (bytes, constant) -> bytes.putByte(codes.applyAsInt(constant)),
        bytes -> bytes.nextOf(constants, codes));
  }

  /** Returns a constant that is written by its name. */
  public <T, E extends Enum<E>> E named(@Nullable T of, Function<T, E> accessor, E[] constants) {
    return field(
        of,
        accessor,
        (bytes, constant) -> bytes.putString(constant.name()),
        bytes -> bytes.nextNamed(constants));
  }

  /** Returns a record within the record. */
  public <T, V> V part(@Nullable T of, Function<T, V> accessor, Form<V> form) {
    return form.apply(this, of == null ? null : accessor.apply(of));
  }

  /** Returns a record within the record, or null. */
  public <T, V> @Nullable V optional(
      @Nullable T of, Function<T, @Nullable V> accessor, Form<V> form) {
    V value = of == null ? null : accessor.apply(of);
    boolean present = truth(of, any -> value != null);
    return present ? form.apply(this, value) : null;
  }

  /** Returns records within the record. */
  public <T, V> List<V> list(@Nullable T of, Function<T, List<V>> accessor, Form<V> form) {
    List<V> values = new ArrayList<>();
    if (of == null) {
      for (int i = Objects.requireNonNull(in).nextLength(); i > 0; i--) {
        values.add(form.apply(this, null));
      }
    } else {
      List<V> written = accessor.apply(of);
      Objects.requireNonNull(out).putCount(written.size());
      written.forEach(value -> values.add(form.apply(this, value)));
    }
    return values;
  }
}
