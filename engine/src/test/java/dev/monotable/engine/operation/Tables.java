package dev.monotable.engine.operation;

import static dev.monotable.testing.Calls.table;

import dev.monotable.model.CreateTableInput;

/** Tables that the tests use. */
public final class Tables {
  private Tables() {}

  /**
   * Returns a table with the string keys PK and SK, and the index GSI1 on the strings GSI1PK and
   * GSI1SK, ALL.
   */
  public static CreateTableInput chat(String name) {
    return table(name, "PK, SK", "GSI1: GSI1PK, GSI1SK").build();
  }
}
