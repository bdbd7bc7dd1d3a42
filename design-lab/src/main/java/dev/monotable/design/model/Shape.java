package dev.monotable.design.model;

import dev.monotable.model.Operations;
import dev.monotable.schema.OperationSchema;
import dev.monotable.schema.OperationTraits;
import dev.monotable.schema.OperationTraits.Parts;
import dev.monotable.schema.OperationTraits.Subject;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/**
 * The common form of requests that differ only in their values. Batches and transactions have a
 * shape for each of their actions, with the operation of the whole.
 *
 * @param operation the operation of the API, such as {@code TransactWriteItems}
 * @param action what it does with the table
 * @param table the name of the table; empty for an operation without one
 * @param index the name of the index that is read; null for the table
 * @param key the key condition, or the primary key of an item; null for a Scan and other actions
 * @param expressions the other expressions
 * @param mode how a read is performed
 */
public record Shape(
    String operation,
    Action action,
    String table,
    @Nullable String index,
    @Nullable KeyConditionTemplate key,
    ShapeExpressions expressions,
    ReadMode mode) {

  /** Returns a shape without expressions and with the default read mode. */
  public static Shape of(
      String operation, Action action, String table, @Nullable String index, @Nullable String key) {
    return new Shape(
        operation,
        action,
        table,
        index,
        key == null ? null : KeyConditionTemplate.parse(key),
        ShapeExpressions.NONE,
        ReadMode.DEFAULT);
  }

  /** Returns this shape with another key condition. */
  public Shape withKey(@Nullable KeyConditionTemplate newKey) {
    return new Shape(operation, action, table, index, newKey, expressions, mode);
  }

  /** Returns this shape with the terms of its key in the order of the names of attributes. */
  public Shape withSortedKey() {
    return key == null
        ? this
        : withKey(
            new KeyConditionTemplate(
                key.terms().stream()
                    .sorted(Comparator.comparing(TermTemplate::attribute))
                    .toList()));
  }

  /** Returns this shape with other expressions. */
  public Shape withExpressions(ShapeExpressions newExpressions) {
    return new Shape(operation, action, table, index, key, newExpressions, mode);
  }

  /** Returns a hash without what hardly distinguishes shapes: each request looks for its own. */
  @Override
  public int hashCode() {
    int hash = 31 * operation.hashCode() + table.hashCode();
    hash = 31 * hash + (index == null ? 0 : index.hashCode());
    return 31 * hash + (key == null ? 0 : key.hashCode());
  }

  /** Returns whether the operation is a batch or a transaction. */
  public boolean hasParts() {
    OperationTraits traits = traits();
    return traits != null && traits.parts() != Parts.ONE;
  }

  /** Returns whether the operation is a transaction, which costs twice the units. */
  public boolean isTransaction() {
    OperationTraits traits = traits();
    return traits != null && traits.isTransaction();
  }

  /** Returns whether the operation runs statements of PartiQL. */
  public boolean isStatement() {
    OperationTraits traits = traits();
    return traits != null && traits.subject() == Subject.STATEMENT;
  }

  /** Returns what the operation is; null if it does not exist. */
  private @Nullable OperationTraits traits() {
    OperationSchema<?, ?> known = Operations.find(operation);
    return known == null ? null : known.traits();
  }

  /** Returns the table, or the table and the index, such as {@code Chat.GSI1}. */
  public String target() {
    return index == null ? table : table + "." + index;
  }

  /**
   * Returns one line for people, such as {@code Query Chat.GSI1 PK = ROOM#{} and begins_with(SK,
   * MESSAGE#) descending limit 50}.
   */
  @Override
  public String toString() {
    StringBuilder line = new StringBuilder(operation);
    if (hasParts() || isStatement()) {
      line.append(' ').append(action.label());
    }
    if (!table.isEmpty()) {
      line.append(' ').append(target());
    }
    if (key != null) {
      line.append(' ').append(key);
    }
    expressions.appendTo(line);
    mode.appendTo(line);
    return line.toString();
  }
}
