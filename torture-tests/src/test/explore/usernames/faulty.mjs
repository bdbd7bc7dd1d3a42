import { GetItemCommand, PutItemCommand } from "@aws-sdk/client-dynamodb";
import { main } from "../handle/handle.mjs";
import { emailItem, newUser, userItem } from "./common.mjs";

export async function register(own, email, name) {
  const { Item } = await own.client.send(
    new GetItemCommand({ TableName: "Users", Key: { pk: { S: `EMAIL#${email}` } }, ConsistentRead: true }),
  );
  if (Item) throw new Error(`${email} is registered`);
  const user = newUser();
  // The check and the two items are three requests.
  await own.client.send(new PutItemCommand({ TableName: "Users", Item: emailItem(email, user) }));
  await own.client.send(new PutItemCommand({ TableName: "Users", Item: userItem(email, user, name) }));
}

export const pieces = { register };
await main(import.meta.url, pieces);
