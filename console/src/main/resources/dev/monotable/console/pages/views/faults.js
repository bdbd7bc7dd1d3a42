// Fault rules with what they have matched; the streams of tables, and the functions that read them.

import * as api from "../calls.js";
import { append, bdi, code, commands, count, field, fill, h, refill, select, shell } from "../dom.js";
import { controlJson, curlControl, databaseOption, dynamo, endpointOption, state } from "../server.js";
import { keyText, pretty } from "../attributes.js";
import { confirmed, problem } from "../console.js";
import { describeTable, primaryKey, tableNames } from "../tables.js";

const OPERATIONS = ["", "GetItem", "PutItem", "UpdateItem", "DeleteItem", "Query", "Scan", "BatchGetItem", "BatchWriteItem", "TransactGetItems", "TransactWriteItems", "ExecuteStatement", "BatchExecuteStatement", "ExecuteTransaction", "GetRecords"];

/** The interval in which the counts are read again, in milliseconds. */
const REFRESH = 2000;

export async function show(main, { parameters, signal }) {
  const names = await tableNames();
  const rules = new Rules(names, parameters);
  const streams = new Streams(names);
  fill(main, h("h1", {}, "Faults and streams"), rules.section(), streams.section());
  await Promise.all([rules.load(), streams.load()]);
  const timer = setInterval(() => {
    if (document.visibilityState === "visible") {
      rules.load().catch(() => {});
      streams.loadMappings().catch(() => {});
    }
  }, REFRESH);
  signal.addEventListener("abort", () => clearInterval(timer));
}

class Rules {
  constructor(names, parameters) {
    this.names = names;
    this.parameters = parameters;
    this.list = h("ul.cards", { "aria-label": "Rules" });
    this.out = h("div", { role: "status" });
    this.shown = "";
  }

  section() {
    return h(
      "section",
      {},
      h("h2", {}, "Faults"),
      h("p.intro", {}, "A rule changes what requests get, without a line of your code. A response that a rule has changed names it in the header x-monotable-fault. The console's own requests are hit too."),
      state.settings.readOnly ? null : this.form(),
      this.out,
      this.list,
    );
  }

  form() {
    const wanted = (name) => this.parameters.get(name) ?? "";
    this.fault = select(Object.entries(api.FaultName).map(([name, { text }]) => [name, `${name}: ${text}`]), wanted("fault") || "throttle", { onchange: () => this.showExtra() });
    this.operation = select(OPERATIONS.map((each) => [each, each === "" ? "all" : each]), wanted("operation"));
    this.table = select(["", ...this.names].map((each) => [each, each === "" ? "all" : each]), wanted("table"));
    this.index = h("input", { type: "text", placeholder: "all", autocomplete: "off" });
    this.key = h("input", { type: "text", placeholder: '{"PK": {"S": "ROOM#1"}}', autocomplete: "off", value: wanted("key") });
    this.times = h("input", { type: "number", min: 1, placeholder: "always", value: wanted("times") });
    this.after = h("input", { type: "number", min: 0, placeholder: "0" });
    this.probability = h("input", { type: "number", min: 0, max: 1, step: "any", placeholder: "1" });
    this.extra = h("div.controls");
    const form = h(
      "form",
      {
        onsubmit: (event) => {
          event.preventDefault();
          this.act(async () => {
            await controlJson(api.addFault(this.body()));
            return "The rule applies from now on.";
          });
        },
      },
      field("Fault", this.fault),
      h("div.controls", {}, field("Operation", this.operation), field("Table", this.table), field("Index", this.index), field("Key, in DynamoDB JSON", this.key)),
      this.extra,
      h("div.controls", {}, field("Times", this.times), field("After so many requests", this.after), field("Probability", this.probability)),
      h("div.buttons", {}, h("button.primary", {}, "Add the rule")),
      commands(() => {
        try {
          return { cli: this.cli(), curl: curlControl(api.addFault(this.body())) };
        } catch (e) {
          return { cli: null, curl: e.message };
        }
      }),
    );
    this.showExtra();
    return h("details.action", { open: this.parameters.has("operation") }, h("summary", {}, "Add a rule"), form);
  }

  /** Shows the members that only this fault has. */
  showExtra() {
    const { members, required } = api.FaultName[this.fault.value];
    this.extras = members.map((name) => {
      const { text, type, values } = api.FaultToAdd[name];
      const input =
        values.length > 0
          ? select(["", ...values].map((each) => [each, each === "" ? "any" : each]), "")
          : h("input", { type, required: required.includes(name), autocomplete: "off" });
      return { name, input, text };
    });
    fill(this.extra, this.extras.map(({ name, input, text }) => field(name[0].toUpperCase() + name.slice(1), input, text)));
  }

  body() {
    const body = { fault: this.fault.value };
    for (const name of ["operation", "table", "index"]) {
      if (this[name].value !== "") {
        body[name] = this[name].value;
      }
    }
    if (this.key.value !== "") {
      body.key = JSON.parse(this.key.value);
    }
    for (const { name, input } of this.extras) {
      if (input.value !== "") {
        body[name] = input.type === "number" ? Number(input.value) : input.value;
      }
    }
    for (const name of ["times", "after", "probability"]) {
      if (this[name].value !== "") {
        body[name] = Number(this[name].value);
      }
    }
    return body;
  }

  cli() {
    const { fault, duration, ...options } = this.body();
    const value = duration === undefined ? "" : ` ${shell(duration)}`;
    const texts = Object.entries(options).map(
      ([name, value]) => ` --${name} ${shell(typeof value === "object" ? JSON.stringify(value) : String(value))}`,
    );
    return `monotable fault add ${fault}${value}${texts.join("")}${databaseOption()}${endpointOption()}`;
  }

  async act(run) {
    try {
      const text = await run();
      await this.load();
      fill(this.out, h("p.done", {}, text));
    } catch (e) {
      fill(this.out, problem(e));
    }
  }

  async load() {
    const { faults } = await controlJson(api.listFaults());
    const text = JSON.stringify(faults);
    if (text === this.shown) {
      return;
    }
    this.shown = text;
    fill(
      this.list,
      faults.length === 0 ? h("li.quiet", {}, "No rule: every request gets what it should.") : null,
      faults.map(({ id, name, matched, injected }) =>
        h(
          "li.card",
          { "data-rule": id },
          h("p", {}, bdi(name)),
          h("p", {}, `matched ${count(matched, "request")}, hit `, h("strong", {}, injected.toLocaleString("en"))),
          state.settings.readOnly
            ? null
            : h(
                "div.buttons",
                {},
                h(
                  "button.small",
                  {
                    type: "button",
                    "data-row": true,
                    "aria-label": `Remove the rule ${id}`,
                    onclick: () =>
                      this.act(async () => {
                        await controlJson(api.removeFault(id));
                        return "The rule is removed.";
                      }),
                  },
                  "Remove",
                ),
                commands(() => ({
                  cli: `monotable fault remove ${shell(id)}${databaseOption()}${endpointOption()}`,
                  curl: curlControl(api.removeFault(id)),
                })),
              ),
        ),
      ),
    );
  }
}

class Streams {
  constructor(names) {
    this.names = names;
    this.tables = h("div");
    this.list = h("ul.cards", { "aria-label": "Functions" });
    this.out = h("div", { role: "status" });
    this.shown = "";
  }

  section() {
    return h(
      "section",
      {},
      h("h2", {}, "Streams"),
      h("p.intro", {}, "The stream records of each table, and the functions behind URLs that receive them by the rules of Lambda's event source mappings."),
      this.tables,
      h("h3", {}, "Functions"),
      state.settings.readOnly ? null : this.form(),
      this.out,
      this.list,
    );
  }

  form() {
    const table = select(this.names, this.names[0]);
    const url = h("input", { type: "url", required: true, placeholder: "http://localhost:9000", size: 28 });
    const batch = h("input", { type: "number", min: 1, max: 10000, value: 100 });
    const retries = h("input", { type: "number", min: -1, max: 10000, value: -1 });
    const age = h("input", { type: "number", min: -1, max: 604800, value: -1 });
    const bisect = h("input", { type: "checkbox" });
    const automatic = h("input", { type: "checkbox" });
    const body = () => ({
      table: table.value,
      url: url.value,
      batchSize: Number(batch.value),
      maximumRetryAttempts: Number(retries.value),
      streamViewType: "NEW_AND_OLD_IMAGES",
      ...(age.value !== "-1" ? { maximumRecordAgeInSeconds: Number(age.value) } : {}),
      ...(bisect.checked ? { bisectBatchOnFunctionError: true } : {}),
      ...(automatic.checked ? { automatic: true } : {}),
    });
    return h(
      "details.action",
      {},
      h("summary", {}, "Let a function receive the records of a table"),
      h(
        "form",
        {
          onsubmit: (event) => {
            event.preventDefault();
            this.act(async () => {
              await controlJson(api.createEventSourceMapping(body()));
              return "The function receives the records: at a drain, or by itself if it is automatic.";
            });
          },
        },
        h("div.controls", {}, field("Table", table), field("URL of the function", url), field("Batch size", batch), field("Retries, -1 for all", retries), field("Record age in seconds, -1 for any", age)),
        h("label.check", {}, bisect, " Split a batch that fails"),
        h("label.check", {}, automatic, " Deliver in the background"),
        h("div.buttons", {}, h("button.primary", {}, "Connect")),
        commands(() => {
          const { batchSize, maximumRetryAttempts, maximumRecordAgeInSeconds } = body();
          const more = [
            maximumRecordAgeInSeconds === undefined ? "" : ` --maximum-record-age-in-seconds ${maximumRecordAgeInSeconds}`,
            bisect.checked ? " --bisect-batch-on-function-error" : "",
            automatic.checked ? " --automatic" : "",
          ].join("");
          return {
            cli: `monotable event-source-mapping create ${shell(table.value)} ${shell(url.value || "http://localhost:9000")} --stream-view-type NEW_AND_OLD_IMAGES --batch-size ${batchSize} --maximum-retry-attempts ${maximumRetryAttempts}${more}${databaseOption()}${endpointOption()}`,
            curl: curlControl(api.createEventSourceMapping(body())),
          };
        }),
      ),
    );
  }

  async act(run) {
    try {
      const result = await run();
      await this.loadMappings();
      fill(this.out, typeof result === "string" ? h("p.done", {}, result) : result);
    } catch (e) {
      fill(this.out, problem(e));
    }
  }

  async load() {
    await this.loadMappings();
    const streams = [];
    for (const name of this.names.slice(0, 50)) {
      const table = await describeTable(name);
      if (table.stream !== null) {
        streams.push(table);
      }
    }
    fill(
      this.tables,
      streams.length === 0 ? h("p.quiet", {}, "No table has a stream.") : null,
      streams.map((table) => stream(table)),
    );
  }

  async loadMappings() {
    const { eventSourceMappings } = await controlJson(api.listEventSourceMappings());
    const text = JSON.stringify(eventSourceMappings);
    if (text === this.shown) {
      return;
    }
    this.shown = text;
    refill(
      this.list,
      eventSourceMappings.length === 0 ? h("li.quiet", {}, "No function is connected.") : null,
      eventSourceMappings.map((mapping) => this.card(mapping)),
    );
  }

  card({ id, settings, invocations, discarded, lag, lastDiscarded }) {
    return h(
      "li.card",
      {},
      h("p", {}, bdi(settings.table), " to ", bdi(settings.url)),
      h("p", {}, `${count(invocations, "invocation")}, `, discarded > 0 ? h("strong.bad", {}, `${batches(discarded)} discarded`) : "nothing discarded", settings.automatic ? h("span.tag", {}, "automatic") : null),
      behind(lag, settings.automatic === true),
      lag.retried.map(retried),
      lastDiscarded.length === 0
        ? null
        : h("details", { "data-keep": id }, h("summary", {}, `The last ${lastDiscarded.length === 1 ? "batch" : `${lastDiscarded.length} batches`} that it discarded`), lastDiscarded.map(discardedBatch)),
      state.settings.readOnly
        ? null
        : h(
            "div.buttons",
            {},
            h("button.small", { type: "button", "data-row": true, "aria-label": `Drain ${id}`, onclick: () => this.act(() => drain(id)) }, "Drain"),
            h(
              "button.small",
              {
                type: "button",
                "aria-label": `Disconnect ${id}`,
                onclick: () =>
                  this.act(async () => {
                    if (await confirmed("Disconnect this function?", "It receives no more records.", "Disconnect")) {
                      await controlJson(api.deleteEventSourceMapping(id));
                      return "The function is disconnected.";
                    }
                    return "The function stays connected.";
                  }),
              },
              "Disconnect",
            ),
            commands(() => ({
              cli: `monotable event-source-mapping drain ${shell(id)}${databaseOption()}${endpointOption()}\nmonotable event-source-mapping delete ${shell(id)}${databaseOption()}${endpointOption()}`,
              curl: `${curlControl(api.drainEventSourceMapping(id))}\n${curlControl(api.deleteEventSourceMapping(id))}`,
            })),
          ),
    );
  }
}

function batches(number, kind = "") {
  return `${number.toLocaleString("en")} ${kind}${number === 1 ? "batch" : "batches"}`;
}

async function drain(id) {
  const { invocations, discarded } = await controlJson(api.drainEventSourceMapping(id, {}));
  return h(
    "div.done",
    {},
    `Drained: ${count(invocations, "invocation")}, ${batches(discarded.length, "discarded ")}.`,
    discarded.map(discardedBatch),
  );
}

/** The distance of a function from the end of the stream. */
function behind({ records, complete, oldest }, automatic) {
  if (records === 0) {
    return h("p.quiet", {}, "Nothing is left to deliver.");
  }
  return h(
    "p",
    {},
    h("strong", {}, complete ? count(records, "record") : `${records.toLocaleString("en")} records or more`),
    " behind",
    oldest ? [", the oldest of ", h("time", { datetime: oldest }, oldest)] : null,
    automatic ? "." : "; a drain delivers them.",
  );
}

/** A batch that has failed and is delivered again. */
function retried(batch) {
  return h(
    "div.problem",
    {},
    batch.batchSize === 0 ? "The end of a window" : count(batch.batchSize, "record"),
    batch.startSequenceNumber ? [" from ", bdi(batch.startSequenceNumber)] : null,
    ` failed ${batch.approximateInvokeCount === 1 ? "once" : `${batch.approximateInvokeCount} times`}; the next attempt is at `,
    h("time", { datetime: batch.nextAttempt }, batch.nextAttempt),
    batch.error ? h("p", {}, bdi(batch.error, "text")) : null,
  );
}

function discardedBatch(batch) {
  return h("p", {}, bdi(`${batch.condition} after ${count(batch.approximateInvokeCount, "invocation")}, ${count(batch.batchSize, "record")} from ${batch.startSequenceNumber}: ${batch.error ?? "failures in the response"}`, "text"));
}

/** The stream of a table; its shards are read when it is opened. */
function stream(table) {
  const body = h("div");
  const details = h("details", {}, h("summary", {}, bdi(table.name), " ", h("small", {}, "shards and records")), body);
  details.addEventListener("toggle", async () => {
    if (!details.open) {
      return;
    }
    fill(body, h("p.quiet", {}, "Reading the stream"));
    try {
      const { StreamDescription } = await dynamo("DescribeStream", { StreamArn: table.stream });
      fill(body, h("p.quiet", {}, `View ${StreamDescription.StreamViewType}, ${count(StreamDescription.Shards.length, "shard")}`));
      for (const shard of StreamDescription.Shards) {
        body.append(await records(table, shard));
      }
    } catch (e) {
      fill(body, problem(e));
    }
  });
  return details;
}

/** The records of a shard, a page at a time. */
async function records(table, shard) {
  const { StartingSequenceNumber: start, EndingSequenceNumber: end } = shard.SequenceNumberRange;
  const list = h("ol.parts");
  const more = h("button.small", { type: "button", "data-reads": true }, "More records");
  let iterator = (
    await dynamo("GetShardIterator", { StreamArn: table.stream, ShardId: shard.ShardId, ShardIteratorType: "TRIM_HORIZON" })
  ).ShardIterator;
  const next = async () => {
    const page = await dynamo("GetRecords", { ShardIterator: iterator, Limit: 20 });
    iterator = page.NextShardIterator ?? null;
    append(list, page.Records.map((each) => record(table, each)));
    more.hidden = iterator === null || page.Records.length < 20;
  };
  more.addEventListener("click", () => next().catch((e) => list.append(problem(e))));
  await next();
  return h(
    "div.shard",
    {},
    h("p", {}, bdi(shard.ShardId), h("small", {}, ` from ${start}${end ? ` to ${end}` : ", open"}`)),
    list.childElementCount === 0 ? h("p.quiet", {}, "No records.") : list,
    more,
  );
}

function record(table, { eventName, dynamodb }) {
  return h(
    "li",
    {},
    h(
      "details",
      {},
      h("summary", {}, h("strong", {}, eventName), " ", bdi(keyText(primaryKey(table, dynamodb.Keys)))),
      dynamodb.OldImage ? code("Before", pretty(dynamodb.OldImage)) : null,
      dynamodb.NewImage ? code("After", pretty(dynamodb.NewImage)) : null,
      h("p.quiet", {}, `Sequence number ${dynamodb.SequenceNumber}`),
    ),
  );
}
