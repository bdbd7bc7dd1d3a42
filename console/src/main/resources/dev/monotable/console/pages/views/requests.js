// Requests as they end, and how each was executed.

import * as api from "../calls.js";
import { append, bdi, bytes, code, commands, count, field, fill, h, select, units } from "../dom.js";
import {
  controlJson,
  curlControl,
  databaseOption,
  dynamo,
  endpointOption,
  environment,
  events,
  state,
} from "../server.js";
import { keyText, pretty } from "../attributes.js";
import { address, confirmed, problem, remember } from "../console.js";

/** The number of rows in the list. */
const ROWS = 300;

/** The interval in which rows are added, in milliseconds, and their number at a time. */
const TICK = 200;
const AT_A_TIME = 20;

const KINDS = [
  ["", "all"],
  ["failed", "failed"],
  ["fault", "hit by a fault"],
  ["discarding", "reads that discard items"],
  ["scan", "scans"],
  ["write", "writes"],
];

export async function show(main, { parameters, signal }) {
  const live = new LiveRequests(signal);
  fill(
    main,
    h("div.head", {}, h("h1", {}, "Requests"), live.status),
    live.controls(parameters),
    h("div.split", {}, h("div", {}, live.columns(), live.list, live.nothing, live.since), live.detail),
  );
  await live.start();
  const number = parameters.get("request");
  if (number) {
    await live.open(Number(number));
  }
}

/** The list and what it leaves out. */
class LiveRequests {
  constructor(signal) {
    this.signal = signal;
    this.status = h("p.count", { role: "status" });
    this.list = h("ol.requests", { "aria-label": "Requests, newest first" });
    this.nothing = h("div.nothing");
    this.since = h("p.quiet");
    this.detail = h("aside.detail", { hidden: true, "aria-label": "The request", tabindex: "-1" });
    this.fresh = [];
    this.last = 0;
    this.total = 0;
    this.leftOut = 0;
    this.notSent = 0;
    this.paused = false;
    this.lately = [];
    this.opened = null;
  }

  controls(parameters) {
    this.search = h("input", {
      type: "search",
      "data-search": true,
      value: parameters.get("text") ?? "",
      placeholder: "operation, table, key, error",
      oninput: () => this.filter(),
    });
    this.kind = select(KINDS, parameters.get("kind") ?? "", { onchange: () => this.filter() });
    this.pauseButton = h("button", { type: "button", "data-reads": true, "aria-pressed": "false", onclick: () => this.pause() }, "Pause");
    return h(
      "div.controls",
      {},
      field("Filter", this.search),
      field("Show", this.kind),
      this.pauseButton,
      state.settings.readOnly
        ? null
        : h("button", { type: "button", onclick: () => this.clear() }, "Clear"),
      commands(() => ({
        cli: `monotable requests --follow${databaseOption()}${endpointOption()}\nmonotable requests --clear${databaseOption()}${endpointOption()}`,
        curl: `${curlControl(api.watchRequests()).replace("curl", "curl -N")}\n${curlControl(api.clearRequests())}`,
      })),
    );
  }

  columns() {
    const names = ["Time", "Operation", "Access path", "Items", "Units", "ms", ""];
    return h("div.request-columns", { "aria-hidden": "true" }, names.map((name) => h("span", {}, name)));
  }

  /** Loads what is kept, and listens. Events that come in between are those after the last number. */
  async start() {
    const opened = new Promise((resolve, reject) => {
      events(api.watchRequests(), this.signal, resolve, (name, data) => this.receive(name, data)).catch(reject);
    });
    await opened;
    await this.load();
    const timer = setInterval(() => this.tick(), TICK);
    this.signal.addEventListener("abort", () => clearInterval(timer));
    document.addEventListener(
      "keydown",
      (event) => {
        if (event.key === "Escape" && !this.detail.hidden && !document.querySelector("dialog[open]")) {
          this.close();
        }
      },
      { signal: this.signal },
    );
    this.say();
  }

  async load() {
    this.list.replaceChildren();
    let page = await controlJson(api.listRequests({ count: 1000 }));
    let kept = page.requests;
    while (page.next !== undefined && kept.length < 10_000) {
      page = await controlJson(api.listRequests({ count: 1000, after: page.next }));
      kept = kept.concat(page.requests);
    }
    this.showSince(page.since);
    this.total = page.dropped + kept.length;
    this.last = kept.length === 0 ? 0 : kept[kept.length - 1].number;
    this.add(kept.slice(-ROWS));
  }

  /** Says what was before the first request; nothing if there was none. */
  showSince(since) {
    fill(
      this.since,
      since === undefined
        ? null
        : [
            "Requests before ",
            h("time", { datetime: since }, since.replace("T", " ").replace(/\.\d+Z|Z$/, " UTC")),
            " were not kept: nothing is observed until the console is opened, or the control API is asked for requests. A server that is started with ",
            bdi("--requests 1000"),
            " keeps the last ones from its start.",
          ],
    );
  }

  receive(name, data) {
    if (name === "omitted") {
      this.notSent += Number(data);
      return;
    }
    const entry = JSON.parse(data);
    if (entry.number === 1) {
      this.last = 0; // The list was cleared.
    }
    this.fresh.push(entry);
  }

  tick() {
    const arrived = this.fresh.filter((entry) => entry.number > this.last);
    this.fresh = [];
    if (arrived.length > 0) {
      this.last = Math.max(this.last, arrived[arrived.length - 1].number);
      this.total += arrived.length;
      if (!this.paused) {
        this.add(this.sample(arrived));
      }
    }
    this.lately.push(arrived.length);
    if (this.lately.length > 1000 / TICK) {
      this.lately.shift();
    }
    this.say();
  }

  /** Of many requests, returns those that failed or were hit first, and then the newest. */
  sample(arrived) {
    const shown = arrived.filter((entry) => this.matches(entry));
    if (shown.length <= AT_A_TIME) {
      return shown;
    }
    const important = shown.filter((entry) => entry.error || entry.faults).slice(-AT_A_TIME / 2);
    const rest = shown.filter((entry) => !important.includes(entry)).slice(important.length - AT_A_TIME);
    this.leftOut += shown.length - important.length - rest.length;
    return [...important, ...rest].sort((a, b) => a.number - b.number);
  }

  /** Adds rows at the top, and removes those that are too many at the bottom. */
  add(entries) {
    const rows = entries.map((entry) => this.row(entry)).reverse();
    this.list.prepend(...rows);
    while (this.list.childElementCount > ROWS) {
      this.list.lastElementChild.remove();
    }
  }

  say() {
    const rate = this.lately.reduce((sum, each) => sum + each, 0);
    const shown = [...this.list.children].filter((row) => !row.hidden).length;
    const parts = [count(this.total, "request")];
    if (rate > 0) {
      parts.push(`${rate.toLocaleString("en")} a second`);
    }
    if (this.leftOut > 0) {
      parts.push(`${this.leftOut.toLocaleString("en")} left out of the list`);
    }
    if (this.notSent > 0) {
      parts.push(`${this.notSent.toLocaleString("en")} not sent by the server`);
    }
    parts.push(this.paused ? "paused" : "live");
    const text = parts.join(", ");
    if (this.status.textContent !== text) {
      this.status.textContent = text;
    }
    this.status.classList.toggle("live", !this.paused);
    if (shown > 0 || this.total > 0) {
      this.nothing.replaceChildren(...(shown > 0 ? [] : [h("p.quiet", {}, "No request in the list matches.")]));
    } else if (this.nothing.childElementCount === 0) {
      append(this.nothing, [
        h("p.quiet", {}, "No request yet. Requests appear here as they end; those of the console itself do not. With these variables, the AWS CLI and the SDKs send theirs here:"),
        code("Environment", environment(state.database)),
      ]);
    }
  }

  row(entry) {
    const button = h(
      "button.request",
      { type: "button", "data-row": true, "data-reads": true, onclick: () => this.open(entry.number) },
      h("span.time", {}, entry.time.slice(11, 23).replace("Z", "")),
      h("span.operation", {}, entry.operation),
      bdi(plan(entry), "plan"),
      h("span.items", {}, items(entry)),
      h("span.units", {}, units(entry.readUnits, entry.writeUnits)),
      h("span.ms", {}, entry.ms < 10 ? entry.ms.toFixed(2) : Math.round(entry.ms).toLocaleString("en"), h("span.hidden", {}, " ms")),
      h("span.outcome", {}, outcome(entry)),
    );
    const item = h("li", { "data-number": entry.number }, button);
    item.entry = entry;
    item.hidden = !this.matches(entry);
    item.classList.toggle("chosen", entry.number === this.opened);
    return item;
  }

  matches(entry) {
    const text = this.search.value.trim().toLowerCase();
    if (text !== "" && !`${entry.summary} ${entry.faults ?? ""}`.toLowerCase().includes(text)) {
      return false;
    }
    switch (this.kind.value) {
      case "failed":
        return entry.error !== undefined || entry.connectionDropped === true;
      case "fault":
        return entry.faults !== undefined;
      case "discarding":
        return entry.itemsRead > entry.itemsReturned && entry.error === undefined;
      case "scan":
        return entry.operation === "Scan";
      case "write":
        return entry.writeUnits > 0;
      default:
        return true;
    }
  }

  filter() {
    remember({ text: this.search.value, kind: this.kind.value });
    for (const row of this.list.children) {
      row.hidden = !this.matches(row.entry);
    }
    this.say();
  }

  async pause() {
    this.paused = !this.paused;
    this.pauseButton.textContent = this.paused ? "Resume" : "Pause";
    this.pauseButton.setAttribute("aria-pressed", String(this.paused));
    if (!this.paused) {
      await this.load();
    }
    this.say();
  }

  async clear() {
    await controlJson(api.clearRequests());
    this.list.replaceChildren();
    this.total = this.leftOut = this.notSent = this.last = 0;
    this.close();
    this.say();
  }

  close() {
    const chosen = this.list.querySelector(".chosen");
    chosen?.classList.remove("chosen");
    this.opened = null;
    this.detail.hidden = true;
    this.detail.parentElement.classList.remove("open");
    remember({ request: null });
    chosen?.querySelector("button").focus();
  }

  async open(number) {
    this.opened = number;
    remember({ request: String(number) });
    for (const row of this.list.children) {
      row.classList.toggle("chosen", row.entry.number === number);
    }
    this.detail.hidden = false;
    this.detail.parentElement.classList.add("open");
    fill(this.detail, h("p.quiet", {}, "Loading"));
    try {
      const explanation = await controlJson(api.describeRequest(number));
      if (this.opened === number) {
        fill(this.detail, explain(explanation, () => this.close()));
      }
    } catch (e) {
      fill(this.detail, problem(e), h("button", { type: "button", "data-reads": true, onclick: () => this.close() }, "Close"));
    }
    this.detail.scrollTop = 0;
    this.detail.focus({ preventScroll: innerWidth >= 1200 });
    if (innerWidth < 1200) {
      this.detail.scrollIntoView({ block: "start" });
    }
  }
}

// ---- a row ----

/** The text of a request, without its result. */
function plan(entry) {
  const text = entry.summary.startsWith(entry.operation + " ")
    ? entry.summary.slice(entry.operation.length + 1)
    : entry.summary;
  const end = entry.error ? text.indexOf(": " + entry.error) : text.lastIndexOf(": ");
  return end < 0 ? text : text.slice(0, end);
}

function items(entry) {
  if (entry.itemsRead === 0 && entry.itemsReturned === 0) {
    return "";
  }
  const discarding = entry.itemsRead > entry.itemsReturned;
  return h(
    "span",
    { class: discarding ? "discarding" : "" },
    discarding ? `${entry.itemsReturned.toLocaleString("en")} of ${entry.itemsRead.toLocaleString("en")}` : entry.itemsRead.toLocaleString("en"),
    h("span.hidden", {}, " items"),
  );
}

function outcome(entry) {
  return [
    entry.error ? h("span.badge.error", {}, entry.error.replace(/Exception$/, "")) : null,
    entry.connectionDropped ? h("span.badge.error", {}, "connection dropped") : null,
    entry.faults ? h("span.badge.warning", { title: entry.faults.join("\n") }, "fault") : null,
    entry.unprocessed ? h("span.badge.warning", {}, `${entry.unprocessed} unprocessed`) : null,
    entry.more ? h("span.badge", {}, "more") : null,
  ];
}

// ---- explain ----

const READS = /^(Get|Query|Scan|BatchGet|TransactGet|Describe|List)/;

function explain({ entry, request, capacity, parts, omittedParts, enough, findings }, close) {
  return [
    h(
      "div.head",
      {},
      h("h2", {}, entry.operation, entry.tables.length > 0 ? [" ", bdi(entry.tables.join(", ") + (entry.index ? "." + entry.index : ""))] : null),
      h("button.small", { type: "button", "data-reads": true, onclick: close }, "Close"),
    ),
    h("p.quiet", {}, `Request ${entry.number}, ${entry.time}, ${entry.ms} ms in the server`),
    entry.error ? h("div.problem", {}, h("strong", {}, entry.error), " ", bdi(entry.message ?? "", "text")) : null,
    entry.connectionDropped ? h("div.problem", {}, "A fault dropped the connection.") : null,
    (entry.faults ?? []).map((rule) => h("p", {}, h("span.badge.warning", {}, "fault"), " ", bdi(rule))),
    parts.length > 0 ? h("h3", {}, "Plan") : null,
    h("ol.parts", {}, parts.map(part)),
    omittedParts > 0 ? h("p.quiet", {}, `and ${count(omittedParts, "more part")}`) : null,
    capacity.length > 0 ? [h("h3", {}, "Capacity"), consumed(capacity)] : null,
    enough.length > 0
      ? [h("h3", {}, "What would have been enough"), h("ul.bullets", {}, enough.map((text) => h("li", {}, bdi(text, "text"))))]
      : null,
    findings.length > 0 ? [h("h3", {}, "Findings"), findings.map(finding)] : null,
    request === undefined ? null : again(entry, request),
  ];
}

function part(each) {
  const { kind, table, index, key, read, write } = each;
  const target = [bdi(index ? `${table}.${index}` : table)];
  if (kind === "pageRead") {
    const isScan = read.keyConditions.length === 0;
    return h(
      "li",
      {},
      h("p", {}, isScan ? "Reads every item of " : "Reads a range of ", target, read.backward ? ", backward" : "", read.consistent ? ", strongly consistent" : "", read.limit === undefined ? "" : `, at most ${read.limit}`),
      facts([
        ["Key condition", isScan ? "none" : read.keyConditions.map((text) => h("div", {}, bdi(text)))],
        ["Filter", read.filter && bdi(read.filter)],
        ["Projection", read.projection && bdi(read.projection)],
      ]),
      discarded(read),
    );
  }
  if (kind === "itemWritten") {
    return h(
      "li",
      {},
      h("p", {}, WRITES[write.kind] ?? write.kind, " in ", target, write.applied ? "" : h("span.badge.error", {}, "not applied")),
      facts([
        ["Key", bdi(keyText(key))],
        ["Update", write.update && bdi(write.update)],
        ["Condition", write.condition && bdi(write.condition)],
        ["Index entries", write.indexChanges.length === 0 ? null : write.indexChanges.map((change) => h("div", {}, bdi(change.index), ` ${change.change} `, units(0, change.units)))],
      ]),
      write.before ? item("Before", write.before) : null,
      write.after ? item("After", write.after) : null,
    );
  }
  if (kind === "itemRead") {
    return h(
      "li",
      {},
      h("p", {}, "Reads one item of ", target, read.consistent ? ", strongly consistent" : ""),
      facts([
        ["Key", bdi(keyText(key))],
        ["Projection", read.projection && bdi(read.projection)],
        ["Result", read.evaluated === 0 ? "there is no such item" : `found, ${bytes(read.bytes)}`],
      ]),
    );
  }
  return h("li", {}, h("p", {}, `Reads ${count(read.returned, "stream record")} of `, target));
}

const WRITES = {
  put: "Puts an item",
  insert: "Inserts an item",
  update: "Updates an item",
  delete: "Deletes an item",
  conditionCheck: "Checks a condition on an item",
};

function facts(pairs) {
  return h(
    "dl.facts",
    {},
    pairs.filter(([, value]) => value).map(([name, value]) => [h("dt", {}, name), h("dd", {}, value)]),
  );
}

/** The part of a page that was returned, as a bar with its numbers. */
function discarded(read) {
  const lost = read.evaluated - read.returned;
  const share = read.evaluated === 0 ? 1 : read.returned / read.evaluated;
  return h(
    "div.share",
    {},
    h("div.share-bar", { "aria-hidden": "true" }, h("span", { style: { width: `${share * 100}%` } })),
    h(
      "p",
      {},
      `Read ${count(read.evaluated, "item")}, ${bytes(read.bytes)}; returned ${read.returned.toLocaleString("en")}`,
      lost > 0 ? [", ", h("strong.bad", {}, `discarded ${lost.toLocaleString("en")}`), ", which were paid for"] : "",
      ".",
    ),
  );
}

function item(label, value) {
  return h("details", {}, h("summary", {}, label), code(label, pretty(value)));
}

function consumed(capacity) {
  return h(
    "ul",
    {},
    capacity.map(({ table, index, readUnits, writeUnits }) =>
      h("li", {}, bdi(index ? `${table}.${index}` : table), " ", units(readUnits, writeUnits)),
    ),
  );
}

/** A finding of the design lab, as the report shows it. */
export function finding(each) {
  const severity = each.severity.toLowerCase();
  return h(
    "div.finding",
    { class: severity },
    h("p", {}, h("span.badge", { class: severity }, severity), " ", h("strong", {}, each.title)),
    h("p", {}, bdi(each.statement, "text")),
    h("p.quiet", {}, each.onAws, " ", h("a", { href: each.link, rel: "noreferrer", target: "_blank" }, "AWS documentation")),
    h("p", {}, bdi(each.advice, "text")),
  );
}

/** The request as code, and again. */
function again(entry, request) {
  const out = h("div", { role: "status" });
  const place = h("div");
  const language = h("div.tabs", { role: "group", "aria-label": "Language" });
  const shown = async (name) => {
    const { LANGUAGES } = await import("../languages.js");
    fill(
      language,
      LANGUAGES.map(([each]) =>
        h("button.small", { type: "button", "data-reads": true, "aria-pressed": String(each === name), onclick: () => shown(each) }, each),
      ),
    );
    const write = LANGUAGES.find(([each]) => each === name)[1];
    fill(place, code(name, write(entry.operation, request)));
  };
  shown("Java");
  return [
    h("h3", {}, "As code"),
    language,
    place,
    h("details", {}, h("summary", {}, "The request in JSON"), code("Request", pretty(request))),
    state.settings.readOnly
      ? null
      : h(
          "div.buttons",
          {},
          h("button", { type: "button", onclick: () => replay(entry, request, out) }, "Replay"),
          h("a.button", { href: address("faults", faultFor(entry)) }, "Let it fail twice"),

        ),
    out,
  ];
}


async function replay(entry, request, out) {
  const writes = !READS.test(entry.operation);
  if (writes && !(await confirmed("Send this request again?", `${entry.operation} changes the database.`, "Send"))) {
    return;
  }
  try {
    const answer = await dynamo(entry.operation, request, false);
    fill(out, h("p.done", {}, "Sent again; it is listed as a new request."), code("Response", pretty(answer)));
  } catch (e) {
    fill(out, problem(e));
  }
}

/** The parameters of a rule that lets requests like this one fail. */
function faultFor(entry) {
  return { operation: entry.operation, table: entry.tables.length === 1 ? entry.tables[0] : "", times: "2" };
}
