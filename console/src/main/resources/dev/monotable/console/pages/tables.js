// Facts about tables for the views: their keys, their indexes, and the entities of their items.

import * as api from "./calls.js";
import { controlJson, dynamo } from "./server.js";

/** Returns the names of all tables. */
export async function tableNames() {
  const names = [];
  let from;
  do {
    const page = await dynamo("ListTables", from === undefined ? {} : { ExclusiveStartTableName: from });
    names.push(...page.TableNames);
    from = page.LastEvaluatedTableName;
  } while (from !== undefined && names.length < 2500);
  return names;
}

/**
 * Returns a table: its name, its key, its indexes by name, and its stream.
 *
 * A key is {partition: [names], sort: [names]}; types are those of the key attributes.
 */
export async function describeTable(name) {
  const { Table } = await dynamo("DescribeTable", { TableName: name });
  const types = {};
  for (const { AttributeName, AttributeType } of Table.AttributeDefinitions) {
    types[AttributeName] = AttributeType;
  }
  const indexes = {};
  for (const index of [...(Table.GlobalSecondaryIndexes ?? []), ...(Table.LocalSecondaryIndexes ?? [])]) {
    if (index.KeySchema) {
      indexes[index.IndexName] = { ...key(index.KeySchema), projection: index.Projection?.ProjectionType ?? "" };
    }
  }
  return {
    name,
    key: key(Table.KeySchema),
    types,
    indexes,
    items: Table.ItemCount,
    bytes: Table.TableSizeBytes,
    stream: Table.StreamSpecification?.StreamEnabled ? Table.LatestStreamArn : null,
  };
}

function key(schema) {
  const of = (type) => schema.filter((each) => each.KeyType === type).map((each) => each.AttributeName);
  return { partition: of("HASH"), sort: of("RANGE") };
}

/** The primary key of an item. */
export function primaryKey(table, item) {
  const names = [...table.key.partition, ...table.key.sort];
  return Object.fromEntries(names.map((name) => [name, item[name]]));
}

/** Attributes by which applications name the kind of an item. */
const TYPE_ATTRIBUTES = new Set(["type", "entity", "entitytype", "entity_type", "itemtype", "_type", "__typename", "_et", "__edb_e__", "__en", "kind"]);

/** A label in a key value, such as MESSAGE in MESSAGE#1. */
const LABEL = /^([A-Za-z_$][\w$ -]{0,30})(?:[#|:/]|$)/;

/**
 * The form of the values of a key attribute, as designs have it: MESSAGE#{sentAt}#{id}. A field
 * contains no # and no | that the text of its template has, unless its name ends with three dots.
 */
class KeyTemplate {
  constructor(text) {
    this.parts = text.split(/(\{[^{}]*\})/).filter((part) => part !== "");
    const literals = this.parts.filter((part) => !isField(part)).join("");
    this.excluded = [..."#|"].filter((delimiter) => literals.includes(delimiter));
    this.prefix = this.parts.length > 0 && !isField(this.parts[0]) ? this.parts[0] : "";
    this.isConstant = this.parts.every((part) => !isField(part));
    this.literals = literals.length;
  }

  /** The values of the fields in a text by their names, or null if it has another form. */
  find(text) {
    const rests = this.rests(text);
    if (!rests[0][0]) {
      return null;
    }
    const values = {};
    let at = 0;
    for (const [i, part] of this.parts.entries()) {
      if (!isField(part)) {
        at += part.length;
        continue;
      }
      let end = at + 1;
      while (!rests[i + 1][end]) {
        end++;
      }
      const name = part.slice(1, -1);
      const value = text.slice(at, end);
      if (name !== "" && Object.hasOwn(values, name) && values[name] !== value) {
        return null;
      }
      values[name] = value;
      at = end;
    }
    delete values[""];
    return values;
  }

  /** Whether a text from each position on has the form of the parts from each one on. */
  rests(text) {
    const rests = this.parts.map(() => []);
    rests.push(Array.from({ length: text.length + 1 }, (_, at) => at === text.length));
    for (let i = this.parts.length - 1; i >= 0; i--) {
      const part = this.parts[i];
      const without = part.endsWith("...}") ? [] : this.excluded;
      for (let at = text.length; at >= 0; at--) {
        rests[i][at] = isField(part)
          ? at < text.length && !without.includes(text[at]) && (rests[i + 1][at + 1] || rests[i][at + 1])
          : text.startsWith(part, at) && rests[i + 1][at + part.length];
      }
    }
    return rests;
  }
}

function isField(part) {
  return part.startsWith("{");
}

/**
 * The entities of a table: those of its design, which was declared or is drafted from the requests;
 * of other items what their type attribute says, else the label in a key.
 */
export class Entities {
  /** @param {object|null} design as the control API describes it */
  constructor(table, design) {
    this.table = table;
    this.design = design;
    this.colors = new Map();
    /** By name: the terms by which items of an entity are found. */
    this.known = new Map();
    this.designed = (design?.entities ?? [])
      .filter((each) => each.table === table.name)
      .map((each) => ({
        name: each.name,
        constants: Object.entries(each.constants),
        keys: Object.entries(each.keys).map(([name, text]) => [name, new KeyTemplate(text)]),
      }))
      .filter(({ keys }) => design.declared || keys.some(([name, template]) => this.isKey(name) && template.literals > 0));
    for (const { name, keys } of this.designed) {
      this.color(name);
      this.known.set(name, terms(keys.filter(([key, template]) => this.isKey(key) && template.prefix !== "")));
    }
  }

  static async of(table) {
    return new Entities(table, await controlJson(api.listEntities()).catch(() => null));
  }

  get isDeclared() {
    return this.design?.declared === true;
  }

  isKey(name) {
    return this.table.key.partition.includes(name) || this.table.key.sort.includes(name);
  }

  /** The name of the entity of an item; empty if nothing says it. */
  entity(item) {
    const found = this.designed.filter(({ keys }) => this.matches(keys, item));
    if (found.length > 1) {
      const byConstant = found.filter(({ constants }) => constants.length > 0 && constants.every(([name, text]) => scalar(item[name]) === text));
      return (byConstant.length === 1 ? byConstant[0] : mostSpecific(found)).name;
    }
    if (found.length === 1) {
      return found[0].name;
    }
    if (this.isDeclared && this.designed.length > 0) {
      return ""; // An item that the design does not expect.
    }
    for (const [name, value] of Object.entries(item)) {
      if (TYPE_ATTRIBUTES.has(name.toLowerCase()) && value.S && value.S.length <= 40) {
        return this.remember(value.S, [{ name, comparison: "=", value: value.S }]);
      }
    }
    for (const name of [...this.table.key.sort, ...this.table.key.partition]) {
      const label = LABEL.exec(item[name]?.S ?? "");
      if (label) {
        return this.remember(label[1], [{ name, comparison: "begins_with", value: label[1] }]);
      }
    }
    return "";
  }

  matches(keys, item) {
    const fields = {};
    for (const name of [...this.table.key.partition, ...this.table.key.sort]) {
      const template = keys.find(([key]) => key === name)?.[1];
      const text = item[name]?.S ?? item[name]?.N;
      const found = template === undefined || text === undefined ? null : template.find(text);
      if (found === null) {
        return false;
      }
      for (const [field, value] of Object.entries(found)) {
        if (Object.hasOwn(fields, field) && fields[field] !== value) {
          return false;
        }
        fields[field] = value;
      }
    }
    return true;
  }

  remember(name, found) {
    if (!this.known.has(name)) {
      this.known.set(name, found);
    }
    return name;
  }

  /** The names that are known: those of the design first. */
  names() {
    return [...this.known.keys()];
  }

  /** Terms that items of an entity fulfill, {name, comparison, value}; others may fulfill them too. */
  terms(name) {
    return this.known.get(name) ?? [];
  }

  /** The class of the color of an entity, e1 to e10 in the order of the design; e0 for none. */
  color(name) {
    if (name === "") {
      return "e0";
    }
    if (!this.colors.has(name)) {
      this.colors.set(name, `e${(this.colors.size % 10) + 1}`);
    }
    return this.colors.get(name);
  }

  /** The prefixes of the values of a key attribute, by the design. */
  prefixes(attribute) {
    const found = (this.design?.entities ?? [])
      .filter((each) => each.table === this.table.name && Object.hasOwn(each.keys, attribute))
      .map((each) => new KeyTemplate(each.keys[attribute]).prefix);
    return [...new Set(found.filter((prefix) => prefix !== ""))];
  }
}

function scalar(value) {
  return value === undefined ? undefined : String(value.S ?? value.N ?? value.BOOL);
}

function terms(keys) {
  return keys.map(([name, template]) => ({ name, comparison: template.isConstant ? "=" : "begins_with", value: template.prefix }));
}

/** Of entities that an item matches, the one whose templates say most. */
function mostSpecific(found) {
  const literals = ({ keys }) => keys.reduce((sum, [, template]) => sum + template.literals, 0);
  return found.reduce((one, other) => (literals(other) > literals(one) ? other : one));
}
