package dev.monotable.design.load;

import dev.monotable.design.model.Distribution;
import dev.monotable.design.model.Entity;
import dev.monotable.design.model.Shape;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The load of one request of a pattern.
 *
 * @param pattern the name of the pattern
 * @param shape what it requests
 * @param entities the entities that it may read or write; empty if unknown
 * @param perSecond how often it is sent, on average
 * @param accesses what one request consumes
 * @param distribution how it is spread over partition key values; null if that is not declared
 */
public record RequestLoad(
    String pattern,
    Shape shape,
    List<Entity> entities,
    BigDecimal perSecond,
    List<AccessLoad> accesses,
    @Nullable Distribution distribution) {
  public RequestLoad {
    entities = List.copyOf(entities);
    accesses = List.copyOf(accesses);
  }
}
