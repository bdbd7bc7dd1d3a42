package dev.monotable.engine.error;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the service says of faults, and what else it does differently from region to region and from
 * year to year. The methods of this interface are what us-east-1 and nearly every other region do
 * since October 2026, when a new layer of request validation had been put in front of DynamoDB; an
 * implementation overrides what it does otherwise. Nothing outside this package knows which
 * wordings there are.
 *
 * <p>Immutable and thread safe.
 */
public interface Wording
    extends ConstraintFault.ConstraintWording,
        ExpressionFault.ExpressionWording,
        InUseFault.InUseWording,
        IndexFault.IndexWording,
        ItemFault.ItemWording,
        KeyConditionFault.KeyConditionWording,
        KeyFault.KeyWording,
        LegacyFault.LegacyWording,
        LiteralFault.LiteralWording,
        QuotaFault.QuotaWording,
        ReadFault.ReadWording,
        RequestFault.RequestWording,
        StatementFault.StatementWording,
        StreamFault.StreamWording,
        SubstitutionFault.SubstitutionWording,
        TableFault.TableWording,
        TagFault.TagWording,
        ThroughputFault.ThroughputWording,
        TransactionFault.TransactionWording {
  /** What the service says since October 2026. */
  static Wording current() {
    return Wordings.CURRENT;
  }

  /** What every region said before June 2026, and what older recordings show. */
  static Wording classic() {
    return Wordings.CLASSIC;
  }

  /** The wordings that a user can choose from. */
  static List<Wording> all() {
    return Wordings.ALL;
  }

  /** The wording of that {@link #label()}, or null. */
  static @Nullable Wording find(String label) {
    for (Wording wording : Wordings.ALL) {
      if (wording.label().equals(label)) {
        return wording;
      }
    }
    return null;
  }

  /** The name used on the command line: {@code 2026-10} or {@code classic}. */
  String label();

  @Override
  default String message(Fault fault) {
    return fault.message(this);
  }

  /**
   * The answer to a request.
   *
   * @param operation such as {@code PutItem}
   */
  default DynamoException answer(String operation, FaultException failure) {
    Fault fault = failure.fault();
    String message = message(fault);
    if (fault.code() == ErrorCode.VALIDATION && counts(operation, failure)) {
      message = Phrases.ONE_ERROR + message;
    }
    return new DynamoException(fault.code(), message, fault.detail(this), fault);
  }

  /**
   * Whether "1 validation error detected" stands before a ValidationException of a handler. The
   * layer of 2026 counts what it finds in requests to write one item, and what Query says of Select
   * (ExtendDB/extenddb {@code tests/rust/src/wording_parity_validation.rs},
   * paritysuite/dynamodb-conformance pull request 66).
   */
  default boolean counts(String operation, FaultException failure) {
    return switch (operation) {
      case "DeleteItem", "PutItem", "UpdateItem" -> failure.foundInRequest();
      case "Query" ->
          failure.fault() instanceof ReadFault.SelectWithProjection
              || failure.fault() == ReadFault.Plain.SPECIFIC_WITHOUT_ATTRIBUTES;
      default -> false;
    };
  }

  /**
   * The wording of the layer that reads the requests of an operation: the layer of 2026 had not
   * reached these in us-east-1 when it was recorded.
   */
  default Wording forOperation(String operation) {
    return switch (operation) {
      case "BatchWriteItem", "Scan", "TransactGetItems", "TransactWriteItems" -> older();
      default -> this;
    };
  }

  /** The wording of the layer that reads what the layer of 2026 does not. */
  @Override
  default Wording older() {
    return classic();
  }

  /** The name under which the lines of the validation overlay stand that apply. */
  default String overlayTag() {
    return Wordings.CURRENT.label();
  }

  /**
   * Whether the statement of an UpdateItem is bounded as its item is: in all regions but ten
   * (paritysuite/dynamodb-conformance {@code tests/tier3/limits/itemSizeBySurface}).
   */
  default boolean boundsStatements() {
    return true;
  }

  /**
   * Whether a value in ExpressionAttributeValues may nest one level deeper than one in an item
   * (paritysuite/ dynamodb-conformance {@code tests/tier3/limits/nestingDepth}).
   */
  default boolean acceptsDeeperSubstitutes() {
    return false;
  }

  /**
   * Whether more than two KeyConditions are reported before the table is looked up. Otherwise they
   * are counted against the key, which may have more than two attributes: no recording shows the
   * text for KeyConditions, that for expressions is used.
   */
  default boolean boundsKeyConditions() {
    return false;
  }

  /** Whether a SerializationException names the Java class that a member should have become. */
  default boolean namesJavaClasses() {
    return false;
  }
}
