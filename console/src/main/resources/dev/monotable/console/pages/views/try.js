// Query, Scan and PartiQL with completion, and what they cost.

import * as api from "../calls.js";
import { bdi, bytes, code, commands, count, field, fill, h, select, table as rows, units } from "../dom.js";
import { awsCli, controlJson, curlDynamo, dynamo, state } from "../server.js";
import { brief, pretty } from "../attributes.js";
import { compile } from "../expression.js";
import { byWord, completing, whole } from "../complete.js";
import { address, problem, remember } from "../console.js";
import { Entities, describeTable, tableNames } from "../tables.js";

const COMPARISONS = [["", "any"], ["=", "="], ["<", "<"], ["<=", "<="], [">", ">"], [">=", ">="], ["between", "between"], ["begins_with", "begins with"]];
const STATEMENT_WORDS = ["SELECT", "FROM", "WHERE", "AND", "OR", "NOT", "IN", "BETWEEN", "INSERT INTO", "VALUE", "UPDATE", "SET", "REMOVE", "DELETE FROM", "RETURNING", "ORDER BY", "begins_with", "contains", "attribute_type", "size", "EXISTS", "IS MISSING"];
const EXPRESSION_WORDS = ["and", "or", "not", "between", "in", "attribute_exists", "attribute_not_exists", "attribute_type", "begins_with", "contains", "size", "true", "false", "null"];

/** So many attributes of a result are columns. */
const COLUMNS = 12;

export async function show(main, { parameters }) {
  const names = await tableNames();
  if (names.length === 0) {
    fill(main, h("h1", {}, "Try"), h("p.quiet", {}, "This database has no tables to read. ", h("a", { href: address("collections") }, "Which databases have some")));
    return;
  }
  const wanted = parameters.get("table");
  const table = await describeTable(names.includes(wanted) ? wanted : names[0]);
  const view = new Try(names, table, parameters, await knowledge(table));
  fill(main, h("h1", {}, "Try"), h("p.intro", {}, "A read with what it costs. It is listed among the requests, where it is explained."), view.form(), view.result);
}

/** So many items tell which attributes and key values a table has. */
const SAMPLE = 100;

/**
 * The completions of a table: the names of attributes, those of keys first, and values of key
 * attributes: what they begin with by the design, and those of some items.
 */
async function knowledge(table) {
  const [{ Items }, entities] = await Promise.all([
    dynamo("Scan", { TableName: table.name, Limit: SAMPLE }).catch(() => ({ Items: [] })),
    Entities.of(table),
  ]);
  const keys = Object.keys(table.types);
  const others = new Set(Items.flatMap((item) => Object.keys(item)).filter((name) => !keys.includes(name)));
  const values = Object.fromEntries(
    keys.map((name) => {
      const known = Items.map((item) => item[name]?.S ?? item[name]?.N).filter((value) => value !== undefined);
      return [name, [...new Set([...entities.prefixes(name), ...known])]];
    }),
  );
  return { table, attributes: [...keys, ...[...others].sort()], values };
}

class Try {
  constructor(names, table, parameters, known) {
    this.names = names;
    this.table = table;
    this.parameters = parameters;
    this.attributes = known.attributes;
    this.values = known.values;
    /** Known facts of the tables that a statement names. */
    this.known = new Map([[table.name, known]]);
    this.result = h("div.result", { role: "status" });
    this.place = h("div.try-fields");
  }

  form() {
    this.mode = select([["Query", "Query"], ["Scan", "Scan"], ["ExecuteStatement", "PartiQL"]], this.parameters.get("mode") ?? "Query", { onchange: () => this.showFields() });
    this.name = h("input", { type: "text", autocomplete: "off", placeholder: "messages of a room" });
    const form = h(
      "form.try",
      {
        onsubmit: (event) => {
          event.preventDefault();
          this.run();
        },
      },
      field("Operation", this.mode),
      this.place,
      field("Name of the access pattern, optional", this.name, "The request names it, and the draft of the design has it."),
      h(
        "div.buttons",
        {},
        h("button.primary", { "data-reads": true }, "Run"),
        h("span.quiet", {}, "Ctrl+Space shows all words"),
        commands(() => {
          try {
            const request = this.request();
            return { cli: awsCli(this.mode.value, request), curl: curlDynamo(this.mode.value, request) };
          } catch (e) {
            return { cli: null, curl: e.message };
          }
        }),
      ),
    );
    this.showFields();
    return form;
  }

  showFields() {
    remember({ mode: this.mode.value });
    fill(this.place, this.mode.value === "ExecuteStatement" ? this.statementFields() : this.readFields());
  }

  statementFields() {
    const target = `"${this.table.name}"`;
    const key = this.table.key.partition[0];
    this.statement = h("textarea", { rows: 5, spellcheck: "false", "data-search": true, value: `SELECT * FROM ${target} WHERE ${JSON.stringify(key)} = ''` });
    return field("Statement", completing(this.statement, (before) => this.suggest(before)));
  }

  /** The possible next words of a statement: tables, indexes, attributes, values of keys, words. */
  suggest(before) {
    const quoted = (names) => names.map((name) => `"${name.replaceAll('"', '""')}"`);
    const known = this.named();
    const literal = /("?)([\w.-]+)\1\s*(?:=|<>|[<>]=?|\bin\s*\[|,)\s*('(?:[^']|'')*)$/i.exec(before);
    if (literal !== null && Object.hasOwn(known.values, literal[2])) {
      return { begun: literal[3], words: known.values[literal[2]].map((value) => `'${value.replaceAll("'", "''")}'`) };
    }
    const index = /"([^"]+)"\.("?[\w.-]*)$/.exec(before);
    if (index !== null && known.table.name === index[1]) {
      return { begun: index[2], words: quoted(Object.keys(known.table.indexes)) };
    }
    const table = /\b(?:from|into|update)\s+("?[\w.-]*)$/i.exec(before);
    if (table !== null) {
      return { begun: table[1], words: quoted(this.names) };
    }
    const plain = (name) => (/^[A-Za-z_]\w*$/.test(name) ? name : quoted([name])[0]);
    return { begun: /"?[\w$.#-]*$/.exec(before)[0], words: [...known.attributes.map(plain), ...STATEMENT_WORDS] };
  }

  /** Known facts of the table that the statement names; of another one, when it was read. */
  named() {
    const names = [...this.statement.value.matchAll(/\b(?:from|into|update|exists\s*\(\s*select.+?from)\s+"?([\w.-]+)/gi)].map(([, name]) => name);
    const name = names.find((each) => this.names.includes(each)) ?? this.table.name;
    if (!this.known.has(name)) {
      this.known.set(name, this.known.get(this.table.name));
      describeTable(name)
        .then(knowledge)
        .then((known) => this.known.set(name, known))
        .catch(() => this.known.delete(name));
    }
    return this.known.get(name);
  }

  readFields() {
    const isQuery = this.mode.value === "Query";
    const chosen = this.parameters.get("index") ?? "";
    this.index = select(
      [["", "the table itself"], ...Object.keys(this.table.indexes).map((each) => [each, each])],
      Object.hasOwn(this.table.indexes, chosen) ? chosen : "",
      { onchange: () => { this.parameters.set("index", this.index.value); remember({ index: this.index.value }); this.showFields(); } },
    );
    const key = this.index.value === "" ? this.table.key : this.table.indexes[this.index.value];
    const tables = select(this.names, this.table.name, {
      onchange: (event) => (location.hash = address("try", { table: event.target.value, mode: this.mode.value })),
    });
    this.keys = isQuery ? key.partition.map((name) => [name, h("input", { type: "text", required: true, autocomplete: "off", "data-search": true })]) : [];
    this.sort = isQuery ? (key.sort[0] ?? null) : null;
    this.comparison = select(COMPARISONS, "", { onchange: () => (upper.hidden = this.comparison.value !== "between") });
    this.lower = h("input", { type: "text", autocomplete: "off" });
    this.upper = h("input", { type: "text", autocomplete: "off" });
    this.filter = h("input", { type: "text", spellcheck: "false", placeholder: 'likes > 2 and contains(text, "new")' });
    this.projection = h("input", { type: "text", spellcheck: "false", placeholder: "all attributes" });
    this.limit = h("input", { type: "number", min: 1, value: 100 });
    this.descending = h("input", { type: "checkbox" });
    this.consistent = h("input", { type: "checkbox" });
    const upper = field("and", completing(this.upper, whole(() => this.values[this.sort] ?? [])));
    upper.hidden = true;
    return [
      h("div.controls", {}, field("Table", tables), field("Index", this.index)),
      isQuery
        ? h(
            "div.controls",
            {},
            this.keys.map(([name, input]) => field(`${name} =`, completing(input, whole(() => this.values[name])))),
            this.sort === null
              ? null
              : [field(this.sort, this.comparison), field("Value", completing(this.lower, whole(() => this.values[this.sort]))), upper],
          )
        : null,
      field("Filter", completing(this.filter, byWord(() => [...this.attributes, ...EXPRESSION_WORDS])), "Texts in double quotes. A filter is applied after the items were read and paid for."),
      field("Projection", completing(this.projection, byWord(() => this.attributes))),
      h(
        "div.controls",
        {},
        field("Limit", this.limit),
        isQuery ? h("label.check", {}, this.descending, " Descending") : null,
        h("label.check", {}, this.consistent, " Strongly consistent"),
      ),
    ];
  }

  request() {
    if (this.mode.value === "ExecuteStatement") {
      return { Statement: this.statement.value, ReturnConsumedCapacity: "INDEXES" };
    }
    const request = { TableName: this.table.name, ReturnConsumedCapacity: "INDEXES" };
    if (this.index.value !== "") {
      request.IndexName = this.index.value;
    }
    const names = {};
    const values = {};
    const conditions = this.keys.map(([name, input], at) => this.term(name, "=", [input.value], at, names, values));
    if (this.sort !== null && this.comparison.value !== "") {
      const operands = this.comparison.value === "between" ? [this.lower.value, this.upper.value] : [this.lower.value];
      conditions.push(this.term(this.sort, this.comparison.value, operands, conditions.length, names, values));
    }
    if (conditions.length > 0) {
      request.KeyConditionExpression = conditions.join(" AND ");
    }
    if (this.filter.value.trim() !== "") {
      request.FilterExpression = compile(this.filter.value, names, values);
    }
    if (this.projection.value.trim() !== "") {
      request.ProjectionExpression = compile(this.projection.value, names, values);
    }
    if (Object.keys(names).length > 0) {
      request.ExpressionAttributeNames = names;
    }
    if (Object.keys(values).length > 0) {
      request.ExpressionAttributeValues = values;
    }
    if (this.limit.value !== "") {
      request.Limit = Number(this.limit.value);
    }
    if (this.descending.checked) {
      request.ScanIndexForward = false;
    }
    if (this.consistent.checked) {
      request.ConsistentRead = true;
    }
    return request;
  }

  /** A term of the key condition with placeholders. */
  term(name, comparison, operands, at, names, values) {
    names[`#k${at}`] = name;
    const placeholders = operands.map((text, i) => {
      values[`:k${at}${i}`] = { [this.table.types[name]]: text };
      return `:k${at}${i}`;
    });
    if (comparison === "between") {
      return `#k${at} BETWEEN ${placeholders.join(" AND ")}`;
    }
    return comparison === "begins_with" ? `begins_with(#k${at}, ${placeholders[0]})` : `#k${at} ${comparison} ${placeholders[0]}`;
  }

  async run(next = {}) {
    try {
      const request = { ...this.request(), ...next };
      if (this.mode.value === "ExecuteStatement" && state.settings.readOnly && !/^\s*select\b/i.test(request.Statement)) {
        throw new Error("This console is read-only: only SELECT is offered.");
      }
      const answer = await dynamo(this.mode.value, request, this.name.value || false);
      fill(this.result, this.show(answer, await this.number()));
    } catch (e) {
      fill(this.result, problem(e));
    }
  }

  /** The number of the request that was just sent, or null. */
  async number() {
    const wanted = { operation: this.mode.value, count: 1000 };
    let page = await controlJson(api.listRequests(wanted));
    while (page.next !== undefined) {
      page = await controlJson(api.listRequests({ ...wanted, after: page.next }));
    }
    return page.requests.at(-1)?.number ?? null;
  }

  show(answer, number) {
    const items = answer.Items ?? [];
    const scanned = answer.ScannedCount;
    const columns = [...new Set(items.flatMap((item) => Object.keys(item)))].slice(0, COLUMNS);
    const capacity = answer.ConsumedCapacity ?? {};
    const more = answer.LastEvaluatedKey ? { ExclusiveStartKey: answer.LastEvaluatedKey } : answer.NextToken ? { NextToken: answer.NextToken } : null;
    return [
      h("h2", {}, "Result"),
      h(
        "p",
        {},
        count(items.length, "item"),
        scanned === undefined ? "" : [`, read ${count(scanned, "item")}`, scanned > items.length ? [", ", h("strong.bad", {}, `discarded ${scanned - items.length}`)] : ""],
        ", cost ",
        units(capacity.ReadCapacityUnits ?? (capacity.WriteCapacityUnits ? 0 : (capacity.CapacityUnits ?? 0)), capacity.WriteCapacityUnits ?? 0),
      ),
      number === null ? null : h("p", {}, h("a", { href: address("requests", { request: number }) }, "Explain this request")),
      items.length === 0
        ? null
        : rows("Items", columns, items.map((item) => h("tr", { "data-row": true }, columns.map((name) => h("td", {}, Object.hasOwn(item, name) ? bdi(brief(item[name])) : ""))))),
      more ? h("div.buttons", {}, h("button", { type: "button", "data-reads": true, onclick: () => this.run(more) }, "Next page")) : null,
      h("details", {}, h("summary", {}, `The answer in JSON, ${bytes(JSON.stringify(answer).length)}`), code("Answer", pretty(answer))),
    ];
  }
}
