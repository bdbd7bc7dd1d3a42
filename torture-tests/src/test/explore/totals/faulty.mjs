import { UpdateItemCommand } from "@aws-sdk/client-dynamodb";
import { main } from "../handle/handle.mjs";
import { place, placed } from "./common.mjs";

// A record that comes again is added again.
export async function addUp(own, event) {
  for (const image of placed(event)) {
    await own.client.send(
      new UpdateItemCommand({
        TableName: "Totals",
        Key: { name: { S: "sales" } },
        UpdateExpression: "ADD #total :amount",
        ExpressionAttributeNames: { "#total": "total" },
        ExpressionAttributeValues: { ":amount": image.amount },
      }),
    );
  }
}

export const pieces = { place, addUp };
await main(import.meta.url, pieces);
