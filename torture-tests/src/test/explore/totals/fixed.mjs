import { TransactWriteItemsCommand } from "@aws-sdk/client-dynamodb";
import { conditionFailed, main } from "../handle/handle.mjs";
import { place, placed } from "./common.mjs";

// The order is noted in the same transaction.
export async function addUp(own, event) {
  for (const { order, amount } of placed(event)) {
    const noted = { name: { S: `order/${order.S}` } };
    try {
      await own.client.send(
        new TransactWriteItemsCommand({
          TransactItems: [
            { Put: { TableName: "Totals", Item: noted, ConditionExpression: "attribute_not_exists(#name)",
                ExpressionAttributeNames: { "#name": "name" } } },
            { Update: { TableName: "Totals", Key: { name: { S: "sales" } }, UpdateExpression: "ADD #total :amount",
                ExpressionAttributeNames: { "#total": "total" }, ExpressionAttributeValues: { ":amount": amount } } },
          ],
        }),
      );
    } catch (error) {
      if (!conditionFailed(error)) throw error;
    }
  }
}

export const pieces = { place, addUp };
await main(import.meta.url, pieces);
