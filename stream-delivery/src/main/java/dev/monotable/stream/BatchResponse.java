package dev.monotable.stream;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The response of a function to a batch: which records failed.
 *
 * <p>Lambda retries the record with the lowest of the reported sequence numbers and all records
 * after it. A response without failures means that the batch succeeded. An identifier that is null,
 * empty or no sequence number of the batch fails the whole batch.
 *
 * @param batchItemFailures the sequence numbers of the records that failed, in any order; null
 *     counts as empty
 * @see <a
 *     href="https://docs.aws.amazon.com/lambda/latest/dg/services-ddb-batchfailurereporting.html">Configuring
 *     partial batch response with DynamoDB and Lambda</a>
 */
public record BatchResponse(@Nullable List<@Nullable String> batchItemFailures) {
  private static final BatchResponse SUCCESS = new BatchResponse(List.of());

  public BatchResponse {
    batchItemFailures =
        batchItemFailures == null
            ? null
            : Collections.unmodifiableList(new ArrayList<>(batchItemFailures));
  }

  /** Returns a response without failures. */
  public static BatchResponse success() {
    return SUCCESS;
  }

  /** Returns a response with the sequence numbers of the records that failed. */
  public static BatchResponse failed(@Nullable String... sequenceNumbers) {
    return new BatchResponse(Arrays.asList(sequenceNumbers));
  }
}
