package dev.monotable.engine.kinesis;

import dev.monotable.engine.storage.Fields;
import dev.monotable.engine.table.SettingType;
import dev.monotable.engine.table.TableDefinition;
import dev.monotable.engine.table.TableSetting;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The setting of the Kinesis destinations of a table. At most one of them is neither DISABLED nor
 * ENABLE_FAILED (DDB-TABLE-268).
 *
 * @param destinations the one that was added last is the first, as in responses of AWS
 */
public record KinesisDestinations(List<KinesisDestination> destinations) implements TableSetting {
  private static final KinesisDestinations NONE = new KinesisDestinations(List.of());

  /** The type of this setting. */
  public static final SettingType<KinesisDestinations> TYPE =
      SettingType.of(7, KinesisDestinations::form);

  public KinesisDestinations {
    destinations = List.copyOf(destinations);
  }

  /** Returns the setting of a table. */
  public static KinesisDestinations of(TableDefinition table) {
    KinesisDestinations setting = table.setting(TYPE);
    return setting == null ? NONE : setting;
  }

  /** Returns the destination that receives the changes at a time; null if none does. */
  public static @Nullable KinesisDestination capturing(TableDefinition table, Instant now) {
    for (KinesisDestination destination : of(table).destinations) {
      if (destination.isCapturing(now)) {
        return destination;
      }
    }
    return null;
  }

  /** Returns the destination with a stream; null if it was never enabled. */
  public @Nullable KinesisDestination find(String streamArn) {
    for (KinesisDestination destination : destinations) {
      if (destination.streamArn().equals(streamArn)) {
        return destination;
      }
    }
    return null;
  }

  /** Returns whether all destinations are DISABLED or ENABLE_FAILED at a time. */
  public boolean areOver(Instant now) {
    for (KinesisDestination destination : destinations) {
      if (!destination.isOver(now)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Returns this with a destination, in place of the one with the same stream if there is one.
   *
   * @param most the number of destinations to keep; those that were added first are forgotten
   */
  public KinesisDestinations with(KinesisDestination changed, int most) {
    List<KinesisDestination> next = new ArrayList<>(destinations);
    KinesisDestination known = find(changed.streamArn());
    if (known != null) {
      next.set(next.indexOf(known), changed);
    } else {
      next.add(0, changed);
    }
    return new KinesisDestinations(next.size() > most ? next.subList(0, most) : next);
  }

  @Override
  public SettingType<KinesisDestinations> type() {
    return TYPE;
  }

  @Override
  public boolean isDefault() {
    return destinations.isEmpty();
  }

  private static KinesisDestinations form(Fields fields, @Nullable KinesisDestinations of) {
    return new KinesisDestinations(
        fields.list(of, KinesisDestinations::destinations, KinesisDestination::form));
  }
}
