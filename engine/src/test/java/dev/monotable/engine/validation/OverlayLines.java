package dev.monotable.engine.validation;

import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.Wording;
import dev.monotable.schema.ListSchema;
import dev.monotable.schema.MapSchema;
import dev.monotable.schema.Member;
import dev.monotable.schema.OperationSchema;
import dev.monotable.schema.ShapeSchema;
import dev.monotable.schema.StructureSchema;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds the lines of the overlay that no request depends on. A request depends on a line if its
 * answer would be different without that line. The conformance tests use this class through the
 * test jar, to show that the cases cover the overlay.
 */
public final class OverlayLines {
  private static final ArnScope SCOPE = new ArnScope("us-east-1", "000000000000");

  /** The names of all shapes that an operation's request can contain. */
  private final Map<OperationSchema<?, ?>, Set<String>> shapes = new HashMap<>();

  private final Map<Wording, List<Answered>> requests = new LinkedHashMap<>();

  private OverlayLines() {}

  /** A request as the engine receives it. */
  public record Sent(OperationSchema<?, ?> operation, Record request) {}

  /** A request and its error with all lines of the overlay; an empty text means no error. */
  private record Answered(Sent sent, String answer) {}

  /** Returns the lines that no request depends on, as they are in the file. */
  public static List<String> unasserted(Map<Wording, ? extends Collection<Sent>> requests) {
    OverlayLines overlay = new OverlayLines();
    List<Overlay.Line> lines = Overlay.read();
    requests.forEach((wording, sent) -> overlay.add(lines, wording, sent));
    List<String> unasserted = new ArrayList<>();
    for (Overlay.Line line : lines) {
      if (!overlay.isAsserted(lines, line)) {
        unasserted.add(
            "line "
                + line.number()
                + ": "
                + line.target()
                + ' '
                + line.change()
                + ' '
                + String.join(" ", line.arguments()));
      }
    }
    return unasserted;
  }

  private void add(List<Overlay.Line> lines, Wording wording, Collection<Sent> all) {
    ModelValidator validator = new ModelValidator(Overlay.of(lines, wording), SCOPE);
    List<Answered> answered = new ArrayList<>();
    for (Sent sent : all) {
      answered.add(new Answered(sent, answer(validator, sent.operation(), sent.request())));
      shapes.computeIfAbsent(sent.operation(), OverlayLines::shapes);
    }
    requests.put(wording, answered);
  }

  private boolean isAsserted(List<Overlay.Line> lines, Overlay.Line line) {
    List<Overlay.Line> others = new ArrayList<>(lines);
    others.remove(line);
    for (Map.Entry<Wording, List<Answered>> each : requests.entrySet()) {
      Wording wording = each.getKey();
      if (line.appliesTo(wording)) {
        ModelValidator without = new ModelValidator(Overlay.of(others, wording), SCOPE);
        if (each.getValue().stream().anyMatch(request -> depends(request, line, without))) {
          return true;
        }
      }
    }
    return false;
  }

  private boolean depends(Answered request, Overlay.Line line, ModelValidator without) {
    Sent sent = request.sent();
    return shapes.getOrDefault(sent.operation(), Set.of()).contains(shape(line))
        && !answer(without, sent.operation(), sent.request()).equals(request.answer());
  }

  /** Returns the name of the shape that a line is about. */
  private static String shape(Overlay.Line line) {
    String target = line.target();
    int dot = target.indexOf('.');
    return target.substring(target.startsWith("@") ? 1 : 0, dot < 0 ? target.length() : dot);
  }

  private static Set<String> shapes(OperationSchema<?, ?> operation) {
    Set<String> names = new HashSet<>();
    collect(operation.input(), names);
    return names;
  }

  private static void collect(ShapeSchema schema, Set<String> names) {
    names.add(schema.name());
    if (schema instanceof StructureSchema<?> structure) {
      for (Member member : structure.members()) {
        collect(member.schema(), names);
      }
    } else if (schema instanceof ListSchema list) {
      collect(list.element(), names);
    } else if (schema instanceof MapSchema map) {
      collect(map.key(), names);
      collect(map.value(), names);
    }
  }

  private static <I extends Record> String answer(
      ModelValidator validator, OperationSchema<I, ?> operation, Record request) {
    try {
      validator.validate(operation, operation.input().recordClass().cast(request));
      return "";
    } catch (FaultException e) {
      return Wording.usEast1().message(e.fault());
    }
  }
}
