package dev.monotable.compare.difference;

import dev.monotable.compare.endpoint.EmulatorKind;
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
 * The accepted differences from another emulator, read from one or several lists. Each entry states
 * why AWS is believed to respond like Monotable. An entry is a paragraph of {@code name: value}
 * lines. The values of {@code operation}, {@code aspect}, {@code ours} and {@code local} are
 * required regular expressions that match complete strings. {@code request} is optional and matches
 * a part of the request body. The last four, in this order, form one expression, so that each can
 * refer to groups of the preceding ones.
 */
public final class KnownDifferences {
  /** The separator between the parts of a difference, which are matched by one expression. */
  private static final String BETWEEN = "\u0001";

  /** The prefix of a message if the types of the two errors differ. */
  private static final List<String> TYPES =
      List.of(
          "",
          "400 ValidationException: ",
          "400 ResourceNotFoundException: ",
          "400 TransactionCanceledException: ");

  private static final Set<String> MEMBERS =
      Set.of("operation", "aspect", "ours", "local", "request", "reason", "source");

  /** The file and line of an entry. */
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

    /** Returns the evidence that AWS responds like Monotable. */
    String source() {
      return source;
    }

    /**
     * Returns whether this entry matches a message of Monotable, with or without the error type.
     */
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

  /** The list that every kind of workload uses with DynamoDB Local. */
  private static final String COMMON = "known-differences.txt";

  private final String ownList;
  private final List<Entry> entries;

  private KnownDifferences(String ownList, List<Entry> entries) {
    this.ownList = ownList;
    this.entries = entries;
  }

  /**
   * Returns the entries for an emulator and a kind of workload; those of its own list take
   * precedence.
   */
  public static KnownDifferences of(EmulatorKind other, Workload.Kind kind) {
    String folder =
        switch (other) {
          case DYNAMODB_LOCAL -> "known/";
          case DYNOXIDE -> "dynoxide/";
        };
    String common = other == EmulatorKind.DYNAMODB_LOCAL ? COMMON : folder + "items.txt";
    String ownList =
        kind == Workload.Kind.ITEMS
            ? common
            : folder + kind.name().toLowerCase(Locale.ROOT) + ".txt";
    List<Entry> entries = new ArrayList<>();
    load(ownList, entries);
    if (!ownList.equals(common)) {
      load(common, entries);
    }
    return new KnownDifferences(ownList, List.copyOf(entries));
  }

  /** Returns whether an entry belongs to this workload only, so that its runs should need it. */
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

  /** Returns the first entry that explains the difference, and counts the match, or null. */
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
