package dev.monotable.design.model;

import dev.monotable.model.Operations;
import dev.monotable.schema.OperationSchema;
import org.jspecify.annotations.Nullable;

/** The work of a request, or of one part of a batch, transaction or statement, on a table. */
public enum Action {
  GET("Get"),
  QUERY("Query"),
  SCAN("Scan"),
  PUT("Put"),
  UPDATE("Update"),
  DELETE("Delete"),
  CONDITION_CHECK("ConditionCheck"),
  /** An operation on tables, streams or backups, which reads and writes no items. */
  OTHER("Other");

  private final String label;

  Action(String label) {
    this.label = label;
  }

  /** Returns the action as a design file writes it, such as {@code Put}. */
  public String label() {
    return label;
  }

  /** Returns the action with a label, or null if the label is unknown. */
  public static @Nullable Action find(String label) {
    for (Action action : values()) {
      if (action.label.equals(label)) {
        return action;
      }
    }
    return null;
  }

  /**
   * Returns what an operation does, unless the parts of its requests say something else: a batch of
   * writes can also delete, and a transaction of writes do anything that writes.
   */
  public static Action usual(OperationSchema<?, ?> operation) {
    if (operation == Operations.GET_ITEM
        || operation == Operations.BATCH_GET_ITEM
        || operation == Operations.TRANSACT_GET_ITEMS) {
      return GET;
    }
    if (operation == Operations.PUT_ITEM
        || operation == Operations.BATCH_WRITE_ITEM
        || operation == Operations.TRANSACT_WRITE_ITEMS) {
      return PUT;
    }
    if (operation == Operations.UPDATE_ITEM) {
      return UPDATE;
    }
    if (operation == Operations.DELETE_ITEM) {
      return DELETE;
    }
    if (operation == Operations.QUERY) {
      return QUERY;
    }
    return operation == Operations.SCAN ? SCAN : OTHER;
  }

  /** Returns whether the action reads items. */
  public boolean isRead() {
    return this == GET || this == QUERY || this == SCAN;
  }

  /** Returns whether the action consumes write units. */
  public boolean isWrite() {
    return this == PUT || this == UPDATE || this == DELETE || this == CONDITION_CHECK;
  }
}
