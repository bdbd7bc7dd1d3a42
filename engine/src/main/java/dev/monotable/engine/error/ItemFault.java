package dev.monotable.engine.error;

import static dev.monotable.engine.error.Phrases.NESTING;
import static dev.monotable.engine.error.Phrases.OVERFLOW;

import dev.monotable.model.ConditionalCheckFailedException;
import dev.monotable.value.Item;
import dev.monotable.value.ValueFault;
import org.jspecify.annotations.Nullable;

/** Faults of items and their values, and the reasons why a write fails. */
public sealed interface ItemFault extends Fault {
  /** Faults without data. */
  enum Plain implements ItemFault {
    ITEM_TOO_LARGE("Item size has exceeded the maximum allowed size"),
    UPDATED_ITEM_TOO_LARGE("Item size to update has exceeded the maximum allowed size"),
    ITEM_COLLECTION_TOO_LARGE(
        ErrorCode.ITEM_COLLECTION_SIZE_LIMIT_EXCEEDED,
        "Item collection size limit of 10 GB exceeded"),
    EMPTY_ATTRIBUTE_NAME(Phrases.EMPTY_ATTRIBUTE_NAME),
    // Source: parity, executeStatement; quoted in many threads.
    DUPLICATE_ITEM(ErrorCode.DUPLICATE_ITEM, "Duplicate primary key exists in table");

    private final ErrorCode code;
    private final String text;

    Plain(String text) {
      this(ErrorCode.VALIDATION, text);
    }

    Plain(ErrorCode code, String text) {
      this.code = code;
      this.text = text;
    }

    @Override
    public ErrorCode code() {
      return code;
    }

    @Override
    public String text(Wording wording) {
      return text;
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
    public String text(Wording wording) {
      return "The conditional request failed";
    }
  }

  /** A request contains a value that is invalid in any item. */
  record InvalidValue(ValueFault value) implements ItemFault {
    @Override
    public String text(Wording wording) {
      return wording.value(value);
    }
  }

  /**
   * An update produces a value that is invalid in any item. The message for nesting is in the list
   * of reasons on the AWS page API_TransactWriteItems.html. A sum with too many digits is an
   * overflow: alternator {@code test_number.py}.
   */
  record InvalidUpdatedValue(ValueFault value) implements ItemFault {
    @Override
    public String text(Wording wording) {
      return switch (value.kind()) {
        case NESTING_TOO_DEEP -> NESTING;
        case NUMBER_TOO_PRECISE -> OVERFLOW;
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
            wording.value(value);
      };
    }
  }
}
