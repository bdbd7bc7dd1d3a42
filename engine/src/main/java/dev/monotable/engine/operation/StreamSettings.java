package dev.monotable.engine.operation;

import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.error.TableMessages;
import dev.monotable.engine.table.StreamView;
import dev.monotable.model.StreamSpecification;
import org.jspecify.annotations.Nullable;

/** What StreamSpecification asks for. */
final class StreamSettings {
  private StreamSettings() {}

  /**
   * The view that is to be written; null where none is.
   *
   * @throws DynamoException where the view is missing or not wanted
   */
  static @Nullable StreamView view(@Nullable StreamSpecification specification) {
    if (specification == null) {
      return null;
    }
    String view = specification.streamViewType();
    if (Boolean.TRUE.equals(specification.streamEnabled())) {
      if (view == null) {
        throw DynamoException.validation(TableMessages.STREAM_VIEW_REQUIRED);
      }
      return StreamView.valueOf(view);
    }
    if (view != null) {
      throw DynamoException.validation(TableMessages.STREAM_VIEW_FORBIDDEN);
    }
    return null;
  }
}
