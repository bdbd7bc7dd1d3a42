import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { call } from './control';
import type { DrainResult, EventSourceMappingToCreate } from './model';

/** A Lambda function: `(event, context)`, or with a callback. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export type LambdaHandler = (event: any, context: any, callback: any) => unknown;

/** The settings of an event source mapping, with the names of Lambda's API. */
export type MappingSettings = Omit<EventSourceMappingToCreate, 'table' | 'url' | 'automatic'>;

// The longest time of a drain, and the time after which this side gives up.
const DRAIN = '15m';
const DRAIN_MS = 16 * 60_000;

/**
 * The stream of a table, whose records go to Lambda functions in this process with the rules of
 * Lambda's event source mappings.
 */
export class TableStream {
  #mapping: Promise<string> | undefined;
  #server: Server | undefined;
  #handler: LambdaHandler | undefined;

  /** @param path the path of the database in the control API */
  constructor(
    private readonly endpoint: string,
    private readonly path: string,
    private readonly table: string,
    private readonly settings: MappingSettings,
  ) {}

  /**
   * Delivers all records to a function, from the beginning of the stream at first, later those since
   * the last drain. Returns when nothing is left, also not of what the function itself has written.
   */
  async drain(handler: LambdaHandler): Promise<DrainResult> {
    this.#handler = handler;
    this.#mapping ??= this.#create().catch((e) => {
      this.#mapping = undefined;
      throw e;
    });
    return call(this.endpoint, 'POST', `${await this.#mapping}/drain`, { timeout: DRAIN }, DRAIN_MS);
  }

  /** Ends the mapping. */
  async close(): Promise<void> {
    const mapping = await this.#mapping?.catch(() => undefined);
    this.#mapping = undefined;
    this.#server?.close();
    this.#server?.closeAllConnections();
    if (mapping) {
      await call(this.endpoint, 'DELETE', mapping);
    }
  }

  async #create(): Promise<string> {
    this.#server = createServer((request, response) => void this.#answer(request, response));
    this.#server.unref();
    await new Promise<void>((resolve, reject) => {
      this.#server!.once('error', reject).listen(0, '127.0.0.1', resolve);
    });
    const { port } = this.#server.address() as AddressInfo;
    const mappings = `${this.path}/event-source-mappings`;
    const { id } = await call<{ id: string }>(this.endpoint, 'POST', mappings, {
      table: this.table,
      url: `http://127.0.0.1:${port}/`,
      ...this.settings,
    });
    return `${mappings}/${id}`;
  }

  async #answer(request: IncomingMessage, response: ServerResponse) {
    try {
      const result = await invoke(this.#handler!, await json(request), this.table);
      response.setHeader('content-type', 'application/json').end(JSON.stringify(result ?? null));
    } catch (e) {
      // As the runtime interface client of Lambda reports an exception.
      const { name, message, stack } = e instanceof Error ? e : new Error(String(e));
      response
        .setHeader('x-amz-function-error', 'Unhandled')
        .end(JSON.stringify({ errorType: name, errorMessage: message, trace: stack?.split('\n') ?? [] }));
    }
  }
}

function invoke(handler: LambdaHandler, event: unknown, name: string): unknown {
  return new Promise((resolve, reject) => {
    const callback = (error: unknown, result: unknown) => (error ? reject(error) : resolve(result));
    const context = {
      functionName: name,
      functionVersion: '$LATEST',
      invokedFunctionArn: `arn:aws:lambda:us-east-1:000000000000:function:${name}`,
      memoryLimitInMB: '128',
      awsRequestId: crypto.randomUUID(),
      callbackWaitsForEmptyEventLoop: false,
      getRemainingTimeInMillis: () => 60_000,
    };
    const result = handler(event, context, callback);
    // A function that declares the callback, and returns nothing, answers through it.
    if (handler.length < 3 || result !== undefined) {
      resolve(result);
    }
  });
}
