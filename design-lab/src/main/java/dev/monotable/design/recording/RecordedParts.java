package dev.monotable.design.recording;

import dev.monotable.engine.observe.ExpressionText;
import dev.monotable.engine.observe.IndexChange;
import dev.monotable.engine.observe.ItemRead;
import dev.monotable.engine.observe.ItemWritten;
import dev.monotable.engine.observe.KeyRestriction;
import dev.monotable.engine.observe.PageRead;
import dev.monotable.engine.observe.RecordsRead;
import dev.monotable.value.Item;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The parts of recorded requests. */
final class RecordedParts {
  private RecordedParts() {}

  /** An item that was read by its key. */
  record Get(
      String table,
      Item key,
      @Nullable Item item,
      @Nullable ExpressionText projection,
      boolean consistent,
      double units)
      implements ItemRead {}

  /** A page of stream records. */
  record StreamPage(String table, String streamArn, String shardId, int returned, long bytes)
      implements RecordsRead {}

  /** What a page was read from. */
  record Source(
      String table,
      @Nullable String index,
      boolean globalIndex,
      List<KeyRestriction> keyConditions) {
    Source {
      keyConditions = List.copyOf(keyConditions);
    }
  }

  /** How a page was read. */
  record Options(
      @Nullable ExpressionText filter,
      @Nullable ExpressionText projection,
      boolean countOnly,
      boolean consistent,
      boolean forward,
      @Nullable Integer limit) {}

  /** What was counted on a page. */
  record Counts(int evaluated, int returned, long bytes, double units, double fetchedUnits) {}

  /** A page of a Query, a Scan or a SELECT. */
  record Page(
      Source source,
      Options options,
      @Nullable Item startKey,
      @Nullable Item lastEvaluatedKey,
      Counts counts)
      implements PageRead {
    @Override
    public String table() {
      return source.table();
    }

    @Override
    public @Nullable String index() {
      return source.index();
    }

    @Override
    public boolean globalIndex() {
      return source.globalIndex();
    }

    @Override
    public List<KeyRestriction> keyConditions() {
      return source.keyConditions();
    }

    @Override
    public @Nullable ExpressionText filter() {
      return options.filter();
    }

    @Override
    public @Nullable ExpressionText projection() {
      return options.projection();
    }

    @Override
    public boolean countOnly() {
      return options.countOnly();
    }

    @Override
    public boolean consistent() {
      return options.consistent();
    }

    @Override
    public boolean forward() {
      return options.forward();
    }

    @Override
    public @Nullable Integer limit() {
      return options.limit();
    }

    @Override
    public int evaluated() {
      return counts.evaluated();
    }

    @Override
    public int returned() {
      return counts.returned();
    }

    @Override
    public long bytes() {
      return counts.bytes();
    }

    @Override
    public double units() {
      return counts.units();
    }

    @Override
    public double fetchedUnits() {
      return counts.fetchedUnits();
    }
  }

  /** What was to be written. */
  record Change(
      ItemWritten.WriteKind kind,
      @Nullable ExpressionText update,
      @Nullable ExpressionText condition,
      boolean applied) {}

  /** An item that was written. */
  record Write(
      String table,
      Item key,
      Change change,
      @Nullable Item before,
      @Nullable Item after,
      List<IndexChange> indexChanges,
      double units)
      implements ItemWritten {
    Write {
      indexChanges = List.copyOf(indexChanges);
    }

    @Override
    public WriteKind writeKind() {
      return change.kind();
    }

    @Override
    public @Nullable ExpressionText update() {
      return change.update();
    }

    @Override
    public @Nullable ExpressionText condition() {
      return change.condition();
    }

    @Override
    public boolean applied() {
      return change.applied();
    }
  }
}
