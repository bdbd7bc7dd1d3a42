import { main } from "../handle/handle.mjs";
import { move, reportBy } from "./common.mjs";

// The pages follow the key of the table, which no task changes.
export const report = (own, board) => reportBy(own, board);

export const pieces = { report, move };
await main(import.meta.url, pieces);
