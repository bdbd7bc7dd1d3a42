package dev.monotable.value;

import dev.monotable.api.Experimental;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The reason why a value is invalid: the kind of fault and the arguments of its message. It has no
 * text; the engine renders it in the wording of its edition.
 *
 * @param kind what is wrong
 * @param attribute the top-level attribute that contains the fault, or null for a single value
 * @param arguments the arguments of the kind, in its order; a long text is cut as {@link Echo}
 *     describes
 * @param other if values are nested too deep, another fault that they have; it is reported by
 *     requests that may nest values deeper than items
 * @param unusual whether a value of the request is written in a way that the current layer of
 *     validation leaves to the older one: with several data types, or a Boolean as a string
 */
@Experimental
public record ValueFault(
    Kind kind,
    @Nullable String attribute,
    List<String> arguments,
    @Nullable ValueFault other,
    boolean unusual) {

  /** Copies the arguments. */
  public ValueFault {
    arguments = List.copyOf(arguments);
  }

  public ValueFault(Kind kind, @Nullable String attribute, List<String> arguments) {
    this(kind, attribute, arguments, null);
  }

  public ValueFault(
      Kind kind, @Nullable String attribute, List<String> arguments, @Nullable ValueFault other) {
    this(kind, attribute, arguments, other, false);
  }

  /** Returns this fault with another one. */
  ValueFault besides(@Nullable ValueFault fault) {
    return fault == null ? this : new ValueFault(kind, attribute, arguments, fault, unusual);
  }

  static ValueFault of(Kind kind, String... arguments) {
    return new ValueFault(kind, null, List.of(arguments));
  }

  /** The kinds of faults. */
  public enum Kind {
    /** No data type: {@code {}}. */
    EMPTY_VALUE,
    /** More than one data type. */
    SEVERAL_TYPES,
    /** {@code {"NULL":false}}. */
    NULL_FALSE,
    /** Text that is not a number; argument: the text as sent, which may be empty. */
    NOT_A_NUMBER,
    /** More than 38 significant digits; argument: the text as sent. */
    NUMBER_TOO_PRECISE,
    /** A magnitude of 1E126 or more; argument: the text as sent. */
    NUMBER_OVERFLOW,
    /** A magnitude below 1E-130; argument: the text as sent. */
    NUMBER_UNDERFLOW,
    /** A set without elements; argument: its type, {@code SS}, {@code NS} or {@code BS}. */
    EMPTY_SET,
    /**
     * Equal elements in a set; arguments: the type of the set, then the elements in the order sent,
     * numbers in canonical form, binaries in base64. Very many are cut as {@link Echo} describes.
     */
    DUPLICATES_IN_SET,
    /** A null among a set's elements; argument: the set's type. */
    NULL_IN_SET,
    /** Lists and maps nested deeper than DynamoDB allows. */
    NESTING_TOO_DEEP,
    /** An attribute whose name is the empty string. */
    EMPTY_ATTRIBUTE_NAME,
    /** An attribute whose name has more than {@link ItemWriter#MAX_NAME_BYTES} bytes. */
    LONG_ATTRIBUTE_NAME
  }
}
