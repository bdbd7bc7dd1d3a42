package dev.monotable.design.recording;

import dev.monotable.engine.observe.ExpressionText;
import dev.monotable.engine.observe.IndexChange;
import dev.monotable.engine.observe.ItemWritten.WriteKind;
import dev.monotable.engine.observe.KeyRestriction;
import dev.monotable.engine.observe.KeyTerm;
import dev.monotable.engine.observe.RequestPart;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads a part of a recorded request, whose members may have any order. */
final class PartReader {
  private final MemberReader members;

  private @Nullable String kind;
  private @Nullable String table;
  private @Nullable String index;
  private @Nullable Item key;
  private double units;
  private boolean consistent;
  private int returned;
  private long bytes;
  private @Nullable ExpressionText projection;

  // of an item that was read or written
  private @Nullable Item item;
  private @Nullable String write;
  private @Nullable ExpressionText update;
  private @Nullable ExpressionText condition;
  private boolean applied;
  private @Nullable Item before;
  private @Nullable Item after;
  private final List<IndexChange> changes = new ArrayList<>();

  // of a page
  private boolean global;
  private final List<KeyRestriction> conditions = new ArrayList<>();
  private @Nullable ExpressionText filter;
  private boolean countOnly;
  private boolean descending;
  private @Nullable Integer limit;
  private @Nullable Item start;
  private @Nullable Item last;
  private int evaluated;
  private double fetchedUnits;

  // of stream records
  private @Nullable String stream;
  private @Nullable String shard;

  PartReader(MemberReader members) {
    this.members = members;
  }

  RequestPart read() {
    members.object("a part");
    for (String name = members.next(); name != null; name = members.next()) {
      switch (name) {
        case "kind" -> kind = members.text();
        case "table" -> table = members.text();
        case "index" -> index = members.text();
        case "key" -> key = members.item();
        case "item" -> item = members.item();
        case "units" -> units = members.number();
        case "consistent" -> consistent = members.flag();
        case "returned" -> returned = (int) members.number();
        case "bytes" -> bytes = (long) members.number();
        case "projection" -> projection = members.expression();
        default -> {
          if (!isOfWrite(name) && !isOfPage(name)) {
            members.skip();
          }
        }
      }
    }
    return part(
        members.constant(RequestPart.Kind.class, kind, "kind"), members.present(table, "table"));
  }

  private boolean isOfWrite(String name) {
    switch (name) {
      case "write" -> write = members.text();
      case "update" -> update = members.expression();
      case "condition" -> condition = members.expression();
      case "applied" -> applied = members.flag();
      case "before" -> before = members.item();
      case "after" -> after = members.item();
      case "changes" -> changes();
      case "stream" -> stream = members.text();
      case "shard" -> shard = members.text();
      default -> {
        return false;
      }
    }
    return true;
  }

  private boolean isOfPage(String name) {
    switch (name) {
      case "global" -> global = members.flag();
      case "conditions" -> conditions();
      case "filter" -> filter = members.expression();
      case "countOnly" -> countOnly = members.flag();
      case "descending" -> descending = members.flag();
      case "limit" -> limit = (int) members.number();
      case "start" -> start = members.item();
      case "last" -> last = members.item();
      case "evaluated" -> evaluated = (int) members.number();
      case "fetchedUnits" -> fetchedUnits = members.number();
      default -> {
        return false;
      }
    }
    return true;
  }

  private RequestPart part(RequestPart.Kind which, String of) {
    return switch (which) {
      case ITEM_READ ->
          new RecordedParts.Get(
              of, members.present(key, "key"), item, projection, consistent, units);
      case PAGE_READ ->
          new RecordedParts.Page(
              new RecordedParts.Source(of, index, global, conditions),
              new RecordedParts.Options(
                  filter, projection, countOnly, consistent, !descending, limit),
              start,
              last,
              new RecordedParts.Counts(evaluated, returned, bytes, units, fetchedUnits));
      case ITEM_WRITTEN ->
          new RecordedParts.Write(
              of,
              members.present(key, "key"),
              new RecordedParts.Change(
                  members.constant(WriteKind.class, write, "write"), update, condition, applied),
              before,
              after,
              changes,
              units);
      case RECORDS_READ ->
          new RecordedParts.StreamPage(
              of,
              members.present(stream, "stream"),
              members.present(shard, "shard"),
              returned,
              bytes);
    };
  }

  private void changes() {
    members.list();
    while (members.hasElement()) {
      members.object("a change");
      String changed = null;
      String how = null;
      double consumed = 0;
      for (String name = members.next(); name != null; name = members.next()) {
        switch (name) {
          case "index" -> changed = members.text();
          case "kind" -> how = members.text();
          case "units" -> consumed = members.number();
          default -> members.skip();
        }
      }
      changes.add(
          new IndexChange(
              members.present(changed, "index"),
              members.constant(IndexChange.Kind.class, how, "kind"),
              consumed));
    }
  }

  private void conditions() {
    members.list();
    while (members.hasElement()) {
      members.list();
      List<KeyTerm> terms = new ArrayList<>();
      while (members.hasElement()) {
        terms.add(term());
      }
      conditions.add(new KeyRestriction(terms));
    }
  }

  private KeyTerm term() {
    members.object("a term");
    String attribute = null;
    String comparison = null;
    AttributeValue first = null;
    AttributeValue second = null;
    for (String name = members.next(); name != null; name = members.next()) {
      switch (name) {
        case "attribute" -> attribute = members.text();
        case "comparison" -> comparison = members.text();
        case "first" -> first = members.value();
        case "second" -> second = members.value();
        default -> members.skip();
      }
    }
    AttributeValue required = members.present(first, "first");
    return new KeyTerm(
        members.present(attribute, "attribute"),
        members.constant(KeyTerm.Comparison.class, comparison, "comparison"),
        second == null ? List.of(required) : List.of(required, second));
  }
}
