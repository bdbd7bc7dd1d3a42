package dev.monotable.engine.footprint;

import dev.monotable.engine.operation.RequestTarget;
import dev.monotable.engine.query.KeyRange;
import dev.monotable.engine.request.AdmissionRequest;
import dev.monotable.engine.request.AdmissionTarget;
import dev.monotable.engine.snapshot.Snapshot;
import dev.monotable.engine.storage.PersistentTree;
import dev.monotable.engine.storage.TreeDifference;
import dev.monotable.engine.table.AccessPath;
import dev.monotable.engine.table.DatabaseState;
import dev.monotable.engine.table.TableState;
import dev.monotable.model.ExecuteTransactionInput;
import dev.monotable.model.TransactWriteItemsInput;
import dev.monotable.value.Item;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The keys, indexes and definitions that a request reads or writes. If the footprints of two
 * consecutive requests do not conflict, the order of the requests changes neither their responses
 * nor the database.
 *
 * <p>What is read follows from the targets of the request, and what is written from the difference
 * of two states. So a write whose condition fails is a read, an update that moves an index entry
 * writes both of its places, and a write that changes nothing in an index does not touch it. A
 * footprint depends on the request, and on values that are within it.
 */
public record Footprint(List<Span> spans) {
  /** The footprint of a request that touches nothing. */
  public static final Footprint NONE = new Footprint(List.of());

  public Footprint {
    spans = List.copyOf(spans);
  }

  /**
   * Returns the footprint of a request.
   *
   * @param before the database before the request
   * @param after the database after it, and before any other
   */
  public static Footprint of(AdmissionRequest request, Snapshot before, Snapshot after) {
    List<Span> spans = new ArrayList<>();
    addReads(request, spans);
    if (!before.equals(after)) {
      int reads = spans.size();
      addWrites(before.state(), after.state(), spans);
      if (!request.operation().traits().isOnData()) {
        // It has changed what no other span is of, such as a setting, a backup or a tag.
        List<Span> defined = new ArrayList<>(spans.subList(0, reads));
        defined.removeIf(span -> span.kind() != Span.Kind.DEFINITION);
        defined.forEach(span -> spans.add(definition(span.owner(), true)));
      }
    }
    return new Footprint(spans);
  }

  /** Returns the items or index entries of each part of a request, as it reads or writes them. */
  public static List<Footprint> ofParts(AdmissionRequest request) {
    List<Footprint> parts = new ArrayList<>();
    for (AdmissionTarget target : request.targets()) {
      List<Span> spans = new ArrayList<>(1);
      addKeys((RequestTarget) target, spans);
      if (target.isWrite()) {
        spans.replaceAll(Span::written);
      }
      parts.add(new Footprint(spans));
    }
    return parts;
  }

  /** Returns the footprint of a change that is no request. */
  public static Footprint ofChange(Snapshot before, Snapshot after) {
    List<Span> spans = new ArrayList<>();
    addWrites(before.state(), after.state(), spans);
    return new Footprint(spans);
  }

  /** Returns whether the order of two requests can matter. */
  public boolean conflictsWith(Footprint other) {
    for (Span span : spans) {
      for (Span each : other.spans) {
        if (span.conflictsWith(each)) {
          return true;
        }
      }
    }
    return false;
  }

  // ---- what is read ----

  private static void addReads(AdmissionRequest request, List<Span> spans) {
    List<? extends AdmissionTarget> targets = request.targets();
    for (AdmissionTarget target : targets) {
      addTarget((RequestTarget) target, spans);
    }
    if (targets.isEmpty()) {
      List<String> tables = request.tables();
      tables.forEach(table -> addTable(table, spans));
      if (tables.isEmpty()) {
        addTable(null, spans);
      }
    }
    String token = token(request.input());
    if (token != null) {
      // The first request writes it, and the others depend on it.
      spans.add(new Span(Span.Kind.TOKEN, token, null, KeyRange.ALL, true));
    }
  }

  private static void addTarget(RequestTarget target, List<Span> spans) {
    addKeys(target, spans);
    Span definition = definition(target.tableName(), false);
    if (!spans.contains(definition)) {
      spans.add(definition);
    }
  }

  /** Adds the items or index entries that a part of a request reads or tests. */
  static void addKeys(RequestTarget target, List<Span> spans) {
    String table = target.tableName();
    for (KeyRange keys : target.keys()) {
      Span.Kind kind =
          target.index() != null
              ? Span.Kind.ENTRIES
              : target.isPage() ? Span.Kind.RANGE : Span.Kind.ITEM;
      spans.add(new Span(kind, table, target.index(), keys, false));
    }
  }

  /** Adds a table as a whole, which a request without targets describes, copies or reads. */
  private static void addTable(@Nullable String table, List<Span> spans) {
    spans.add(definition(table, false));
    spans.add(new Span(Span.Kind.RANGE, table, null, KeyRange.ALL, false));
  }

  private static Span definition(@Nullable String table, boolean isWritten) {
    return new Span(Span.Kind.DEFINITION, table, null, KeyRange.ALL, isWritten);
  }

  private static @Nullable String token(Record input) {
    if (input instanceof TransactWriteItemsInput transaction) {
      return transaction.clientRequestToken();
    }
    return input instanceof ExecuteTransactionInput transaction
        ? transaction.clientRequestToken()
        : null;
  }

  // ---- what is written ----

  private static void addWrites(DatabaseState before, DatabaseState after, List<Span> spans) {
    TreeDifference.compare(
        before.tables(),
        after.tables(),
        (key, length, old, now) -> {
          if (old == null || now == null || old.layout() != now.layout()) {
            String name = Objects.requireNonNull(now == null ? old : now).definition().name();
            spans.add(definition(name, true)); // which each request on its items reads
          } else {
            addTableWrites(old, now, spans);
          }
        });
  }

  private static void addTableWrites(TableState before, TableState after, List<Span> spans) {
    String table = after.definition().name();
    if (!before.changes().equals(after.changes())) {
      spans.add(definition(table, true));
    }
    addDifference(Span.Kind.ITEM, table, null, before.items(), after.items(), spans);
    for (AccessPath path : after.layout().indexes()) {
      if (path.isQueried()) {
        addDifference(
            Span.Kind.ENTRIES,
            table,
            path.name(),
            before.entries(path),
            after.entries(path),
            spans);
      } else if (before.index(path) != after.index(path)) {
        spans.add(new Span(Span.Kind.ENTRIES, table, path.name(), KeyRange.ALL, true));
      }
    }
  }

  private static void addDifference(
      Span.Kind kind,
      String table,
      @Nullable String index,
      PersistentTree<Item> before,
      PersistentTree<Item> after,
      List<Span> spans) {
    TreeDifference.compare(
        before,
        after,
        (key, length, old, now) ->
            spans.add(
                new Span(kind, table, index, KeyRange.ofKey(Arrays.copyOf(key, length)), true)));
  }
}
