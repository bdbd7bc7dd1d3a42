package dev.monotable.design.replay;

import dev.monotable.engine.observe.ConsumedUnits;
import dev.monotable.engine.observe.ObservedRequest;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The part of a request's result that has to be the same when the request is sent again.
 *
 * @param error the name of its error; null if it succeeded
 * @param units what it consumed in all
 * @param unitsOf what it consumed, by table or index
 * @param read the number of items that it read
 * @param returned the number of items in its answer
 */
public record Outcome(
    @Nullable String error, double units, Map<String, Double> unitsOf, long read, long returned) {
  private static final double LEAST_UNITS = 1e-6;

  /** Copies the units. */
  public Outcome {
    unitsOf = Map.copyOf(unitsOf);
  }

  static Outcome of(ObservedRequest request) {
    List<ConsumedUnits> capacity = request.capacity();
    Map<String, Double> units = new TreeMap<>();
    double sum = 0;
    for (ConsumedUnits each : capacity) {
      double both = each.readUnits() + each.writeUnits();
      sum += both;
      if (both > 0) {
        String name = each.index() == null ? each.table() : each.table() + "." + each.index();
        units.merge(name, both, Double::sum);
      }
    }
    return new Outcome(
        request.error() == null ? null : request.error().shapeName(),
        sum,
        units,
        request.itemsRead(),
        request.itemsReturned());
  }

  /** Returns how another outcome differs, such as {@code 2 instead of 3 units}; null if equal. */
  @Nullable String difference(Outcome other) {
    if (!String.valueOf(error).equals(String.valueOf(other.error))) {
      return (other.error == null ? "success" : other.error)
          + " instead of "
          + (error == null ? "success" : error);
    }
    if (Math.abs(units - other.units) > LEAST_UNITS || !sameTables(other)) {
      return plain(other.units) + " instead of " + plain(units) + " units";
    }
    if (read != other.read) {
      return other.read + " instead of " + read + " items read";
    }
    return returned == other.returned
        ? null
        : other.returned + " instead of " + returned + " items returned";
  }

  private boolean sameTables(Outcome other) {
    if (!unitsOf.keySet().equals(other.unitsOf.keySet())) {
      return false;
    }
    for (Map.Entry<String, Double> each : unitsOf.entrySet()) {
      if (Math.abs(each.getValue() - other.unitsOf.getOrDefault(each.getKey(), 0.0))
          > LEAST_UNITS) {
        return false;
      }
    }
    return true;
  }

  private static String plain(double units) {
    return units == (long) units ? String.valueOf((long) units) : String.valueOf(units);
  }
}
