package dev.monotable.text;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import dev.monotable.text.FileValue.ScalarType;
import java.io.IOException;
import java.io.Reader;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads JSON values one after the other, each of them whole or member by member. One file may hold
 * any number of values, as JSON lines do.
 */
public final class JsonTokens implements AutoCloseable {
  static final int MAX_DEPTH = 200;

  /** A whole number with as many digits is exact as a double. */
  private static final int MAX_EXACT_DIGITS = 15;

  /** An attribute name has up to 65,535 bytes; a string up to 400 KB, in base64 a third more. */
  private static final StreamReadConstraints CONSTRAINTS =
      StreamReadConstraints.builder().maxNameLength(1 << 17).build();

  private static final JsonFactory FACTORY =
      new JsonFactoryBuilder()
          .streamReadConstraints(CONSTRAINTS)
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
          .build();

  private final TextFile file;
  private final JsonParser parser;

  /** Starts reading; {@link #close} closes the reader. */
  public JsonTokens(TextFile file, Reader reader) {
    this.file = file;
    try {
      this.parser = FACTORY.createParser(reader);
    } catch (IOException e) {
      throw file.invalid(e);
    }
  }

  /** Starts reading a part of a file that is in memory, in UTF-8. */
  public JsonTokens(TextFile file, byte[] bytes, int from, int length) {
    this.file = file;
    try {
      this.parser = FACTORY.createParser(bytes, from, length);
    } catch (IOException e) {
      throw file.invalid(e);
    }
  }

  /**
   * Moves to the next token and returns it, or null at the end of the file.
   *
   * @throws InvalidContentException if the file is not JSON or cannot be read
   */
  public @Nullable JsonToken next() {
    try {
      return parser.nextToken();
    } catch (IOException e) {
      throw invalid(e);
    }
  }

  /** Returns the current token, or null before the first and after the last. */
  public @Nullable JsonToken current() {
    return parser.currentToken();
  }

  /** Returns the position of the current token. */
  public FilePosition at() {
    return position(parser.currentTokenLocation());
  }

  /** Returns the name of the current member. */
  public String name() {
    try {
      return parser.currentName();
    } catch (IOException e) {
      throw file.invalid(e);
    }
  }

  /**
   * Reads the value that starts with the current token, up to its last token.
   *
   * @throws InvalidContentException if it is not JSON, or nested more than 200 levels deep
   */
  public FileValue value() {
    return value(0);
  }

  /**
   * Reads the rest of a list whose first element starts with the current token, or which ends with
   * it.
   *
   * @param at the position of the list
   */
  public FileValue.Sequence rest(FilePosition at) {
    List<FileValue> elements = new ArrayList<>();
    while (parser.currentToken() != JsonToken.END_ARRAY) {
      elements.add(value(1));
      next();
    }
    return new FileValue.Sequence(at, elements);
  }

  /** Skips the members or elements of the value that starts with the current token. */
  public void skip() {
    try {
      parser.skipChildren();
    } catch (IOException e) {
      throw invalid(e);
    }
  }

  private FileValue value(int depth) {
    FilePosition at = at();
    if (depth > MAX_DEPTH) {
      throw new InvalidContentException(at, "nested more than " + MAX_DEPTH + " levels deep");
    }
    JsonToken token = parser.currentToken();
    if (token == null) {
      throw new InvalidContentException(at, "the file ends where a value is expected");
    }
    switch (token) {
      case START_OBJECT:
        FileValue.MappingBuilder members = new FileValue.MappingBuilder(at);
        while (next() != JsonToken.END_OBJECT) {
          String name = name();
          FilePosition nameAt = at();
          next();
          members.add(name, nameAt, value(depth + 1));
        }
        return members.build();
      case START_ARRAY:
        List<FileValue> elements = new ArrayList<>();
        while (next() != JsonToken.END_ARRAY) {
          elements.add(value(depth + 1));
        }
        return new FileValue.Sequence(at, elements);
      case VALUE_NULL:
        return new FileValue.Absent(at);
      case VALUE_TRUE, VALUE_FALSE:
        return new FileValue.Scalar(at, text(), ScalarType.BOOLEAN);
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT:
        return new FileValue.Scalar(at, text(), ScalarType.NUMBER);
      default:
        return new FileValue.Scalar(at, text());
    }
  }

  /**
   * Returns the text of the current token: that of a string, a number, {@code true} or {@code
   * false}.
   */
  public String text() {
    try {
      return parser.getText();
    } catch (IOException e) {
      throw invalid(e);
    }
  }

  /**
   * Returns the {@link #text} of the current token, as the same object for the same short text.
   *
   * @param words the texts that were read before
   */
  public String text(RecentWords words) {
    try {
      return words.find(parser.getTextCharacters(), parser.getTextOffset(), parser.getTextLength());
    } catch (IOException e) {
      throw invalid(e);
    }
  }

  /**
   * Returns the number that is the current token, or the text of it.
   *
   * @throws NumberFormatException if a text is not a number
   */
  public double number() {
    try {
      if (parser.currentToken() == JsonToken.VALUE_STRING) {
        return Double.parseDouble(parser.getText());
      }
      return parser.currentToken() == JsonToken.VALUE_NUMBER_INT
              && parser.getTextLength() <= MAX_EXACT_DIGITS
          ? parser.getLongValue()
          : parser.getDoubleValue();
    } catch (IOException e) {
      throw invalid(e);
    }
  }

  private InvalidContentException invalid(IOException failure) {
    if (!(failure instanceof JsonProcessingException e)) {
      return file.invalid(failure);
    }
    // The message may refer to the start of a list, with a source that says nothing.
    String reason = e.getOriginalMessage().replaceAll("\\[Source: [^;]*; (line[^]]*)]", "$1");
    return new InvalidContentException(position(e.getLocation()), "not JSON: " + reason);
  }

  private FilePosition position(@Nullable JsonLocation location) {
    if (location == null) {
      return FilePosition.of(file.path());
    }
    // Jackson counts the columns of a line in an int, which overflows.
    boolean counted = location.getLineNr() > 1 || location.getCharOffset() < Integer.MAX_VALUE;
    return new FilePosition(
        file.path(), location.getLineNr(), counted ? location.getColumnNr() : 0);
  }

  @Override
  public void close() {
    try {
      parser.close();
    } catch (IOException e) {
      throw file.invalid(e);
    }
  }
}
