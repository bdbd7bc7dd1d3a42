import { TransactWriteItemsCommand } from "@aws-sdk/client-dynamodb";
import { conditionFailed, main } from "../handle/handle.mjs";
import { emailItem, newUser, userItem } from "./common.mjs";

export async function register(own, email, name) {
  const user = newUser();
  const unique = "attribute_not_exists(pk)";
  try {
    await own.client.send(
      new TransactWriteItemsCommand({
        TransactItems: [
          { Put: { TableName: "Users", Item: emailItem(email, user), ConditionExpression: unique } },
          { Put: { TableName: "Users", Item: userItem(email, user, name), ConditionExpression: unique } },
        ],
      }),
    );
  } catch (error) {
    throw conditionFailed(error) ? new Error(`${email} is registered`) : error;
  }
}

export const pieces = { register };
await main(import.meta.url, pieces);
