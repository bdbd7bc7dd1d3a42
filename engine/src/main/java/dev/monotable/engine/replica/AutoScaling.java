package dev.monotable.engine.replica;

import dev.monotable.engine.storage.Fields;
import dev.monotable.engine.table.SettingType;
import dev.monotable.engine.table.TableDefinition;
import dev.monotable.engine.table.TableSetting;
import dev.monotable.model.AutoScalingPolicyDescription;
import dev.monotable.model.AutoScalingTargetTrackingScalingPolicyConfigurationDescription;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The setting of the auto scaling of a replica: of the read and write capacity of the table and of
 * its global indexes. It is kept and described, and does not change any capacity.
 *
 * @param targets at most one for each capacity
 */
public record AutoScaling(List<Target> targets) implements TableSetting {
  private static final AutoScaling NONE = new AutoScaling(List.of());

  /**
   * The auto scaling of a capacity.
   *
   * @param index null for the table
   * @param isWrite whether it is the write capacity
   * @param minimum the least units
   * @param maximum the most units
   * @param policy has a name and a target value
   */
  public record Target(
      @Nullable String index,
      boolean isWrite,
      long minimum,
      long maximum,
      AutoScalingPolicyDescription policy) {
    private static Target form(Fields fields, @Nullable Target of) {
      return new Target(
          fields.optionalString(of, Target::index),
          fields.truth(of, Target::isWrite),
          fields.number(of, Target::minimum),
          fields.number(of, Target::maximum),
          fields.part(of, Target::policy, Target::policyForm));
    }

    private static AutoScalingPolicyDescription policyForm(
        Fields fields, @Nullable AutoScalingPolicyDescription of) {
      return new AutoScalingPolicyDescription(
          fields.optionalString(of, AutoScalingPolicyDescription::policyName),
          fields.part(
              of,
              its -> Objects.requireNonNull(its.targetTrackingScalingPolicyConfiguration()),
              Target::trackingForm));
    }

    private static AutoScalingTargetTrackingScalingPolicyConfigurationDescription trackingForm(
        Fields fields,
        @Nullable AutoScalingTargetTrackingScalingPolicyConfigurationDescription of) {
      Long fixed =
          fields.optionalNumber(
              of, its -> its.disableScaleIn() == null ? null : its.disableScaleIn() ? 1L : 0L);
      return new AutoScalingTargetTrackingScalingPolicyConfigurationDescription(
          fixed == null ? null : fixed == 1,
          asInteger(fields.optionalNumber(of, its -> asLong(its.scaleInCooldown()))),
          asInteger(fields.optionalNumber(of, its -> asLong(its.scaleOutCooldown()))),
          Double.longBitsToDouble(
              fields.number(of, its -> Double.doubleToLongBits(its.targetValue()))));
    }

    private static @Nullable Long asLong(@Nullable Integer value) {
      return value == null ? null : value.longValue();
    }

    private static @Nullable Integer asInteger(@Nullable Long value) {
      return value == null ? null : value.intValue();
    }
  }

  /** The type of this setting. */
  public static final SettingType<AutoScaling> TYPE = SettingType.of(25, AutoScaling::form);

  public AutoScaling {
    targets = List.copyOf(targets);
  }

  /** Returns the setting of a table. */
  public static AutoScaling of(TableDefinition table) {
    AutoScaling setting = table.setting(TYPE);
    return setting == null ? NONE : setting;
  }

  /**
   * Returns what happens with a capacity; null if it is not scaled.
   *
   * @param index null for the table
   */
  public @Nullable Target find(@Nullable String index, boolean isWrite) {
    for (Target target : targets) {
      if (Objects.equals(target.index(), index) && target.isWrite() == isWrite) {
        return target;
      }
    }
    return null;
  }

  /**
   * Returns this with a change of one capacity. Targets of indexes that the table no longer has are
   * forgotten.
   *
   * @param index null for the table
   * @param target null if the capacity is no longer scaled
   */
  public AutoScaling with(
      TableDefinition table, @Nullable String index, boolean isWrite, @Nullable Target target) {
    List<Target> next = new ArrayList<>(targets);
    next.removeIf(
        known -> {
          String name = known.index();
          boolean isSame = Objects.equals(name, index) && known.isWrite() == isWrite;
          return isSame || (name != null && table.findIndex(name) == null);
        });
    if (target != null) {
      next.add(target);
    }
    return new AutoScaling(next);
  }

  /** Returns what a new replica takes over: the auto scaling of its write capacity. */
  public AutoScaling ofNewReplica() {
    return new AutoScaling(targets.stream().filter(Target::isWrite).toList());
  }

  @Override
  public SettingType<AutoScaling> type() {
    return TYPE;
  }

  @Override
  public boolean isDefault() {
    return targets.isEmpty();
  }

  private static AutoScaling form(Fields fields, @Nullable AutoScaling of) {
    return new AutoScaling(fields.list(of, AutoScaling::targets, Target::form));
  }
}
