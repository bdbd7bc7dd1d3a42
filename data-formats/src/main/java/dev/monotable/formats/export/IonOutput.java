package dev.monotable.formats.export;

import com.amazon.ion.IonType;
import com.amazon.ion.IonWriter;
import com.amazon.ion.system.IonTextWriterBuilder;
import dev.monotable.engine.transfer.ExportSource;
import dev.monotable.value.AttributeType;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.DynamoNumber;
import dev.monotable.value.Item;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes items as Amazon Ion text, one on each line. See <a
 * href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/S3DataExport.Output.html">DynamoDB
 * table export output format</a>.
 */
final class IonOutput implements ItemOutput {
  private static final byte[] VERSION = "$ion_1_0 ".getBytes(StandardCharsets.US_ASCII);

  private final OutputStream out;
  private final ByteArrayOutputStream line = new ByteArrayOutputStream();

  IonOutput(OutputStream out) {
    this.out = out;
  }

  @Override
  public void write(Item item) throws IOException {
    line.reset();
    try (IonWriter writer = IonTextWriterBuilder.minimal().build(line)) {
      writer.stepIn(IonType.STRUCT);
      writer.setFieldName("Item");
      struct(writer, item.toMap());
      writer.stepOut();
    }
    endLine();
  }

  @Override
  public void write(ExportSource.Change change) throws IOException {
    line.reset();
    try (IonWriter writer = IonTextWriterBuilder.minimal().build(line)) {
      writer.stepIn(IonType.STRUCT);
      writer.setFieldName("Record");
      writer.stepIn(IonType.STRUCT);
      writer.setFieldName("Keys");
      struct(writer, change.keys().toMap());
      writer.setFieldName("Metadata");
      writer.stepIn(IonType.STRUCT);
      writer.setFieldName("WriteTimestampMicros");
      writer.writeDecimal(BigDecimal.valueOf(change.writtenMicros()));
      writer.stepOut();
      image(writer, "OldImage", change.oldImage());
      image(writer, "NewImage", change.newImage());
      writer.stepOut();
      writer.stepOut();
    }
    endLine();
  }

  private static void image(IonWriter writer, String name, @Nullable Item image)
      throws IOException {
    if (image != null) {
      writer.setFieldName(name);
      struct(writer, image.toMap());
    }
  }

  private void endLine() throws IOException {
    out.write(VERSION);
    line.writeTo(out);
    out.write('\n');
  }

  private static void struct(IonWriter writer, Map<String, AttributeValue> members)
      throws IOException {
    writer.stepIn(IonType.STRUCT);
    for (Map.Entry<String, AttributeValue> member : members.entrySet()) {
      writer.setFieldName(member.getKey());
      value(writer, member.getValue());
    }
    writer.stepOut();
  }

  private static void value(IonWriter writer, AttributeValue value) throws IOException {
    switch (value.type()) {
      case S -> writer.writeString(value.string());
      case N -> writer.writeDecimal(decimal(value.numberText()));
      case B -> writer.writeBlob(value.binary());
      case BOOL -> writer.writeBool(value.bool());
      case NULL -> writer.writeNull();
      case M -> struct(writer, value.map());
      case L -> {
        writer.stepIn(IonType.LIST);
        for (AttributeValue element : value.list()) {
          value(writer, element);
        }
        writer.stepOut();
      }
      case SS, NS, BS -> set(writer, value);
    }
  }

  private static void set(IonWriter writer, AttributeValue value) throws IOException {
    writer.addTypeAnnotation("$dynamodb_" + value.type());
    writer.stepIn(IonType.LIST);
    if (value.type() == AttributeType.SS) {
      for (String element : value.stringSet()) {
        writer.writeString(element);
      }
    } else if (value.type() == AttributeType.NS) {
      for (DynamoNumber element : value.numberSet()) {
        writer.writeDecimal(decimal(element.toString()));
      }
    } else {
      for (byte[] element : value.binarySet()) {
        writer.writeBlob(element);
      }
    }
    writer.stepOut();
  }

  private static BigDecimal decimal(String number) {
    return new BigDecimal(number);
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
