package dev.monotable.cli.transfer;

import dev.monotable.cli.endpoint.EndpointClient;
import dev.monotable.cli.endpoint.EndpointException;
import dev.monotable.model.BatchWriteItemInput;
import dev.monotable.model.BatchWriteItemOutput;
import dev.monotable.model.DeleteItemInput;
import dev.monotable.model.Operations;
import dev.monotable.model.PutItemInput;
import dev.monotable.model.PutRequest;
import dev.monotable.model.WriteRequest;
import dev.monotable.value.Item;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Writes items of a table with BatchWriteItem; what stays unprocessed is sent again. */
final class ItemSender {
  /** AWS page: API_BatchWriteItem.html. */
  static final int MAX_BATCH = 25;

  private static final int ATTEMPTS = 30;

  /** The length of an invalid item that a message repeats. */
  private static final int ECHO = 300;

  private final EndpointClient endpoint;
  private final ItemRate rate;

  ItemSender(EndpointClient endpoint, ItemRate rate) {
    this.endpoint = endpoint;
    this.rate = rate;
  }

  /** Writes items of any number. */
  void put(String table, List<Item> items) {
    for (int from = 0; from < items.size(); from += MAX_BATCH) {
      List<WriteRequest> batch = new ArrayList<>();
      for (Item item : items.subList(from, Math.min(items.size(), from + MAX_BATCH))) {
        batch.add(
            WriteRequest.builder().putRequest(PutRequest.builder().item(item).build()).build());
      }
      write(table, batch);
    }
  }

  /**
   * Writes a batch.
   *
   * @param batch at most {@link #MAX_BATCH} requests
   * @throws EndpointException if a request is invalid or the endpoint cannot process all in time
   */
  void write(String table, List<WriteRequest> batch) {
    rate.await(batch.size());
    List<WriteRequest> rest = batch;
    for (int attempt = 1; !rest.isEmpty(); attempt++) {
      BatchWriteItemOutput output;
      try {
        output =
            endpoint.call(
                Operations.BATCH_WRITE_ITEM,
                BatchWriteItemInput.builder().requestItems(Map.of(table, rest)).build());
      } catch (EndpointException e) {
        if (rest.size() == 1 || !e.is("ValidationException")) {
          throw e;
        }
        one(table, rest); // names the invalid item
        return;
      }
      Map<String, List<WriteRequest>> unprocessed = output.unprocessedItems();
      List<WriteRequest> next = unprocessed == null ? null : unprocessed.get(table);
      rest = next == null ? List.of() : next;
      if (!rest.isEmpty()) {
        if (attempt == ATTEMPTS) {
          throw endpoint.failure(
              rest.size()
                  + " items of "
                  + table
                  + " were not processed after "
                  + ATTEMPTS
                  + " attempts");
        }
        endpoint.pause(attempt);
      }
    }
  }

  private void one(String table, List<WriteRequest> requests) {
    for (WriteRequest request : requests) {
      @Nullable PutRequest put = request.putRequest();
      try {
        if (put != null) {
          var unused =
              endpoint.call(
                  Operations.PUT_ITEM,
                  PutItemInput.builder().tableName(table).item(put.item()).build());
        } else if (request.deleteRequest() != null) {
          var unused =
              endpoint.call(
                  Operations.DELETE_ITEM,
                  DeleteItemInput.builder()
                      .tableName(table)
                      .key(request.deleteRequest().key())
                      .build());
        }
      } catch (EndpointException e) {
        String item = String.valueOf(put == null ? request.deleteRequest() : put.item());
        throw e.about(item.length() > ECHO ? item.substring(0, ECHO) + "..." : item);
      }
    }
  }
}
