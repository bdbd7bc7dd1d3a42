package dev.monotable.design;

import dev.monotable.design.model.Design;
import dev.monotable.design.model.DesignTable;
import dev.monotable.design.replay.TableRequests;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.model.CreateTableInput;

/** Creates the tables of a declared design. */
public final class DesignTables {
  private DesignTables() {}

  /**
   * Creates all tables of a design, with Time to Live and streams.
   *
   * @throws DynamoException if a table exists or cannot be created
   */
  public static void create(Design design, MonotableEngine engine) {
    for (DesignTable table : design.tables()) {
      TableRequests.create(table, engine);
    }
  }

  /** Returns the request that creates a table, without Time to Live, which takes another one. */
  public static CreateTableInput request(DesignTable table) {
    return TableRequests.request(table);
  }
}
