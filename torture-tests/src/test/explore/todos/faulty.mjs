import { GetItemCommand } from "@aws-sdk/client-dynamodb";
import { main } from "../handle/handle.mjs";
import { change, remove } from "./common.mjs";

export async function update(own, id, text) {
  const { Item } = await own.client.send(
    new GetItemCommand({ TableName: "Todos", Key: { id: { S: id } }, ConsistentRead: true }),
  );
  if (!Item) throw new Error(`${id} does not exist`);
  // UpdateItem creates an item that does not exist.
  await own.client.send(change(id, text));
}

export const pieces = { update, remove };
await main(import.meta.url, pieces);
