package dev.monotable.design.recording;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.monotable.design.ledger.ObservedTables;
import dev.monotable.design.ledger.RequestContext;
import dev.monotable.design.ledger.UnprocessedKey;
import dev.monotable.design.ledger.UnprocessedKeys;
import dev.monotable.design.model.DeclaredIndex;
import dev.monotable.design.model.DeclaredKey;
import dev.monotable.design.model.DeclaredKeyAttribute;
import dev.monotable.design.model.DesignTable;
import dev.monotable.design.model.TableSettings;
import dev.monotable.design.relation.BulkPutTotals;
import dev.monotable.design.relation.RequestOutline;
import dev.monotable.design.relation.ResultValues;
import dev.monotable.engine.observe.ConsumedUnits;
import dev.monotable.engine.observe.ExpressionText;
import dev.monotable.engine.observe.IndexChange;
import dev.monotable.engine.observe.ItemRead;
import dev.monotable.engine.observe.ItemWritten;
import dev.monotable.engine.observe.KeyRestriction;
import dev.monotable.engine.observe.KeyTerm;
import dev.monotable.engine.observe.ObservedRequest;
import dev.monotable.engine.observe.PageRead;
import dev.monotable.engine.observe.RecordsRead;
import dev.monotable.engine.observe.RequestPart;
import dev.monotable.model.TimeToLiveSpecification;
import dev.monotable.text.FileFormat;
import dev.monotable.value.Item;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes the lines of a recording. Items are strings with DynamoDB JSON. A member that is null,
 * false, 0 or empty is left out. {@link RequestReader} and {@link TableReader} read the same
 * members.
 */
final class RequestLines {
  /** Raised for each new kind of line, part or value; a new member is ignored, and named. */
  static final FileFormat FORMAT = new FileFormat(2);

  private final JsonGenerator json;

  RequestLines(JsonGenerator json) {
    this.json = json;
  }

  void header() throws IOException {
    json.writeStartObject();
    json.writeNumberField("recording", FORMAT.number());
    end();
  }

  void dropped(long requests, long tables) throws IOException {
    json.writeStartObject();
    json.writeNumberField("dropped", requests);
    number("droppedTables", tables);
    end();
  }

  void bulkPut(BulkPutTotals ended, RequestContext context) throws IOException {
    json.writeStartObject();
    text("bulkPut", ended.table());
    text("tier", ended.tier());
    text("database", context.database());
    number("items", ended.items());
    number("failedItems", ended.failedItems());
    number("bytes", ended.bytes());
    number("vectorBytes", ended.vectorBytes());
    end();
  }

  private void end() throws IOException {
    json.writeEndObject();
    json.writeRaw('\n');
  }

  // ---- tables ----

  void table(RecordedTable recorded) throws IOException {
    DesignTable table = recorded.table();
    json.writeStartObject();
    text("table", table.name());
    text("database", recorded.database());
    key(table.key());
    objects("indexes", table.indexes(), this::index);
    TableSettings settings = table.settings();
    if (settings.provisioned() != null) {
      json.writeNumberField("readUnits", settings.provisioned().readUnits());
      json.writeNumberField("writeUnits", settings.provisioned().writeUnits());
    }
    text("timeToLive", settings.timeToLive());
    text("stream", settings.streamView());
    flag("infrequentAccess", settings.infrequentAccess());
    flag("pointInTimeRecovery", settings.pointInTimeRecovery());
    number("regions", settings.regions());
    flag("itemsMissing", recorded.itemsMissing());
    if (recorded.items() != null) {
      json.writeArrayFieldStart("items");
      for (Item each : recorded.items()) {
        byte[] bytes = each.json();
        json.writeUTF8String(bytes, 0, bytes.length);
      }
      json.writeEndArray();
    }
    end();
  }

  private void index(DeclaredIndex index) throws IOException {
    text("name", index.name());
    flag("global", index.global());
    key(index.key());
    text("projection", index.projection().kind().name());
    strings("attributes", index.projection().attributes());
  }

  private void key(DeclaredKey key) throws IOException {
    key("partition", key.partition());
    key("sort", key.sort());
  }

  private void key(String part, List<DeclaredKeyAttribute> attributes) throws IOException {
    List<String> namesAndTypes = new ArrayList<>();
    for (DeclaredKeyAttribute attribute : attributes) {
      namesAndTypes.add(attribute.name());
      namesAndTypes.add(attribute.type().name());
    }
    strings(part, namesAndTypes);
  }

  // ---- requests ----

  void request(ObservedRequest request, RequestContext context, RecordingWriter.Tables tables)
      throws IOException {
    json.writeStartObject();
    text("op", request.operation().name());
    number("at", request.startedAt().toEpochMilli());
    number("ns", request.duration().toNanos());
    text("test", context.test());
    text("pattern", context.pattern());
    text("database", context.database());
    if (request.error() != null) {
      text("error", request.error().code().name());
      text("message", request.error().getMessage());
    }
    flag("connectionDropped", request.connectionDropped());
    flag("withoutItems", RequestOutline.is(request));
    text("index", request.index());
    strings("tables", request.tables());
    TimeToLiveSpecification timeToLive = ObservedTables.findTimeToLive(request);
    if (timeToLive != null) {
      text("timeToLive", timeToLive.attributeName());
      flag("timeToLiveEnabled", timeToLive.enabled());
    }
    flag("more", request.hasMore());
    flag("continues", request.continues());
    objects("units", request.capacity(), this::units);
    number("unprocessed", request.unprocessed());
    List<UnprocessedKey> keys = UnprocessedKeys.of(request, tables::find);
    if (!keys.isEmpty()) {
      objects("unprocessedKeys", keys, this::unprocessed);
    }
    List<String> results = ResultValues.of(request);
    if (!results.isEmpty()) {
      strings("results", results);
    }
    objects("parts", request.parts(), this::part);
    byte[] sent = RequestOutline.is(request) ? null : SentJson.find(request);
    if (sent != null) {
      json.writeFieldName("request");
      json.writeUTF8String(sent, 0, sent.length);
    }
    flag("faults", !request.injected().isEmpty());
    end();
  }

  private void units(ConsumedUnits units) throws IOException {
    text("table", units.table());
    text("index", units.index());
    number("read", units.readUnits());
    number("write", units.writeUnits());
  }

  private void unprocessed(UnprocessedKey key) throws IOException {
    text("table", key.table());
    item("key", Item.of(key.key()));
  }

  private void part(RequestPart part) throws IOException {
    text("kind", part.kind().name());
    text("table", part.table());
    text("index", part.index());
    if (part instanceof ItemRead read) {
      item("key", read.key());
      item("item", read.item());
      expression("projection", read.projection());
      flag("consistent", read.consistent());
      number("units", read.units());
    } else if (part instanceof PageRead page) {
      page(page);
    } else if (part instanceof ItemWritten written) {
      written(written);
    } else if (part instanceof RecordsRead records) {
      text("stream", records.streamArn());
      text("shard", records.shardId());
      number("returned", records.returned());
      number("bytes", records.bytes());
    }
  }

  private void page(PageRead page) throws IOException {
    flag("global", page.globalIndex());
    json.writeArrayFieldStart("conditions");
    for (KeyRestriction condition : page.keyConditions()) {
      objects(condition.terms(), this::term);
    }
    json.writeEndArray();
    expression("filter", page.filter());
    expression("projection", page.projection());
    flag("countOnly", page.countOnly());
    flag("consistent", page.consistent());
    flag("descending", !page.forward());
    if (page.limit() != null) {
      json.writeNumberField("limit", page.limit());
    }
    item("start", page.startKey());
    item("last", page.lastEvaluatedKey());
    number("evaluated", page.evaluated());
    number("returned", page.returned());
    number("bytes", page.bytes());
    number("units", page.units());
    number("fetchedUnits", page.fetchedUnits());
  }

  private void term(KeyTerm term) throws IOException {
    text("attribute", term.attribute());
    text("comparison", term.comparison().name());
    item("first", Item.of("v", term.values().get(0)));
    if (term.values().size() > 1) {
      item("second", Item.of("v", term.values().get(1)));
    }
  }

  private void written(ItemWritten written) throws IOException {
    text("write", written.writeKind().name());
    item("key", written.key());
    expression("update", written.update());
    expression("condition", written.condition());
    flag("applied", written.applied());
    item("before", written.before());
    item("after", written.after());
    number("units", written.units());
    objects("changes", written.indexChanges(), this::change);
  }

  private void change(IndexChange change) throws IOException {
    text("index", change.index());
    text("kind", change.kind().name());
    number("units", change.units());
  }

  private void expression(String name, @Nullable ExpressionText expression) throws IOException {
    if (expression == null) {
      return;
    }
    json.writeObjectFieldStart(name);
    text("text", expression.text());
    if (!expression.names().isEmpty()) {
      json.writeObjectFieldStart("names");
      for (Map.Entry<String, String> each : expression.names().entrySet()) {
        json.writeStringField(each.getKey(), each.getValue());
      }
      json.writeEndObject();
    }
    if (!expression.values().isEmpty()) {
      item("values", expression.values());
    }
    json.writeEndObject();
  }

  // ---- members ----

  /** Writes the members of an object. */
  @FunctionalInterface
  private interface Content<T> {
    void write(T value) throws IOException;
  }

  private <T> void objects(String name, List<T> values, Content<T> members) throws IOException {
    json.writeFieldName(name);
    objects(values, members);
  }

  private <T> void objects(List<T> values, Content<T> members) throws IOException {
    json.writeStartArray();
    for (T value : values) {
      json.writeStartObject();
      members.write(value);
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  private void item(String name, @Nullable Item item) throws IOException {
    if (item != null) {
      json.writeFieldName(name);
      byte[] bytes = item.json();
      json.writeUTF8String(bytes, 0, bytes.length);
    }
  }

  private void text(String name, @Nullable String text) throws IOException {
    if (text != null) {
      json.writeStringField(name, text);
    }
  }

  private void strings(String name, List<String> texts) throws IOException {
    json.writeArrayFieldStart(name);
    for (String text : texts) {
      json.writeString(text);
    }
    json.writeEndArray();
  }

  private void flag(String name, boolean value) throws IOException {
    if (value) {
      json.writeBooleanField(name, true);
    }
  }

  private void number(String name, long value) throws IOException {
    if (value != 0) {
      json.writeNumberField(name, value);
    }
  }

  private void number(String name, double value) throws IOException {
    if (value == (long) value) {
      number(name, (long) value);
    } else {
      json.writeNumberField(name, value);
    }
  }
}
