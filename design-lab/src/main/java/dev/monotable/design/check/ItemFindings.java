package dev.monotable.design.check;

import dev.monotable.design.finding.FindingRule;
import dev.monotable.design.finding.FindingType;
import dev.monotable.design.finding.Severity;
import java.util.List;

/** The kinds of findings about written items and about the entities of a design. */
public final class ItemFindings {
  private static final String GUIDE =
      "https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/";

  /** A written item has the key of no declared entity. */
  public static final FindingType WITHOUT_ENTITY =
      new FindingType(
          "item-without-entity",
          Severity.WARNING,
          "an item that no entity describes",
          "DynamoDB stores any item whose key attributes have the right type. Nobody notices a"
              + " misspelled key until a Query does not return the item.",
          GUIDE + "bp-modeling-nosql.html",
          "Correct the key, or declare the entity.");

  /** A written item has the key of several declared entities. */
  public static final FindingType SEVERAL_ENTITIES =
      new FindingType(
          "item-of-several-entities",
          Severity.WARNING,
          "an item that several entities describe",
          "Code that reads the item cannot tell by its key what it is.",
          GUIDE + "bp-modeling-nosql.html",
          "Give each entity a prefix of its own in its keys, or an attribute with a constant"
              + " value.");

  /** A written item misses a required attribute, or one with a constant value differs. */
  public static final FindingType MISSING_ATTRIBUTE =
      new FindingType(
          "missing-attribute",
          Severity.ERROR,
          "an item without a required attribute",
          "DynamoDB checks key attributes only. Code that relies on the attribute fails when it"
              + " reads the item.",
          GUIDE + "HowItWorks.CoreComponents.html",
          "Write the attribute, or declare it with required: false.");

  /** An attribute of a written item has another type than declared. */
  public static final FindingType ATTRIBUTE_TYPE =
      new FindingType(
          "attribute-type",
          Severity.ERROR,
          "an attribute of another type",
          "DynamoDB stores attributes of any type. Comparisons of different types are false, so"
              + " filters and conditions do not match.",
          GUIDE + "HowItWorks.NamingRulesDataTypes.html",
          "Write the declared type, or declare both types.");

  /** A written item has some key attributes of an index, but not all. */
  public static final FindingType HALF_INDEX_KEY =
      new FindingType(
          "half-index-key",
          Severity.ERROR,
          "an item with a part of an index key",
          "An item is in an index only if it has all key attributes of the index. It is silently"
              + " left out, and a Query on the index does not return it.",
          GUIDE + "bp-indexes-general-sparse-indexes.html",
          "Write all key attributes of the index, or none.");

  /** An index key of a written item does not have its declared form. */
  public static final FindingType INDEX_KEY =
      new FindingType(
          "index-key-mismatch",
          Severity.ERROR,
          "an index key of another form",
          "The item is in another item collection of the index than its entity declares, so the"
              + " access patterns of the entity do not return it.",
          GUIDE + "GSI.html",
          "Correct the value, or the template of the entity.");

  /** A Put without condition replaced an item of another entity. */
  public static final FindingType REPLACES_OTHER =
      new FindingType(
          "put-replaces-other-entity",
          Severity.ERROR,
          "a put that replaces an item of another entity",
          "PutItem replaces an item with the same key completely. The other entity is lost.",
          "https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_PutItem.html",
          "Give the entities keys that cannot be equal, and put with attribute_not_exists.");

  /** A Put without condition replaced an item with another identity. */
  public static final FindingType REPLACES_IDENTITY =
      new FindingType(
          "put-replaces-other-identity",
          Severity.WARNING,
          "a put that replaces another item of the same kind",
          "PutItem replaces an item with the same key completely. If the key is not unique, what"
              + " was stored under it is lost without an error.",
          "https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_PutItem.html",
          "Put with the condition attribute_not_exists of the partition key, or make the identifier"
              + " a part of the key.");

  /** Two declared entities can have the same key. */
  public static final FindingType ENTITIES_MEET =
      new FindingType(
          "entities-meet",
          Severity.WARNING,
          "two entities that can have the same key",
          "An item of one entity replaces an item of the other when their keys are equal.",
          GUIDE + "bp-adjacency-graphs.html",
          "Give the entities different prefixes in the partition key or the sort key.");

  /** The values of a sort key do not sort as they are meant to. */
  public static final FindingType UNSORTED =
      new FindingType(
          "sort-key-order",
          Severity.WARNING,
          "a sort key that does not sort",
          "Strings are sorted by their bytes in UTF-8: \"10\" comes before \"9\", and upper case"
              + " before lower case. Pages, ranges and the newest items are wrong.",
          GUIDE + "bp-sort-keys.html",
          "Pad numbers with zeros to one length, write times in UTC as ISO 8601 with the same"
              + " number of digits, and use one case.");

  /** The newest items are read by an order that is random. */
  public static final FindingType NEWEST_RANDOM =
      new FindingType(
          "newest-by-random-key",
          Severity.ERROR,
          "the newest items by a random sort key",
          "A Query returns items in the order of their sort key. Random identifiers such as UUIDs"
              + " of version 4 have no relation to time, so the last ones are any items.",
          GUIDE + "bp-sort-keys.html",
          "Begin the sort key with a time, or use identifiers that rise with time, such as a ULID,"
              + " a KSUID or a UUID of version 7.");

  /** Items are large. */
  public static final FindingType LARGE_ITEM =
      new FindingType(
              "large-item",
              Severity.WARNING,
              "a large item",
              "An item has at most 400 KB. Each read of 4 KB and each write of 1 KB is charged,"
                  + " even if one attribute changes.",
              GUIDE + "bp-use-s3-too.html",
              "Split the item, compress large attributes, or store them in Amazon S3.")
          .withBounds("Items of at least " + ItemSizeRule.LARGE_BYTES / 1_024 + " KB.");

  /** Items grow with each update. */
  public static final FindingType GROWING_ITEM =
      new FindingType(
              "growing-item",
              Severity.WARNING,
              "an item that grows with each update",
              "An item has at most 400 KB. Updates become more expensive with the size of the item,"
                  + " and fail when it reaches the limit.",
              GUIDE + "bp-use-s3-too.html",
              "Store the elements as items of their own in the same item collection.")
          .withBounds("At least " + ItemSizeRule.GROWTHS + " updates in a row, to twice the size.");

  /** Item collections with local indexes are large. */
  public static final FindingType LARGE_COLLECTION =
      new FindingType(
          "large-collection",
          Severity.WARNING,
          "a large item collection in a table with a local index",
          "In a table with a local secondary index, an item collection has at most 10 GB, index"
              + " entries included. Writes that would exceed it fail with an"
              + " ItemCollectionSizeLimitExceededException.",
          GUIDE + "LSI.html",
          "Use a global index, or spread the items over several partition key values.");

  private ItemFindings() {}

  /** Returns the rules that make these findings. */
  public static List<FindingRule> rules() {
    return List.of(
        new EntityRule(),
        new SortOrderRule(),
        new ItemSizeRule(),
        FindingRule.of(ENTITIES_MEET, EntitiesMeet::findings),
        FindingRule.of(LARGE_COLLECTION, LargeCollections::findings));
  }
}
