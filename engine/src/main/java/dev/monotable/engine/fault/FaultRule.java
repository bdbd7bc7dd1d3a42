package dev.monotable.engine.fault;

import dev.monotable.model.Operations;
import dev.monotable.schema.OperationSchema;
import dev.monotable.value.Item;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A rule that injects a fault into some requests. A rule is a value without state; add it to a
 * {@link FaultInjector}.
 *
 * <pre>{@code
 * engine.faults().add(
 *     FaultRule.on(Operations.PUT_ITEM).table("Chat").times(2)
 *         .inject(new InjectedFault.Throttle(null)));
 * }</pre>
 *
 * @param match which requests the rule applies to
 * @param occurrence which of these get the fault
 */
public record FaultRule(RequestMatch match, Occurrence occurrence, InjectedFault fault) {
  /**
   * @throws IllegalArgumentException if the fault never happens to the operations of the match
   */
  public FaultRule {
    if (!match.operations().isEmpty() && !applies(match, fault)) {
      throw new IllegalArgumentException(
          String.join(" and ", match.operations())
              + " never has the fault "
              + fault
              + "; "
              + String.join(", ", operationsOf(fault))
              + " may have it");
    }
  }

  private static boolean applies(RequestMatch match, InjectedFault fault) {
    for (String operation : operationsOf(fault)) {
      if (match.operations().contains(operation)) {
        return true;
      }
    }
    return false;
  }

  private static List<String> operationsOf(InjectedFault fault) {
    List<String> names = new ArrayList<>();
    for (OperationSchema<?, ?> operation : Operations.all()) {
      if (fault.appliesTo(operation)) {
        names.add(operation.name());
      }
    }
    return names;
  }

  /** Returns the rule as text for people: {@code PutItem, table Chat, 2 times: Throttle[…]}. */
  @Override
  public String toString() {
    return match + occurrence.suffix() + ": " + fault;
  }

  /** Returns a builder of a rule for some operations; for all operations if none is given. */
  public static Builder on(OperationSchema<?, ?>... operations) {
    Builder builder = new Builder();
    for (OperationSchema<?, ?> operation : operations) {
      builder.operations.add(operation.name());
    }
    return builder;
  }

  /**
   * Builds a {@link FaultRule}. The components of {@link RequestMatch} and {@link Occurrence} have
   * the same names. Without any of them, a rule hits every request that its fault applies to.
   */
  public static final class Builder {
    private final Set<String> operations = new LinkedHashSet<>();
    private @Nullable String table;
    private @Nullable String index;
    private @Nullable Item key;
    private long after = 0;
    private long times = Occurrence.UNLIMITED;
    private double probability = 1;

    private Builder() {}

    /** Restricts the rule to a table. */
    public Builder table(String name) {
      table = name;
      return this;
    }

    /** Restricts the rule to an index. */
    public Builder index(String name) {
      index = name;
      return this;
    }

    /** Restricts the rule to items with a partition key or a whole primary key. */
    public Builder key(Item attributes) {
      key = attributes;
      return this;
    }

    /** Lets a number of matching requests pass first. */
    public Builder after(long requests) {
      after = requests;
      return this;
    }

    /** Ends the rule after a number of faults. */
    public Builder times(long faults) {
      times = faults;
      return this;
    }

    /** Sets the probability of a fault for each matching request. */
    public Builder probability(double value) {
      probability = value;
      return this;
    }

    /**
     * Returns the rule with a fault.
     *
     * @throws IllegalArgumentException if a component is out of its range, or the fault never
     *     happens to the operations
     */
    public FaultRule inject(InjectedFault fault) {
      return new FaultRule(
          new RequestMatch(operations, table, index, key),
          new Occurrence(after, times, probability),
          fault);
    }

    /** Returns what is set so far as text for people: {@code PutItem, table Chat, 2 times}. */
    @Override
    public String toString() {
      return new RequestMatch(operations, table, index, key)
          + new Occurrence(after, times, probability).suffix();
    }
  }
}
