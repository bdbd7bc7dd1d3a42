package dev.monotable.json;

import static org.assertj.core.api.Assertions.assertThat;

import dev.monotable.engine.EngineConfig;
import dev.monotable.engine.MonotableEngine;
import dev.monotable.engine.snapshot.Snapshot;
import dev.monotable.model.Operations;
import dev.monotable.schema.OperationSchema;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Sends valid requests of every operation with each part in turn replaced by each of many odd
 * values. Every answer is a result or an error of the client.
 */
@Tag("slow")
class OddRequestsTest {
  private static final String ARN = "arn:aws:dynamodb:us-east-1:000000000000:table/";

  /** Requests that are valid in their order. {@code ITERATOR} and {@code STREAM} are filled in. */
  private static final String[] REQUESTS = {
    "CreateTable {'TableName':'tab','BillingMode':'PAY_PER_REQUEST','AttributeDefinitions':["
        + "{'AttributeName':'pk','AttributeType':'S'},{'AttributeName':'sk','AttributeType':'N'},"
        + "{'AttributeName':'g','AttributeType':'B'}],'KeySchema':[{'AttributeName':'pk',"
        + "'KeyType':'HASH'},{'AttributeName':'sk','KeyType':'RANGE'}],'GlobalSecondaryIndexes':"
        + "[{'IndexName':'gsi','KeySchema':[{'AttributeName':'g','KeyType':'HASH'}],'Projection':"
        + "{'ProjectionType':'INCLUDE','NonKeyAttributes':['x']}}],'LocalSecondaryIndexes':"
        + "[{'IndexName':'lsi','KeySchema':[{'AttributeName':'pk','KeyType':'HASH'},"
        + "{'AttributeName':'g','KeyType':'RANGE'}],'Projection':{'ProjectionType':'ALL'}}],"
        + "'StreamSpecification':{'StreamEnabled':true,'StreamViewType':'NEW_AND_OLD_IMAGES'},"
        + "'Tags':[{'Key':'k','Value':'v'}]}",
    "PutItem {'TableName':'tab','Item':{'pk':{'S':'a'},'sk':{'N':'1'},'g':{'B':'AAEC'},'x':{'L':"
        + "[{'M':{'y':{'SS':['a','b']}}},{'NULL':true}]}},'ReturnValues':'ALL_OLD',"
        + "'ConditionExpression':'attribute_not_exists(#p) OR size(x[0].y) BETWEEN :a AND :b',"
        + "'ExpressionAttributeNames':{'#p':'pk'},'ExpressionAttributeValues':{':a':{'N':'0'},"
        + "':b':{'N':'99'}},'ReturnConsumedCapacity':'INDEXES'}",
    "PutItem {'TableName':'tab','Item':{'pk':{'S':'a'},'sk':{'N':'2'}},'Expected':{'x':{'Exists':"
        + "false},'y':{'ComparisonOperator':'NULL'}},'ConditionalOperator':'AND'}",
    "UpdateItem {'TableName':'tab','Key':{'pk':{'S':'a'},'sk':{'N':'1'}},'UpdateExpression':"
        + "'SET x[1] = :v, n = if_not_exists(n, :z) + :z REMOVE q ADD s :s DELETE u :s',"
        + "'ExpressionAttributeValues':{':v':{'BOOL':false},':z':{'N':'1'},':s':{'NS':['1']}},"
        + "'ReturnValues':'UPDATED_NEW'}",
    "UpdateItem {'TableName':'tab','Key':{'pk':{'S':'a'},'sk':{'N':'2'}},'AttributeUpdates':{'n':"
        + "{'Action':'ADD','Value':{'N':'1'}},'m':{'Action':'PUT','Value':{'M':{}}}}}",
    "GetItem {'TableName':'tab','Key':{'pk':{'S':'a'},'sk':{'N':'1'}},'ProjectionExpression':"
        + "'x[0].y, g','ConsistentRead':true}",
    "Query {'TableName':'tab','KeyConditionExpression':'pk = :p AND sk BETWEEN :a AND"
        + " :b','FilterExpression':'contains(x, :a) OR NOT begins_with(g, :g)','Limit':3,"
        + "'ScanIndexForward':false,'ExpressionAttributeValues':{':p':{'S':'a'},':a':{'N':'-1'},"
        + "':b':{'N':'1e3'},':g':{'B':'AA=='}},'ExclusiveStartKey':{'pk':{'S':'a'},'sk':{'N':'5'}}}",
    "Query {'TableName':'tab','IndexName':'gsi','KeyConditions':{'g':{'ComparisonOperator':'EQ',"
        + "'AttributeValueList':[{'B':'AAEC'}]}},'Select':'COUNT','QueryFilter':{'x':"
        + "{'ComparisonOperator':'NOT_NULL'}}}",
    "Scan {'TableName':'tab','Segment':1,'TotalSegments':4,'FilterExpression':"
        + "'attribute_type(x, :t) AND n IN (:n, :m)','ExpressionAttributeValues':{':t':{'S':'L'},"
        + "':n':{'N':'1'},':m':{'N':'2'}}}",
    "Scan {'TableName':'tab','ScanFilter':{'n':{'ComparisonOperator':'GT','AttributeValueList':"
        + "[{'N':'0'}]}},'AttributesToGet':['pk','n'],'Limit':2}",
    "BatchWriteItem {'RequestItems':{'tab':[{'PutRequest':{'Item':{'pk':{'S':'b'},'sk':{'N':'2'}}}"
        + "},{'DeleteRequest':{'Key':{'pk':{'S':'c'},'sk':{'N':'3'}}}}]}}",
    "BatchGetItem {'RequestItems':{'tab':{'Keys':[{'pk':{'S':'a'},'sk':{'N':'1'}},{'pk':{'S':'b'},"
        + "'sk':{'N':'2'}}],'ProjectionExpression':'pk'}}}",
    "TransactWriteItems {'ClientRequestToken':'k','TransactItems':[{'Put':{'TableName':'tab',"
        + "'Item':{'pk':{'S':'d'},'sk':{'N':'4'}}}},{'Update':{'TableName':'tab','Key':{'pk':"
        + "{'S':'a'},'sk':{'N':'1'}},'UpdateExpression':'ADD n :n','ExpressionAttributeValues':"
        + "{':n':{'N':'1'}}}},{'Delete':{'TableName':'tab','Key':{'pk':{'S':'e'},'sk':{'N':'1'}}}},"
        + "{'ConditionCheck':{'TableName':'tab','Key':{'pk':{'S':'z'},'sk':{'N':'0'}},"
        + "'ConditionExpression':'attribute_not_exists(pk)'}}]}",
    "TransactGetItems {'TransactItems':[{'Get':{'TableName':'tab','Key':{'pk':{'S':'a'},'sk':"
        + "{'N':'1'}}}}]}",
    "ExecuteStatement {'Statement':'SELECT x FROM tab WHERE pk = ? AND sk > 0','Parameters':"
        + "[{'S':'a'}],'Limit':1}",
    "BatchExecuteStatement {'Statements':[{'Statement':'UPDATE tab SET n = ? WHERE pk = ? AND"
        + " sk = 1','Parameters':[{'N':'1'},{'S':'a'}]}]}",
    "ExecuteTransaction {'ClientRequestToken':'l','TransactStatements':[{'Statement':"
        + "'DELETE FROM tab WHERE pk = ? AND sk = 9','Parameters':[{'S':'a'}]}]}",
    "DescribeTable {'TableName':'tab'}",
    "ListTables {'Limit':5,'ExclusiveStartTableName':'abc'}",
    "UpdateTimeToLive {'TableName':'tab','TimeToLiveSpecification':{'Enabled':true,"
        + "'AttributeName':'ttl'}}",
    "DescribeTimeToLive {'TableName':'tab'}",
    "DescribeLimits {}",
    "DescribeEndpoints {}",
    "TagResource {'ResourceArn':'TABLE','Tags':[{'Key':'a','Value':'b'}]}",
    "UntagResource {'ResourceArn':'TABLE','TagKeys':['a']}",
    "ListTagsOfResource {'ResourceArn':'TABLE'}",
    "ListStreams {'TableName':'tab','Limit':3,'ExclusiveStartStreamArn':'STREAM'}",
    "DescribeStream {'StreamArn':'STREAM','Limit':2}",
    "GetShardIterator {'StreamArn':'STREAM','ShardId':'SHARD','ShardIteratorType':'TRIM_HORIZON'}",
    "GetRecords {'ShardIterator':'ITERATOR','Limit':2}",
    "UpdateTable {'TableName':'tab','AttributeDefinitions':[{'AttributeName':'h','AttributeType':"
        + "'S'}],'GlobalSecondaryIndexUpdates':[{'Create':{'IndexName':'new','KeySchema':["
        + "{'AttributeName':'h','KeyType':'HASH'}],'Projection':{'ProjectionType':'KEYS_ONLY'}}}]}",
    "UpdateTable {'TableName':'tab','BillingMode':'PROVISIONED','ProvisionedThroughput':"
        + "{'ReadCapacityUnits':5,'WriteCapacityUnits':5},'GlobalSecondaryIndexUpdates':[{'Update':"
        + "{'IndexName':'gsi','ProvisionedThroughput':{'ReadCapacityUnits':5,'WriteCapacityUnits':"
        + "5}}}]}",
    "DeleteItem {'TableName':'tab','Key':{'pk':{'S':'a'},'sk':{'N':'1.0'}},'ReturnValues':"
        + "'ALL_OLD'}",
    "DeleteTable {'TableName':'tab'}",
  };

  private static final String[] ODD_TEXTS = {
    "",
    " ",
    "a",
    ".",
    "..",
    "/",
    "\\u0000",
    "é",
    "\\ud83d",
    "#",
    ":",
    "#a",
    ":a",
    "pk",
    "pk.x",
    "a[0]",
    "a[99999999999]",
    "((((",
    "a = b",
    "SET a = b",
    "REMOVE a[0], a",
    "pk = :p",
    "x" + "y".repeat(300),
    "-1",
    "99999999999999999999",
    "1e999999999",
    "1e-999999999999",
    "NaN",
    "0x10",
    "+.",
    "=",
    "AA",
    "====",
    "arn:",
    ":::::",
    "arn:aws:dynamodb:::table/",
    "arn:aws:dynamodb:::table//stream/",
    ARN,
    ARN + "tab/stream/",
    ARN + "stream/2026-01-01T00:00:00.000",
    ARN + "/stream/x",
    ARN + "tab/index/gsi",
    ARN + "tab/stream/2026-01-01T00:00:00.000",
    "arn:aws:dynamodb:us-east-1:000000000000:/stream/:table/",
    "/stream/:table/:dynamodb:",
    "arn::dynamodb:table/:table/stream/stream/",
    "|",
    "|||",
    "a|b|c|d",
    ARN + "tab|1|AAAA",
    "shardId-00000000000000000000-00000000",
    "SELECT * FROM tab",
    "SELECT",
    "?",
    "INSERT INTO tab VALUE {'':1}",
    "EXISTS(SELECT * FROM tab WHERE pk='a')",
    "AAAA/us-east-1",
    "2026-10",
  };

  private static final List<String> ODD = odd();

  private static List<String> odd() {
    List<String> odd =
        new ArrayList<>(
            List.of("null", "true", "0", "-1", "2147483648", "9223372036854775808", "1e400"));
    odd.addAll(List.of("-0.0", "{}", "[]", "[null]", "[[]]", "{\"\":{}}", "{\"\":null}", "[{}]"));
    odd.addAll(List.of("{\"S\":\"\"}", "{\"N\":\"\"}", "{\"N\":\"1e-200\"}", "{\"SS\":[]}"));
    odd.addAll(List.of("{\"M\":{\"\":{\"S\":\"x\"}}}", "{\"B\":\"\"}", "{\"BS\":[\"AA==\"]}"));
    odd.addAll(List.of("{\"L\":[{}]}", "{\"S\":\"x\",\"N\":\"1\"}", "{\"NULL\":false}"));
    odd.addAll(List.of("{\"x\":{\"S\":\"y\"}}", "{\"#a\":\"\"}", "{\":a\":{\"N\":\"1\"}}"));
    for (String text : ODD_TEXTS) {
      odd.add('"' + text + '"');
    }
    return odd;
  }

  /** A string, a number, a literal, or an object or list without objects or lists in it. */
  private static final Pattern PART =
      Pattern.compile("\"[^\"]*\"|\\{[^{}\\[\\]]*}|\\[[^{}\\[\\]]*]|-?\\d+|true|false");

  private final HttpReply reply = new HttpReply();
  private final MonotableEngine engine =
      MonotableEngine.create(EngineConfig.builder().seed(1).build());
  private final Set<String> failures = new TreeSet<>();

  @AfterEach
  void close() {
    engine.close();
  }

  @Test
  void anOddPartIsTheClientsError() {
    Exchange exchange = new Exchange(engine, ExchangeConfig.standard());
    List<String> requests = requests(exchange);
    Snapshot start = engine.snapshot();
    for (String request : requests) {
      int body = request.indexOf(' ') + 1;
      Matcher matcher = PART.matcher(request);
      int from = body;
      while (from < request.length() && matcher.find(from)) {
        for (String odd : ODD) {
          String changed =
              request.substring(body, matcher.start()) + odd + request.substring(matcher.end());
          send(exchange, request.substring(0, body - 1), changed);
        }
        engine.restore(start);
        from = request.charAt(matcher.start()) == '{' ? matcher.start() + 1 : matcher.end();
      }
    }
    assertThat(failures).isEmpty();
  }

  /** Performs the requests and returns them with the names of the table, stream and shard. */
  private List<String> requests(Exchange exchange) {
    List<String> requests = new ArrayList<>();
    String stream = "";
    String shard = "";
    String iterator = "";
    for (String template : REQUESTS) {
      String request =
          template
              .replace('\'', '"')
              .replace("TABLE\"", ARN + "tab\"")
              .replace("STREAM\"", stream + '"')
              .replace("SHARD\"", shard + '"')
              .replace("ITERATOR\"", iterator + '"');
      int space = request.indexOf(' ');
      requests.add(request);
      if (request.startsWith("DeleteTable") || request.startsWith("UpdateTable")) {
        continue;
      }
      String answer = send(exchange, request.substring(0, space), request.substring(space + 1));
      assertThat(reply.status()).as("%s: %s", request, answer).isEqualTo(200);
      stream = found("\"LatestStreamArn\":\"([^\"]*)\"", answer, stream);
      shard = found("\"ShardId\":\"([^\"]*)\"", answer, shard);
      iterator = found("\"ShardIterator\":\"([^\"]*)\"", answer, iterator);
    }
    return requests;
  }

  private static String found(String pattern, String answer, String otherwise) {
    Matcher matcher = Pattern.compile(pattern).matcher(answer);
    return matcher.find() ? matcher.group(1) : otherwise;
  }

  private String send(Exchange exchange, String operation, String body) {
    exchange.handle(
        TestRequest.call("", "")
            .header("X-Amz-Target", target(operation))
            .body(body.getBytes(StandardCharsets.UTF_8)),
        reply);
    String answer = new String(reply.body(), 0, reply.bodyLength(), StandardCharsets.UTF_8);
    if (reply.status() != 200 && reply.status() != 400 || answer.contains("InternalServerError")) {
      failures.add(operation + ' ' + body + ": " + answer);
    }
    return answer;
  }

  private static String target(String operation) {
    for (OperationSchema<?, ?> schema : Operations.all()) {
      if (schema.name().equals(operation)) {
        return schema.target();
      }
    }
    throw new IllegalArgumentException(operation);
  }

  private static final String[] STATEMENTS = {
    "INSERT INTO tab VALUE {'pk':'a','sk':1,'x':%s}",
    "INSERT INTO tab VALUE {'pk':%s,'sk':%s}",
    "INSERT INTO tab VALUE %s",
    "INSERT INTO tab VALUE {%s:1}",
    "INSERT INTO %s VALUE {'pk':'a','sk':1}",
    "UPDATE tab SET x=%s WHERE pk='a' AND sk=1",
    "UPDATE tab SET %s=1 WHERE pk='a' AND sk=1",
    "UPDATE tab REMOVE %s WHERE pk='a' AND sk=1",
    "UPDATE tab SET x=x+%s WHERE pk='a' AND sk=1",
    "UPDATE tab SET x=list_append(%s,x) WHERE pk='a' AND sk=1",
    "UPDATE tab SET x=set_add(x,%s) WHERE pk='a' AND sk=1",
    "UPDATE tab SET x=set_delete(%s,<<'a'>>) WHERE pk='a' AND sk=1",
    "UPDATE tab SET x=1 WHERE %s",
    "UPDATE tab SET x=1 WHERE pk=%s AND sk=%s RETURNING ALL OLD *",
    "SELECT * FROM tab WHERE x = %s",
    "SELECT * FROM tab WHERE %s",
    "SELECT * FROM tab WHERE pk=%s AND sk=%s",
    "SELECT * FROM tab WHERE pk='a' AND sk BETWEEN %s AND 2",
    "SELECT * FROM tab WHERE pk IN [%s,'a']",
    "SELECT * FROM tab WHERE pk IN %s",
    "SELECT * FROM tab WHERE x IN (%s, 1)",
    "SELECT * FROM tab WHERE begins_with(%s, 'a')",
    "SELECT * FROM tab WHERE contains(x, %s)",
    "SELECT * FROM tab WHERE attribute_type(x, %s)",
    "SELECT * FROM tab WHERE size(%s) > 1",
    "SELECT * FROM tab WHERE x[%s] = 1",
    "SELECT * FROM tab WHERE x IS %s",
    "SELECT %s FROM tab",
    "SELECT * FROM %s",
    "SELECT * FROM tab.%s WHERE g = 'x'",
    "SELECT * FROM tab WHERE pk='a' ORDER BY %s",
    "DELETE FROM tab WHERE pk=%s AND sk=1",
    "EXISTS(SELECT * FROM tab WHERE pk='a' AND sk=%s)",
    "%s",
  };

  private static final String[] TERMS = {
    "''",
    "{}",
    "{'':1}",
    "{'a':{'':1}}",
    "[{'':1}]",
    "{'a':{'b':1},'a':2}",
    "[]",
    "<<>>",
    "<<''>>",
    "<<{'':1}>>",
    "<<'a',1>>",
    "<<1,1.0>>",
    "<<'a','a'>>",
    "<<null>>",
    "\"\"",
    "\"\".a",
    "a.\"\"",
    "''''",
    "1e999",
    "1e9999999999999999999999",
    "-1",
    "- - 1",
    "1.0.0",
    "0.",
    ".5",
    "null",
    "missing",
    "true",
    "?",
    "a.b[0]",
    "[*]",
    "a[*]",
    "a.*",
    "*",
    "'x'||'y'",
    "1+1",
    "1+a",
    "a+1-2",
    "NOT true",
    "NOT a",
    "(SELECT * FROM tab)",
    "f(1)",
    "size(x)",
    "size()",
    "size(size(x))",
    "attribute_exists(1)",
    "attribute_exists(a,b)",
    "attribute_type(x,'')",
    "contains(x)",
    "contains('','')",
    "begins_with('','')",
    "'x'=1=2",
    "a=b=c",
    "a IS MISSING",
    "a IS NULL",
    "a IS FOO",
    "a BETWEEN 1",
    "a BETWEEN 2 AND 1",
    "a IN ()",
    "a IN []",
    "a IN (1,'x')",
    "a LIKE 'b'",
    "(a)",
    "((a=1))",
    "[[[[[[]]]]]]",
    "`2026`",
    "\"a\"",
    "\"a",
    "'a",
    "{'a':?}",
    "[?]",
    "{a:1}",
    "{1:1}",
    "{'pk':'a'}",
    "{'pk':1,'sk':'a'}",
    "{'pk':'','sk':1}",
    "a.b.c.d.e.f.g.h.i.j",
    "pk",
    "sk",
    "gsi",
    "pk='a' AND sk=1",
    "pk=1 AND sk='a'",
    "pk='a' OR sk=1",
    "pk='a' AND pk='b' AND sk=1",
    "pk IN ('a','b') AND sk IN (1,2)",
    "1=1",
    "a[-1]=1",
    "a[99999999999]=1",
    "x=<<1>>",
    "date '2026-01-01'",
    "\u0000",
    "é",
  };

  @Test
  void anOddTermIsTheClientsErrorAndFailsOnlyItsStatement() {
    Exchange exchange = new Exchange(engine, ExchangeConfig.standard());
    requests(exchange);
    Snapshot start = engine.snapshot();
    for (String statement : STATEMENTS) {
      for (String term : TERMS) {
        String text = json(statement.replace("%s", term));
        send(exchange, "ExecuteStatement", "{\"Statement\":" + text + '}');
        send(
            exchange,
            "ExecuteStatement",
            "{\"Parameters\":[{\"S\":\"\"},{\"M\":{}}],\"Statement\":" + text + '}');
        send(exchange, "BatchExecuteStatement", "{\"Statements\":[{\"Statement\":" + text + "}]}");
        send(
            exchange,
            "ExecuteTransaction",
            "{\"TransactStatements\":[{\"Statement\":" + text + "}]}");
      }
      engine.restore(start);
    }
    assertThat(failures).isEmpty();
  }

  private static String json(String text) {
    return '"'
        + text.replace("\\", "\\\\").replace("\"", "\\\"").replace("\u0000", "\\u0000")
        + '"';
  }
}
