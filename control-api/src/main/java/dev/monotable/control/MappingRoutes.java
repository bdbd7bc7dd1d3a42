package dev.monotable.control;

import dev.monotable.control.ControlException.Type;
import dev.monotable.control.model.DrainToRun;
import dev.monotable.control.model.EventSourceMappingDescription;
import dev.monotable.control.model.EventSourceMappingList;
import dev.monotable.control.model.EventSourceMappingToCreate;
import dev.monotable.control.model.KinesisDestinationDescription;
import dev.monotable.control.model.KinesisDestinationList;
import dev.monotable.control.model.KinesisDrainResult;
import dev.monotable.engine.KinesisDestinationStatus;
import dev.monotable.engine.database.Region;
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
 * The receivers of the changes of tables: event source mappings, whose functions are behind URLs,
 * and Kinesis destinations.
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

  private EventSourceMappings mappings(Region region) {
    try {
      return config.controls().mappings(region);
    } catch (IllegalStateException e) {
      throw ControlException.unknownDatabase(region.id()); // it has just ended
    }
  }

  EventSourceMappingDescription createEventSourceMapping(
      Region region, EventSourceMappingToCreate wanted) {
    HttpFunction function = HttpMapping.function(wanted, config.remoteFunctions());
    EventSourceMappings mappings = mappings(region);
    EventSourceMapping created;
    if (Boolean.TRUE.equals(wanted.automatic())) {
      synchronized (drains) { // so that no other request passes the bound meanwhile
        requireThread(mappings);
        created = HttpMapping.create(mappings, wanted, function);
      }
    } else {
      created = HttpMapping.create(mappings, wanted, function);
    }
    config.controls().of(region).addMapping(created.id(), wanted);
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

  EventSourceMappingList listEventSourceMappings(Region region) {
    List<EventSourceMappingDescription> descriptions = new ArrayList<>();
    for (EventSourceMapping mapping : mappings(region).list()) {
      EventSourceMappingDescription description = findDescription(region, mapping);
      if (description != null) {
        descriptions.add(description);
      }
    }
    return new EventSourceMappingList(descriptions);
  }

  EventSourceMappingDescription describeEventSourceMapping(Region region, String id) {
    EventSourceMappingDescription description = findDescription(region, require(region, id));
    if (description == null) {
      throw unknown(id);
    }
    return description;
  }

  private @Nullable EventSourceMappingDescription findDescription(
      Region region, EventSourceMapping mapping) {
    EventSourceMappingToCreate settings = config.controls().of(region).findMapping(mapping.id());
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

  private EventSourceMapping require(Region region, String id) {
    EventSourceMapping mapping = mappings(region).find(id);
    if (mapping == null) {
      throw unknown(id);
    }
    return mapping;
  }

  private static ControlException unknown(String id) {
    return new ControlException(
        Type.UNKNOWN_MAPPING, "There is no event source mapping '" + OneLine.quote(id) + "'");
  }

  void deleteEventSourceMapping(Region region, String id) {
    EventSourceMapping mapping = mappings(region).find(id);
    if (mapping != null) {
      mapping.close();
      config.controls().of(region).removeMapping(mapping.id());
    }
  }

  Result drainEventSourceMapping(Region region, String id, DrainToRun wanted) {
    EventSourceMapping mapping = require(region, id);
    Duration timeout = Drains.timeout(wanted);
    return reply -> drains.start(region.id(), () -> Drains.drain(mapping, timeout), reply);
  }

  private KinesisDelivery delivery(Region region) {
    try {
      return config.controls().kinesis(region);
    } catch (IllegalStateException e) {
      throw ControlException.unknownDatabase(region.id()); // it has just ended
    }
  }

  KinesisDestinationList listKinesisDestinations(Region region) {
    KinesisDelivery delivery = delivery(region);
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

  Result drainKinesisDestinations(Region region, DrainToRun wanted) {
    KinesisDelivery delivery = delivery(region);
    Duration timeout = Drains.timeout(wanted);
    if (!config.controls().writesToKinesis()) {
      throw ControlException.invalid(
          "The server does not write to Kinesis; start it with --kinesis-endpoint");
    }
    return reply ->
        drains.start(
            region.id(), () -> new KinesisDrainResult(delivery.awaitDelivered(timeout)), reply);
  }
}
