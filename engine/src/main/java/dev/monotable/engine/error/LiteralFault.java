package dev.monotable.engine.error;

import static dev.monotable.engine.error.Phrases.NESTING;
import static dev.monotable.engine.error.Phrases.invalid;

/** Faults of the literals in PartiQL statements. */
public sealed interface LiteralFault extends Fault {
  /** Faults that their text and the values in it describe. */
  enum Plain implements LiteralFault, FaultText {
    // Source: parity, partiqlFunctions.
    EMPTY_BAG("Empty bags are not supported"),
    // Source: floci.
    MIXED_BAG(
        "Unsupported data type in Bag. DynamoDB only supports either numbers or strings in bags"),
    /** A literal is nested too deeply. */
    NESTING_TOO_DEEP(NESTING),
    /**
     * A term that is not a value in a list, a map or an item. Source: floci; parity,
     * partiqlFunctions.
     */
    UNSUPPORTED_VALUE("Unsupported data type: %s under key %s at %s"),
    /** The value of an INSERT is not a map literal. Observed of DynamoDB Local. */
    NOT_AN_ITEM(
        "Unsupported format in item expression. Please use struct format {...} to "
            + "express item values for insert statement. at %s"),
    /** A term in a literal that is not a member name. Observed of DynamoDB Local. */
    INVALID_MEMBER_NAME("Tuple keys must be of type String. Actual type: %s under %s at %s"),
    /** A literal has a member name twice. Observed of DynamoDB Local. */
    DUPLICATE_MEMBER("Duplicate keys in tuple. Key: %s under %s at %s"),
    /** Equal strings in a set. Source: parity, partiqlFunctions; floci. */
    DUPLICATE_STRINGS(invalid("Input collection [%s] contains duplicates.")),
    /** Equal numbers in a set, as they are written in the statement. Source: floci. */
    DUPLICATE_NUMBERS(invalid("Input collection [%s] contains duplicates! under %s")),
    /** A part of a literal, such as a number, is invalid. Source: parity, partiqlGrammar. */
    INVALID_LITERAL("%s under %s");

    private final String text;

    Plain(String text) {
      this.text = text;
    }

    @Override
    public String text(Wording wording) {
      return text;
    }
  }
}
