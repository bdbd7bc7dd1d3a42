package dev.monotable.cli.capture;

import dev.monotable.model.Operations;
import dev.monotable.schema.OperationSchema;
import dev.monotable.text.FileFormat;
import dev.monotable.text.FilePosition;
import dev.monotable.text.FileValue;
import dev.monotable.text.FileValue.Mapping;
import dev.monotable.text.FileValue.NamedValue;
import dev.monotable.text.FileValue.Scalar;
import dev.monotable.text.InvalidContentException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

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
  /** Raised for each new member of a line. */
  static final FileFormat FORMAT = new FileFormat(1);

  /** The member of the first line, with the number of the format. */
  static final String CAPTURE = "capture";

  static final String OPERATION = "operation";
  static final String REQUEST = "request";
  static final String ISSUED = "issued";
  static final String ERROR = "error";
  static final Set<String> MEMBERS = Set.of(OPERATION, REQUEST, ISSUED, ERROR);

  /**
   * Reads a value such as {@code {"operation": "GetItem", "request": {...}}}.
   *
   * @param hasFormat whether the file has a header, so that what is unknown comes from a later
   *     version; otherwise it was written by hand or by an earlier version
   * @throws InvalidContentException if it is not a request
   */
  static CapturedRequest of(FileValue value, boolean hasFormat) {
    Mapping line = FileValue.mapping(value, "a request");
    if (line.find("recording") != null) {
      throw new InvalidContentException(
          line.at(),
          "a recording of 'monotable --record' does not contain whole requests;"
              + " 'monotable --capture' writes them");
    }
    if (!(line.find(OPERATION) instanceof Scalar name)
        || !(line.find(REQUEST) instanceof Mapping body)) {
      throw new InvalidContentException(
          line.at(), "expected {\"operation\": \"GetItem\", \"request\": {...}}");
    }
    OperationSchema<?, ?> operation = Operations.find(name.text());
    if (operation == null) {
      throw unknown(line.at(), "operation", name.text(), hasFormat);
    }
    for (NamedValue member : line.members()) {
      if (!MEMBERS.contains(member.name())) {
        throw unknown(member.value().at(), "member", member.name(), hasFormat);
      }
    }
    Map<String, String> issued = new LinkedHashMap<>();
    if (line.find(ISSUED) instanceof Mapping values) {
      for (NamedValue each : values.members()) {
        issued.put(each.name(), FileValue.text(each.value(), each.name()));
      }
    }
    return new CapturedRequest(line.at(), operation, body, issued, line.find(ERROR) != null);
  }

  private static InvalidContentException unknown(
      FilePosition at, String kind, String name, boolean hasFormat) {
    return hasFormat
        ? FORMAT.unknown(at, kind, name)
        : new InvalidContentException(at, "an unknown " + kind + ": " + name);
  }
}
