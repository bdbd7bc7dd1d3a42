package dev.monotable.compare.difference;

/**
 * Where DynamoDB Local charges otherwise than AWS says it does. With these its answers are foreseen
 * to the half unit, so that a run checks every capacity of either side.
 */
enum CapacityQuirk {
  /**
   * Local charges nothing for a key of a batch that has no item, and for an empty page. On AWS both
   * cost a read (Developer Guide, DynamoDB reads and writes), on Local too if GetItem reads it.
   */
  READS_OF_NOTHING_ARE_FREE,
  /**
   * Local charges two units for a delete in a batch that finds nothing. AWS treats each request of
   * a batch as one by itself, for which Local charges one too (as above).
   */
  BATCHED_DELETE_OF_NOTHING,
  /**
   * Local charges one unit for a delete in a transaction that finds nothing. AWS writes every item
   * of a transaction twice (Developer Guide, Amazon DynamoDB Transactions: How it works).
   */
  TRANSACTED_DELETE_OF_NOTHING,
  /** Local charges a ConditionCheck as it charges a transacted read; AWS as above. */
  CHECKS_ARE_READS,
  /**
   * Of several actions of a transaction whose answers would be the same, and so of those of equal
   * sums where TOTAL is asked for, Local counts one; AWS as above.
   */
  EQUAL_CHARGES_COUNT_ONCE,
  /**
   * Local charges index entries twice in transactions; AWS the table alone (nubo-db/dynoxide
   * tests/transactional_index_consumed_capacity.rs, recorded from AWS).
   */
  INDEXES_COST_TWICE,
  /**
   * Local does not tell read from write units in transactions (nubo-db/dynamodb-conformance
   * tests/tier1/getItem/consumedCapacity: AWS does, there alone).
   */
  NO_KIND_OF_UNITS,
  /**
   * Local adds 100 bytes to an entry of a local index of all attributes. AWS adds them to what the
   * entry takes to store, not to what it takes to write (Developer Guide, Local secondary indexes:
   * storage considerations, write capacity units).
   */
  LOCAL_ENTRIES_OUTWEIGH_ITEMS,
  /**
   * Local charges an index of two attributes for an item that has one of them, and is in no entry,
   * when it gets the other instead, by the size of the item that was there. AWS charges entries
   * (Developer Guide, Global secondary indexes: write capacity units).
   */
  HALF_KEYS_SWAPPED,
  /**
   * Local charges the scan of an index for whole items, and nothing for fetches. On AWS the size of
   * an index entry is that of what is projected (Developer Guide, Global secondary indexes, Local
   * secondary indexes: read capacity units).
   */
  SCANS_READ_WHOLE_ITEMS,
  /**
   * Local charges a query on a local index for fetches as soon as it names attributes. AWS fetches
   * for those that are not projected (Developer Guide, Local secondary indexes: attribute
   * projections).
   */
  PROJECTIONS_FETCH
}
