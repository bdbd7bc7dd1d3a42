package dev.monotable.engine.replica;

import dev.monotable.engine.storage.ByteReader;
import dev.monotable.engine.storage.ByteWriter;
import dev.monotable.engine.storage.Fields;
import dev.monotable.engine.table.SettingType;
import dev.monotable.engine.table.TableDefinition;
import dev.monotable.engine.table.TableSetting;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The setting of a replica with the versions of the last changes of other replicas that changed
 * nothing in it: deletions that found no item, and items that were the same. Its stream has no
 * record of them, but an older change may still come from a third Region.
 *
 * @param all in the order in which they came
 */
public record UnrecordedVersions(List<Unrecorded> all) implements TableSetting {
  /** The number of versions that are kept at most. */
  static final int MOST = 256;

  /**
   * @param key the primary key
   * @param sequence the sequence number of the next record at that time
   */
  @SuppressWarnings("ArrayRecordComponent") // has equals and hashCode of its own
  record Unrecorded(byte[] key, ReplicaVersion version, long sequence) {
    private static Unrecorded form(Fields fields, @Nullable Unrecorded of) {
      return new Unrecorded(
          fields.field(of, Unrecorded::key, ByteWriter::putSized, ByteReader::nextSized),
          new ReplicaVersion(
              fields.number(of, its -> its.version().time()),
              fields.string(of, its -> its.version().region())),
          fields.number(of, Unrecorded::sequence));
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Unrecorded that
          && Arrays.equals(key, that.key)
          && version.equals(that.version)
          && sequence == that.sequence;
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(key);
    }
  }

  /** The type of this setting. */
  public static final SettingType<UnrecordedVersions> TYPE =
      SettingType.of(21, UnrecordedVersions::form);

  public UnrecordedVersions {
    all = List.copyOf(all);
  }

  /** Returns the versions of a table. */
  static List<Unrecorded> of(TableDefinition table) {
    UnrecordedVersions setting = table.setting(TYPE);
    return setting == null ? List.of() : setting.all;
  }

  /** Returns the setting after more changes. */
  static UnrecordedVersions after(TableDefinition table, List<Unrecorded> more) {
    List<Unrecorded> all = new ArrayList<>(of(table));
    all.addAll(more);
    return new UnrecordedVersions(all.subList(Math.max(0, all.size() - MOST), all.size()));
  }

  @Override
  public SettingType<UnrecordedVersions> type() {
    return TYPE;
  }

  @Override
  public boolean isDefault() {
    return all.isEmpty();
  }

  private static UnrecordedVersions form(Fields fields, @Nullable UnrecordedVersions of) {
    return new UnrecordedVersions(fields.list(of, UnrecordedVersions::all, Unrecorded::form));
  }
}
