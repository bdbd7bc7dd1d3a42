// Items in DynamoDB JSON. Numbers are texts in it, and stay texts: nothing here calculates with them.

/** Value types by their names in DynamoDB JSON. */
const TEXTS = new Set(["S", "N", "B"]);
const SETS = new Set(["SS", "NS", "BS"]);

/** A value on one line for people: texts as they are, all else in DynamoDB JSON. */
export function brief(value, max = 80) {
  const [[type, content]] = Object.entries(value);
  let text;
  if (type === "S" || type === "N") {
    text = content;
  } else if (type === "BOOL") {
    text = String(content);
  } else if (type === "NULL") {
    text = "null";
  } else if (type === "B") {
    text = "b64:" + content;
  } else if (SETS.has(type)) {
    text = "{" + content.join(", ") + "}";
  } else {
    text = JSON.stringify(content);
  }
  return text.length > max ? text.slice(0, max) + "…" : text;
}

/** The values of a key on one line, such as USER#ada / ORDER#1. */
export function keyText(key) {
  return Object.values(key).map((value) => brief(value, 200)).join(" / ");
}

/** The type of a value, such as "S". */
export function typeOf(value) {
  return Object.keys(value)[0];
}

/** An item as indented DynamoDB JSON, with short values on one line. */
export function pretty(item) {
  return pad(item, "");
}

function pad(value, indent) {
  const line = JSON.stringify(value);
  if (line.length <= 72 || value === null || typeof value !== "object") {
    return spaced(value);
  }
  const inner = indent + "  ";
  if (Array.isArray(value)) {
    return "[\n" + value.map((each) => inner + pad(each, inner)).join(",\n") + "\n" + indent + "]";
  }
  const members = Object.keys(value).map(
    (name) => inner + JSON.stringify(name) + ": " + pad(value[name], inner),
  );
  return members.length === 0 ? "{}" : "{\n" + members.join(",\n") + "\n" + indent + "}";
}

/** JSON on one line with spaces between its parts. */
function spaced(value) {
  if (Array.isArray(value)) {
    return "[" + value.map(spaced).join(", ") + "]";
  }
  if (value !== null && typeof value === "object") {
    return "{" + Object.keys(value).map((name) => JSON.stringify(name) + ": " + spaced(value[name])).join(", ") + "}";
  }
  return JSON.stringify(value);
}

/**
 * Reads an item that a person has written.
 *
 * @throws {Error} that says what is not DynamoDB JSON
 */
export function parse(text) {
  const item = JSON.parse(text);
  requireMap(item, "The item");
  return item;
}

function requireMap(map, where) {
  if (map === null || typeof map !== "object" || Array.isArray(map)) {
    throw new Error(`${where} is not an object in DynamoDB JSON`);
  }
  for (const [name, value] of Object.entries(map)) {
    requireValue(value, JSON.stringify(name));
  }
}

function requireValue(value, where) {
  const types = value !== null && typeof value === "object" && !Array.isArray(value) ? Object.keys(value) : [];
  if (types.length !== 1) {
    throw new Error(`${where} is not a value with one type, such as {"S": "text"} or {"N": "5"}`);
  }
  const [type] = types;
  const content = value[type];
  if (TEXTS.has(type)) {
    require(typeof content === "string", `${where}: ${type} needs a text in quotes, such as {"${type}": "5"}`);
  } else if (SETS.has(type)) {
    require(Array.isArray(content) && content.every((each) => typeof each === "string"), `${where}: ${type} needs a list of texts in quotes`);
  } else if (type === "BOOL" || type === "NULL") {
    require(typeof content === "boolean", `${where}: ${type} needs true or false`);
  } else if (type === "L") {
    require(Array.isArray(content), `${where}: L needs a list`);
    content.forEach((each, at) => requireValue(each, `${where}[${at}]`));
  } else if (type === "M") {
    requireMap(content, where);
  } else {
    throw new Error(`${where} has the unknown type ${JSON.stringify(type)}`);
  }
}

function require(valid, message) {
  if (!valid) {
    throw new Error(message);
  }
}

/** Whether two values are the same; the order of members and of sets does not matter. */
export function same(one, other) {
  return canonical(one) === canonical(other);
}

function canonical(value) {
  if (Array.isArray(value)) {
    return "[" + value.map(canonical).join() + "]";
  }
  if (value !== null && typeof value === "object") {
    const names = Object.keys(value).sort();
    return (
      "{" +
      names
        .map((name) => {
          const content = SETS.has(name) && Array.isArray(value[name]) && names.length === 1 ? [...value[name]].sort() : value[name];
          return JSON.stringify(name) + ":" + canonical(content);
        })
        .join() +
      "}"
    );
  }
  return JSON.stringify(value);
}

/**
 * The UpdateItem that turns an item into another one, if no other request has changed the same attributes
 * meanwhile; null if they are the same.
 *
 * @param {object} key the primary key
 */
export function update(table, key, before, after) {
  const names = {};
  const values = {};
  const sets = [];
  const removes = [];
  const conditions = [];
  let number = 0;
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (Object.hasOwn(key, name)) {
      continue;
    }
    const old = Object.hasOwn(before, name) ? before[name] : null;
    const now = Object.hasOwn(after, name) ? after[name] : null;
    if (old !== null && now !== null && same(old, now)) {
      continue;
    }
    const at = number++;
    names[`#a${at}`] = name;
    if (old === null) {
      conditions.push(`attribute_not_exists(#a${at})`);
    } else {
      values[`:o${at}`] = old;
      conditions.push(`#a${at} = :o${at}`);
    }
    if (now === null) {
      removes.push(`#a${at}`);
    } else {
      values[`:n${at}`] = now;
      sets.push(`#a${at} = :n${at}`);
    }
  }
  if (number === 0) {
    return null;
  }
  const keyName = Object.keys(key)[0];
  names["#k"] = keyName;
  const request = {
    TableName: table,
    Key: key,
    UpdateExpression: [
      sets.length > 0 ? "SET " + sets.join(", ") : null,
      removes.length > 0 ? "REMOVE " + removes.join(", ") : null,
    ]
      .filter(Boolean)
      .join(" "),
    ConditionExpression: ["attribute_exists(#k)", ...conditions].join(" AND "),
    ExpressionAttributeNames: names,
  };
  if (Object.keys(values).length > 0) {
    request.ExpressionAttributeValues = values;
  }
  return request;
}

/** The DeleteItem of an item, if it is still as it was seen. */
export function removal(table, key, item) {
  const names = {};
  const values = {};
  const conditions = [];
  Object.keys(item).forEach((name, at) => {
    names[`#a${at}`] = name;
    values[`:v${at}`] = item[name];
    conditions.push(`#a${at} = :v${at}`);
  });
  return {
    TableName: table,
    Key: key,
    ConditionExpression: conditions.join(" AND "),
    ExpressionAttributeNames: names,
    ExpressionAttributeValues: values,
  };
}
