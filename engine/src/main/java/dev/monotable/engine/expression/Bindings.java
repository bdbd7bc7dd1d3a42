package dev.monotable.engine.expression;

import dev.monotable.engine.error.Fault;
import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.SubstitutionFault;
import dev.monotable.engine.error.Wording;
import dev.monotable.engine.limits.Limits;
import dev.monotable.value.CanonicalJson;
import dev.monotable.value.Item;
import dev.monotable.value.ItemWriter;
import dev.monotable.value.ValueFault;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * ExpressionAttributeNames and ExpressionAttributeValues of one request, and which of them its
 * expressions use. Not thread-safe.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Expressions.ExpressionAttributeNames.html">Expression
 *     attribute names</a>
 */
public final class Bindings {
  /** The maximum number of UTF-8 bytes for one {@code char} of a string. */
  private static final long MAX_BYTES_OF_CHARACTER = 3;

  /** More values than this are found by hash. */
  private static final int FEW = 8;

  private final Map<String, String> names;
  private final Set<String> usedNames;
  private final byte[] valuesJson;
  private final String[] valueKeys;
  private final int[] valueOffsets;
  private final boolean[] usedValues;
  private final @Nullable Map<String, Integer> valuePlaces;

  private Bindings(Map<String, String> names, Item values) {
    this.names = names;
    this.usedNames = names.isEmpty() ? Set.of() : new HashSet<>(2 * names.size());
    this.valuesJson = values.json();
    int count = CanonicalJson.memberCount(valuesJson, 0);
    this.valueKeys = new String[count];
    this.valueOffsets = new int[count];
    this.usedValues = new boolean[count];
    int place = 0;
    for (int member = CanonicalJson.firstMember(valuesJson, 0);
        member >= 0;
        member = CanonicalJson.nextMember(valuesJson, member)) {
      valueKeys[place] = CanonicalJson.nameOf(valuesJson, member);
      valueOffsets[place++] = CanonicalJson.valueOf(valuesJson, member);
    }
    Map<String, Integer> places = null;
    if (count > FEW) {
      places = new HashMap<>();
      for (int i = 0; i < count; i++) {
        places.put(valueKeys[i], i);
      }
    }
    this.valuePlaces = places;
  }

  /**
   * Returns the substitutions of a request.
   *
   * @throws FaultException if a map is empty, a placeholder is malformed, a name or value is
   *     invalid, or all together are too large
   */
  static Bindings of(
      @Nullable Map<String, String> names, @Nullable Item values, Wording wording, Limits limits) {
    long nameCharacters = checkNames(names, limits.expression().maxPlaceholderBytes());
    Bindings bindings =
        new Bindings(names == null ? Map.of() : names, values == null ? Item.EMPTY : values);
    if (values != null) {
      bindings.checkValues(values.fault(), wording, limits.expression().maxPlaceholderBytes());
    }
    int valueBytes = values == null ? 0 : values.size();
    if (nameCharacters * MAX_BYTES_OF_CHARACTER + valueBytes
        > limits.expression().maxSubstitutionBytes()) {
      checkSize(bindings.names, valueBytes, limits.expression().maxSubstitutionBytes());
    }
    return bindings;
  }

  /**
   * Returns substitutions that no request sent: for conditions built from legacy parameters.
   * Nothing is checked.
   */
  public static Bindings internal(Map<String, String> names, Item values) {
    return new Bindings(names, values);
  }

  /** Checks the names; returns the number of characters of all names and their placeholders. */
  private static long checkNames(@Nullable Map<String, String> names, int maxPlaceholderBytes) {
    if (names == null) {
      return 0;
    }
    if (names.isEmpty()) {
      throw new FaultException(SubstitutionFault.Plain.NAMES_EMPTY);
    }
    long characters = 0;
    Fault ofName = null; // reported after those of all placeholders
    for (Map.Entry<String, String> entry : names.entrySet()) {
      String key = entry.getKey();
      @Nullable String name = entry.getValue();
      if (isLonger(key, maxPlaceholderBytes)) {
        throw new FaultException(SubstitutionFault.Plain.NAME_KEY_TOO_LONG.with(utf8Length(key)));
      }
      if (!isPlaceholder(key, '#')) {
        throw new FaultException(SubstitutionFault.Plain.NAME_KEY_MALFORMED.with(key));
      }
      if (ofName == null) {
        ofName = faultOfName(key, name);
      }
      characters += key.length() + (name == null ? 0 : name.length());
    }
    if (ofName != null) {
      throw new FaultException(ofName);
    }
    return characters;
  }

  /** Returns why a name is invalid, which JSON may contain as null; null if it is valid. */
  private static @Nullable Fault faultOfName(String placeholder, @Nullable String name) {
    if (name == null || name.isEmpty()) {
      return SubstitutionFault.Plain.NAME_VALUE_EMPTY.with(placeholder);
    }
    return isLonger(name, ItemWriter.MAX_NAME_BYTES)
        ? new SubstitutionFault.NameTooLong(placeholder)
        : null;
  }

  /** Checks the maximum size of all substitutions of a request. AWS page: ServiceQuotas.html. */
  private static void checkSize(Map<String, String> names, int valueBytes, int max) {
    long nameBytes = 0;
    for (Map.Entry<String, String> entry : names.entrySet()) {
      nameBytes += utf8Length(entry.getKey()) + utf8Length(entry.getValue());
    }
    if (nameBytes > max) {
      throw new FaultException(SubstitutionFault.Plain.NAMES_TOO_LARGE);
    }
    if (valueBytes > max) {
      throw new FaultException(SubstitutionFault.Plain.VALUES_TOO_LARGE);
    }
    if (nameBytes + valueBytes > max) {
      throw new FaultException(SubstitutionFault.Plain.SUBSTITUTIONS_TOO_LARGE);
    }
  }

  private void checkValues(@Nullable ValueFault fault, Wording wording, int maxPlaceholderBytes) {
    if (valueKeys.length == 0 && fault == null) {
      throw new FaultException(SubstitutionFault.Plain.VALUES_EMPTY);
    }
    for (String key : valueKeys) {
      if (isLonger(key, maxPlaceholderBytes)) {
        throw new FaultException(SubstitutionFault.Plain.VALUE_KEY_TOO_LONG);
      }
      if (!isPlaceholder(key, ':')) {
        throw new FaultException(SubstitutionFault.Plain.VALUE_KEY_MALFORMED.with(key));
      }
    }
    ValueFault reported =
        fault != null && wording.acceptsDeeperSubstitutes() && isOneLevelTooDeep(fault)
            ? fault.other()
            : fault;
    if (reported != null) {
      throw new FaultException(new SubstitutionFault.InvalidSubstitute(reported));
    }
  }

  private boolean isOneLevelTooDeep(ValueFault fault) {
    return fault.kind() == ValueFault.Kind.NESTING_TOO_DEEP
        && CanonicalJson.membersDepth(valuesJson, 0) <= Limits.MAX_LEVELS;
  }

  private static boolean isPlaceholder(String key, char first) {
    if (key.length() < 2 || key.charAt(0) != first) {
      return false;
    }
    for (int i = 1; i < key.length(); i++) {
      char c = key.charAt(i);
      boolean good =
          (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
      if (!good) {
        return false;
      }
    }
    return true;
  }

  /** Returns whether a text has more UTF-8 bytes; a short text is not encoded to find out. */
  private static boolean isLonger(String text, int maxBytes) {
    return text.length() * MAX_BYTES_OF_CHARACTER > maxBytes && utf8Length(text) > maxBytes;
  }

  private static int utf8Length(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  /**
   * Returns the name for a placeholder such as {@code #n} and marks it as used; null if it is not
   * defined.
   */
  @Nullable String name(String placeholder) {
    String name = names.get(placeholder);
    if (name != null) {
      usedNames.add(placeholder);
    }
    return name;
  }

  /**
   * Returns the offset in {@link #valuesJson} of the value for a placeholder such as {@code :v} and
   * marks it as used; -1 if it is not defined.
   */
  int value(String placeholder) {
    int place = placeOf(placeholder);
    if (place < 0) {
      return -1;
    }
    usedValues[place] = true;
    return valueOffsets[place];
  }

  private int placeOf(String placeholder) {
    if (valuePlaces != null) {
      Integer place = valuePlaces.get(placeholder);
      return place == null ? -1 : place;
    }
    for (int i = 0; i < valueKeys.length; i++) {
      if (valueKeys[i].equals(placeholder)) {
        return i;
      }
    }
    return -1;
  }

  /** Returns the canonical bytes that contain the values. */
  byte[] valuesJson() {
    return valuesJson;
  }

  /**
   * Checks that every name and value was used, after all expressions of the request are bound.
   *
   * @throws FaultException naming the unused ones, in the order of a {@link HashSet}, as DynamoDB
   *     Local does
   */
  public void requireAllUsed() {
    if (usedNames.size() < names.size()) {
      Set<String> unused = new HashSet<>(names.keySet());
      unused.removeAll(usedNames);
      throw new FaultException(SubstitutionFault.Plain.NAMES_UNUSED.with(List.copyOf(unused)));
    }
    Set<String> unused = null;
    for (int i = 0; i < usedValues.length; i++) {
      if (!usedValues[i]) {
        unused = unused == null ? new HashSet<>() : unused;
        unused.add(valueKeys[i]);
      }
    }
    if (unused != null) {
      throw new FaultException(SubstitutionFault.Plain.VALUES_UNUSED.with(List.copyOf(unused)));
    }
  }
}
