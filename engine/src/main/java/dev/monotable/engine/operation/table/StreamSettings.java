package dev.monotable.engine.operation.table;

import dev.monotable.engine.error.Fault;
import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.TableFault;
import dev.monotable.engine.table.StreamView;
import dev.monotable.model.StreamSpecification;
import org.jspecify.annotations.Nullable;

/** What StreamSpecification asks for. */
final class StreamSettings {
  private StreamSettings() {}

  /**
   * The view that CreateTable asks for; null where there is to be no stream.
   *
   * @throws FaultException where the view is missing or not wanted
   */
  static @Nullable StreamView created(@Nullable StreamSpecification specification) {
    return view(
        specification,
        TableFault.Plain.STREAM_VIEW_REQUIRED,
        TableFault.Plain.STREAM_VIEW_FORBIDDEN);
  }

  /**
   * The view that UpdateTable asks for; null where the stream is to be turned off.
   *
   * @throws FaultException where the view is missing or not wanted
   */
  static @Nullable StreamView updated(StreamSpecification specification) {
    return view(
        specification,
        TableFault.Plain.UPDATED_STREAM_VIEW_REQUIRED,
        TableFault.Plain.UPDATED_STREAM_VIEW_FORBIDDEN);
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
