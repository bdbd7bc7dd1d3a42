// A request as code. Every text is a literal of its language, so that nothing in an item is code.

import { awsCli, accessKey, curlDynamo, state } from "./server.js";

/** The languages with the functions that write a request. */
export const LANGUAGES = [
  ["Java", java],
  ["JavaScript", javascript],
  ["Python", python],
  ["AWS CLI", awsCli],
  ["curl", curlDynamo],
];

/** The lower-case name of an operation in Python, such as batch_get_item. */
function snake(operation) {
  return operation.replace(/([a-z0-9])([A-Z])/g, "$1_$2").toLowerCase();
}

// ---- Python ----

function python(operation, request) {
  return [
    "import boto3",
    "",
    "dynamodb = boto3.client(",
    '    "dynamodb",',
    `    endpoint_url=${pythonText(location.origin)},`,
    `    region_name=${pythonText(state.database.region)},`,
    `    aws_access_key_id=${pythonText(accessKey(state.database))},`,
    '    aws_secret_access_key="monotable",',
    ")",
    `response = dynamodb.${snake(operation)}(`,
    ...Object.entries(request).map(([name, value]) => `    ${name}=${pythonValue(value, "    ")},`),
    ")",
  ].join("\n");
}

function pythonText(text) {
  return JSON.stringify(text).replace(/[\u007f-\uffff]/g, (c) => "\\u" + c.charCodeAt(0).toString(16).padStart(4, "0"));
}

/** A value; binary is decoded from base64. */
function pythonValue(value, indent, isBinary = false) {
  const inner = indent + "    ";
  if (value === null) {
    return "None";
  }
  if (typeof value === "boolean") {
    return value ? "True" : "False";
  }
  if (typeof value === "string") {
    return isBinary ? `__import__("base64").b64decode(${pythonText(value)})` : pythonText(value);
  }
  if (typeof value !== "object") {
    return String(value);
  }
  const isList = Array.isArray(value);
  const parts = isList
    ? value.map((each) => inner + pythonValue(each, inner, isBinary))
    : Object.entries(value).map(
        ([name, each]) =>
          `${inner}${pythonText(name)}: ${pythonValue(each, inner, isBytes(value, name, each))}`,
      );
  const [begin, end] = isList ? "[]" : "{}";
  return parts.length === 0 ? begin + end : `${begin}\n${parts.join(",\n")},\n${indent}${end}`;
}

/** Whether a member is binary: {"B": "…"} or {"BS": ["…"]} and nothing else. */
function isBytes(object, name, value) {
  return (
    Object.keys(object).length === 1 &&
    ((name === "B" && typeof value === "string") || (name === "BS" && Array.isArray(value)))
  );
}

// ---- JavaScript ----

function javascript(operation, request) {
  return [
    `import { DynamoDBClient, ${operation}Command } from "@aws-sdk/client-dynamodb";`,
    "",
    "const dynamodb = new DynamoDBClient({",
    `  endpoint: ${JSON.stringify(location.origin)},`,
    `  region: ${JSON.stringify(state.database.region)},`,
    `  credentials: { accessKeyId: ${JSON.stringify(accessKey(state.database))}, secretAccessKey: "monotable" },`,
    "});",
    `const response = await dynamodb.send(new ${operation}Command(${javascriptValue(request, "")}));`,
  ].join("\n");
}

function javascriptValue(value, indent, isBinary = false) {
  const inner = indent + "  ";
  if (typeof value === "string" && isBinary) {
    return `Buffer.from(${JSON.stringify(value)}, "base64")`;
  }
  if (value === null || typeof value !== "object") {
    return JSON.stringify(value);
  }
  const isList = Array.isArray(value);
  const parts = isList
    ? value.map((each) => inner + javascriptValue(each, inner, isBinary))
    : Object.entries(value).map(([name, each]) => {
        const member = name === "__proto__" ? '["__proto__"]' : /^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name);
        return `${inner}${member}: ${javascriptValue(each, inner, isBytes(value, name, each))}`;
      });
  const [begin, end] = isList ? "[]" : "{}";
  return parts.length === 0 ? begin + end : `${begin}\n${parts.join(",\n")},\n${indent}${end}`;
}

// ---- Java ----

/** Members whose values are maps with attribute values. */
const VALUE_MAPS = new Set(["Item", "Key", "ExpressionAttributeValues", "ExclusiveStartKey"]);
const VALUE_LISTS = new Set(["Parameters"]);

function java(operation, request) {
  const method = operation[0].toLowerCase() + operation.slice(1);
  const lines = [
    "import java.net.URI;",
    "import java.util.List;",
    "import java.util.Map;",
    "import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;",
    "import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;",
    "import software.amazon.awssdk.core.SdkBytes;",
    "import software.amazon.awssdk.regions.Region;",
    "import software.amazon.awssdk.services.dynamodb.DynamoDbClient;",
    "import software.amazon.awssdk.services.dynamodb.model.*;",
    "",
    "DynamoDbClient dynamodb =",
    "    DynamoDbClient.builder()",
    `        .endpointOverride(URI.create(${javaText(location.origin)}))`,
    `        .region(Region.of(${javaText(state.database.region)}))`,
    "        .credentialsProvider(",
    "            StaticCredentialsProvider.create(",
    `                AwsBasicCredentials.create(${javaText(accessKey(state.database))}, "monotable")))`,
    "        .build();",
  ];
  const simple = Object.entries(request).every(([name, value]) => VALUE_MAPS.has(name) || VALUE_LISTS.has(name) || isPlain(value));
  if (!simple) {
    lines.push("", "// The parts of this request have types of their own; this is the request in JSON:");
    lines.push(...JSON.stringify(request, null, 2).split("\n").map((line) => "// " + line.replaceAll("\\u", "\\ u")));
    return lines.join("\n");
  }
  lines.push(`${operation}Response response =`, `    dynamodb.${method}(`, "        request ->", "            request");
  const calls = Object.entries(request).map(([name, value]) => {
    const setter = name[0].toLowerCase() + name.slice(1);
    const text = VALUE_MAPS.has(name)
      ? javaMap(value, " ".repeat(20))
      : VALUE_LISTS.has(name)
        ? `List.of(${value.map((each) => javaValue(each, " ".repeat(24))).join(", ")})`
        : javaPlain(value);
    return `                .${setter}(${text})`;
  });
  return lines.join("\n") + "\n" + calls.join("\n") + ");";
}

function isPlain(value) {
  return (
    value === null ||
    typeof value !== "object" ||
    (Array.isArray(value) && value.every((each) => typeof each === "string")) ||
    (!Array.isArray(value) && Object.values(value).every((each) => typeof each === "string"))
  );
}

function javaPlain(value) {
  if (Array.isArray(value)) {
    return value.map(javaText).join(", ");
  }
  if (value !== null && typeof value === "object") {
    return javaEntries(Object.entries(value).map(([name, each]) => [javaText(name), javaText(each)]), " ".repeat(20));
  }
  return typeof value === "string" ? javaText(value) : String(value);
}

function javaEntries(entries, indent) {
  return entries.length === 0
    ? "Map.of()"
    : `Map.ofEntries(\n${entries.map(([name, value]) => `${indent}Map.entry(${name}, ${value})`).join(",\n")})`;
}

function javaMap(map, indent) {
  return javaEntries(
    Object.entries(map).map(([name, value]) => [javaText(name), javaValue(value, indent + "    ")]),
    indent,
  );
}

function javaValue(value, indent) {
  const [[type, content]] = Object.entries(value);
  const texts = (list) => list.map(javaText).join(", ");
  switch (type) {
    case "S":
      return `AttributeValue.fromS(${javaText(content)})`;
    case "N":
      return `AttributeValue.fromN(${javaText(content)})`;
    case "BOOL":
      return `AttributeValue.fromBool(${content})`;
    case "NULL":
      return `AttributeValue.fromNul(${content})`;
    case "B":
      return `AttributeValue.fromB(${javaBytes(content)})`;
    case "SS":
      return `AttributeValue.fromSs(List.of(${texts(content)}))`;
    case "NS":
      return `AttributeValue.fromNs(List.of(${texts(content)}))`;
    case "BS":
      return `AttributeValue.fromBs(List.of(${content.map(javaBytes).join(", ")}))`;
    case "L":
      return `AttributeValue.fromL(List.of(${content.map((each) => javaValue(each, indent + "    ")).join(", ")}))`;
    default:
      return `AttributeValue.fromM(${javaMap(content, indent + "    ")})`;
  }
}

function javaBytes(base64) {
  return `SdkBytes.fromByteArray(java.util.Base64.getDecoder().decode(${javaText(base64)}))`;
}

/** A text of Java, which has no escape for all of JSON's. */
function javaText(text) {
  let literal = "";
  for (let i = 0; i < text.length; i++) {
    const c = text[i];
    const code = text.charCodeAt(i);
    if (c === '"' || c === "\\") {
      literal += "\\" + c;
    } else if (c === "\n") {
      literal += "\\n";
    } else if (code < 32 || code > 126) {
      // An octal escape for line ends, which \u would end the line with.
      literal += code < 32 ? "\\" + code.toString(8).padStart(3, "0") : "\\u" + code.toString(16).padStart(4, "0");
    } else {
      literal += c;
    }
  }
  return `"${literal}"`;
}
