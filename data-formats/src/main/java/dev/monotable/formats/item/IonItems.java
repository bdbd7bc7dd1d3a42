package dev.monotable.formats.item;

import com.amazon.ion.Decimal;
import com.amazon.ion.IonException;
import com.amazon.ion.IonReader;
import com.amazon.ion.IonType;
import com.amazon.ion.system.IonReaderBuilder;
import dev.monotable.engine.transfer.BulkRecord;
import dev.monotable.engine.transfer.TransferException;
import dev.monotable.text.FilePosition;
import dev.monotable.text.InvalidContentException;
import dev.monotable.value.AttributeType;
import dev.monotable.value.Item;
import dev.monotable.value.ItemWriter;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Converts structs of Amazon Ion to items. Not thread safe. */
final class IonItems {
  private final ItemWriter writer = new ItemWriter();

  /**
   * Reads the records {@code {Item:{…}}} of a full export.
   *
   * @throws InvalidContentException if there is something else
   */
  void readFull(BoundedReader text, ImportedObject.ItemConsumer consumer)
      throws IOException, TransferException {
    try (IonReader reader = IonReaderBuilder.standard().build(text)) {
      while (reader.next() != null) {
        text.nextRecord();
        consumer.accept(full(reader));
      }
    } catch (IonException e) {
      throw invalid("not Ion: " + e.getMessage());
    }
  }

  /** Returns the records of a bulk operation. */
  BulkObjectRecords.Source records(BoundedReader text) {
    IonReader reader = IonReaderBuilder.standard().build(text);
    return () -> {
      try {
        if (reader.next() == null) {
          return null;
        }
        text.nextRecord();
        try {
          return record(reader);
        } catch (InvalidContentException e) {
          while (reader.getDepth() > 0) {
            reader.stepOut();
          }
          return BulkRecord.invalid(e.reason());
        }
      } catch (IonException e) {
        throw invalid("not Ion: " + e.getMessage());
      }
    };
  }

  private BulkRecord record(IonReader reader) {
    if (reader.getType() != IonType.STRUCT || reader.isNullValue()) {
      throw invalid("expected {Item: {...}}");
    }
    Item item = null;
    String condition = null;
    Map<String, String> names = null;
    Item values = null;
    reader.stepIn();
    while (reader.next() != null) {
      switch (String.valueOf(reader.getFieldName())) {
        case BulkObjectRecords.ITEM -> item = item(reader);
        case BulkObjectRecords.CONDITION -> condition = text(reader);
        case BulkObjectRecords.NAMES -> names = names(reader);
        case BulkObjectRecords.VALUES -> values = item(reader);
        default -> throw invalid("unknown member '" + reader.getFieldName() + "'");
      }
    }
    reader.stepOut();
    if (item == null) {
      throw invalid("expected {Item: {...}}");
    }
    return new BulkRecord(item, condition, names, values, null);
  }

  private static Map<String, String> names(IonReader reader) {
    if (reader.getType() != IonType.STRUCT || reader.isNullValue()) {
      throw invalid(BulkObjectRecords.NAMES + " must be a struct");
    }
    Map<String, String> names = new LinkedHashMap<>();
    reader.stepIn();
    while (reader.next() != null) {
      names.put(reader.getFieldName(), text(reader));
    }
    reader.stepOut();
    return names;
  }

  private static String text(IonReader reader) {
    if (!IonType.isText(reader.getType()) || reader.isNullValue()) {
      throw invalid(reader.getFieldName() + " must be a string");
    }
    return reader.stringValue();
  }

  private Item full(IonReader reader) {
    Item item = null;
    if (reader.getType() == IonType.STRUCT && !reader.isNullValue()) {
      reader.stepIn();
      while (reader.next() != null) {
        if (!"Item".equals(reader.getFieldName()) || reader.isNullValue()) {
          throw invalid("expected {Item: {...}}");
        }
        item = item(reader);
      }
      reader.stepOut();
    }
    if (item == null) {
      throw invalid("expected {Item: {...}}");
    }
    return item;
  }

  private static InvalidContentException invalid(String reason) {
    return new InvalidContentException(FilePosition.of(Path.of("object")), reason);
  }

  /**
   * Returns the item of the current struct.
   *
   * @throws InvalidContentException if it is not an item
   */
  Item item(IonReader reader) {
    if (reader.getType() != IonType.STRUCT || reader.isNullValue()) {
      throw invalid("an item must be a struct");
    }
    writer.beginItem();
    members(reader);
    return writer.endItem();
  }

  private void members(IonReader reader) {
    reader.stepIn();
    while (reader.next() != null) {
      writer.name(reader.getFieldName());
      value(reader);
    }
    reader.stepOut();
  }

  private void value(IonReader reader) {
    IonType type = reader.getType();
    if (reader.isNullValue()) {
      writer.nul(true);
      return;
    }
    switch (type) {
      case STRING, SYMBOL -> writer.string(reader.stringValue());
      case BOOL -> writer.bool(reader.booleanValue());
      case DECIMAL, INT -> writer.number(number(reader));
      case BLOB -> {
        byte[] bytes = reader.newBytes();
        writer.binary(bytes, 0, bytes.length);
      }
      case STRUCT -> {
        writer.beginMap();
        members(reader);
        writer.endMap();
      }
      case LIST -> list(reader);
      default -> throw invalid("DynamoDB has no values of type " + type);
    }
  }

  private static String number(IonReader reader) {
    BigDecimal number =
        reader.getType() == IonType.INT
            ? new BigDecimal(reader.bigIntegerValue())
            : Decimal.bigDecimalValue(reader.decimalValue());
    return number.toString();
  }

  private void list(IonReader reader) {
    AttributeType set = setType(List.of(reader.getTypeAnnotations()));
    if (set == null) {
      writer.beginList();
    } else {
      writer.beginSet(set);
    }
    reader.stepIn();
    while (reader.next() != null) {
      if (set == null) {
        value(reader);
      } else {
        member(reader, set);
      }
    }
    reader.stepOut();
    if (set == null) {
      writer.endList();
    } else {
      writer.endSet();
    }
  }

  private void member(IonReader reader, AttributeType set) {
    IonType type = reader.getType();
    boolean fits =
        switch (set) {
          case SS -> type == IonType.STRING || type == IonType.SYMBOL;
          case NS -> type == IonType.DECIMAL || type == IonType.INT;
          default -> type == IonType.BLOB;
        };
    if (!fits || reader.isNullValue()) {
      throw invalid("an element of " + set + " cannot be of type " + type);
    }
    byte[] text =
        switch (set) {
          case SS -> utf8(reader.stringValue());
          case NS -> utf8(number(reader));
          default -> Base64.getEncoder().encode(reader.newBytes());
        };
    boolean unused = writer.member(text, 0, text.length);
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static @Nullable AttributeType setType(List<String> annotations) {
    if (annotations.contains("$dynamodb_SS")) {
      return AttributeType.SS;
    }
    if (annotations.contains("$dynamodb_NS")) {
      return AttributeType.NS;
    }
    return annotations.contains("$dynamodb_BS") ? AttributeType.BS : null;
  }
}
