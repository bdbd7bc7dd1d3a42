package dev.monotable.engine.expression;

import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.StatementFault;
import dev.monotable.expression.DocumentPath;
import dev.monotable.expression.PathElement;
import dev.monotable.value.CanonicalJson;
import dev.monotable.value.Item;
import dev.monotable.value.ItemWriter;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The columns of a PartiQL SELECT. Unlike a {@link BoundProjection}, it takes the value at a path
 * out of the enclosing values and names it by the last name of the path and any indexes after it:
 * {@code m.k[0]} is returned as {@code k[0]} (floci-io/floci {@code
 * DynamoDbPartiQLEdgeCaseIntegrationTest}, recorded from AWS). For one request.
 */
public final class Columns {
  private final BoundPath[] paths;
  private final byte[][] names;

  private Columns(BoundPath[] paths, byte[][] names) {
    this.paths = paths;
    this.names = names;
  }

  /**
   * Returns the columns of paths without placeholders.
   *
   * @throws FaultException if two columns have the same name
   */
  public static Columns of(List<DocumentPath> paths) {
    BoundPath[] bound = new BoundPath[paths.size()];
    byte[][] names = new byte[paths.size()][];
    BoundPath.Crowd crowd = paths.size() > BoundPath.Crowd.FEW ? new BoundPath.Crowd() : null;
    Set<String> seen = new HashSet<>();
    for (int i = 0; i < bound.length; i++) {
      List<PathElement> elements = paths.get(i).elements();
      PathStep[] steps = new PathStep[elements.size()];
      String name = "";
      for (int j = 0; j < steps.length; j++) {
        PathElement element = elements.get(j);
        if (element instanceof PathElement.Name named) {
          steps[j] = PathStep.name(named.name());
          name = named.name();
        } else if (element instanceof PathElement.Index index) {
          steps[j] = PathStep.index(index.index());
          name = name + '[' + index.index() + ']';
        } else {
          throw new IllegalArgumentException("unexpected placeholder in a statement");
        }
      }
      if (!seen.add(name)) {
        throw new FaultException(StatementFault.Plain.DUPLICATE_COLUMN.with(name));
      }
      bound[i] = new BoundPath(steps);
      if (crowd != null) {
        bound[i] = crowd.add(bound[i]);
      }
      names[i] = CanonicalJson.quote(name);
    }
    return new Columns(bound, names);
  }

  /** Returns the columns that the item has, in the order of the statement. */
  public Item project(Item item, ItemWriter writer) {
    byte[] json = item.json();
    writer.beginItem();
    for (int i = 0; i < paths.length; i++) {
      int at = paths[i].resolve(json);
      if (at >= 0) {
        writer.quotedName(names[i]);
        writer.copy(json, at);
      }
    }
    return writer.endItem();
  }

  /** Returns the top-level attributes that the columns read, in order, without duplicates. */
  public List<String> topLevelNames() {
    return Binder.topLevelNames(List.of(paths));
  }
}
