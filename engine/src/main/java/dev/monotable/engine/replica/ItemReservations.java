package dev.monotable.engine.replica;

import java.nio.ByteBuffer;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** The items that requests are modifying, each with the one Region of these requests. */
final class ItemReservations {
  private final ConcurrentMap<Target, Holder> holders = new ConcurrentHashMap<>();

  /** An item by its table and primary key. */
  record Target(String table, ByteBuffer key) {}

  private record Holder(String region, int requests) {
    Holder with(int more) {
      return new Holder(region, requests + more);
    }
  }

  /** Reserves an item for a request; returns false if it is reserved for another Region. */
  boolean add(Target item, String region) {
    Holder holder =
        holders.merge(
            item,
            new Holder(region, 1),
            (before, own) -> before.region().equals(region) ? before.with(1) : before);
    return holder.region().equals(region);
  }

  /** Ends the reservation of an item for a request. */
  void remove(Target item) {
    holders.computeIfPresent(
        item, (key, before) -> before.requests() == 1 ? null : before.with(-1));
  }
}
