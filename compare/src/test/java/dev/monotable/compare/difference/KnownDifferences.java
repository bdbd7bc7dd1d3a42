package dev.monotable.compare.difference;

import dev.monotable.compare.endpoint.Json;
import dev.monotable.compare.workload.Workload;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The differences from DynamoDB Local that stay, each with the reason why AWS is believed to answer
 * as Monotable does, read from one list or several. An entry is a paragraph of {@code name: value}
 * lines; {@code operation}, {@code aspect}, {@code ours} and {@code local} are regular expressions
 * for the whole, and none may be left out. {@code request}, for a part of the request's body, may
 * be added. The last four, in this order, make up one expression, so that each may refer to groups
 * of those before it.
 */
public final class KnownDifferences {
  /** Stands between the parts of a difference that one expression is matched with. */
  private static final String BETWEEN = "\u0001";

  /** What stands before a message where the types of two errors differ. */
  private static final List<String> TYPES =
      List.of(
          "",
          "400 ValidationException: ",
          "400 ResourceNotFoundException: ",
          "400 TransactionCanceledException: ");

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
  public static final class Entry {
    private final Pattern operation;
    private final Pattern ours;
    private final Pattern difference;
    private final String reason;
    private final String source;
    private final Place place;
    private int matches;
    private @Nullable AnswerDifference example;

    private Entry(Map<String, String> members, Place place) {
      this.place = place;
      this.reason = member(members, "reason", place);
      this.source = member(members, "source", place);
      if (!MEMBERS.containsAll(members.keySet())) {
        throw new IllegalArgumentException(place + ": unknown member in " + members.keySet());
      }
      operation = Pattern.compile(member(members, "operation", place));
      String our = member(members, "ours", place);
      String local = member(members, "local", place);
      if (our.equals(".*") || local.equals(".*")) {
        throw new IllegalArgumentException(place + ": matches any answer");
      }
      ours = Pattern.compile(our, Pattern.DOTALL);
      difference =
          Pattern.compile(
              whole(member(members, "aspect", place))
                  + whole(our)
                  + whole(local)
                  + ".*?(?:"
                  + members.getOrDefault("request", "")
                  + ").*",
              Pattern.DOTALL);
    }

    private static String whole(String pattern) {
      return "(?:" + pattern + ")" + BETWEEN;
    }

    private static String member(Map<String, String> members, String name, Place place) {
      String value = members.get(name);
      if (value == null || value.isBlank()) {
        throw new IllegalArgumentException(place + ": no " + name);
      }
      return value;
    }

    private boolean matches(AnswerDifference found) {
      return operation.matcher(found.request().operation()).matches()
          && difference
              .matcher(
                  String.join(
                      BETWEEN,
                      found.aspect(),
                      found.ours(),
                      found.local(),
                      Json.text(found.request().body())))
              .matches();
    }

    private void count(AnswerDifference found) {
      matches++;
      if (example == null) {
        example = found;
      }
    }

    /** The first difference that this entry explained, or null. */
    public @Nullable AnswerDifference example() {
      return example;
    }

    Place place() {
      return place;
    }

    /** Where it is known from that AWS answers as Monotable does. */
    String source() {
      return source;
    }

    /** Whether a text of ours, with or without the type of the error, is one of this entry. */
    boolean expectsOfUs(String message) {
      for (String type : TYPES) {
        if (ours.matcher(type + message).matches()) {
          return true;
        }
      }
      return false;
    }

    public int matches() {
      return matches;
    }

    @Override
    public String toString() {
      return place + " " + reason;
    }
  }

  /** The list that every kind of workload uses. */
  private static final String COMMON = "known-differences.txt";

  private final String ownList;
  private final List<Entry> entries;

  private KnownDifferences(String ownList, List<Entry> entries) {
    this.ownList = ownList;
    this.entries = entries;
  }

  /** The entries for a kind of workload; those of its own list are tried first. */
  public static KnownDifferences of(Workload.Kind kind) {
    String ownList =
        switch (kind) {
          case ITEMS -> COMMON;
          case LEGACY, PARTIQL, STREAMS -> "known/" + kind.name().toLowerCase(Locale.ROOT) + ".txt";
        };
    List<Entry> entries = new ArrayList<>();
    load(ownList, entries);
    if (!ownList.equals(COMMON)) {
      load(COMMON, entries);
    }
    return new KnownDifferences(ownList, List.copyOf(entries));
  }

  /** Whether an entry is of this kind of workload alone, so that a run of it should meet it. */
  public boolean owns(Entry entry) {
    return entry.place().list().equals(ownList);
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
  public @Nullable Entry find(AnswerDifference difference) {
    for (Entry entry : entries) {
      if (entry.matches(difference)) {
        entry.count(difference);
        return entry;
      }
    }
    return null;
  }

  public List<Entry> entries() {
    return entries;
  }
}
