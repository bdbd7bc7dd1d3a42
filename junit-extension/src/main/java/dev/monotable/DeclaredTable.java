package dev.monotable;

import java.util.List;

/** A table that the annotations of beans declare. */
record DeclaredTable(String name, List<Class<?>> beans) {
  DeclaredTable {
    beans = List.copyOf(beans);
    if (beans.isEmpty()) {
      throw new IllegalArgumentException(
          "the table " + name + " needs a bean that declares its keys");
    }
  }
}
