package dev.monotable.engine.request;

import dev.monotable.engine.error.Fault;
import dev.monotable.schema.OperationSchema;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A request that is to be admitted. Implemented by the engine; for one thread. */
public interface AdmissionRequest {
  /** Returns the operation, whose traits say what it does. */
  OperationSchema<?, ?> operation();

  /** Returns the request as it was sent. */
  Record input();

  /** Returns who sends the request. */
  Caller caller();

  /** Returns the names of the tables that the request names, in its order. */
  List<String> tables();

  /** Returns the headers of the request; null for a caller in process. */
  @Nullable RequestHeaders headers();

  /** Returns the Region of the database. */
  String region();

  /** Returns the account of the database, 12 digits. */
  String account();

  /** Returns the time by the clock of the database. */
  Instant now();

  /** Returns a table by its name; null if it does not exist. */
  @Nullable AdmissionTable findTable(String name);

  /**
   * Returns what the request reads and writes: its parts, in its order. Empty before {@link
   * Admission#admit}, and for operations that are not on items.
   */
  List<? extends AdmissionTarget> targets();

  /**
   * Returns which part of the request a target belongs to: its position among the keys, items,
   * actions or statements, from 0. Statements that are invalid have no target.
   */
  int partOf(int target);

  /**
   * Returns whether the request can make the tables, items or indexes of the database larger. What
   * it adds to streams and client request tokens does not count, since the memory of these is
   * bounded. Before {@link Admission#admit}, it is false for operations on items.
   */
  boolean addsData();

  /**
   * Lets the strongly consistent reads of the request see the state of now, instead of that in
   * which their tables were looked up.
   */
  void refresh();

  /**
   * Rejects some parts of the request, in the way of its operation: a batch answers for each part,
   * a transaction is canceled, and any other request fails. Throws the fault if nothing is left.
   *
   * @param faults the fault of each target; null for those that are admitted
   */
  void reject(List<@Nullable Fault> faults);

  /**
   * Rejects a statement of a batch that answers for each, before its table is looked up. It has no
   * target then. For {@link Admission#enter}.
   *
   * @param statement its position in the batch, from 0
   */
  void rejectStatement(int statement, Fault fault);
}
