package dev.monotable.control;

import dev.monotable.control.ControlException.Type;
import dev.monotable.control.model.EventSourceMappingToCreate;
import dev.monotable.control.model.Filter;
import dev.monotable.control.model.FilterList;
import dev.monotable.stream.EventSourceMapping;
import dev.monotable.stream.EventSourceMappings;
import dev.monotable.stream.StartingPosition;
import dev.monotable.stream.TableStream;
import dev.monotable.stream.http.HttpFunction;
import dev.monotable.text.OneLine;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Converts requests into event source mappings whose functions are behind URLs. */
final class HttpMapping {
  private static final String REPORTS_FAILURES = "ReportBatchItemFailures";
  private static final Pattern FUNCTION_NAME = Pattern.compile("[A-Za-z0-9_-]{1,64}");

  private HttpMapping() {}

  /**
   * Returns the function of a mapping.
   *
   * @param remote whether it may be on another machine
   */
  static HttpFunction function(EventSourceMappingToCreate settings, boolean remote) {
    try {
      HttpFunction function = HttpFunction.at(new URI(settings.url()));
      if (settings.timeout() != null) {
        function = function.timeout(settings.timeout());
      }
      if (remote) {
        return function.anyAddress();
      }
      function.checkAddress();
      return function;
    } catch (URISyntaxException e) {
      throw ControlException.invalid("'url' is not a URL: " + e.getReason());
    } catch (IllegalArgumentException e) {
      throw ControlException.invalid(OneLine.message(String.valueOf(e.getMessage())));
    } catch (IOException e) {
      throw ControlException.invalid(
          e.getMessage() + "; a function elsewhere needs a server with --remote-functions");
    }
  }

  /** Creates a mapping. */
  static EventSourceMapping create(
      EventSourceMappings mappings, EventSourceMappingToCreate settings, HttpFunction function) {
    try {
      TableStream stream = mappings.stream(settings.table());
      setBatching(stream, settings);
      setRetries(stream, settings);
      setStart(stream, settings);
      return stream.onJson(function);
    } catch (IllegalArgumentException e) {
      throw ControlException.invalid(OneLine.message(String.valueOf(e.getMessage())));
    } catch (IllegalStateException e) {
      throw new ControlException(Type.LIMIT_EXCEEDED, String.valueOf(e.getMessage()));
    }
  }

  private static void setBatching(TableStream stream, EventSourceMappingToCreate settings) {
    if (settings.batchSize() != null) {
      stream.batchSize(settings.batchSize());
    }
    if (settings.maximumBatchingWindowInSeconds() != null) {
      stream.maximumBatchingWindow(Duration.ofSeconds(settings.maximumBatchingWindowInSeconds()));
    }
    if (settings.parallelizationFactor() != null) {
      stream.parallelizationFactor(settings.parallelizationFactor());
    }
    Integer window = settings.tumblingWindowInSeconds();
    if (window != null && window != 0) {
      stream.tumblingWindow(Duration.ofSeconds(window));
    }
    FilterList criteria = settings.filterCriteria();
    if (criteria != null) {
      stream.filter(criteria.filters().stream().map(Filter::pattern).toArray(String[]::new));
    }
  }

  private static void setRetries(TableStream stream, EventSourceMappingToCreate settings) {
    if (settings.maximumRetryAttempts() != null) {
      stream.maximumRetryAttempts(settings.maximumRetryAttempts());
    }
    Integer age = settings.maximumRecordAgeInSeconds();
    if (age != null && age != -1) {
      stream.maximumRecordAge(Duration.ofSeconds(age));
    }
    if (Boolean.TRUE.equals(settings.bisectBatchOnFunctionError())) {
      stream.bisectBatchOnFunctionError();
    }
    if (reportsFailures(settings.functionResponseTypes())) {
      stream.reportBatchItemFailures();
    }
  }

  private static boolean reportsFailures(@Nullable List<String> types) {
    if (types == null || types.isEmpty()) {
      return false;
    }
    if (types.size() > 1 || !types.get(0).equals(REPORTS_FAILURES)) {
      throw ControlException.invalid(
          "'functionResponseTypes' must be empty, or [\"" + REPORTS_FAILURES + "\"]");
    }
    return true;
  }

  private static void setStart(TableStream stream, EventSourceMappingToCreate settings) {
    String position = settings.startingPosition();
    if (position != null) {
      stream.startingPosition(position(position));
    }
    if (settings.startingPositionTimestamp() != null) {
      stream.startingPositionTimestamp(settings.startingPositionTimestamp());
    }
    String name = settings.functionName();
    if (name != null) {
      if (!FUNCTION_NAME.matcher(name).matches()) {
        throw ControlException.invalid(
            "'functionName' must be 1 to 64 letters, digits, hyphens and underscores");
      }
      stream.functionName(name);
    }
    if (Boolean.TRUE.equals(settings.automatic())) {
      stream.automaticDelivery();
    }
    if (settings.streamViewType() != null) {
      stream.enableStream(settings.streamViewType());
    }
  }

  private static StartingPosition position(String name) {
    for (StartingPosition each : StartingPosition.values()) {
      if (each.name().equals(name)) {
        return each;
      }
    }
    throw ControlException.invalid(
        "'startingPosition' must be TRIM_HORIZON, LATEST or AT_TIMESTAMP, not '"
            + OneLine.quote(name)
            + "'");
  }
}
