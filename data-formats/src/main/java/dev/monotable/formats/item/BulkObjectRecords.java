package dev.monotable.formats.item;

import com.fasterxml.jackson.core.JsonToken;
import dev.monotable.engine.transfer.BulkRecord;
import dev.monotable.engine.transfer.BulkRecords;
import dev.monotable.engine.transfer.StoredObject;
import dev.monotable.engine.transfer.TransferException;
import dev.monotable.formats.bucket.ObjectFailure;
import dev.monotable.formats.bucket.ObjectStore;
import dev.monotable.formats.schema.TypedValues;
import dev.monotable.model.BulkOperationInputFormat;
import dev.monotable.text.FileCompression;
import dev.monotable.text.FileFailure;
import dev.monotable.text.FileValue;
import dev.monotable.text.FileValue.Mapping;
import dev.monotable.text.FileValue.NamedValue;
import dev.monotable.text.InvalidContentException;
import dev.monotable.text.JsonTokens;
import dev.monotable.text.TextFile;
import dev.monotable.value.Item;
import dev.monotable.value.ItemWriter;
import java.io.BufferedReader;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The records of an object of a bulk operation, as DynamoDB JSON or Ion: {@code Item} and, for a
 * condition, the members of a PutItem request. A record that has something else is invalid, and the
 * next one follows. What is not JSON or Ion ends the object: the rest of it is skipped, as in
 * imports. For one thread.
 */
public final class BulkObjectRecords implements BulkRecords {
  static final String ITEM = "Item";
  static final String CONDITION = "ConditionExpression";
  static final String NAMES = "ExpressionAttributeNames";
  static final String VALUES = "ExpressionAttributeValues";

  private final StoredObject object;
  private final CountedInput input;
  private final Source records;
  private boolean ended;

  /** The records in one format. */
  interface Source {
    /** Returns the next record; null after the last. */
    @Nullable BulkRecord next() throws IOException;
  }

  private BulkObjectRecords(StoredObject object, CountedInput input, Source records) {
    this.object = object;
    this.input = input;
    this.records = records;
  }

  /**
   * Opens an object.
   *
   * @param bytes of the object
   */
  public static BulkRecords open(
      InputStream bytes,
      FileCompression compression,
      BulkOperationInputFormat format,
      StoredObject object)
      throws TransferException {
    CountedInput input = new CountedInput(bytes);
    Source records;
    try {
      records = object.size() == 0 ? () -> null : source(compression.open(input), format);
    } catch (IOException e) {
      String reason = "not compressed as declared: " + FileFailure.reason(e);
      records =
          () -> {
            throw new IOException(reason);
          };
    } catch (NoClassDefFoundError e) {
      throw new TransferException(
          "InternalServerError", "Ion needs com.amazon.ion:ion-java on the class path");
    }
    BulkObjectRecords opened = new BulkObjectRecords(object, input, records);
    opened.requireReadable();
    return opened;
  }

  private static Source source(InputStream content, BulkOperationInputFormat format)
      throws IOException {
    BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(content, StandardCharsets.UTF_8.newDecoder()), 1 << 16);
    reader.mark(1);
    if (reader.read() != '\uFEFF') {
      reader.reset();
    }
    BoundedReader text = new BoundedReader(reader, ImportedObject.MAX_ITEM_CHARACTERS);
    return switch (format) {
      case DYNAMODB_JSON -> new JsonRecords(text);
      case ION -> new IonItems().records(text);
    };
  }

  @Override
  public @Nullable BulkRecord next() throws TransferException {
    if (ended) {
      return null;
    }
    String reason;
    try {
      BulkRecord record = records.next();
      ended = record == null;
      requireReadable();
      return record;
    } catch (InvalidContentException e) {
      reason = e.reason();
    } catch (StackOverflowError e) {
      reason = "nested too deeply";
    } catch (CharacterCodingException e) {
      reason = "not UTF-8";
    } catch (IOException e) {
      reason = FileFailure.reason(e);
    }
    ended = true;
    requireReadable();
    return BulkRecord.invalid(reason);
  }

  /** Reports a failure to read the object, which a reader of a format may report otherwise. */
  private void requireReadable() throws TransferException {
    IOException failure = input.failure;
    if (failure instanceof ObjectFailure known) {
      throw known.failure();
    }
    if (failure != null) {
      throw ObjectStore.denied("the object '" + object.key() + "' cannot be read", failure);
    }
  }

  @Override
  public long bytes() {
    return input.count;
  }

  @Override
  public void close() {
    try {
      input.close();
    } catch (IOException e) {
      // Nothing is written, so nothing is lost.
    }
  }

  /** Counts the bytes that are read. */
  private static final class CountedInput extends FilterInputStream {
    private long count;
    private @Nullable IOException failure;

    CountedInput(InputStream in) {
      super(in);
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int from, int length) throws IOException {
      try {
        int read = in.read(bytes, from, length);
        count += Math.max(read, 0);
        return read;
      } catch (IOException e) {
        failure = e;
        throw e;
      }
    }
  }

  /** DynamoDB JSON. The records need no line breaks between them. */
  private static final class JsonRecords implements Source {
    private final BoundedReader text;
    private final TypedValues values = new TypedValues(new ItemWriter());
    private final JsonTokens tokens;

    JsonRecords(BoundedReader text) {
      this.text = text;
      this.tokens = new JsonTokens(new TextFile(Path.of("object")), text);
    }

    @Override
    public @Nullable BulkRecord next() {
      JsonToken token = tokens.next();
      if (token == null) {
        return null;
      }
      FileValue record = tokens.value();
      text.nextRecord();
      try {
        return record(record);
      } catch (InvalidContentException e) {
        return BulkRecord.invalid(e.reason());
      }
    }

    private BulkRecord record(FileValue record) {
      if (!(record instanceof Mapping mapping && mapping.find(ITEM) instanceof Mapping item)) {
        throw new InvalidContentException(record.at(), "expected {\"Item\": {...}}");
      }
      String condition = null;
      Map<String, String> names = null;
      Item substituted = null;
      for (NamedValue member : mapping.members()) {
        switch (member.name()) {
          case ITEM -> {}
          case CONDITION -> condition = text(member.value(), CONDITION);
          case NAMES -> {
            names = new LinkedHashMap<>();
            for (NamedValue name : FileValue.mapping(member.value(), NAMES).members()) {
              names.put(name.name(), text(name.value(), name.name()));
            }
          }
          case VALUES -> substituted = values.item(FileValue.mapping(member.value(), VALUES));
          default ->
              throw new InvalidContentException(
                  member.at(), "unknown member '" + member.name() + "'");
        }
      }
      return new BulkRecord(values.item(item), condition, names, substituted, null);
    }

    private static String text(FileValue value, String what) {
      if (value instanceof FileValue.Scalar scalar
          && scalar.type() == FileValue.ScalarType.STRING) {
        return scalar.text();
      }
      throw new InvalidContentException(
          value.at(), what + " must be a string, not " + value.describe());
    }
  }
}
