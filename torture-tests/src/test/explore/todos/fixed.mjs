import { main } from "../handle/handle.mjs";
import { change, remove } from "./common.mjs";

export async function update(own, id, text) {
  await own.client.send(change(id, text, "attribute_exists(id)"));
}

export const pieces = { update, remove };
await main(import.meta.url, pieces);
