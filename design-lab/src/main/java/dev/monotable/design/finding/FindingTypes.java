package dev.monotable.design.finding;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** The kinds of findings that {@code findings.txt} lists. */
final class FindingTypes {
  private static final String DOCUMENTATION = "https://docs.aws.amazon.com/amazondynamodb/latest/";
  private static final Map<String, Consequence> CONSEQUENCES = new HashMap<>();
  private static final Map<String, FindingType> BY_ID = read();

  private FindingTypes() {}

  /** Returns the kind of findings with an id, whose bounds have places for numbers. */
  static FindingType require(String id) {
    return Objects.requireNonNull(BY_ID.get(id), id);
  }

  /** Returns the consequence of a kind of findings; by its severity if it is not listed. */
  static Consequence consequence(FindingType type) {
    Consequence listed = CONSEQUENCES.get(type.id());
    if (listed != null) {
      return listed;
    }
    return switch (type.severity()) {
      case ERROR -> Consequence.WRONG;
      case WARNING -> Consequence.COST;
      case ADVICE -> Consequence.STYLE;
    };
  }

  private static Map<String, FindingType> read() {
    Map<String, FindingType> types = new HashMap<>();
    List<String> row = new ArrayList<>();
    for (String line : text().lines().toList()) {
      String trimmed = line.strip();
      if (line.startsWith("        ")) {
        row.set(row.size() - 1, row.get(row.size() - 1) + " " + trimmed);
      } else if (line.startsWith(" ")) {
        row.add(trimmed);
      } else if (!trimmed.isEmpty() && !trimmed.startsWith("#")) {
        add(row, types);
        row.clear();
        row.add(trimmed);
      }
    }
    add(row, types);
    return types;
  }

  private static void add(List<String> row, Map<String, FindingType> types) {
    if (!row.isEmpty()) {
      String[] first = row.get(0).split(" +", 4);
      FindingType type =
          new FindingType(
              first[0],
              Severity.valueOf(first[1]),
              first[3],
              row.get(1),
              DOCUMENTATION + row.get(2),
              row.get(3),
              row.subList(4, row.size()));
      types.put(first[0], type);
      CONSEQUENCES.put(first[0], Consequence.valueOf(first[2]));
    }
  }

  private static String text() {
    try (InputStream stream =
        Objects.requireNonNull(FindingTypes.class.getResourceAsStream("findings.txt"))) {
      return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
