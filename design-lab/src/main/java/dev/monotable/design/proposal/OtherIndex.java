package dev.monotable.design.proposal;

import dev.monotable.design.model.DeclaredIndex;
import dev.monotable.design.model.DeclaredProjection;
import dev.monotable.design.model.DesignTable;
import dev.monotable.design.replay.Outcome;
import dev.monotable.design.replay.SentRequest;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Another projection of an index, or none of it.
 *
 * @param index as it is
 * @param replacement the index as it is to be; null to delete it
 */
public record OtherIndex(String table, DeclaredIndex index, @Nullable DeclaredIndex replacement)
    implements ProposedChange {

  /** Returns the change of the projection of an index. */
  public static OtherIndex projecting(
      String table, DeclaredIndex index, DeclaredProjection projection) {
    return new OtherIndex(
        table, index, new DeclaredIndex(index.name(), index.global(), index.key(), projection));
  }

  @Override
  public String advice() {
    String name = index.name();
    if (replacement == null) {
      return index.global() ? "Delete " + name : "Create " + table + " without " + name;
    }
    DeclaredProjection projection = replacement.projection();
    return (index.global()
            ? "Create the index"
            : "Create " + table + " and its local index " + name)
        + " with the projection "
        + projection.kind()
        + (projection.attributes().isEmpty()
            ? ""
            : " of " + String.join(", ", projection.attributes()));
  }

  @Override
  public DesignTable table(DesignTable before) {
    return before.name().equals(table) ? changed(before, index.name(), replacement) : before;
  }

  /** Returns a table with another index, or without one, of a name. */
  static DesignTable changed(DesignTable table, String name, @Nullable DeclaredIndex index) {
    List<DeclaredIndex> indexes = new ArrayList<>(table.indexes());
    indexes.removeIf(each -> each.name().equals(name));
    if (index != null) {
      indexes.add(index);
    }
    return new DesignTable(table.name(), table.key(), indexes, table.entities(), table.settings());
  }

  @Override
  public boolean isOf(SentRequest request) {
    Outcome outcome = request.outcome();
    return outcome != null && outcome.unitsOf().containsKey(table + "." + index.name());
  }
}
