package dev.monotable.engine.operation.table;

import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.TableFault;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.table.TableState;
import dev.monotable.model.SSEDescription;
import dev.monotable.model.SSESpecification;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Server-side encryption as descriptions show it. Nothing is encrypted, and every KMS key exists.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_SSESpecification.html">SSESpecification</a>
 */
final class Encryption {
  private static final String AWS_KEY = "alias/aws/dynamodb";
  private static final String KMS = "KMS";

  /** The owners of the key of a table. */
  enum Owner {
    /** AWS owns it; the table has no description of it. */
    AWS,
    /** AWS manages it in the account. */
    ACCOUNT,
    CUSTOMER
  }

  private Encryption() {}

  /** Returns who owns the key of a table with a description; null is that of the key AWS owns. */
  static Owner owner(@Nullable SSEDescription description) {
    String key = description == null ? null : description.kmsMasterKeyArn();
    if (key == null) {
      return Owner.AWS;
    }
    return isManaged(key) ? Owner.ACCOUNT : Owner.CUSTOMER;
  }

  /** Returns the ARN of the key of a table that its owner manages; null if AWS does. */
  static @Nullable String customerKey(TableState table) {
    SSEDescription description = table.definition().sse();
    return description != null && owner(description) == Owner.CUSTOMER
        ? description.kmsMasterKeyArn()
        : null;
  }

  /** Returns whether a key is the one that AWS manages in an account. */
  static boolean isManaged(String key) {
    return key.equals(AWS_KEY) || key.endsWith(":key/" + idOf(AWS_KEY));
  }

  /**
   * Returns the description of a table with a KMS key; null if the table uses the key that AWS
   * owns.
   *
   * @throws FaultException if the members contradict each other
   */
  static @Nullable SSEDescription description(
      OperationContext context, @Nullable SSESpecification specification) {
    if (specification == null) {
      return null;
    }
    String type = specification.sseType();
    String key = specification.kmsMasterKeyId();
    if (Boolean.FALSE.equals(specification.enabled())) {
      if (type != null) {
        throw new FaultException(TableFault.Plain.ENCRYPTION_TYPE_WHEN_OFF);
      }
      if (key != null) {
        throw new FaultException(TableFault.Plain.ENCRYPTION_KEY_WHEN_OFF);
      }
      return null;
    }
    if (type != null && !type.equals(KMS)) {
      throw new FaultException(TableFault.Plain.ENCRYPTION_AES);
    }
    if (key != null && type == null) {
      throw new FaultException(TableFault.Plain.ENCRYPTION_TYPE_REQUIRED);
    }
    if (specification.enabled() == null && type == null) {
      return null;
    }
    return SSEDescription.builder()
        .status("ENABLED")
        .sseType(KMS)
        .kmsMasterKeyArn(keyArn(context.region(), context.account(), key == null ? AWS_KEY : key))
        .build();
  }

  /**
   * Returns the description after an UpdateTable; null if the table then uses the key that AWS
   * owns.
   *
   * @throws FaultException if nothing would change, or the members contradict each other
   */
  static @Nullable SSEDescription changed(
      OperationContext context, @Nullable SSEDescription current, SSESpecification specification) {
    SSEDescription next = description(context, specification);
    if (next == null && current == null) {
      throw new FaultException(TableFault.Plain.ENCRYPTED_BY_DEFAULT);
    }
    // A key that is not identified by its ARN counts as another key.
    if (current != null
        && specification.kmsMasterKeyId() != null
        && specification.kmsMasterKeyId().equals(current.kmsMasterKeyArn())) {
      throw new FaultException(TableFault.Plain.ENCRYPTED_WITH_KEY);
    }
    return next;
  }

  /**
   * Returns the description of a restored table, which keeps the key of its source unless the
   * request overrides it (DDB-TABLE-215, -276).
   *
   * @throws FaultException if the members of the request contradict each other
   */
  static @Nullable SSEDescription restored(
      OperationContext context,
      @Nullable SSEDescription source,
      @Nullable SSESpecification specification) {
    if (specification != null) {
      return description(context, specification);
    }
    return source == null || source.kmsMasterKeyArn() == null
        ? null
        : source.toBuilder().status("ENABLED").build();
  }

  /** Returns the description while the key is being changed. */
  static SSEDescription updating(@Nullable SSEDescription current) {
    return (current == null ? SSEDescription.builder() : current.toBuilder())
        .status("UPDATING")
        .build();
  }

  /**
   * Returns the ARN of a key that is identified by its ARN, id or alias. An alias always has the
   * same key.
   */
  static String keyArn(String region, String account, String key) {
    if (key.startsWith("arn:")) {
      return key;
    }
    String id = key.startsWith("alias/") ? idOf(key) : key;
    return "arn:aws:kms:" + region + ":" + account + ":key/" + id;
  }

  /** Returns the Region in the ARN of a key; null for an id or an alias. */
  static @Nullable String regionOf(String key) {
    String[] parts = key.split(":", -1);
    return key.startsWith("arn:") && parts.length > 3 ? parts[3] : null;
  }

  private static String idOf(String alias) {
    return UUID.nameUUIDFromBytes(alias.getBytes(StandardCharsets.UTF_8)).toString();
  }
}
