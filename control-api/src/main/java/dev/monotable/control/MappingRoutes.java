package dev.monotable.control;

import dev.monotable.control.ControlException.Type;
import dev.monotable.control.model.KinesisModel.KinesisDestinationDescription;
import dev.monotable.control.model.KinesisModel.KinesisDestinationList;
import dev.monotable.control.model.KinesisModel.KinesisDrainResult;
import dev.monotable.control.model.MappingModel.DrainResult;
import dev.monotable.control.model.MappingModel.DrainToRun;
import dev.monotable.control.model.MappingModel.EventSourceMappingDescription;
import dev.monotable.control.model.MappingModel.EventSourceMappingList;
import dev.monotable.control.model.MappingModel.EventSourceMappingToCreate;
import dev.monotable.engine.Database;
import dev.monotable.engine.KinesisDestinationStatus;
import dev.monotable.json.HttpService.Pace;
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
  private static final String DESTINATIONS = "/databases/{id}/kinesis-destinations";

  private final ControlConfig config;

  private final Drains drains = new Drains();

  MappingRoutes(ControlConfig config) {
    this.config = config;
  }

  List<ControlRoute> routes() {
    String all = "/databases/{id}/event-source-mappings";
    String one = all + "/{mapping}";
    return List.of(
        ControlRoute.of(
                "POST",
                all,
                "createEventSourceMapping",
                "Lets a function receive the stream records of a table. The mapping ends with its"
                    + " database, and continues after a reset.")
            .pace(Pace.WAITING)
            .body(EventSourceMappingToCreate.class)
            .returns(201, EventSourceMappingDescription.class)
            .by(this::create),
        ControlRoute.of(
                "GET",
                all,
                "listEventSourceMappings",
                "Returns the mappings with their counts, and what they have still to deliver.")
            .pace(Pace.LONG)
            .returns(200, EventSourceMappingList.class)
            .by(request -> Result.json(200, list(request))),
        ControlRoute.of(
                "GET",
                one,
                "describeEventSourceMapping",
                "Returns a mapping with its counts, and what it has still to deliver.")
            .pace(Pace.LONG)
            .returns(200, EventSourceMappingDescription.class)
            .by(this::describe),
        ControlRoute.of("DELETE", one, "deleteEventSourceMapping", "Ends a mapping, if it exists.")
            .by(this::delete),
        ControlRoute.of(
                "POST",
                one + "/drain",
                "drainEventSourceMapping",
                "Delivers the records of all mappings of the database, and answers when none is"
                    + " left. Instead of waiting, it advances the clock of the database.")
            .body(DrainToRun.class)
            .returns(200, DrainResult.class)
            .by(this::drain),
        ControlRoute.of(
                "GET",
                DESTINATIONS,
                "listKinesisDestinations",
                "Returns the Kinesis destinations of all tables, with how many changes they have"
                    + " not received.")
            .returns(200, KinesisDestinationList.class)
            .by(this::listDestinations),
        ControlRoute.of(
                "POST",
                DESTINATIONS + "/drain",
                "drainKinesisDestinations",
                "Writes all changes to the Kinesis destinations of the database, and answers when"
                    + " none is left. Instead of waiting, it advances the clock of the database."
                    + " Needs a server with --kinesis-endpoint.")
            .body(DrainToRun.class)
            .returns(200, KinesisDrainResult.class)
            .by(this::drainDestinations));
  }

  private EventSourceMappings mappings(ControlRequest request) {
    return mappings(Routes.database(config, request));
  }

  private EventSourceMappings mappings(Database database) {
    try {
      return config.controls().mappings(database);
    } catch (IllegalStateException e) {
      throw Routes.unknown(database.id()); // it has just ended
    }
  }

  private Result create(ControlRequest request) {
    Database database = Routes.database(config, request);
    EventSourceMappingToCreate wanted = request.body(EventSourceMappingToCreate.class);
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
    return Result.json(201, description(created, wanted));
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

  private EventSourceMappingList list(ControlRequest request) {
    Database database = Routes.database(config, request);
    List<EventSourceMappingDescription> descriptions = new ArrayList<>();
    for (EventSourceMapping mapping : mappings(database).list()) {
      EventSourceMappingDescription description = findDescription(database, mapping);
      if (description != null) {
        descriptions.add(description);
      }
    }
    return new EventSourceMappingList(descriptions);
  }

  private Result describe(ControlRequest request) {
    EventSourceMappingDescription description =
        findDescription(Routes.database(config, request), require(request));
    if (description == null) {
      throw unknown(request);
    }
    return Result.json(200, description);
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

  private EventSourceMapping require(ControlRequest request) {
    EventSourceMapping mapping = mappings(request).find(request.variable("mapping"));
    if (mapping == null) {
      throw unknown(request);
    }
    return mapping;
  }

  private static ControlException unknown(ControlRequest request) {
    return new ControlException(
        Type.UNKNOWN_MAPPING,
        "There is no event source mapping '" + OneLine.quote(request.variable("mapping")) + "'");
  }

  private Result delete(ControlRequest request) {
    Database database = Routes.database(config, request);
    EventSourceMapping mapping = mappings(database).find(request.variable("mapping"));
    if (mapping != null) {
      mapping.close();
      config.controls().of(database).removeMapping(mapping.id());
    }
    return Result.none();
  }

  private Result drain(ControlRequest request) {
    EventSourceMapping mapping = require(request);
    Duration timeout = Drains.timeout(request);
    String id = request.variable("id");
    return reply -> drains.start(id, () -> Drains.drain(mapping, timeout), reply);
  }

  private KinesisDelivery delivery(ControlRequest request) {
    Database database = Routes.database(config, request);
    try {
      return config.controls().kinesis(database);
    } catch (IllegalStateException e) {
      throw Routes.unknown(database.id()); // it has just ended
    }
  }

  private Result listDestinations(ControlRequest request) {
    KinesisDelivery delivery = delivery(request);
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
    return Result.json(
        200, new KinesisDestinationList(descriptions, delivery.written(), delivery.skipped()));
  }

  private Result drainDestinations(ControlRequest request) {
    KinesisDelivery delivery = delivery(request);
    Duration timeout = Drains.timeout(request);
    if (!config.controls().writesToKinesis()) {
      throw ControlException.invalid(
          "The server does not write to Kinesis; start it with --kinesis-endpoint");
    }
    String id = request.variable("id");
    return reply ->
        drains.start(id, () -> new KinesisDrainResult(delivery.awaitDelivered(timeout)), reply);
  }
}
