package dev.monotable.stream;

import dev.monotable.value.AttributeValue;
import dev.monotable.value.DynamoNumber;
import dev.monotable.value.Item;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.Identity;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.StreamRecord;

/** Converts stream records to those of the AWS SDK for Java. */
final class SdkRecords {
  private SdkRecords() {}

  static List<Record> of(List<PendingRecord> records) {
    List<Record> converted = new ArrayList<>(records.size());
    for (PendingRecord record : records) {
      converted.add(of(record.record()));
    }
    return Collections.unmodifiableList(converted);
  }

  static Record of(dev.monotable.model.Record record) {
    Record.Builder builder =
        Record.builder()
            .eventID(record.eventID())
            .eventName(record.eventName())
            .eventVersion(record.eventVersion())
            .eventSource(record.eventSource())
            .awsRegion(record.awsRegion())
            .dynamodb(of(Objects.requireNonNull(record.dynamodb())));
    dev.monotable.model.Identity identity = record.userIdentity();
    if (identity != null) {
      builder.userIdentity(
          Identity.builder().principalId(identity.principalId()).type(identity.type()).build());
    }
    return builder.build();
  }

  private static StreamRecord of(dev.monotable.model.StreamRecord change) {
    return StreamRecord.builder()
        .approximateCreationDateTime(change.approximateCreationDateTime())
        .keys(of(change.keys()))
        .newImage(of(change.newImage()))
        .oldImage(of(change.oldImage()))
        .sequenceNumber(change.sequenceNumber())
        .sizeBytes(change.sizeBytes())
        .streamViewType(change.streamViewType())
        .build();
  }

  private static @Nullable
      Map<String, software.amazon.awssdk.services.dynamodb.model.AttributeValue>
      of(@Nullable Item item) {
    return item == null ? null : of(item.toMap());
  }

  private static Map<String, software.amazon.awssdk.services.dynamodb.model.AttributeValue> of(
      Map<String, AttributeValue> values) {
    Map<String, software.amazon.awssdk.services.dynamodb.model.AttributeValue> converted =
        new LinkedHashMap<>();
    values.forEach((name, value) -> converted.put(name, of(value)));
    return converted;
  }

  private static software.amazon.awssdk.services.dynamodb.model.AttributeValue of(
      AttributeValue value) {
    var builder = software.amazon.awssdk.services.dynamodb.model.AttributeValue.builder();
    switch (value.type()) {
      case S -> builder.s(value.string());
      case N -> builder.n(value.numberText());
      case B -> builder.b(SdkBytes.fromByteArrayUnsafe(value.binary()));
      case BOOL -> builder.bool(value.bool());
      case NULL -> builder.nul(true);
      case SS -> builder.ss(value.stringSet());
      case NS -> builder.ns(texts(value.numberSet()));
      case BS -> builder.bs(bytes(value.binarySet()));
      case M -> builder.m(of(value.map()));
      case L -> {
        List<software.amazon.awssdk.services.dynamodb.model.AttributeValue> elements =
            new ArrayList<>();
        for (AttributeValue element : value.list()) {
          elements.add(of(element));
        }
        builder.l(elements);
      }
    }
    return builder.build();
  }

  static List<String> texts(List<DynamoNumber> numbers) {
    List<String> texts = new ArrayList<>(numbers.size());
    for (DynamoNumber number : numbers) {
      texts.add(number.toString());
    }
    return texts;
  }

  private static List<SdkBytes> bytes(List<byte[]> binaries) {
    List<SdkBytes> converted = new ArrayList<>(binaries.size());
    for (byte[] binary : binaries) {
      converted.add(SdkBytes.fromByteArrayUnsafe(binary));
    }
    return converted;
  }
}
