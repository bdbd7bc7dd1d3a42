package dev.monotable.engine.observe;

import dev.monotable.value.Item;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A page of a Query, a Scan or a SELECT, with its plan. */
public non-sealed interface PageRead extends RequestPart {
  @Override
  default Kind kind() {
    return Kind.PAGE_READ;
  }

  /** Returns whether the index is global; false for the table. */
  boolean globalIndex();

  /**
   * Returns the conditions on the key: none for a read of the whole table or index, one for a
   * Query, one for each range of keys of a SELECT with OR or IN.
   */
  List<KeyRestriction> keyConditions();

  /**
   * Returns the filter; null if there is none. For a statement it is the whole statement, if its
   * WHERE clause tests more than the key.
   */
  @Nullable ExpressionText filter();

  /** Returns the attributes to return; null for all. */
  @Nullable ExpressionText projection();

  /** Returns whether the items are counted only. */
  boolean countOnly();

  /** Returns whether the read is strongly consistent. */
  boolean consistent();

  /** Returns whether keys are read in ascending order. */
  boolean forward();

  /** Returns the number of items that the request allows to evaluate; null without Limit. */
  @Nullable Integer limit();

  /** Returns the key after which the page begins; null for the first page. */
  @Nullable Item startKey();

  /** Returns the key of the last evaluated item; null if this is the last page. */
  @Nullable Item lastEvaluatedKey();

  /** Returns the number of items evaluated, ScannedCount. */
  int evaluated();

  /** Returns the number of items that passed the filter, Count. */
  int returned();

  /** Returns the size of the evaluated items as the table or index holds them, in bytes. */
  long bytes();

  /** Returns the read units on the table or index that was read. */
  double units();

  /**
   * Returns the read units on the table for items that a local secondary index does not hold whole.
   */
  double fetchedUnits();
}
