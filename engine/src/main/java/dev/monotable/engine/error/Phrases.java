package dev.monotable.engine.error;

import dev.monotable.value.AttributeValue;

/** Phrases that several messages share. Spelling and spacing are AWS's own, mistakes included. */
final class Phrases {
  static final String INVALID = "One or more parameter values were invalid: ";
  static final String NOT_VALID = "One or more parameter values are not valid. ";
  static final String ONE_ERROR = "1 validation error detected: ";
  static final String NOT_FOUND = "Requested resource not found";
  static final String IN_USE = "Attempt to change a resource which is still in use: ";
  static final String ACCESS_DENIED = "Access is denied";
  static final String START_KEY_INVALID = "The provided starting key is invalid";
  static final String SEGMENT_OUT_OF_RANGE =
      "The Segment parameter is zero-based and must be less than parameter TotalSegments";
  static final String EXCLUSIVE_START_KEY_INVALID = "The provided exclusive start key is invalid";
  static final String KEY_CONDITION_COUNT = "Conditions can be of length 1 or 2 only";
  static final String VALUES_WITHOUT_EXPRESSION =
      "ExpressionAttributeValues can only be specified when using expressions";
  static final String NESTING = "Nesting Levels have exceeded supported limits";
  static final String LONG_ATTRIBUTE_NAME =
      "Attribute name is too large, must be less than 65536 bytes";
  static final String NOT_A_NUMBER = "The parameter cannot be converted to a numeric value";
  static final String OVERFLOW =
      "Number overflow. Attempting to store a number with magnitude larger than supported range";
  static final String UNDERFLOW =
      "Number underflow. Attempting to store a number with magnitude smaller than supported range";

  /**
   * conformance, partiqlGrammar: the end of a message or a whole message, with nothing after the
   * space.
   */
  static final String NOT_WELL_FORMED = "Statement wasn't well formed, can't be processed: ";

  static final String GUIDE =
      " Refer to the Amazon DynamoDB Developer Guide for current limits and how to request higher "
          + "limits.";

  private Phrases() {}

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
