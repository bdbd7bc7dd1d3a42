package dev.monotable.benchmark.stored;

import dev.monotable.value.AttributeType;
import dev.monotable.value.CanonicalComparison;
import dev.monotable.value.CanonicalJson;
import dev.monotable.value.CanonicalSize;
import dev.monotable.value.Item;
import dev.monotable.value.ItemWriter;
import dev.monotable.value.ValueArithmetic;
import java.nio.charset.StandardCharsets;

/** The format in use: canonical JSON bytes, read and written by the engine's own classes. */
final class JsonForm implements StoredForm<Item> {
  private static final byte[] PK = CanonicalJson.quote("PK");
  private static final byte[] TYPE = CanonicalJson.quote("type");
  private static final byte[] EDITS = CanonicalJson.quote("edits");
  private static final byte[] MESSAGE = ascii("{\"S\":\"Message\"}");
  private static final byte[] LIMIT = ascii("{\"N\":\"1000000\"}");
  private static final byte[] ONE = ascii("{\"N\":\"1\"}");

  private final ItemWriter writer = new ItemWriter();

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  @Override
  public Item store(byte[] json) {
    writer.beginItem();
    members(json, 0);
    return writer.endItem();
  }

  private void members(byte[] json, int mapAt) {
    for (int member = CanonicalJson.firstMember(json, mapAt);
        member >= 0;
        member = CanonicalJson.nextMember(json, member)) {
      writer.jsonName(json, member + 1, CanonicalJson.nameEnd(json, member) - 1);
      value(json, CanonicalJson.valueOf(json, member));
    }
  }

  private void value(byte[] json, int at) {
    AttributeType type = CanonicalJson.type(json, at);
    switch (type) {
      case S ->
          writer.jsonString(
              json, CanonicalJson.contentStart(json, at), CanonicalJson.contentEnd(json, at));
      case N ->
          writer.jsonNumber(
              json, CanonicalJson.contentStart(json, at), CanonicalJson.contentEnd(json, at));
      case L -> {
        writer.beginList();
        for (int element = CanonicalJson.firstElement(json, at);
            element >= 0;
            element = CanonicalJson.nextElement(json, element)) {
          value(json, element);
        }
        writer.endList();
      }
      case M -> {
        writer.beginMap();
        members(json, CanonicalJson.mapOf(json, at));
        writer.endMap();
      }
      case B, BOOL, NULL, SS, NS, BS -> throw new IllegalArgumentException(type.toString());
    }
  }

  @Override
  public int write(Item item, byte[] target, int at) {
    return item.copyJson(target, at);
  }

  @Override
  public boolean test(Item item) {
    byte[] json = item.json();
    int type = item.offsetOf(TYPE);
    int edits = item.offsetOf(EDITS);
    return item.offsetOf(PK) >= 0
        && type >= 0
        && CanonicalComparison.equal(json, type, MESSAGE, 0)
        && edits >= 0
        && CanonicalJson.type(json, edits) == AttributeType.N
        && CanonicalComparison.compare(json, edits, LIMIT, 0) < 0;
  }

  @Override
  public Item update(Item item) {
    byte[] json = item.json();
    int member = CanonicalJson.findMember(json, 0, EDITS);
    int value = CanonicalJson.valueOf(json, member);
    int end = CanonicalJson.end(json, value);
    int others = item.size() - CanonicalSize.ofMember(json, member);
    writer.beginItem();
    writer.copyMembers(json, 1, member - 1, others);
    writer.quotedName(EDITS);
    ValueArithmetic.sum(writer, json, value, ONE, 0, false);
    writer.copyMembers(json, end + 1, json.length - 1, 0);
    return writer.endItem();
  }
}
