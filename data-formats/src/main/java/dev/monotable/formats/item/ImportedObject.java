package dev.monotable.formats.item;

import dev.monotable.engine.transfer.ImportTarget;
import dev.monotable.engine.transfer.TransferException;
import dev.monotable.formats.bucket.ObjectFailure;
import dev.monotable.formats.schema.TypedValues;
import dev.monotable.model.CsvOptions;
import dev.monotable.model.ImportTableDescription;
import dev.monotable.model.InputFormat;
import dev.monotable.model.TableCreationParameters;
import dev.monotable.text.FileFailure;
import dev.monotable.text.FileValue;
import dev.monotable.text.FileValue.Mapping;
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
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Reads an object of the source of ImportTable, in the format that the request names. What is not
 * an item ends the object: the rest of it is skipped, as on AWS (DDB-IMPORT-013 of the findings in
 * aws-controllers-k8s/dynamodb-controller {@code docs/api-quirks}). See <a
 * href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/S3DataImport.Format.html">Amazon
 * S3 import formats</a>.
 */
public final class ImportedObject {
  /**
   * The characters that an item may have in its file. DynamoDB JSON of an item of 400 KB has fewer.
   */
  static final int MAX_ITEM_CHARACTERS = 8 << 20;

  private final String key;
  private final ImportTableDescription description;
  private final TableKeys table;
  private final ImportTarget target;
  private long index;
  private @Nullable ObjectFailure failure;

  /**
   * @param key of the object
   * @param description of the import
   */
  public ImportedObject(String key, ImportTableDescription description, ImportTarget target) {
    this.key = key;
    this.description = description;
    this.target = target;
    TableCreationParameters parameters =
        Objects.requireNonNull(description.tableCreationParameters());
    this.table =
        TableKeys.of(
            parameters.tableName(), parameters.keySchema(), parameters.attributeDefinitions());
  }

  /**
   * Reads all items.
   *
   * @param content without compression
   * @throws TransferException if the import must end
   */
  public void read(InputStream content) throws TransferException {
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(new CountedInput(content), StandardCharsets.UTF_8.newDecoder()),
            1 << 16)) {
      reader.mark(1);
      if (reader.read() != '\uFEFF') {
        reader.reset();
      }
      switch (Objects.requireNonNull(InputFormat.find(description.inputFormat()))) {
        case DYNAMODB_JSON -> readJson(reader);
        case ION -> readIon(reader);
        case CSV -> readCsv(reader);
      }
    } catch (InvalidContentException e) {
      reject(e.reason());
    } catch (StackOverflowError e) {
      reject("nested too deeply");
    } catch (CharacterCodingException e) {
      reject("not UTF-8");
    } catch (IOException e) {
      reject(FileFailure.reason(e));
    }
  }

  /** Counts an error, unless the object could not be read. */
  private void reject(String reason) throws TransferException {
    if (failure != null) {
      throw failure.failure();
    }
    target.reject(reason, key, index);
  }

  /** Counts the bytes that are read. */
  private final class CountedInput extends FilterInputStream {
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
      int read;
      try {
        read = in.read(bytes, from, length);
      } catch (ObjectFailure e) {
        failure = e; // which a reader of a format may report as something else
        throw e;
      }
      if (read > 0) {
        target.addBytes(read);
      }
      return read;
    }
  }

  private void put(Item item) throws TransferException {
    target.put(item, key, index);
    index++;
  }

  // ---- DynamoDB JSON

  /** Reads the values, which need no line breaks between them. */
  private void readJson(BufferedReader reader) throws TransferException {
    BoundedReader text = new BoundedReader(reader, MAX_ITEM_CHARACTERS);
    TypedValues values = new TypedValues(new ItemWriter());
    try (JsonTokens tokens = new JsonTokens(new TextFile(Path.of("object")), text)) {
      while (tokens.next() != null) {
        FileValue record = tokens.value();
        text.nextRecord();
        if (!(record instanceof Mapping mapping && mapping.find("Item") instanceof Mapping item)) {
          throw new InvalidContentException(record.at(), "expected {\"Item\": {...}}");
        }
        put(values.item(item));
      }
    }
  }

  // ---- Ion and CSV

  private void readIon(BufferedReader reader) throws IOException, TransferException {
    try {
      new IonItems().readFull(new BoundedReader(reader, MAX_ITEM_CHARACTERS), this::put);
    } catch (NoClassDefFoundError e) {
      throw new TransferException(
          "InternalServerError", "Ion needs com.amazon.ion:ion-java on the class path");
    }
  }

  private void readCsv(BufferedReader reader) throws IOException, TransferException {
    CsvOptions options =
        description.inputFormatOptions() == null ? null : description.inputFormatOptions().csv();
    String delimiter = options == null ? null : options.delimiter();
    new CsvItems(Path.of("object"), table)
        .readImport(
            new BoundedReader(reader, MAX_ITEM_CHARACTERS),
            delimiter == null ? ',' : delimiter.charAt(0),
            options == null ? null : options.headerList(),
            new CsvItems.Consumer() {
              @Override
              public void accept(Item item) throws TransferException {
                put(item);
              }

              @Override
              public void reject(String reason) {
                target.reject(reason, key, index);
                index++;
              }
            });
  }

  /** Receives items. */
  @FunctionalInterface
  interface ItemConsumer {
    void accept(Item item) throws TransferException;
  }
}
