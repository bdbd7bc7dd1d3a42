package dev.monotable.handle;

import java.util.List;

/** A table that the annotations of beans declare. */
public record DeclaredTable(String name, List<Class<?>> beans) {
  /**
   * Creates a table.
   *
   * @throws IllegalArgumentException if there is no bean
   */
  public DeclaredTable {
    beans = List.copyOf(beans);
    if (beans.isEmpty()) {
      throw new IllegalArgumentException(
          "the table " + name + " needs a bean that declares its keys");
    }
  }
}
