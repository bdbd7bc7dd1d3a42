import { main } from "../handle/handle.mjs";
import { give, passengerOf } from "./common.mjs";

export async function reserve(own, seat, passenger) {
  const taken = await passengerOf(own, seat);
  if (taken && taken !== passenger) throw new Error(`${seat} is taken`);
  // Another passenger may have got the seat since.
  await give(own, seat, passenger);
}

export const pieces = { reserve };
await main(import.meta.url, pieces);
