// The clock of the database, what becomes due by it, and its snapshots.

import * as api from "../calls.js";
import { buttons } from "../buttons.js";
import { bdi, commands, count, field, fill, h, select, shell } from "../dom.js";
import { controlJson, curlControl, databaseOption, endpointOption, state } from "../server.js";
import { keyText } from "../attributes.js";
import { changed, whole } from "../difference.js";
import { address, confirmed, label, problem, remember } from "../console.js";
import { describeTable, primaryKey } from "../tables.js";

/** The present data, as a choice beside the snapshots. */
const NOW = "";

export async function show(main, { parameters, signal }) {
  const view = new Time(parameters, signal);
  fill(main, h("h1", {}, "Time"), view.clockSection(), view.snapshotSection(), view.differenceSection());
  await view.load();
}

class Time {
  constructor(parameters, signal) {
    this.parameters = parameters;
    this.signal = signal;
    this.now = h("output.clock", {});
    this.due = h("div", { role: "status" });
    this.line = h("ol.timeline", {});
    this.done = h("div", { role: "status" });
    this.choices = h("div.controls");
    this.difference = h("div", { role: "status" });
  }

  async load() {
    const [, { snapshots }] = await Promise.all([this.loadClock(), controlJson(api.listSnapshots())]);
    this.snapshots = snapshots;
    this.showLine();
    this.showChoices();
  }

  // ---- the clock ----

  async loadClock() {
    this.clock = await controlJson(api.getClock());
    this.showClock();
  }

  clockSection() {
    const time = h("input", { type: "text", placeholder: "2030-01-01T00:00:00Z", autocomplete: "off" });
    const custom = h("input", { type: "text", placeholder: "40d", autocomplete: "off", size: 8 });
    const steps = [["1m", "1 minute"], ["1h", "1 hour"], ["1d", "1 day"], ["30d", "30 days"]];
    const body = () => (time.value !== "" ? { set: time.value } : { advance: custom.value || "1h" });
    this.freeze = h("button", { type: "button", onclick: () => this.change({ frozen: !this.clock.frozen }) });
    return h(
      "section",
      {},
      h("h2", {}, "Clock"),
      this.now,
      h("p.intro", {}, "Times to live, streams, delays and tokens follow this clock. What becomes due is done at once."),
      state.settings.readOnly
        ? null
        : h(
            "div",
            {},
            h(
              "div.buttons",
              { role: "group", "aria-label": "Advance the clock" },
              h("span.quiet", {}, "Advance by"),
              steps.map(([step, text]) => h("button", { type: "button", onclick: () => this.change({ advance: step }) }, text)),
              this.freeze,
            ),
            h(
              "form.controls",
              {
                onsubmit: (event) => {
                  event.preventDefault();
                  this.change(body());
                },
              },
              field("Set to a time", time),
              field("or advance by", custom),
              h("button", {}, "Apply"),
              commands(() => ({
                cli: [
                  `monotable clock ${time.value !== "" ? "set " + shell(time.value) : "advance " + shell(custom.value || "1h")}${databaseOption()}${endpointOption()}`,
                  `monotable clock freeze${databaseOption()}${endpointOption()}`,
                ].join("\n"),
                curl: [
                  curlControl(api.changeClock(body())),
                  curlControl(api.changeClock({ frozen: true })),
                ].join("\n"),
              })),
            ),
            buttons("time", this.due, () => this.loadClock()),
          ),
      this.due,
    );
  }

  showClock() {
    const away = Date.parse(this.clock.now) - Date.now();
    fill(
      this.now,
      h("span.clock-time", {}, this.clock.now.replace("T", " ").replace(/\.\d+Z|Z$/, " UTC")),
      " ",
      h("span.badge", { class: this.clock.frozen ? "warning" : "good" }, this.clock.frozen ? "frozen" : "running"),
      Math.abs(away) > 60_000 ? h("span.quiet", {}, " ", distance(away)) : null,
    );
    this.freeze.textContent = this.clock.frozen ? "Let it run" : "Freeze";
  }

  async change(body) {
    try {
      const before = await this.counts();
      this.clock = await controlJson(api.changeClock(body));
      this.showClock();
      const after = await this.counts();
      const gone = [...before].filter(([name, items]) => (after.get(name) ?? 0) < items);
      fill(
        this.due,
        h(
          "p.done",
          {},
          gone.length === 0
            ? "The clock has changed; no item has expired by it."
            : ["By this time, items have expired: ", gone.map(([name, items]) => h("span.pill", {}, bdi(name), " ", count(items - (after.get(name) ?? 0), "item")))],
        ),
      );
    } catch (e) {
      fill(this.due, problem(e));
    }
  }

  /** The numbers of items by table. */
  async counts() {
    const { tables } = await controlJson(api.describeDatabase());
    return new Map(tables.map(({ name, items }) => [name, items]));
  }

  // ---- snapshots ----

  snapshotSection() {
    const name = h("input", { type: "text", required: true, pattern: "[A-Za-z0-9_.\\-]{1,40}", autocomplete: "off", placeholder: "before" });
    const chosen = () => name.value || "before";
    return h(
      "section",
      {},
      h("h2", {}, "Snapshots"),
      h("p.intro", {}, "A snapshot keeps the present data under a name. It costs nothing but what changes afterwards."),
      state.settings.readOnly
        ? null
        : h(
            "form.controls",
            {
              onsubmit: async (event) => {
                event.preventDefault();
                await this.act(async () => {
                  await controlJson(api.takeSnapshot(chosen()));
                  return `The snapshot ${name.value} has the present data.`;
                });
              },
            },
            field("Name", name),
            h("button.primary", {}, "Take a snapshot"),
            commands(() => ({
              cli: `monotable snapshot ${shell(chosen())}${databaseOption()}${endpointOption()}\nmonotable restore ${shell(chosen())}${databaseOption()}${endpointOption()}`,
              curl: `${curlControl(api.takeSnapshot(chosen()))}\n${curlControl(api.restoreSnapshot(chosen()))}`,
            })),
          ),
      this.line,
      this.done,
    );
  }

  async act(run) {
    try {
      const text = await run();
      await this.load();
      fill(this.done, h("p.done", {}, text));
    } catch (e) {
      fill(this.done, problem(e));
    }
  }

  showLine() {
    fill(
      this.line,
      this.snapshots.map(({ name, taken }) =>
        h(
          "li",
          {},
          h("strong", {}, bdi(name)),
          " ",
          h("span.quiet", {}, taken.replace("T", " ").replace(/\.\d+Z|Z$/, " UTC")),
          h(
            "div.buttons",
            {},
            h("button.small", { type: "button", "data-row": true, "data-reads": true, "aria-label": `Compare with now: ${name}`, onclick: () => this.compare(name, NOW) }, "Compare with now"),
            state.settings.readOnly
              ? null
              : [
                  h(
                    "button.small",
                    {
                      type: "button",
                      "aria-label": `Restore ${name}`,
                      onclick: async () => {
                        if (await confirmed(`Restore ${name}?`, "The present data is replaced by that of the snapshot. The clock continues.", "Restore")) {
                          await this.act(async () => {
                            await controlJson(api.restoreSnapshot(name));
                            return `The data is that of ${name} again.`;
                          });
                        }
                      },
                    },
                    "Restore",
                  ),
                  h(
                    "button.small",
                    {
                      type: "button",
                      "aria-label": `Fork ${name}`,
                      onclick: () =>
                        this.act(async () => {
                          const fork = await controlJson(api.createDatabase({ from: state.database.id, snapshot: name }));
                          location.hash = address("databases", { db: fork.id });
                          return "";
                        }),
                    },
                    "Fork",
                  ),
                  h(
                    "button.small",
                    {
                      type: "button",
                      "aria-label": `Delete ${name}`,
                      onclick: () =>
                        this.act(async () => {
                          await controlJson(api.deleteSnapshot(name));
                          return `The snapshot ${name} is deleted.`;
                        }),
                    },
                    "Delete",
                  ),
                ],
          ),
        ),
      ),
      h("li.now", {}, h("strong", {}, "now"), this.snapshots.length === 0 ? h("span.quiet", {}, " no snapshot yet") : null),
    );
  }

  // ---- differences ----

  differenceSection() {
    return h(
      "section",
      {},
      h("h2", {}, "Differences"),
      h("p.intro", {}, "What was added, removed and changed between two states, by table, item and attribute."),
      this.choices,
      this.difference,
    );
  }

  showChoices() {
    const snapshots = this.snapshots.map(({ name }) => ["s:" + name, `snapshot ${name}`]);
    const others = state.databases.filter(({ id }) => id !== state.database.id).map((each) => ["d:" + each.id, `database ${label(each)}`]);
    this.from = select([...snapshots, ...others], this.parameters.get("from") ?? undefined);
    this.to = select([["n:", "now"], ...snapshots], this.parameters.get("to") ?? "n:");
    const none = snapshots.length + others.length === 0;
    fill(
      this.choices,
      none
        ? h("p.quiet", {}, "There is nothing to compare with yet.")
        : [
            field("From", this.from),
            field("To", this.to),
            h("button", { type: "button", "data-reads": true, onclick: () => this.compare(this.from.value.slice(2), this.to.value.slice(2)) }, "Compare"),
            commands(() => ({
              cli: this.to.value === "n:" ? `monotable database diff ${shell(this.from.value.slice(2))}${databaseOption()}${endpointOption()}` : null,
              curl: curlControl(api.compareStates({ from: this.from.value.slice(2) })),
            })),
          ],
    );
  }

  /** Compares two states; between two snapshots, in a fork of the later one that ends at once. */
  async compare(from, to) {
    remember({ from: null, to: null });
    fill(this.difference, h("p.quiet", {}, "Comparing"));
    try {
      const difference = to === NOW ? await controlJson(api.compareStates({ from })) : await this.between(from, to);
      const known = new Map();
      for (const { table } of difference.tables) {
        known.set(table, await describeTable(table).catch(() => null)); // It may be in the other state only.
      }
      if (!this.signal.aborted) {
        fill(this.difference, changes(difference, known, from, to === NOW ? "now" : to));
        this.difference.scrollIntoView({ block: "nearest" });
      }
    } catch (e) {
      fill(this.difference, problem(e));
    }
  }

  async between(from, to) {
    const fork = (snapshot) => controlJson(api.createDatabase({ from: state.database.id, snapshot, expireAfter: "1m" }));
    const isSnapshot = this.snapshots.some(({ name }) => name === from);
    const later = await fork(to);
    const earlier = isSnapshot ? await fork(from) : null;
    try {
      return await controlJson(api.compareStates({ from: earlier?.id ?? from }, later.id));
    } finally {
      for (const each of [later, earlier]) {
        if (each !== null) {
          await controlJson(api.dropDatabase(each.id));
        }
      }
    }
  }
}

/** A time that is away from that of this machine. */
function distance(milliseconds) {
  const minutes = Math.abs(milliseconds) / 60_000;
  const text = minutes < 120 ? count(Math.round(minutes), "minute") : minutes < 2880 ? count(Math.round(minutes / 60), "hour") : count(Math.round(minutes / 1440), "day");
  return milliseconds > 0 ? `${text} ahead of this machine` : `${text} behind this machine`;
}

function items({ added, removed, changed: different }, name) {
  return [
    added.map((item) => whole("added", item, name(item))),
    removed.map((item) => whole("removed", item, name(item))),
    different.map(({ before, after }) => changed(before, after, name(after))),
  ];
}

/** The names of items: by their keys, if the table still exists and has the same ones. */
function naming(table) {
  return (item) => {
    const key = table === null ? {} : primaryKey(table, item);
    return table === null || Object.values(key).includes(undefined) ? undefined : keyText(key);
  };
}

function changes({ tables, complete }, known, from, to) {
  return [
    h("h3", {}, bdi(from, "text"), " to ", bdi(to, "text")),
    tables.length === 0 ? h("p.done", {}, "Nothing differs.") : null,
    complete ? null : h("p.problem", {}, "More items differ than are shown."),
    tables.map((table) =>
      h(
        "div.difference",
        {},
        h(
          "h3",
          {},
          bdi(table.table),
          " ",
          table.presence === "kept" ? null : h("span.badge", { class: table.presence === "added" ? "good" : "error" }, `table ${table.presence}`),
        ),
        h("p.quiet", {}, `${table.added.length} added, ${table.removed.length} removed, ${table.changed.length} changed`),
        items(table, naming(known.get(table.table))),
      ),
    ),
  ];
}
