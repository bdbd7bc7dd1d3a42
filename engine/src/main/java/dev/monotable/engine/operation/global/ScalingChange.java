package dev.monotable.engine.operation.global;

import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.GlobalTableFault;
import dev.monotable.engine.replica.AutoScaling;
import dev.monotable.engine.table.TableState;
import dev.monotable.model.AutoScalingPolicyDescription;
import dev.monotable.model.AutoScalingPolicyUpdate;
import dev.monotable.model.AutoScalingSettingsUpdate;
import dev.monotable.model.AutoScalingTargetTrackingScalingPolicyConfigurationDescription;
import dev.monotable.model.AutoScalingTargetTrackingScalingPolicyConfigurationUpdate;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A change of the auto scaling of one capacity of a replica.
 *
 * @param region of the replica; null for all replicas
 * @param index null for the table
 * @param update what the request says
 */
record ScalingChange(
    @Nullable String region,
    @Nullable String index,
    boolean isWrite,
    AutoScalingSettingsUpdate update) {
  // Application Auto Scaling accepts this: DDB-TABLE-253.
  private static final double LEAST_VALUE = 8.51592E-109;
  private static final double GREATEST_VALUE = 1.174271E108;
  private static final double LEAST_PERCENT = 10;
  private static final double GREATEST_PERCENT = 90;

  /** Adds a change, if a request has one. */
  static void add(
      List<ScalingChange> changes,
      @Nullable String region,
      @Nullable String index,
      boolean isWrite,
      @Nullable AutoScalingSettingsUpdate update) {
    if (update != null) {
      changes.add(new ScalingChange(region, index, isWrite, update));
    }
  }

  boolean isIn(String itsRegion) {
    return region == null || region.equals(itsRegion);
  }

  boolean disables() {
    return Boolean.TRUE.equals(update.autoScalingDisabled());
  }

  /**
   * Checks that a change is complete: it disables auto scaling, or says all of it.
   *
   * @throws FaultException if it is not
   */
  void requireComplete(String table) {
    List<String> unfit = new ArrayList<>();
    boolean disables = disables();
    // AWS's order, that of a hash map.
    note(unfit, "'MaximumUnits'", disables == (update.maximumUnits() != null));
    note(unfit, "'ScalingPolicyUpdate'", disables == (update.scalingPolicyUpdate() != null));
    note(unfit, "'MinimumUnits'", disables == (update.minimumUnits() != null));
    if (!unfit.isEmpty()) {
      throw new FaultException(
          (disables
                  ? GlobalTableFault.Plain.SCALING_FORBIDS
                  : GlobalTableFault.Plain.SCALING_REQUIRES)
              .with(table, unfit));
    }
  }

  private static void note(List<String> unfit, String member, boolean isUnfit) {
    if (isUnfit) {
      unfit.add(member);
    }
  }

  /**
   * Checks what Application Auto Scaling checks on AWS.
   *
   * @throws FaultException for the first invalid value
   */
  void requireScalable(String account) {
    if (disables()) {
      return;
    }
    String role = update.autoScalingRoleArn();
    if (role != null && !role.equals(ScalingDescriptions.role(account))) {
      throw new FaultException(GlobalTableFault.Plain.OTHER_ROLE.with(account, role));
    }
    if (Objects.requireNonNull(update.maximumUnits())
        < Objects.requireNonNull(update.minimumUnits())) {
      throw new FaultException(GlobalTableFault.Plain.MAXIMUM_BELOW_MINIMUM);
    }
    double value = tracking().targetValue();
    if (!(value >= LEAST_VALUE && value <= GREATEST_VALUE)) {
      throw new FaultException(
          GlobalTableFault.Plain.TARGET_IMPOSSIBLE.with(Double.toString(value)));
    }
    if (value < LEAST_PERCENT || value > GREATEST_PERCENT) {
      throw new FaultException(
          GlobalTableFault.Plain.TARGET_OUT_OF_BOUNDS.with(metric(), Double.toString(value)));
    }
  }

  private AutoScalingTargetTrackingScalingPolicyConfigurationUpdate tracking() {
    AutoScalingPolicyUpdate policy = Objects.requireNonNull(update.scalingPolicyUpdate());
    return policy.targetTrackingScalingPolicyConfiguration();
  }

  private String metric() {
    return isWrite ? "DynamoDBWriteCapacityUtilization" : "DynamoDBReadCapacityUtilization";
  }

  /** Returns a table after the change. */
  TableState applied(TableState table) {
    return table.withDefinition(
        table.definition().toBuilder()
            .setting(
                AutoScaling.of(table.definition())
                    .with(
                        table.definition(),
                        index,
                        isWrite,
                        disables() ? null : target(table.definition().name())))
            .build());
  }

  /** Returns what is kept, with the name that AWS gives to a policy without one: DDB-TABLE-237. */
  private AutoScaling.Target target(String table) {
    AutoScalingPolicyUpdate policy = Objects.requireNonNull(update.scalingPolicyUpdate());
    AutoScalingTargetTrackingScalingPolicyConfigurationUpdate tracking = tracking();
    String resource = index == null ? "table/" + table : "table/" + table + "/index/" + index;
    return new AutoScaling.Target(
        index,
        isWrite,
        Objects.requireNonNull(update.minimumUnits()),
        Objects.requireNonNull(update.maximumUnits()),
        new AutoScalingPolicyDescription(
            Objects.requireNonNullElse(policy.policyName(), metric() + ":" + resource),
            new AutoScalingTargetTrackingScalingPolicyConfigurationDescription(
                tracking.disableScaleIn(),
                tracking.scaleInCooldown(),
                tracking.scaleOutCooldown(),
                tracking.targetValue())));
  }
}
