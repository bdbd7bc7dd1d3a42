package dev.monotable.engine.error;

import static dev.monotable.engine.error.Phrases.NESTING;
import static dev.monotable.engine.error.Phrases.invalid;
import static dev.monotable.engine.error.Phrases.phrase;

import dev.monotable.value.Echo;
import java.util.List;

/** Faults of the literals in PartiQL statements. */
public sealed interface LiteralFault extends Fault {
  /** Faults without data. */
  enum Plain implements LiteralFault {
    // Source: parity, partiqlFunctions.
    EMPTY_BAG("Empty bags are not supported"),
    // Source: floci.
    MIXED_BAG(
        "Unsupported data type in Bag. DynamoDB only supports either numbers or strings in bags"),
    /** A literal is nested too deeply. */
    NESTING_TOO_DEEP(NESTING);

    private final String text;

    Plain(String text) {
      this.text = text;
    }

    @Override
    public String text(Wording wording) {
      return text;
    }
  }

  /**
   * A term that is not a value in a list, a map or an item. Source: floci; parity,
   * partiqlFunctions.
   *
   * @param type the kind of the term: {@code Parameter}, or the name of a function
   */
  record UnsupportedValue(String type, String place, String position) implements LiteralFault {
    @Override
    public String text(Wording wording) {
      return phrase("Unsupported data type: %s under key %s at %s", type, place, position);
    }
  }

  /** The value of an INSERT is not a map literal. Observed of DynamoDB Local. */
  record NotAnItem(String position) implements LiteralFault {
    @Override
    public String text(Wording wording) {
      return "Unsupported format in item expression. Please use struct format {...} to "
          + "express item values for insert statement. at "
          + position;
    }
  }

  /**
   * A term in a literal that is not a member name. Observed of DynamoDB Local.
   *
   * @param type the kind of the term, such as {@code INT} or {@code Parameter}
   */
  record InvalidMemberName(String type, String place, String position) implements LiteralFault {
    @Override
    public String text(Wording wording) {
      return phrase(
          "Tuple keys must be of type String. Actual type: %s under %s at %s",
          type, place, position);
    }
  }

  /** A literal has a member name twice. Observed of DynamoDB Local. */
  record DuplicateMember(String name, String place, String position) implements LiteralFault {
    @Override
    public String text(Wording wording) {
      return phrase("Duplicate keys in tuple. Key: %s under %s at %s", name, place, position);
    }
  }

  /** Equal strings in a set. Source: parity, partiqlFunctions; floci. */
  record DuplicateStrings(List<String> elements) implements LiteralFault {
    public DuplicateStrings {
      elements = Echo.of(elements);
    }

    @Override
    public String text(Wording wording) {
      return invalid("Input collection %s contains duplicates.", elements);
    }
  }

  /** Equal numbers in a set, as they are written in the statement. Source: floci. */
  record DuplicateNumbers(List<String> elements, String place) implements LiteralFault {
    public DuplicateNumbers {
      elements = Echo.of(elements);
    }

    @Override
    public String text(Wording wording) {
      return invalid("Input collection %s contains duplicates! under %s", elements, place);
    }
  }

  /**
   * A part of a literal, such as a number, is invalid. Source: parity, partiqlGrammar.
   *
   * @param place the path of the part inside the literal, beginning with {@code root}
   */
  record InvalidLiteral(Fault problem, String place) implements LiteralFault {
    @Override
    public String text(Wording wording) {
      return phrase("%s under %s", wording.message(problem), place);
    }
  }
}
