package dev.monotable.explore;

import dev.monotable.engine.observe.ObservedRequest;
import dev.monotable.engine.snapshot.DatabaseDifference;
import dev.monotable.engine.snapshot.DatabaseDifference.ItemDifference;
import dev.monotable.engine.snapshot.DatabaseDifference.Presence;
import dev.monotable.engine.snapshot.DatabaseDifference.TableDifference;
import dev.monotable.engine.snapshot.Snapshot;
import dev.monotable.explore.content.RandomNames;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The results of all orders of whole pieces, by which the result of an execution is judged: it must
 * be one of them. Each order is run once, when it is needed, with the code of the pieces.
 *
 * <p>A piece that has returned counts once. Of one that has failed it is unknown whether its work
 * is done, so it counts once or not at all.
 */
final class SerialOrders {
  /** Items that are compared at most. */
  private static final int MAX_ITEMS = 10_000;

  /** Items of a difference that are shown. */
  private static final int SHOWN = 5;

  private final Execution.Start start;
  private final List<Piece> pieces;
  private final Execution.Settings settings;
  private final Set<String> mayDiffer;
  private final Predicate<String> isCompared;
  private final Map<List<Integer>, Result> results = new HashMap<>();

  /**
   * The end of an execution.
   *
   * @param values those that may be random
   * @param sent those that each piece has sent
   */
  record Result(Snapshot data, Set<String> values, Map<String, Set<String>> sent) {
    static Result of(
        Execution execution, List<Piece> pieces, List<@Nullable ObservedRequest> observed) {
      Map<String, List<String>> requests = new TreeMap<>();
      for (ExploredStep step : execution.steps()) {
        if (!step.choice().isOfDatabase()) {
          requests
              .computeIfAbsent(pieces.get(step.piece()).name(), name -> new ArrayList<>())
              .add(step.content());
        }
      }
      Set<String> values = new LinkedHashSet<>();
      Map<String, Set<String>> sent = new TreeMap<>();
      requests.forEach((piece, texts) -> sent.put(piece, RandomNames.values(texts)));
      sent.values().forEach(values::addAll);
      List<String> responses = new ArrayList<>();
      for (ObservedRequest request : observed) {
        if (request != null) {
          responses.add(String.valueOf(request.response()));
        }
      }
      values.addAll(RandomNames.values(responses));
      return new Result(execution.database().snapshot(), values, sent);
    }

    /** Returns names for what this result has and another one does not. */
    RandomNames names(Result other) {
      RandomNames names = new RandomNames(RandomNames.common(values, other.values));
      sent.forEach(names::name);
      return names;
    }
  }

  /**
   * @param mayDiffer attributes that are not compared, as {@code attribute} or {@code
   *     table.attribute}
   */
  SerialOrders(
      Execution.Start start,
      List<Piece> pieces,
      Execution.Settings settings,
      Set<String> mayDiffer) {
    this(start, pieces, settings, mayDiffer, table -> true);
  }

  /**
   * @param isCompared whether the items of a table are compared
   */
  SerialOrders(
      Execution.Start start,
      List<Piece> pieces,
      Execution.Settings settings,
      Set<String> mayDiffer,
      Predicate<String> isCompared) {
    this.start = start;
    this.pieces = pieces;
    this.settings = settings;
    this.mayDiffer = Set.copyOf(mayDiffer);
    this.isCompared = isCompared;
  }

  /**
   * Returns how the result of an execution differs from that of the nearest order; null if it is
   * the result of an order.
   */
  @Nullable String findDifference(Result result, List<PieceEnd> ends) {
    List<Integer> whole = new ArrayList<>();
    List<Integer> open = new ArrayList<>();
    for (int i = 0; i < ends.size(); i++) {
      (ends.get(i).kind() == PieceEnd.Kind.RETURNED ? whole : open).add(i);
    }
    List<Integer> nearest = List.of();
    List<String> least = null;
    for (int subset = (1 << open.size()) - 1; subset >= 0; subset--) {
      List<Integer> chosen = new ArrayList<>(whole);
      for (int i = 0; i < open.size(); i++) {
        if ((subset & (1 << i)) != 0) {
          chosen.add(open.get(i));
        }
      }
      Collections.sort(chosen);
      for (List<Integer> order : permutations(chosen)) {
        List<String> differences = differences(results.computeIfAbsent(order, this::run), result);
        if (differences.isEmpty()) {
          return null;
        }
        if (least == null || differences.size() < least.size()) {
          least = differences;
          nearest = order;
        }
      }
    }
    return text(nearest, least == null ? List.of() : least);
  }

  private String text(List<Integer> order, List<String> differences) {
    StringBuilder text = new StringBuilder("no order of whole pieces has this result");
    if (order.isEmpty()) {
      text.append("; if none of them had run:");
    } else {
      text.append("; the nearest one is ");
      for (int i = 0; i < order.size(); i++) {
        text.append(i == 0 ? "" : ", then ").append(pieces.get(order.get(i)).name());
      }
      text.append(':');
    }
    for (String line : differences.subList(0, Math.min(differences.size(), SHOWN))) {
      text.append("\n  ").append(line);
    }
    return text.append(differences.size() > SHOWN ? "\n  …" : "").toString();
  }

  static List<List<Integer>> permutations(List<Integer> of) {
    if (of.isEmpty()) {
      return List.of(List.of());
    }
    List<List<Integer>> all = new ArrayList<>();
    for (int i = 0; i < of.size(); i++) {
      List<Integer> rest = new ArrayList<>(of.subList(0, i));
      rest.addAll(of.subList(i + 1, of.size()));
      for (List<Integer> each : permutations(rest)) {
        List<Integer> order = new ArrayList<>(List.of(of.get(i)));
        order.addAll(each);
        all.add(order);
      }
    }
    return all;
  }

  /** Runs pieces one after another. */
  private Result run(List<Integer> order) {
    List<Piece> ordered = new ArrayList<>();
    order.forEach(number -> ordered.add(pieces.get(number)));
    try (Execution execution = new Execution(start, ordered, settings)) {
      List<@Nullable ObservedRequest> observed = execution.observe();
      execution.run((step, enabled, last) -> enabled.get(0));
      return Result.of(execution, ordered, observed);
    }
  }

  /** Returns a line for each item that only one of two results has. */
  private List<String> differences(Result serial, Result result) {
    DatabaseDifference difference =
        DatabaseDifference.between(serial.data(), result.data(), MAX_ITEMS);
    List<String> lines = new ArrayList<>();
    for (TableDifference table : difference.tables()) {
      if (!isCompared.test(table.table())) {
        continue;
      }
      if (table.presence() != Presence.KEPT) {
        lines.add(
            (table.presence() == Presence.ADDED ? "+ " : "- ") + "the table " + table.table());
      }
      addItems(table, serial, result, lines);
    }
    if (!difference.isComplete()) {
      lines.add("more than " + MAX_ITEMS + " items differ");
    }
    return lines;
  }

  private void addItems(TableDifference table, Result serial, Result result, List<String> lines) {
    RandomNames ofSerial = serial.names(result);
    RandomNames ofResult = result.names(serial);
    TreeMap<String, Integer> counts = new TreeMap<>();
    for (ItemDifference item : table.items()) {
      if (item.before() != null) {
        counts.merge(ofSerial.named(compared(table.table(), item.before())), -1, Integer::sum);
      }
      if (item.after() != null) {
        counts.merge(ofResult.named(compared(table.table(), item.after())), 1, Integer::sum);
      }
    }
    counts.forEach(
        (item, count) -> {
          if (count != 0) {
            lines.add((count > 0 ? "+ " : "- ") + table.table() + " " + item);
          }
        });
  }

  /** Returns an item as text, without what may differ. */
  private String compared(String table, Item item) {
    if (mayDiffer.isEmpty()) {
      return item.toString();
    }
    Map<String, AttributeValue> kept = new TreeMap<>(item.toMap());
    kept.keySet()
        .removeIf(name -> mayDiffer.contains(name) || mayDiffer.contains(table + "." + name));
    return kept.isEmpty() ? "{}" : Item.of(kept).toString();
  }

  /** Returns names of attributes, none of which is empty. */
  static Set<String> names(String... attributes) {
    Set<String> names = new TreeSet<>();
    for (String attribute : attributes) {
      if (attribute.isBlank()) {
        throw new IllegalArgumentException("an attribute that may differ has no name");
      }
      names.add(attribute);
    }
    return names;
  }
}
