package dev.monotable.design.recording;

import dev.monotable.design.ledger.RequestContext;
import dev.monotable.design.ledger.UnprocessedKey;
import dev.monotable.design.recording.MemberReader.Form;
import dev.monotable.design.recording.RecordedRequest.Get;
import dev.monotable.design.recording.RecordedRequest.Page;
import dev.monotable.design.recording.RecordedRequest.StreamPage;
import dev.monotable.design.recording.RecordedRequest.Write;
import dev.monotable.design.relation.BulkPutTotals;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.error.ErrorCode;
import dev.monotable.engine.observe.ConsumedUnits;
import dev.monotable.engine.observe.IndexChange;
import dev.monotable.engine.observe.ItemWritten.WriteKind;
import dev.monotable.engine.observe.KeyRestriction;
import dev.monotable.engine.observe.KeyTerm;
import dev.monotable.engine.observe.RequestPart;
import dev.monotable.model.Operations;
import dev.monotable.model.TimeToLiveSpecification;
import dev.monotable.schema.OperationSchema;
import dev.monotable.value.AttributeValue;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Makes a request of its line in a recording. */
final class RequestReader {
  private static final Form UNITS =
      new Form("units")
          .with(MemberReader::text, "table", "index")
          .with(MemberReader::number, "read", "write");

  private static final Form UNPROCESSED =
      new Form("a key").with(MemberReader::text, "table").with(MemberReader::item, "key");

  private static final Form CHANGE =
      new Form("a change")
          .with(MemberReader::text, "index", "kind")
          .with(MemberReader::number, "units");

  private static final Form TERM =
      new Form("a term")
          .with(MemberReader::text, "attribute", "comparison")
          .with(MemberReader::item, "first", "second");

  private static final Form PART =
      new Form("a part")
          .with(MemberReader::text, "kind", "table", "index", "write", "stream", "shard")
          .with(MemberReader::item, "key", "item", "before", "after", "start", "last")
          .with(MemberReader::expression, "projection", "update", "condition", "filter")
          .with(MemberReader::flag, "consistent", "applied", "global", "countOnly", "descending")
          .with(MemberReader::number, "units", "fetchedUnits", "returned", "bytes")
          .with(MemberReader::number, "limit", "evaluated")
          .with(reader -> reader.objects(CHANGE, RequestReader::change), "changes")
          .with(RequestReader::conditions, "conditions");

  static final Form REQUEST =
      new Form("a line")
          .with(MemberReader::text, "op", "test", "pattern", "index", "error", "message")
          .with(MemberReader::text, "timeToLive")
          .with(MemberReader::anyNumber, "at") // a time may be before 1970
          .with(MemberReader::number, "ns", "unprocessed")
          .with(MemberReader::flag, "connectionDropped", "timeToLiveEnabled", "more", "continues")
          .with(MemberReader::flag, "withoutItems", "faults")
          .with(MemberReader::text, "database")
          .with(MemberReader::request, "request")
          .with(MemberReader::names, "tables")
          .with(MemberReader::texts, "results")
          .with(reader -> reader.objects(UNITS, RequestReader::units), "units")
          .with(reader -> reader.objects(UNPROCESSED, key -> key), "unprocessedKeys")
          .with(reader -> reader.objects(PART, RequestReader::part), "parts");

  static final Form BULK_PUT =
      new Form("a bulk operation")
          .with(MemberReader::text, "bulkPut", "tier", "database")
          .with(MemberReader::number, "items", "failedItems", "bytes", "vectorBytes");

  private RequestReader() {}

  static BulkPutTotals bulkPut(RecordedMembers line) {
    return new BulkPutTotals(
        line.text("bulkPut"),
        line.text("tier"),
        1,
        (long) line.number("items"),
        (long) line.number("failedItems"),
        (long) line.number("bytes"),
        (long) line.number("vectorBytes"));
  }

  static RecordedRequest request(RecordedMembers line) {
    String name = line.text("op");
    OperationSchema<?, ?> operation = Operations.find(name);
    if (operation == null) {
      throw RequestLines.FORMAT.unknown(line.at(), "operation", name);
    }
    return new RecordedRequest(
        operation,
        Instant.ofEpochMilli((long) line.number("at")),
        Duration.ofNanos((long) line.number("ns")),
        line.list("tables"),
        line.findText("index"),
        timeToLive(line),
        line.list("parts"),
        line.list("units"),
        line.has("error")
            ? new DynamoException(line.constant(ErrorCode.class, "error"), line.findText("message"))
            : null,
        line.flag("connectionDropped"),
        line.flag("more"),
        line.flag("continues"),
        (int) line.number("unprocessed"),
        line.<RecordedMembers>list("unprocessedKeys").stream()
            .map(key -> new UnprocessedKey(name, key.text("table"), key.key("key").toMap()))
            .toList(),
        line.list("results"),
        line.flag("withoutItems"),
        line.flag("faults") ? null : line.findText("request"));
  }

  /** Returns who sent the request. */
  static RequestContext context(RecordedMembers line) {
    return line.has("test") || line.has("pattern") || line.has("database")
        ? new RequestContext(
            line.findText("test"), line.findText("pattern"), line.findText("database"))
        : RequestContext.NONE;
  }

  private static @Nullable TimeToLiveSpecification timeToLive(RecordedMembers line) {
    return line.has("timeToLive")
        ? TimeToLiveSpecification.builder()
            .attributeName(line.text("timeToLive"))
            .enabled(line.flag("timeToLiveEnabled"))
            .build()
        : null;
  }

  private static ConsumedUnits units(RecordedMembers units) {
    return new ConsumedUnits(
        units.text("table"), units.findText("index"), units.number("read"), units.number("write"));
  }

  private static RequestPart part(RecordedMembers part) {
    String table = part.text("table");
    return switch (part.constant(RequestPart.Kind.class, "kind")) {
      case ITEM_READ ->
          new Get(
              table,
              part.key("key"),
              part.item("item"),
              part.expression("projection"),
              part.flag("consistent"),
              part.number("units"));
      case PAGE_READ ->
          new Page(
              table,
              part.findText("index"),
              part.flag("global"),
              part.list("conditions"),
              part.expression("filter"),
              part.expression("projection"),
              part.flag("countOnly"),
              part.flag("consistent"),
              !part.flag("descending"),
              part.has("limit") ? (int) part.number("limit") : null,
              part.item("start"),
              part.item("last"),
              (int) part.number("evaluated"),
              (int) part.number("returned"),
              (long) part.number("bytes"),
              part.number("units"),
              part.number("fetchedUnits"));
      case ITEM_WRITTEN ->
          new Write(
              table,
              part.constant(WriteKind.class, "write"),
              part.key("key"),
              part.expression("update"),
              part.expression("condition"),
              part.flag("applied"),
              part.item("before"),
              part.item("after"),
              part.list("changes"),
              part.number("units"));
      case RECORDS_READ ->
          new StreamPage(
              table,
              part.text("stream"),
              part.text("shard"),
              (int) part.number("returned"),
              (long) part.number("bytes"));
    };
  }

  private static IndexChange change(RecordedMembers change) {
    return new IndexChange(
        change.text("index"),
        change.constant(IndexChange.Kind.class, "kind"),
        change.number("units"));
  }

  private static List<KeyRestriction> conditions(MemberReader page) {
    return page.list(() -> new KeyRestriction(page.objects(TERM, RequestReader::term)));
  }

  private static KeyTerm term(RecordedMembers term) {
    List<AttributeValue> values = new ArrayList<>(2);
    values.add(value(term, "first"));
    if (term.has("second")) {
      values.add(value(term, "second"));
    }
    return new KeyTerm(
        term.text("attribute"), term.constant(KeyTerm.Comparison.class, "comparison"), values);
  }

  /** Returns the value of the only attribute of an item. */
  private static AttributeValue value(RecordedMembers term, String name) {
    return Objects.requireNonNull(term.key(name).find("v"), name);
  }
}
