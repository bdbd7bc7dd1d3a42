package dev.monotable.design.contract;

import dev.monotable.design.ledger.Ledger;
import dev.monotable.design.ledger.LedgerEntry;
import dev.monotable.design.load.Numbers;
import dev.monotable.design.model.DeclaredPattern;
import dev.monotable.design.model.Design;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Compares the access patterns that requests name with the declared ones. SDKs replace characters
 * in user agents, so names are the same if their letters and digits are.
 */
public final class NamedPatterns {
  /** As many shapes or names are listed in a note. */
  private static final int MAX_LISTED = 5;

  private final Design design;
  private final Ledger ledger;

  /** Creates a comparison. */
  public NamedPatterns(Design design, Ledger ledger) {
    this.design = design;
    this.ledger = ledger;
  }

  /** Returns what the names of requests and the design disagree about, one sentence each. */
  public List<String> notes() {
    Map<String, Long> unknown = new TreeMap<>();
    Map<String, Map<String, Long>> strange = new LinkedHashMap<>();
    for (LedgerEntry entry : ledger.entries()) {
      entry
          .requests()
          .patterns()
          .forEach(
              (name, count) -> {
                DeclaredPattern declared = find(name);
                if (declared == null) {
                  unknown.merge(name, count, Long::sum);
                } else if (declared.find(entry.shape()) == null) {
                  strange
                      .computeIfAbsent(declared.name(), key -> new TreeMap<>())
                      .merge(entry.shape().toString(), count, Long::sum);
                }
              });
    }
    List<String> notes = new ArrayList<>();
    if (!unknown.isEmpty()) {
      notes.add("Requests name access patterns that are not declared: " + listed(unknown) + ".");
    }
    strange.forEach(
        (name, shapes) ->
            notes.add(
                "Requests name \""
                    + name
                    + "\", which does not declare them: "
                    + listed(shapes)
                    + "."));
    return notes;
  }

  /** Returns the declared pattern that a name of a request means, or null. */
  private @Nullable DeclaredPattern find(String name) {
    DeclaredPattern exact = design.findPattern(name);
    if (exact != null) {
      return exact;
    }
    String wanted = plain(name);
    for (DeclaredPattern pattern : design.patterns()) {
      if (plain(pattern.name()).equals(wanted)) {
        return pattern;
      }
    }
    return null;
  }

  private static String plain(String name) {
    return name.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N}]+", "-");
  }

  private static String listed(Map<String, Long> counts) {
    List<String> texts = new ArrayList<>();
    for (Map.Entry<String, Long> each : counts.entrySet()) {
      if (texts.size() == MAX_LISTED) {
        texts.add("and " + Numbers.plain(counts.size() - MAX_LISTED) + " others");
        break;
      }
      texts.add("\"" + each.getKey() + "\" (" + Numbers.plain(each.getValue()) + " ×)");
    }
    return String.join(", ", texts);
  }
}
