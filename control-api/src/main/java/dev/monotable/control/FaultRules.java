package dev.monotable.control;

import dev.monotable.control.model.FaultDescription;
import dev.monotable.control.model.FaultToAdd;
import dev.monotable.engine.fault.ActiveRule;
import dev.monotable.engine.fault.FaultRule;
import dev.monotable.engine.fault.InjectedFault;
import dev.monotable.engine.fault.InjectedFault.Lag;
import dev.monotable.engine.fault.InjectedFault.LatencyClock;
import dev.monotable.engine.fault.Occurrence;
import dev.monotable.engine.fault.RequestMatch;
import dev.monotable.formats.schema.TypedValues;
import dev.monotable.text.FileValue;
import dev.monotable.text.InvalidContentException;
import dev.monotable.text.RecordCodec;
import dev.monotable.value.Item;
import dev.monotable.value.ItemWriter;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Converts rules from and into JSON. */
final class FaultRules {
  /** More than a key has in DynamoDB JSON. */
  private static final int MAX_KEY_BYTES = 16 << 10;

  /** The length of the longest name, an ARN. */
  private static final int MAX_NAME = 2_048;

  private FaultRules() {}

  /** Returns the rule of a request. */
  static FaultRule rule(FaultToAdd fault) {
    Double probability = fault.probability();
    requireShort(fault.table());
    requireShort(fault.index());
    try {
      RequestMatch match =
          new RequestMatch(
              fault.operation() == null ? Set.of() : Set.of(fault.operation()),
              fault.table(),
              fault.index(),
              key(fault.key()));
      Occurrence occurrence =
          new Occurrence(
              Objects.requireNonNullElse(fault.after(), 0L),
              Objects.requireNonNullElse(fault.times(), Occurrence.UNLIMITED),
              probability == null ? 1 : probability);
      return new FaultRule(match, occurrence, injected(fault));
    } catch (IllegalArgumentException e) {
      throw ControlException.invalid(String.valueOf(e.getMessage()));
    }
  }

  /** Returns a rule with its counts. */
  static FaultDescription describe(ActiveRule rule) {
    return new FaultDescription(
        String.valueOf(rule.id()), rule.rule().toString(), rule.matched(), rule.injected());
  }

  private static @Nullable Item key(@Nullable FileValue key) {
    Item item = key == null ? null : item(key);
    if (item != null && item.jsonLength() > MAX_KEY_BYTES) {
      throw ControlException.invalid("'key' has more than " + MAX_KEY_BYTES + " bytes");
    }
    return item;
  }

  private static void requireShort(@Nullable String name) {
    if (name != null && name.length() > MAX_NAME) {
      throw ControlException.invalid("A name has more than " + MAX_NAME + " characters");
    }
  }

  /** Returns a key in DynamoDB JSON. */
  static Item item(FileValue key) {
    try {
      Item item = new TypedValues(new ItemWriter()).item(FileValue.mapping(key, "'key'"));
      if (item.fault() != null) {
        throw ControlException.invalid("'key' has an invalid value");
      }
      return item;
    } catch (InvalidContentException e) {
      throw ControlRequest.invalid(e);
    }
  }

  private static InjectedFault injected(FaultToAdd fault) {
    return switch (fault.fault()) {
      case THROTTLE -> new InjectedFault.Throttle(fault.limit());
      case UNPROCESSED ->
          new InjectedFault.Unprocessed(Objects.requireNonNullElse(fault.parts(), 1), 1);
      case SERVER_ERROR -> new InjectedFault.ServerError(false);
      case SERVER_ERROR_AFTERWARDS -> new InjectedFault.ServerError(true);
      case DROP_CONNECTION -> new InjectedFault.DroppedConnection(false);
      case DROP_CONNECTION_AFTERWARDS -> new InjectedFault.DroppedConnection(true);
      case LATENCY -> new InjectedFault.Latency(duration(fault), LatencyClock.ENGINE);
      case REAL_LATENCY -> new InjectedFault.Latency(duration(fault), LatencyClock.REAL);
      case TRANSACTION_CONFLICT -> new InjectedFault.TransactionConflict();
      case TRANSACTION_IN_PROGRESS -> new InjectedFault.TransactionInProgress();
      case PAGES_OF -> new InjectedFault.ShortPage(required(fault.items(), "items", fault));
      case STALE_READS -> new InjectedFault.StaleRead(lag(fault));
      case LAGGING_INDEX -> new InjectedFault.LaggingIndex(lag(fault));
      case LATE_RECORDS -> new InjectedFault.LateRecords(duration(fault));
      case REPEATED_RECORDS -> new InjectedFault.RepeatedRecords();
    };
  }

  private static Duration duration(FaultToAdd fault) {
    return required(fault.duration(), "duration", fault);
  }

  private static Lag lag(FaultToAdd fault) {
    Duration age = fault.duration();
    return fault.commits() == null && age != null
        ? Lag.of(age)
        : Lag.ofCommits(required(fault.commits(), "commits' or 'duration", fault));
  }

  private static <T> T required(@Nullable T value, String name, FaultToAdd fault) {
    if (value == null) {
      throw ControlException.invalid(
          "The fault " + RecordCodec.STRICT.name(fault.fault()) + " needs '" + name + "'");
    }
    return value;
  }
}
