package dev.monotable.schema;

/** The schema of a list. */
public final class ListSchema extends Schema {
  private final Schema element;

  private ListSchema(String name, Constraints constraints, Schema element) {
    super(ShapeType.LIST, name, constraints);
    this.element = element;
  }

  public static ListSchema of(String name, Constraints constraints, Schema element) {
    return new ListSchema(name, constraints, element);
  }

  /** Returns the schema of every element. */
  public Schema element() {
    return element;
  }
}
