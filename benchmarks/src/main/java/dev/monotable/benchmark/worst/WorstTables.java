package dev.monotable.benchmark.worst;

import static dev.monotable.benchmark.worst.WorstItems.REQUEST;
import static dev.monotable.benchmark.worst.WorstItems.join;
import static dev.monotable.benchmark.worst.WorstItems.json;
import static dev.monotable.benchmark.worst.WorstItems.name;
import static dev.monotable.benchmark.worst.WorstItems.worst;

import java.util.List;
import java.util.function.Supplier;

/** The requests for tables, tags, streams and limits that are measured. */
final class WorstTables {
  private final List<WorstCase> cases;

  private WorstTables(List<WorstCase> cases) {
    this.cases = cases;
  }

  static void addTo(List<WorstCase> cases) {
    WorstTables made = new WorstTables(cases);
    made.tables();
    made.tags();
    made.names();
    made.streams();
    made.unknownMembers();
  }

  private void add(String operation, String input, Supplier<String> body) {
    cases.add(new WorstCase(operation, input, body));
  }

  private void tables() {
    add(
        "CreateTable",
        "300,000 attribute definitions",
        () ->
            json(
                "{'TableName':'new','AttributeDefinitions':[@],"
                    + "'KeySchema':[{'AttributeName':'pk','KeyType':'HASH'}],"
                    + "'BillingMode':'PAY_PER_REQUEST'}",
                join(300_000, i -> json("{'AttributeName':'@','AttributeType':'S'}", name(i, 6)))));
    add(
        "CreateTable",
        "100,000 indexes",
        () ->
            json(
                "{'TableName':'new',"
                    + "'AttributeDefinitions':[{'AttributeName':'pk','AttributeType':'S'}],"
                    + "'KeySchema':[{'AttributeName':'pk','KeyType':'HASH'}],"
                    + "'BillingMode':'PAY_PER_REQUEST','GlobalSecondaryIndexes':[@]}",
                join(
                    100_000,
                    i ->
                        json(
                            "{'IndexName':'@','KeySchema':[{'AttributeName':'pk','KeyType':'HASH'}],"
                                + "'Projection':{'ProjectionType':'ALL'}}",
                            name(i, 6)))));
    add(
        "UpdateTable",
        "200,000 index updates",
        () ->
            worst(
                "'GlobalSecondaryIndexUpdates':[@]",
                join(200_000, i -> json("{'Delete':{'IndexName':'@'}}", name(i, 6)))));
  }

  private void tags() {
    String arn = "'ResourceArn':'arn:aws:dynamodb:us-east-1:000000000000:table/worst',";
    add(
        "TagResource",
        "400,000 tags",
        () ->
            json(
                "{" + arn + "'Tags':[@]}",
                join(400_000, i -> json("{'Key':'@','Value':''}", name(i, 6)))));
    add(
        "UntagResource",
        "1 million keys",
        () -> json("{" + arn + "'TagKeys':[@]}", join(1_000_000, i -> '"' + name(i, 6) + '"')));
  }

  private void names() {
    for (String operation : List.of("DescribeTable", "DeleteTable", "DescribeTimeToLive")) {
      add(
          operation,
          "table name of 15.9 MB",
          () -> json("{'TableName':'@'}", "a.".repeat(REQUEST / 2)));
    }
    add(
        "UpdateTimeToLive",
        "attribute name of 15.9 MB",
        () ->
            worst(
                "'TimeToLiveSpecification':{'Enabled':true,'AttributeName':'@'}",
                "a".repeat(REQUEST)));
    add(
        "ListTables",
        "start name of 15.9 MB",
        () -> json("{'ExclusiveStartTableName':'@'}", "a".repeat(REQUEST)));
    add(
        "ListTagsOfResource",
        "ARN of 15.9 MB",
        () -> json("{'ResourceArn':'arn:@'}", "a:".repeat(REQUEST / 2)));
  }

  private void streams() {
    add("DescribeStream", "ARN of 13.9 MB", () -> json("{'StreamArn':'@'}", longArn()));
    add(
        "GetShardIterator",
        "ARN of 13.9 MB",
        () ->
            json(
                "{'StreamArn':'@','ShardId':'shardId-00000000000000000000-00000000',"
                    + "'ShardIteratorType':'LATEST'}",
                longArn()));
    add(
        "GetRecords",
        "iterator of 15.9 MB",
        () -> json("{'ShardIterator':'@'}", "|".repeat(REQUEST)));
    add("ListStreams", "ARN of 13.9 MB", () -> json("{'ExclusiveStartStreamArn':'@'}", longArn()));
  }

  private static String longArn() {
    return "arn:aws:dynamodb:x:1:table/" + "/stream".repeat(REQUEST / 8) + "/";
  }

  private void unknownMembers() {
    add(
        "DescribeLimits",
        "2 million unknown members",
        () -> "{" + join(REQUEST / 8, i -> "\"a\":[]") + "}");
    add(
        "DescribeEndpoints",
        "2 million unknown members",
        () -> "{" + join(REQUEST / 8, i -> "\"a\":{}") + "}");
  }
}
