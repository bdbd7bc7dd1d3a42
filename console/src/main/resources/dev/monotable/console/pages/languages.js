// A request as code. Every text is a literal of its language, so that nothing in an item is code.

import { STREAM_OPERATIONS, awsCli, accessKey, curlDynamo, state } from "./server.js";

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
  const call = [
    `response = dynamodb.${snake(operation)}(`,
    ...Object.entries(request).map(([name, value]) => `    ${name}=${pythonValue(value, "    ")},`),
    ")",
  ].join("\n");
  return [
    call.includes("base64.b64decode(") ? "import base64\n\nimport boto3" : "import boto3",
    "",
    "dynamodb = boto3.client(",
    `    "${STREAM_OPERATIONS.has(operation) ? "dynamodbstreams" : "dynamodb"}",`,
    `    endpoint_url=${pythonText(location.origin)},`,
    `    region_name=${pythonText(state.database.region)},`,
    `    aws_access_key_id=${pythonText(accessKey(state.database))},`,
    '    aws_secret_access_key="monotable",',
    ")",
    call,
  ].join("\n");
}

function pythonText(text) {
  // Half of a character that JSON writes as two is none in Python.
  return JSON.stringify(text).replace(/[\u007f-\u{10ffff}]/gu, (c) => {
    const code = c.codePointAt(0);
    return code > 0xffff ? "\\U" + code.toString(16).padStart(8, "0") : "\\u" + code.toString(16).padStart(4, "0");
  });
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
    return isBinary ? `base64.b64decode(${pythonText(value)})` : pythonText(value);
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
  const [client, library] = STREAM_OPERATIONS.has(operation)
    ? ["DynamoDBStreamsClient", "@aws-sdk/client-dynamodb-streams"]
    : ["DynamoDBClient", "@aws-sdk/client-dynamodb"];
  return [
    `import { ${client}, ${operation}Command } from "${library}";`,
    "",
    `const dynamodb = new ${client}({`,
    `  endpoint: ${JSON.stringify(location.origin)},`,
    `  region: ${JSON.stringify(state.database.region)},`,
    `  credentials: { accessKeyId: ${JSON.stringify(accessKey(state.database))}, secretAccessKey: "monotable" },`,
    "});",
    `const response = await dynamodb.send(new ${operation}Command(${javascriptValue(request, "")}));`,
  ].join("\n");
}

/** A text of JavaScript; characters that are invisible or turn the direction of code are escaped. */
function javascriptText(text) {
  return JSON.stringify(text).replace(/[\u007f-\u00a0\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g, (c) => "\\u" + c.charCodeAt(0).toString(16).padStart(4, "0"));
}

function javascriptValue(value, indent, isBinary = false) {
  const inner = indent + "  ";
  if (typeof value === "string" && isBinary) {
    return `Buffer.from(${javascriptText(value)}, "base64")`;
  }
  if (value === null || typeof value !== "object") {
    return typeof value === "string" ? javascriptText(value) : JSON.stringify(value);
  }
  const isList = Array.isArray(value);
  const parts = isList
    ? value.map((each) => inner + javascriptValue(each, inner, isBinary))
    : Object.entries(value).map(([name, each]) => {
        const member = name === "__proto__" ? '["__proto__"]' : /^[A-Za-z_$][\w$]*$/.test(name) ? name : javascriptText(name);
        return `${inner}${member}: ${javascriptValue(each, inner, isBytes(value, name, each))}`;
      });
  const [begin, end] = isList ? "[]" : "{}";
  return parts.length === 0 ? begin + end : `${begin}\n${parts.join(",\n")},\n${indent}${end}`;
}

// ---- Java ----

/** Members of requests whose values are not plain, and what these are. */
const JAVA_MEMBERS = {
  // Attribute values.
  Item: "item",
  Key: "item",
  ExpressionAttributeValues: "item",
  ExclusiveStartKey: "item",
  Keys: "items",
  Parameters: "values",
  AttributeValueList: "values",
  // Parts of batches and transactions.
  PutRequest: "PutRequest",
  DeleteRequest: "DeleteRequest",
  Get: "Get",
  Put: "Put",
  Update: "Update",
  Delete: "Delete",
  ConditionCheck: "ConditionCheck",
  Statements: ["BatchStatementRequest"],
  TransactStatements: ["ParameterizedStatement"],
  // Members that are older than expressions.
  Expected: { of: "ExpectedAttributeValue" },
  AttributeUpdates: { of: "AttributeValueUpdate" },
  KeyConditions: { of: "Condition" },
  QueryFilter: { of: "Condition" },
  ScanFilter: { of: "Condition" },
  // Tables.
  AttributeDefinitions: ["AttributeDefinition"],
  KeySchema: ["KeySchemaElement"],
  GlobalSecondaryIndexes: ["GlobalSecondaryIndex"],
  LocalSecondaryIndexes: ["LocalSecondaryIndex"],
  GlobalSecondaryIndexUpdates: ["GlobalSecondaryIndexUpdate"],
  Projection: "Projection",
  ProvisionedThroughput: "ProvisionedThroughput",
  OnDemandThroughput: "OnDemandThroughput",
  WarmThroughput: "WarmThroughput",
  StreamSpecification: "StreamSpecification",
  SSESpecification: "SSESpecification",
  TimeToLiveSpecification: "TimeToLiveSpecification",
  PointInTimeRecoverySpecification: "PointInTimeRecoverySpecification",
  Tags: ["Tag"],
};

/** Members that are something else in one operation or type. */
const JAVA_CONTEXTS = {
  BatchGetItem: { RequestItems: { of: "KeysAndAttributes" } },
  BatchWriteItem: { RequestItems: { of: ["WriteRequest"] } },
  TransactGetItems: { TransactItems: ["TransactGetItem"] },
  TransactWriteItems: { TransactItems: ["TransactWriteItem"] },
  Tag: { Key: "plain" },
  ExpectedAttributeValue: { Value: "value" },
  AttributeValueUpdate: { Value: "value" },
  GlobalSecondaryIndexUpdate: {
    Create: "CreateGlobalSecondaryIndexAction",
    Update: "UpdateGlobalSecondaryIndexAction",
    Delete: "DeleteGlobalSecondaryIndexAction",
  },
};

function java(operation, request) {
  const method = operation[0].toLowerCase() + operation.slice(1);
  const isStream = STREAM_OPERATIONS.has(operation);
  const client = isStream ? "DynamoDbStreamsClient" : "DynamoDbClient";
  const lines = [
    "import java.net.URI;",
    "import java.util.List;",
    "import java.util.Map;",
    "import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;",
    "import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;",
    "import software.amazon.awssdk.core.SdkBytes;",
    "import software.amazon.awssdk.regions.Region;",
    isStream
      ? "import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;"
      : "import software.amazon.awssdk.services.dynamodb.DynamoDbClient;",
    "import software.amazon.awssdk.services.dynamodb.model.*;",
    "",
    `${client} dynamodb =`,
    `    ${client}.builder()`,
    `        .endpointOverride(URI.create(${javaText(location.origin)}))`,
    `        .region(Region.of(${javaText(state.database.region)}))`,
    "        .credentialsProvider(",
    "            StaticCredentialsProvider.create(",
    `                AwsBasicCredentials.create(${javaText(accessKey(state.database))}, "monotable")))`,
    "        .build();",
    `${operation}Response response =`,
    `    dynamodb.${method}(`,
    `        ${javaBuilder(operation + "Request", request, " ".repeat(8), operation)});`,
  ];
  return lines.join("\n");
}

/**
 * A call of a builder.
 *
 * @param {string} context what the members belong to: an operation or a type
 */
function javaBuilder(type, object, indent, context = type) {
  const inner = indent + "    ";
  const calls = Object.entries(object).map(([name, value]) => {
    const setter = name.startsWith("SSE") ? "sse" + name.slice(3) : name[0].toLowerCase() + name.slice(1);
    const form = JAVA_CONTEXTS[context]?.[name] ?? JAVA_MEMBERS[name] ?? "plain";
    const isLong = typeof value === "number" && /Units(PerSecond)?$/.test(name);
    return `\n${inner}.${setter}(${javaMember(form, value, inner + "    ")}${isLong ? "L" : ""})`;
  });
  return `${type}.builder()${calls.join("")}\n${inner}.build()`;
}

function javaMember(form, value, indent) {
  const within = Array.isArray(value) ? indent : indent + "    ";
  if (Array.isArray(form)) {
    return javaList(value.map((each) => javaBuilder(form[0], each, indent)), indent);
  }
  if (typeof form === "object") {
    return javaEntries(Object.entries(value).map(([name, each]) => [javaText(name), javaMember(form.of, each, within)]), indent);
  }
  switch (form) {
    case "item":
      return javaMap(value, indent);
    case "items":
      return javaList(value.map((each) => javaMap(each, indent + "    ")), indent);
    case "value":
      return javaValue(value, indent);
    case "values":
      return javaList(value.map((each) => javaValue(each, within)), indent);
    case "plain":
      return javaPlain(value, indent);
    default:
      return javaBuilder(form, value, indent.slice(4));
  }
}

function javaList(parts, indent) {
  return parts.length === 0 ? "List.of()" : `List.of(\n${parts.map((each) => indent + each).join(",\n")})`;
}

/** A text, a number, a truth value, or a list or map of them. */
function javaPlain(value, indent) {
  if (Array.isArray(value)) {
    return `List.of(${value.map((each) => javaPlain(each, indent)).join(", ")})`;
  }
  if (value !== null && typeof value === "object") {
    return javaEntries(Object.entries(value).map(([name, each]) => [javaText(name), javaPlain(each, indent)]), indent);
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
