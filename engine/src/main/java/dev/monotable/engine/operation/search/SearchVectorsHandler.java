package dev.monotable.engine.operation.search;

import dev.monotable.engine.error.FaultException;
import dev.monotable.engine.error.VectorFault;
import dev.monotable.engine.operation.Call;
import dev.monotable.engine.operation.Observation;
import dev.monotable.engine.operation.OperationContext;
import dev.monotable.engine.operation.OperationHandler;
import dev.monotable.engine.operation.RequestCharge;
import dev.monotable.engine.table.TableState;
import dev.monotable.engine.vector.NearestEntries;
import dev.monotable.engine.vector.VectorEntry;
import dev.monotable.engine.vector.VectorSearch;
import dev.monotable.engine.vector.VectorState;
import dev.monotable.model.ReturnConsumedCapacity;
import dev.monotable.model.SearchResultItem;
import dev.monotable.model.SearchVectorsInput;
import dev.monotable.model.SearchVectorsOutput;
import dev.monotable.model.VectorCapacity;
import dev.monotable.value.Item;
import dev.monotable.value.ItemWriter;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The SearchVectors operation. It compares the vector with all entries of the partition, so its
 * results are repeatable; of equal scores, those come first whose items a Scan returns first.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_SearchVectors.html">SearchVectors</a>
 */
final class SearchVectorsHandler
    implements OperationHandler<SearchVectorsInput, SearchVectorsOutput> {
  private final OperationContext context;

  SearchVectorsHandler(OperationContext context) {
    this.context = context;
  }

  @Override
  public SearchVectorsOutput handle(SearchVectorsInput request, Call call) {
    SearchVectorsParser search = SearchVectorsParser.parse(context, call.wording(), request);
    TableState table =
        call.admitRead(
            search.table(), search.path(), call.isAdmitted() ? search.subject() : null, false);
    VectorSearch.Result found = search.plan().find((VectorState) table.index(search.path()));
    NearestEntries nearest = found.nearest();
    List<SearchResultItem> results = new ArrayList<>(nearest.size());
    long stored = 0;
    long answered = 0;
    for (VectorEntry entry : nearest.entries()) {
      Item item = search.projected(entry, ItemWriter.ofThread());
      stored += search.storedBytes(entry);
      answered += item.size();
      results.add(new SearchResultItem(item, score(nearest.score(results.size()))));
    }
    int most = context.limits().vector().maxResponseBytes();
    if (answered > most) {
      throw new FaultException(VectorFault.Plain.RESPONSE_TOO_LARGE.with(most));
    }
    if (call.isAdmitted()) {
      call.chargePage(
          table,
          search.path(),
          new RequestCharge.Where(search.plan().range().from(), search.subject()),
          0,
          0);
    }
    Observation observation = call.observation();
    if (observation != null) {
      observation.add(
          VectorReadPart.of(search, request, found.evaluated(), nearest.size(), stored));
    }
    return new SearchVectorsOutput(capacity(request, search, stored), results);
  }

  /** Returns a score as a 64-bit number with the same shortest decimal text. */
  private static double score(float score) {
    return Double.parseDouble(Float.toString(score));
  }

  /**
   * Returns the bytes that a search consumes. Those of AWS are not repeatable; this is the lower of
   * two figures that it was observed to report: 17.6 bytes for each dimension, and the results
   * without their vectors (ExtendDB/extenddb {@code crates/engine/src/search_vectors.rs},
   * us-east-1, 2026-08-05).
   */
  private static @Nullable VectorCapacity capacity(
      SearchVectorsInput request, SearchVectorsParser search, long stored) {
    ReturnConsumedCapacity mode = ReturnConsumedCapacity.find(request.returnConsumedCapacity());
    if (mode == null || mode == ReturnConsumedCapacity.NONE) {
      return null;
    }
    double bytes = Math.max(1024, Math.floor(search.settings().dimensions() * 17.6) + stored);
    return VectorCapacity.builder()
        .vectorSearchRequestBytes(bytes)
        .vectorSearchUnits(bytes)
        .build();
  }
}
