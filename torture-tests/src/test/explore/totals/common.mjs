import { PutItemCommand } from "@aws-sdk/client-dynamodb";

export async function place(own, order, amount) {
  await own.client.send(
    new PutItemCommand({
      TableName: "Orders",
      Item: { order: { S: order }, amount: { N: amount } },
      ConditionExpression: "attribute_not_exists(#order) OR amount = :amount",
      ExpressionAttributeNames: { "#order": "order" },
      ExpressionAttributeValues: { ":amount": { N: amount } },
    }),
  );
}

export const placed = (event) =>
  event.Records.filter((record) => record.eventName === "INSERT").map((record) => record.dynamodb.NewImage);
