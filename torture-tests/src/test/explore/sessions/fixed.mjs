import { UpdateItemCommand } from "@aws-sdk/client-dynamodb";
import { main } from "../handle/handle.mjs";
import { hour, reap as reapAll } from "./common.mjs";

export async function touch(own, session) {
  const now = await own.now();
  await own.client.send(
    new UpdateItemCommand({
      TableName: "Sessions",
      Key: { id: { S: session } },
      UpdateExpression: "SET expires = :later",
      ConditionExpression: "attribute_exists(#owner) AND expires > :now",
      ExpressionAttributeNames: { "#owner": "owner" },
      ExpressionAttributeValues: { ":later": { N: String(now + hour) }, ":now": { N: String(now) } },
    }),
  );
}

export const reap = (own) => reapAll(own, "expires <= :now");

export const pieces = { touch, reap };
await main(import.meta.url, pieces);
