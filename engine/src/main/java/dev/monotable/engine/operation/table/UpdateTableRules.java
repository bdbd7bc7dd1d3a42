package dev.monotable.engine.operation.table;

import dev.monotable.engine.error.Fault;
import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.IndexFault;
import dev.monotable.engine.error.ReplicaFault;
import dev.monotable.engine.error.TableFault;
import dev.monotable.engine.error.ThroughputFault;
import dev.monotable.engine.operation.table.IndexRequests.IndexUpdate;
import dev.monotable.model.BillingMode;
import dev.monotable.model.ProvisionedThroughput;
import dev.monotable.model.UpdateTableInput;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Checks an UpdateTable request without its table. UpdateTable makes one change at a time. Which
 * members can be combined was tested pair by pair on AWS (aws-controllers-k8s/dynamodb-controller
 * {@code docs/api-quirks}, DDB-TABLE-433, -382, -174).
 */
final class UpdateTableRules {
  private UpdateTableRules() {}

  /**
   * Checks a request.
   *
   * @param indexUpdates what it does with indexes
   * @throws FaultException for the first broken rule
   */
  static void require(UpdateTableInput request, TableTypes types, List<IndexUpdate> indexUpdates) {
    List<SettingRequests<?>> settings =
        types.settings().stream().filter(type -> type.isUpdated(request)).toList();
    boolean encryption = request.sseSpecification() != null;
    boolean tableClass = request.tableClass() != null;
    boolean protection = request.deletionProtectionEnabled() != null;
    boolean warm = !Throughput.isAbsent(request.warmThroughput());
    boolean onDemand = !Throughput.isAbsent(request.onDemandThroughput());
    boolean stream = request.streamSpecification() != null;
    boolean billing = request.billingMode() != null;
    boolean throughput = request.provisionedThroughput() != null;
    boolean indexes = !indexUpdates.isEmpty();
    boolean replicas = ReplicaChanges.isIn(request);
    int changes =
        settings.size()
            + count(
                encryption,
                tableClass,
                protection,
                warm,
                onDemand,
                stream,
                billing,
                throughput,
                indexes,
                replicas);
    requireChange(request, changes);
    for (IndexRequests type : types.indexes()) {
      List<IndexUpdate> updates = type.updates(request);
      if (updates != null && updates.isEmpty()) {
        throw new FaultException(IndexFault.Plain.NO_INDEXES.with(type.updateMember()));
      }
    }
    TableRules.requireClass(request.tableClass());
    requireAlone(replicas, changes, ReplicaFault.Plain.ALONE);
    for (IndexRequests type : types.indexes()) {
      if (type.updates(request) != null) {
        type.requireUpdates(request);
      }
    }
    requireAlone(encryption, changes, TableFault.Plain.ENCRYPTION_ALONE);
    requireAlone(tableClass, changes, TableFault.Plain.CLASS_ALONE);
    requireAlone(protection, changes, TableFault.Plain.PROTECTION_ALONE);
    requireAlone(
        onDemand, billing ? changes - 1 : changes, ThroughputFault.Plain.ON_DEMAND_WITH_OTHERS);
    if (warm && indexUpdates.stream().anyMatch(update -> update.created() != null)) {
      throw new FaultException(IndexFault.Plain.INDEX_WITH_WARM_THROUGHPUT);
    }
    requireAlone(warm, changes, ThroughputFault.Plain.WARM_THROUGHPUT_ALONE);
    requireBilling(request.billingMode(), request.provisionedThroughput());
    settings.forEach(type -> type.requireUpdate(request, changes));
    requireSeparate(stream, throughput, indexUpdates);
  }

  /** Rejects changes of the stream, the throughput and indexes that cannot be combined. */
  private static void requireSeparate(
      boolean stream, boolean throughput, List<IndexUpdate> indexUpdates) {
    if (stream && throughput) {
      throw new FaultException(ThroughputFault.Plain.STREAM_WITH_THROUGHPUT);
    }
    if (indexUpdates.stream().anyMatch(IndexUpdate::createsOrDeletes)) {
      if (throughput) {
        throw new FaultException(IndexFault.Plain.INDEX_WITH_THROUGHPUT);
      }
      if (stream) {
        throw new FaultException(IndexFault.Plain.INDEX_WITH_STREAM);
      }
    }
  }

  /** Rejects a request without a change, and the members of strong consistency with another one. */
  private static void requireChange(UpdateTableInput request, int changes) {
    if (changes == 0) {
      throw new FaultException(
          request.multiRegionConsistency() == null
              ? TableFault.Plain.NOTHING_TO_UPDATE
              : TableFault.Plain.CONSISTENCY_ALONE);
    }
    if (StrongConsistency.isIn(request) && (changes > 1 || !ReplicaChanges.isIn(request))) {
      throw new FaultException(ReplicaFault.Plain.STRONG_ALONE);
    }
  }

  private static int count(boolean... members) {
    int count = 0;
    for (boolean member : members) {
      count += member ? 1 : 0;
    }
    return count;
  }

  private static void requireAlone(boolean member, int changes, Fault fault) {
    if (member && changes > 1) {
      throw new FaultException(fault);
    }
  }

  private static void requireBilling(
      @Nullable String mode, @Nullable ProvisionedThroughput throughput) {
    if (BillingMode.find(mode) == BillingMode.PAY_PER_REQUEST && throughput != null) {
      throw new FaultException(ThroughputFault.Plain.UPDATED_UNITS_WITH_PAY_PER_REQUEST);
    }
    if (BillingMode.find(mode) == BillingMode.PROVISIONED && throughput == null) {
      throw new FaultException(ThroughputFault.Plain.UPDATED_UNITS_REQUIRED);
    }
    if (throughput != null) {
      Throughput.requireUnits(throughput);
    }
  }
}
