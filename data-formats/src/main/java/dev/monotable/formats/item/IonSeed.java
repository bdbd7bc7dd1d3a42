package dev.monotable.formats.item;

import com.amazon.ion.IonException;
import com.amazon.ion.IonReader;
import com.amazon.ion.IonType;
import com.amazon.ion.system.IonReaderBuilder;
import dev.monotable.text.FileFailure;
import dev.monotable.text.FilePosition;
import dev.monotable.text.InvalidContentException;
import dev.monotable.value.Item;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Reads the items of a file in Amazon Ion text: {@code {Item:{…}}} as in full exports, or {@code
 * {Record:{Keys:{…},NewImage:{…}}}} as in incremental ones. See <a
 * href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/S3DataExport.Output.html">DynamoDB
 * table export output format</a>.
 */
final class IonSeed {
  private final Path path;
  private final TableKeys table;
  private final SeedTarget target;
  private final IonItems items = new IonItems();
  private long records;

  IonSeed(Path path, TableKeys table, SeedTarget target) {
    this.path = path;
    this.table = table;
    this.target = target;
  }

  /** Reads all records. */
  void read(BufferedReader text) {
    try (IonReader reader = IonReaderBuilder.standard().build(text)) {
      while (reader.next() != null) {
        records++;
        record(reader);
      }
    } catch (IonException e) {
      throw invalid("not Ion: " + e.getMessage());
    } catch (IOException e) {
      throw invalid("cannot be read: " + FileFailure.reason(e));
    }
  }

  private InvalidContentException invalid(String reason) {
    return new InvalidContentException(
        FilePosition.of(path), records == 0 ? reason : "record " + records + ": " + reason);
  }

  private void record(IonReader reader) {
    if (reader.getType() != IonType.STRUCT) {
      throw invalid("expected {Item: {...}}");
    }
    Item item = null;
    Item keys = null;
    reader.stepIn();
    while (reader.next() != null) {
      if (reader.getFieldName().equals("Record") && reader.getType() == IonType.STRUCT) {
        record(reader);
        if (reader.next() != null) {
          throw invalid("unknown member " + reader.getFieldName());
        }
        reader.stepOut();
        return;
      }
      switch (reader.getFieldName()) {
        case "Item", "NewImage" -> item = reader.isNullValue() ? null : item(reader);
        case "Keys" -> keys = item(reader);
        case "OldImage", "Metadata" -> {}
        default -> throw invalid("unknown member " + reader.getFieldName());
      }
    }
    reader.stepOut();
    if (item != null) {
      target.put(table, item, FilePosition.of(path));
    } else if (keys != null) {
      target.delete(table, keys, FilePosition.of(path));
    } else {
      throw invalid("expected {Item: {...}}");
    }
  }

  private Item item(IonReader reader) {
    try {
      return items.item(reader);
    } catch (InvalidContentException e) {
      throw invalid(e.reason());
    }
  }
}
