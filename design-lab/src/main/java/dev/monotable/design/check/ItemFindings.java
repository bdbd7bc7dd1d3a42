package dev.monotable.design.check;

import dev.monotable.design.finding.FindingRule;
import dev.monotable.design.finding.FindingType;
import java.util.List;

/** The kinds of findings about written items and about the entities of a design. */
public final class ItemFindings {
  /** A written item has the key of no declared entity. */
  public static final FindingType WITHOUT_ENTITY = FindingType.of("item-without-entity");

  static final FindingType SEVERAL_ENTITIES = FindingType.of("item-of-several-entities");

  /** A written item misses a required attribute, or one with a constant value differs. */
  public static final FindingType MISSING_ATTRIBUTE = FindingType.of("missing-attribute");

  /** An attribute of a written item has another type than declared. */
  public static final FindingType ATTRIBUTE_TYPE = FindingType.of("attribute-type");

  /** A written item has some key attributes of an index, but not all. */
  public static final FindingType HALF_INDEX_KEY = FindingType.of("half-index-key");

  /** An index key of a written item does not have its declared form. */
  public static final FindingType INDEX_KEY = FindingType.of("index-key-mismatch");

  static final FindingType REPLACES_OTHER = FindingType.of("put-replaces-other-entity");
  static final FindingType REPLACES_IDENTITY = FindingType.of("put-replaces-other-identity");
  static final FindingType ENTITIES_MEET = FindingType.of("entities-meet");
  static final FindingType TEXT_NUMBERS =
      FindingType.of("numbers-compared-as-texts", TextNumbers.ENOUGH);
  static final FindingType UNSORTED = FindingType.of("sort-key-order");
  static final FindingType NEWEST_RANDOM = FindingType.of("newest-by-random-key");
  static final FindingType LARGE_ITEM =
      FindingType.of("large-item", ItemSizeRule.LARGE_BYTES / 1_024);
  static final FindingType GROWING_ITEM = FindingType.of("growing-item", ItemSizeRule.GROWTHS);
  static final FindingType LARGE_COLLECTION = FindingType.of("large-collection");

  private ItemFindings() {}

  /** Returns the rules that make these findings. */
  public static List<FindingRule> rules() {
    return List.of(
        EntityRule.RULE,
        SortOrderRule.RULE,
        ItemSizeRule.RULE,
        FindingRule.each(TEXT_NUMBERS, TextNumbers::find),
        FindingRule.of(ENTITIES_MEET, EntitiesMeet::findings),
        FindingRule.of(LARGE_COLLECTION, LargeCollections::findings));
  }
}
