// The server that sent this page: its control API, and DynamoDB's API with the access key of a
// database. Nothing else is ever asked.

import { shell } from "./dom.js";

const CONTROL = "/_monotable/v1";
const TOKEN = "monotable-token";

/** Requests of the console itself have this access pattern; the control API does not keep them. */
export const OWN_PATTERN = "monotable-console";

export const state = {
  /** The offers of the page: readOnly; whether DynamoDB's API wants the token: needsToken. */
  settings: { readOnly: false, needsToken: false },
  version: "",
  /** The database that is shown: id, name, region; null before it is known. */
  database: null,
  databases: [],
};

/** An answer that is not a success. */
export class ServerError extends Error {
  constructor(type, message, status, fault = null) {
    super(message);
    this.type = type;
    this.status = status;
    /** The fault rule that has caused it, or null. */
    this.fault = fault;
  }
}

// ---- connection ----

const listeners = new Set();
let connected = true;

/** Calls a function with true or false each time the connection comes back or is lost. */
export function onConnection(listener) {
  listeners.add(listener);
}

export function isConnected() {
  return connected;
}

function report(now) {
  if (now !== connected) {
    connected = now;
    listeners.forEach((listener) => listener(now));
    if (!now) {
      retry(500);
    }
  }
}

function retry(pause) {
  setTimeout(async () => {
    try {
      await fetch(CONTROL + "/health", { cache: "no-store" });
      report(true);
    } catch {
      retry(Math.min(pause * 1.5, 5000));
    }
  }, pause);
}

/** Asks whether the server answers, so that a lost connection is noticed without an action. */
export async function ping() {
  if (connected && document.visibilityState === "visible") {
    await send(CONTROL + "/health", {}).catch(() => {});
  }
}

async function send(path, options) {
  let response;
  try {
    response = await fetch(path, { cache: "no-store", credentials: "omit", ...options });
  } catch (e) {
    if (e.name === "AbortError") {
      throw e;
    }
    report(false);
    throw new ServerError("ConnectionLost", "The server does not answer", 0);
  }
  report(true);
  return response;
}

// ---- the control API ----

let askToken = async () => null;

/** Sets what asks the user for the token: returns it, or null to give up. */
export function onTokenNeeded(ask) {
  askToken = ask;
}

/** Keeps the token of an address such as that which the server prints; returns whether it has one. */
export function takeToken(hash) {
  const token = /^#token=([\w.~-]+)$/.exec(hash)?.[1];
  if (token !== undefined) {
    sessionStorage.setItem(TOKEN, token);
  }
  return token !== undefined;
}

let declined = false;

/** The token for DynamoDB's API, where policies allow the console everything only with it; or null. */
async function tokenOfConsole() {
  if (state.settings.needsToken && !hasToken() && !declined && state.database.id === "default") {
    const given = await askToken(false);
    declined = given === null;
    if (!declined) {
      sessionStorage.setItem(TOKEN, given);
    }
  }
  return sessionStorage.getItem(TOKEN);
}

export function forgetToken() {
  sessionStorage.removeItem(TOKEN);
}

export function hasToken() {
  return sessionStorage.getItem(TOKEN) !== null;
}

/**
 * Sends a request of calls.js to the control API, and asks for the token if it needs one.
 *
 * @returns {Promise<Response>} a success
 */
export async function control({ method, path, body }, options = {}) {
  for (;;) {
    const headers = {};
    const token = sessionStorage.getItem(TOKEN);
    if (token !== null) {
      headers["x-monotable-token"] = token;
    }
    if (body !== undefined) {
      headers["Content-Type"] = "application/json";
    }
    const response = await send(CONTROL + path, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      ...options,
    });
    if (response.ok) {
      return response;
    }
    const error = await response.json().catch(() => ({}));
    if (error.error === "TokenRequired") {
      const given = await askToken(token !== null);
      if (given !== null) {
        sessionStorage.setItem(TOKEN, given);
        continue;
      }
    }
    throw new ServerError(
      error.error ?? "Error",
      error.message ?? `The server answered with the status ${response.status}`,
      response.status,
    );
  }
}

/** Sends a request to the control API and returns its JSON, or null without any. */
export async function controlJson(request) {
  const response = await control(request);
  return response.status === 204 ? null : response.json();
}

/** The path of a database in the control API, with a path below it. */
export function inDatabase(path, id = state.database.id) {
  return `/databases/${encodeURIComponent(id)}${path}`;
}

/** The query of a path, without the parameters that are undefined. */
export function query(parameters) {
  const given = Object.entries(parameters)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return given.length === 0 ? "" : "?" + given.join("&");
}

/**
 * Reads the server-sent events of a database until the signal aborts it.
 *
 * @param {function(string, string)} receive gets the name and the data of each event
 */
export async function events(request, signal, opened, receive) {
  const response = await control(request, { signal });
  opened();
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) {
        break;
      }
      const parts = (rest + value).split("\n\n");
      rest = parts.pop();
      for (const part of parts) {
        let name = "message";
        let data = "";
        for (const line of part.split("\n")) {
          if (line.startsWith("event: ")) {
            name = line.slice(7);
          } else if (line.startsWith("data: ")) {
            data += line.slice(6);
          }
        }
        if (data !== "") {
          receive(name, data);
        }
      }
    }
  } catch (e) {
    if (signal.aborted) {
      return;
    }
  }
  if (!signal.aborted) {
    report(false);
  }
}

// ---- DynamoDB's API ----

/** The access key that leads to a database. */
export function accessKey(database) {
  // A key that the server has not issued leads to the shared database.
  return database.id === "default" ? "console" : database.id.split("/")[0];
}

/**
 * Calls DynamoDB's API. The request names the access key of the database, which is how the server
 * finds it; it verifies no signature, so there is none.
 *
 * @param {object|string} body JSON as a text is sent as it is
 * @param {boolean|string} [own] whether the console asks for itself, so that the request is not kept;
 *     a text is the access pattern that the request names
 */
export async function dynamo(operation, body, own = true) {
  const streams = STREAM_OPERATIONS.has(operation);
  const date = new Date().toISOString().replace(/[-:]|\.\d+/g, "");
  const scope = `${date.slice(0, 8)}/${state.database.region}/dynamodb/aws4_request`;
  const headers = {
    "Content-Type": "application/x-amz-json-1.0",
    "X-Amz-Target": (streams ? "DynamoDBStreams_20120810." : "DynamoDB_20120810.") + operation,
    "X-Amz-Date": date,
    Authorization:
      `AWS4-HMAC-SHA256 Credential=${accessKey(state.database)}/${scope},` +
      " SignedHeaders=host;x-amz-date;x-amz-target, Signature=0",
  };
  const token = await tokenOfConsole();
  if (token !== null) {
    headers["x-monotable-token"] = token;
  }
  if (own) {
    headers["x-monotable-pattern"] = own === true ? OWN_PATTERN : encodeURIComponent(own);
  }
  const response = await send("/", {
    method: "POST",
    headers,
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) {
    const type = String(answer.__type ?? "Error").replace(/^.*#/, "");
    throw new ServerError(
      type,
      answer.message ?? answer.Message ?? type,
      response.status,
      response.headers.get("x-monotable-fault"),
    );
  }
  return answer;
}

/** The operations of DynamoDB Streams, which has a client of its own in each SDK. */
export const STREAM_OPERATIONS = new Set(["ListStreams", "DescribeStream", "GetShardIterator", "GetRecords"]);

// ---- the same on the command line ----


/** The option that names the chosen database, if it is not the default one. */
export function databaseOption() {
  return state.database.id === "default" ? "" : ` --database ${shell(state.database.id)}`;
}

/** The option that names this server, if it is not the default one. */
export function endpointOption() {
  return location.origin === "http://127.0.0.1:8000" ? "" : ` --endpoint ${shell(location.origin)}`;
}

/** The variables that a shell needs so that the AWS CLI and the SDKs use a database. */
export function environment(database) {
  const key = database.id === "default" ? "any" : accessKey(database);
  return [
    `export AWS_ENDPOINT_URL_DYNAMODB=${shell(location.origin)} AWS_ENDPOINT_URL_DYNAMODB_STREAMS=${shell(location.origin)}`,
    `export AWS_ACCESS_KEY_ID=${shell(key)} AWS_SECRET_ACCESS_KEY=monotable`,
    `export AWS_REGION=${shell(database.region)} AWS_DEFAULT_REGION=${shell(database.region)}`,
  ].join("\n");
}

/** A request to the control API by curl. */
export function curlControl({ method, path, body }) {
  const parts = ["curl"];
  if (method !== "GET") {
    parts.push("-X", method);
  }
  if (hasToken()) {
    parts.push('-H "x-monotable-token: $MONOTABLE_CONTROL_TOKEN"');
  }
  parts.push(shell(location.origin + CONTROL + path));
  if (body !== undefined) {
    parts.push("-d", shell(JSON.stringify(body)));
  }
  return parts.join(" ");
}

/** A call of DynamoDB's API by curl. */
export function curlDynamo(operation, body) {
  const target = (STREAM_OPERATIONS.has(operation) ? "DynamoDBStreams_20120810." : "DynamoDB_20120810.") + operation;
  return [
    `curl --aws-sigv4 ${shell(`aws:amz:${state.database.region}:dynamodb`)} --user ${shell(accessKey(state.database) + ":monotable")}`,
    `  -H 'Content-Type: application/x-amz-json-1.0' -H ${shell("X-Amz-Target: " + target)}`,
    `  -d ${shell(typeof body === "string" ? body : JSON.stringify(body))} ${shell(location.origin)}`,
  ].join(" \\\n");
}

/** A call of DynamoDB's API by the AWS CLI. */
export function awsCli(operation, body) {
  const name = operation
    .replace(/([a-z0-9])([A-Z])/g, "$1-$2")
    .toLowerCase();
  const service = STREAM_OPERATIONS.has(operation) ? "dynamodbstreams" : "dynamodb";
  return [
    `AWS_ACCESS_KEY_ID=${shell(accessKey(state.database))} AWS_SECRET_ACCESS_KEY=monotable`,
    `  aws ${service} ${name} --endpoint-url ${shell(location.origin)} --region ${shell(state.database.region)}`,
    `  --cli-input-json ${shell(typeof body === "string" ? body : JSON.stringify(body))}`,
  ].join(" \\\n");
}
