package dev.monotable.explore;

import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.observe.ItemRead;
import dev.monotable.engine.observe.ItemWritten;
import dev.monotable.engine.observe.ObservedRequest;
import dev.monotable.engine.observe.PageRead;
import dev.monotable.engine.observe.RecordsRead;
import dev.monotable.engine.observe.RequestPart;
import dev.monotable.value.Item;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The text of an execution: its requests in their order, in a column for each piece. A request has
 * a line for its operation and table, and a line for each item or page, with the key, the
 * condition, and the attributes that were read or written.
 */
final class ScheduleText {
  private static final int MAX_CELL = 72;
  private static final String GAP = "  ";

  private ScheduleText() {}

  /** Returns the content of each request. */
  static List<String> contents(List<ExploredStep> steps) {
    List<String> contents = new ArrayList<>();
    for (ExploredStep step : steps) {
      contents.add(step.content());
    }
    return contents;
  }

  /** Returns the content of each request, with names instead of random values. */
  static List<String> contents(List<ExploredStep> steps, List<ExploredStep> ofOtherRun) {
    List<String> contents = contents(steps);
    RandomNames names =
        new RandomNames(
            RandomNames.common(
                RandomNames.values(contents), RandomNames.values(contents(ofOtherRun))));
    contents.replaceAll(names::named);
    return contents;
  }

  /**
   * Returns the text of an execution.
   *
   * @param observed the request of each step; null for those that were not observed
   */
  static String of(
      List<Piece> pieces, List<ExploredStep> steps, List<@Nullable ObservedRequest> observed) {
    List<List<String>> cells = new ArrayList<>();
    int[] widths = new int[pieces.size()];
    for (int i = 0; i < pieces.size(); i++) {
      widths[i] = pieces.get(i).name().length();
    }
    for (int i = 0; i < steps.size(); i++) {
      List<String> cell = cell(steps.get(i), i < observed.size() ? observed.get(i) : null);
      cells.add(cell);
      int piece = column(steps.get(i));
      for (String line : cell) {
        widths[piece] = Math.max(widths[piece], line.length());
      }
    }
    int margin = Integer.toString(steps.size()).length();
    StringBuilder text = new StringBuilder(" ".repeat(margin));
    for (int i = 0; i < widths.length; i++) {
      text.append(GAP).append(padded(pieces.get(i).name(), widths[i]));
    }
    trim(text);
    for (int i = 0; i < steps.size(); i++) {
      String number = Integer.toString(i + 1);
      for (String line : cells.get(i)) {
        text.append('\n').append(" ".repeat(margin - number.length())).append(number);
        number = "";
        for (int before = 0; before < column(steps.get(i)); before++) {
          text.append(GAP).append(" ".repeat(widths[before]));
        }
        text.append(GAP).append(line);
      }
    }
    return text.append('\n').toString();
  }

  /** Returns the column of a step: what the database does by itself has the first one. */
  private static int column(ExploredStep step) {
    return step.choice().isOfDatabase() ? 0 : step.piece();
  }

  private static String padded(String text, int width) {
    return text + " ".repeat(width - text.length());
  }

  private static void trim(StringBuilder text) {
    while (text.charAt(text.length() - 1) == ' ') {
      text.setLength(text.length() - 1);
    }
  }

  private static List<String> cell(ExploredStep step, @Nullable ObservedRequest request) {
    List<String> lines = new ArrayList<>();
    Choice choice = step.choice();
    PieceRequest sent = step.request();
    if (sent == null) {
      lines.add("(expired items are removed)");
      return lines;
    }
    if (choice.kind() == ChoiceKind.PAUSE) {
      lines.add("(pause: the clock moves on)");
      return lines;
    }
    String tables = request == null ? "" : String.join(", ", request.tables());
    lines.add(sent.operation().name() + (tables.isEmpty() ? "" : " " + tables));
    if (choice.kind() != ChoiceKind.RUNS) {
      boolean again = choice.kind().isDeath() && choice.variant() == Choice.STARTED_AGAIN;
      lines.add("  (" + choice.kind().words() + (again ? ", is started again" : "") + ")");
    }
    if (request == null) {
      return lines;
    }
    for (RequestPart part : request.parts()) {
      add(part, lines);
    }
    DynamoException error = request.error();
    if (error != null) {
      lines.add("  " + error.code().shapeName());
    }
    lines.replaceAll(ScheduleText::shortened);
    return lines;
  }

  private static String shortened(String line) {
    return line.length() <= MAX_CELL ? line : line.substring(0, MAX_CELL - 1) + "…";
  }

  private static void add(RequestPart part, List<String> lines) {
    if (part instanceof ItemRead read) {
      lines.add("  " + read.key());
      lines.add("  read " + text(read.item()));
    } else if (part instanceof ItemWritten write) {
      lines.add("  " + write.key());
      if (write.condition() != null) {
        lines.add("  if " + write.condition());
      }
      if (write.applied()) {
        lines.add(write.after() == null ? "  removed" : "  wrote " + text(write.after()));
      }
    } else if (part instanceof PageRead page) {
      String index = page.index() == null ? "" : page.index() + " ";
      page.keyConditions().forEach(condition -> lines.add("  " + index + condition));
      lines.add("  read " + page.returned() + " of " + page.evaluated() + " items");
    } else if (part instanceof RecordsRead records) {
      lines.add("  read " + records.returned() + " records");
    }
  }

  /** Returns an item in the order of its names, since that of a client's map can be any. */
  private static String text(@Nullable Item item) {
    return item == null ? "nothing" : Item.of(new TreeMap<>(item.toMap())).toString();
  }
}
