package dev.monotable.engine.operation.table;

import dev.monotable.engine.error.Fault;
import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.IndexFault;
import dev.monotable.engine.error.TableFault;
import dev.monotable.engine.error.ThroughputFault;
import dev.monotable.model.BillingMode;
import dev.monotable.model.GlobalSecondaryIndexUpdate;
import dev.monotable.model.ProvisionedThroughput;
import dev.monotable.model.UpdateGlobalSecondaryIndexAction;
import dev.monotable.model.UpdateTableInput;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
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
   * @throws FaultException for the first broken rule
   */
  static void require(UpdateTableInput request) {
    UnsupportedMembers.reject(request);
    boolean encryption = request.sseSpecification() != null;
    boolean tableClass = request.tableClass() != null;
    boolean protection = request.deletionProtectionEnabled() != null;
    boolean warm = !Throughput.isAbsent(request.warmThroughput());
    boolean onDemand = !Throughput.isAbsent(request.onDemandThroughput());
    boolean stream = request.streamSpecification() != null;
    boolean billing = request.billingMode() != null;
    boolean throughput = request.provisionedThroughput() != null;
    List<GlobalSecondaryIndexUpdate> updates = request.globalSecondaryIndexUpdates();
    boolean indexes = updates != null && !updates.isEmpty();
    int changes =
        count(
            encryption,
            tableClass,
            protection,
            warm,
            onDemand,
            stream,
            billing,
            throughput,
            indexes);
    if (changes == 0) {
      throw new FaultException(TableFault.Plain.NOTHING_TO_UPDATE);
    }
    if (updates != null && updates.isEmpty()) {
      throw new FaultException(IndexFault.Plain.NO_INDEXES.with("GlobalSecondaryIndexUpdates"));
    }
    TableRules.requireClass(request.tableClass());
    requireAlone(encryption, changes, TableFault.Plain.ENCRYPTION_ALONE);
    requireAlone(tableClass, changes, TableFault.Plain.CLASS_ALONE);
    requireAlone(protection, changes, TableFault.Plain.PROTECTION_ALONE);
    requireAlone(
        onDemand, billing ? changes - 1 : changes, ThroughputFault.Plain.ON_DEMAND_WITH_OTHERS);
    if (warm && createsIndex(updates)) {
      throw new FaultException(IndexFault.Plain.INDEX_WITH_WARM_THROUGHPUT);
    }
    requireAlone(warm, changes, ThroughputFault.Plain.WARM_THROUGHPUT_ALONE);
    requireBilling(request.billingMode(), request.provisionedThroughput());
    requireIndexUpdates(updates);
    if (stream && throughput) {
      throw new FaultException(ThroughputFault.Plain.STREAM_WITH_THROUGHPUT);
    }
    if (createsOrDeletesIndex(updates)) {
      if (throughput) {
        throw new FaultException(IndexFault.Plain.INDEX_WITH_THROUGHPUT);
      }
      if (stream) {
        throw new FaultException(IndexFault.Plain.INDEX_WITH_STREAM);
      }
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

  private static void requireIndexUpdates(@Nullable List<GlobalSecondaryIndexUpdate> updates) {
    if (updates == null) {
      return;
    }
    Set<String> names = new HashSet<>();
    for (GlobalSecondaryIndexUpdate update : updates) {
      int actions =
          count(update.create() != null, update.update() != null, update.delete() != null);
      if (actions == 0) {
        throw new FaultException(IndexFault.Plain.INDEX_UPDATE_EMPTY);
      }
      if (actions > 1) {
        throw new FaultException(IndexFault.Plain.INDEX_UPDATE_TWICE);
      }
      String name = indexName(update);
      if (!names.add(name)) {
        throw new FaultException(IndexFault.Plain.INDEX_UPDATED_TWICE.with(name));
      }
      UpdateGlobalSecondaryIndexAction action = update.update();
      if (action != null
          && action.warmThroughput() != null
          && Throughput.isAbsent(action.warmThroughput())) {
        throw new FaultException(ThroughputFault.Plain.INDEX_WARM_THROUGHPUT_EMPTY.with(name));
      }
    }
  }

  /** Returns the name of the index that an update creates, changes or deletes. */
  static String indexName(GlobalSecondaryIndexUpdate update) {
    if (update.create() != null) {
      return update.create().indexName();
    }
    return update.update() != null
        ? update.update().indexName()
        : Objects.requireNonNull(update.delete()).indexName();
  }

  private static boolean createsIndex(@Nullable List<GlobalSecondaryIndexUpdate> updates) {
    return updates != null && updates.stream().anyMatch(update -> update.create() != null);
  }

  private static boolean createsOrDeletesIndex(@Nullable List<GlobalSecondaryIndexUpdate> updates) {
    return updates != null
        && updates.stream().anyMatch(update -> update.create() != null || update.delete() != null);
  }
}
