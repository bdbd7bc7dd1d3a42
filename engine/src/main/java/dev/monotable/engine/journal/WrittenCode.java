package dev.monotable.engine.journal;

import dev.monotable.engine.definition.IndexProjection;
import dev.monotable.engine.definition.StreamView;
import dev.monotable.engine.table.BackupState;
import dev.monotable.engine.table.ChangeOutcome;
import dev.monotable.engine.table.TableChange;
import dev.monotable.value.AttributeType;

/**
 * The bytes by which constants are written. They are part of the written form: a code never gets
 * another meaning, regardless of the order of the constants. A new constant gets a code that its
 * type never had; without one, this class does not compile.
 */
final class WrittenCode {
  private WrittenCode() {}

  static int of(AttributeType type) {
    return switch (type) {
      case S -> 0;
      case N -> 1;
      case B -> 2;
      case SS -> 3;
      case NS -> 4;
      case BS -> 5;
      case M -> 6;
      case L -> 7;
      case BOOL -> 8;
      case NULL -> 9;
    };
  }

  static int of(StreamView view) {
    return switch (view) {
      case KEYS_ONLY -> 0;
      case NEW_IMAGE -> 1;
      case OLD_IMAGE -> 2;
      case NEW_AND_OLD_IMAGES -> 3;
    };
  }

  static int of(IndexProjection.Type type) {
    return switch (type) {
      case ALL -> 0;
      case KEYS_ONLY -> 1;
      case INCLUDE -> 2;
    };
  }

  static int of(ChangeOutcome.Plain outcome) {
    return switch (outcome) {
      case NONE -> 0;
      case TABLE_DELETED -> 1;
      case TABLE_CREATED -> 2;
    };
  }

  static int of(BackupState.Type type) {
    return switch (type) {
      case USER -> 0;
      case SYSTEM -> 1;
    };
  }

  static int of(TableChange.Kind kind) {
    return switch (kind) {
      case CREATE_TABLE -> 0;
      case DELETE_TABLE -> 1;
      case THROUGHPUT -> 2;
      case BILLING_MODE -> 3;
      case STREAM -> 4;
      case TABLE_CLASS -> 5;
      case ENCRYPTION -> 6;
      case WARM_THROUGHPUT -> 7;
      case ALLOCATE_INDEX -> 8;
      case BACKFILL_INDEX -> 9;
      case UPDATE_INDEX -> 10;
      case DELETE_INDEX -> 11;
      case TIME_TO_LIVE -> 12;
      case REPLICA -> 13;
    };
  }
}
