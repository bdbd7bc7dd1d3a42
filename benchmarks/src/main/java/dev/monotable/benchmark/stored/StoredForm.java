package dev.monotable.benchmark.stored;

/**
 * A format in which items could be stored, with the steps of the operations that depend on it. It
 * supports the items of the chat design, that is, the types S, N, L and M only.
 *
 * @param <T> the type of an immutable item in this format
 */
interface StoredForm<T> {
  /** Converts an item from canonical JSON, as a PutItem does. */
  T store(byte[] json);

  /** Writes an item as DynamoDB JSON, as every read does, and returns the offset after it. */
  int write(T item, byte[] target, int at);

  /** Evaluates {@code attribute_exists(PK) AND type = :type AND edits < :limit}. */
  boolean test(T item);

  /** Applies {@code SET edits = edits + :one} and returns the new item. */
  T update(T item);
}
