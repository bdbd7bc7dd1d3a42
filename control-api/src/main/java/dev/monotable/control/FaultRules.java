package dev.monotable.control;

import dev.monotable.control.model.FaultDescription;
import dev.monotable.control.model.FaultToAdd;
import dev.monotable.engine.fault.ActiveRule;
import dev.monotable.engine.fault.FaultRule;
import dev.monotable.engine.fault.InjectedFault.Lag;
import dev.monotable.engine.fault.Occurrence;
import dev.monotable.engine.fault.RequestMatch;
import dev.monotable.formats.schema.TypedValues;
import dev.monotable.text.FileValue;
import dev.monotable.text.InvalidContentException;
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
      return new FaultRule(match, occurrence, InjectedFaults.of(fault));
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

  /** Returns the lag of a rule, by its commits or by its age. */
  static Lag lag(FaultToAdd fault) {
    Duration age = fault.duration();
    return fault.commits() == null && age != null
        ? Lag.of(age)
        : Lag.ofCommits(
            InjectedFaults.required(fault.commits(), "commits' or 'duration", fault.fault()));
  }
}
