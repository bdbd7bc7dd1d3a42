// An item: its text in DynamoDB JSON, what else is known of it, and its changes.

import * as api from "./calls.js";
import { bdi, bytes, code, commands, count, field, fill, h } from "./dom.js";
import { awsCli, controlJson, curlDynamo, dynamo, state } from "./server.js";
import { keyText, parse, pretty, removal, same, update } from "./attributes.js";
import { confirmed, problem } from "./console.js";
import { changed, whole } from "./difference.js";
import { primaryKey } from "./tables.js";

/** The stream is searched for the changes of an item up to so many records. */
const MAX_RECORDS = 10_000;

/**
 * Returns the panel of an item.
 *
 * @param {object|null} key the primary key; null for a new item
 * @param {{close: function(), changed: function()}} actions
 */
export async function itemPanel(table, key, actions) {
  if (key === null) {
    return newItem(table, actions);
  }
  const [known, clock] = await Promise.all([
    controlJson(api.describeItem({ table: table.name, key })),
    controlJson(api.getClock()),
  ]);
  return [
    head("Item", table, actions),
    h("p", {}, bdi(keyText(key))),
    known.item === undefined ? h("p.problem", {}, "This item does not exist any more.") : editor(table, key, known, actions),
    facts(known, clock),
    history(table, key),
  ];
}

function head(title, table, actions) {
  return h(
    "div.head",
    {},
    h("h2", {}, `${title} of `, bdi(table.name)),
    h("button.small", { type: "button", "data-reads": true, onclick: actions.close }, "Close"),
  );
}

function area(text, readonly = false) {
  return h("textarea", {
    rows: Math.min(28, Math.max(8, text.split("\n").length + 1)),
    spellcheck: "false",
    autocapitalize: "off",
    autocomplete: "off",
    readonly,
    value: text,
  });
}

// ---- change and delete ----

function editor(table, key, known, actions) {
  let before = known.item;
  const text = area(pretty(before), state.settings.readOnly);
  const out = h("div", { role: "status" });
  const request = () => {
    const after = parse(text.value);
    if (!same(primaryKey(table, after), key)) {
      throw new Error("The primary key of an item cannot change; write a new item instead.");
    }
    return update(table.name, key, before, after);
  };
  const save = async () => {
    try {
      const change = request();
      if (change === null) {
        fill(out, h("p.quiet", {}, "Nothing has changed."));
        return;
      }
      await dynamo("UpdateItem", change, false);
      before = parse(text.value);
      fill(out, h("p.done", {}, "Saved. Attributes that you have not changed are as others left them."));
      actions.changed();
    } catch (e) {
      fill(out, problem(e), e.type === "ConditionalCheckFailedException" ? conflict() : null);
    }
  };
  const conflict = () => [
    h("p", {}, "Somebody has changed or deleted what you have changed, so nothing was written."),
    h("button", { type: "button", onclick: present }, "Show the present item"),
  ];
  const present = async () => {
    const now = await controlJson(api.describeItem({ table: table.name, key }));
    if (now.item === undefined) {
      fill(out, h("p.problem", {}, "The item was deleted."));
      return;
    }
    const mine = text.value;
    before = now.item;
    text.value = pretty(before);
    fill(out, h("p.done", {}, "This is the present item. What you had written:"), code("Yours", mine));
  };
  const remove = async () => {
    if (await confirmed("Delete this item?", "It is deleted if it is still as you see it.", "Delete")) {
      try {
        await dynamo("DeleteItem", removal(table.name, key, before), false);
        actions.close();
        actions.changed();
      } catch (e) {
        fill(out, problem(e), e.type === "ConditionalCheckFailedException" ? conflict() : null);
      }
    }
  };
  return [
    field("The item in DynamoDB JSON: numbers are texts and keep all their digits", text),
    state.settings.readOnly
      ? null
      : [
          h(
            "div.buttons",
            {},
            h("button.primary", { type: "button", onclick: save }, "Save"),
            h("button.danger", { type: "button", onclick: remove }, "Delete"),
            commands(() => {
              try {
                const change = request();
                return change === null
                  ? shown("DeleteItem", removal(table.name, key, before))
                  : shown("UpdateItem", change);
              } catch (e) {
                return { cli: null, curl: e.message };
              }
            }),
          ),
          out,
        ],
  ];
}

function shown(operation, request) {
  return { cli: awsCli(operation, request), curl: curlDynamo(operation, request) };
}

function newItem(table, actions) {
  const names = [...table.key.partition, ...table.key.sort];
  const template = Object.fromEntries(names.map((name) => [name, { [table.types[name]]: "" }]));
  const text = area(pretty(template));
  const out = h("div", { role: "status" });
  const request = () => ({
    TableName: table.name,
    Item: parse(text.value),
    ConditionExpression: "attribute_not_exists(#k)",
    ExpressionAttributeNames: { "#k": names[0] },
  });
  return [
    head("New item", table, actions),
    field("The item in DynamoDB JSON", text),
    h(
      "div.buttons",
      {},
      h(
        "button.primary",
        {
          type: "button",
          onclick: async () => {
            try {
              await dynamo("PutItem", request(), false);
              fill(out, h("p.done", {}, "Written."));
              actions.changed();
            } catch (e) {
              fill(out, problem(e), e.type === "ConditionalCheckFailedException" ? h("p", {}, "There is an item with this key already, so nothing was written.") : null);
            }
          },
        },
        "Write",
      ),
      commands(() => {
        try {
          return shown("PutItem", request());
        } catch (e) {
          return { cli: null, curl: e.message };
        }
      }),
    ),
    out,
  ];
}

// ---- what else is known ----

function facts(known, clock) {
  return h(
    "dl.facts",
    {},
    h("dt", {}, "Size"),
    h("dd", {}, bytes(known.bytes)),
    known.expires ? [h("dt", {}, "Time to live"), h("dd", {}, remaining(known.expires, clock.now))] : null,
    known.indexEntries.map(({ index, entry, bytes: size }) => [
      h("dt", {}, bdi(index)),
      h("dd", {}, entry === undefined ? "no entry" : h("details", {}, h("summary", {}, `an entry of ${bytes(size)}`), code(`Entry in ${index}`, pretty(entry)))),
    ]),
  );
}

/** The time that an item has left, by the clock of its database. */
function remaining(expires, now) {
  let seconds = Math.round((Date.parse(expires) - Date.parse(now)) / 1000);
  if (seconds <= 0) {
    return `expired at ${expires}`;
  }
  const parts = [];
  for (const [unit, length] of [["d", 86400], ["h", 3600], ["min", 60], ["s", 1]]) {
    if (seconds >= length && parts.length < 2) {
      parts.push(`${Math.floor(seconds / length)} ${unit}`);
      seconds %= length;
    }
  }
  return `${parts.join(" ")} left, until ${expires}`;
}

// ---- history ----

function history(table, key) {
  const out = h("div", { role: "status" });
  return [
    h("h3", {}, "History"),
    h("button", { type: "button", "data-reads": true, onclick: () => load(table, key, out) }, "Show the history"),
    out,
  ];
}

async function load(table, key, out) {
  fill(out, h("p.quiet", {}, "Reading"));
  try {
    const [stream, known] = await Promise.all([
      table.stream === null ? null : changes(table.stream, key),
      controlJson(api.describeItem({ table: table.name, key, history: true })),
    ]);
    fill(
      out,
      stream === null && known.history === undefined
        ? h("p.quiet", {}, "The table has neither a stream nor point-in-time recovery, which would have it.")
        : null,
      stream === null ? null : ofStream(stream),
      known.history === undefined ? null : ofWindow(known.history),
    );
  } catch (e) {
    fill(out, problem(e));
  }
}

function ofStream({ records, complete }) {
  return [
    h("h4", {}, "In the stream"),
    h("p.quiet", {}, records.length === 0 ? "The stream has no change of this item." : count(records.length, "change"), complete ? "" : `, in the first ${MAX_RECORDS.toLocaleString("en")} records`),
    h("ol.parts", {}, records.map(record)),
  ];
}

/** The versions of the window of recovery, newest first, each with what it has changed. */
function ofWindow({ earliest, versions, complete }) {
  const steps = versions.map(({ since, item }, at) => {
    const before = versions[at + 1]?.item;
    const isFirst = at === versions.length - 1;
    return h(
      "li",
      {},
      h("p", {}, h("strong", {}, item === undefined ? "deleted" : isFirst ? "was" : before === undefined ? "created" : "changed"), " ", h("span.quiet", {}, isFirst && complete ? `at ${since}` : `by ${since}`)),
      item !== undefined && before !== undefined ? changed(before, item) : null,
      item !== undefined && before === undefined ? whole(isFirst ? "was" : "added", item) : null,
    );
  });
  return [
    h("h4", {}, "In the window of recovery"),
    h("p.quiet", {}, `What the item was at the end of a second, since ${earliest}`, complete ? "" : "; older versions are left out", "."),
    versions.length === 0 ? h("p.quiet", {}, "The item does not exist in it.") : h("ol.parts", {}, steps),
  ];
}

function record({ eventName, dynamodb }) {
  const time = new Date(dynamodb.ApproximateCreationDateTime * 1000).toISOString();
  return h(
    "li",
    {},
    h("p", {}, h("strong", {}, eventName), " ", h("span.quiet", {}, time)),
    dynamodb.OldImage ? h("details", {}, h("summary", {}, "Before"), code("Before", pretty(dynamodb.OldImage))) : null,
    dynamodb.NewImage ? h("details", {}, h("summary", {}, "After"), code("After", pretty(dynamodb.NewImage))) : null,
  );
}

/** The stream records of an item, oldest first. */
async function changes(stream, key) {
  const { StreamDescription } = await dynamo("DescribeStream", { StreamArn: stream });
  const records = [];
  let read = 0;
  for (const { ShardId } of StreamDescription.Shards) {
    let iterator = (
      await dynamo("GetShardIterator", { StreamArn: stream, ShardId, ShardIteratorType: "TRIM_HORIZON" })
    ).ShardIterator;
    while (iterator && read < MAX_RECORDS) {
      const page = await dynamo("GetRecords", { ShardIterator: iterator, Limit: 1000 });
      read += page.Records.length;
      records.push(...page.Records.filter((each) => same(each.dynamodb.Keys, key)));
      iterator = page.Records.length === 0 ? null : page.NextShardIterator;
    }
  }
  return { records, complete: read < MAX_RECORDS };
}
