package dev.monotable.control;

import dev.monotable.control.model.RegionEntry;
import dev.monotable.control.model.RegionList;
import dev.monotable.control.model.RegionToAdd;
import dev.monotable.control.model.ReplicationChange;
import dev.monotable.control.model.ReplicationLink;
import dev.monotable.control.model.ReplicationState;
import dev.monotable.engine.database.Region;
import dev.monotable.engine.database.Replication;
import dev.monotable.engine.error.DynamoException;
import java.util.ArrayList;
import java.util.List;

/** The Regions of a database, and the replication of its global tables between them. */
final class RegionRoutes {
  RegionList listRegions(Region region) {
    List<RegionEntry> entries = new ArrayList<>();
    for (Region each : region.database().regions()) {
      entries.add(entry(each));
    }
    return new RegionList(entries);
  }

  private static RegionEntry entry(Region region) {
    return new RegionEntry(region.name(), region.id());
  }

  RegionEntry addRegion(Region region, RegionToAdd wanted) {
    try {
      return entry(region.database().add(wanted.region()));
    } catch (IllegalArgumentException | DynamoException e) {
      throw ControlException.invalid(String.valueOf(e.getMessage()));
    }
  }

  ReplicationState getReplication(Region region) {
    List<ReplicationLink> links = new ArrayList<>();
    for (Replication.Link link : region.database().replication().links()) {
      links.add(
          new ReplicationLink(
              link.from(), link.to(), link.isPaused(), link.isCut(), link.delay(), link.pending()));
    }
    return new ReplicationState(links);
  }

  ReplicationState changeReplication(Region region, ReplicationChange wanted) {
    try {
      change(region.database().replication(), wanted);
    } catch (IllegalArgumentException e) {
      throw ControlException.invalid(String.valueOf(e.getMessage()));
    }
    return getReplication(region);
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
