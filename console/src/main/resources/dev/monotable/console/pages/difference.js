// What differs between two states of an item.

import { bdi, code, h } from "./dom.js";
import { pretty, same } from "./attributes.js";

/** An item that is only in one of two states: "added" or "removed". */
export function whole(kind, item) {
  return h("details.change", { class: kind }, h("summary", {}, h("strong", {}, kind), " ", bdi(short(item))), code("Item", pretty(item)));
}

/** An item that changed: its attributes that differ, with both values. */
export function changed(before, after) {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const value = (item, name) => (Object.hasOwn(item, name) ? JSON.stringify(item[name]) : "none");
  const different = names.filter((name) => !(Object.hasOwn(before, name) && Object.hasOwn(after, name) && same(before[name], after[name])));
  return h(
    "details.change.changed",
    { open: true },
    h("summary", {}, h("strong", {}, "changed"), " ", bdi(short(after))),
    h(
      "dl.facts",
      {},
      different.map((name) => [
        h("dt", {}, bdi(name)),
        h("dd", {}, h("del", {}, bdi(value(before, name))), " ", h("ins", {}, bdi(value(after, name)))),
      ]),
    ),
  );
}

function short(item) {
  const text = JSON.stringify(item);
  return text.length > 120 ? text.slice(0, 120) + "…" : text;
}
