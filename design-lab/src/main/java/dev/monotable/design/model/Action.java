package dev.monotable.design.model;

import org.jspecify.annotations.Nullable;

/** What a request, or one part of a batch, transaction or statement, does with a table. */
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

  /** Returns whether the action reads items. */
  public boolean isRead() {
    return this == GET || this == QUERY || this == SCAN;
  }

  /** Returns whether the action consumes write units. */
  public boolean isWrite() {
    return this == PUT || this == UPDATE || this == DELETE || this == CONDITION_CHECK;
  }
}
