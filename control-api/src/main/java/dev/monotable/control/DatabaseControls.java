package dev.monotable.control;

import dev.monotable.control.ControlException.Type;
import dev.monotable.control.DatabaseControl.DeclaredDesign;
import dev.monotable.design.model.Design;
import dev.monotable.engine.database.Databases;
import dev.monotable.engine.database.Region;
import dev.monotable.stream.EventSourceMappings;
import dev.monotable.stream.EventSourceRegistry;
import dev.monotable.stream.kinesis.KinesisDeliveries;
import dev.monotable.stream.kinesis.KinesisDelivery;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/** The data that the control API keeps for each database, as long as there is the database. */
public final class DatabaseControls {
  /** The part of the heap that the requests of all databases may take. */
  private static final int HEAP_PART = 8;

  /** The part of it that is free after the lists were shortened, so that this is rare. */
  private static final int SLACK_PART = 8;

  /** The part of the heap that the files of the declared designs may have. */
  private static final int DESIGNS_PART_OF_HEAP = 32;

  private final int maxRequests;
  private final long maxBytes;
  private final long maxDesignCharacters;

  /** The memory that the requests of all databases take, those included that have ended since. */
  private final AtomicLong bytes = new AtomicLong();

  private final AtomicBoolean keepsAll = new AtomicBoolean();

  /** A control does not refer to its database, so that both go with the database. */
  private final Map<Region, DatabaseControl> controls = new WeakHashMap<>();

  private final EventSourceRegistry mappings = new EventSourceRegistry();
  private final KinesisDeliveries kinesis;

  /**
   * Creates controls.
   *
   * @param maxRequests how many requests are kept for each database
   */
  public DatabaseControls(int maxRequests) {
    this(maxRequests, KinesisDeliveries.none());
  }

  /**
   * Creates controls.
   *
   * @param maxRequests how many requests are kept for each database
   * @param kinesis what writes to the Kinesis destinations of the databases
   */
  public DatabaseControls(int maxRequests, KinesisDeliveries kinesis) {
    this(
        maxRequests,
        Runtime.getRuntime().maxMemory() / HEAP_PART,
        Runtime.getRuntime().maxMemory() / DESIGNS_PART_OF_HEAP,
        kinesis);
  }

  /**
   * Creates controls.
   *
   * @param maxRequests how many requests are kept for each database
   * @param maxBytes what the requests of all databases may take, in bytes
   * @param maxDesignCharacters the length of all declared designs together
   * @param kinesis what writes to the Kinesis destinations of the databases
   */
  DatabaseControls(
      int maxRequests, long maxBytes, long maxDesignCharacters, KinesisDeliveries kinesis) {
    this.maxRequests = maxRequests;
    this.maxBytes = maxBytes;
    this.kinesis = kinesis;
    this.maxDesignCharacters = maxDesignCharacters;
  }

  /** Returns what is kept for a database. */
  synchronized DatabaseControl of(Region region) {
    return controls.computeIfAbsent(region, each -> new DatabaseControl(maxRequests, this::grown));
  }

  /**
   * Keeps the requests of all databases from now on, those included that are created later.
   *
   * @param fromStart whether the databases have had no request yet
   */
  public void keepRequests(Databases databases, boolean fromStart) {
    if (keepsAll.compareAndSet(false, true)) {
      databases.forEach(region -> of(region).keep(region.engine(), fromStart));
      databases.follow(region -> of(region).keep(region.engine(), true));
    }
  }

  private void grown(long by) {
    if (bytes.addAndGet(by) > maxBytes) {
      shorten();
    }
  }

  /** Halves the longest lists of requests until there is room again. */
  private synchronized void shorten() {
    List<WatchedRequests> lists = new ArrayList<>();
    for (DatabaseControl control : controls.values()) {
      WatchedRequests requests = control.findRequests();
      if (requests != null) {
        lists.add(requests);
      }
    }
    Comparator<WatchedRequests> bySize = Comparator.comparingLong(WatchedRequests::bytes);
    while (bytesOf(lists) > maxBytes - maxBytes / SLACK_PART) {
      Collections.max(lists, bySize).halve();
    }
    bytes.set(bytesOf(lists));
  }

  private static long bytesOf(List<WatchedRequests> lists) {
    long all = 0;
    for (WatchedRequests each : lists) {
      all += each.bytes();
    }
    return all;
  }

  /**
   * Declares the design of a database.
   *
   * @param characters the length of its file
   * @throws ControlException if the designs of all databases would be too long together
   */
  synchronized void declare(Region region, Design design, int characters) {
    Set<DeclaredDesign> others = Collections.newSetFromMap(new IdentityHashMap<>());
    controls.forEach(
        (each, control) -> {
          DeclaredDesign other = control.declaration();
          if (other != null && each != region && !each.engine().isClosed()) {
            others.add(other);
          }
        });
    long sum = others.stream().mapToLong(DeclaredDesign::characters).sum();
    if (sum + characters > maxDesignCharacters) {
      throw new ControlException(
          Type.LIMIT_EXCEEDED,
          "The designs of all databases have at most "
              + maxDesignCharacters
              + " characters together; those of the others have "
              + sum
              + ", this one "
              + characters);
    }
    of(region).declare(new DeclaredDesign(design, characters));
  }

  /**
   * Returns the event source mappings of a database.
   *
   * @throws IllegalStateException if the database has ended
   */
  EventSourceMappings mappings(Region region) {
    return mappings.of(region);
  }

  /**
   * Returns what writes to the Kinesis destinations of a database.
   *
   * @throws IllegalStateException if the database has ended
   */
  KinesisDelivery kinesis(Region region) {
    return kinesis.of(region);
  }

  /** Returns whether anything is written to Kinesis destinations. */
  boolean writesToKinesis() {
    return kinesis.hasTarget();
  }

  /** Returns the number of databases of which a thread delivers records in the background. */
  int automaticDatabases() {
    return mappings.countAutomatic();
  }

  /** Sets a database back to how it began, and forgets its requests. */
  void reset(Region region) {
    region.reset();
    of(region).forget();
  }
}
