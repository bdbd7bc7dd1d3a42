import { GetItemCommand, UpdateItemCommand } from "@aws-sdk/client-dynamodb";
import { main } from "../handle/handle.mjs";
import { hour, reap as reapAll } from "./common.mjs";

export async function touch(own, session) {
  const Key = { id: { S: session } };
  const now = await own.now();
  const { Item } = await own.client.send(
    new GetItemCommand({ TableName: "Sessions", Key, ConsistentRead: true }),
  );
  if (!Item || Number(Item.expires.N) <= now) throw new Error(`${session} has expired`);
  // If the session is deleted here, the update creates one without an owner.
  await own.client.send(
    new UpdateItemCommand({
      TableName: "Sessions",
      Key,
      UpdateExpression: "SET expires = :later",
      ExpressionAttributeValues: { ":later": { N: String(now + hour) } },
    }),
  );
}

export const reap = (own) => reapAll(own);

export const pieces = { touch, reap };
await main(import.meta.url, pieces);
