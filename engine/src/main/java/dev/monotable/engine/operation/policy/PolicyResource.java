package dev.monotable.engine.operation.policy;

import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.InUseFault;
import dev.monotable.engine.error.PolicyFault;
import dev.monotable.engine.error.TableFault;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.policy.TablePolicies.Slot;
import dev.monotable.engine.shard.StreamState;
import dev.monotable.engine.table.DatabaseState;
import dev.monotable.engine.table.TableState;
import dev.monotable.engine.validation.Arn;
import org.jspecify.annotations.Nullable;

/**
 * A resource that may have a policy: a table or its stream.
 *
 * @param arn its ARN
 * @param table the table, or that of the stream
 * @param label the label of the stream; null if the resource is the table
 */
record PolicyResource(String arn, TableState table, @Nullable String label) {
  private static final String NO_POLICY = "NO_POLICY";

  /**
   * Checks that a text is the ARN of a table or stream in this account and Region, existing or not
   * (DDB-TABLE-212).
   *
   * @return whether it is that of a stream
   * @throws FaultException if it is not
   */
  static boolean requireArn(String text, OperationContext context) {
    Arn arn = Arn.find(text);
    if (arn == null) {
      throw new FaultException(
          (Arn.begins(text) ? PolicyFault.Plain.NOT_OF_DYNAMO : PolicyFault.Plain.NOT_AN_ARN)
              .with(text));
    }
    String[] path = arn.resource().split("/", 4);
    boolean ofTable =
        arn.service().equals("dynamodb") && path[0].equals("table") && path.length > 1;
    if (ofTable && path.length > 2 && path[2].equals("index")) {
      throw new FaultException(PolicyFault.Plain.NOT_TABLE_OR_STREAM.with(text));
    }
    if (!ofTable || (path.length > 2 && !(path[2].equals("stream") && path.length == 4))) {
      throw new FaultException(PolicyFault.Plain.NOT_OF_DYNAMO.with(text));
    }
    if (!arn.account().equals(context.account())) {
      throw new FaultException(PolicyFault.Plain.OTHER_ACCOUNT);
    }
    if (!arn.partition().equals("aws") || !arn.region().equals(context.region())) {
      throw new FaultException(PolicyFault.Plain.OTHER_REGION.with(text));
    }
    return path.length > 2;
  }

  /**
   * Returns the resource with a checked ARN.
   *
   * @throws FaultException if it does not exist
   */
  static PolicyResource require(DatabaseState state, String arn) {
    String[] path = arn.substring(arn.indexOf(":table/") + 1).split("/", 4);
    TableState table = state.findTable(path[1]);
    if (path.length == 2) {
      if (table == null || !OperationContext.isSettable(table)) {
        throw new FaultException(TableFault.Plain.NO_SUCH_TABLE.with(path[1]));
      }
      return new PolicyResource(arn, table, null);
    }
    StreamState stream = table == null ? null : table.stream();
    if (table == null || stream == null || !stream.arn().equals(arn)) {
      throw new FaultException(PolicyFault.Plain.NO_SUCH_STREAM.with(path[3], path[1]));
    }
    return new PolicyResource(arn, table, path[3]);
  }

  /**
   * Checks that the policy may be changed.
   *
   * @throws FaultException if the table is being deleted (DDB-TABLE-236)
   */
  void requireChangeable() {
    if (table.status() == TableState.Status.DELETING) {
      throw new FaultException(InUseFault.Plain.DELETING.with(table.definition().name()));
    }
  }

  /** Returns what the resource has or had; null if it never had a policy. */
  @Nullable Slot slot() {
    TablePolicies policies = TablePolicies.of(table.definition());
    if (label == null) {
      return policies.table();
    }
    return policies.label().equals(label) ? policies.stream() : null;
  }

  /** Returns the policy; null without one. */
  @Nullable String document() {
    Slot slot = slot();
    return slot == null ? null : slot.document();
  }

  /** Returns the revision of the policy, or of its deletion; null if there never was one. */
  @Nullable String revision() {
    Slot slot = slot();
    if (slot == null) {
      return null;
    }
    long time =
        slot.revision() == 0 ? table.definition().createdAt().toEpochMilli() : slot.revision();
    return Long.toString(time);
  }

  /** Returns the table with another policy of the resource. */
  TableState with(Slot slot) {
    TablePolicies policies =
        TablePolicies.of(table.definition()).with(label != null, label == null ? "" : label, slot);
    return table.withDefinition(table.definition().toBuilder().setting(policies).build());
  }

  /** Returns a revision for a change at a time: later than the one before it. */
  long nextRevision(long now) {
    String last = revision();
    return last == null ? now : Math.max(now, Long.parseLong(last) + 1);
  }

  /**
   * Checks the revision that a request expects.
   *
   * @throws FaultException if the resource has another one
   */
  void requireRevision(@Nullable String expected) {
    if (expected == null) {
      return;
    }
    String kind = label == null ? "table" : "stream";
    String name = label == null ? table.definition().name() : label;
    String revision = revision();
    if (expected.equals(NO_POLICY)) {
      if (document() != null) {
        throw new FaultException(PolicyFault.Plain.POLICY_EXISTS.with(kind, name, revision));
      }
    } else if (revision == null) {
      throw new FaultException(PolicyFault.Plain.NO_REVISION.with(expected, kind, name));
    } else if (!revision.equals(expected)) {
      throw new FaultException(
          PolicyFault.Plain.OTHER_REVISION.with(expected, kind, name, revision));
    }
  }
}
