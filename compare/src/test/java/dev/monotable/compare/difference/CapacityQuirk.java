package dev.monotable.compare.difference;

/**
 * The cases in which DynamoDB Local charges differently than AWS documents. With these, its
 * reported capacities are predicted to the half unit, so that a run checks all capacities of both
 * sides.
 */
enum CapacityQuirk {
  /**
   * Local charges nothing for a key of a batch without an item, and for an empty page. On AWS both
   * cost a read (Developer Guide, DynamoDB reads and writes), and so does a GetItem on Local.
   */
  READS_OF_NOTHING_ARE_FREE,
  /**
   * Local charges two units for a delete of a missing item in a batch. AWS treats each request of a
   * batch as a separate one, for which Local charges one unit too (as above).
   */
  BATCHED_DELETE_OF_NOTHING,
  /**
   * Local charges one unit for a delete of a missing item in a transaction. AWS writes every item
   * of a transaction twice (Developer Guide, Amazon DynamoDB Transactions: How it works).
   */
  TRANSACTED_DELETE_OF_NOTHING,
  /** Local charges a ConditionCheck like a transactional read; AWS charges it as above. */
  CHECKS_ARE_READS,
  /**
   * Local counts only one of several actions of a transaction with the same ConsumedCapacity, that
   * is, with the same sum if TOTAL is requested; AWS charges them as above.
   */
  EQUAL_CHARGES_COUNT_ONCE,
  /**
   * Local doubles the capacity of index entries in transactions; AWS doubles only that of the table
   * (nubo-db/dynoxide tests/transactional_index_consumed_capacity.rs, recorded from AWS).
   */
  INDEXES_COST_TWICE,
  /**
   * Local does not separate read and write units in transactions (nubo-db/dynamodb-conformance
   * tests/tier1/getItem/consumedCapacity: AWS does, and only there).
   */
  NO_KIND_OF_UNITS,
  /**
   * Local adds 100 bytes to an entry of a local index that projects all attributes. AWS adds them
   * to the storage of the entry, not to its write capacity (Developer Guide, Local secondary
   * indexes: storage considerations, write capacity units).
   */
  LOCAL_ENTRIES_OUTWEIGH_ITEMS,
  /**
   * If the key of an index has two attributes and an item without an entry changes from having only
   * one of them to having only the other, Local charges the index by the size of the old item. AWS
   * charges only entries (Developer Guide, Global secondary indexes: write capacity units).
   */
  HALF_KEYS_SWAPPED,
  /**
   * Local charges the scan of an index for complete items, and nothing for fetches. On AWS, the
   * size of an index entry is the size of the projected attributes (Developer Guide, Global
   * secondary indexes, Local secondary indexes: read capacity units).
   */
  SCANS_READ_WHOLE_ITEMS,
  /**
   * Local charges a query on a local index for fetches whenever it lists attributes. AWS fetches
   * only attributes that are not projected (Developer Guide, Local secondary indexes: attribute
   * projections).
   */
  PROJECTIONS_FETCH
}
