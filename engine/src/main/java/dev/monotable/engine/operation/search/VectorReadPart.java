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
 * The read of a search, as a page of the index: it has no next one. Refers to no state. A search
 * consumes bytes of its own instead of read units.
 *
 * @param partition the term of the partition key; null if there is none
 * @param evaluated the number of entries that were compared
 * @param returned the number of results
 * @param bytes of the results, without their vectors
 */
record VectorReadPart(
    String table,
    String index,
    @Nullable SearchTerm partition,
    SearchVectorsInput request,
    int evaluated,
    int returned,
    long bytes)
    implements PageRead {
  static VectorReadPart of(
      SearchVectorsParser search,
      SearchVectorsInput request,
      int evaluated,
      int returned,
      long bytes) {
    KeyAttribute hash = search.settings().hash();
    SearchTerm found = null;
    for (SearchTerm term : search.terms()) {
      if (hash != null && term.attribute().equals(hash.name())) {
        found = term;
      }
    }
    return new VectorReadPart(
        search.table().definition().name(),
        search.path().name(),
        found,
        request,
        evaluated,
        returned,
        bytes);
  }

  @Override
  public boolean globalIndex() {
    return true;
  }

  @Override
  public List<KeyRestriction> keyConditions() {
    return partition == null
        ? List.of()
        : List.of(
            new KeyRestriction(
                List.of(
                    new KeyTerm(
                        partition.attribute(),
                        KeyTerm.Comparison.EQUAL,
                        List.of(partition.value())))));
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
  public double units() {
    return 0;
  }

  @Override
  public double fetchedUnits() {
    return 0;
  }
}
