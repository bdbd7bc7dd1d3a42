import { PutItemCommand, QueryCommand, UpdateItemCommand } from "@aws-sdk/client-dynamodb";

// Reads all tasks of a board in pages of two, and keeps how many there are.
export async function reportBy(own, board, index) {
  const tasks = [];
  let start;
  do {
    const page = await own.client.send(
      new QueryCommand({
        TableName: "Tasks",
        IndexName: index,
        KeyConditionExpression: "board = :board",
        ExpressionAttributeValues: { ":board": { S: board } },
        ConsistentRead: true,
        Limit: 2,
        ExclusiveStartKey: start,
      }),
    );
    tasks.push(...page.Items);
    start = page.LastEvaluatedKey;
  } while (start);
  const names = tasks.sort((a, b) => a.rank.N - b.rank.N).map(({ task }) => task);
  const Item = { report: { S: board }, names: { L: names }, tasks: { N: String(names.length) } };
  await own.client.send(new PutItemCommand({ TableName: "Reports", Item }));
}

export async function move(own, board, task, rank) {
  await own.client.send(
    new UpdateItemCommand({
      TableName: "Tasks",
      Key: { board: { S: board }, task: { S: task } },
      UpdateExpression: "SET #rank = :rank",
      ConditionExpression: "attribute_exists(task)",
      ExpressionAttributeNames: { "#rank": "rank" },
      ExpressionAttributeValues: { ":rank": { N: rank } },
    }),
  );
}
