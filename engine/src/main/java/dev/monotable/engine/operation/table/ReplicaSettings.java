package dev.monotable.engine.operation.table;

import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.ReplicaFault;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.replica.GlobalTableReplica;
import dev.monotable.engine.replica.StrongReplica;
import dev.monotable.engine.storage.Fields;
import dev.monotable.engine.table.SettingType;
import dev.monotable.engine.table.TableDefinition;
import dev.monotable.engine.table.TableSetting;
import dev.monotable.engine.table.TableState;
import dev.monotable.model.GlobalTableSettingsReplicationMode;
import dev.monotable.model.ReplicaDescription;
import dev.monotable.model.TableDescription;
import dev.monotable.model.UpdateTableInput;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What UpdateTable sets for a replica besides its {@link GlobalTableReplica}. It ends with the last
 * other replica (DDB-TABLE-320).
 *
 * @param mode how settings are replicated, the same for all replicas; null for the default
 * @param disassociable whether the replica may leave the global table and keep its data
 * @param ofReplica whether the table was a replica when it got the setting, or became one later
 * @param copies the Regions of the replicas that were copied from this one; some may be deleted
 */
public record ReplicaSettings(
    @Nullable String mode, boolean disassociable, boolean ofReplica, List<String> copies)
    implements TableSetting {
  /** The type of this setting. */
  public static final SettingType<ReplicaSettings> TYPE = new Type();

  private static final class Type implements SettingRequests<ReplicaSettings> {
    @Override
    public int code() {
      return 26;
    }

    @Override
    public ReplicaSettings form(Fields fields, @Nullable ReplicaSettings of) {
      return new ReplicaSettings(
          fields.optionalString(of, ReplicaSettings::mode),
          fields.truth(of, ReplicaSettings::disassociable),
          fields.truth(of, ReplicaSettings::ofReplica),
          fields.list(of, ReplicaSettings::copies, ReplicaSettings::name));
    }

    @Override
    public Set<String> members() {
      return Set.of(); // UpdateTable has them, and CreateTable has not
    }

    @Override
    public boolean isUpdated(UpdateTableInput request) {
      return request.globalTableSettingsReplicationMode() != null
          || request.disassociationProtectionEnabled() != null;
    }

    @Override
    public void requireUpdate(UpdateTableInput request, int changes) {
      String mode = request.globalTableSettingsReplicationMode();
      if (request.disassociationProtectionEnabled() != null && (changes > 1 || mode != null)) {
        throw new FaultException(ReplicaFault.Plain.DISASSOCIATION_ALONE);
      }
      if (GlobalTableSettingsReplicationMode.find(mode)
          == GlobalTableSettingsReplicationMode.ENABLED_WITH_OVERRIDES) {
        throw new FaultException(ReplicaFault.Plain.MODE_WITH_OVERRIDES);
      }
    }

    @Override
    public TableState update(
        TableState table,
        UpdateTableInput request,
        TableAdmission admission,
        OperationContext context,
        Instant now) {
      TableDefinition definition = table.definition();
      boolean isReplica = GlobalReplicas.isGlobal(table, now);
      ReplicaSettings old = find(definition, now);
      String mode = request.globalTableSettingsReplicationMode();
      Boolean isProtected = request.disassociationProtectionEnabled();
      if (isProtected != null && (!isReplica || StrongReplica.find(definition, now) != null)) {
        throw new FaultException(ReplicaFault.Plain.NOT_DISASSOCIABLE);
      }
      ReplicaSettings next =
          new ReplicaSettings(
              mode != null || old == null ? mode : old.mode(),
              isProtected == null ? old != null && old.disassociable() : !isProtected,
              isReplica,
              old == null ? List.of() : old.copies());
      return table.withDefinition(definition.toBuilder().setting(next).build());
    }
  }

  public ReplicaSettings {
    copies = List.copyOf(copies);
  }

  private static String name(Fields fields, @Nullable String of) {
    return fields.string(of, name -> name);
  }

  /** Returns the setting of a table at a time; null if it has none. */
  static @Nullable ReplicaSettings find(TableDefinition table, Instant now) {
    ReplicaSettings setting = table.setting(TYPE);
    GlobalTableReplica replica = GlobalTableReplica.find(table);
    return setting != null
            && setting.ofReplica
            && (replica == null || replica.others(now).isEmpty())
        ? null
        : setting;
  }

  /**
   * Returns whether what UpdateTable and UpdateTimeToLive set for a table is set in all Regions.
   */
  static boolean areReplicated(TableDefinition table, Instant now) {
    ReplicaSettings setting = find(table, now);
    return setting == null
        || GlobalTableSettingsReplicationMode.find(setting.mode)
            != GlobalTableSettingsReplicationMode.DISABLED;
  }

  /**
   * Sets what a table has of its setting once it is a replica.
   *
   * @param copies the Regions of the replicas that are copied from it
   */
  static void keep(
      TableDefinition table, TableDefinition.Builder replica, List<String> copies, Instant now) {
    ReplicaSettings setting = find(table, now);
    List<String> all = copiesOf(table, now);
    all.addAll(copies);
    replica.setting(
        new ReplicaSettings(
            setting == null ? null : setting.mode,
            setting != null && setting.disassociable,
            true,
            all));
  }

  /** Returns the Regions of the replicas that were copied from a table and still exist. */
  static List<String> copiesOf(TableDefinition table, Instant now) {
    List<String> copies = new ArrayList<>();
    ReplicaSettings setting = find(table, now);
    GlobalTableReplica replica = GlobalTableReplica.find(table);
    if (setting != null && replica != null) {
      for (String copy : setting.copies) {
        if (replica.find(copy, now) != null) {
          copies.add(copy);
        }
      }
    }
    return copies;
  }

  /** Sets what a new replica takes over from the setting of its source. */
  static void copy(TableDefinition source, TableDefinition.Builder replica, Instant now) {
    ReplicaSettings setting = find(source, now);
    replica.setting(
        new ReplicaSettings(setting == null ? null : setting.mode, false, true, List.of()));
  }

  @Override
  public SettingType<ReplicaSettings> type() {
    return TYPE;
  }

  @Override
  public boolean isDefault() {
    return mode == null && !disassociable && copies.isEmpty();
  }

  @Override
  public void describe(TableState table, Instant now, TableDescription.Builder answer) {
    if (find(table.definition(), now) == null) {
      return;
    }
    if (disassociable) {
      answer.disassociationProtectionEnabled(false);
    }
    if (mode == null) {
      return;
    }
    answer.globalTableSettingsReplicationMode(mode);
    List<ReplicaDescription> replicas = answer.build().replicas();
    if (replicas != null) {
      List<ReplicaDescription> described = new ArrayList<>();
      for (ReplicaDescription replica : replicas) {
        described.add(replica.toBuilder().globalTableSettingsReplicationMode(mode).build());
      }
      answer.replicas(described);
    }
  }
}
