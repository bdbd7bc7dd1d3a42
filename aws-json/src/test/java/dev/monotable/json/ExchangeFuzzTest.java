package dev.monotable.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.OperationCaller;
import dev.monotable.engine.error.DynamoException;
import dev.monotable.engine.error.ErrorCode;
import dev.monotable.engine.error.Wording;
import dev.monotable.engine.request.RequestEnvelope;
import dev.monotable.engine.snapshot.Snapshot;
import dev.monotable.model.Operations;
import dev.monotable.schema.OperationSchema;
import dev.monotable.testing.Seed;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Sends mutated requests of every operation. Each is decoded or fails with a
 * SerializationException, and none causes an internal error of the engine. Each test runs for
 * {@code monotable.fuzz.seconds} and {@code monotable.fuzz.inputs}, whichever takes longer.
 */
@Tag("seeds")
@Tag("slow")
class ExchangeFuzzTest {
  private static final long SEED = Seed.of(20_260_103L);
  private static final long INPUTS = Long.getLong("monotable.fuzz.inputs", 0);
  private static final Duration TIME =
      Duration.ofSeconds(Integer.getInteger("monotable.fuzz.seconds", 3));

  private static final String[] PIECES = {
    "{",
    "}",
    "[",
    "]",
    "{}",
    "[]",
    ":",
    ",",
    "\"",
    "\\",
    "\\u0000",
    "\\ud800",
    "é",
    "null",
    "true",
    "1",
    "-1.5e300",
    "1E999999999",
    "\"\"",
    "{\"S\":\"x\"}",
    "{\"N\":\"1\"}",
    "{\"B\":\"AA==\"}",
    "{\"SS\":[\"a\",\"a\"]}",
    "{\"L\":[",
    "{\"M\":{\"a\":",
    "\"S\":",
    "\"N\":",
    "\"NULL\":false",
    "\"TableName\":",
    "\"Item\":",
    "\"Key\":",
    "\u0000",
    "\n",
    "9999999999999999999",
    "=="
  };

  /** Counts the requests that were decoded, and returns empty responses. */
  private static final class Decoding implements OperationCaller {
    long decoded;

    @Override
    public <I extends Record, O extends Record> O call(
        OperationSchema<I, O> operation, I request, RequestEnvelope envelope) {
      assertThat(request).isInstanceOf(operation.input().recordClass());
      decoded++;
      return operation.output().create(new Object[operation.output().memberCount()]);
    }
  }

  private final Random random = new Random(SEED);

  @Test
  void aMutatedRequestIsDecodedOrRejected() {
    List<byte[]> bodies = new ArrayList<>();
    List<OperationSchema<?, ?>> operations = Operations.all();
    RandomStructures structures = new RandomStructures(SEED);
    JsonWriter writer = new JsonWriter();
    for (OperationSchema<?, ?> operation : operations) {
      writer.reset(1 << 20, Integer.MAX_VALUE);
      encode(operation, structures, writer);
      bodies.add(Arrays.copyOf(writer.array(), writer.length()));
    }
    Decoding decoding = new Decoding();
    Exchange exchange = new Exchange(decoding, ExchangeConfig.standard());
    HttpReply reply = new HttpReply();
    long end = System.nanoTime() + TIME.toNanos();
    long inputs = 0;
    long rejected = 0;
    while (inputs < INPUTS || System.nanoTime() < end) {
      int index = random.nextInt(bodies.size());
      byte[] body = broken(bodies.get(index), bodies);
      TestRequest request =
          TestRequest.call("", "")
              .header("X-Amz-Target", operations.get(index).target())
              .body(body);
      long before = decoding.decoded;
      exchange.handle(request, reply);
      inputs++;
      String answer = new String(reply.body(), 0, reply.bodyLength(), StandardCharsets.UTF_8);
      boolean wasDecoded = decoding.decoded == before + 1;
      boolean wasRejected =
          reply.status() == 400
              && (answer.startsWith(
                      "{\"__type\":\"com.amazon.coral.service#SerializationException\"")
                  || operations.get(index) == Operations.SEARCH_VECTORS // has its own decoder
                      && answer.startsWith(
                          "{\"__type\":\"com.amazon.coral.validate#ValidationException\""));
      if (wasRejected == wasDecoded || wasDecoded && reply.status() != 200) {
        throw new AssertionError(
            "seed %d, input %d, %s: %s answered %d %s"
                .formatted(
                    SEED,
                    inputs,
                    operations.get(index).name(),
                    new String(body, StandardCharsets.UTF_8),
                    reply.status(),
                    answer));
      }
      rejected += wasRejected ? 1 : 0;
    }
    assertThat(rejected).as("rejected of %d", inputs).isBetween(inputs / 10, inputs - inputs / 100);
  }

  /** Calls that are valid after the first one has created the table. */
  private static final String[] CALLS = {
    "CreateTable {'TableName':'t','BillingMode':'PAY_PER_REQUEST','AttributeDefinitions':["
        + "{'AttributeName':'pk','AttributeType':'S'},{'AttributeName':'sk','AttributeType':'N'},"
        + "{'AttributeName':'g','AttributeType':'B'}],'KeySchema':[{'AttributeName':'pk',"
        + "'KeyType':'HASH'},{'AttributeName':'sk','KeyType':'RANGE'}],'GlobalSecondaryIndexes':"
        + "[{'IndexName':'gi','KeySchema':[{'AttributeName':'g','KeyType':'HASH'}],'Projection':"
        + "{'ProjectionType':'INCLUDE','NonKeyAttributes':['x']}}]}",
    "PutItem {'TableName':'t','Item':{'pk':{'S':'a'},'sk':{'N':'1'},'g':{'B':'AAEC'},'x':{'L':"
        + "[{'M':{'y':{'SS':['a','b']}}},{'NULL':true}]}},'ReturnValues':'ALL_OLD',"
        + "'ConditionExpression':'attribute_not_exists(#p) OR size(x[0].y) BETWEEN :a AND :b',"
        + "'ExpressionAttributeNames':{'#p':'pk'},'ExpressionAttributeValues':{':a':{'N':'0'},"
        + "':b':{'N':'99'}},'ReturnConsumedCapacity':'INDEXES'}",
    "UpdateItem {'TableName':'t','Key':{'pk':{'S':'a'},'sk':{'N':'1'}},'UpdateExpression':"
        + "'SET x[1] = :v, n = if_not_exists(n, :z) + :z REMOVE q ADD s :s DELETE u :s',"
        + "'ExpressionAttributeValues':{':v':{'BOOL':false},':z':{'N':'1'},':s':{'NS':['1']}},"
        + "'ReturnValues':'UPDATED_NEW'}",
    "GetItem {'TableName':'t','Key':{'pk':{'S':'a'},'sk':{'N':'1'}},'ProjectionExpression':"
        + "'x[0].y, g','ConsistentRead':true}",
    "DeleteItem {'TableName':'t','Key':{'pk':{'S':'a'},'sk':{'N':'1.0'}},'ReturnValues':'ALL_OLD'}",
    "Query {'TableName':'t','KeyConditionExpression':'pk = :p AND sk BETWEEN :a AND"
        + " :b','FilterExpression':'contains(x, :a) OR NOT begins_with(g, :g)','Limit':3,"
        + "'ScanIndexForward':false,'ExpressionAttributeValues':{':p':{'S':'a'},':a':{'N':'-1'},"
        + "':b':{'N':'1e3'},':g':{'B':'AA=='}},'ExclusiveStartKey':{'pk':{'S':'a'},'sk':{'N':'5'}}}",
    "Query {'TableName':'t','IndexName':'gi','KeyConditionExpression':'g = :g','Select':'COUNT',"
        + "'ExpressionAttributeValues':{':g':{'B':'AAEC'}}}",
    "Scan {'TableName':'t','Segment':1,'TotalSegments':4,'FilterExpression':"
        + "'attribute_type(x, :t) AND n IN (:n, :m)','ExpressionAttributeValues':{':t':{'S':'L'},"
        + "':n':{'N':'1'},':m':{'N':'2'}}}",
    "Scan {'TableName':'t','ScanFilter':{'n':{'ComparisonOperator':'GT','AttributeValueList':"
        + "[{'N':'0'}]}},'AttributesToGet':['pk','n'],'Limit':2}",
    "BatchWriteItem {'RequestItems':{'t':[{'PutRequest':{'Item':{'pk':{'S':'b'},'sk':{'N':'2'}}}},"
        + "{'DeleteRequest':{'Key':{'pk':{'S':'c'},'sk':{'N':'3'}}}}]}}",
    "BatchGetItem {'RequestItems':{'t':{'Keys':[{'pk':{'S':'a'},'sk':{'N':'1'}},{'pk':{'S':'b'},"
        + "'sk':{'N':'2'}}],'ProjectionExpression':'pk'}}}",
    "TransactWriteItems {'ClientRequestToken':'k','TransactItems':[{'Put':{'TableName':'t','Item':"
        + "{'pk':{'S':'d'},'sk':{'N':'4'}}}},{'Update':{'TableName':'t','Key':{'pk':{'S':'a'},'sk':"
        + "{'N':'1'}},'UpdateExpression':'ADD n :n','ExpressionAttributeValues':{':n':{'N':'1'}}}},"
        + "{'ConditionCheck':{'TableName':'t','Key':{'pk':{'S':'z'},'sk':{'N':'0'}},"
        + "'ConditionExpression':'attribute_exists(pk)'}}]}",
    "TransactGetItems {'TransactItems':[{'Get':{'TableName':'t','Key':{'pk':{'S':'a'},'sk':"
        + "{'N':'1'}}}}]}",
    "DescribeTable {'TableName':'t'}",
    "ListTables {'Limit':5,'ExclusiveStartTableName':'abc'}",
    "UpdateTimeToLive {'TableName':'t','TimeToLiveSpecification':{'Enabled':true,"
        + "'AttributeName':'ttl'}}",
    "UpdateTable {'TableName':'t','StreamSpecification':{'StreamEnabled':true,'StreamViewType':"
        + "'NEW_AND_OLD_IMAGES'}}",
    "DescribeLimits {}",
    "DescribeEndpoints {}",
    "ListTagsOfResource {'ResourceArn':'arn:aws:dynamodb:us-east-1:000000000000:table/t'}",
  };

  private static final Pattern TOKEN = Pattern.compile("\"[^\"]*\"|\\{[^{}]*}|\\d+|true|false");

  @Test
  void aMutatedRequestCausesNoInternalError() {
    List<String> names = new ArrayList<>();
    List<byte[]> bodies = new ArrayList<>();
    for (String call : CALLS) {
      int space = call.indexOf(' ');
      names.add(call.substring(0, space));
      bodies.add(call.substring(space + 1).replace('\'', '"').getBytes(StandardCharsets.UTF_8));
    }
    List<String> tokens = new ArrayList<>(List.of("1", "-5", "0.5", "true", "null", "{}", "[]"));
    for (byte[] body : bodies) {
      Matcher matcher = TOKEN.matcher(new String(body, StandardCharsets.UTF_8));
      while (matcher.find()) {
        tokens.add(matcher.group());
      }
    }
    try (MonotableEngine engine =
        MonotableEngine.create(EngineConfig.builder().seed(SEED).build())) {
      Exchange exchange = new Exchange(engine, ExchangeConfig.standard());
      HttpReply reply = new HttpReply();
      for (int i = 0; i < CALLS.length; i++) {
        assertNoFailure(exchange, reply, names.get(i), bodies.get(i), i);
      }
      Snapshot start = engine.snapshot();
      long end = System.nanoTime() + TIME.toNanos();
      long inputs = 0;
      long answered = 0;
      while (inputs < INPUTS || System.nanoTime() < end) {
        if (inputs % 5_000 == 0) {
          engine.restore(start); // undoes deletions and growth
        }
        int index = random.nextInt(CALLS.length);
        byte[] body =
            random.nextInt(4) == 0
                ? broken(bodies.get(index), bodies)
                : exchanged(bodies.get(index), tokens);
        inputs++;
        assertNoFailure(exchange, reply, names.get(index), body, inputs);
        answered += reply.status() == 200 ? 1 : 0;
      }
      assertThat(answered).as("answered of %d", inputs).isBetween(inputs / 100, inputs * 9 / 10);
    }
  }

  /** Replaces one to three tokens. The body is usually well formed and often decodable. */
  private byte[] exchanged(byte[] body, List<String> tokens) {
    String text = new String(body, StandardCharsets.UTF_8);
    for (int changes = 1 + random.nextInt(3); changes > 0; changes--) {
      int at = random.nextInt(text.length());
      Matcher matcher = TOKEN.matcher(text);
      if (matcher.find(text.indexOf('"', at) < 0 ? 0 : text.lastIndexOf('"', at) + 1)) {
        String token = tokens.get(random.nextInt(tokens.size()));
        text = text.substring(0, matcher.start()) + token + text.substring(matcher.end());
      }
    }
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static void assertNoFailure(
      Exchange exchange, HttpReply reply, String operation, byte[] body, long input) {
    exchange.handle(TestRequest.call(operation, "").body(body), reply);
    if (reply.status() != 200 && reply.status() != 400) {
      throw new AssertionError(
          "seed %d, input %d, %s: %s answered %d"
              .formatted(
                  SEED,
                  input,
                  operation,
                  new String(body, StandardCharsets.UTF_8),
                  reply.status()));
    }
  }

  @Test
  void anyBytesAreJsonOrRejected() {
    RequestDecoder decoder = new RequestDecoder(Wording.classic());
    for (int i = 0; i < 20_000; i++) {
      byte[] bytes = new byte[random.nextInt(40)];
      random.nextBytes(bytes);
      try {
        decoder.check(bytes, 0, bytes.length);
      } catch (DynamoException e) {
        assertThat(e.code()).isEqualTo(ErrorCode.SERIALIZATION);
      }
    }
  }

  private static <I extends Record, O extends Record> void encode(
      OperationSchema<I, O> operation, RandomStructures structures, JsonWriter writer) {
    ResponseEncoder.encode(operation.input(), structures.structure(operation.input(), 1), writer);
  }

  /** Changes the body one to four times, with likely and unlikely errors. */
  private byte[] broken(byte[] body, List<byte[]> bodies) {
    byte[] bytes = body;
    for (int changes = 1 + random.nextInt(4); changes > 0; changes--) {
      int length = bytes.length;
      int at = length == 0 ? 0 : random.nextInt(length);
      int to = Math.min(length, at + 1 + random.nextInt(random.nextInt(4) == 0 ? 60 : 4));
      switch (random.nextInt(6)) {
        case 0 -> bytes = splice(bytes, at, at, piece());
        case 1 -> bytes = splice(bytes, at, to, piece());
        case 2 -> bytes = splice(bytes, at, to, new byte[0]);
        case 3 -> bytes = splice(bytes, at, at, Arrays.copyOfRange(bytes, at, to));
        case 4 -> {
          if (length > 0) {
            bytes = bytes.clone();
            bytes[at] = (byte) random.nextInt();
          }
        }
        default -> {
          byte[] other = bodies.get(random.nextInt(bodies.size()));
          int from = random.nextInt(other.length);
          bytes =
              splice(
                  bytes,
                  at,
                  to,
                  Arrays.copyOfRange(
                      other, from, Math.min(other.length, from + random.nextInt(80))));
        }
      }
    }
    return bytes;
  }

  private byte[] piece() {
    String piece = PIECES[random.nextInt(PIECES.length)];
    int times = random.nextInt(50) == 0 ? 300 : 1;
    return piece.repeat(times).getBytes(StandardCharsets.UTF_8);
  }

  private static byte[] splice(byte[] bytes, int from, int to, byte[] insert) {
    byte[] result = new byte[from + insert.length + bytes.length - to];
    System.arraycopy(bytes, 0, result, 0, from);
    System.arraycopy(insert, 0, result, from, insert.length);
    System.arraycopy(bytes, to, result, from + insert.length, bytes.length - to);
    return result;
  }
}
