package dev.monotable.control;

import dev.monotable.control.ControlException.Type;
import dev.monotable.control.content.DumpStream;
import dev.monotable.control.model.DataToLoad;
import dev.monotable.control.model.ItemChanged;
import dev.monotable.control.model.LoadResult;
import dev.monotable.control.model.SnapshotDescription;
import dev.monotable.control.model.SnapshotList;
import dev.monotable.control.model.StateDifference;
import dev.monotable.control.model.TableChange;
import dev.monotable.engine.database.Region;
import dev.monotable.engine.database.Region.NamedSnapshot;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.snapshot.DatabaseDifference;
import dev.monotable.engine.snapshot.DatabaseDifference.ItemDifference;
import dev.monotable.engine.snapshot.DatabaseDifference.TableDifference;
import dev.monotable.engine.snapshot.Snapshot;
import dev.monotable.formats.DatabaseDump;
import dev.monotable.text.OneLine;
import dev.monotable.text.RecordCodec.RawJson;
import dev.monotable.value.Item;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;

/** The data of a database: snapshots, differences, files. */
final class StateRoutes {
  private static final int MAX_DUMPS = 8;
  private static final int MAX_ITEMS = 1_000;

  private final ControlConfig config;
  private final Semaphore dumps = new Semaphore(MAX_DUMPS);

  StateRoutes(ControlConfig config) {
    this.config = config;
  }

  // ---- snapshots ----

  SnapshotList listSnapshots(Region region) {
    List<SnapshotDescription> snapshots = new ArrayList<>();
    for (NamedSnapshot snapshot : region.snapshots()) {
      snapshots.add(describe(snapshot));
    }
    return new SnapshotList(snapshots);
  }

  private static SnapshotDescription describe(NamedSnapshot snapshot) {
    return new SnapshotDescription(snapshot.name(), snapshot.takenAt());
  }

  SnapshotDescription takeSnapshot(Region region, String name) {
    try {
      return describe(region.takeSnapshot(name));
    } catch (IllegalArgumentException e) {
      throw ControlException.invalid(String.valueOf(e.getMessage()));
    } catch (DynamoException e) {
      throw new ControlException(Type.LIMIT_EXCEEDED, String.valueOf(e.getMessage()));
    }
  }

  SnapshotDescription describeSnapshot(Region region, String name) {
    return describe(requireSnapshot(region, name));
  }

  void deleteSnapshot(Region region, String name) {
    region.deleteSnapshot(name);
  }

  void restoreSnapshot(Region region, String name) {
    region.restore(requireSnapshot(region, name).data());
  }

  /** Returns the snapshot with a name. */
  static NamedSnapshot requireSnapshot(Region region, String name) {
    NamedSnapshot snapshot = region.findSnapshot(name);
    if (snapshot == null) {
      throw new ControlException(
          Type.UNKNOWN_SNAPSHOT, "The database has no snapshot '" + OneLine.quote(name) + "'");
    }
    return snapshot;
  }

  StateDifference compareStates(Region region, ControlRequest request) {
    String from = request.parameter("from");
    if (from == null) {
      throw ControlException.invalid("'from' is missing: a snapshot or a database to compare with");
    }
    int count = (int) request.number("count", MAX_ITEMS, 1, MAX_ITEMS);
    Snapshot before = state(region, from);
    return difference(region.changesSince(before, count));
  }

  /** Returns the data of a snapshot, or of another database. */
  private Snapshot state(Region region, String from) {
    NamedSnapshot snapshot = region.findSnapshot(from);
    if (snapshot != null) {
      return snapshot.data();
    }
    Region other = config.databases().findId(from);
    if (other == null) {
      throw new ControlException(
          Type.UNKNOWN_SNAPSHOT,
          "There is neither a snapshot nor a database '" + OneLine.quote(from) + "'");
    }
    return other.engine().snapshot();
  }

  private static StateDifference difference(DatabaseDifference difference) {
    List<TableChange> tables = new ArrayList<>();
    for (TableDifference table : difference.tables()) {
      List<RawJson> added = new ArrayList<>();
      List<RawJson> removed = new ArrayList<>();
      List<ItemChanged> changed = new ArrayList<>();
      for (ItemDifference item : table.items()) {
        Item old = item.before();
        Item now = item.after();
        if (old == null && now != null) {
          added.add(json(now));
        } else if (old != null && now == null) {
          removed.add(json(old));
        } else if (old != null && now != null) {
          changed.add(new ItemChanged(json(old), json(now)));
        }
      }
      tables.add(new TableChange(table.table(), table.presence(), added, removed, changed));
    }
    return new StateDifference(tables, difference.isComplete());
  }

  private static RawJson json(Item item) {
    return new RawJson(item.toString());
  }

  // ---- files ----

  LoadResult loadFiles(Region region, DataToLoad files) {
    synchronized (config.controls().of(region).loads()) { // otherwise they would repeat each other
      return Uploads.load(region, files.schema(), files.seed(), files.parameters());
    }
  }

  Result dumpItems(Region region, ControlRequest request) {
    String table = request.parameter("table");
    if (!dumps.tryAcquire()) {
      throw new ControlException(
          Type.LIMIT_EXCEEDED, "The server sends " + MAX_DUMPS + " dumps already");
    }
    DatabaseDump dump = DatabaseDump.of(region.engine());
    List<String> tables = dump.tables();
    if (table != null && !tables.contains(table)) {
      dump.close();
      dumps.release();
      throw new ControlException(
          Type.UNKNOWN_TABLE, "There is no table '" + OneLine.quote(table) + "'");
    }
    return Result.stream(
        DumpStream.TYPE,
        new DumpStream(dump, table == null ? tables : List.of(table), dumps::release));
  }
}
