import { DeleteItemCommand, UpdateItemCommand } from "@aws-sdk/client-dynamodb";

export async function remove(own, id) {
  await own.client.send(new DeleteItemCommand({ TableName: "Todos", Key: { id: { S: id } } }));
}

export const change = (id, text, condition) =>
  new UpdateItemCommand({
    TableName: "Todos",
    Key: { id: { S: id } },
    UpdateExpression: "SET #text = :text, checked = :checked",
    ConditionExpression: condition,
    ExpressionAttributeNames: { "#text": "text" },
    ExpressionAttributeValues: { ":text": { S: text }, ":checked": { BOOL: true } },
  });
