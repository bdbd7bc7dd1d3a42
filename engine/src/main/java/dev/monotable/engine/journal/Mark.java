package dev.monotable.engine.journal;

/**
 * The bytes that begin the entries of a block. They are part of the written form: a number never
 * gets another meaning.
 */
final class Mark {
  /** The next difference begins. */
  static final int START = 1;

  static final int TABLE_REMOVED = 2;

  /** {@link #TABLE} in the form before settings had a type, which is no longer written. */
  static final int FORMER_TABLE = 3;

  /** The following items belong to a known table. */
  static final int USE_TABLE = 4;

  static final int PUT = 5;
  static final int DELETE = 6;

  /** A new stream, or new properties of a known one. The following shards belong to it. */
  static final int STREAM = 7;

  /** The stream that a table refers to. */
  static final int TABLE_STREAM = 8;

  static final int CLOSED_STREAM = 9;
  static final int CLOSED_STREAM_REMOVED = 10;

  /** The following shards belong to a known stream. */
  static final int USE_STREAM = 11;

  /** A new shard, or new properties of a known one. The following records belong to it. */
  static final int SHARD = 12;

  /** The following records belong to a known shard. */
  static final int USE_SHARD = 13;

  static final int SHARD_REMOVED = 14;
  static final int RECORD = 15;
  static final int RECORD_REMOVED = 16;
  static final int COLLECTION = 17;
  static final int COLLECTION_REMOVED = 18;
  static final int TOKEN = 19;
  static final int TOKEN_REMOVED = 20;
  static final int HOLD = 21;
  static final int HOLD_REMOVED = 22;
  static final int SEQUENCE = 23;
  static final int NEXT_CHANGE = 24;

  /** The number of images that were known before this block. */
  static final int KNOWN = 25;

  /** The number of items that a table has in the whole state. */
  static final int ITEM_COUNT = 26;

  /** The number of records that a stream has in the whole state. */
  static final int RECORD_COUNT = 27;

  /** Like {@link #DELETE}, of an item that images refer to. */
  static final int DELETE_IMAGE = 28;

  /** A new table, or a new definition of a known one. The following items belong to it. */
  static final int TABLE = 29;

  /** A new backup, or the definition of a known one. */
  static final int BACKUP = 30;

  /** The table or the backup whose items a new backup begins with. */
  static final int BACKUP_BASE = 31;

  /** The following items belong to a known backup. */
  static final int USE_BACKUP = 32;

  static final int BACKUP_REMOVED = 33;

  /** The number of items that a backup has in the whole state. */
  static final int BACKUP_COUNT = 34;

  /** A new older version of a table. The following items belong to it. */
  static final int VERSION = 35;

  /** The following items belong to a known older version of a table. */
  static final int USE_VERSION = 36;

  /** A version is complete. */
  static final int VERSION_END = 37;

  /** The reach of the history of a table, if it has one. */
  static final int HISTORY = 38;

  /** An export or import, in place of an earlier state of it. */
  static final int TRANSFER = 40;

  static final int TRANSFER_REMOVED = 41;

  /** Like {@link #TRANSFER}, with the access key of the client that began it. */
  static final int CALLERS_TRANSFER = 42;

  /** The changes that a table keeps for Kinesis destinations, in the form of a stream. */
  static final int TABLE_CAPTURE = 45;

  /** A bulk operation, in place of an earlier state of it, whose entries it keeps. */
  static final int BULK_OPERATION = 46;

  static final int BULK_ENTRY = 47;
  static final int BULK_ENTRY_REMOVED = 48;

  /** Like {@link #TOKEN}, with what a repeated request consumes. */
  static final int TOKEN_WITH_UNITS = 49;

  private Mark() {}
}
