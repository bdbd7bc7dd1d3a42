package dev.monotable.explore;

import static dev.monotable.testing.Notation.item;

import dev.monotable.engine.OperationCaller;
import dev.monotable.model.BatchGetItemInput;
import dev.monotable.model.BatchWriteItemInput;
import dev.monotable.model.CreateTableInput;
import dev.monotable.model.DeleteItemInput;
import dev.monotable.model.GetItemInput;
import dev.monotable.model.KeysAndAttributes;
import dev.monotable.model.ListTablesInput;
import dev.monotable.model.Operations;
import dev.monotable.model.Put;
import dev.monotable.model.PutItemInput;
import dev.monotable.model.PutRequest;
import dev.monotable.model.TransactWriteItem;
import dev.monotable.model.TransactWriteItemsInput;
import dev.monotable.model.UpdateItemInput;
import dev.monotable.model.WriteRequest;
import dev.monotable.testing.Calls;
import dev.monotable.testing.Notation;
import dev.monotable.value.Item;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * A small program: pieces that send a few requests to the same few items. What a request writes
 * depends on all answers that its piece has had before.
 */
final class RandomProgram {
  /** The table that each program begins with; its index has the items with {@code g}. */
  static final CreateTableInput TABLE = Calls.table("Things", "PK, SK", "ByG: g, SK").build();

  /** A time to live that has expired, in seconds since 1970. */
  static final long EXPIRED = 1_790_000_000;

  /** A table that a piece may create. */
  private static final String NEW = "New";

  /** The kinds of requests. */
  private enum Kind {
    PUT,
    PUT_NEW,
    UPDATE,
    MOVE,
    DELETE,
    PUT_EXPIRED,
    BATCH_PUT,
    BATCH_GET,
    GET,
    GET_CONSISTENT,
    QUERY,
    QUERY_INDEX,
    TRANSACT,
    CREATE_TABLE,
    PUT_IN_NEW,
    LIST_TABLES
  }

  /**
   * A request.
   *
   * @param partition of the item: a or b
   * @param sort of the item: 1 or 2
   */
  private record Request(Kind kind, String partition, String sort) {
    @Override
    public String toString() {
      return kind + " " + partition + sort;
    }

    private Item key() {
      return item("PK: {}, SK: {}", partition, sort);
    }

    /**
     * @param seen stands for the answers of the piece so far
     */
    ThreadlessRequest<?, ?> with(String seen) {
      return switch (kind) {
        case PUT -> put("Things", seen).sent();
        case PUT_NEW -> put("Things", seen).onlyNew();
        case PUT_EXPIRED -> put("Things", seen, ", ttl: " + EXPIRED).sent();
        case BATCH_PUT ->
            new ThreadlessRequest<>(
                Operations.BATCH_WRITE_ITEM,
                BatchWriteItemInput.builder()
                    .requestItems(Map.of("Things", List.of(putOf("a", seen), putOf("b", seen))))
                    .build());
        case BATCH_GET ->
            new ThreadlessRequest<>(
                Operations.BATCH_GET_ITEM,
                BatchGetItemInput.builder()
                    .requestItems(
                        Map.of(
                            "Things",
                            KeysAndAttributes.builder()
                                .keys(
                                    List.of(
                                        item("PK: a, SK: {}", sort), item("PK: b, SK: {}", sort)))
                                .consistentRead(true)
                                .build()))
                    .build());
        case UPDATE -> update("SET x = {}", seen);
        case MOVE -> update("SET g = {}", "g" + seen.length() % 2);
        case DELETE ->
            new ThreadlessRequest<>(
                Operations.DELETE_ITEM,
                DeleteItemInput.builder().tableName("Things").key(key()).build());
        case GET ->
            new ThreadlessRequest<>(
                Operations.GET_ITEM, GetItemInput.builder().tableName("Things").key(key()).build());
        case GET_CONSISTENT ->
            new ThreadlessRequest<>(
                Operations.GET_ITEM,
                GetItemInput.builder().tableName("Things").key(key()).consistentRead(true).build());
        case QUERY ->
            new ThreadlessRequest<>(
                Operations.QUERY,
                Calls.queryOf("Things", "PK = {} AND SK >= {}", partition, sort).build());
        case QUERY_INDEX ->
            new ThreadlessRequest<>(
                Operations.QUERY,
                Calls.queryOf("Things", "g = {} AND SK >= {}", "g" + partition.length() % 2, sort)
                    .indexName("ByG")
                    .build());
        case TRANSACT -> transact(seen);
        case CREATE_TABLE ->
            new ThreadlessRequest<>(Operations.CREATE_TABLE, Calls.table(NEW, "PK, SK").build());
        case PUT_IN_NEW -> put(NEW, seen).sent();
        case LIST_TABLES ->
            new ThreadlessRequest<>(Operations.LIST_TABLES, ListTablesInput.builder().build());
      };
    }

    private record PutOf(PutItemInput.Builder input) {
      ThreadlessRequest<?, ?> sent() {
        return new ThreadlessRequest<>(Operations.PUT_ITEM, input.build());
      }

      ThreadlessRequest<?, ?> onlyNew() {
        return new ThreadlessRequest<>(
            Operations.PUT_ITEM, input.conditionExpression("attribute_not_exists(PK)").build());
      }
    }

    private WriteRequest putOf(String name, String seen) {
      Item item = item("PK: {}, SK: {}, x: {}", name, sort, seen);
      return WriteRequest.builder().putRequest(PutRequest.builder().item(item).build()).build();
    }

    private PutOf put(String table, String seen) {
      return put(table, seen, "");
    }

    private PutOf put(String table, String seen, String more) {
      Item item = item("PK: {}, SK: {}, g: g1, x: {}" + more, partition, sort, seen);
      return new PutOf(PutItemInput.builder().tableName(table).item(item));
    }

    private ThreadlessRequest<?, ?> update(String expression, String value) {
      Notation notation = new Notation(value);
      return new ThreadlessRequest<>(
          Operations.UPDATE_ITEM,
          UpdateItemInput.builder()
              .tableName("Things")
              .key(key())
              .updateExpression(notation.expression(expression))
              .expressionAttributeValues(notation.values())
              .build());
    }

    /** The token is the same for all, and the content for those of the same item. */
    private ThreadlessRequest<?, ?> transact(String seen) {
      Put put =
          Put.builder()
              .tableName("Things")
              .item(item("PK: {}, SK: {}", seen.length() > 40 ? "c" : "d", sort))
              .build();
      return new ThreadlessRequest<>(
          Operations.TRANSACT_WRITE_ITEMS,
          TransactWriteItemsInput.builder()
              .clientRequestToken("token")
              .transactItems(List.of(TransactWriteItem.builder().put(put).build()))
              .build());
    }
  }

  /** For each piece its rounds; the requests of a round are sent at once. */
  private final List<List<List<Request>>> pieces = new ArrayList<>();

  /**
   * @param requests the maximum number of requests of all pieces
   */
  RandomProgram(SplittableRandom random, int requests) {
    int count = 2 + random.nextInt(2);
    for (int i = 0; i < count; i++) {
      pieces.add(new ArrayList<>(List.of(new ArrayList<>(List.of(request(random))))));
    }
    for (int i = count; i < requests; i++) {
      List<List<Request>> rounds = pieces.get(random.nextInt(count));
      if (random.nextInt(6) == 0) {
        rounds.get(rounds.size() - 1).add(request(random));
      } else {
        rounds.add(new ArrayList<>(List.of(request(random))));
      }
    }
  }

  private static Request request(SplittableRandom random) {
    Kind kind = Kind.values()[random.nextInt(Kind.values().length)];
    return new Request(kind, random.nextBoolean() ? "a" : "b", random.nextBoolean() ? "1" : "2");
  }

  /**
   * Returns the pieces.
   *
   * @param answers receives the answers of each piece in an execution
   */
  List<Piece> pieces(List<List<String>> answers) {
    List<Piece> list = new ArrayList<>();
    for (int i = 0; i < pieces.size(); i++) {
      List<List<Request>> rounds = pieces.get(i);
      int number = i;
      list.add(
          new Piece(
              "piece " + i,
              run -> {
                answers.get(number).clear();
                new Run(run, rounds, answers.get(number)).next(0);
              }));
    }
    return list;
  }

  int size() {
    return pieces.size();
  }

  @Override
  public String toString() {
    return pieces.toString();
  }

  /** A piece in an execution. */
  private record Run(PieceRun piece, List<List<Request>> rounds, List<String> answers) {
    void next(int round) {
      if (round == rounds.size()) {
        piece.end(PieceEnd.returned(null));
        return;
      }
      List<Request> requests = rounds.get(round);
      String seen = Integer.toHexString(answers.hashCode()) + "." + answers.size();
      int[] left = {requests.size()};
      OperationCaller caller = piece;
      for (Request request : requests) {
        request
            .with(seen)
            .send(
                caller,
                answer -> {
                  answers.add(request + " -> " + answer);
                  if (--left[0] == 0) {
                    next(round + 1);
                  }
                });
      }
    }
  }
}
