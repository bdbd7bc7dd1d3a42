package dev.monotable.engine.operation.search;

import static dev.monotable.engine.operation.RequestStep.step;

import dev.monotable.engine.error.Fault;
import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.KeyFault;
import dev.monotable.engine.error.ReadFault;
import dev.monotable.engine.error.VectorFault;
import dev.monotable.engine.error.Wording;
import dev.monotable.engine.expression.BoundCondition;
import dev.monotable.engine.expression.BoundCondition.SearchTerm;
import dev.monotable.engine.expression.BoundProjection;
import dev.monotable.engine.expression.ExpressionKind;
import dev.monotable.engine.expression.KeyAttribute;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.RequestExpressions;
import dev.monotable.engine.operation.RequestSteps;
import dev.monotable.engine.query.KeyRange;
import dev.monotable.engine.storage.KeyBuilder;
import dev.monotable.engine.table.AccessPath;
import dev.monotable.engine.table.KeyLayout;
import dev.monotable.engine.table.TableChange;
import dev.monotable.engine.table.TableState;
import dev.monotable.engine.vector.VectorEntry;
import dev.monotable.engine.vector.VectorQuery;
import dev.monotable.engine.vector.VectorSearch;
import dev.monotable.engine.vector.VectorSettings;
import dev.monotable.model.SearchVectorsInput;
import dev.monotable.value.AttributeType;
import dev.monotable.value.AttributeValue;
import dev.monotable.value.CanonicalJson;
import dev.monotable.value.Item;
import dev.monotable.value.ItemWriter;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Turns a SearchVectors request into a {@link VectorSearch}. It runs the checks in the order of
 * nubo-db/dynoxide, which was made from recordings of AWS.
 */
final class SearchVectorsParser {
  private static final String PARITY =
      "paritysuite/dynamodb-conformance tests/tier3/error-messages/searchVectors";
  private static final String DYNOXIDE = "nubo-db/dynoxide src/actions/search_vectors.rs";

  /** The steps that need the request only. */
  private static final RequestSteps<SearchVectorsParser> REQUEST =
      RequestSteps.of(
          step("TopK is in its range", PARITY, SearchVectorsParser::requireTopK),
          step("names and values have an expression", DYNOXIDE, SearchVectorsParser::open),
          step("the condition compares with = only", PARITY, SearchVectorsParser::compileCondition),
          step("the projection is valid", DYNOXIDE, SearchVectorsParser::compileProjection),
          step("every name and value is used", DYNOXIDE, SearchVectorsParser::close));

  /** The steps that need the table. */
  private static final RequestSteps<SearchVectorsParser> TABLE =
      RequestSteps.of(
          step("the index can be searched", PARITY, SearchVectorsParser::findIndex),
          step("the vector fits the index", PARITY, SearchVectorsParser::readVector),
          step("conditions are on the search schema", PARITY, SearchVectorsParser::requireSchema),
          step("conditions are on whole attributes", DYNOXIDE, SearchVectorsParser::requireWhole),
          step("an attribute has one condition", DYNOXIDE, SearchVectorsParser::requireDistinct),
          step(
              "there is a condition on the partition key",
              PARITY + "; ExtendDB/extenddb crates/core, 2026-08-19",
              SearchVectorsParser::requireHash),
          step("the values are of the types", DYNOXIDE, SearchVectorsParser::requireTypes));

  private final OperationContext context;
  private final SearchVectorsInput request;
  private final RequestExpressions expressions;
  private @Nullable BoundCondition condition;
  private @Nullable BoundProjection projection;
  private List<SearchTerm> terms = List.of();
  private @Nullable TableState table;
  private @Nullable AccessPath path;
  private float[] vector = {};

  private SearchVectorsParser(
      OperationContext context, Wording wording, SearchVectorsInput request) {
    this.context = context;
    this.request = request;
    this.expressions =
        new RequestExpressions(
            context,
            wording,
            request.expressionAttributeNames(),
            request.expressionAttributeValues());
  }

  /**
   * Parses a request.
   *
   * @throws FaultException for the first broken rule
   */
  static SearchVectorsParser parse(
      OperationContext context, Wording wording, SearchVectorsInput request) {
    SearchVectorsParser parser = new SearchVectorsParser(context, wording, request);
    REQUEST.run(parser);
    TABLE.run(parser);
    return parser;
  }

  /** Returns the table in the state to search. */
  TableState table() {
    return Objects.requireNonNull(table);
  }

  /** Returns the index. */
  AccessPath path() {
    return Objects.requireNonNull(path);
  }

  VectorSettings settings() {
    return (VectorSettings) Objects.requireNonNull(path().index().settings());
  }

  /** Returns the search. */
  VectorSearch plan() {
    return new VectorSearch(
        new VectorQuery(settings().function(), vector), range(), condition, request.topK());
  }

  /** Returns the keys of the entries to search: those of a partition, or all. */
  private KeyRange range() {
    KeyAttribute hash = settings().hash();
    return hash == null
        ? KeyRange.ALL
        : KeyRange.ofPrefix(
            KeyLayout.beginWith(
                    KeyBuilder.ofThread(), List.of(Objects.requireNonNull(valueOf(hash.name()))))
                .toBytes());
  }

  /** Returns the attributes and values of the condition, as an item. */
  Item subject() {
    ItemWriter writer = new ItemWriter();
    writer.beginItem();
    for (SearchTerm term : terms) {
      writer.name(term.attribute());
      writer.copy(term.value());
    }
    return writer.endItem();
  }

  /** Returns the terms of the condition. */
  List<SearchTerm> terms() {
    return terms;
  }

  /** Returns the size of what the index holds of an item besides the vector. */
  int storedBytes(VectorEntry entry) {
    return settings().entryBytes(entry.item(), path().projection())
        - Float.BYTES * settings().dimensions();
  }

  /**
   * Returns what the response has of an entry: what the index holds, without the vector, or the
   * part of it for which the projection asks.
   */
  Item projected(VectorEntry entry, ItemWriter writer) {
    BoundProjection asked = projection;
    String attribute = settings().attribute();
    if (asked == null) {
      return path().projection().without(attribute, entry.item(), writer);
    }
    Item held =
        asked.topLevelNames().contains(attribute) ? entry.withVector(attribute) : entry.item();
    return asked.project(path().projection().of(held, new ItemWriter()), writer);
  }

  // Steps that need the request only.

  private void requireTopK() {
    int most = context.limits().vector().maxResults();
    if (request.topK() > most) {
      throw new FaultException(VectorFault.Plain.TOP_K.with(request.topK(), most));
    }
  }

  private void open() {
    expressions
        .expression(ExpressionKind.PROJECTION, request.projectionExpression())
        .expression(ExpressionKind.SEARCH_CONDITION, request.searchConditionExpression())
        .open();
  }

  private void compileCondition() {
    condition =
        expressions.condition(ExpressionKind.SEARCH_CONDITION, request.searchConditionExpression());
    if (condition != null) {
      terms = condition.searchTerms();
    }
  }

  private void compileProjection() {
    projection = expressions.projection(request.projectionExpression());
  }

  private void close() {
    expressions.close();
  }

  // Steps that need the table.

  private void findIndex() {
    String name = request.indexName();
    TableState found = context.requireTable(request.tableName());
    AccessPath index = found.layout().findIndex(name);
    if (index == null
        || !(index.index().settings() instanceof VectorSettings)
        || found.findChange(TableChange.Kind.ALLOCATE_INDEX, name) != null
        || found.findChange(TableChange.Kind.DELETE_INDEX, name) != null) {
      throw new FaultException(ReadFault.Plain.NO_SUCH_INDEX.with(name));
    }
    if (found.indexStatus(name) == TableState.Status.CREATING) {
      throw new FaultException(VectorFault.Plain.BACKFILLING.with(name));
    }
    table = found;
    path = index;
  }

  private void readVector() {
    List<AttributeValue> values = request.searchVector();
    vector = new float[values.size()];
    for (int i = 0; i < vector.length; i++) {
      AttributeValue value = values.get(i);
      if (value.fault() != null || value.type() != AttributeType.N) {
        throw new FaultException(VectorFault.Plain.SEARCH_VALUES);
      }
      vector[i] = Float.parseFloat(value.numberText());
      if (Float.isInfinite(vector[i])) {
        throw new FaultException(VectorFault.Plain.SEARCH_VALUES);
      }
    }
    if (vector.length != settings().dimensions()) {
      throw new FaultException(
          VectorFault.Plain.SEARCH_DIMENSIONS.with(vector.length, settings().dimensions()));
    }
  }

  private void requireSchema() {
    for (SearchTerm term : terms) {
      if (settings().find(term.attribute()) == null) {
        throw new FaultException(VectorFault.Plain.NOT_IN_SCHEMA.with(term.attribute()));
      }
    }
  }

  private void requireWhole() {
    for (SearchTerm term : terms) {
      if (term.isNested()) {
        throw new FaultException(VectorFault.Plain.NESTED);
      }
    }
  }

  private void requireDistinct() {
    Set<String> names = new HashSet<>();
    for (SearchTerm term : terms) {
      if (!names.add(term.attribute())) {
        throw new FaultException(VectorFault.Plain.ATTRIBUTE_TWICE);
      }
    }
  }

  private void requireHash() {
    KeyAttribute hash = settings().hash();
    if (hash != null && valueOf(hash.name()) == null) {
      throw new FaultException(
          condition == null ? VectorFault.Plain.HASH_REQUIRED : VectorFault.Plain.HASH_MISSING);
    }
  }

  private @Nullable AttributeValue valueOf(String attribute) {
    for (SearchTerm term : terms) {
      if (term.attribute().equals(attribute)) {
        return term.value();
      }
    }
    return null;
  }

  private void requireTypes() {
    for (SearchTerm term : terms) {
      VectorSettings.SchemaElement element =
          Objects.requireNonNull(settings().find(term.attribute()));
      AttributeType type = element.attribute().type();
      AttributeValue value = term.value();
      if (value.type() != type) {
        throw new FaultException(
            VectorFault.Plain.CONDITION_TYPE.with(term.attribute(), value.type(), type));
      }
      if (element.isHash() && isEmpty(value)) {
        Fault empty = new KeyFault.EmptyKey(term.attribute(), type);
        throw new FaultException(empty);
      }
    }
  }

  private static boolean isEmpty(AttributeValue value) {
    return CanonicalJson.contentStart(value.array(), value.start())
        == CanonicalJson.contentEnd(value.array(), value.start());
  }
}
