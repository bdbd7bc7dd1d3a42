package dev.monotable.engine.operation.read;

import dev.monotable.engine.observe.ExpressionText;
import dev.monotable.engine.observe.KeyRestriction;
import dev.monotable.engine.observe.PageRead;
import dev.monotable.engine.query.Page;
import dev.monotable.engine.query.ReadPlan;
import dev.monotable.engine.table.AccessPath;
import dev.monotable.value.Item;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A page that a request has read. Refers to no state, so that keeping it keeps no old data. */
public final class PageReadPart implements PageRead {
  private final String table;
  private final AccessPath path;
  private final PageSource source;
  private final @Nullable Item lastEvaluatedKey;
  private final boolean consistent;
  private final boolean forward;
  private final boolean countOnly;
  private final int evaluated;
  private final int returned;
  private final long bytes;
  private final double units;
  private final double fetchedUnits;

  /**
   * @param lastEvaluatedKey null if the page is the last
   */
  public PageReadPart(ReadAnswer answer, @Nullable Item lastEvaluatedKey, PageSource source) {
    ReadPlan plan = answer.plan();
    Page page = answer.page();
    this.table = plan.table().definition().name();
    this.path = plan.path();
    this.source = source;
    this.lastEvaluatedKey = lastEvaluatedKey;
    this.consistent = plan.consistent();
    this.forward = plan.forward();
    this.countOnly = plan.output().countOnly();
    this.evaluated = page.scannedCount();
    this.returned = page.count();
    this.bytes = page.bytes();
    this.units = answer.factor() * page.units();
    this.fetchedUnits = answer.factor() * page.fetchedUnits();
  }

  @Override
  public String table() {
    return table;
  }

  @Override
  public @Nullable String index() {
    return path.isTable() ? null : path.name();
  }

  @Override
  public boolean globalIndex() {
    return path.isGlobal();
  }

  @Override
  public List<KeyRestriction> keyConditions() {
    return source.keyConditions();
  }

  @Override
  public @Nullable ExpressionText filter() {
    return source.filter();
  }

  @Override
  public @Nullable ExpressionText projection() {
    return source.projection();
  }

  @Override
  public boolean countOnly() {
    return countOnly;
  }

  @Override
  public boolean consistent() {
    return consistent;
  }

  @Override
  public boolean forward() {
    return forward;
  }

  @Override
  public @Nullable Integer limit() {
    return source.limit();
  }

  @Override
  public @Nullable Item startKey() {
    return source.startKey();
  }

  @Override
  public @Nullable Item lastEvaluatedKey() {
    return lastEvaluatedKey;
  }

  @Override
  public int evaluated() {
    return evaluated;
  }

  @Override
  public int returned() {
    return returned;
  }

  @Override
  public long bytes() {
    return bytes;
  }

  @Override
  public double units() {
    return units;
  }

  @Override
  public double fetchedUnits() {
    return fetchedUnits;
  }
}
