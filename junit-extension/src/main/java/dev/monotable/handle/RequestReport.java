package dev.monotable.handle;

import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.error.ErrorCode;
import dev.monotable.engine.fault.ActiveRule;
import dev.monotable.engine.observe.ObservedRequest;
import dev.monotable.engine.observe.ThrottledKey;
import dev.monotable.formats.DatabaseDump;
import dev.monotable.formats.item.TableText;
import dev.monotable.text.Notice;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Writes the last requests, the tables that they name and the injected faults as text for people,
 * within limits.
 */
public final class RequestReport {
  private static final int MAX_TABLES = 10;
  private static final int MAX_THROTTLED = 10;

  /** Of one request. A condition can have values of 400 KB. */
  private static final int MAX_LINE = 1_000;

  /** Of one value of an item. */
  private static final int MAX_VALUE = 40;

  private final MonotableEngine database;
  private final int maxItems;
  private final StringBuilder text = new StringBuilder();

  private RequestReport(MonotableEngine database, int maxItems) {
    this.database = database;
    this.maxItems = maxItems;
  }

  /**
   * Returns a report.
   *
   * @param incomplete the fault rules that have no fault
   * @param maxRequests the number of requests, the last ones
   * @param maxItems the number of items of each table
   * @param maxCharacters the number of characters of the whole report
   */
  public static String of(
      MonotableEngine database,
      List<ObservedRequest> requests,
      List<String> incomplete,
      List<Notice> notices,
      int maxRequests,
      int maxItems,
      int maxCharacters) {
    RequestReport report = new RequestReport(database, maxItems);
    int first = Math.max(0, requests.size() - maxRequests);
    List<ObservedRequest> last = requests.subList(first, requests.size());
    report.appendRequests(last, requests.size());
    report.appendThrottled(requests);
    report.appendFaults(incomplete);
    report.appendNotices(notices);
    report.appendTables(last);
    return report.bounded(maxCharacters);
  }

  private void appendRequests(List<ObservedRequest> last, int all) {
    if (all == last.size()) {
      text.append("Requests: ").append(all).append('\n');
    } else {
      text.append("The last ")
          .append(last.size())
          .append(" of ")
          .append(all)
          .append(" requests:\n");
    }
    for (ObservedRequest request : last) {
      appendLine("  " + request);
      DynamoException error = request.error();
      if (error != null) {
        appendLine("    " + error.getMessage());
      }
    }
  }

  private void appendLine(String line) {
    String single = line.replace("\r", "\\r").replace("\n", "\\n");
    if (single.length() <= MAX_LINE) {
      text.append(single);
    } else {
      text.append(single, 0, end(single, MAX_LINE)).append('…');
    }
    text.append('\n');
  }

  /** Appends what was throttled, the most frequent first. */
  private void appendThrottled(List<ObservedRequest> requests) {
    Map<ThrottledKey, Integer> counts = new LinkedHashMap<>();
    for (ObservedRequest request : requests) {
      for (ThrottledKey key : request.throttled()) {
        counts.merge(key, 1, Integer::sum);
      }
    }
    if (counts.isEmpty()) {
      return;
    }
    text.append("\nThrottled:\n");
    List<Map.Entry<ThrottledKey, Integer>> entries = new ArrayList<>(counts.entrySet());
    entries.sort(Map.Entry.<ThrottledKey, Integer>comparingByValue().reversed());
    for (int i = 0; i < Math.min(MAX_THROTTLED, entries.size()); i++) {
      ThrottledKey key = entries.get(i).getKey();
      appendLine(
          "  "
              + entries.get(i).getValue()
              + " times "
              + (key.key() == null ? "" : key.key() + " of ")
              + key.table()
              + (key.index() == null ? "" : "." + key.index())
              + ": "
              + key.reason());
    }
    if (entries.size() > MAX_THROTTLED) {
      text.append("  … and ").append(entries.size() - MAX_THROTTLED).append(" more keys\n");
    }
  }

  private void appendFaults(List<String> incomplete) {
    List<ActiveRule> rules = database.faults().rules();
    if (!rules.isEmpty()) {
      text.append("\nFaults, repeated by db.faults().reset(").append(database.faults().seed());
      text.append("L):\n");
      try (DatabaseDump dump = DatabaseDump.of(database)) {
        for (ActiveRule rule : rules) {
          appendLine("  " + rule + reason(rule, dump));
        }
      }
    }
    if (!incomplete.isEmpty()) {
      text.append("\nRules without a fault, whose last method is missing:\n");
      for (String rule : incomplete) {
        appendLine("  " + rule);
      }
    }
  }

  /** Returns why a rule never matched, as far as the tables say; empty if they do not. */
  private static String reason(ActiveRule rule, DatabaseDump dump) {
    String table = rule.rule().match().table();
    String index = rule.rule().match().index();
    if (rule.matched() > 0 || table == null) {
      return "";
    }
    if (!dump.tables().contains(table)) {
      return ": there is no table " + table;
    }
    try {
      if (index != null) {
        dump.text(TableText.standard().withMaxItems(0), table, index);
      }
      return "";
    } catch (DynamoException e) {
      return ": the table " + table + " has no index " + index;
    }
  }

  /** Appends what the database has ignored in the files that it was loaded with. */
  private void appendNotices(List<Notice> notices) {
    if (!notices.isEmpty()) {
      text.append("\nFiles:\n");
      for (Notice notice : notices) {
        appendLine("  " + notice);
      }
    }
  }

  private void appendTables(List<ObservedRequest> requests) {
    Set<String> names = new LinkedHashSet<>();
    for (ObservedRequest request : requests) {
      names.addAll(request.tables());
    }
    TableText form = TableText.standard().withMaxItems(maxItems).withMaxWidth(MAX_VALUE);
    int count = 0;
    try (DatabaseDump dump = DatabaseDump.of(database)) {
      for (String name : names) {
        if (count++ == MAX_TABLES) {
          text.append("\n… and ").append(names.size() - MAX_TABLES).append(" more tables\n");
          return;
        }
        text.append('\n');
        try {
          text.append(dump.text(form, name));
        } catch (DynamoException e) {
          boolean missing = e.code() == ErrorCode.RESOURCE_NOT_FOUND;
          appendLine(missing ? name + " does not exist" : name + ": " + e.getMessage());
        }
      }
    }
  }

  private String bounded(int maxCharacters) {
    if (text.length() > maxCharacters) {
      text.setLength(end(text, maxCharacters));
      text.append("…\n");
    }
    return text.toString();
  }

  /** Returns the largest index up to a limit that does not divide a character. */
  private static int end(CharSequence text, int limit) {
    return limit > 0 && Character.isHighSurrogate(text.charAt(limit - 1)) ? limit - 1 : limit;
  }
}
