package dev.monotable.engine.error;

import java.util.List;

/** What can be wrong with the literals of a PartiQL statement. */
public sealed interface LiteralFault extends Fault {
  /** Faults without data. */
  enum Plain implements LiteralFault {
    EMPTY_BAG,
    MIXED_BAG,
    /** A literal nests too deep. */
    NESTING_TOO_DEEP;

    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /**
   * Something that is no value in a list, a map or an item.
   *
   * @param type {@code Parameter}, or the name of a function
   */
  record UnsupportedValue(String type, String place, String position) implements LiteralFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** The value of an INSERT that is no literal of a map. */
  record NotAnItem(String position) implements LiteralFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /**
   * A name in a literal that is none.
   *
   * @param type {@code INT}, {@code Parameter} or the like
   */
  record InvalidMemberName(String type, String place, String position) implements LiteralFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** A name that a literal has twice. */
  record DuplicateMember(String name, String place, String position) implements LiteralFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** Equal strings in a set. */
  record DuplicateStrings(List<String> elements) implements LiteralFault {
    public DuplicateStrings {
      elements = List.copyOf(elements);
    }

    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /** Equal numbers in a set, as they were written. */
  record DuplicateNumbers(List<String> elements, String place) implements LiteralFault {
    public DuplicateNumbers {
      elements = List.copyOf(elements);
    }

    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /**
   * A part of a literal, such as a number, is wrong.
   *
   * @param place of the part inside the literal, which begins at {@code root}
   */
  record InvalidLiteral(Fault problem, String place) implements LiteralFault {
    @Override
    public String message(Wording wording) {
      return wording.text(this);
    }
  }

  /**
   * The service's texts on these faults since October 2026. Spelling is AWS's own. Sources, all
   * recorded from the service: <i>conformance</i> is nubo-db/dynamodb-conformance and
   * paritysuite/dynamodb-conformance, {@code tests/tier2/partiql} and {@code tests/tier3/error-
   * messages/partiql*}; <i>floci</i> is floci-io/floci, {@code
   * DynamoDbPartiQLEdgeCaseIntegrationTest} and {@code
   * DynamoDbPartiQLDocumentedSyntaxIntegrationTest}; <i>dynoxide</i> is nubo-db/dynoxide, {@code
   * tests/partiql*} and {@code src/partiql/parser.rs}. <i>dbimp</i> is xo/dbimp, {@code
   * DYNAMODB.md}, recorded from DynamoDB Local. <i>ours</i> is in no recording.
   */
  interface LiteralWording {
    /** The text on any fault. */
    String message(Fault fault);

    /** The text on a fault without data. */
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
