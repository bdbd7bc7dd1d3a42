package dev.monotable.engine.replica;

import dev.monotable.engine.storage.ByteReader;
import dev.monotable.engine.storage.ByteWriter;
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
      new SettingType<>() {
        @Override
        public int code() {
          return 21;
        }

        @Override
        public UnrecordedVersions read(ByteReader in) {
          List<Unrecorded> all = new ArrayList<>();
          for (int i = in.nextLength(); i > 0; i--) {
            byte[] key = in.nextSized();
            ReplicaVersion version = new ReplicaVersion(in.nextNumber(), in.nextString());
            all.add(new Unrecorded(key, version, in.nextNumber()));
          }
          return new UnrecordedVersions(all);
        }
      };

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

  @Override
  public void write(ByteWriter out) {
    out.putCount(all.size());
    for (Unrecorded change : all) {
      out.putSized(change.key());
      out.putNumber(change.version().time());
      out.putString(change.version().region());
      out.putNumber(change.sequence());
    }
  }
}
