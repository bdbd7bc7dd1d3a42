package dev.monotable.stream;

import dev.monotable.stream.event.JsonText;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The function of a mapping: a handler, and the conversion of a batch to what it accepts. */
@FunctionalInterface
interface StreamFunction {
  /** Invokes the function. */
  Response invoke(StreamBatch batch) throws Exception;

  /**
   * The result of a function.
   *
   * @param failures the identifiers of the records that failed; null or empty if none failed
   * @param state the state of a tumbling window, as {@link JsonText} reads it; null if there is
   *     none
   */
  record Response(@Nullable List<@Nullable String> failures, @Nullable Map<String, Object> state) {
    static final Response EMPTY = new Response(null, null);
  }
}
