package dev.monotable.engine.replica;

import dev.monotable.engine.storage.ByteReader;
import dev.monotable.engine.storage.ByteWriter;
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
   * What auto scaling does with a capacity.
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
    private void write(ByteWriter out) {
      out.putOptionalString(index);
      out.putBoolean(isWrite);
      out.putNumber(minimum);
      out.putNumber(maximum);
      out.putOptionalString(policy.policyName());
      AutoScalingTargetTrackingScalingPolicyConfigurationDescription tracking =
          Objects.requireNonNull(policy.targetTrackingScalingPolicyConfiguration());
      Boolean fixed = tracking.disableScaleIn();
      out.putOptionalNumber(fixed == null ? null : fixed ? 1L : 0L);
      out.putOptionalNumber(asLong(tracking.scaleInCooldown()));
      out.putOptionalNumber(asLong(tracking.scaleOutCooldown()));
      out.putNumber(Double.doubleToLongBits(tracking.targetValue()));
    }

    private static Target read(ByteReader in) {
      String index = in.nextOptionalString();
      boolean isWrite = in.nextBoolean();
      long minimum = in.nextNumber();
      long maximum = in.nextNumber();
      String name = in.nextOptionalString();
      Long fixed = in.nextOptionalNumber();
      Integer scaleIn = asInteger(in.nextOptionalNumber());
      Integer scaleOut = asInteger(in.nextOptionalNumber());
      double value = Double.longBitsToDouble(in.nextNumber());
      return new Target(
          index,
          isWrite,
          minimum,
          maximum,
          new AutoScalingPolicyDescription(
              name,
              new AutoScalingTargetTrackingScalingPolicyConfigurationDescription(
                  fixed == null ? null : fixed == 1, scaleIn, scaleOut, value)));
    }

    private static @Nullable Long asLong(@Nullable Integer value) {
      return value == null ? null : value.longValue();
    }

    private static @Nullable Integer asInteger(@Nullable Long value) {
      return value == null ? null : value.intValue();
    }
  }

  /** The type of this setting. */
  public static final SettingType<AutoScaling> TYPE =
      new SettingType<>() {
        @Override
        public int code() {
          return 25;
        }

        @Override
        public AutoScaling read(ByteReader in) {
          List<Target> targets = new ArrayList<>();
          for (int i = in.nextLength(); i > 0; i--) {
            targets.add(Target.read(in));
          }
          return new AutoScaling(targets);
        }
      };

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

  @Override
  public void write(ByteWriter out) {
    out.putCount(targets.size());
    targets.forEach(target -> target.write(out));
  }
}
