package dev.monotable.control;

import dev.monotable.control.ControlException.Type;
import dev.monotable.control.content.TableSummaries;
import dev.monotable.control.model.DatabaseAccess;
import dev.monotable.control.model.DatabaseDescription;
import dev.monotable.control.model.DatabaseEntry;
import dev.monotable.control.model.DatabaseList;
import dev.monotable.control.model.DatabaseToCreate;
import dev.monotable.engine.database.Database;
import dev.monotable.engine.database.DatabaseIdentity;
import dev.monotable.engine.database.Databases;
import dev.monotable.engine.database.NewDatabase;
import dev.monotable.engine.database.Region;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.error.ErrorCode;
import dev.monotable.engine.snapshot.Snapshot;
import java.util.ArrayList;
import java.util.List;

/** The databases of the server. */
final class DatabaseRoutes {
  private final ControlConfig config;

  DatabaseRoutes(ControlConfig config) {
    this.config = config;
  }

  Result createDatabase(DatabaseToCreate wanted, ControlRequest request) {
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
        Uploads.load(created.home(), wanted.schema(), wanted.seed(), wanted.parameters());
        created.home().setResetPoint();
      }
      if (wanted.regions() != null) {
        wanted.regions().forEach(created::add);
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
      Region original = config.require(from);
      Snapshot data =
          snapshot == null
              ? original.engine().snapshot()
              : StateRoutes.requireSnapshot(original, snapshot).data();
      Database fork = databases.fork(original, data, settings);
      config.controls().of(fork.home()).declare(config.controls().of(original).declaration());
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

  DatabaseList listDatabases() {
    List<DatabaseEntry> entries = new ArrayList<>();
    for (Region region : config.databases().list()) {
      DatabaseIdentity identity = region.identity();
      entries.add(
          new DatabaseEntry(region.id(), identity.name(), identity.region(), region.expireAfter()));
    }
    return new DatabaseList(entries);
  }

  DatabaseDescription describeDatabase(Region region) {
    DatabaseIdentity identity = region.identity();
    return new DatabaseDescription(
        region.id(),
        identity.name(),
        identity.region(),
        region.expireAfter(),
        TableSummaries.of(region.engine()));
  }

  void dropDatabase(String id) {
    if (!config.databases().drop(id) && config.databases().findId(id) != null) {
      throw new ControlException(
          Type.NOT_DROPPABLE,
          "The database '" + id + "' belongs to all access keys; POST .../reset empties it");
    }
  }

  void dropDatabases(ControlRequest request) {
    config.access().require(request.http());
    for (Region region : config.databases().list()) {
      if (region.identity().isIssued()) {
        config.databases().drop(region.id());
      }
    }
  }

  void resetDatabase(Region region) {
    config.controls().reset(region);
  }
}
