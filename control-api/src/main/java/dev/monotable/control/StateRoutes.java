package dev.monotable.control;

import dev.monotable.control.ControlException.Type;
import dev.monotable.control.model.DatabaseModel.DataToLoad;
import dev.monotable.control.model.DatabaseModel.LoadResult;
import dev.monotable.engine.Database;
import dev.monotable.formats.DatabaseDump;
import dev.monotable.json.HttpService.Pace;
import dev.monotable.text.OneLine;
import java.util.List;
import java.util.concurrent.Semaphore;

/** The data of a database: snapshots, differences, files. */
final class StateRoutes {
  private static final int MAX_DUMPS = 8;

  private final ControlConfig config;
  private final Semaphore dumps = new Semaphore(MAX_DUMPS);

  StateRoutes(ControlConfig config) {
    this.config = config;
  }

  List<ControlRoute> routes() {
    String one = "/databases/{id}";
    return List.of(
        ControlRoute.of("POST", one + "/load", "loadFiles", "Loads schema and seed files, all or nothing.")
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

  private Result load(ControlRequest request) {
    Database database = Routes.database(config, request);
    DataToLoad files = request.body(DataToLoad.class);
    return Result.json(
        200, Uploads.load(database.engine(), files.schema(), files.seed(), files.parameters()));
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
