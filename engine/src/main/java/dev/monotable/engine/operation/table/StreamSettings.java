package dev.monotable.engine.operation.table;

import dev.monotable.engine.commit.StateDraft;
import dev.monotable.engine.definition.StreamView;
import dev.monotable.engine.error.Fault;
import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.TableFault;
import dev.monotable.engine.shard.StreamState;
import dev.monotable.engine.stream.StreamWriter;
import dev.monotable.engine.table.TableDefinition;
import dev.monotable.engine.table.TableState;
import dev.monotable.model.StreamSpecification;
import org.jspecify.annotations.Nullable;

/** Reads StreamSpecification. */
final class StreamSettings {
  private StreamSettings() {}

  /**
   * Returns the view type of a CreateTable request; null if the table has no stream.
   *
   * @throws FaultException if an enabled stream has no view type, or a disabled one has a view type
   */
  static @Nullable StreamView created(@Nullable StreamSpecification specification) {
    return view(
        specification,
        TableFault.Plain.STREAM_VIEW_REQUIRED,
        TableFault.Plain.STREAM_VIEW_FORBIDDEN);
  }

  /**
   * Returns the view type of an UpdateTable request; null if the request disables the stream.
   *
   * @throws FaultException if an enabled stream has no view type, or a disabled one has a view type
   */
  static @Nullable StreamView updated(StreamSpecification specification) {
    return view(
        specification,
        TableFault.Plain.UPDATED_STREAM_VIEW_REQUIRED,
        TableFault.Plain.UPDATED_STREAM_VIEW_FORBIDDEN);
  }

  /** Returns a table with a new stream, in a commit; its former stream stays readable. */
  static TableState enabled(StateDraft draft, TableState table, StreamView view) {
    StreamState current = table.stream();
    if (current != null) {
      draft.state(
          draft.state().toBuilder()
              .closedStream(StreamWriter.close(current, draft.now(), draft))
              .build());
    }
    TableDefinition next = table.definition().toBuilder().streamView(view).build();
    return table
        .withDefinition(next)
        .withStream(
            StreamWriter.create(
                draft.state(), next, view, draft.now(), draft.upcomingSequenceNumber()));
  }

  private static @Nullable StreamView view(
      @Nullable StreamSpecification specification, Fault required, Fault forbidden) {
    if (specification == null) {
      return null;
    }
    String view = specification.streamViewType();
    if (Boolean.TRUE.equals(specification.streamEnabled())) {
      if (view == null) {
        throw new FaultException(required);
      }
      return StreamView.valueOf(view);
    }
    if (view != null) {
      throw new FaultException(forbidden);
    }
    return null;
  }
}
