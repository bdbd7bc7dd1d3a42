package dev.monotable.control;

import dev.monotable.control.ControlException.Type;
import dev.monotable.control.content.DumpStream;
import dev.monotable.control.model.DatabaseModel.DataToLoad;
import dev.monotable.control.model.DatabaseModel.ItemChanged;
import dev.monotable.control.model.DatabaseModel.LoadResult;
import dev.monotable.control.model.DatabaseModel.SnapshotDescription;
import dev.monotable.control.model.DatabaseModel.SnapshotList;
import dev.monotable.control.model.DatabaseModel.StateDifference;
import dev.monotable.control.model.DatabaseModel.TableChange;
import dev.monotable.engine.Database;
import dev.monotable.engine.Database.NamedSnapshot;
import dev.monotable.engine.DatabaseDifference;
import dev.monotable.engine.DatabaseDifference.ItemDifference;
import dev.monotable.engine.DatabaseDifference.TableDifference;
import dev.monotable.engine.Snapshot;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.formats.DatabaseDump;
import dev.monotable.json.HttpService.Pace;
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

  List<ControlRoute> routes() {
    List<ControlRoute> routes = new ArrayList<>(snapshots());
    routes.addAll(files());
    return routes;
  }

  private List<ControlRoute> snapshots() {
    String all = "/databases/{id}/snapshots";
    String one = all + "/{name}";
    return List.of(
        ControlRoute.of("GET", all, "listSnapshots", "Returns the snapshots with a name.")
            .returns(200, SnapshotList.class)
            .by(request -> Result.json(200, list(request))),
        ControlRoute.of(
                "PUT", one, "takeSnapshot", "Keeps the present data under a name, or again.")
            .returns(200, SnapshotDescription.class)
            .by(this::take),
        ControlRoute.of("GET", one, "describeSnapshot", "Returns a snapshot.")
            .returns(200, SnapshotDescription.class)
            .by(request -> Result.json(200, describe(required(request)))),
        ControlRoute.of("DELETE", one, "deleteSnapshot", "Deletes a snapshot, if it exists.")
            .by(
                request -> {
                  Routes.database(config, request).deleteSnapshot(request.variable("name"));
                  return Result.none();
                }),
        ControlRoute.of(
                "POST",
                one + "/restore",
                "restoreSnapshot",
                "Sets the data back to a snapshot. The clock continues.")
            .pace(Pace.LONG)
            .by(
                request -> {
                  Routes.database(config, request).restore(required(request).data());
                  return Result.none();
                }),
        ControlRoute.of(
                "GET",
                "/databases/{id}/diff",
                "compareStates",
                "Returns what has changed since a snapshot, or compared with another database.")
            .pace(Pace.WAITING)
            .requiredQuery("from", "string", "The name of a snapshot, or the ID of a database.")
            .query("count", "integer", "The maximum number of items; 1000 by default.")
            .returns(200, StateDifference.class)
            .by(this::compare));
  }

  private List<ControlRoute> files() {
    String one = "/databases/{id}";
    return List.of(
        ControlRoute.of(
                "POST", one + "/load", "loadFiles", "Loads schema and seed files, all or nothing.")
            .pace(Pace.WAITING)
            .body(DataToLoad.class)
            .returns(200, LoadResult.class)
            .by(this::load),
        ControlRoute.of(
                "GET",
                one + "/dump",
                "dumpItems",
                "Returns the items as lines of DynamoDB JSON, which the seed files may have.")
            .pace(Pace.LONG)
            .query("table", "string", "Only the items of this table.")
            .returns(DumpStream.TYPE)
            .by(this::dump));
  }

  // ---- snapshots ----

  private SnapshotList list(ControlRequest request) {
    List<SnapshotDescription> snapshots = new ArrayList<>();
    for (NamedSnapshot snapshot : Routes.database(config, request).snapshots()) {
      snapshots.add(describe(snapshot));
    }
    return new SnapshotList(snapshots);
  }

  private static SnapshotDescription describe(NamedSnapshot snapshot) {
    return new SnapshotDescription(snapshot.name(), snapshot.takenAt());
  }

  private Result take(ControlRequest request) {
    try {
      return Result.json(
          200, describe(Routes.database(config, request).takeSnapshot(request.variable("name"))));
    } catch (IllegalArgumentException e) {
      throw ControlException.invalid(String.valueOf(e.getMessage()));
    } catch (DynamoException e) {
      throw new ControlException(Type.LIMIT_EXCEEDED, String.valueOf(e.getMessage()));
    }
  }

  private NamedSnapshot required(ControlRequest request) {
    return requireSnapshot(Routes.database(config, request), request.variable("name"));
  }

  /** Returns the snapshot with a name. */
  static NamedSnapshot requireSnapshot(Database database, String name) {
    NamedSnapshot snapshot = database.findSnapshot(name);
    if (snapshot == null) {
      throw new ControlException(
          Type.UNKNOWN_SNAPSHOT, "The database has no snapshot '" + OneLine.quote(name) + "'");
    }
    return snapshot;
  }

  private Result compare(ControlRequest request) {
    Database database = Routes.database(config, request);
    String from = request.parameter("from");
    if (from == null) {
      throw ControlException.invalid("'from' is missing: a snapshot or a database to compare with");
    }
    int count = (int) request.number("count", MAX_ITEMS, 1, MAX_ITEMS);
    Snapshot before = state(database, from);
    return Result.json(200, difference(database.changesSince(before, count)));
  }

  /** Returns the data of a snapshot, or of another database. */
  private Snapshot state(Database database, String from) {
    NamedSnapshot snapshot = database.findSnapshot(from);
    if (snapshot != null) {
      return snapshot.data();
    }
    Database other = config.databases().findId(from);
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

  private Result load(ControlRequest request) {
    Database database = Routes.database(config, request);
    DataToLoad files = request.body(DataToLoad.class);
    synchronized (
        config.controls().of(database).loads()) { // otherwise they would repeat each other
      return Result.json(
          200, Uploads.load(database, files.schema(), files.seed(), files.parameters()));
    }
  }

  private Result dump(ControlRequest request) {
    Database database = Routes.database(config, request);
    String table = request.parameter("table");
    if (!dumps.tryAcquire()) {
      throw new ControlException(
          Type.LIMIT_EXCEEDED, "The server sends " + MAX_DUMPS + " dumps already");
    }
    DatabaseDump dump = DatabaseDump.of(database.engine());
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
