package dev.monotable.engine.operation.search;

import dev.monotable.engine.expression.BoundCondition.SearchTerm;
import dev.monotable.engine.expression.KeyAttribute;
import dev.monotable.engine.observe.ExpressionText;
import dev.monotable.engine.observe.KeyRestriction;
import dev.monotable.engine.observe.KeyTerm;
import dev.monotable.engine.observe.PageRead;
import dev.monotable.model.SearchVectorsInput;
import dev.monotable.value.Item;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a search has read, as a page of the index: it has no next one. Refers to no state. A search
 * consumes bytes of its own instead of read units.
 */
final class VectorReadPart implements PageRead {
  private final String table;
  private final String index;
  private final @Nullable SearchTerm partition;
  private final SearchVectorsInput request;
  private final int evaluated;
  private final int returned;
  private final long bytes;

  /**
   * @param evaluated the number of entries that were compared
   * @param returned the number of results
   * @param bytes of the results, without their vectors
   */
  VectorReadPart(
      SearchVectorsParser search,
      SearchVectorsInput request,
      int evaluated,
      int returned,
      long bytes) {
    this.table = search.table().definition().name();
    this.index = search.path().name();
    this.request = request;
    this.evaluated = evaluated;
    this.returned = returned;
    this.bytes = bytes;
    KeyAttribute hash = search.settings().hash();
    SearchTerm found = null;
    for (SearchTerm term : search.terms()) {
      if (hash != null && term.attribute().equals(hash.name())) {
        found = term;
      }
    }
    this.partition = found;
  }

  @Override
  public String table() {
    return table;
  }

  @Override
  public String index() {
    return index;
  }

  @Override
  public boolean globalIndex() {
    return true;
  }

  @Override
  public List<KeyRestriction> keyConditions() {
    SearchTerm term = partition;
    return term == null
        ? List.of()
        : List.of(
            new KeyRestriction(
                List.of(
                    new KeyTerm(
                        term.attribute(), KeyTerm.Comparison.EQUAL, List.of(term.value())))));
  }

  @Override
  public @Nullable ExpressionText filter() {
    return request.searchConditionExpression() == null
        ? null
        : ExpressionText.of(
            request.searchConditionExpression(),
            request.expressionAttributeNames(),
            request.expressionAttributeValues());
  }

  @Override
  public @Nullable ExpressionText projection() {
    return request.projectionExpression() == null
        ? null
        : ExpressionText.of(
            request.projectionExpression(), request.expressionAttributeNames(), null);
  }

  @Override
  public boolean countOnly() {
    return false;
  }

  @Override
  public boolean consistent() {
    return false;
  }

  @Override
  public boolean forward() {
    return true;
  }

  @Override
  public Integer limit() {
    return request.topK();
  }

  @Override
  public @Nullable Item startKey() {
    return null;
  }

  @Override
  public @Nullable Item lastEvaluatedKey() {
    return null;
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
    return 0;
  }

  @Override
  public double fetchedUnits() {
    return 0;
  }
}
