package dev.monotable.formats.item;

import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.database.Region;
import dev.monotable.formats.resource.TableItem;
import dev.monotable.formats.schema.LoadTarget;
import dev.monotable.formats.schema.SchemaTable;
import dev.monotable.formats.schema.TypedValues;
import dev.monotable.schema.OperationSchema;
import dev.monotable.text.DataFileException;
import dev.monotable.text.FilePosition;
import dev.monotable.text.InvalidContentException;
import dev.monotable.value.ItemWriter;
import java.util.List;

/**
 * Writes the items of seed files into a database, with PutItem: constraints are checked, indexes,
 * expiry times and streams follow. A later item replaces an earlier one with the same key.
 *
 * <p>A file that is invalid leaves what came before it in the database. {@link
 * dev.monotable.formats.DatabaseLoader} therefore writes into a copy.
 */
public final class SeedWriter {
  private final SeedTarget target;

  /** Creates a writer; the database must not be used by others at the same time. */
  public SeedWriter(MonotableEngine database) {
    this((LoadTarget) database::call);
  }

  /**
   * Creates a writer that gives tables their replicas, in other Regions of the database; it must
   * not be used by others at the same time.
   */
  public SeedWriter(Region region) {
    this(
        new LoadTarget() {
          @Override
          public <I extends Record, O extends Record> O call(
              OperationSchema<I, O> operation, I request) {
            return region.engine().call(operation, request);
          }

          @Override
          public boolean hasRegions() {
            return true;
          }
        });
  }

  /** Creates a writer; the database must not be used by others at the same time. */
  public SeedWriter(LoadTarget database) {
    this.target = new SeedTarget(database);
  }

  /**
   * Creates a table with the items that its file has, unless it exists.
   *
   * @throws DataFileException if an operation fails, with its message as the reason
   */
  public void create(SchemaTable table) throws DataFileException {
    if (target.findTable(table.name()) != null) {
      target.addNotice(table.at(), "the table '" + table.name() + "' exists and is left as it is");
      target.addNotices(table.notices());
      return;
    }
    table.createIn(target.database());
    target.tableCreated();
    target.addNotices(table.notices());
    List<String> regions = table.destinations().regions();
    if (!regions.isEmpty() && !target.database().hasRegions()) {
      target.addNotice(
          table.at(),
          "the table '" + table.name() + "' is not created in " + String.join(", ", regions));
    }
    try {
      for (TableItem item : table.items()) {
        target.put(
            target.requireTable(table.name(), item.at()),
            new TypedValues(new ItemWriter()).item(item.attributes()),
            item.at());
      }
    } catch (InvalidContentException e) {
      throw new DataFileException(e);
    }
  }

  /**
   * Writes the items of a file.
   *
   * @throws DataFileException if the file cannot be read or is invalid, or an operation fails
   */
  public void write(SeedFile file) throws DataFileException {
    try {
      SeedFiles.read(file, target);
    } catch (InvalidContentException e) {
      throw new DataFileException(e);
    } catch (StackOverflowError e) {
      throw new DataFileException(FilePosition.of(file.path()), "nested too deeply");
    }
  }

  /** Returns what has been written so far. */
  public LoadSummary summary() {
    return target.summary();
  }
}
