package dev.monotable.value;

import org.jspecify.annotations.Nullable;

/**
 * Builds canonical JSON; reusable, not thread safe; the one writer of canonical bytes.
 *
 * <p>Shape of use: {@code beginItem (name value)* endItem}, or {@code beginValue value endValue}; a
 * value is one scalar call, or {@code beginMap (name value)* endMap}, {@code beginList value* endList},
 * {@code beginSet member* endSet}. A repeated name replaces the earlier one. The first {@link
 * ValueFault} is kept, and writing goes on.
 */
public final class ItemWriter {

  /** Starts an item, forgetting whatever was unfinished. */
  public void beginItem() {
    throw new UnsupportedOperationException();
  }

  /** Ends the item: one copy of exactly its bytes. */
  public Item endItem() {
    throw new UnsupportedOperationException();
  }

  /** Starts a value that stands alone. */
  public void beginValue() {
    throw new UnsupportedOperationException();
  }

  /** Ends the value that stands alone. */
  public AttributeValue endValue() {
    throw new UnsupportedOperationException();
  }

  /** The first fault so far, or null. */
  public @Nullable ValueFault fault() {
    throw new UnsupportedOperationException();
  }

  /** DynamoDB's bytes written so far. */
  public int size() {
    throw new UnsupportedOperationException();
  }

  /** The name of the next member, as raw UTF-8 that is not escaped. Invalid UTF-8 becomes U+FFFD. */
  public void name(byte[] utf8, int from, int to) {
    throw new UnsupportedOperationException();
  }

  /** The name of the next member, as the content of a JSON string, escapes and all. */
  public void jsonName(byte[] source, int from, int to) {
    throw new UnsupportedOperationException();
  }

  /** The name of the next member. */
  public void name(String name) {
    throw new UnsupportedOperationException();
  }

  /** The name of the next member, in canonical form with quotes: see {@link CanonicalJson#quote}. */
  public void quotedName(byte[] quotedName) {
    throw new UnsupportedOperationException();
  }

  /** A string, from raw UTF-8 that is not escaped. Invalid UTF-8 becomes U+FFFD. */
  public void string(byte[] utf8, int from, int to) {
    throw new UnsupportedOperationException();
  }

  /** A string, from the content of a JSON string whose escapes are well formed. */
  public void jsonString(byte[] source, int from, int to) {
    throw new UnsupportedOperationException();
  }

  /** A string. A lone surrogate becomes U+FFFD. */
  public void string(String value) {
    throw new UnsupportedOperationException();
  }

  /** A number, normalised from the text that was sent. */
  public void number(byte[] text, int from, int to) {
    throw new UnsupportedOperationException();
  }

  /** A number. */
  public void number(String text) {
    throw new UnsupportedOperationException();
  }

  /** A number. */
  public void number(long value) {
    throw new UnsupportedOperationException();
  }

  /** A number. */
  public void number(DynamoNumber value) {
    throw new UnsupportedOperationException();
  }

  /**
   * The sum of two N values at the given offsets, or their difference. A result that has no place in
   * DynamoDB becomes the fault.
   */
  public void sum(byte[] left, int leftAt, byte[] right, int rightAt, boolean subtract) {
    throw new UnsupportedOperationException();
  }

  /** A binary in standard base64 with padding; writes nothing and returns false if it is not that. */
  public boolean base64(byte[] text, int from, int to) {
    throw new UnsupportedOperationException();
  }

  /** A binary from its bytes. */
  public void binary(byte[] bytes, int from, int to) {
    throw new UnsupportedOperationException();
  }

  /** A boolean. */
  public void bool(boolean value) {
    throw new UnsupportedOperationException();
  }

  /** The null value; false, which may be sent, is a fault. */
  public void nul(boolean value) {
    throw new UnsupportedOperationException();
  }

  /** A value that was sent without a data type: a fault. */
  public void emptyValue() {
    throw new UnsupportedOperationException();
  }

  /**
   * Takes the last value back, so that another can be written in its place. For a value sent with
   * several data types: {@code value, discardValue, value, severalTypes}; so faults inside the values
   * come first, as on AWS.
   */
  public void discardValue() {
    throw new UnsupportedOperationException();
  }

  /** Says that the last value was sent with several data types: a fault. */
  public void severalTypes() {
    throw new UnsupportedOperationException();
  }

  /** Starts a map. */
  public void beginMap() {
    throw new UnsupportedOperationException();
  }

  /** Ends the map. */
  public void endMap() {
    throw new UnsupportedOperationException();
  }

  /** Starts a list. */
  public void beginList() {
    throw new UnsupportedOperationException();
  }

  /** Ends the list. */
  public void endList() {
    throw new UnsupportedOperationException();
  }

  /** Starts a set: SS, NS or BS. */
  public void beginSet(AttributeType type) {
    throw new UnsupportedOperationException();
  }

  /**
   * An element of the set: raw UTF-8, a number's text, or base64, by the set's type. Writes nothing
   * and returns false if base64 is malformed.
   */
  public boolean member(byte[] text, int from, int to) {
    throw new UnsupportedOperationException();
  }

  /** An element of a string set, from the content of a JSON string, escapes and all. */
  public void jsonMember(byte[] source, int from, int to) {
    throw new UnsupportedOperationException();
  }

  /** A null among the elements of the set: a fault. */
  public void nullMember() {
    throw new UnsupportedOperationException();
  }

  /** An element of the set in canonical form with quotes, as {@link CanonicalJson} finds it. */
  public void copyElement(byte[] json, int from, int to) {
    throw new UnsupportedOperationException();
  }

  /** Ends the set. */
  public void endSet() {
    throw new UnsupportedOperationException();
  }

  /** A copy of the canonical value at an offset. */
  public void copy(byte[] json, int at) {
    throw new UnsupportedOperationException();
  }

  /** A copy of a value. */
  public void copy(AttributeValue value) {
    throw new UnsupportedOperationException();
  }

  /** A copy of a member, name and value: {@code memberAt} is the offset of the name's opening quote. */
  public void copyMember(byte[] json, int memberAt) {
    throw new UnsupportedOperationException();
  }

  /** A copy of all members of a map whose opening brace is at {@code mapAt}. */
  public void copyMembers(byte[] json, int mapAt) {
    throw new UnsupportedOperationException();
  }
}
