package dev.monotable.schema;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An operation of the API. Its input and output are looked up when they are first asked for, so
 * that the catalogue of all operations loads none of their records.
 *
 * @param <I> the request
 * @param <O> the response
 */
public final class OperationSchema<I extends java.lang.Record, O extends java.lang.Record> {
  private final int ordinal;
  private final Service service;
  private final String name;
  private final String target;
  private final List<String> errors;
  private final Shapes shapes;
  private @Nullable StructureSchema<I> input;
  private @Nullable StructureSchema<O> output;

  /** Where operations find their shapes; implemented by the generated catalogue. */
  public interface Shapes {
    StructureSchema<?> input(int ordinal);

    StructureSchema<?> output(int ordinal);
  }

  /**
   * For generated code.
   *
   * @param ordinal the place in the catalogue, from 0
   * @param errors names of the errors that the model lists for it
   */
  public OperationSchema(
      int ordinal, Service service, String name, Shapes shapes, String... errors) {
    this.ordinal = ordinal;
    this.service = service;
    this.name = name;
    this.target = service.targetPrefix() + '.' + name;
    this.errors = List.of(errors);
    this.shapes = shapes;
  }

  /** The place in the generated catalogue, from 0 without gaps. */
  public int ordinal() {
    return ordinal;
  }

  public Service service() {
    return service;
  }

  /** The name, such as {@code PutItem}. */
  public String name() {
    return name;
  }

  /** The value of {@code X-Amz-Target}, such as {@code DynamoDB_20120810.PutItem}. */
  public String target() {
    return target;
  }

  /** Names of the errors that the model lists for this operation. */
  public List<String> errors() {
    return errors;
  }

  @SuppressWarnings("unchecked") // the catalogue declares operation and shapes together
  public StructureSchema<I> input() {
    StructureSchema<I> known = input;
    if (known == null) {
      known = (StructureSchema<I>) shapes.input(ordinal);
      input = known;
    }
    return known;
  }

  /** The response; {@code Unit} where the operation answers with an empty body. */
  @SuppressWarnings("unchecked") // the catalogue declares operation and shapes together
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
