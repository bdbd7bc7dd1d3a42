package dev.monotable.formats.resource;

import dev.monotable.text.FilePosition;
import dev.monotable.text.FileValue;
import dev.monotable.text.FileValue.Mapping;
import dev.monotable.text.FileValue.MappingBuilder;
import dev.monotable.text.FileValue.Sequence;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The replicas of a table in other Regions, and its witness, as members of an UpdateTable request.
 */
public final class ReplicaMembers {
  private static final String REPLICAS = "ReplicaUpdates";
  private static final String WITNESSES = "GlobalTableWitnessUpdates";
  private static final String CONSISTENCY = "MultiRegionConsistency";

  /** The names of the members. */
  public static final Set<String> NAMES = Set.of(REPLICAS, WITNESSES, CONSISTENCY);

  private final List<FileValue> replicas = new ArrayList<>();
  private final List<FileValue> witnesses = new ArrayList<>();

  /** Adds a replica that is created, with its settings. */
  public void add(Mapping settings) {
    replicas.add(creation(settings));
  }

  /** Adds a witness that is created. */
  public void addWitness(FileValue region) {
    witnesses.add(
        creation(new MappingBuilder(region.at()).add("RegionName", region.at(), region).build()));
  }

  private static Mapping creation(Mapping settings) {
    return new MappingBuilder(settings.at()).add("Create", settings.at(), settings).build();
  }

  /**
   * Adds the members to those of a table, if it has other Regions.
   *
   * @param at where the file describes the replicas
   * @param consistency the consistency mode; null for the default
   */
  public void addTo(MappingBuilder table, FilePosition at, @Nullable FileValue consistency) {
    if (replicas.isEmpty() && witnesses.isEmpty()) {
      return;
    }
    table.add(REPLICAS, at, new Sequence(at, replicas));
    if (!witnesses.isEmpty()) {
      table.add(WITNESSES, at, new Sequence(at, witnesses));
    }
    if (consistency != null) {
      table.add(CONSISTENCY, at, consistency);
    }
  }
}
