package dev.monotable;

import dev.monotable.api.Experimental;
import dev.monotable.engine.error.ServiceFault.ThroughputLimit;
import dev.monotable.engine.fault.ActiveRule;
import dev.monotable.engine.fault.FaultInjector;
import dev.monotable.engine.fault.FaultRule;
import dev.monotable.engine.fault.InjectedFault;
import dev.monotable.engine.fault.InjectedFault.Lag;
import dev.monotable.engine.fault.InjectedFault.LatencyClock;
import dev.monotable.schema.OperationSchema;
import dev.monotable.value.Item;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Injects faults into requests: what DynamoDB, DynamoDB Streams or the network may do to valid
 * requests.
 *
 * <pre>{@code
 * db.faults().on(Operations.PUT_ITEM).table("Chat").times(2).throttle();
 * }</pre>
 *
 * <p>A rule whose fault is impossible for its operations is an error. The report of a failed test
 * says of each rule how many requests it has hit, and names those that never matched one; so does
 * the report of a design.
 *
 * <p>A rule ends when it has hit its number of requests, when it or the database is closed, or with
 * {@link #clear}. Forks begin without rules. All randomness comes from one seed: the same rules,
 * added in the same order after {@link #reset} with that seed, hit the same requests again.
 */
public final class Faults {
  private static final int MAX_INCOMPLETE = 20;

  private final FaultInjector injector;
  private final Set<Rule> incomplete = Collections.synchronizedSet(new LinkedHashSet<>());

  Faults(FaultInjector injector) {
    this.injector = injector;
  }

  /** Returns a rule to complete, for some operations; for all operations if none is given. */
  public Rule on(OperationSchema<?, ?>... operations) {
    Rule rule = new Rule(FaultRule.on(operations));
    if (incomplete.size() < MAX_INCOMPLETE) {
      incomplete.add(rule);
    }
    return rule;
  }

  /** Returns the rules that have no fault, because their last method was not called. */
  List<String> incomplete() {
    synchronized (incomplete) {
      return incomplete.stream().map(Rule::toString).toList();
    }
  }

  /** Returns the seed of every draw. */
  public long seed() {
    return injector.seed();
  }

  /** Returns the rules, with their counts, in the order in which they were added. */
  public List<ActiveRule> rules() {
    return injector.rules();
  }

  /** Removes all rules, and starts again with the same seed. */
  public void clear() {
    incomplete.clear();
    injector.clear();
  }

  /** Removes all rules, and sets the seed of those that are added from now on. */
  public void reset(long seed) {
    incomplete.clear();
    injector.reset(seed);
  }

  /**
   * A rule that is being built. The first methods say which requests it hits; each of the others
   * adds the rule with its fault, and returns it with its counts. Closing the result removes the
   * rule.
   */
  public final class Rule {
    private final FaultRule.Builder builder;

    private Rule(FaultRule.Builder builder) {
      this.builder = builder;
    }

    /** Restricts the rule to a table. */
    public Rule table(String name) {
      builder.table(name);
      return this;
    }

    /** Restricts the rule to an index. */
    public Rule index(String name) {
      builder.index(name);
      return this;
    }

    /** Restricts the rule to items with a partition key or a whole primary key. */
    public Rule key(Item attributes) {
      builder.key(attributes);
      return this;
    }

    /** Lets a number of matching requests pass first. */
    public Rule after(long requests) {
      builder.after(requests);
      return this;
    }

    /** Ends the rule after a number of faults. */
    public Rule times(long faults) {
      builder.times(faults);
      return this;
    }

    /** Sets the probability of a fault for each matching request. */
    public Rule probability(double value) {
      builder.probability(value);
      return this;
    }

    /**
     * Adds the rule with a fault.
     *
     * @throws IllegalArgumentException if the fault never happens to the operations of the rule, or
     *     a number is out of its range. The other methods that add the rule throw it too
     */
    public ActiveRule inject(InjectedFault fault) {
      incomplete.remove(this);
      return injector.add(builder.inject(fault));
    }

    /**
     * Returns the requests of the rule as text for people: {@code PutItem, table Chat, 2 times}.
     */
    @Override
    public String toString() {
      return builder.toString();
    }

    /** Throttles requests, by the limit that is usual for the capacity mode of the table. */
    public ActiveRule throttle() {
      return inject(new InjectedFault.Throttle(null));
    }

    /** Throttles requests by a limit. */
    @Experimental
    public ActiveRule throttle(ThroughputLimit limit) {
      return inject(new InjectedFault.Throttle(limit));
    }

    /** Leaves at most a number of parts of a batch unprocessed, the last ones. */
    public ActiveRule unprocessed(int parts) {
      return inject(new InjectedFault.Unprocessed(parts, 1));
    }

    /** Fails requests with an InternalServerError; they have no effect. */
    public ActiveRule serverError() {
      return inject(new InjectedFault.ServerError(false));
    }

    /** Lets requests take effect, and answers with an InternalServerError nevertheless. */
    public ActiveRule serverErrorAfterwards() {
      return inject(new InjectedFault.ServerError(true));
    }

    /**
     * Fails requests with an error of one's choice; they have no effect.
     *
     * @param code the name of its type, such as {@code ServiceUnavailableException}: 1 to 100
     *     letters, digits, dots and underscores
     * @param message at most 1,000 characters; empty for none
     * @param status the HTTP status of the response, from 400 to 599
     */
    @Experimental
    public ActiveRule error(String code, String message, int status) {
      return inject(new InjectedFault.ChosenFailure(code, message, status));
    }

    /** Closes connections without an answer; the requests have no effect. */
    public ActiveRule dropConnection() {
      return inject(new InjectedFault.DroppedConnection(false));
    }

    /** Lets requests take effect, and closes their connections without an answer. */
    public ActiveRule dropConnectionAfterwards() {
      return inject(new InjectedFault.DroppedConnection(true));
    }

    /** Advances the clock of the database at each request, instead of waiting. */
    public ActiveRule latency(Duration duration) {
      return inject(new InjectedFault.Latency(duration, LatencyClock.ENGINE));
    }

    /**
     * Delays each request in real time, until the rule is removed. Other requests are not delayed.
     */
    public ActiveRule realLatency(Duration duration) {
      return inject(new InjectedFault.Latency(duration, LatencyClock.REAL));
    }

    /** Fails transactions, and writes to items, with a conflict. */
    public ActiveRule transactionConflict() {
      return inject(new InjectedFault.TransactionConflict());
    }

    /** Fails transactions as if one with the same token were in progress. */
    public ActiveRule transactionInProgress() {
      return inject(new InjectedFault.TransactionInProgress());
    }

    /** Ends pages of Query, Scan, SELECT and GetRecords after a number of items. */
    public ActiveRule pagesOf(int items) {
      return inject(new InjectedFault.ShortPage(items));
    }

    /** Answers eventually consistent reads from an older state. */
    public ActiveRule staleReads(Lag lag) {
      return inject(new InjectedFault.StaleRead(lag));
    }

    /**
     * Answers eventually consistent reads from the state before a number of commits, of any table.
     */
    public ActiveRule staleReads(int commits) {
      return staleReads(Lag.ofCommits(commits));
    }

    /**
     * Answers eventually consistent reads from the state some time ago, by the database's clock.
     */
    public ActiveRule staleReads(Duration age) {
      return staleReads(Lag.of(age));
    }

    /** Answers reads of global secondary indexes from an older state. */
    public ActiveRule laggingIndex(Lag lag) {
      return inject(new InjectedFault.LaggingIndex(lag));
    }

    /**
     * Answers reads of global secondary indexes from the state before a number of commits, of any
     * table.
     */
    public ActiveRule laggingIndex(int commits) {
      return laggingIndex(Lag.ofCommits(commits));
    }

    /**
     * Answers reads of global secondary indexes from the state some time ago, by the database's
     * clock.
     */
    public ActiveRule laggingIndex(Duration age) {
      return laggingIndex(Lag.of(age));
    }

    /** Delivers stream records late, by the clock of the database. */
    public ActiveRule lateRecords(Duration delay) {
      return inject(new InjectedFault.LateRecords(delay));
    }

    /** Delivers stream records twice. */
    public ActiveRule repeatedRecords() {
      return inject(new InjectedFault.RepeatedRecords());
    }
  }
}
