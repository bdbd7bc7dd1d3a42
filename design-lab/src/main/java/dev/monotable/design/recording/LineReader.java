package dev.monotable.design.recording;

import dev.monotable.design.ledger.RequestContext;
import dev.monotable.design.ledger.UnprocessedKey;
import dev.monotable.design.model.DeclaredIndex;
import dev.monotable.design.model.DeclaredKey;
import dev.monotable.design.model.DeclaredKeyAttribute;
import dev.monotable.design.model.DeclaredProjection;
import dev.monotable.design.model.DesignTable;
import dev.monotable.design.model.TableSettings;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.error.ErrorCode;
import dev.monotable.engine.observe.ConsumedUnits;
import dev.monotable.engine.observe.ExpressionText;
import dev.monotable.engine.observe.IndexChange;
import dev.monotable.engine.observe.ItemWritten.WriteKind;
import dev.monotable.engine.observe.KeyRestriction;
import dev.monotable.engine.observe.KeyTerm;
import dev.monotable.engine.observe.RequestPart;
import dev.monotable.model.Operations;
import dev.monotable.model.TimeToLiveSpecification;
import dev.monotable.schema.OperationSchema;
import dev.monotable.text.FileValue;
import dev.monotable.text.FileValue.Mapping;
import dev.monotable.text.FileValue.NamedValue;
import dev.monotable.text.InvalidContentException;
import dev.monotable.value.AttributeType;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads the lines that {@link RequestLines} writes. Unknown members are ignored. */
final class LineReader {
  private LineReader() {}

  static DesignTable table(Mapping line) {
    List<DeclaredIndex> indexes = new ArrayList<>();
    for (FileValue each : elements(line, "indexes")) {
      Mapping index = FileValue.mapping(each, "an index");
      DeclaredProjection.Kind kind =
          DeclaredProjection.Kind.valueOf(requireText(index, "projection"));
      indexes.add(
          new DeclaredIndex(
              requireText(index, "name"),
              flag(index, "global"),
              key(index),
              new DeclaredProjection(kind, texts(index, "attributes"))));
    }
    TableSettings.Provisioned provisioned =
        line.find("readUnits") == null && line.find("writeUnits") == null
            ? null
            : new TableSettings.Provisioned(
                (long) number(line, "readUnits"), (long) number(line, "writeUnits"));
    return new DesignTable(
        requireText(line, "table"),
        key(line),
        indexes,
        List.of(),
        new TableSettings(
            provisioned,
            text(line, "timeToLive"),
            text(line, "stream"),
            flag(line, "infrequentAccess"),
            flag(line, "pointInTimeRecovery"),
            (int) number(line, "regions")));
  }

  private static DeclaredKey key(Mapping line) {
    return new DeclaredKey(
        keyAttributes(texts(line, "partition")), keyAttributes(texts(line, "sort")));
  }

  private static List<DeclaredKeyAttribute> keyAttributes(List<String> namesAndTypes) {
    List<DeclaredKeyAttribute> attributes = new ArrayList<>();
    for (int i = 0; i + 1 < namesAndTypes.size(); i += 2) {
      attributes.add(
          new DeclaredKeyAttribute(
              namesAndTypes.get(i), AttributeType.valueOf(namesAndTypes.get(i + 1))));
    }
    return attributes;
  }

  static RequestContext context(Mapping line) {
    String test = text(line, "test");
    String pattern = text(line, "pattern");
    return test == null && pattern == null
        ? RequestContext.NONE
        : new RequestContext(test, pattern);
  }

  static RecordedRequest request(Mapping line) {
    String name = requireText(line, "op");
    OperationSchema<?, ?> operation = Operations.find(name);
    if (operation == null) {
      throw new InvalidContentException(line.at(), "unknown operation " + name);
    }
    String code = text(line, "error");
    List<RequestPart> parts = new ArrayList<>();
    for (FileValue part : elements(line, "parts")) {
      parts.add(part(FileValue.mapping(part, "a part")));
    }
    RecordedRequest.Outcome outcome =
        new RecordedRequest.Outcome(
            code == null
                ? null
                : new DynamoException(ErrorCode.valueOf(code), text(line, "message")),
            flag(line, "connectionDropped"),
            flag(line, "more"),
            flag(line, "continues"),
            (int) number(line, "unprocessed"),
            unprocessedKeys(name, line),
            texts(line, "results"));
    return new RecordedRequest(
        operation,
        Instant.ofEpochMilli((long) number(line, "at")),
        Duration.ofNanos((long) number(line, "ns")),
        new RecordedRequest.Target(texts(line, "tables"), text(line, "index"), timeToLive(line)),
        parts,
        units(line),
        outcome);
  }

  private static @Nullable TimeToLiveSpecification timeToLive(Mapping line) {
    String attribute = text(line, "timeToLive");
    return attribute == null
        ? null
        : TimeToLiveSpecification.builder()
            .attributeName(attribute)
            .enabled(flag(line, "timeToLiveEnabled"))
            .build();
  }

  private static List<UnprocessedKey> unprocessedKeys(String operation, Mapping line) {
    List<UnprocessedKey> keys = new ArrayList<>();
    for (FileValue each : elements(line, "unprocessedKeys")) {
      Mapping key = FileValue.mapping(each, "a key");
      keys.add(
          new UnprocessedKey(
              operation, requireText(key, "table"), requireItem(key, "key").toMap()));
    }
    return keys;
  }

  private static List<ConsumedUnits> units(Mapping line) {
    List<ConsumedUnits> units = new ArrayList<>();
    for (FileValue value : elements(line, "units")) {
      Mapping each = FileValue.mapping(value, "units");
      units.add(
          new ConsumedUnits(
              requireText(each, "table"),
              text(each, "index"),
              number(each, "read"),
              number(each, "write")));
    }
    return units;
  }

  private static RequestPart part(Mapping part) {
    return switch (RequestPart.Kind.valueOf(requireText(part, "kind"))) {
      case ITEM_READ ->
          new RecordedParts.Get(
              requireText(part, "table"),
              requireItem(part, "key"),
              item(part, "item"),
              expression(part, "projection"),
              flag(part, "consistent"),
              number(part, "units"));
      case PAGE_READ -> page(part);
      case ITEM_WRITTEN -> written(part);
      case RECORDS_READ ->
          new RecordedParts.StreamPage(
              requireText(part, "table"),
              requireText(part, "stream"),
              requireText(part, "shard"),
              (int) number(part, "returned"),
              (long) number(part, "bytes"));
    };
  }

  private static RequestPart page(Mapping part) {
    List<KeyRestriction> conditions = new ArrayList<>();
    for (FileValue condition : elements(part, "conditions")) {
      List<KeyTerm> terms = new ArrayList<>();
      for (FileValue each : FileValue.elements(condition, "a condition")) {
        Mapping term = FileValue.mapping(each, "a term");
        List<AttributeValue> values = new ArrayList<>();
        values.add(value(term, "first"));
        if (term.find("second") != null) {
          values.add(value(term, "second"));
        }
        terms.add(
            new KeyTerm(
                requireText(term, "attribute"),
                KeyTerm.Comparison.valueOf(requireText(term, "comparison")),
                values));
      }
      conditions.add(new KeyRestriction(terms));
    }
    return new RecordedParts.Page(
        new RecordedParts.Source(
            requireText(part, "table"), text(part, "index"), flag(part, "global"), conditions),
        new RecordedParts.Options(
            expression(part, "filter"),
            expression(part, "projection"),
            flag(part, "countOnly"),
            flag(part, "consistent"),
            !flag(part, "descending"),
            part.find("limit") == null ? null : (int) number(part, "limit")),
        item(part, "start"),
        item(part, "last"),
        new RecordedParts.Counts(
            (int) number(part, "evaluated"),
            (int) number(part, "returned"),
            (long) number(part, "bytes"),
            number(part, "units"),
            number(part, "fetchedUnits")));
  }

  private static RequestPart written(Mapping part) {
    List<IndexChange> changes = new ArrayList<>();
    for (FileValue each : elements(part, "changes")) {
      Mapping change = FileValue.mapping(each, "a change");
      changes.add(
          new IndexChange(
              requireText(change, "index"),
              IndexChange.Kind.valueOf(requireText(change, "kind")),
              number(change, "units")));
    }
    return new RecordedParts.Write(
        requireText(part, "table"),
        requireItem(part, "key"),
        new RecordedParts.Change(
            WriteKind.valueOf(requireText(part, "write")),
            expression(part, "update"),
            expression(part, "condition"),
            flag(part, "applied")),
        item(part, "before"),
        item(part, "after"),
        changes,
        number(part, "units"));
  }

  private static @Nullable ExpressionText expression(Mapping part, String name) {
    FileValue value = part.findPresent(name);
    if (value == null) {
      return null;
    }
    Mapping expression = FileValue.mapping(value, name);
    Map<String, String> names = new HashMap<>();
    FileValue given = expression.findPresent("names");
    if (given != null) {
      for (NamedValue each : FileValue.mapping(given, "names").members()) {
        names.put(each.name(), FileValue.text(each.value(), each.name()));
      }
    }
    Item values = item(expression, "values");
    return new ExpressionText(
        requireText(expression, "text"), names, values == null ? Item.EMPTY : values);
  }

  // ---- members ----

  private static AttributeValue value(Mapping part, String name) {
    AttributeValue value = requireItem(part, name).find("v");
    if (value == null) {
      throw new InvalidContentException(part.at(), name + " has no value");
    }
    return value;
  }

  private static @Nullable Item item(Mapping part, String name) {
    String text = text(part, name);
    return text == null ? null : Item.parse(text);
  }

  private static Item requireItem(Mapping part, String name) {
    return Item.parse(requireText(part, name));
  }

  private static @Nullable String text(Mapping part, String name) {
    FileValue value = part.findPresent(name);
    return value == null ? null : FileValue.text(value, name);
  }

  private static String requireText(Mapping part, String name) {
    String text = text(part, name);
    if (text == null) {
      throw new InvalidContentException(part.at(), "the line needs " + name);
    }
    return text;
  }

  private static List<String> texts(Mapping part, String name) {
    List<String> texts = new ArrayList<>();
    for (FileValue each : elements(part, name)) {
      texts.add(FileValue.text(each, name));
    }
    return texts;
  }

  private static List<FileValue> elements(Mapping part, String name) {
    FileValue value = part.findPresent(name);
    return value == null ? List.of() : FileValue.elements(value, name);
  }

  private static boolean flag(Mapping part, String name) {
    return "true".equals(text(part, name));
  }

  private static double number(Mapping part, String name) {
    String text = text(part, name);
    double number = text == null ? 0 : Double.parseDouble(text);
    // A time may be before 1970. Nothing else is negative, and no report can add up NaN.
    if (!Double.isFinite(number) || (number < 0 && !name.equals("at"))) {
      throw new InvalidContentException(part.at(), name + " is invalid: " + text);
    }
    return number;
  }
}
