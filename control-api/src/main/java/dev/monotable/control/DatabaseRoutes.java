package dev.monotable.control;

import dev.monotable.control.ControlException.Type;
import dev.monotable.control.content.TableSummaries;
import dev.monotable.control.model.DatabaseModel.DatabaseAccess;
import dev.monotable.control.model.DatabaseModel.DatabaseDescription;
import dev.monotable.control.model.DatabaseModel.DatabaseEntry;
import dev.monotable.control.model.DatabaseModel.DatabaseList;
import dev.monotable.control.model.DatabaseModel.DatabaseToCreate;
import dev.monotable.engine.Database;
import dev.monotable.engine.DatabaseIdentity;
import dev.monotable.engine.Databases;
import dev.monotable.engine.NewDatabase;
import dev.monotable.engine.Snapshot;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.error.ErrorCode;
import dev.monotable.json.HttpService.Pace;
import java.util.ArrayList;
import java.util.List;

/** The databases of the server. */
final class DatabaseRoutes {
  private final ControlConfig config;

  DatabaseRoutes(ControlConfig config) {
    this.config = config;
  }

  List<ControlRoute> routes() {
    String all = "/databases";
    String one = all + "/{id}";
    return List.of(
        ControlRoute.of("POST", all, "createDatabase", "Creates a database, or a fork of one.")
            .pace(Pace.LONG)
            .body(DatabaseToCreate.class)
            .returns(201, DatabaseAccess.class)
            .orStatus(200)
            .by(this::create),
        ControlRoute.of("GET", all, "listDatabases", "Returns all databases.")
            .returns(200, DatabaseList.class)
            .by(request -> Result.json(200, list())),
        ControlRoute.of(
                "DELETE",
                all,
                "dropDatabases",
                "Ends all databases with an issued access key. Needs the token.")
            .pace(Pace.LONG)
            .by(this::dropAll),
        ControlRoute.of("GET", one, "describeDatabase", "Returns a database with its tables.")
            .pace(Pace.LONG)
            .returns(200, DatabaseDescription.class)
            .by(request -> Result.json(200, describe(request))),
        ControlRoute.of(
                "DELETE", one, "dropDatabase", "Ends a database. Its access key is invalid then.")
            .pace(Pace.LONG)
            .by(this::drop),
        ControlRoute.of(
                "POST",
                one + "/reset",
                "resetDatabase",
                "Sets the data back to how the database began, and forgets requests and faults.")
            .pace(Pace.LONG)
            .by(
                request -> {
                  config.controls().reset(Routes.database(config, request));
                  return Result.none();
                }));
  }

  // ---- databases ----

  private Result create(ControlRequest request) {
    DatabaseToCreate wanted = request.body(DatabaseToCreate.class);
    Databases databases = config.databases();
    Database known = wanted.name() == null ? null : databases.findName(wanted.name());
    if (known != null) {
      return Result.json(200, access(known, request));
    }
    if (wanted.from() == null && wanted.snapshot() != null) {
      throw ControlException.invalid("'snapshot' needs 'from', the database that has it");
    }
    boolean hasFiles = wanted.schema() != null || wanted.seed() != null;
    if (wanted.from() != null && (hasFiles || wanted.region() != null)) {
      throw ControlException.invalid(
          "'from' excludes 'schema', 'seed' and 'region': a fork has those of the other database");
    }
    Database created = created(wanted, hasFiles);
    boolean filled = false;
    try {
      if (hasFiles) {
        Uploads.load(created, wanted.schema(), wanted.seed(), wanted.parameters());
        created.setResetPoint();
      }
      if (wanted.regions() != null) {
        wanted.regions().forEach(created.regions()::add);
      }
      filled = true;
    } catch (IllegalArgumentException e) {
      throw ControlException.invalid(String.valueOf(e.getMessage()));
    } finally {
      if (!filled) {
        databases.drop(created.id());
      }
    }
    return Result.json(201, access(created, request));
  }

  private Database created(DatabaseToCreate wanted, boolean hasFiles) {
    Databases databases = config.databases();
    String from = wanted.from();
    String snapshot = wanted.snapshot();
    try {
      NewDatabase settings =
          new NewDatabase(wanted.name(), wanted.region(), wanted.expireAfter(), hasFiles);
      if (from == null) {
        return databases.create(settings);
      }
      Database original = Routes.database(config, from);
      Snapshot data =
          snapshot == null
              ? original.engine().snapshot()
              : StateRoutes.requireSnapshot(original, snapshot).data();
      Database fork = databases.fork(original, data, settings);
      config.controls().of(fork).declare(config.controls().of(original).declaration());
      return fork;
    } catch (DynamoException e) {
      if (e.code() == ErrorCode.LIMIT_EXCEEDED || e.code() == ErrorCode.VALIDATION) {
        throw new ControlException(Type.LIMIT_EXCEEDED, String.valueOf(e.getMessage()));
      }
      throw e;
    } catch (IllegalArgumentException e) {
      throw ControlException.invalid(String.valueOf(e.getMessage()));
    }
  }

  private DatabaseAccess access(Database database, ControlRequest request) {
    DatabaseIdentity identity = database.identity();
    return new DatabaseAccess(
        database.id(),
        identity.name(),
        identity.accessKey(),
        config.secrets().apply(identity.accessKey()),
        identity.region(),
        config.endpoint(request.http()));
  }

  private DatabaseList list() {
    List<DatabaseEntry> entries = new ArrayList<>();
    for (Database database : config.databases().list()) {
      DatabaseIdentity identity = database.identity();
      entries.add(
          new DatabaseEntry(
              database.id(), identity.name(), identity.region(), database.expireAfter()));
    }
    return new DatabaseList(entries);
  }

  private DatabaseDescription describe(ControlRequest request) {
    Database database = Routes.database(config, request);
    DatabaseIdentity identity = database.identity();
    return new DatabaseDescription(
        database.id(),
        identity.name(),
        identity.region(),
        database.expireAfter(),
        TableSummaries.of(database.engine()));
  }

  private Result drop(ControlRequest request) {
    String id = request.variable("id");
    if (!config.databases().drop(id) && config.databases().findId(id) != null) {
      throw new ControlException(
          Type.NOT_DROPPABLE,
          "The database '" + id + "' belongs to all access keys; POST .../reset empties it");
    }
    return Result.none();
  }

  private Result dropAll(ControlRequest request) {
    config.access().require(request.http());
    for (Database database : config.databases().list()) {
      if (database.identity().isIssued()) {
        config.databases().drop(database.id());
      }
    }
    return Result.none();
  }
}
