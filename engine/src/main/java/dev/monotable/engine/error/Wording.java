package dev.monotable.engine.error;

import dev.monotable.api.Experimental;
import dev.monotable.model.ConditionalCheckFailedException;
import dev.monotable.value.ValueFault;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The messages of the service for faults, and other behavior that differs between Regions and over
 * time. The default methods are the behavior of us-east-1 since October 2026, after a new layer of
 * request validation was put in front of DynamoDB. An implementation overrides what differs. Code
 * outside this package does not know which wordings exist.
 *
 * <p>Implementations are immutable.
 */
@Experimental
public interface Wording {
  /** Returns the wording of us-east-1 since October 2026. */
  static Wording usEast1() {
    return Wordings.US_EAST_1;
  }

  /**
   * Returns the wording of eu-west-2 since October 2026. There, the new layer parses scans,
   * transactions and the members of batches of writes too.
   */
  static Wording regional() {
    return Wordings.REGIONAL;
  }

  /**
   * Returns the wording that every Region had until May 2026, as older recordings show. The new
   * layer parsed Query only.
   */
  static Wording classic() {
    return Wordings.CLASSIC;
  }

  /**
   * Returns the wording of a Region in October 2026. The new layer reaches operation after
   * operation, Region by Region: each operation is answered as in one of the wordings of {@link
   * #all}. A Region without a recording has the wording of us-east-1.
   */
  static Wording ofRegion(String region) {
    return Wordings.OF_REGIONS.getOrDefault(region, usEast1());
  }

  /** Returns the wordings that have texts of their own; others choose one of them by operation. */
  static List<Wording> all() {
    return Wordings.ALL;
  }

  /**
   * Returns the wording with this {@link #label()} or of the Region with this name; the former
   * label {@code 2026-10} means us-east-1. Returns null if it is neither.
   */
  static @Nullable Wording find(String label) {
    return switch (label) {
      case "2026-10" -> usEast1();
      case "regional" -> regional();
      case "classic" -> classic();
      default -> Wordings.OF_REGIONS.get(label);
    };
  }

  /** Returns the name for the command line, such as {@code us-east-1} or {@code classic}. */
  String label();

  /** Returns the texts that differ from those of the faults. */
  default OtherTexts otherTexts() {
    return OtherTexts.NONE;
  }

  /** Returns the message for a fault. */
  default String message(Fault fault) {
    String other = otherTexts().find(fault);
    return other == null ? fault.text(this) : other;
  }

  /** Returns the message for an invalid value. */
  default String value(ValueFault value) {
    return ValueTexts.NEWER.text(value);
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
      message = Phrases.ONE_ERROR + " " + message;
    }
    Record detail = fault.detail(this);
    boolean capital =
        capitalizesMessageBesideItem() && detail instanceof ConditionalCheckFailedException;
    return new DynamoException(fault.code(), message, detail, fault, capital);
  }

  /**
   * Returns the message for a fault in a request for an operation. The layer of 2026 names the key
   * of an empty value in the expressions of a Query, and adds no prefix to some invalid values in
   * its start key (dynoxide {@code tests/bool_and_null_values_http}, {@code
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
   * to those of Select in a Query (extenddb {@code tests/rust/src/wording_parity_validation.rs},
   * parity pull request 66) and in a Scan that it parses (dynoxide 3.1.0).
   */
  default boolean counts(String operation, FaultException failure) {
    return switch (operation) {
      case "DeleteItem", "PutItem", "UpdateItem" -> failure.foundInRequest();
      case "Query", "Scan" ->
          failure.fault() instanceof ReadFault.SelectWithProjection
              || failure.fault() == ReadFault.Plain.ALL_PROJECTED_WITHOUT_INDEX
              || failure.fault() == ReadFault.Plain.SPECIFIC_WITHOUT_ATTRIBUTES;
      default -> false;
    };
  }

  /**
   * Returns whether the older layer answers a request because of a fault that the layer of 2026 has
   * found. It reads requests with a value that has no type or several, or whose Boolean is written
   * as a string (dynoxide 3.2.0 {@code tests/value_layers.rs}, {@code
   * tests/bool_and_null_values_http.rs}, us-east-1 and eu-west-2, 2026-10-10).
   */
  default boolean leavesToOlder(String operation, Fault fault) {
    ValueFault value =
        fault instanceof ItemFault.InvalidValue invalid
            ? invalid.value()
            : fault instanceof SubstitutionFault.InvalidSubstitute substitute
                ? substitute.value()
                : null;
    if (value == null || value.kind() == ValueFault.Kind.EMPTY_ATTRIBUTE_NAME) {
      return false;
    }
    return switch (operation) {
      case "DeleteItem", "PutItem", "UpdateItem" ->
          value.unusual()
              || value.kind() == ValueFault.Kind.EMPTY_VALUE
              || value.kind() == ValueFault.Kind.SEVERAL_TYPES;
      case "Query" -> value.unusual() && value.kind() == ValueFault.Kind.NULL_FALSE;
      default -> false;
    };
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
  default Wording older() {
    return classic();
  }

  /** Returns the wording whose lines in the validation overlay apply to an operation. */
  default Wording overlayWording(String operation) {
    return this;
  }

  /** Returns the label of the lines in the validation overlay that apply. */
  default String overlayTag() {
    return usEast1().label();
  }

  /**
   * Returns whether the maximum item size also applies to the update expression with its values.
   * This is so in all Regions but eu-south-2 and me-central-1 (parity {@code registry/splits.json},
   * update-item-size-second-set, 2026-10-07).
   */
  default boolean boundsStatements() {
    return true;
  }

  /**
   * Returns whether that also applies to an Update of a transaction, whose failure rejects the
   * request (parity {@code captures/2026-10-08-transact-write-rollout.json}).
   */
  default boolean boundsTransactedStatements() {
    return false;
  }

  /**
   * Returns whether a value in ExpressionAttributeValues may be nested one level deeper than a
   * value in an item. This is so in me-central-1, and in most Regions for transactions (parity
   * {@code registry/splits.json}, update-item-nesting-depth-expression-value, and {@code
   * tests/tier3/limits/nestingDepth}).
   */
  default boolean acceptsDeeperSubstitutes() {
    return false;
  }

  /**
   * Returns whether the text of an invalid vector in an item says twice that a value is invalid. So
   * it was recorded in eu-west-1, and otherwise in us-east-1 and us-west-2 (extenddb pull request
   * 306, reviewed on 2026-08-26).
   */
  default boolean repeatsInvalidVector() {
    return false;
  }

  /** Returns whether writes of one item are checked in the order of the older layer. */
  default boolean checksWritesInOlderOrder() {
    return false;
  }

  /** Returns whether a Scan is checked in the order of the newer layer. */
  default boolean checksScanInNewerOrder() {
    return false;
  }

  /**
   * Returns whether the message of an error that carries an item is the member {@code Message}
   * instead of {@code message}. So it was recorded on 2025-10-08.
   */
  default boolean capitalizesMessageBesideItem() {
    return false;
  }

  /** Returns whether the message of a SerializationException names the Java class of the member. */
  default boolean namesJavaClasses() {
    return false;
  }
}
