package dev.monotable.engine.error;

import dev.monotable.value.AttributeValue;
import org.jspecify.annotations.Nullable;

/** Phrases that several messages share. Spelling and spacing are AWS's own, mistakes included. */
final class Phrases {
  static final String ONE_ERROR = "1 validation error detected: ";
  static final String ACCESS_DENIED = "Access is denied";
  static final String START_KEY_INVALID = "The provided starting key is invalid";
  static final String SEGMENT_OUT_OF_RANGE =
      "The Segment parameter is zero-based and must be less than parameter TotalSegments";
  static final String EXCLUSIVE_START_KEY_INVALID = "The provided exclusive start key is invalid";
  static final String VALUES_WITHOUT_EXPRESSION =
      "ExpressionAttributeValues can only be specified when using expressions";
  static final String NESTING = "Nesting Levels have exceeded supported limits";

  /** Source: <i>parity</i>, {@code tests/tier3/validation-ordering/deepRequests.test.ts}. */
  static final String EMPTY_ATTRIBUTE_NAME = "Empty attribute name";

  /** Source: extenddb issue 365, recorded in 2026. */
  static final String LONG_ATTRIBUTE_NAME =
      "Attribute name is too large, must be less than 65536 bytes";

  static final String NOT_A_NUMBER = "The parameter cannot be converted to a numeric value";
  static final String OVERFLOW =
      "Number overflow. Attempting to store a number with magnitude larger than supported range";
  static final String UNDERFLOW =
      "Number underflow. Attempting to store a number with magnitude smaller than supported range";

  /**
   * parity, partiqlGrammar: the end of a message or a whole message, with nothing after the space.
   */
  static final String NOT_WELL_FORMED = "Statement wasn't well formed, can't be processed: ";

  static final String GUIDE =
      " Refer to the Amazon DynamoDB Developer Guide for current limits and how to request higher "
          + "limits.";

  private Phrases() {}

  /**
   * Returns a text in which each {@code %s} is replaced by the next value; the text itself if there
   * are no values.
   *
   * @throws IllegalArgumentException if the text has places for more or fewer values
   */
  static String phrase(String text, @Nullable Object... values) {
    if (values.length == 0) {
      return text;
    }
    StringBuilder phrase = new StringBuilder(text.length() + 16 * values.length);
    int end = 0;
    for (Object value : values) {
      int place = text.indexOf("%s", end);
      if (place < 0) {
        throw new IllegalArgumentException("too many values: " + text);
      }
      phrase.append(text, end, place).append(value);
      end = place + 2;
    }
    if (text.indexOf("%s", end) >= 0) {
      throw new IllegalArgumentException("too few values: " + text);
    }
    return phrase.append(text, end, text.length()).toString();
  }

  /** Returns a {@link #phrase} about invalid parameter values. */
  static String invalid(String text, @Nullable Object... values) {
    return "One or more parameter values were invalid: " + phrase(text, values);
  }

  /** Returns a {@link #phrase} about an invalid request, as operations on backups report it. */
  static String invalidRequest(String text) {
    return "Invalid Request: " + text;
  }

  /** Returns a {@link #phrase} about key attributes that are not valid. */
  static String notValid(String text, @Nullable Object... values) {
    return "One or more parameter values are not valid. " + phrase(text, values);
  }

  /** Returns a {@link #phrase} about a resource that is being changed. */
  static String inUse(String text, @Nullable Object... values) {
    return "Attempt to change a resource which is still in use: " + phrase(text, values);
  }

  /** Returns a value of type S, N or B in AWS's older notation, such as <code>{N:5}</code>. */
  static String shown(AttributeValue value) {
    String content =
        switch (value.type()) {
          case S -> value.stringEcho();
          case N -> value.numberText();
          case B -> value.base64Echo();
          case SS, NS, BS, M, L, BOOL, NULL -> value.echo();
        };
    return "{" + value.type() + ':' + content + '}';
  }
}
