package dev.monotable.schema;

import java.util.List;

/**
 * The properties of an operation, regardless of a request: a row of {@code operations.txt}. Code
 * that treats operations differently asks for one of these traits, so no other code lists
 * operations.
 *
 * @param effect what the operation does
 * @param subject what the operation is about
 * @param parts how many parts a request has, and what becomes of a part that fails
 * @param features what else holds for some operations
 * @param resources the members of the request that name resources, or contain their names
 * @param actions the names of the IAM actions that a request may need, without {@code dynamodb:}.
 *     There are several if it depends on the part of a request, such as the kind of a statement
 * @see <a
 *     href="https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazondynamodb.html">Actions,
 *     resources, and condition keys for Amazon DynamoDB</a>
 */
public record OperationTraits(
    Effect effect,
    Subject subject,
    Parts parts,
    List<Feature> features,
    List<NamedResource> resources,
    List<String> actions) {

  /** The kind of an operation. */
  public enum Effect {
    /** Reads items, stream records or positions in them. */
    READS,
    /** Writes items. Statements are here, although some of them only read. */
    WRITES,
    /** Creates, changes or deletes a table or another resource, or its settings. */
    DEFINES,
    /** Returns resources and their settings. */
    DESCRIBES
  }

  /** The subject of an operation. */
  public enum Subject {
    /** Items by their primary keys. */
    ITEM,
    /** A page of the items of a table or an index. */
    PAGE,
    /** Items, by statements of PartiQL. */
    STATEMENT,
    /** The records of a stream. */
    RECORD,
    /** Streams and their shards. */
    STREAM,
    /** Tables. */
    TABLE,
    /** The tags of a resource. */
    TAG,
    /** The policy of a resource. */
    POLICY,
    /** The Region and the account. */
    REGION,
    /** Backups and points in time, and restoring from them. */
    BACKUP,
    /** Exports to files. */
    EXPORT,
    /** Imports from files. */
    IMPORT,
    /** Bulk operations, which put the items of files into existing tables. */
    BULK_OPERATION,
    /** Global tables of version 2017.11.29. */
    GLOBAL_TABLE,
    /** The parts that Contributor Insights counts. */
    INSIGHTS,
    /** Kinesis data streams that receive the changes of items. */
    KINESIS_STREAM
  }

  /** The parts of a request, and the fate of a part that fails. */
  public enum Parts {
    /** One part; if it fails, the request does. */
    ONE,
    /** Several; one that cannot be processed is returned, to be sent again. */
    UNPROCESSED,
    /** Several; each has its own response or error. */
    ANSWERED,
    /** Several; all take effect, or none. */
    ATOMIC
  }

  /** Properties of some operations. */
  public enum Feature {
    /**
     * Some requests can make the tables, items or indexes of a database larger, not counting
     * streams.
     */
    ADDS_DATA,
    /** Some requests read or write a whole table, or many items one after the other. */
    TAKES_LONG,
    /** A request fails while a transaction is in progress on one of its items. */
    CONFLICTS,
    /** A read may be eventually consistent. */
    EVENTUAL,
    /** A response may be one of several pages. */
    PAGED,
    /**
     * Another endpoint of AWS answers, whose deserializer is strict: null is not an absent member,
     * and each required member is needed before any is validated.
     */
    STRICT
  }

  /** The kinds of resources that requests name. */
  public enum ResourceType {
    TABLE,
    INDEX,
    STREAM,
    BACKUP,
    EXPORT,
    IMPORT,
    BULK_OPERATION,
    GLOBAL_TABLE
  }

  /**
   * A member of a request that names a resource, by its name or its ARN.
   *
   * @param member the member of the request; that of a batch, a transaction or a statement contains
   *     the names
   */
  public record NamedResource(ResourceType type, String member) {}

  /** Returns whether requests can change the database. All others commit nothing. */
  public boolean commits() {
    return effect == Effect.WRITES || effect == Effect.DEFINES;
  }

  /** Returns whether requests read or write items or stream records. */
  public boolean isOnData() {
    return effect == Effect.WRITES || (effect == Effect.READS && subject != Subject.STREAM);
  }

  /** Returns whether requests read or write items. */
  public boolean isOnItems() {
    return isOnData() && subject != Subject.RECORD;
  }

  /** Returns whether the parts of a request take effect together, or not at all. */
  public boolean isTransaction() {
    return parts == Parts.ATOMIC;
  }

  /** Returns whether the parts of a request succeed and fail on their own. */
  public boolean isBatch() {
    return parts == Parts.UNPROCESSED || parts == Parts.ANSWERED;
  }

  /** Returns whether a feature holds. */
  public boolean has(Feature feature) {
    return features.contains(feature);
  }

  /** Returns whether requests can name a resource of a type. */
  public boolean names(ResourceType type) {
    for (NamedResource resource : resources) {
      if (resource.type() == type) {
        return true;
      }
    }
    return false;
  }
}
