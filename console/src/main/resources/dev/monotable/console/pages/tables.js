// What the views know of tables: their keys, their indexes, and the entities of their items.

import { dynamo } from "./server.js";

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

/**
 * The name of the entity of an item: that of its type attribute, else the label in its sort key, such
 * as MESSAGE in MESSAGE#1, else that in its partition key; empty if nothing says it.
 */
export function entity(table, item) {
  for (const [name, value] of Object.entries(item)) {
    if (TYPE_ATTRIBUTES.has(name.toLowerCase()) && value.S && value.S.length <= 40) {
      return value.S;
    }
  }
  const keys = [...table.key.sort, ...table.key.partition];
  for (const name of keys) {
    const text = item[name]?.S;
    const label = text === undefined ? null : /^([A-Za-z_$][\w$ -]{0,30})(?:[#|:/]|$)/.exec(text);
    if (label) {
      return label[1];
    }
  }
  return "";
}

/** Gives each entity of a table a color, the first seen first: the classes e1 to e10, e0 for none. */
export class EntityColors {
  constructor() {
    this.colors = new Map();
  }

  of(name) {
    if (name === "") {
      return "e0";
    }
    if (!this.colors.has(name)) {
      this.colors.set(name, `e${(this.colors.size % 10) + 1}`);
    }
    return this.colors.get(name);
  }
}
