package dev.monotable.engine.replica;

import dev.monotable.engine.replica.TableReplica.Status;
import dev.monotable.engine.storage.Fields;
import dev.monotable.engine.table.SettingType;
import dev.monotable.engine.table.TableDefinition;
import dev.monotable.engine.table.TableSetting;
import dev.monotable.engine.table.TableState;
import dev.monotable.model.GlobalTableWitnessDescription;
import dev.monotable.model.TableDescription;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The setting of a table that is a replica of a global table with multi-Region strong consistency,
 * besides its {@link GlobalTableReplica}.
 *
 * @param witness of the global table; null if it has three replicas
 * @param term when this replica last began to be the one that writes: greater than the terms of all
 *     replicas that wrote before it; 0 if it has never written. So the replica with the greatest
 *     term has all writes, also after a restart
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/V2globaltables_HowItWorks.html">How
 *     DynamoDB global tables work</a>, consistency modes
 */
public record StrongReplica(@Nullable TableReplica witness, long term) implements TableSetting {
  /** The type of this setting. */
  public static final SettingType<StrongReplica> TYPE = SettingType.of(22, StrongReplica::form);

  /**
   * Returns the setting of a table; null if it is not a replica of a global table with strong
   * consistency at a time.
   */
  public static @Nullable StrongReplica find(TableDefinition table, Instant now) {
    StrongReplica setting = table.setting(TYPE);
    GlobalTableReplica replica = setting == null ? null : GlobalTableReplica.find(table);
    return replica == null || replica.others(now).isEmpty() ? null : setting;
  }

  /** Returns the Region of the witness; null if there is none. */
  public @Nullable String witnessRegion(Instant now) {
    return witness == null || witness.status(now) == Status.DELETED ? null : witness.region();
  }

  /** Returns this in another term. */
  StrongReplica in(long nextTerm) {
    return new StrongReplica(witness, nextTerm);
  }

  @Override
  public SettingType<StrongReplica> type() {
    return TYPE;
  }

  private static StrongReplica form(Fields fields, @Nullable StrongReplica of) {
    return new StrongReplica(
        fields.optional(of, StrongReplica::witness, TableReplica::form),
        fields.number(of, StrongReplica::term));
  }

  @Override
  public void describe(TableState table, Instant now, TableDescription.Builder answer) {
    if (find(table.definition(), now) == null) {
      return;
    }
    answer.multiRegionConsistency("STRONG");
    if (witness != null && witnessRegion(now) != null && witness.isShown(now)) {
      answer.globalTableWitnesses(
          List.of(new GlobalTableWitnessDescription(witness.region(), witness.status(now).name())));
    }
  }
}
