package dev.monotable.design.advice;

import dev.monotable.design.model.DeclaredIndex;
import dev.monotable.design.model.DesignTable;
import dev.monotable.design.replay.Outcome;
import dev.monotable.design.replay.SentRequest;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Another projection of an index, or none of it.
 *
 * @param name the name of the index
 * @param replacement the index as it is to be; null to delete it
 */
record OtherIndex(String table, String name, @Nullable DeclaredIndex replacement)
    implements ProposedChange {

  @Override
  public DesignTable table(DesignTable before) {
    return before.name().equals(table) ? changed(before, name, replacement) : before;
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
    return outcome != null && outcome.unitsOf().containsKey(table + "." + name);
  }
}
