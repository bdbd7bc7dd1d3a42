package dev.monotable.conformance.compare;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The differences from DynamoDB Local that stay, each with the reason why AWS is believed to answer
 * as Monotable does, read from one list or several. An entry is a paragraph of {@code name: value}
 * lines; {@code operation}, {@code aspect}, {@code ours} and {@code local} are regular expressions
 * for the whole, and none may be left out; {@code local} may refer to groups of {@code ours}.
 * {@code request}, for a part of it, may be added.
 */
final class KnownDifferences {
  /** Stands between the two answers that one pattern is matched with. */
  private static final String BETWEEN = "\u0001";

  private static final Set<String> MEMBERS =
      Set.of("operation", "aspect", "ours", "local", "request", "reason", "source");

  /** Where an entry stands. */
  record Place(String list, int line) {
    @Override
    public String toString() {
      return list + ":" + line;
    }
  }

  /** A paragraph of a list. */
  static final class Entry {
    private final Map<String, Pattern> patterns = new LinkedHashMap<>();
    private final String reason;
    private final Place place;
    private int matches;

    private Entry(Map<String, String> members, Place place) {
      this.place = place;
      this.reason = member(members, "reason", place);
      member(members, "source", place);
      member(members, "aspect", place);
      if (!MEMBERS.containsAll(members.keySet())) {
        throw new IllegalArgumentException(place + ": unknown member in " + members.keySet());
      }
      patterns.put("operation", compile(member(members, "operation", place)));
      patterns.put("aspect", compile(members.getOrDefault("aspect", "")));
      String ours = member(members, "ours", place);
      String local = member(members, "local", place);
      if (ours.equals(".*") || local.equals(".*")) {
        throw new IllegalArgumentException(place + ": matches any answer");
      }
      patterns.put("answers", compile("(?:" + ours + ")" + BETWEEN + "(?:" + local + ")"));
      String request = members.get("request");
      if (request != null) {
        patterns.put("request", compile(request));
      }
    }

    private static Pattern compile(String pattern) {
      return Pattern.compile(pattern, Pattern.DOTALL);
    }

    private static String member(Map<String, String> members, String name, Place place) {
      String value = members.get(name);
      if (value == null || value.isBlank()) {
        throw new IllegalArgumentException(place + ": no " + name);
      }
      return value;
    }

    private boolean matches(Difference difference) {
      Pattern request = patterns.get("request");
      return whole("operation", difference.request().operation())
          && whole("aspect", difference.aspect())
          && whole("answers", difference.ours() + BETWEEN + difference.local())
          && (request == null || request.matcher(Json.text(difference.request().body())).find());
    }

    private boolean whole(String name, String text) {
      Pattern pattern = patterns.get(name);
      return pattern == null || pattern.matcher(text).matches();
    }

    Place place() {
      return place;
    }

    int matches() {
      return matches;
    }

    @Override
    public String toString() {
      return place + " " + reason;
    }
  }

  private final List<Entry> entries;

  private KnownDifferences(List<Entry> entries) {
    this.entries = entries;
  }

  /** The entries of several lists, each tried before those that follow. */
  static KnownDifferences load(List<String> lists) {
    List<Entry> entries = new ArrayList<>();
    lists.forEach(list -> load(list, entries));
    return new KnownDifferences(List.copyOf(entries));
  }

  private static void load(String list, List<Entry> entries) {
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(
                Objects.requireNonNull(KnownDifferences.class.getResourceAsStream(list)),
                StandardCharsets.UTF_8))) {
      Map<String, String> members = new LinkedHashMap<>();
      int number = 0;
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        number++;
        if (line.isBlank()) {
          if (!members.isEmpty()) {
            entries.add(new Entry(members, new Place(list, number - members.size())));
            members.clear();
          }
        } else if (!line.startsWith("//")) {
          int colon = line.indexOf(": ");
          if (colon < 0
              || members.put(line.substring(0, colon), line.substring(colon + 2)) != null) {
            throw new IllegalArgumentException(new Place(list, number) + ": " + line);
          }
        }
      }
      if (!members.isEmpty()) {
        entries.add(new Entry(members, new Place(list, number - members.size() + 1)));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The first entry that explains the difference, its matches counted, or null. */
  @Nullable Entry find(Difference difference) {
    for (Entry entry : entries) {
      if (entry.matches(difference)) {
        entry.matches++;
        return entry;
      }
    }
    return null;
  }

  List<Entry> entries() {
    return entries;
  }
}
