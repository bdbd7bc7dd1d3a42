package dev.monotable.formats.export;

import dev.monotable.engine.transfer.ExportSource;
import dev.monotable.formats.item.ItemLines;
import dev.monotable.value.Item;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/** A format of files with items. */
public enum ItemFormat {
  /** A line {@code {"Item":{…}}} for each item: the format of exports to S3. */
  DYNAMODB_JSON(".jsonl", ".json"),
  /** Amazon Ion text, {@code {Item:{…}}} for each item: the other format of exports to S3. */
  ION(".ion", ".ion"),
  /** CSV with the names of the attributes in the first line, as DynamoDB imports it. */
  CSV(".csv", ".csv");

  private final String suffix;
  private final String s3Suffix;

  ItemFormat(String suffix, String s3Suffix) {
    this.suffix = suffix;
    this.s3Suffix = s3Suffix;
  }

  /** Returns the end of the names of such files, without that of a compression. */
  public String suffix() {
    return suffix;
  }

  /** Returns the end of the names of such files in exports to S3. */
  String s3Suffix() {
    return s3Suffix;
  }

  /**
   * Begins a file.
   *
   * @param attributes the names of the columns of a CSV file; other formats ignore them
   * @param out is closed with the result
   */
  public ItemOutput open(OutputStream out, List<String> attributes) {
    return switch (this) {
      case DYNAMODB_JSON -> new LineOutput(out);
      case ION -> new IonOutput(out);
      case CSV -> new CsvOutput(out, attributes);
    };
  }

  private record LineOutput(OutputStream out) implements ItemOutput {
    @Override
    public void write(Item item) throws IOException {
      ItemLines.write(item, out);
    }

    @Override
    public void write(ExportSource.Change change) throws IOException {
      ItemLines.write(change, out);
    }

    @Override
    public void close() throws IOException {
      out.close();
    }
  }
}
