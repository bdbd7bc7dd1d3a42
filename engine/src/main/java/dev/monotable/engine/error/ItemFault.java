package dev.monotable.engine.error;

import dev.monotable.model.ConditionalCheckFailedException;
import dev.monotable.value.Echo;
import dev.monotable.value.Item;
import dev.monotable.value.ValueFault;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Faults of items and their values, and the reasons why a write fails. */
public sealed interface ItemFault extends Fault {
  /** Faults without data. */
  enum Plain implements ItemFault {
    ITEM_TOO_LARGE,
    UPDATED_ITEM_TOO_LARGE,
    ITEM_COLLECTION_TOO_LARGE(ErrorCode.ITEM_COLLECTION_SIZE_LIMIT_EXCEEDED),
    EMPTY_ATTRIBUTE_NAME,
    DUPLICATE_ITEM(ErrorCode.DUPLICATE_ITEM);

    private final ErrorCode code;

    Plain() {
      this(ErrorCode.VALIDATION);
    }

    Plain(ErrorCode code) {
      this.code = code;
    }

    @Override
    public ErrorCode code() {
      return code;
    }

    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /**
   * A condition is false.
   *
   * @param item the stored item, if the request asks for it; null otherwise
   */
  record ConditionFailed(@Nullable Item item) implements ItemFault {
    @Override
    public @Nullable Record detail(Wording wording) {
      return item == null ? null : ConditionalCheckFailedException.builder().item(item).build();
    }

    @Override
    public ErrorCode code() {
      return ErrorCode.CONDITIONAL_CHECK_FAILED;
    }

    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** A request contains a value that is invalid in any item. */
  record InvalidValue(ValueFault value) implements ItemFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** An update produces a value that is invalid in any item. */
  record InvalidUpdatedValue(ValueFault value) implements ItemFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** AWS's messages for these faults since October 2026. */
  interface ItemWording {
    /** Returns the message for a fault without data. */
    default String text(Plain fault) {
      return switch (fault) {
        case ITEM_TOO_LARGE -> "Item size has exceeded the maximum allowed size";
        case UPDATED_ITEM_TOO_LARGE -> "Item size to update has exceeded the maximum allowed size";
        case ITEM_COLLECTION_TOO_LARGE -> "Item collection size limit of 10 GB exceeded";
        // paritysuite/dynamodb-conformance tests/tier3/validation-ordering/deepRequests.test.ts.
        case EMPTY_ATTRIBUTE_NAME -> "Empty attribute name";
        // conformance, executeStatement; quoted in many threads.
        case DUPLICATE_ITEM -> "Duplicate primary key exists in table";
      };
    }

    default String text(ConditionFailed fault) {
      return "The conditional request failed";
    }

    default String text(InvalidValue fault) {
      return value(fault.value());
    }

    /**
     * The message for nesting is in the list of reasons on the AWS page
     * API_TransactWriteItems.html. A sum with too many digits is an overflow: scylladb/scylladb
     * {@code test/alternator/test_number.py}.
     */
    default String text(InvalidUpdatedValue fault) {
      return switch (fault.value().kind()) {
        case NESTING_TOO_DEEP -> Phrases.NESTING;
        case NUMBER_TOO_PRECISE -> Phrases.OVERFLOW;
        case EMPTY_VALUE,
            SEVERAL_TYPES,
            NULL_FALSE,
            NOT_A_NUMBER,
            NUMBER_OVERFLOW,
            NUMBER_UNDERFLOW,
            EMPTY_SET,
            DUPLICATES_IN_SET,
            NULL_IN_SET,
            EMPTY_ATTRIBUTE_NAME,
            LONG_ATTRIBUTE_NAME ->
            value(fault.value());
      };
    }

    /**
     * Returns the message for an invalid value. Two layers of the service check values, and some of
     * their messages differ. The layer of 2026 parses single-item writes, GetItem, BatchGetItem and
     * Query. The older layer parses the other requests, and parsed all of them before;
     * architect/dynalite recorded its messages ({@code test/putItem.js}). The messages of both
     * layers were recorded in 2026 by paritysuite/dynamodb-conformance ({@code
     * tests/tier3/error-messages/valueLayers.test.ts}).
     */
    default String value(ValueFault fault) {
      List<String> arguments = fault.arguments();
      return switch (fault.kind()) {
        case EMPTY_VALUE ->
            "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes";
        case SEVERAL_TYPES ->
            "Supplied AttributeValue has more than one datatypes set, "
                + "must contain exactly one of the supported datatypes";
        case NULL_FALSE ->
            Phrases.INVALID + "Null attribute value types must have the value of true";
        case NOT_A_NUMBER -> notANumber(arguments.get(0));
        case NUMBER_TOO_PRECISE ->
            "Attempting to store more than 38 significant digits in a Number";
        case NUMBER_OVERFLOW -> numberOutOfRange(arguments.get(0), Phrases.OVERFLOW);
        case NUMBER_UNDERFLOW -> numberOutOfRange(arguments.get(0), Phrases.UNDERFLOW);
        case EMPTY_SET ->
            Phrases.INVALID
                + switch (arguments.get(0)) {
                  case "SS" -> "An string set  may not be empty";
                  case "NS" -> "An number set  may not be empty";
                  default -> "Binary sets should not be empty";
                };
        case DUPLICATES_IN_SET ->
            duplicatesInSet(arguments.get(0), arguments.subList(1, arguments.size()));
        case NULL_IN_SET ->
            Phrases.INVALID
                + switch (arguments.get(0)) {
                  case "SS" -> "An string set may not have a null string as a member";
                  case "NS" -> "An number set may not have a null as a member";
                  default -> "Binary sets may not contain null or empty values";
                };
        case NESTING_TOO_DEEP ->
            Phrases.NESTING + ": Attributes in the item have nested levels beyond supported limit";
        case EMPTY_ATTRIBUTE_NAME -> text(Plain.EMPTY_ATTRIBUTE_NAME);
        // ExtendDB/extenddb issue 365, recorded in 2026.
        case LONG_ATTRIBUTE_NAME -> Phrases.LONG_ATTRIBUTE_NAME;
      };
    }

    /** Returns the message for a string that is not a number. */
    default String notANumber(String sent) {
      return Phrases.NOT_A_NUMBER + ": " + sent;
    }

    /**
     * Returns the message for a number with too large or too small a magnitude.
     *
     * @param sent the number in the request
     * @param text AWS's message for overflow or underflow
     */
    default String numberOutOfRange(String sent, String text) {
      return text;
    }

    /**
     * Returns the message for a set that contains an element twice.
     *
     * @param type such as {@code SS}
     */
    default String duplicatesInSet(String type, List<String> sent) {
      if (type.equals("NS")) {
        return Phrases.INVALID + "Input collection contains duplicates.";
      }
      boolean binary = type.equals("BS");
      return Phrases.INVALID
          + "Input collection "
          + quotedUntilRepeated(sent, binary)
          + (binary ? "of type BS" : "")
          + " contains duplicates.";
    }

    /**
     * Returns the elements before the first repeated one in the order of their bytes, then the
     * rest.
     */
    private static String quotedUntilRepeated(List<String> sent, boolean binary) {
      TreeSet<String> seen =
          new TreeSet<>((a, b) -> Arrays.compareUnsigned(bytes(a, binary), bytes(b, binary)));
      int at = 0;
      while (at < sent.size() && seen.add(sent.get(at))) {
        at++;
      }
      List<String> elements = new ArrayList<>(seen);
      elements.addAll(sent.subList(at, sent.size()));
      return elements.stream()
          .map(e -> '"' + e + '"')
          .collect(Collectors.joining(binary ? "," : ", ", "[", "]"));
    }

    private static byte[] bytes(String element, boolean binary) {
      return binary && !element.endsWith(Echo.MORE)
          ? Base64.getDecoder().decode(element)
          : element.getBytes(StandardCharsets.UTF_8);
    }
  }
}
