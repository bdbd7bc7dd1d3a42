// The differences between two states of an item.

import { bdi, code, h } from "./dom.js";
import { pretty, same } from "./attributes.js";

/**
 * An item that is only in one of two states: "added" or "removed".
 *
 * @param {string} [name] what the item is called: its key, unless that is known
 */
export function whole(kind, item, name = short(item)) {
  return h("details.change", { class: kind }, h("summary", {}, h("strong", {}, kind), " ", bdi(name)), code("Item", pretty(item)));
}

/** An item that changed: its attributes that differ, with both values. */
export function changed(before, after, name = short(after)) {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const value = (item, attribute) => (Object.hasOwn(item, attribute) ? JSON.stringify(item[attribute]) : "none");
  const different = names.filter((each) => !(Object.hasOwn(before, each) && Object.hasOwn(after, each) && same(before[each], after[each])));
  return h(
    "details.change.changed",
    { open: true },
    h("summary", {}, h("strong", {}, "changed"), " ", bdi(name)),
    h(
      "dl.facts",
      {},
      different.map((each) => [
        h("dt", {}, bdi(each)),
        h("dd", {}, h("del", {}, bdi(value(before, each))), " ", h("ins", {}, bdi(value(after, each)))),
      ]),
    ),
  );
}

function short(item) {
  const text = JSON.stringify(item);
  return text.length > 120 ? text.slice(0, 120) + "…" : text;
}
