import { main } from "../handle/handle.mjs";
import { move, reportBy } from "./common.mjs";

// A task that moves before the end of the last page is on no page, one that moves behind it on two.
export const report = (own, board) => reportBy(own, board, "byRank");

export const pieces = { report, move };
await main(import.meta.url, pieces);
