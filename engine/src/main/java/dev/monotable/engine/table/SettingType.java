package dev.monotable.engine.table;

import dev.monotable.engine.storage.ByteReader;
import dev.monotable.engine.storage.ByteWriter;
import dev.monotable.engine.storage.Fields;
import org.jspecify.annotations.Nullable;

/**
 * A type of settings of tables. It has one instance. What CreateTable and UpdateTable say of a
 * setting is up to {@code dev.monotable.engine.operation.table.SettingRequests}; other operations
 * on a setting read it by {@link TableDefinition#setting}.
 *
 * @param <S> the settings of this type
 */
public interface SettingType<S extends TableSetting> {
  /** Returns the byte by which written definitions name the type. It never changes. */
  int code();

  /** Writes the fields of a setting and returns it; reads one if it is null. */
  S form(Fields fields, @Nullable S of);

  /**
   * Reads what {@link #write} has written.
   *
   * @throws IllegalArgumentException if the bytes are something else
   */
  default S read(ByteReader in) {
    return form(Fields.of(in), null);
  }

  /** Writes a setting of this type. */
  @SuppressWarnings("unchecked") // a setting has the class of its type
  default void write(ByteWriter out, TableSetting setting) {
    var unused = form(Fields.of(out), (S) setting);
  }

  /** Returns a type whose settings no request has as a member. */
  static <S extends TableSetting> SettingType<S> of(int code, Fields.Form<S> form) {
    return new SettingType<>() {
      @Override
      public int code() {
        return code;
      }

      @Override
      public S form(Fields fields, @Nullable S of) {
        return form.apply(fields, of);
      }
    };
  }

  /**
   * Returns whether a table that is restored from a backup or to a point in time has the setting of
   * its source. On AWS such a table has no tags, TTL, policies and so on. A fork, a snapshot and a
   * kept database have all settings.
   *
   * @see <a
   *     href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CreateBackup.html">Backing
   *     up a DynamoDB table</a>
   */
  default boolean isRestored() {
    return false;
  }
}
