package dev.monotable.engine.error;

import dev.monotable.value.ValueFault;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The messages of the service for faults, and other behavior that differs between Regions and over
 * time. The default methods are the behavior of us-east-1 and nearly every other Region since
 * October 2026, after a new layer of request validation was put in front of DynamoDB. An
 * implementation overrides what differs. Code outside this package does not know which wordings
 * exist.
 *
 * <p>Implementations are immutable.
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
        ServiceFault.ServiceWording,
        StatementFault.StatementWording,
        StreamFault.StreamWording,
        SubstitutionFault.SubstitutionWording,
        TableFault.TableWording,
        TagFault.TagWording,
        ThroughputFault.ThroughputWording,
        TransactionFault.TransactionWording {
  /** Returns the wording of the service since October 2026. */
  static Wording current() {
    return Wordings.CURRENT;
  }

  /** Returns the wording of every Region before June 2026, which older recordings show. */
  static Wording classic() {
    return Wordings.CLASSIC;
  }

  /** Returns the wordings that a user can choose from. */
  static List<Wording> all() {
    return Wordings.ALL;
  }

  /** Returns the wording with this {@link #label()}; null if there is none. */
  static @Nullable Wording find(String label) {
    for (Wording wording : Wordings.ALL) {
      if (wording.label().equals(label)) {
        return wording;
      }
    }
    return null;
  }

  /** Returns the name for the command line, such as {@code 2026-10} or {@code classic}. */
  String label();

  @Override
  default String message(Fault fault) {
    return fault.message(this);
  }

  /**
   * Returns the error response to a request.
   *
   * @param operation the name of the operation, such as {@code PutItem}
   */
  default DynamoException answer(String operation, FaultException failure) {
    Fault fault = failure.fault();
    String message = message(operation, fault);
    if (fault.code() == ErrorCode.VALIDATION && counts(operation, failure)) {
      message = Phrases.ONE_ERROR + message;
    }
    return new DynamoException(fault.code(), message, fault.detail(this), fault);
  }

  /**
   * Returns the message for a fault in a request for an operation. The layer of 2026 names the key
   * of an empty value in the expressions of a Query, and adds no prefix to some invalid values in
   * its start key (nubo-db/dynoxide {@code tests/bool_and_null_values_http}, {@code
   * tests/query_start_key_and_key_conditions}).
   */
  default String message(String operation, Fault fault) {
    if (operation.equals("Query")) {
      if (fault instanceof SubstitutionFault.InvalidSubstitute substitute
          && substitute.value().kind() == ValueFault.Kind.EMPTY_VALUE) {
        return older().message(fault);
      }
      if (fault instanceof ReadFault.InvalidStartKeyValue start
          && (start.value().kind() == ValueFault.Kind.EMPTY_SET
              || start.value().kind() == ValueFault.Kind.NULL_FALSE)) {
        return value(start.value());
      }
    }
    return message(fault);
  }

  /**
   * Returns whether the message of a ValidationException from a handler begins with "1 validation
   * error detected". The layer of 2026 adds it to faults in the requests of single-item writes, and
   * to those of Select in a Query (ExtendDB/extenddb {@code
   * tests/rust/src/wording_parity_validation.rs}, paritysuite/dynamodb-conformance pull request
   * 66).
   */
  default boolean counts(String operation, FaultException failure) {
    return switch (operation) {
      case "DeleteItem", "PutItem", "UpdateItem" ->
          failure.foundInRequest() && !isUntyped(failure.fault());
      case "Query" ->
          failure.fault() instanceof ReadFault.SelectWithProjection
              || failure.fault() == ReadFault.Plain.ALL_PROJECTED_WITHOUT_INDEX
              || failure.fault() == ReadFault.Plain.SPECIFIC_WITHOUT_ATTRIBUTES;
      default -> false;
    };
  }

  /**
   * Returns whether a value has no type or several. The older layer reports these values of items,
   * keys and Expected (nubo-db/dynoxide {@code tests/bool_and_null_values_http}, us-east-1 and
   * eu-west-2).
   */
  private static boolean isUntyped(Fault fault) {
    return fault instanceof ItemFault.InvalidValue invalid
        && (invalid.value().kind() == ValueFault.Kind.EMPTY_VALUE
            || invalid.value().kind() == ValueFault.Kind.SEVERAL_TYPES);
  }

  /**
   * Returns the wording of the layer that parses the requests of an operation. For some operations
   * this is the older layer: the layer of 2026 did not parse them in us-east-1 when this was
   * recorded.
   */
  default Wording forOperation(String operation) {
    return switch (operation) {
      case "BatchWriteItem", "Scan", "TransactGetItems", "TransactWriteItems" -> older();
      default -> this;
    };
  }

  /** Returns the wording of the older layer, which parses what the layer of 2026 does not. */
  @Override
  default Wording older() {
    return classic();
  }

  /** Returns the tag of the lines in the validation overlay that apply. */
  default String overlayTag() {
    return Wordings.CURRENT.label();
  }

  /**
   * Returns whether the maximum item size also applies to the update expression with its values.
   * This is so in all Regions but ten (paritysuite/dynamodb-conformance {@code
   * tests/tier3/limits/itemSizeBySurface}).
   */
  default boolean boundsStatements() {
    return true;
  }

  /**
   * Returns whether a value in ExpressionAttributeValues may be nested one level deeper than a
   * value in an item (paritysuite/dynamodb-conformance {@code tests/tier3/limits/nestingDepth}).
   */
  default boolean acceptsDeeperSubstitutes() {
    return false;
  }

  /**
   * Returns whether more than two KeyConditions are reported before the table is looked up.
   * Otherwise their number is compared with the key, which may have more than two attributes. No
   * recording shows this message for KeyConditions; the one for expressions is used.
   */
  default boolean boundsKeyConditions() {
    return false;
  }

  /** Returns whether the message of a SerializationException names the Java class of the member. */
  default boolean namesJavaClasses() {
    return false;
  }
}
