// The handle of a piece: a client, and the time of its database in seconds.
import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";

export function handle(endpoint = process.env.AWS_ENDPOINT_URL_DYNAMODB, credentials) {
  const key = credentials?.accessKeyId ?? process.env.AWS_ACCESS_KEY_ID;
  return {
    client: new DynamoDBClient({ endpoint, credentials }),
    async now() {
      const response = await fetch(`${endpoint}/_monotable/v1/databases/${key}/clock`);
      if (!response.ok) throw new Error(`clock: ${response.status}`);
      return Math.floor(Date.parse((await response.json()).now) / 1000);
    },
  };
}

// Runs a function as a command: `node FILE FUNCTION ARGUMENT…`, or `node FILE serve FUNCTION PORT`.
export async function main(url, pieces) {
  if (fileURLToPath(url) !== process.argv[1]) return;
  const [name, ...rest] = process.argv.slice(2);
  try {
    if (name === "serve") serve(pieces[rest[0]], Number(rest[1]));
    else await pieces[name](handle(), ...rest);
  } catch (error) {
    console.error(`${error.name}: ${error.message}`);
    process.exitCode = 1;
  }
}

// A handler of stream records behind a URL. The headers of an invocation, if it has them, name the database.
function serve(handler, port) {
  createServer(async (request, response) => {
    let body = "";
    for await (const part of request) body += part;
    const header = (name) => request.headers[`x-monotable-${name}`];
    const own = header("endpoint")
      ? handle(header("endpoint"), { accessKeyId: header("access-key"), secretAccessKey: header("secret-key") })
      : handle();
    try {
      await handler(own, JSON.parse(body));
      response.end();
    } catch (error) {
      console.error(`${error.name}: ${error.message}`);
      response.writeHead(500).end();
    }
  }).listen(port, "127.0.0.1", () => console.log("ready"));
}

// Whether a transaction was cancelled because the condition of one of its actions failed.
export function conditionFailed(error) {
  return error.CancellationReasons?.some((reason) => reason.Code === "ConditionalCheckFailed") ?? false;
}
