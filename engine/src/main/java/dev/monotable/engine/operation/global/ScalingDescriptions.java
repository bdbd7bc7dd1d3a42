package dev.monotable.engine.operation.global;

import dev.monotable.engine.replica.AutoScaling;
import dev.monotable.engine.table.IndexDefinition;
import dev.monotable.engine.table.TableDefinition;
import dev.monotable.engine.table.TableState;
import dev.monotable.model.AutoScalingSettingsDescription;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Describes the auto scaling of a replica. */
final class ScalingDescriptions {
  private final TableDefinition table;
  private final String account;

  ScalingDescriptions(ReplicaGroup.Member member) {
    this.table = member.table().definition();
    this.account = member.context().account();
  }

  /**
   * Describes the auto scaling of a capacity (DDB-TABLE-189). What was set of a table that is now
   * on demand is still described (DDB-TABLE-317).
   *
   * @param index null for the table
   */
  AutoScalingSettingsDescription of(@Nullable String index, boolean isWrite) {
    AutoScaling.Target target = AutoScaling.of(table).find(index, isWrite);
    return target == null
        ? new AutoScalingSettingsDescription(null, null, true, null, List.of())
        : new AutoScalingSettingsDescription(
            target.minimum(),
            target.maximum(),
            table.payPerRequest() ? true : null,
            role(account),
            List.of(target.policy()));
  }

  /** Returns the service-linked role of DynamoDB's auto scaling. */
  static String role(String account) {
    return "arn:aws:iam::"
        + account
        + ":role/aws-service-role/dynamodb.application-autoscaling.amazonaws.com"
        + "/AWSServiceRoleForApplicationAutoScaling_DynamoDBTable";
  }

  /** Returns the indexes of a table with capacity of their own, unless they are being created. */
  static List<IndexDefinition> indexes(TableState table) {
    List<IndexDefinition> indexes = new ArrayList<>();
    for (IndexDefinition index : table.definition().indexes()) {
      if (index.type().isProvisioned()
          && table.indexStatus(index.name()) != TableState.Status.CREATING) {
        indexes.add(index);
      }
    }
    return indexes;
  }
}
