import { GetItemCommand, TransactWriteItemsCommand } from "@aws-sdk/client-dynamodb";

export async function passengerOf(own, seat) {
  const { Item } = await own.client.send(
    new GetItemCommand({ TableName: "Seats", Key: { seat: { S: seat } }, ConsistentRead: true }),
  );
  return Item?.passenger?.S;
}

// Gives the seat and writes the ticket in one transaction.
export async function give(own, seat, passenger, condition) {
  await own.client.send(
    new TransactWriteItemsCommand({
      TransactItems: [
        {
          Update: {
            TableName: "Seats",
            Key: { seat: { S: seat } },
            UpdateExpression: "SET passenger = :p",
            ConditionExpression: condition,
            ExpressionAttributeValues: { ":p": { S: passenger } },
          },
        },
        {
          Put: {
            TableName: "Tickets",
            Item: { ticket: { S: `${seat}/${passenger}` }, seat: { S: seat } },
          },
        },
      ],
    }),
  );
}
