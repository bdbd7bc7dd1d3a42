package dev.monotable.schema;

/** The schema of a list. */
public final class ListSchema extends ShapeSchema {
  private final ShapeSchema element;

  private ListSchema(String name, Constraints constraints, ShapeSchema element) {
    super(ShapeType.LIST, name, constraints);
    this.element = element;
  }

  /** Creates the schema of a list. */
  public static ListSchema of(String name, Constraints constraints, ShapeSchema element) {
    return new ListSchema(name, constraints, element);
  }

  /** Returns the schema of every element. */
  public ShapeSchema element() {
    return element;
  }
}
