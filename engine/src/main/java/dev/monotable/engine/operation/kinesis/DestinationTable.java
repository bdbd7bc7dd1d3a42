package dev.monotable.engine.operation.kinesis;

import dev.monotable.engine.commit.StateDraft;
import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.TableFault;
import dev.monotable.engine.kinesis.Captures;
import dev.monotable.engine.kinesis.KinesisDestination;
import dev.monotable.engine.kinesis.KinesisDestinations;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.table.DatabaseState;
import dev.monotable.engine.table.TableDefinition;
import dev.monotable.engine.table.TableState;

/** A table of which an operation changes the Kinesis destinations. */
record DestinationTable(TableState table, KinesisDestinations destinations) {
  /**
   * Finds the table that a request names.
   *
   * @throws FaultException if it does not exist, or is being created (DDB-TABLE-234) or restored
   */
  static DestinationTable require(DatabaseState state, String nameOrArn) {
    TableState table = OperationContext.requireSettable(state, nameOrArn);
    if (table.status() == TableState.Status.CREATING) {
      throw new FaultException(TableFault.Plain.NO_SUCH_TABLE.with(table.definition().name()));
    }
    return new DestinationTable(table, KinesisDestinations.of(table.definition()));
  }

  String name() {
    return table.definition().name();
  }

  boolean isBeingDeleted() {
    return table.status() == TableState.Status.DELETING;
  }

  /** Sets a destination. */
  void put(StateDraft draft, KinesisDestination changed, int most) {
    TableDefinition definition =
        table.definition().toBuilder().setting(destinations.with(changed, most)).build();
    draft.putTable(
        Captures.withShards(
            table.withDefinition(definition), draft.now(), draft.upcomingSequenceNumber()));
  }
}
