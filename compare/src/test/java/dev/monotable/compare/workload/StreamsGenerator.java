package dev.monotable.compare.workload;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.monotable.compare.endpoint.Endpoint;
import dev.monotable.compare.endpoint.Json;
import dev.monotable.compare.endpoint.OwnNames;
import dev.monotable.compare.endpoint.Reply;
import dev.monotable.compare.endpoint.Request;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.regex.Pattern;

/** Generates writes to tables with streams of all view types, and reads of these streams. */
final class StreamsGenerator implements Workload {
  private static final int MISTAKES_PERCENT = 10;
  private static final int READS_PERCENT = 50;
  private static final int REMOVALS_PERCENT = 10;
  private static final int ITERATORS = 12;
  private static final String LAST_STREAM = "LastEvaluatedStreamArn";
  private static final Set<String> WRITES =
      Set.of("PutItem", "UpdateItem", "DeleteItem", "BatchWriteItem", "TransactWriteItems");
  private static final Pattern NEITHER_SET_NOR_ADD =
      Pattern.compile("(?!.*\\b(?:SET|ADD)\\b).+", Pattern.DOTALL);

  private final Random random;
  private final Values values;
  private final List<TestTable> tables;
  private final RequestGenerator writes;

  /** The shards of each stream that a DescribeStream returned. */
  private final Map<String, Set<String>> shards = new LinkedHashMap<>();

  private final List<String> iterators = new ArrayList<>();

  /** The stream and shard of each iterator. */
  private final Map<String, String> places = new LinkedHashMap<>();

  /** The stream, shard and sequence number of records that were read. */
  private final List<String> sequenceNumbers = new ArrayList<>();

  StreamsGenerator(long seed, List<TestTable> tables) {
    this.random = new Random(seed);
    this.values = new Values(random);
    this.tables = tables;
    this.writes = new RequestGenerator(seed, tables);
  }

  /** Returns the standard tables, each with a stream of a different view type. */
  static List<TestTable> tables() {
    List<String> views = List.of("NEW_AND_OLD_IMAGES", "NEW_IMAGE", "OLD_IMAGE", "KEYS_ONLY");
    List<TestTable> tables = new ArrayList<>();
    for (TestTable table : TestTable.standard()) {
      ObjectNode creation = table.creation().deepCopy();
      creation
          .putObject("StreamSpecification")
          .put("StreamEnabled", true)
          .put("StreamViewType", views.get(tables.size() % views.size()));
      tables.add(TestTable.of(creation));
    }
    return tables;
  }

  @Override
  public Endpoint wrap(Endpoint endpoint) {
    return new OwnNames(endpoint);
  }

  @Override
  public Request next() {
    if (!values.chance(READS_PERCENT)) {
      Request write = writes.next();
      while (!isOfOneItem(write) || removesOnly(write) && !values.chance(REMOVALS_PERCENT)) {
        write = writes.next();
      }
      return write;
    }
    Request right = read();
    return values.chance(MISTAKES_PERCENT) ? mistake(right) : right;
  }

  /** The order of the stream records of a batch or a transaction is not defined. */
  private static boolean isOfOneItem(Request write) {
    JsonNode body = write.body();
    return switch (write.operation()) {
      case "BatchWriteItem" -> {
        JsonNode tables = body.path("RequestItems");
        yield tables.size() == 1 && tables.elements().next().size() == 1;
      }
      case "TransactWriteItems" -> body.path("TransactItems").size() == 1;
      default -> WRITES.contains(write.operation());
    };
  }

  /**
   * For a missing item, DynamoDB Local creates an item from the key if an update only removes
   * attributes. The stream record remains, so all streams would have to be created again. The
   * workload for items covers these updates.
   */
  private static boolean removesOnly(Request write) {
    return NEITHER_SET_NOR_ADD.matcher(write.body().path("UpdateExpression").asText()).matches();
  }

  private Request read() {
    String stream = OwnNames.stream(values.pick(tables).name());
    List<String> known = List.copyOf(shards.getOrDefault(stream, Set.of()));
    ObjectNode body = Json.object();
    int choice = random.nextInt(100);
    if (choice < 8) {
      String table = stream.substring(stream.indexOf(':') + 1);
      return new Request("ListStreams", body.put("TableName", table));
    }
    if (choice < 20 || known.isEmpty()) {
      body.put("StreamArn", stream);
      if (values.chance(30)) {
        body.put("Limit", 1 + random.nextInt(100));
      }
      return new Request("DescribeStream", body);
    }
    if (choice < 45 || iterators.isEmpty()) {
      return new Request("GetShardIterator", iterator(body, stream, values.pick(known)));
    }
    body.put(
        "ShardIterator",
        iterators.get(
            iterators.size() - 1 - random.nextInt(Math.min(ITERATORS, iterators.size()))));
    if (values.chance(30)) {
      body.put("Limit", 1 + random.nextInt(20));
    }
    return new Request("GetRecords", body);
  }

  private ObjectNode iterator(ObjectNode body, String stream, String shard) {
    body.put("StreamArn", stream).put("ShardId", shard);
    if (!sequenceNumbers.isEmpty() && values.chance(30)) {
      String[] read = values.pick(sequenceNumbers).split(" ", -1);
      return body.put("StreamArn", read[0])
          .put("ShardId", read[1])
          .put("SequenceNumber", read[2])
          .put(
              "ShardIteratorType",
              values.pick(List.of("AT_SEQUENCE_NUMBER", "AFTER_SEQUENCE_NUMBER")));
    }
    return body.put("ShardIteratorType", values.pick(List.of("TRIM_HORIZON", "LATEST")));
  }

  private Request mistake(Request right) {
    ObjectNode body = right.body().deepCopy();
    List<String> members = new ArrayList<>();
    body.fieldNames().forEachRemaining(members::add);
    String member = values.pick(members);
    switch (random.nextInt(4)) {
      case 0 -> body.remove(member);
      case 1 ->
          body.put(member, values.pick(List.of("", "x", "no such", "nosuchtable", "0".repeat(30))));
      case 2 -> body.put("Limit", values.pick(List.of(0, -1, 101, 1001)));
      default -> {
        if (right.operation().equals("GetShardIterator")) {
          body.put(
              "ShardIteratorType",
              values.pick(List.of("AT_SEQUENCE_NUMBER", "TRIM_HORIZON", "AT_TIMESTAMP")));
          if (values.chance(50)) {
            body.put("SequenceNumber", values.pick(List.of("1", "abc", "9".repeat(25))));
          }
        } else {
          body.put(member, 7);
        }
      }
    }
    return new Request(right.operation(), body);
  }

  @Override
  public void observe(Request request, Reply ours, Reply local) {
    String stream = request.body().path("StreamArn").asText();
    switch (request.operation()) {
      case "DescribeStream" -> {
        for (JsonNode shard : ours.body().path("StreamDescription").path("Shards")) {
          shards
              .computeIfAbsent(stream, name -> new LinkedHashSet<>())
              .add(shard.path("ShardId").asText());
        }
      }
      case "GetShardIterator" -> {
        iterators.add(ours.body().path("ShardIterator").asText());
        places.put(
            ours.body().path("ShardIterator").asText(),
            stream + " " + request.body().path("ShardId").asText());
      }
      case "GetRecords" -> {
        String place = places.get(request.body().path("ShardIterator").asText());
        JsonNode next = ours.body().path("NextShardIterator");
        if (place == null) {
          return;
        }
        if (next.isTextual()) {
          iterators.add(next.asText());
          places.put(next.asText(), place);
        }
        for (JsonNode record : ours.body().path("Records")) {
          sequenceNumbers.add(
              place + " " + record.path("dynamodb").path("SequenceNumber").asText());
        }
      }
      default -> writes.observe(request, ours, local);
    }
  }

  @Override
  public void forget() {
    shards.clear();
    iterators.clear();
    places.clear();
    sequenceNumbers.clear();
    writes.forget();
  }

  @Override
  public boolean isRead(Request request) {
    return !WRITES.contains(request.operation());
  }

  @Override
  public boolean isRemembered() {
    return true;
  }

  /**
   * Streams of deleted tables have no name and can differ between endpoints, and so can the end of
   * the first page of all streams.
   */
  @Override
  public void align(Request request, ObjectNode ours, ObjectNode local) {
    if (!request.operation().equals("ListStreams")) {
      return;
    }
    boolean more = ours.has(LAST_STREAM) || local.has(LAST_STREAM);
    for (ObjectNode answer : List.of(ours, local)) {
      if (answer.path("Streams") instanceof ArrayNode streams) {
        streams.removeIf(
            stream ->
                !stream.path("StreamArn").asText().startsWith("$")
                    || more && !request.body().has("TableName"));
        Json.sort(streams);
      }
      if (!answer.path(LAST_STREAM).asText().startsWith("$")) {
        answer.remove(LAST_STREAM);
      }
    }
  }
}
