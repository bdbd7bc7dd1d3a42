package dev.monotable.design.proposal;

import dev.monotable.design.model.DeclaredIndex;
import dev.monotable.design.model.DeclaredKeyAttribute;
import dev.monotable.design.model.DeclaredProjection;
import dev.monotable.design.model.DesignTable;
import dev.monotable.design.model.DesignTarget;
import dev.monotable.design.model.Shape;
import dev.monotable.design.replay.SentRequest;
import dev.monotable.engine.observe.ExpressionText;
import dev.monotable.model.Operations;
import dev.monotable.model.QueryInput;
import dev.monotable.model.ScanInput;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A Query in place of a Scan or a Query with a filter: what the filter tests becomes the key
 * condition on the table or an index.
 *
 * @param shape the shape of the requests
 * @param target the table or index to query
 * @param added the index, if it is to be added; null if it exists
 * @param condition the key condition, with its values in braces
 */
public record ReadByIndex(
    Shape shape, DesignTarget target, @Nullable DeclaredIndex added, String condition)
    implements ProposedChange {
  private static final Pattern OTHER = Pattern.compile("(?i)\\b(OR|NOT|IN)\\b");
  private static final Pattern TERM =
      Pattern.compile(
          "\\s*(begins_with\\s*\\(\\s*)?(#?[A-Za-z_][\\w-]*)\\s*(=|[<>]=?|,|BETWEEN\\b|between\\b).*");

  @Override
  public String table() {
    return shape.table();
  }

  @Override
  public String advice() {
    if (added == null) {
      return "Query " + target + " with " + condition;
    }
    List<String> sort = names(added.key().sort());
    DeclaredProjection projection = added.projection();
    return "Add an index with the partition key "
        + String.join(", ", names(added.key().partition()))
        + (sort.isEmpty() ? "" : " and the sort key " + String.join(", ", sort))
        + switch (projection.kind()) {
          case ALL -> "";
          case KEYS_ONLY -> " and the projection KEYS_ONLY";
          case INCLUDE ->
              " and the projection INCLUDE of " + String.join(", ", projection.attributes());
        }
        + ", and query it with "
        + condition;
  }

  private static List<String> names(List<DeclaredKeyAttribute> attributes) {
    return attributes.stream().map(DeclaredKeyAttribute::name).toList();
  }

  @Override
  public boolean grows() {
    return true;
  }

  @Override
  public DesignTable table(DesignTable before) {
    return added != null && before.name().equals(table())
        ? OtherIndex.changed(before, added.name(), added)
        : before;
  }

  @Override
  public boolean isOf(SentRequest request) {
    if (request.request() instanceof ScanInput scan && shape.key() == null) {
      return isOf(
          scan.tableName(),
          scan.indexName(),
          ExpressionText.of(
              scan.filterExpression(),
              scan.expressionAttributeNames(),
              scan.expressionAttributeValues()));
    }
    return shape.key() != null
        && request.request() instanceof QueryInput query
        && isOf(
            query.tableName(),
            query.indexName(),
            ExpressionText.of(
                query.filterExpression(),
                query.expressionAttributeNames(),
                query.expressionAttributeValues()));
  }

  private boolean isOf(
      @Nullable String of, @Nullable String index, @Nullable ExpressionText filter) {
    return table().equals(of)
        && Objects.equals(shape.index(), index)
        && filter != null
        && filter.template().equals(shape.expressions().filter());
  }

  @Override
  public List<SentRequest> requests(SentRequest request) {
    if (!isOf(request)) {
      return List.of(request);
    }
    QueryInput query = null;
    boolean continues = false;
    if (request.request() instanceof ScanInput scan) {
      continues = scan.exclusiveStartKey() != null;
      query =
          query(
              QueryInput.builder()
                  .tableName(scan.tableName())
                  .projectionExpression(scan.projectionExpression())
                  .select(scan.select())
                  .limit(scan.limit())
                  .consistentRead(consistent(scan.consistentRead()))
                  .expressionAttributeNames(scan.expressionAttributeNames())
                  .expressionAttributeValues(scan.expressionAttributeValues()),
              terms(null, scan.filterExpression()),
              scan.expressionAttributeNames());
    } else if (request.request() instanceof QueryInput before) {
      continues = before.exclusiveStartKey() != null;
      query =
          query(
              QueryInput.builder()
                  .tableName(before.tableName())
                  .projectionExpression(before.projectionExpression())
                  .select(before.select())
                  .limit(before.limit())
                  .scanIndexForward(before.scanIndexForward())
                  .consistentRead(consistent(before.consistentRead()))
                  .expressionAttributeNames(before.expressionAttributeNames())
                  .expressionAttributeValues(before.expressionAttributeValues()),
              terms(before.keyConditionExpression(), before.filterExpression()),
              before.expressionAttributeNames());
    }
    if (query == null) {
      return List.of(request);
    }
    // What further pages contain is in the first page of the Query.
    return continues ? List.of() : List.of(request.with(Operations.QUERY, query));
  }

  private @Nullable Boolean consistent(@Nullable Boolean before) {
    return target.index() == null ? before : null;
  }

  private static List<String> terms(@Nullable String key, @Nullable String filter) {
    List<String> terms = new ArrayList<>();
    for (String each : new String[] {key, filter}) {
      for (String part : each == null ? new String[0] : each.split("(?i)\\s+AND\\s+")) {
        int last = terms.size() - 1;
        if (last >= 0 && terms.get(last).matches("(?i).*\\bBETWEEN\\b((?!\\bAND\\b).)*")) {
          terms.set(last, terms.get(last) + " AND " + part);
        } else {
          terms.add(part);
        }
      }
    }
    return terms;
  }

  /** Returns a Query whose key condition has the terms on the key; null if that is impossible. */
  private @Nullable QueryInput query(
      QueryInput.Builder query, List<String> terms, @Nullable Map<String, String> names) {
    List<String> conditions = new ArrayList<>();
    List<String> rest = new ArrayList<>();
    boolean partition = false;
    for (String term : terms) {
      Matcher matcher = TERM.matcher(term);
      if (OTHER.matcher(term).find() || !matcher.matches()) {
        rest.add(term);
        continue;
      }
      String written = matcher.group(2);
      String name = names == null ? written : names.getOrDefault(written, written);
      boolean equal = matcher.group(3).equals("=");
      boolean isPartition = target.key().partition().get(0).name().equals(name);
      if (target.key().names().contains(name) && (equal || !isPartition)) {
        conditions.add(term.strip());
        partition |= isPartition;
      } else {
        rest.add(term.strip());
      }
    }
    return !partition
        ? null
        : query
            .indexName(target.indexName())
            .keyConditionExpression(String.join(" AND ", conditions))
            .filterExpression(rest.isEmpty() ? null : String.join(" AND ", rest))
            .build();
  }
}
