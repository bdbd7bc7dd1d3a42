package dev.monotable.torture.lincheck;

import org.jspecify.annotations.Nullable;

/**
 * The operations that Lincheck combines. Items have a number as their partition key and a number
 * {@code n}. A result of null means that there is no item, or that a condition failed.
 */
public interface TableActions {
  /** The partition keys are 0, 1 and 2. */
  int KEYS = 3;

  /** Puts an item and returns the previous value. */
  @Nullable Integer put(int key, int value);

  /** Puts an item if there is none; returns whether it did. */
  boolean putIfAbsent(int key, int value);

  /** Adds to an item, which is created if there is none, and returns the new value. */
  @Nullable Integer add(int key, int value);

  /** Sets an item to a value if it has another; returns whether it did. */
  boolean replace(int key, int expected, int value);

  /** Reads an item. */
  @Nullable Integer get(int key);

  /** Deletes an item and returns the previous value. */
  @Nullable Integer delete(int key);

  /** Moves an amount from one item to another in a transaction if the first has it. */
  boolean transfer(int from, int amount);

  /** Reads all items in a transaction. */
  String getAll();

  /** Reads all items in one page of the table. */
  String scan();

  /** Reads all items in one page of the index by value. */
  String scanIndex();
}
