package dev.monotable.engine.validation;

import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.error.Edition;
import dev.monotable.schema.OperationSchema;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Which lines of the overlay the requests of the cases need: a line is asserted if, were it not
 * there, at least one request would be answered otherwise. It stands in the package of the overlay,
 * which is nobody else's.
 */
public final class OverlayLines {
  private static final ArnScope SCOPE = new ArnScope("us-east-1", "000000000000");

  private OverlayLines() {}

  /** A request of a case, as the engine receives it. */
  public record Sent(OperationSchema<?, ?> operation, Record request) {}

  /** The lines that no request needs, as the file has them. */
  public static List<String> unasserted(Map<Edition, ? extends Collection<Sent>> requests) {
    List<Overlay.Line> lines = Overlay.read();
    List<String> unasserted = new ArrayList<>();
    for (Overlay.Line line : lines) {
      boolean asserted = false;
      for (Edition edition : Edition.values()) {
        if (line.edition() == null || line.edition() == edition) {
          asserted |= isNeeded(lines, line, edition, requests.get(edition));
        }
      }
      if (!asserted) {
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

  private static boolean isNeeded(
      List<Overlay.Line> lines,
      Overlay.Line line,
      Edition edition,
      @Nullable Collection<Sent> requests) {
    if (requests == null) {
      return false;
    }
    List<Overlay.Line> others = new ArrayList<>(lines);
    others.remove(line);
    ModelValidator with = new ModelValidator(Overlay.of(lines, edition), SCOPE);
    ModelValidator without = new ModelValidator(Overlay.of(others, edition), SCOPE);
    for (Sent sent : requests) {
      if (!answer(with, sent).equals(answer(without, sent))) {
        return true;
      }
    }
    return false;
  }

  private static String answer(ModelValidator validator, Sent sent) {
    return answer(validator, sent.operation(), sent.request());
  }

  private static <I extends Record> String answer(
      ModelValidator validator, OperationSchema<I, ?> operation, Record request) {
    try {
      validator.validate(operation, operation.input().recordClass().cast(request));
      return "";
    } catch (DynamoException e) {
      return String.valueOf(e.getMessage());
    }
  }
}
