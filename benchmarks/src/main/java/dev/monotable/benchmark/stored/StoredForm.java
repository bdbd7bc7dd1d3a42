package dev.monotable.benchmark.stored;

/**
 * A form in which items could be stored. What is asked of it are the steps of the operations that
 * depend on it; items are those of the chat design, so only the types S, N, L and M are known.
 *
 * @param <T> an item in this form, immutable
 */
interface StoredForm<T> {
  /** Makes the form of an item that came as canonical JSON, as a PutItem does. */
  T store(byte[] json);

  /** Writes an item as DynamoDB JSON, as every read does; returns the offset after it. */
  int write(T item, byte[] target, int at);

  /** Tests {@code attribute_exists(PK) AND type = :type AND edits < :limit}. */
  boolean test(T item);

  /** Does {@code SET edits = edits + :one}, everything else as it was. */
  T update(T item);
}
