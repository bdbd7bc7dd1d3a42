import { DeleteItemCommand, paginateScan } from "@aws-sdk/client-dynamodb";

export const hour = 3600;

// Deletes what has expired by the clock of the database.
export async function reap(own, condition) {
  const values = { ":now": { N: String(await own.now()) } };
  const scan = { TableName: "Sessions", FilterExpression: "expires <= :now", ExpressionAttributeValues: values };
  for await (const page of paginateScan({ client: own.client }, { ...scan, ConsistentRead: true })) {
    for (const { id } of page.Items) {
      await own.client
        .send(
          new DeleteItemCommand({
            TableName: "Sessions",
            Key: { id },
            ConditionExpression: condition,
            ExpressionAttributeValues: condition && values,
          }),
        )
        .catch((error) => {
          if (error.name !== "ConditionalCheckFailedException") throw error;
        });
    }
  }
}
