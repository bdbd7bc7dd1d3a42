package dev.monotable.control;

import dev.monotable.control.ControlException.Type;
import dev.monotable.control.model.DrainToRun;
import dev.monotable.control.model.EventSourceMappingDescription;
import dev.monotable.control.model.EventSourceMappingList;
import dev.monotable.control.model.EventSourceMappingToCreate;
import dev.monotable.control.model.KinesisDestinationDescription;
import dev.monotable.control.model.KinesisDestinationList;
import dev.monotable.control.model.KinesisDrainResult;
import dev.monotable.engine.Database;
import dev.monotable.engine.KinesisDestinationStatus;
import dev.monotable.stream.DiscardedBatch;
import dev.monotable.stream.EventSourceMapping;
import dev.monotable.stream.EventSourceMappings;
import dev.monotable.stream.http.HttpFunction;
import dev.monotable.stream.kinesis.KinesisDelivery;
import dev.monotable.text.OneLine;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What receives the changes of tables: event source mappings, whose functions are behind URLs, and
 * Kinesis destinations.
 */
final class MappingRoutes {
  /** A bound, since each of them has a thread. */
  static final int MAX_AUTOMATIC = 64;

  private static final int LAST_DISCARDED = 10;

  private final ControlConfig config;

  private final Drains drains = new Drains();

  MappingRoutes(ControlConfig config) {
    this.config = config;
  }

  private EventSourceMappings mappings(Database database) {
    try {
      return config.controls().mappings(database);
    } catch (IllegalStateException e) {
      throw ControlException.unknownDatabase(database.id()); // it has just ended
    }
  }

  EventSourceMappingDescription createEventSourceMapping(
      Database database, EventSourceMappingToCreate wanted) {
    HttpFunction function = HttpMapping.function(wanted, config.remoteFunctions());
    EventSourceMappings mappings = mappings(database);
    EventSourceMapping created;
    if (Boolean.TRUE.equals(wanted.automatic())) {
      synchronized (drains) { // so that no other request passes the bound meanwhile
        requireThread(mappings);
        created = HttpMapping.create(mappings, wanted, function);
      }
    } else {
      created = HttpMapping.create(mappings, wanted, function);
    }
    config.controls().of(database).addMapping(created.id(), wanted);
    return description(created, wanted);
  }

  private void requireThread(EventSourceMappings mappings) {
    if (!mappings.isAutomatic() && config.controls().automaticDatabases() >= MAX_AUTOMATIC) {
      throw new ControlException(
          Type.LIMIT_EXCEEDED,
          "The server delivers in the background for "
              + MAX_AUTOMATIC
              + " databases, which is the maximum; delete some mappings, or drain them");
    }
  }

  EventSourceMappingList listEventSourceMappings(Database database) {
    List<EventSourceMappingDescription> descriptions = new ArrayList<>();
    for (EventSourceMapping mapping : mappings(database).list()) {
      EventSourceMappingDescription description = findDescription(database, mapping);
      if (description != null) {
        descriptions.add(description);
      }
    }
    return new EventSourceMappingList(descriptions);
  }

  EventSourceMappingDescription describeEventSourceMapping(Database database, String id) {
    EventSourceMappingDescription description = findDescription(database, require(database, id));
    if (description == null) {
      throw unknown(id);
    }
    return description;
  }

  private @Nullable EventSourceMappingDescription findDescription(
      Database database, EventSourceMapping mapping) {
    EventSourceMappingToCreate settings = config.controls().of(database).findMapping(mapping.id());
    return settings == null ? null : description(mapping, settings);
  }

  private static EventSourceMappingDescription description(
      EventSourceMapping mapping, EventSourceMappingToCreate settings) {
    List<DiscardedBatch> discarded = mapping.discarded();
    List<DiscardedBatch> last =
        discarded.subList(Math.max(0, discarded.size() - LAST_DISCARDED), discarded.size());
    return new EventSourceMappingDescription(
        mapping.id(),
        settings,
        mapping.invocations(),
        mapping.discards(),
        Drains.describe(mapping.lag()),
        last.stream().map(Drains::describe).toList());
  }

  private EventSourceMapping require(Database database, String id) {
    EventSourceMapping mapping = mappings(database).find(id);
    if (mapping == null) {
      throw unknown(id);
    }
    return mapping;
  }

  private static ControlException unknown(String id) {
    return new ControlException(
        Type.UNKNOWN_MAPPING, "There is no event source mapping '" + OneLine.quote(id) + "'");
  }

  void deleteEventSourceMapping(Database database, String id) {
    EventSourceMapping mapping = mappings(database).find(id);
    if (mapping != null) {
      mapping.close();
      config.controls().of(database).removeMapping(mapping.id());
    }
  }

  Result drainEventSourceMapping(Database database, String id, DrainToRun wanted) {
    EventSourceMapping mapping = require(database, id);
    Duration timeout = Drains.timeout(wanted);
    return reply -> drains.start(database.id(), () -> Drains.drain(mapping, timeout), reply);
  }

  private KinesisDelivery delivery(Database database) {
    try {
      return config.controls().kinesis(database);
    } catch (IllegalStateException e) {
      throw ControlException.unknownDatabase(database.id()); // it has just ended
    }
  }

  KinesisDestinationList listKinesisDestinations(Database database) {
    KinesisDelivery delivery = delivery(database);
    List<KinesisDestinationDescription> descriptions = new ArrayList<>();
    for (KinesisDestinationStatus each : delivery.destinations()) {
      descriptions.add(
          new KinesisDestinationDescription(
              each.tableName(),
              each.streamArn(),
              each.status(),
              each.statusDescription(),
              each.waiting(),
              each.oldest(),
              delivery.findFailure(each)));
    }
    return new KinesisDestinationList(descriptions, delivery.written(), delivery.skipped());
  }

  Result drainKinesisDestinations(Database database, DrainToRun wanted) {
    KinesisDelivery delivery = delivery(database);
    Duration timeout = Drains.timeout(wanted);
    if (!config.controls().writesToKinesis()) {
      throw ControlException.invalid(
          "The server does not write to Kinesis; start it with --kinesis-endpoint");
    }
    return reply ->
        drains.start(
            database.id(), () -> new KinesisDrainResult(delivery.awaitDelivered(timeout)), reply);
  }
}
