package dev.monotable.schema;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An operation of the API. Its input and output are looked up on first use, so that the catalogue
 * of operations loads no records.
 *
 * @param <I> the request
 * @param <O> the response
 */
public final class OperationSchema<I extends java.lang.Record, O extends java.lang.Record> {
  private final int ordinal;
  private final Service service;
  private final String name;
  private final String target;
  private final OperationTraits traits;
  private final List<String> errors;
  private final Shapes shapes;
  private @Nullable StructureSchema<I> input;
  private @Nullable StructureSchema<O> output;

  /** Looks up the shapes of operations; implemented by the generated catalogue. */
  public interface Shapes {
    /** Returns the request of an operation. */
    StructureSchema<?> input(int ordinal);

    /** Returns the response of an operation. */
    StructureSchema<?> output(int ordinal);
  }

  /**
   * Creates an operation. Called by generated code.
   *
   * @param ordinal the index in the catalogue, from 0
   * @param traits what the operation is
   * @param errors the names of the errors that the model lists for it
   */
  public OperationSchema(
      int ordinal,
      Service service,
      String name,
      OperationTraits traits,
      Shapes shapes,
      String... errors) {
    this.ordinal = ordinal;
    this.service = service;
    this.name = name;
    this.target = service.targetPrefix() + '.' + name;
    this.traits = traits;
    this.errors = List.of(errors);
    this.shapes = shapes;
  }

  /** Returns the index in the generated catalogue, from 0 without gaps. */
  public int ordinal() {
    return ordinal;
  }

  /** Returns the service to which the operation belongs. */
  public Service service() {
    return service;
  }

  /** Returns the name, such as {@code PutItem}. */
  public String name() {
    return name;
  }

  /** Returns the value of {@code X-Amz-Target}, such as {@code DynamoDB_20120810.PutItem}. */
  public String target() {
    return target;
  }

  /** Returns what the operation is, regardless of a request. */
  public OperationTraits traits() {
    return traits;
  }

  /** Returns the names of the errors that the model lists for this operation. */
  public List<String> errors() {
    return errors;
  }

  /** Returns the request. */
  @SuppressWarnings("unchecked") // the catalogue declares an operation with its shapes
  public StructureSchema<I> input() {
    StructureSchema<I> known = input;
    if (known == null) {
      known = (StructureSchema<I>) shapes.input(ordinal);
      input = known;
    }
    return known;
  }

  /** Returns the response; {@code Unit} if the operation returns an empty body. */
  @SuppressWarnings("unchecked") // the catalogue declares an operation with its shapes
  public StructureSchema<O> output() {
    StructureSchema<O> known = output;
    if (known == null) {
      known = (StructureSchema<O>) shapes.output(ordinal);
      output = known;
    }
    return known;
  }

  @Override
  public String toString() {
    return target;
  }
}
