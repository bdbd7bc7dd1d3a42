package dev.monotable.design.outlook;

import dev.monotable.design.load.EntitySizes;
import dev.monotable.design.model.Design;
import dev.monotable.design.model.DesignTable;
import dev.monotable.design.model.Entity;
import dev.monotable.design.model.EntityEstimate;

/** A design whose entities all have a size: declared, observed, or the sum of their attributes. */
final class SizedDesign {
  private SizedDesign() {}

  static Design of(Design design, EntitySizes sizes) {
    return design.with(
        design.tables().stream().map(table -> table(table, sizes)).toList(), design.patterns());
  }

  private static DesignTable table(DesignTable table, EntitySizes sizes) {
    return table.withEntities(
        table.entities().stream().map(entity -> entity(table, entity, sizes)).toList());
  }

  private static Entity entity(DesignTable table, Entity entity, EntitySizes sizes) {
    EntityEstimate own = entity.estimate();
    int bytes = (int) Math.min(Integer.MAX_VALUE, sizes.itemBytes(table, entity));
    return entity.withEstimate(
        new EntityEstimate(own.count(), own.perCollection(), bytes, own.lifetime()));
  }
}
