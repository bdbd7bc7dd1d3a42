package dev.monotable.value;

/**
 * Parses DynamoDB JSON in any notation, for tests and tools. Requests are decoded by the JSON
 * protocol, whose errors have AWS's wording.
 */
final class DynamoJsonParser {

  /** The maximum depth of recursion. */
  private static final int MAX_DEPTH = 200;

  private final byte[] json;
  private final ItemWriter writer = ItemWriter.ofThread();
  private int at;

  DynamoJsonParser(String json) {
    this.json = Bytes.utf8(json);
  }

  Item item() {
    writer.beginItem();
    members(0);
    end();
    return writer.endItem();
  }

  AttributeValue value() {
    writer.beginValue();
    value(0);
    end();
    return writer.endValue();
  }

  private void end() {
    if (next() != -1) {
      throw malformed("the end");
    }
  }

  private void members(int depth) {
    expect('{');
    if (next() == '}') {
      at++;
      return;
    }
    do {
      int from = string();
      writer.jsonName(json, from, at - 1);
      expect(':');
      value(depth);
    } while (more('}'));
  }

  private void value(int depth) {
    if (depth > MAX_DEPTH) {
      throw malformed("less nesting");
    }
    expect('{');
    int types = 0;
    if (next() == '}') {
      at++;
    } else {
      do {
        int from = string();
        int to = at - 1;
        expect(':');
        if (next() == 'n') {
          word("null");
          continue;
        }
        if (types++ > 0) {
          writer.discardValue();
        }
        content(type(from, to), depth);
      } while (more('}'));
    }
    if (types == 0) {
      writer.emptyValue();
    } else if (types > 1) {
      writer.severalTypes();
    }
  }

  private AttributeType type(int from, int to) {
    AttributeType type = CanonicalJson.typeNamed(json, from, to);
    if (type == null) {
      throw malformed("a data type instead of " + CanonicalJson.decode(json, from, to));
    }
    return type;
  }

  private void content(AttributeType type, int depth) {
    switch (type) {
      case S -> {
        int from = string();
        writer.jsonString(json, from, at - 1);
      }
      case N -> {
        int from = string();
        writer.jsonNumber(json, from, at - 1);
      }
      case B -> {
        int from = string();
        if (!writer.jsonBase64(json, from, at - 1)) {
          throw malformed("base64");
        }
      }
      case BOOL -> writer.bool(bool());
      case NULL -> writer.nul(bool());
      case M -> {
        writer.beginMap();
        members(depth + 1);
        writer.endMap();
      }
      case L -> {
        writer.beginList();
        expect('[');
        if (next() == ']') {
          at++;
        } else {
          do {
            value(depth + 1);
          } while (more(']'));
        }
        writer.endList();
      }
      case SS, NS, BS -> set(type);
    }
  }

  private void set(AttributeType type) {
    writer.beginSet(type);
    expect('[');
    if (next() == ']') {
      at++;
    } else {
      do {
        if (next() == 'n') {
          word("null");
          writer.nullMember();
          continue;
        }
        int from = string();
        if (!writer.jsonMember(json, from, at - 1)) {
          throw malformed("base64");
        }
      } while (more(']'));
    }
    writer.endSet();
  }

  private boolean bool() {
    boolean value = next() == 't';
    word(value ? "true" : "false");
    return value;
  }

  private void word(String word) {
    for (int i = 0; i < word.length(); i++) {
      if (at == json.length || json[at] != word.charAt(i)) {
        throw malformed(word);
      }
      at++;
    }
  }

  /** Reads a string and returns where its content starts; it ends before the last byte read. */
  private int string() {
    expect('"');
    int from = at;
    while (at < json.length && json[at] != '"') {
      at += json[at] == '\\' ? 2 : 1;
    }
    if (at >= json.length) {
      throw malformed("a quote");
    }
    at++;
    return from;
  }

  private boolean more(char close) {
    if (next() == ',') {
      at++;
      return true;
    }
    expect(close);
    return false;
  }

  private void expect(char c) {
    if (next() != c) {
      throw malformed(String.valueOf(c));
    }
    at++;
  }

  /** Returns the next byte that is not white space, or -1 at the end. */
  private int next() {
    while (at < json.length
        && (json[at] == ' ' || json[at] == '\n' || json[at] == '\r' || json[at] == '\t')) {
      at++;
    }
    return at < json.length ? json[at] : -1;
  }

  private IllegalArgumentException malformed(String expected) {
    return new IllegalArgumentException("Expected " + expected + " at byte " + at);
  }
}
