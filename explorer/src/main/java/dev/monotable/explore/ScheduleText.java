package dev.monotable.explore;

import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.observe.ItemRead;
import dev.monotable.engine.observe.ItemWritten;
import dev.monotable.engine.observe.ObservedRequest;
import dev.monotable.engine.observe.PageRead;
import dev.monotable.engine.observe.RecordsRead;
import dev.monotable.engine.observe.RequestPart;
import dev.monotable.explore.content.RandomNames;
import dev.monotable.value.Item;
import java.util.ArrayList;
import java.util.BitSet;
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

  private final List<Piece> pieces;
  private final List<ExploredStep> steps;
  private final List<@Nullable ObservedRequest> observed;
  private final BitSet folded;

  /**
   * @param observed the request of each step; null for those that were not observed
   * @param folded the steps that have no lines of their own
   */
  ScheduleText(
      List<Piece> pieces,
      List<ExploredStep> steps,
      List<@Nullable ObservedRequest> observed,
      BitSet folded) {
    this.pieces = pieces;
    this.steps = steps;
    this.observed = observed;
    this.folded = folded;
  }

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

  /** Returns the text of an execution. */
  @Override
  public String toString() {
    int[] widths = new int[pieces.size()];
    for (int i = 0; i < pieces.size(); i++) {
      widths[i] = pieces.get(i).name().length();
    }
    for (int i = 0; i < steps.size(); i++) {
      for (String line : shown(i)) {
        int piece = column(steps.get(i));
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
      for (String line : shown(i)) {
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

  /** Returns the lines of a step in the text: of folded ones, the first has one line for all. */
  private List<String> shown(int at) {
    if (!folded.get(at)) {
      return lines(at);
    }
    boolean isFirst =
        at == 0 || !folded.get(at - 1) || steps.get(at - 1).piece() != steps.get(at).piece();
    if (!isFirst) {
      return List.of();
    }
    int count = 0;
    while (at + count < steps.size()
        && folded.get(at + count)
        && steps.get(at + count).piece() == steps.get(at).piece()) {
      count++;
    }
    return List.of("(" + count + " requests without bearing)");
  }

  /** Returns the execution as JSON, with what is said of it. */
  String json(
      RandomNames names,
      String reason,
      @Nullable String difference,
      List<Remedy> remedies,
      String replay) {
    return new Json(names).text(reason, difference, remedies, replay, this);
  }

  /** Returns the lines of a step. */
  private List<String> lines(int at) {
    return cell(steps.get(at), at < observed.size() ? observed.get(at) : null);
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
    String line = sent.line() == null ? "" : "  " + sent.line();
    lines.add(sent.operation().name() + (tables.isEmpty() ? "" : " " + tables) + line);
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

  /** The report of a failure as JSON, for tools. */
  private static final class Json {
    private final RandomNames names;
    private final StringBuilder json = new StringBuilder();

    Json(RandomNames names) {
      this.names = names;
    }

    private String text(
        String reason,
        @Nullable String difference,
        List<Remedy> remedies,
        String replay,
        ScheduleText schedule) {
      json.append("{\"reason\":").append(quoted(reason));
      json.append(",\"replay\":").append(quoted(replay));
      json.append(",\"pieces\":[");
      String separator = "";
      for (Piece piece : schedule.pieces) {
        json.append(separator).append(quoted(piece.name()));
        separator = ",";
      }
      json.append("],\"steps\":[");
      for (int i = 0; i < schedule.steps.size(); i++) {
        json.append(i == 0 ? "" : ",");
        step(schedule, i);
      }
      json.append(']');
      if (difference != null) {
        json.append(",\"difference\":").append(quoted(difference));
      }
      json.append(",\"remedies\":[");
      separator = "";
      for (Remedy remedy : remedies) {
        json.append(separator).append("{\"remedy\":").append(quoted(remedy.code()));
        json.append(",\"text\":").append(quoted(remedy.words())).append('}');
        separator = ",";
      }
      return json.append("]}").toString();
    }

    private void step(ScheduleText schedule, int number) {
      ExploredStep step = schedule.steps.get(number);
      json.append("{\"number\":").append(number + 1);
      if (!step.choice().isOfDatabase()) {
        json.append(",\"piece\":").append(quoted(schedule.pieces.get(step.piece()).name()));
      }
      PieceRequest request = step.request();
      if (request != null) {
        json.append(",\"operation\":").append(quoted(request.operation().name()));
        if (request.line() != null) {
          json.append(",\"code\":").append(quoted(request.line()));
        }
      }
      if (step.choice().kind() != ChoiceKind.RUNS) {
        json.append(",\"happens\":").append(quoted(step.choice().kind().words()));
      }
      json.append(",\"hasBearing\":").append(!schedule.folded.get(number));
      json.append(",\"text\":[");
      String separator = "";
      for (String line : schedule.lines(number)) {
        json.append(separator).append(quoted(names.named(line)));
        separator = ",";
      }
      json.append("]}");
    }

    private static String quoted(String text) {
      StringBuilder quoted = new StringBuilder(text.length() + 2).append('"');
      for (int i = 0; i < text.length(); i++) {
        char c = text.charAt(i);
        if (c == '"' || c == '\\') {
          quoted.append('\\').append(c);
        } else if (c == '\n') {
          quoted.append("\\n");
        } else if (c < ' ') {
          quoted.append("\\u00").append(Character.forDigit(c >> 4, 16));
          quoted.append(Character.forDigit(c & 15, 16));
        } else {
          quoted.append(c);
        }
      }
      return quoted.append('"').toString();
    }
  }
}
