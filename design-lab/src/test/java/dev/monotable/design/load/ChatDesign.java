package dev.monotable.design.load;

import dev.monotable.design.model.Action;
import dev.monotable.design.model.Budget;
import dev.monotable.design.model.DeclaredIndex;
import dev.monotable.design.model.DeclaredKey;
import dev.monotable.design.model.DeclaredPattern;
import dev.monotable.design.model.DeclaredProjection;
import dev.monotable.design.model.Design;
import dev.monotable.design.model.DesignTable;
import dev.monotable.design.model.Distribution;
import dev.monotable.design.model.Entity;
import dev.monotable.design.model.EntityEstimate;
import dev.monotable.design.model.Frequency;
import dev.monotable.design.model.KeyConditionTemplate;
import dev.monotable.design.model.KeyTemplate;
import dev.monotable.design.model.PatternRequest;
import dev.monotable.design.model.ReadMode;
import dev.monotable.design.model.Shape;
import dev.monotable.design.model.ShapeExpressions;
import dev.monotable.design.model.TableSettings;
import dev.monotable.design.model.Traffic;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A chat: rooms with messages and members. Sending is a transaction; GSI1 lists the rooms of a user
 * by the date of joining, and is used once an hour.
 */
public final class ChatDesign {
  private ChatDesign() {}

  public static Design design() {
    Entity message =
        new Entity(
            "Message",
            null,
            Map.of(
                "PK", KeyTemplate.parse("ROOM#{roomId}"),
                "SK", KeyTemplate.parse("MESSAGE#{sentAt}#{messageId}")),
            Map.of(),
            new EntityEstimate(10_000_000L, 1_000.0, 500, Duration.ofDays(365)));
    Entity room =
        new Entity(
            "Room",
            null,
            Map.of("PK", KeyTemplate.parse("ROOM#{roomId}"), "SK", KeyTemplate.parse("METADATA")),
            Map.of(),
            new EntityEstimate(10_000L, 1.0, 300, null));
    Entity member =
        new Entity(
            "Member",
            null,
            Map.of(
                "PK", KeyTemplate.parse("USER#{userId}"),
                "SK", KeyTemplate.parse("ROOM#{roomId}"),
                "GSI1PK", KeyTemplate.parse("ROOMS#{userId}"),
                "GSI1SK", KeyTemplate.parse("{joinedAt}")),
            Map.of(),
            new EntityEstimate(100_000L, 10.0, 200, null));
    DesignTable chat =
        new DesignTable(
            "Chat",
            DeclaredKey.of("PK", "SK"),
            List.of(
                new DeclaredIndex(
                    "GSI1", true, DeclaredKey.of("GSI1PK", "GSI1SK"), DeclaredProjection.ALL)),
            List.of(message, room, member),
            new TableSettings(null, "ttl", "NEW_IMAGE", false, true, 1));
    return new Design("Chat", null, List.of(chat), patterns(), List.of());
  }

  private static List<DeclaredPattern> patterns() {
    return List.of(
        pattern(
            "send a message",
            new Frequency(100, Frequency.Period.SECOND),
            Distribution.zipf(10_000, 1),
            write(
                "TransactWriteItems",
                Action.PUT,
                "PK = ROOM#{roomId} and SK = MESSAGE#{sentAt}#{messageId}"),
            write("TransactWriteItems", Action.UPDATE, "PK = ROOM#{roomId} and SK = METADATA")),
        pattern(
            "newest messages",
            new Frequency(400, Frequency.Period.SECOND),
            Distribution.zipf(10_000, 1),
            new PatternRequest(
                new Shape(
                    "Query",
                    Action.QUERY,
                    "Chat",
                    null,
                    KeyConditionTemplate.parse("PK = ROOM#{roomId} and begins_with(SK, MESSAGE#)"),
                    ShapeExpressions.NONE,
                    new ReadMode(false, false, 50, false)),
                1,
                50.0)),
        pattern(
            "join a room",
            new Frequency(10, Frequency.Period.SECOND),
            null,
            write("PutItem", Action.PUT, "PK = USER#{userId} and SK = ROOM#{roomId}")),
        pattern(
            "rooms by date",
            new Frequency(1, Frequency.Period.HOUR),
            null,
            new PatternRequest(
                Shape.of("Query", Action.QUERY, "Chat", "GSI1", "GSI1PK = ROOMS#{userId}"),
                1,
                10.0)));
  }

  private static DeclaredPattern pattern(
      String name,
      Frequency frequency,
      @Nullable Distribution distribution,
      PatternRequest... requests) {
    return new DeclaredPattern(
        name,
        null,
        List.of(requests),
        new Traffic(frequency, distribution, List.of()),
        Budget.UNLIMITED);
  }

  private static PatternRequest write(String operation, Action action, String key) {
    return new PatternRequest(Shape.of(operation, action, "Chat", null, key), 1, null);
  }
}
