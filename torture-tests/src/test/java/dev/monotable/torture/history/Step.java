package dev.monotable.torture.history;

import org.jspecify.annotations.Nullable;

/**
 * The effect of an action on one item. An item is a number; a missing item is null.
 *
 * @param key the item
 * @param argument the value to put, or the number to add; 0 for other kinds
 * @param expected the value that the condition compares with, or 0
 */
record Step(Kind kind, int key, long argument, Condition condition, long expected) {

  /** The effect of the step if the condition holds. */
  enum Kind {
    READ,
    PUT,
    ADD,
    DELETE,
    /** Nothing: it tests the condition. */
    CHECK
  }

  /** The condition of the step. */
  enum Condition {
    NONE,
    PRESENT,
    ABSENT,
    EQUAL,
    /** As a DELETE statement, which succeeds if there is no item. */
    EQUAL_OR_ABSENT
  }

  static Step read(int key) {
    return new Step(Kind.READ, key, 0, Condition.NONE, 0);
  }

  static Step put(int key, long value) {
    return new Step(Kind.PUT, key, value, Condition.NONE, 0);
  }

  static Step add(int key, long number) {
    return new Step(Kind.ADD, key, number, Condition.NONE, 0);
  }

  static Step delete(int key) {
    return new Step(Kind.DELETE, key, 0, Condition.NONE, 0);
  }

  static Step check(int key) {
    return new Step(Kind.CHECK, key, 0, Condition.NONE, 0);
  }

  Step ifPresent() {
    return new Step(kind, key, argument, Condition.PRESENT, 0);
  }

  Step ifAbsent() {
    return new Step(kind, key, argument, Condition.ABSENT, 0);
  }

  Step ifEqual(long value) {
    return new Step(kind, key, argument, Condition.EQUAL, value);
  }

  Step ifEqualOrAbsent(long value) {
    return new Step(kind, key, argument, Condition.EQUAL_OR_ABSENT, value);
  }

  boolean isWrite() {
    return kind == Kind.PUT || kind == Kind.ADD || kind == Kind.DELETE;
  }

  /** Returns whether the condition holds for an item. */
  boolean holds(@Nullable Long value) {
    return switch (condition) {
      case NONE -> true;
      case PRESENT -> value != null;
      case ABSENT -> value == null;
      case EQUAL -> value != null && value == expected;
      case EQUAL_OR_ABSENT -> value == null || value == expected;
    };
  }

  /** Returns the item after the step. */
  @Nullable Long after(@Nullable Long value) {
    return switch (kind) {
      case READ, CHECK -> value;
      case PUT -> Long.valueOf(argument);
      case ADD -> Long.valueOf((value == null ? 0 : value) + argument);
      case DELETE -> null;
    };
  }

  @Override
  public String toString() {
    String what =
        switch (kind) {
          case READ, DELETE, CHECK -> kind + " " + key;
          case PUT -> "PUT " + key + " = " + argument;
          case ADD -> "ADD " + key + " + " + argument;
        };
    return switch (condition) {
      case NONE -> what;
      case PRESENT, ABSENT -> what + " if " + condition;
      case EQUAL -> what + " if = " + expected;
      case EQUAL_OR_ABSENT -> what + " if = " + expected + " or ABSENT";
    };
  }
}
