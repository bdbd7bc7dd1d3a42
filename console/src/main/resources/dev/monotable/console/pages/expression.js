// Expressions as a person writes them, with names and values in place: likes > 2 and #tag = "new".

const WORDS = new Set(["and", "or", "not", "between", "in", "attribute_exists", "attribute_not_exists", "attribute_type", "begins_with", "contains", "size"]);

const TOKEN = /\s*(?:("(?:[^"\\]|\\.)*")|(-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|([A-Za-z_$][\w$-]*)|(<=|>=|<>|[=<>(),.[\]]))/y;

/**
 * Replaces names and values by placeholders. A number keeps its text.
 *
 * @param {object} names gets the names by their placeholders
 * @param {object} values gets the values by their placeholders, in DynamoDB JSON
 * @throws {Error} that says where the text cannot be read
 */
export function compile(text, names, values) {
  TOKEN.lastIndex = 0;
  let result = "";
  let at = 0;
  let isIndex = false;
  while (at < text.trimEnd().length) {
    TOKEN.lastIndex = at;
    const match = TOKEN.exec(text);
    if (match === null) {
      throw new Error(`The expression cannot be read from here: ${text.slice(at, at + 30)}`);
    }
    const [whole, string, number, name, symbol] = match;
    if (string !== undefined) {
      result += " " + value(values, { S: JSON.parse(string) });
    } else if (number !== undefined) {
      result += isIndex ? number : " " + value(values, { N: number });
    } else if (name !== undefined) {
      result += word(name, text.slice(at + whole.length), names, values, result.endsWith("."));
    } else {
      result += symbol === "." || symbol === "[" || symbol === "]" ? symbol : " " + symbol;
      isIndex = symbol === "[";
    }
    at += whole.length;
  }
  // Placeholders have neither spaces nor parentheses.
  return result.trim().replace(/(?<=[a-z]) \(/g, "(").replace(/\( /g, "(").replace(/ ([),])/g, "$1");
}

function word(name, rest, names, values, isMember) {
  const lower = name.toLowerCase();
  if (!isMember && WORDS.has(lower)) {
    return " " + (/^\s*\(/.test(rest) ? lower : lower.toUpperCase());
  }
  if (!isMember && (lower === "true" || lower === "false")) {
    return " " + value(values, { BOOL: lower === "true" });
  }
  if (!isMember && lower === "null") {
    return " " + value(values, { NULL: true });
  }
  const known = Object.keys(names).find((each) => names[each] === name);
  const placeholder = known ?? `#n${Object.keys(names).length}`;
  names[placeholder] = name;
  return (isMember ? "" : " ") + placeholder;
}

function value(values, content) {
  const placeholder = `:v${Object.keys(values).length}`;
  values[placeholder] = content;
  return placeholder;
}
