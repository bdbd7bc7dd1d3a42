package dev.monotable.formats.export;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.QuoteStrategies;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.Item;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;

/**
 * Writes items as CSV. A string is its text, a number its digits, a binary value base64 and a
 * Boolean true or false; sets, lists and maps are DynamoDB JSON. An empty field is an absent
 * attribute, an empty string is in quotes. The types of attributes that are not keys are lost.
 */
final class CsvOutput implements ItemOutput {
  private final CsvWriter csv;
  private final List<String> attributes;

  CsvOutput(OutputStream out, List<String> attributes) {
    this.csv =
        CsvWriter.builder()
            .quoteStrategy(QuoteStrategies.EMPTY)
            .build(new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8)));
    this.attributes = List.copyOf(attributes);
    csv.writeRecord(this.attributes);
  }

  @Override
  public void write(Item item) throws IOException {
    Map<String, AttributeValue> values = item.toMap();
    List<String> fields = new ArrayList<>();
    for (String attribute : attributes) {
      AttributeValue value = values.get(attribute);
      fields.add(value == null ? null : text(value));
    }
    csv.writeRecord(fields);
  }

  private static String text(AttributeValue value) {
    return switch (value.type()) {
      case S -> value.string();
      case N -> value.numberText();
      case B -> Base64.getEncoder().encodeToString(value.binary());
      case BOOL -> String.valueOf(value.bool());
      default -> value.toString();
    };
  }

  @Override
  public void close() throws IOException {
    csv.close();
  }
}
