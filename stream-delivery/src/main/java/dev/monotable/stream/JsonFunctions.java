package dev.monotable.stream;

import dev.monotable.stream.StreamBatch.Window;
import dev.monotable.stream.StreamFunction.Response;
import dev.monotable.stream.event.EventJson;
import dev.monotable.stream.event.JsonText;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Invokes functions with JSON, and reads what functions return as Lambda reads its JSON: by the
 * names of the members.
 */
final class JsonFunctions {
  private static final String FAILURES = "batchItemFailures";
  private static final String IDENTIFIER = "itemIdentifier";

  private JsonFunctions() {}

  /** Returns the function of a handler of JSON. */
  static StreamFunction of(JsonHandler handler, MappingSettings settings) {
    return batch -> {
      String response = handler.handle(JsonText.write(event(batch)));
      return response == null || response.isBlank()
          ? Response.EMPTY
          : read(JsonText.readResponse(response), settings);
    };
  }

  private static Map<String, Object> event(StreamBatch batch) {
    List<Object> records = new ArrayList<>(batch.records().size());
    for (PendingRecord record : batch.records()) {
      records.add(EventJson.of(batch.streamArn(), record.record()));
    }
    Map<String, Object> event = new LinkedHashMap<>();
    event.put("Records", records);
    Window window = batch.window();
    if (window != null) {
      Map<String, Object> times = new LinkedHashMap<>();
      times.put("start", window.start().toString());
      times.put("end", window.end().toString());
      event.put("window", times);
      event.put("state", window.state());
      event.put("shardId", batch.shardId());
      event.put("eventSourceARN", batch.streamArn());
      event.put("isFinalInvokeForWindow", window.isFinal());
      event.put("isWindowTerminatedEarly", window.terminatedEarly());
    }
    return event;
  }

  private static Response read(Object json, MappingSettings settings)
      throws FunctionErrorException {
    if (!(json instanceof Map<?, ?> members)) {
      return Response.EMPTY;
    }
    Object type = member(members, "errorType");
    Object message = member(members, "errorMessage");
    if (type != null || message != null) {
      throw new FunctionErrorException(text(type), text(message));
    }
    List<@Nullable String> failures =
        settings.retries().reportBatchItemFailures() ? failures(members) : null;
    boolean windows = settings.batching().tumblingWindow() != null;
    return new Response(failures, windows ? state(member(members, "state")) : null);
  }

  private static String text(@Nullable Object value) {
    return value == null ? "" : value.toString();
  }

  private static @Nullable Map<String, Object> state(@Nullable Object state) {
    if (state == null) {
      return null;
    }
    if (!(state instanceof Map<?, ?> members)) {
      throw new IllegalStateException("the state of the response is not an object");
    }
    Map<String, Object> copy = new LinkedHashMap<>();
    members.forEach((name, value) -> copy.put((String) name, value));
    return copy;
  }

  /**
   * Returns the identifiers of the records that failed; null if there are none.
   *
   * @param returned a map, a bean or a record
   * @throws IllegalStateException if the failures have another form
   */
  static @Nullable List<@Nullable String> failures(Object returned) {
    Object failures = member(returned, FAILURES);
    if (failures == null) {
      return null;
    }
    if (!(failures instanceof Iterable<?> elements)) {
      throw new IllegalStateException(FAILURES + " of the response is not a list: " + failures);
    }
    List<@Nullable String> identifiers = new ArrayList<>();
    for (Object element : elements) {
      Object identifier = element == null ? null : member(element, IDENTIFIER);
      identifiers.add(identifier == null ? null : identifier.toString());
    }
    return identifiers;
  }

  /** Returns a member of a map, a bean or a record; null if it does not exist. */
  private static @Nullable Object member(Object holder, String name) {
    if (holder instanceof Map<?, ?> map) {
      Object value = map.get(name);
      return value == JsonText.NULL ? null : value;
    }
    Method accessor = findAccessor(holder.getClass(), name);
    try {
      return accessor == null ? null : accessor.invoke(holder);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(
          "cannot read " + name + " of the response, a " + holder.getClass().getName(), e);
    }
  }

  private static @Nullable Method findAccessor(Class<?> type, String name) {
    String getter = "get" + Character.toUpperCase(name.charAt(0)) + name.substring(1);
    for (Method method : type.getMethods()) {
      if (method.getParameterCount() == 0
          && (method.getName().equals(getter) || method.getName().equals(name))) {
        return method;
      }
    }
    return null;
  }
}
