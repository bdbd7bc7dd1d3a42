// Item collections as people draw single-table designs: one block for each partition key value, its
// items below each other by sort key, one color for each entity. Only a page at a time is loaded: a
// search reads page after page until it has found enough for one, or has read so many.

import * as api from "../calls.js";
import { append, bdi, bytes, code, commands, count, field, fill, h, select, units } from "../dom.js";
import { awsCli, controlJson, curlDynamo, dynamo, environment, state } from "../server.js";
import { brief, typeOf } from "../attributes.js";
import { address, again, label, problem, remember } from "../console.js";
import { loadAction } from "../load.js";
import { Entities, describeTable, primaryKey, tableNames } from "../tables.js";

const PAGE = 100;

/** A search reads at most so many items for a page before it asks whether to go on. */
const MOST_READ = 20_000;
const MOST_AT_ONCE = 1_000;

/** More attributes of an item than these are only counted. */
const SHOWN_ATTRIBUTES = 12;

export async function show(main, { parameters, signal }) {
  const names = await tableNames();
  if (names.length === 0) {
    await riddle(main, signal);
    return;
  }
  const wanted = parameters.get("table");
  const table = await describeTable(names.includes(wanted) ? wanted : names[0]);
  const view = new Collections(main, names, await Entities.of(table), { parameters, signal });
  document.addEventListener(
    "keydown",
    (event) => {
      const typing = event.target.closest("textarea, input, select");
      if (event.key === "Escape" && !typing && !view.detail.hidden && !document.querySelector("dialog[open]")) {
        view.close();
      }
    },
    { signal },
  );
  await view.load();
  const opened = parameters.get("item");
  if (opened) {
    await view.open(JSON.parse(opened));
  }
}

/** An empty database: the data is usually under another access key. */
async function riddle(main, signal) {
  fill(
    main,
    h("h1", {}, "Item collections"),
    h(
      "p.intro",
      {},
      "The database ",
      bdi(label(state.database)),
      " has no tables. ",
      state.database.id === "default"
        ? "You see what every access key sees that this server has not issued."
        : ["You see what the access key ", bdi(state.database.id), " sees."],
    ),
  );
  const list = h("ul.cards");
  const others = state.databases.filter((each) => each.id !== state.database.id).slice(0, 50);
  for (const other of others) {
    const { tables } = await controlJson(api.describeDatabase(other.id)).catch(() => ({ tables: [] }));
    if (signal.aborted) {
      return;
    }
    if (tables.length > 0) {
      list.append(
        h(
          "li.card",
          {},
          h("h2", {}, h("a", { href: address("collections", { db: other.id }), "data-row": true }, bdi(label(other)))),
          h("p.quiet", {}, tables.slice(0, 8).map(({ name, items }) => [h("span.pill", {}, bdi(name), " ", h("small", {}, count(items, "item")))])),
        ),
      );
    }
  }
  append(main, [
    list.childElementCount > 0
      ? h("section", {}, h("h2", {}, "Other databases have tables"), list)
      : h("p.quiet", {}, "No other database has tables either."),
    state.settings.readOnly ? null : loadAction(again, true),
    h("p.quiet", {}, "Or let your application create its tables. With these variables, the AWS CLI and the SDKs send their requests here:"),
    code("Environment", environment(state.database)),
  ]);
}

class Collections {
  constructor(main, names, entities, { parameters, signal }) {
    const { table } = entities;
    this.table = table;
    this.entities = entities;
    this.signal = signal;
    this.searching = null;
    this.index = Object.hasOwn(table.indexes, parameters.get("index") ?? "") ? parameters.get("index") : null;
    this.parameters = parameters;
    this.hidden = new Set();
    this.starts = [null];
    this.opener = null;
    this.rows = h("div.scroll", { tabindex: "0", role: "region", "aria-label": "Item collections" });
    this.legend = h("div.legend", { role: "group", "aria-label": "Entities of this page" });
    this.status = h("p.count", { role: "status" });
    this.paging = h("div.buttons");
    this.detail = h("aside.detail", { hidden: true, "aria-label": "The item", tabindex: "-1" });
    this.key = this.index === null ? table.key : table.indexes[this.index];
    fill(
      main,
      h("div.head", {}, h("h1", {}, "Item collections"), this.status),
      this.controls(names),
      this.legend,
      h("div.split", {}, h("div", {}, this.rows, this.paging), this.detail),
      state.settings.readOnly ? null : loadAction(again),
    );
  }

  controls(names) {
    const go = (changes) => {
      location.hash = address("collections", { table: this.table.name, index: this.index ?? "", ...changes });
    };
    this.partition = this.key.partition.map((name, at) =>
      h("input", {
        type: "search",
        "data-search": at === 0,
        value: this.parameters.get("pk" + at) ?? "",
        placeholder: "all",
        onchange: () => this.search(),
      }),
    );
    this.prefix = h("input", {
      type: "search",
      value: this.parameters.get("sk") ?? "",
      placeholder: "all",
      onchange: () => this.search(),
    });
    const sort = this.key.sort[0];
    this.entity = select([], "", { onchange: () => this.search() });
    this.showEntities(this.parameters.get("entity") ?? "");
    return h(
      "form.controls",
      {
        onsubmit: (event) => {
          event.preventDefault();
          this.search();
        },
      },
      field("Table", select(names, this.table.name, { onchange: (event) => go({ table: event.target.value, index: "" }) })),
      field(
        "Index",
        select([["", "the table itself"], ...Object.keys(this.table.indexes).map((each) => [each, each])], this.index ?? "", {
          onchange: (event) => go({ index: event.target.value }),
        }),
      ),
      this.key.partition.map((name, at) => field(`${name} =`, this.partition[at])),
      sort ? field(this.table.types[sort] === "S" ? `${sort} begins with` : `${sort} =`, this.prefix) : null,
      field("Entity", this.entity),
      state.settings.readOnly ? null : h("button", { type: "button", onclick: () => this.open(null) }, "New item"),
      (this.commands = commands(() => {
        const [operation, request] = this.request();
        return { cli: awsCli(operation, request), curl: curlDynamo(operation, request) };
      })),
    );
  }

  search() {
    const values = Object.fromEntries(this.partition.map((input, at) => ["pk" + at, input.value]));
    remember({ ...values, sk: this.prefix.value, entity: this.entity.value });
    this.starts = [null];
    return this.load();
  }

  /** The entities that can be searched for: those of the design, and those that were seen. */
  showEntities(chosen = this.entity.value) {
    const names = this.entities.names();
    if (chosen !== "" && !names.includes(chosen)) {
      names.push(chosen);
    }
    if (this.entity.options.length !== names.length + 1) {
      fill(this.entity, h("option", { value: "" }, "all"), names.map((name) => h("option", { value: name }, name)));
    }
    this.entity.value = chosen;
  }

  /** Whether only some items of those that are read are shown. */
  get isSearch() {
    return this.entity.value !== "" || this.request()[1].FilterExpression !== undefined;
  }

  /**
   * A request of the page: a Query if each partition key attribute is given, else a Scan.
   *
   * @param {object|null} start after which item it begins
   */
  request(start = this.starts[this.starts.length - 1], limit = PAGE) {
    const request = { TableName: this.table.name, Limit: limit };
    if (this.index !== null) {
      request.IndexName = this.index;
    }
    if (start !== null) {
      request.ExclusiveStartKey = start;
    }
    const isQuery = this.partition.every((input) => input.value !== "");
    const expression = new Conditions(this.table.types);
    const keys = [];
    const filters = [];
    this.key.partition.forEach((name, at) => {
      if (this.partition[at].value !== "") {
        (isQuery ? keys : filters).push(expression.term(name, "=", this.partition[at].value));
      }
    });
    const terms = this.entities.terms(this.entity.value);
    const sort = this.key.sort[0];
    const onSort = this.sortTerm(sort, terms);
    if (onSort !== null) {
      (isQuery ? keys : filters).push(expression.term(sort, onSort.comparison, onSort.value));
    }
    for (const { name, comparison, value } of terms) {
      // A Query cannot filter by the keys that it reads.
      if (name !== sort && !(isQuery && this.key.partition.includes(name))) {
        filters.push(expression.term(name, comparison, value));
      }
    }
    if (keys.length > 0) {
      request.KeyConditionExpression = keys.join(" AND ");
    }
    if (filters.length > 0) {
      request.FilterExpression = filters.join(" AND ");
    }
    if (keys.length + filters.length > 0) {
      request.ExpressionAttributeNames = expression.names;
      request.ExpressionAttributeValues = expression.values;
    }
    return [isQuery ? "Query" : "Scan", request];
  }

  /** The required sort key: the one that was given, or what the entity says, whichever says more. */
  sortTerm(sort, terms) {
    if (sort === undefined) {
      return null;
    }
    const comparison = this.table.types[sort] === "S" ? "begins_with" : "=";
    const given = this.prefix.value === "" ? null : { comparison, value: this.prefix.value };
    const known = terms.find(({ name }) => name === sort) ?? null;
    return known !== null && (given === null || known.value.startsWith(given.value)) ? known : given;
  }

  /** Reads pages until there are enough items, so much was read, or another search has begun. */
  async load() {
    this.commands.refresh();
    const search = {};
    this.searching = search;
    const isOver = () => this.searching !== search || this.signal.aborted;
    const found = { items: [], read: 0, units: 0, next: this.starts[this.starts.length - 1], operation: "" };
    try {
      do {
        const share = found.read === 0 ? 1 : found.items.length / found.read;
        const wanted = share === 0 ? MOST_AT_ONCE : Math.ceil((PAGE - found.items.length) / share);
        const [operation, request] = this.request(found.next, Math.min(MOST_AT_ONCE, Math.max(PAGE, wanted)));
        const page = await dynamo(operation, { ...request, ReturnConsumedCapacity: "TOTAL" });
        if (isOver()) {
          return;
        }
        const wantedEntity = this.entity.value;
        found.operation = operation;
        found.read += page.ScannedCount;
        found.units += page.ConsumedCapacity?.CapacityUnits ?? 0;
        found.next = page.LastEvaluatedKey ?? null;
        found.items.push(...page.Items.filter((item) => wantedEntity === "" || this.entities.entity(item) === wantedEntity));
        if (this.isSearch && found.next !== null) {
          this.status.textContent = `Searching: ${count(found.read, "item")} read, ${found.items.length.toLocaleString("en")} found`;
        }
      } while (this.isSearch && found.next !== null && found.items.length < PAGE && found.read < MOST_READ);
      this.show(found);
    } catch (e) {
      if (!isOver()) {
        fill(this.rows, problem(e));
        fill(this.paging);
        this.status.textContent = "";
      }
    }
  }

  show({ items, read, units: capacity, next, operation }) {
    const keys = h(
      "div.keys",
      { "aria-hidden": "true" },
      h("span.pk", {}, h("b", {}, this.key.partition.join(", ")), " partition key"),
      h("span.sk", {}, this.key.sort.length > 0 ? [h("b", {}, this.key.sort.join(", ")), " sort key"] : null),
      h("span", {}, "attributes"),
    );
    const blocks = groups(items, this.key.partition).map((group) => this.block(group));
    fill(this.rows, blocks.length > 0 ? [keys, blocks] : h("p.quiet", {}, next === null ? "No item." : `None of these ${read.toLocaleString("en")} items matches. The next page may have some.`));
    const entities = [...new Set(items.map((item) => this.entities.entity(item)))];
    this.showEntities();
    fill(
      this.legend,
      this.entities.isDeclared ? h("span.quiet", {}, "By the design ", bdi(this.entities.design.name, "text")) : null,
      entities.map((name) => this.entityButton(name)),
    );
    const at = this.starts.length;
    this.status.textContent = `Page ${at}: ${count(items.length, "item")} of about ${count(this.table.items, "item")}, ${bytes(this.table.bytes)} in the table`;
    fill(
      this.paging,
      at > 1 ? h("button", { type: "button", "data-reads": true, onclick: () => { this.starts.pop(); this.load(); } }, "Previous page") : null,
      next === null
        ? null
        : h("button", { type: "button", "data-reads": true, onclick: () => { this.starts.push(next); this.load(); } }, items.length === 0 ? "Search on" : "Next page"),
      h("span.quiet", {}, `${operation} read `, count(read, "item"), " ", units(capacity, 0)),
    );
    this.applyHidden();
  }

  entityButton(name) {
    return h(
      "button",
      {
        type: "button",
        class: this.entities.color(name),
        "data-reads": true,
        "aria-pressed": String(!this.hidden.has(name)),
        title: "Show or hide these items",
        onclick: (event) => {
          this.hidden.has(name) ? this.hidden.delete(name) : this.hidden.add(name);
          event.currentTarget.setAttribute("aria-pressed", String(!this.hidden.has(name)));
          this.applyHidden();
        },
      },
      bdi(this.entityName(name), "text"),
    );
  }

  entityName(name) {
    return name !== "" ? name : this.entities.isDeclared ? "not in the design" : "no entity";
  }

  /** Dims the items of entities that are turned off, so that blocks keep their shape. */
  applyHidden() {
    for (const row of this.rows.querySelectorAll("tr")) {
      row.classList.toggle("off", this.hidden.has(row.dataset.entity));
    }
  }

  block(group) {
    return h(
      "div.block",
      {},
      h(
        "table.collection",
        {},
        h(
          "tbody",
          {},
          group.map((item, at) => {
            const name = this.entities.entity(item);
            const first = at === 0 || this.entities.entity(group[at - 1]) !== name;
            return h(
              "tr",
              { class: `${this.entities.color(name)}${first ? " first" : ""}`, "data-entity": name },
              at === 0 ? h("th.pk", { scope: "rowgroup", rowspan: group.length }, this.keyValues(this.key.partition, item)) : null,
              this.sortKey(item, name, first),
              this.attributes(item, first),
            );
          }),
        ),
      ),
    );
  }

  keyValues(names, item) {
    return names.map((name) => [names.length > 1 ? h("span.name", {}, name) : null, bdi(item[name] ? brief(item[name]) : "")]);
  }

  sortKey(item, name, first) {
    return h(
      "th.sk",
      { scope: "row" },
      h("span.entity", { class: first ? "" : "hidden" }, this.entityName(name)),
      h(
        "button.plain.open-item",
        { type: "button", "data-row": true, "data-reads": true, onclick: () => this.open(primaryKey(this.table, item)) },
        this.key.sort.length > 0 ? this.keyValues(this.key.sort, item) : "Open",
      ),
    );
  }

  attributes(item, first) {
    const keys = new Set([...this.key.partition, ...this.key.sort]);
    const names = Object.keys(item).filter((name) => !keys.has(name));
    return [
      names.slice(0, SHOWN_ATTRIBUTES).map((name) =>
        h(
          "td.value",
          { title: typeOf(item[name]) },
          h("span.name", { class: first ? "" : "hidden" }, bdi(name, "text")),
          bdi(brief(item[name]), "text"),
        ),
      ),
      names.length > SHOWN_ATTRIBUTES ? h("td.quiet", {}, `${names.length - SHOWN_ATTRIBUTES} more`) : null,
    ];
  }

  /** Opens an item, or a new one for null. */
  async open(key) {
    this.opener = document.activeElement;
    const { itemPanel } = await import("../item.js");
    remember({ item: key === null ? null : JSON.stringify(key) });
    this.detail.hidden = false;
    this.detail.parentElement.classList.add("open");
    fill(this.detail, h("p.quiet", {}, "Loading"));
    try {
      fill(this.detail, await itemPanel(this.table, key, { close: () => this.close(), changed: () => this.load() }));
    } catch (e) {
      fill(this.detail, problem(e), h("button", { type: "button", "data-reads": true, onclick: () => this.close() }, "Close"));
    }
    this.detail.focus({ preventScroll: innerWidth >= 1200 });
    if (innerWidth < 1200) {
      this.detail.scrollIntoView({ block: "start" });
    }
  }

  close() {
    remember({ item: null });
    this.detail.hidden = true;
    this.detail.parentElement.classList.remove("open");
    this.opener?.focus();
  }
}

/** Terms of expressions, with placeholders for names and values. */
class Conditions {
  constructor(types) {
    this.types = types;
    this.names = {};
    this.values = {};
  }

  term(name, comparison, text) {
    const at = Object.keys(this.names).length;
    this.names[`#k${at}`] = name;
    this.values[`:v${at}`] = { [this.types[name] ?? "S"]: text };
    return comparison === "begins_with" ? `begins_with(#k${at}, :v${at})` : `#k${at} = :v${at}`;
  }
}

/** Items with the same partition key, in the order in which they came. */
function groups(items, partition) {
  const all = [];
  let last = null;
  for (const item of items) {
    const key = JSON.stringify(partition.map((name) => item[name]));
    if (key !== last) {
      all.push([]);
      last = key;
    }
    all[all.length - 1].push(item);
  }
  return all;
}
