package dev.monotable.engine.error;

import dev.monotable.value.Echo;
import java.util.List;

/** Faults of the literals in PartiQL statements. */
public sealed interface LiteralFault extends Fault {
  /** Faults without data. */
  enum Plain implements LiteralFault {
    EMPTY_BAG,
    MIXED_BAG,
    /** A literal is nested too deeply. */
    NESTING_TOO_DEEP;

    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /**
   * A term that is not a value in a list, a map or an item.
   *
   * @param type the kind of the term: {@code Parameter}, or the name of a function
   */
  record UnsupportedValue(String type, String place, String position) implements LiteralFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** The value of an INSERT is not a map literal. */
  record NotAnItem(String position) implements LiteralFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /**
   * A term in a literal that is not a member name.
   *
   * @param type the kind of the term, such as {@code INT} or {@code Parameter}
   */
  record InvalidMemberName(String type, String place, String position) implements LiteralFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** A literal has a member name twice. */
  record DuplicateMember(String name, String place, String position) implements LiteralFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** Equal strings in a set. */
  record DuplicateStrings(List<String> elements) implements LiteralFault {
    public DuplicateStrings {
      elements = Echo.of(elements);
    }

    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** Equal numbers in a set, as they are written in the statement. */
  record DuplicateNumbers(List<String> elements, String place) implements LiteralFault {
    public DuplicateNumbers {
      elements = Echo.of(elements);
    }

    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /**
   * A part of a literal, such as a number, is invalid.
   *
   * @param place the path of the part inside the literal, beginning with {@code root}
   */
  record InvalidLiteral(Fault problem, String place) implements LiteralFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /**
   * AWS's messages for these faults since October 2026, in AWS's own spelling. Sources, recorded
   * from the service unless noted otherwise: <i>conformance</i> is nubo-db/dynamodb-conformance and
   * paritysuite/dynamodb-conformance, {@code tests/tier2/partiql} and {@code
   * tests/tier3/error-messages/partiql*}; <i>floci</i> is floci-io/floci, {@code
   * DynamoDbPartiQLEdgeCaseIntegrationTest} and {@code
   * DynamoDbPartiQLDocumentedSyntaxIntegrationTest}; <i>dynoxide</i> is nubo-db/dynoxide, {@code
   * tests/partiql*} and {@code src/partiql/parser.rs}. <i>dbimp</i> is xo/dbimp, {@code
   * DYNAMODB.md}, recorded from DynamoDB Local. <i>ours</i> is not in any recording.
   */
  interface LiteralWording {
    /** Returns the message for any fault. */
    String message(Fault fault);

    /** Returns the message for a fault without data. */
    default String text(Plain fault) {
      return switch (fault) {
        // conformance, partiqlFunctions.
        case EMPTY_BAG -> "Empty bags are not supported";
        // floci.
        case MIXED_BAG ->
            "Unsupported data type in Bag. DynamoDB only supports either numbers or strings in bags";
        case NESTING_TOO_DEEP -> Phrases.NESTING;
      };
    }

    /** floci; conformance, partiqlFunctions. */
    default String text(UnsupportedValue fault) {
      return "Unsupported data type: "
          + fault.type()
          + " under key "
          + fault.place()
          + " at "
          + fault.position();
    }

    /** Observed of DynamoDB Local. */
    default String text(NotAnItem fault) {
      return "Unsupported format in item expression. Please use struct format {...} to express item"
          + " values for insert statement. at "
          + fault.position();
    }

    /** Observed of DynamoDB Local. */
    default String text(InvalidMemberName fault) {
      return "Tuple keys must be of type String. Actual type: "
          + fault.type()
          + " under "
          + fault.place()
          + " at "
          + fault.position();
    }

    /** Observed of DynamoDB Local. */
    default String text(DuplicateMember fault) {
      return "Duplicate keys in tuple. Key: "
          + fault.name()
          + " under "
          + fault.place()
          + " at "
          + fault.position();
    }

    /** conformance, partiqlFunctions; floci. */
    default String text(DuplicateStrings fault) {
      return Phrases.INVALID + "Input collection " + fault.elements() + " contains duplicates.";
    }

    /** floci. */
    default String text(DuplicateNumbers fault) {
      return Phrases.INVALID
          + "Input collection "
          + fault.elements()
          + " contains duplicates! under "
          + fault.place();
    }

    /** conformance, partiqlGrammar. */
    default String text(InvalidLiteral fault) {
      return message(fault.problem()) + " under " + fault.place();
    }
  }
}
