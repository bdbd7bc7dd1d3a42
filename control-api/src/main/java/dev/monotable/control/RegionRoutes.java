package dev.monotable.control;

import dev.monotable.control.model.DatabaseModel.RegionEntry;
import dev.monotable.control.model.DatabaseModel.RegionList;
import dev.monotable.control.model.DatabaseModel.RegionToAdd;
import dev.monotable.control.model.DatabaseModel.ReplicationChange;
import dev.monotable.control.model.DatabaseModel.ReplicationLink;
import dev.monotable.control.model.DatabaseModel.ReplicationState;
import dev.monotable.engine.Database;
import dev.monotable.engine.Regions;
import dev.monotable.engine.Replication;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.json.HttpService.Pace;
import java.util.ArrayList;
import java.util.List;

/** The Regions of a database, and the replication of its global tables between them. */
final class RegionRoutes {
  private final ControlConfig config;

  RegionRoutes(ControlConfig config) {
    this.config = config;
  }

  List<ControlRoute> routes() {
    String regions = "/databases/{id}/regions";
    String replication = "/databases/{id}/replication";
    return List.of(
        ControlRoute.of("GET", regions, "listRegions", "Returns the Regions of a database.")
            .returns(200, RegionList.class)
            .by(request -> Result.json(200, list(Routes.database(config, request).regions()))),
        ControlRoute.of(
                "POST",
                regions,
                "addRegion",
                "Adds a Region, which begins without tables. UpdateTable with ReplicaUpdates does"
                    + " so, too.")
            .pace(Pace.LONG)
            .body(RegionToAdd.class)
            .returns(200, RegionEntry.class)
            .by(this::add),
        ControlRoute.of(
                "GET",
                replication,
                "getReplication",
                "Returns the replication between the Regions, with what has not been sent.")
            .pace(Pace.LONG)
            .returns(200, ReplicationState.class)
            .by(request -> state(Routes.database(config, request))),
        ControlRoute.of(
                "PATCH",
                replication,
                "changeReplication",
                "Pauses, delays or resumes replication, cuts a Region off or connects it again, or"
                    + " sends everything at once.")
            .pace(Pace.LONG)
            .body(ReplicationChange.class)
            .returns(200, ReplicationState.class)
            .by(this::change));
  }

  private static RegionList list(Regions regions) {
    List<RegionEntry> entries = new ArrayList<>();
    for (Database database : regions.list()) {
      entries.add(entry(database));
    }
    return new RegionList(entries);
  }

  private static RegionEntry entry(Database database) {
    return new RegionEntry(database.identity().region(), database.id());
  }

  private Result add(ControlRequest request) {
    Regions regions = Routes.database(config, request).regions();
    try {
      return Result.json(200, entry(regions.add(request.body(RegionToAdd.class).region())));
    } catch (IllegalArgumentException | DynamoException e) {
      throw ControlException.invalid(String.valueOf(e.getMessage()));
    }
  }

  private static Result state(Database database) {
    List<ReplicationLink> links = new ArrayList<>();
    for (Replication.Link link : database.regions().replication().links()) {
      links.add(
          new ReplicationLink(
              link.from(), link.to(), link.isPaused(), link.isCut(), link.delay(), link.pending()));
    }
    return Result.json(200, new ReplicationState(links));
  }

  private Result change(ControlRequest request) {
    Database database = Routes.database(config, request);
    try {
      change(database.regions().replication(), request.body(ReplicationChange.class));
    } catch (IllegalArgumentException e) {
      throw ControlException.invalid(String.valueOf(e.getMessage()));
    }
    return state(database);
  }

  private static void change(Replication replication, ReplicationChange change) {
    String source = change.source();
    String target = change.target();
    if (source != null && target != null) {
      if (change.paused() != null) {
        pause(replication, source, target, change.paused());
      }
      if (change.delay() != null) {
        replication.delay(source, target, change.delay());
      }
    } else if (source != null || target != null) {
      throw new IllegalArgumentException("'source' and 'target' need each other");
    } else {
      changeAll(replication, change);
    }
    if (change.cut() != null) {
      replication.cut(change.cut());
    }
    if (change.reconnect() != null) {
      replication.reconnect(change.reconnect());
    }
    if (Boolean.TRUE.equals(change.deliver())) {
      replication.deliver();
    }
  }

  private static void pause(Replication replication, String source, String target, boolean paused) {
    if (paused) {
      replication.pause(source, target);
    } else {
      replication.resume(source, target);
    }
  }

  private static void changeAll(Replication replication, ReplicationChange change) {
    if (Boolean.TRUE.equals(change.paused())) {
      replication.pause();
    } else if (Boolean.FALSE.equals(change.paused())) {
      replication.resume();
    }
    if (change.delay() != null) {
      replication.delay(change.delay());
    }
  }
}
