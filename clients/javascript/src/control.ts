import { Agent, request, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';

/** An error of the server, or the report that it does not answer. */
export class MonotableError extends Error {
  override readonly name = 'MonotableError';

  /**
   * @param type the type of the error, such as `UnknownDatabase`; `Unreachable` if the server does
   *     not answer
   */
  constructor(
    readonly type: string,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

// A core module, because tests replace fetch. Idle connections do not keep a process running, and are
// closed before the server closes them (after 300 seconds).
const TIMEOUT_MS = 60_000;
const agent = new Agent({ keepAlive: true, maxSockets: 64, timeout: TIMEOUT_MS });

/** Why the connection to a server of this process failed, if this process knows. */
export const ends = new Map<string, () => string | undefined>();

/**
 * Sends a request to the control API of a server.
 *
 * @param timeout how long the server may be silent, in milliseconds
 * @returns the parsed response, the text if it is not JSON, or undefined without a response
 * @throws MonotableError
 */
export async function call<T = void>(
  endpoint: string,
  method: string,
  path: string,
  body?: unknown,
  timeout = TIMEOUT_MS,
): Promise<T> {
  const content = body === undefined ? undefined : JSON.stringify(body);
  const { response, received } = await send(endpoint, method, path, content, timeout).catch((e: Error) => {
    const reason = ends.get(endpoint)?.() ?? e.message;
    throw new MonotableError('Unreachable', `The Monotable server at ${endpoint} does not answer: ${reason}`, { cause: e });
  });
  const json = response.headers['content-type']?.startsWith('application/json') && received !== '' ? parse(received) : undefined;
  if (response.statusCode! >= 300) {
    const error = json as { error?: string; message?: string } | undefined;
    throw new MonotableError(
      error?.error ?? 'UnexpectedResponse',
      error?.message ??
        `${endpoint} answered ${method} ${path} with the status ${response.statusCode}. Is it a Monotable server?`,
    );
  }
  return (json ?? (received === '' ? undefined : received)) as T;
}

function send(endpoint: string, method: string, path: string, content: string | undefined, timeout: number) {
  return new Promise<{ response: IncomingMessage; received: string }>((resolve, reject) => {
    const sent = request(
      `${endpoint}/_monotable/v1${path}`,
      {
        agent,
        method,
        timeout,
        headers: {
          ...(content !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(content) }),
          ...(process.env['MONOTABLE_CONTROL_TOKEN'] && { 'x-monotable-token': process.env['MONOTABLE_CONTROL_TOKEN'] }),
        },
      },
      (response: IncomingMessage) => {
        text(response).then((received) => resolve({ response, received }), reject);
      },
    );
    sent.on('timeout', () => sent.destroy(new Error(`no response within ${timeout} ms`)));
    sent.on('error', reject);
    sent.end(content);
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (e) {
    throw new MonotableError('UnexpectedResponse', `The server sent invalid JSON: ${(e as Error).message}`);
  }
}

/** Returns the query of a path, without the parameters that are undefined. */
export function query(parameters: Record<string, string | number | undefined>): string {
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined);
  return given.length === 0 ? '' : `?${new URLSearchParams(given as [string, string][])}`;
}

/** Closes the connections that are idle. */
export function disconnect(): void {
  agent.destroy();
}
