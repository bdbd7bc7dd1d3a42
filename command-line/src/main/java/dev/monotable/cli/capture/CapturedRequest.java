package dev.monotable.cli.capture;

import dev.monotable.model.Operations;
import dev.monotable.schema.OperationSchema;
import dev.monotable.text.FilePosition;
import dev.monotable.text.FileValue;
import dev.monotable.text.FileValue.Mapping;
import dev.monotable.text.FileValue.NamedValue;
import dev.monotable.text.FileValue.Scalar;
import dev.monotable.text.InvalidContentException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A request of a capture.
 *
 * @param at its position in the file
 * @param body the members of the request
 * @param issued what the captured response contains of {@link IssuedValues}; empty if the line has
 *     none, because the request failed or the file was written by hand
 * @param failed whether the captured response was an error
 */
public record CapturedRequest(
    FilePosition at,
    OperationSchema<?, ?> operation,
    Mapping body,
    Map<String, String> issued,
    boolean failed) {
  static final String OPERATION = "operation";
  static final String REQUEST = "request";
  static final String ISSUED = "issued";
  static final String ERROR = "error";

  /**
   * Reads a value such as {@code {"operation": "GetItem", "request": {...}}}.
   *
   * @throws InvalidContentException if it is not a request
   */
  static CapturedRequest of(FileValue value) {
    Mapping line = FileValue.mapping(value, "a request");
    if (line.find("recording") != null) {
      throw new InvalidContentException(
          line.at(),
          "a recording of 'monotable --record' does not contain whole requests;"
              + " 'monotable --capture' writes them");
    }
    OperationSchema<?, ?> operation =
        line.find(OPERATION) instanceof Scalar scalar ? Operations.find(scalar.text()) : null;
    if (operation == null || !(line.find(REQUEST) instanceof Mapping body)) {
      throw new InvalidContentException(
          line.at(), "expected {\"operation\": \"GetItem\", \"request\": {...}}");
    }
    Map<String, String> issued = new LinkedHashMap<>();
    if (line.find(ISSUED) instanceof Mapping values) {
      for (NamedValue each : values.members()) {
        issued.put(each.name(), FileValue.text(each.value(), each.name()));
      }
    }
    return new CapturedRequest(line.at(), operation, body, issued, line.find(ERROR) != null);
  }
}
