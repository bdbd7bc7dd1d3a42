package dev.monotable.engine.operation;

import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.Wording;
import dev.monotable.engine.fault.FaultRule;
import dev.monotable.engine.observe.ThrottledKey;
import dev.monotable.engine.operation.RequestCharge.Where;
import dev.monotable.engine.query.ReadRange;
import dev.monotable.engine.request.CommitTicket;
import dev.monotable.engine.request.ObjectRights;
import dev.monotable.engine.table.AccessPath;
import dev.monotable.engine.table.KeyedItem;
import dev.monotable.engine.table.TableLayout;
import dev.monotable.engine.table.TableState;
import dev.monotable.value.Item;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One call of an operation: what belongs to a single request. A handler admits its request through
 * its call, when the request has been checked and before it takes effect: it adds what it will read
 * and write, calls {@link #admit()}, and then asks what was decided. Without an admission requests
 * these methods do nothing.
 *
 * <p>Calls that are not observed or admitted and that have no ticket share one instance for each
 * operation, so they cost no allocation. The call of an observed request is its {@link
 * Observation}.
 */
public class Call {
  private final Wording wording;
  private final @Nullable RequestAdmission admission;
  private final @Nullable CommitTicket ticket;

  /**
   * @param admission asks those who admit the request; null if there are none
   * @param ticket receives what the response waits for; null if it waits for nothing
   */
  protected Call(
      Wording wording, @Nullable RequestAdmission admission, @Nullable CommitTicket ticket) {
    this.wording = wording;
    this.admission = admission;
    this.ticket = ticket;
  }

  /** Returns the shared call of requests that are not admitted or observed. */
  public static Call plain(Wording wording) {
    return new Call(wording, null, null);
  }

  /** Returns the call of a request that is not observed. */
  public static Call of(
      Wording wording, @Nullable RequestAdmission admission, @Nullable CommitTicket ticket) {
    return new Call(wording, admission, ticket);
  }

  /** Returns this call in another layer of the service. */
  public final Call in(Wording other) {
    Observation observation = observation();
    return observation == null
        ? new Call(other, admission, ticket)
        : new ObservedElsewhere(other, admission, ticket, observation);
  }

  /** Returns the wording of the service layer that parses the request. */
  public final Wording wording() {
    return wording;
  }

  /** Returns what each commit of the request is passed to; null if the response does not wait. */
  public final @Nullable CommitTicket ticket() {
    return ticket;
  }

  /** Returns where to report what the request reads and writes; null if it is not observed. */
  public @Nullable Observation observation() {
    return null;
  }

  // Admission.

  /**
   * Returns whether the request is admitted. If not, a handler need not determine targets that cost
   * something.
   */
  public final boolean isAdmitted() {
    return admission != null;
  }

  /** Admits the request before its tables are looked up. Called for each request. */
  public final <I extends Record, O extends Record> void enter(
      OperationHandler<I, O> handler, I request) {
    if (admission != null) {
      admission.enter(() -> handler.addsData(request, this));
    }
  }

  /**
   * Adds a read of an item to what is to be admitted.
   *
   * @param subject the key
   */
  public final void willRead(TableLayout table, AccessPath path, Item subject, boolean consistent) {
    willRead(table, path, subject, null, consistent);
  }

  private void willRead(
      TableLayout table,
      AccessPath path,
      @Nullable Item subject,
      @Nullable List<ReadRange> pages,
      boolean consistent) {
    if (admission != null) {
      admission.add(RequestTarget.ofRead(table, path, subject, pages, consistent));
    }
  }

  /** Leaves a part of the request out of what is to be admitted, because it is invalid. */
  public final void skipPart() {
    if (admission != null) {
      admission.skipPart();
    }
  }

  /**
   * Adds a write to what is to be admitted.
   *
   * @param subject the item or key
   * @param addsData whether it can create an item or make one larger
   */
  public final void willWrite(TableLayout table, Item subject, boolean addsData) {
    if (admission != null) {
      admission.add(RequestTarget.ofWrite(table, subject, addsData));
    }
  }

  /**
   * Admits what was added.
   *
   * @throws FaultException if the request is rejected
   */
  public final void admit() {
    if (admission != null) {
      admission.admit();
    }
  }

  /**
   * Admits a request with one read.
   *
   * @param subject the key, or the equality terms of a condition on it; null if the read is of no
   *     single item or item collection
   * @return the state of the table to read, which may be older
   * @throws FaultException if the request is rejected
   */
  public final TableState admitRead(
      TableState table, AccessPath path, @Nullable Item subject, boolean consistent) {
    if (admission == null) {
      return table;
    }
    willRead(table.layout(), path, subject, null, consistent);
    admission.admit();
    return admission.stateFor(table, path, consistent);
  }

  /**
   * Admits a request that reads a page.
   *
   * @param subjects the equality terms of the key condition, for each item collection; empty if the
   *     read is of no certain ones
   * @param pages the keys that pages are read from
   * @return the state of the table to read, which may be older
   * @throws FaultException if the request is rejected
   */
  public final TableState admitRead(
      TableState table,
      AccessPath path,
      List<Item> subjects,
      List<ReadRange> pages,
      boolean consistent) {
    if (admission == null) {
      return table;
    }
    if (subjects.isEmpty()) {
      willRead(table.layout(), path, null, pages, consistent);
    }
    for (Item subject : subjects) {
      willRead(table.layout(), path, subject, pages, consistent);
    }
    admission.admit();
    return admission.stateFor(table, path, consistent);
  }

  /** Returns the state of a table to read, which may be older. */
  public final TableState stateFor(TableState table, AccessPath path, boolean consistent) {
    return admission == null ? table : admission.stateFor(table, path, consistent);
  }

  /** Returns whether a part of a batch is not processed. */
  public final boolean isUnprocessed(int part) {
    return admission != null && admission.isUnprocessed(part);
  }

  /**
   * Returns why a statement of a batch is rejected before its table is looked up; null if it is
   * not.
   */
  public final @Nullable FaultException rejection(int statement) {
    return admission == null ? null : admission.rejection(statement);
  }

  /** Returns the failure of a part that has its own error; null if it is admitted. */
  public final @Nullable FaultException failure(int part) {
    return admission == null ? null : admission.failure(part);
  }

  /** Returns the rights of the caller on Amazon S3, as they are now. */
  public final ObjectRights objectRights() {
    return admission == null ? ObjectRights.ALL : admission.objectRights();
  }

  /** Returns the number of items that a page evaluates at most. */
  public final int pageItems(int limit) {
    return admission == null ? limit : admission.pageItems(limit);
  }

  /** Returns the time of the latest stream record that is returned. */
  public final Instant latestRecord(Instant now) {
    return admission == null ? Instant.MAX : admission.latestRecord(now);
  }

  /**
   * Returns whether the page that follows a page of stream records has the same records again.
   *
   * @param first the least sequence number that the page could have
   * @param last the sequence number of its last record
   */
  public final boolean repeatsPage(String shardId, long first, long last) {
    return admission != null && admission.repeatsPage(shardId, first, last);
  }

  /**
   * Charges a read of an item by its primary key, after it was read.
   *
   * @param treeKey the key as the table's tree encodes it
   * @return why the read is rejected; null if it is admitted
   */
  public final @Nullable FaultException chargeRead(
      TableState table, byte[] treeKey, Item key, double units) {
    return admission == null
        ? null
        : admission.charge(
            RequestCharge.ofRead(
                table.layout(), table.layout().table(), new Where(treeKey, key), units, 0));
  }

  /**
   * Charges a page, after it was read.
   *
   * @param where with which key the page begins
   * @param units of the path
   * @param fetched read units of the table for attributes that an index does not have
   * @throws FaultException if the page is rejected
   */
  public final void chargePage(
      TableState table, AccessPath path, Where where, double units, double fetched) {
    if (admission != null) {
      throwIfRejected(
          admission.charge(RequestCharge.ofRead(table.layout(), path, where, units, fetched)));
    }
  }

  /**
   * Charges a write, before it takes effect.
   *
   * @param where the key of the item
   * @param before the item before; null if there is none
   * @param after the item after; null if there is none; the item before for a condition check
   * @param factor of the units of the table: {@link ConsumedCapacities#TRANSACTION_FACTOR} in a
   *     transaction, otherwise 1
   * @return why the write is rejected; null if it is admitted
   */
  public final @Nullable FaultException chargeWrite(
      TableLayout table,
      Where where,
      @Nullable Item before,
      @Nullable KeyedItem after,
      int factor) {
    return admission == null
        ? null
        : admission.charge(RequestCharge.ofWrite(table, where, before, after, factor));
  }

  /** Throws the rejection of a part that is the whole request; does nothing if it is null. */
  public static void throwIfRejected(@Nullable FaultException rejection) {
    if (rejection != null) {
      throw rejection;
    }
  }

  /** Completes a request that has taken effect; may throw what is to be its answer instead. */
  public final void complete() {
    if (admission != null) {
      admission.complete();
    }
  }

  /** Returns the parts of the request that were throttled. */
  public final List<ThrottledKey> throttled() {
    return admission == null ? List.of() : admission.throttled();
  }

  /** Returns the fault rules that the request was hit by. */
  public final List<FaultRule> injected() {
    return admission == null ? List.of() : admission.injected();
  }

  /** A call in another layer of the service than its observation. */
  private static final class ObservedElsewhere extends Call {
    private final Observation observation;

    ObservedElsewhere(
        Wording wording,
        @Nullable RequestAdmission admission,
        @Nullable CommitTicket ticket,
        Observation observation) {
      super(wording, admission, ticket);
      this.observation = observation;
    }

    @Override
    public Observation observation() {
      return observation;
    }
  }
}
